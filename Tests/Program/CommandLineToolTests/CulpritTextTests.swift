import Foundation
import Support
import Testing

/// What fails without a word of the author says who is to blame, and what to do about it.
@Suite("Culprits in words")
struct CulpritTextTests {
  /// The words of a run of a scenario on a map of 390 x 844 points, its lines joined.
  private static func words(_ head: String, steps: [String]) throws -> String {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file(
      "in/culprit.yaml",
      """
      scenario: Culprit
      device: test-phone
      \(head)
      steps:
      \(steps.map { "  - \($0)" }.joined(separator: "\n"))

      """)
    let ending = try Program.debug.run(
      ["run", "in", "--facts", "facts", "--out", "out", "-q"], in: scratch.folder)
    #expect(ending.code == 1, "\(ending.output) \(ending.complaints)")
    return ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let map =
    "map: {size: 390 x 844 pt, center: {lat: 51.5, lon: 7.2}, span: 60 km x 60 km"

  @Test
  func `a promise says when it began, when it was broken and what is missing`() throws {
    let words = try CulpritTextTests.words(
      """
      \(CulpritTextTests.map)}
      data: {pins: {points: [{id: a, lat: 51.5, lon: 7.2}]}}
      layers: {towns: {callout: {style: plain, adjust: none}}}
      expect:
        - {whenever: selection begins, never: selection ends, for: 5 s}
        - {whenever: selection ends, then: callout opens, within: 2 s}
        - {whenever: drag begins, then: drag ends}
      """,
      steps: [
        "add: {data: pins, into: towns}", "wait: 100 ms", "select: {id: a, in: towns}",
        "wait: 100 ms", "deselect annotation",
        "wait: {until: selection begins, at most: 300 ms}",
      ])
    for sentence in [
      "promises kept: whenever selection begins, never selection ends for 5 s, but was 0.0 % (0 of "
        + "1) (began at 117 ms, line 13 'select: {id: a, in: towns}', broken at 217 ms, line 15 "
        + "'deselect annotation')",
      "promises kept: whenever selection ends, then callout opens within 2 s, but it was not "
        + "decided (began at 217 ms, line 15 'deselect annotation'; it is judged 1,700 ms",
      "promises kept: whenever drag begins, then drag ends, but it was not evaluated: nothing "
        + "began the promise in the session",
      "the event did not happen after the wait had begun: wait longer, or for a condition",
    ] {
      #expect(words.contains(sentence), "\(sentence)\n\(words)")
    }
  }

  @Test
  func `a wait names the update that never ended`() throws {
    let words = try CulpritTextTests.words(
      """
      \(CulpritTextTests.map)}
      data: {pins: {points: [{lat: 51.5, lon: 7.2}]}}
      layers: {towns: {cluster: {animator: released}}}
      """, steps: ["add: {data: pins, into: towns}", "wait: settled", "wait: settled"])
    #expect(
      words.contains(
        "exactly 0, but was 1 (all in line 8 'wait: settled', at 3,600.017 s): update 0 of layer "
          + "towns, requested at 0 ms, never ended, as no animator completed its fade: "
          + "keep its animator"), "\(words)")
    #expect(words.contains("follows from it: waits given up (line 9)"), "\(words)")
  }

  @Test
  func `a stale reuse names view, annotations and what was left, and a re-entry the app`() throws {
    let words = try CulpritTextTests.words(
      """
      \(CulpritTextTests.map)}
      app: {when region changed: {move content: {by: 10 x 0 pt, animated: no}}}
      data: {places: {points: [{id: near, lat: 51.5, lon: 7.2, title: Near}]}}
      layers:
        pins: {view: {identifier: place, kind: pin}}
        markers: {view: {identifier: place, kind: marker}}
      """,
      steps: [
        "add: {data: places, into: pins}", "wait: settled", "remove: {data: places, from: pins}",
        "add: {data: places, into: markers}", "wait: settled", "pan: {by: 10 x 0 pt}",
      ])
    #expect(
      words.contains(
        "view #0 was shown for annotation 1 Near (\"near\" in markers) with kind, size, offset of "
          + "annotation 0 Near (\"near\" in pins) still on it: give views of each kind and size a "
          + "different `identifier`"),
      "\(words)")
    #expect(
      words.contains("the app's `when region changed` moved the map inside the end of each change"),
      "\(words)")
  }

  @Test(arguments: [
    (
      "select: {pin: {near: top edge, within: 50 pt}}",
      "no pin lies beside the bars; the nearest lies under one (annotation 0 A (\"a\" in pins), at "
        + "200 x 20 pt)"
    ),
    (
      "select: {pin: nearest to middle}",
      "the nearest lies under one (annotation 0 A (\"a\" in pins), at"
    ),
    (
      "select: {cluster: largest}",
      "no layer makes clusters; the nearest point of the data is a (A) of pins, 61.281 km north of "
        + "the middle of the map: name a pin, or let a layer `cluster`"
    ),
  ])
  func `a miss says what is in the way`(step: String, reason: String) throws {
    let words = try CulpritTextTests.words(
      """
      \(CulpritTextTests.map), insets: {top: 60 pt}}
      data: {pins: {points: [{id: a, at: 200 x 20 pt, title: A}]}}
      layers: {pins: {view: {kind: pin}}}
      """, steps: ["add: {data: pins, into: pins}", "wait: settled", step])
    #expect(words.contains(reason), "\(words)")
  }

  @Test
  func `a control out of reach asks for room, a point without its cluster for a move`() throws {
    let control = try CulpritTextTests.words(
      """
      \(CulpritTextTests.map)}
      data: {pins: {points: [{id: a, at: 385 x 400 pt, title: A}]}}
      layers:
        pins:
          view: {kind: pin}
          callout:
            {style: plain, size: 200 x 60 pt, adjust: none,
             right accessory: {size: 30 x 30 pt, control: yes}}
      """,
      steps: [
        "add: {data: pins, into: pins}", "wait: settled", "select: {id: a, in: pins}",
        "wait: settled", "tap accessory: right",
      ])
    #expect(
      control.contains("the control lies outside the map view: make room for the callout"),
      "\(control)")
    let point = try CulpritTextTests.words(
      """
      \(CulpritTextTests.map)}
      data: {pins: {points: [{id: a, lat: 51.5, lon: 7.2}, {id: far, lat: 48.1, lon: 17.6}]}}
      layers: {towns: {cluster: {cell size: 60 pt}}}
      """,
      steps: ["add: {data: pins, into: towns}", "wait: settled", "select: {id: far, in: towns}"])
    #expect(
      point.contains(
        "no cluster on the map holds it, though it was added; the nearest point of the data is a "
          + "of pins, in the middle of the map: move the map to it"),
      "\(point)")
  }
}
