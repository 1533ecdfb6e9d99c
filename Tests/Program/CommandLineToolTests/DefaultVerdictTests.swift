import Foundation
import Support
import Testing

/// Sessions in which a step did not do what its author meant, and that would pass but for the
/// expectations that are always on.
@Suite("Expectations that are always on")
struct DefaultVerdictTests {
  /// A scenario by its layer and its steps, and what a run says of it.
  struct Case: CustomTestStringConvertible {
    let name: String
    /// What follows `pins` in `layers`.
    var layer = "{view: {can show callout: yes}, callout: {style: plain, size: 90 x 40 pt}}"
    let steps: [String]
    var rest: [String] = []
    /// The lines that fail, each with its metric and a part of the reason; steps begin at line 7.
    var failures: [(line: Int, metric: String, reason: String)] = []

    var testDescription: String { name }

    var text: String {
      """
      scenario: \(name)
      device: test-phone
      map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
      data: {pins: {points: [{id: a, at: 150 x 236 pt}, {id: b, at: 172 x 244 pt}, \
      {id: c, lat: 50, lon: 8}]}}
      layers: {pins: \(layer)}
      steps:

      """ + steps.map { "  - \($0)\n" }.joined() + rest.map { "\($0)\n" }.joined()
    }
  }

  private static let add = "add: {data: pins, into: pins}"
  private static let idle = "steps without effect"
  private static let roles =
    "{cluster: {cell size: 40 pt, method: near center}, "
    + "view: {identifier: pin, size: 20 x 20 pt}, cluster view: {size: 60 x 60 pt}}"
  private static let zoomed = [
    add, "wait: settled", "zoom: {by: 3 levels, over: 300 ms}", "wait: settled",
  ]

  static let cases = [
    Case(
      name: "A second add and a second remove",
      steps: [
        add, add, "remove: {data: pins, from: pins, ids: [a, b]}",
        "remove: {data: pins, from: pins, ids: [a]}", "add: {data: pins, into: pins, ids: [a, c]}",
      ],
      failures: [(8, idle, "had all of these points"), (10, idle, "had none of these points")]),
    Case(
      name: "A move in the void, a tap and a deselection of nothing",
      steps: [
        "move: {data: pins, in: pins, by: 0.01 x 0.01 deg}", "show: {layers: [pins]}", "tap map",
        "deselect annotation", "download: {data: pins, into: pins, name: all}", "wait: settled",
        "cancel download: all",
      ],
      failures: [
        (7, idle, "none of these points"), (8, idle, "no annotation"), (9, idle, "nothing was"),
        (10, idle, "nothing was"), (13, "cancels without effect", "no download"),
      ]),
    Case(
      name: "Steps that may do nothing",
      steps: [
        add, "add: {data: pins, into: pins, may do nothing: yes}",
        "move: {data: pins, in: pins, ids: [c], to: {lat: 50, lon: 8}, may do nothing: yes}",
        "tap map: {may do nothing: yes}", "deselect annotation: {may do nothing: yes}",
        "download: {data: pins, into: pins, name: all}", "wait: settled",
        "cancel download: {name: all, may do nothing: yes}",
        "remove: {data: pins, from: pins}",
        "remove: {data: pins, from: pins, may do nothing: yes}",
        "show: {layers: [pins], may do nothing: yes}",
      ]),
    Case(
      name: "Setup and teardown may do nothing", steps: [add],
      rest: ["setup: [deselect annotation, tap map]", "teardown: [\(add)]"]),
    Case(
      name: "An author who expects it", steps: [add, add],
      rest: ["expect: {steps without effect: exactly 1}"]),
    Case(
      name: "A pin without a title", steps: [add, "wait: settled", "select: {id: c, in: pins}"],
      failures: [(9, "selections refused", "it has no title")]),
    Case(
      name: "A disabled pin", layer: "{view: {enabled: no}}",
      steps: [add, "wait: settled", "select annotation: {id: c, in: pins}"],
      rest: ["expect: {selections: exactly 1}"],
      failures: [(9, "selections refused", "its view is disabled")]),
    Case(
      name: "A pin that stays a pile", layer: roles, steps: zoomed,
      failures: [(10, "views of another role", "`sized: each time`")]),
    Case(
      name: "A pile made anew",
      layer: roles.replacing("method:", with: "reuse: no, method:"), steps: zoomed),
    Case(
      name: "One identifier, sized each time",
      layer: roles.replacing("view: {", with: "view: {sized: each time, ")
        .replacing("{sized: each time, size", with: "{sized: each time, identifier: pin, size"),
      steps: zoomed),
  ]

  @Test(arguments: cases)
  func `fail at the step, with the reason`(one: Case) throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/place.yaml", one.text)
    let ending = try Program.debug.run(
      ["run", "in", "--facts", "facts", "--out", "out"], in: scratch.folder)
    #expect(ending.code == (one.failures.isEmpty ? 0 : 1), "\(ending.output)\(ending.complaints)")
    let failures = try scratch.text("out/junit.xml").split(separator: "\n")
      .filter { $0.contains("<failure") && $0.contains("exactly 0, but was 1") }
    #expect(failures.count == one.failures.count, "\(failures)")
    for failure in one.failures {
      let line = failures.first { $0.contains(">in/place.yaml:\(failure.line):5") } ?? ""
      #expect(line.contains(failure.metric) && line.contains(failure.reason), "\(line)")
    }
  }
}
