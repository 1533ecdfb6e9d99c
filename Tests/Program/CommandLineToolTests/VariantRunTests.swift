import Foundation
import Support
import Testing

/// A scenario with variants is as many sessions, from the command line to the reports.
@Suite("Variants")
struct VariantRunTests {
  private static let scenario = """
    scenario: Pins
    device: test-phone
    map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
    data: {pins: {points: [{id: a, lat: 50.0, lon: 8.0}, {id: b, lat: 50.01, lon: 8.01}]}}
    layers: {pins: {cluster: {mode: upstream}}}
    variants: {zoomed out: {cell size: 200 pt}, as it is: {}}
    steps:
      - add: {data: pins, into: pins}
      - wait: settled
    expect:
      clusters shown: {zoomed out: RULE, as it is: exactly 2}

    """

  private func run(
    _ rule: String, _ arguments: [String] = [], verb: String = "run"
  ) throws -> (ending: Program.Ending, scratch: Scratch) {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file(
      "in/pins.yaml", VariantRunTests.scenario.replacing("RULE", with: rule))
    let output = verb == "run" ? ["--update", "--facts", "facts", "--out", "out"] : []
    let ending = try Program.debug.run([verb, "in"] + output + arguments, in: scratch.folder)
    return (ending: ending, scratch: scratch)
  }

  @Test
  func `each have facts of their own, and a table that shows both`() throws {
    let (ending, scratch) = try run("exactly 1")
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
    #expect(
      scratch.files(below: "facts") == [
        "README.md", "in/README.md", "in/pins.as-it-is.json", "in/pins.as-it-is.svg",
        "in/pins.zoomed-out.json", "in/pins.zoomed-out.svg",
      ])
    let index = try scratch.text("facts/in/README.md")
    #expect(index.contains("| [Pins (zoomed out)](pins.zoomed-out.json) | passed |"))
    let summary = try scratch.text("out/summary.md")
    #expect(summary.contains("| clusters shown, session | 1 (✓ exactly 1) | 2 (✓ exactly 2) |"))
    #expect(try scratch.text("out/report.html").contains("variants%20"))
    let again = try Program.debug.run(
      ["run", "in", "--compare", "--facts", "facts", "--out", "out"], in: scratch.folder)
    #expect(again.code == 0, "\(again.complaints)")
  }

  @Test
  func `are named when one of them breaks a rule`() throws {
    let (ending, _) = try run("exactly 3")
    #expect(ending.code == 1)
    #expect(
      ending.output.contains(
        "in/pins.yaml:11:20: zoomed out: clusters shown: exactly 3, but was 1"),
      "\(ending.output)")
    #expect(ending.output.contains("1 of 2 sessions of 1 scenario failed"))
  }

  @Test
  func `are listed, chosen and logged by their ids, in order`() throws {
    let list = try run("exactly 1", ["--flat"], verb: "list").ending.output.split(separator: "\n")
    #expect(list.map { $0.prefix { $0 != " " } } == ["in/pins.zoomed-out", "in/pins.as-it-is"])
    let (ending, scratch) = try run("exactly 1", ["--filter", "as-it", "--log"])
    #expect(ending.output.hasPrefix("# in/pins.as-it-is: Pins (as it is)\n"), "\(ending.output)")
    #expect(!ending.output.contains("zoomed"))
    #expect(
      scratch.files(below: "facts") == [
        "README.md", "in/README.md", "in/pins.as-it-is.json", "in/pins.as-it-is.svg",
      ])
    let log = try run("exactly 1", ["--log"]).ending.output.split(separator: "\n")
    #expect(
      log.filter { $0.hasPrefix("# ") } == [
        "# in/pins.zoomed-out: Pins (zoomed out)", "# in/pins.as-it-is: Pins (as it is)",
      ])
  }

  @Test
  func `of two files of one id are one diagnostic`() throws {
    let scratch = try run("exactly 1").scratch
    let text = try scratch.text("in/pins.yaml")
    try scratch.file("in/pins.yml", text)
    let ending = try Program.debug.run(["validate", "in"], in: scratch.folder)
    #expect(ending.code == 65)
    #expect(ending.complaints.contains("1 diagnostic in 1 of 2 files"), "\(ending.complaints)")
  }
}
