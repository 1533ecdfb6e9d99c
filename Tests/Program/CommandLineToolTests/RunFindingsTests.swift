import Foundation
import Support
import Testing

/// What is wrong with a run as a whole stands in every report of it.
@Suite("Findings")
struct RunFindingsTests {
  private static let scenario = """
    scenario: A place
    device: test-phone
    map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
    data: {pins: {points: [{id: a, lat: 50.0, lon: 8.0}, {id: b, lat: 50.01, lon: 8.01}]}}
    layers: {pins: {}}
    steps:
      - download: {data: pins, into: pins, batch size: 1, every: 20 ms, jitter: 15 ms}
      - wait: settled

    """

  private func world(_ scenarios: [String: String]) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for (name, text) in scenarios { try scratch.file("in/\(name)", text) }
    return scratch
  }

  private func run(_ scratch: Scratch, _ more: [String] = []) throws -> Program.Ending {
    try Program.debug.run(
      ["run", "in", "--facts", "facts", "--out", "out"] + more, in: scratch.folder)
  }

  @Test
  func `changed facts turn every report red`() throws {
    let scratch = try world(["place.yaml": RunFindingsTests.scenario])
    #expect(try run(scratch, ["--update"]).code == 0)
    try scratch.file("in/place.yaml", RunFindingsTests.scenario + "  - wait: 1 s\n")
    let ending = try run(scratch, ["--compare"])
    #expect(ending.code == 1)
    #expect(
      ending.output.contains(
        "1 scenario passed; nothing was asked; committed facts: 1 session compared"))
    let finding = "facts of in/place differ: "
    #expect(try scratch.text("out/summary.md").hasPrefix("# \u{274C}"))
    #expect(try scratch.text("out/summary.md").contains(finding))
    #expect(try scratch.text("out/report.html").contains("<a href=\"#/in/place\"><b>in/place</b>"))
    #expect(try scratch.text("out/junit.xml").contains("<failure type=\"facts-differ\""))
    #expect(try scratch.text("out/junit.xml").contains("failures=\"1\""))
    #expect(try scratch.text("out/run.json").contains("\"\(finding)"))
  }

  @Test
  func `facts that were never committed are found beside others`() throws {
    let scratch = try world([
      "place.yaml": RunFindingsTests.scenario, "town.yml": RunFindingsTests.scenario,
    ])
    #expect(try run(scratch, ["--update"]).code == 0)
    #expect(
      scratch.files(below: "facts") == [
        "README.md", "in/README.md", "in/place.json", "in/place.svg", "in/town.json", "in/town.svg",
      ])
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "facts/in/town.json"))
    let ending = try run(scratch, ["--compare"])
    #expect(ending.code == 1)
    #expect(ending.complaints.contains("facts missing in 'facts': in/town"))
    #expect(try run(scratch).code == 0)
  }

  @Test
  func `facts that a second replay contradicts are not written`() throws {
    let scratch = try world(["place.yaml": RunFindingsTests.scenario])
    let ending = try run(scratch, ["--sabotage", "reseed:in/place", "--update"])
    #expect(ending.code == 80)
    #expect(scratch.files(below: "facts").isEmpty)
    #expect(try scratch.text("out/summary.md").contains("two replays of in/place differ"))
  }

  @Test
  func `a run that compared well says so in every report`() throws {
    let scratch = try world(["place.yaml": RunFindingsTests.scenario])
    #expect(try run(scratch, ["--update"]).code == 0)
    #expect(try run(scratch, ["--compare"]).code == 0)
    let words = "committed facts: 1 session compared, none differs"
    for name in ["summary.md", "report.html", "junit.xml"] {
      #expect(try scratch.text("out/\(name)").contains(words), "\(name)")
    }
    #expect(try scratch.text("out/junit.xml").contains("failures=\"0\""))
    #expect(try scratch.text("out/run.json").contains("\"purpose\":\"compared\""))
  }

  @Test(arguments: [["--out", ""], ["--facts", ""]])
  func `a folder without a name is no folder`(arguments: [String]) throws {
    let scratch = try world(["place.yaml": RunFindingsTests.scenario])
    let ending = try Program.debug.run(["run", "in"] + arguments, in: scratch.folder)
    #expect(ending.code == 64)
    #expect(scratch.files().allSatisfy { $0.hasPrefix("in/") })
  }

  @Test
  func `each select step that finds nothing is told at its own line`() throws {
    let steps = """
        - select: {nearest to: {lat: 50.0, lon: 8.0}}
        - select: {near: left edge, within: 1 pt}
        - select: {near: top edge, within: 1 pt}

      """
    let scratch = try world(["place.yaml": RunFindingsTests.scenario + steps])
    let ending = try run(scratch)
    #expect(ending.code == 1)
    #expect(!ending.output.contains("in/place.yaml:9:"))
    #expect(ending.output.contains("in/place.yaml:10:5: selections missed: exactly 0, but was 1"))
    #expect(ending.output.contains("in/place.yaml:11:5: selections missed: exactly 0, but was 1"))
  }

  @Test
  func `a cancellation that comes too late is told at its line`() throws {
    let named = RunFindingsTests.scenario.replacing("jitter: 15 ms", with: "name: all")
    for (wait, code) in [("settled", 1), ("30 ms", 0)] as [(String, Int32)] {
      let steps = named.replacing("wait: settled", with: "wait: \(wait)")
      let scratch = try world(["place.yaml": steps + "  - cancel download: all\n"])
      let ending = try run(scratch)
      #expect(ending.code == code)
      let words = "in/place.yaml:9:5: cancels without effect: exactly 0, but was 1"
      #expect(ending.output.contains(words) == (code == 1))
    }
  }

  @Test
  func `a wait that gives up is told at its line`() throws {
    // Two updates, and the queue waits an hour for the first one to fade, whatever it removes.
    let slow = RunFindingsTests.scenario.replacing(
      "layers: {pins: {}}",
      with: "options: {empty fade: full}\nlayers: {pins: {cluster: {fade: 60 min}}}")
    let scratch = try world(["place.yaml": slow])
    let ending = try run(scratch)
    #expect(ending.code == 1)
    #expect(ending.output.contains("in/place.yaml:9:5: waits given up: exactly 0, but was 1"))
  }
}
