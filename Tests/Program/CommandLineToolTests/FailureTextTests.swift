import Foundation
import Support
import Testing

/// A failure says the same in every report: where, when, how much, and what to do.
@Suite("Failures in words")
struct FailureTextTests {
  private static let scenario = """
    scenario: Pins near the edges
    device: test-phone
    map: {size: 390 x 844 pt, center: {lat: 52.52, lon: 13.4}, span: 40 km x 40 km}
    data:
      pins: {points: [{id: top, lat: 52.88, lon: 13.4, title: Near the top}]}
    layers: {pins: {callout: {style: bubble, content height: 80 pt, adjust: none}}}
    steps:
      - add: {data: pins, into: pins}
      - wait: settled
      - select: {near: left edge, within: 15 pt}
      - expect:
          callouts opened: at least 1
          callout inside map: always
          views created: at most 0
      - select: {id: top, in: pins}
      - wait: settled
    expect:
      callout inside map: always

    """

  private func played(_ more: [String] = []) throws -> (output: String, scratch: Scratch) {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/edges.yaml", FailureTextTests.scenario)
    let ending = try Program.debug.run(
      ["run", "in", "--facts", "facts", "--out", "out"] + more, in: scratch.folder)
    #expect(ending.code == 1)
    // Lines of the terminal are broken between words.
    return (ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " "), scratch)
  }

  private static let missed =
    "selections missed: exactly 0, but was 1 (at 34 ms, line 10 'select: {near: left edge, within: "
    + "15 pt}'): no pin within 15 pt of the left edge; the nearest is 195 pt away (annotation 0 "
    + "Near the top (\"top\" in pins), at 195 x 28.8 pt): widen `within` or move the map"
  private static let outside =
    ": callout 0 over annotation 0 Near the top (\"top\" in pins), opened at 34 ms, line 15 "
    + "'select: {id: top, in: pins}', broke C1 inside map, 106.173 pt beyond the top edge "
    + "(0.5 pt allowed); it also broke C3 shift minimal, C15 exact at zoom 20"
  private static let views = "views created: at most 0, but was 1 (all in line "

  @Test
  func `every report says where, how much and what to do`() throws {
    let (output, scratch) = try played()
    let texts = [
      output, try scratch.text("out/summary.md"), try scratch.text("out/run.json"),
      try scratch.text("out/report.html"), try scratch.text("out/junit.xml"),
    ]
    func plain(_ text: String) -> String {
      [("&quot;", "\""), ("\\\"", "\""), ("&#39;", "'"), ("&apos;", "'"), ("\\", "")].reduce(text) {
        $0.replacing($1.0, with: $1.1)
      }
    }
    for text in texts.map(plain) {
      for sentence in [FailureTextTests.missed, FailureTextTests.outside, FailureTextTests.views] {
        #expect(text.contains(plain(sentence)), "\(sentence) is not in \(text.prefix(4_000))")
      }
    }
  }

  @Test
  func `what follows is folded in what people read and stays in what machines read`() throws {
    let (output, scratch) = try played()
    let folded = "follows from it: callouts opened (line 12), callout inside map (line 13)"
    #expect(output.contains(folded))
    #expect(!output.contains("callouts opened: at least 1"))
    #expect(try scratch.text("out/summary.md").contains(folded))
    #expect(try scratch.text("out/report.html").contains("follows from it: 2"))
    let junit = try scratch.text("out/junit.xml")
    #expect(junit.contains("failures=\"5\""))
    #expect(junit.contains("; follows from selections missed (line 10)"))
    let verbose = try played(["--verbose"]).output
    #expect(verbose.contains("follows from it: in/edges.yaml:12:7: callouts opened: at least 1"))
  }
}
