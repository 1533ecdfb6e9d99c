import ScenarioFiles
import Support
import Testing

@testable import Exploration

/// Mistakes of users are told, with a remedy.
@Suite("Words of users")
struct AskedWordsTests {
  @Test(arguments: [
    (
      "callout inside map", "'callout inside map' is not of the form 'METRIC: RULE'",
      "write both, such as 'callout inside map: always', or a promise, such as 'whenever: callout "
        + "opens, then: callout inside map, within: 500 ms'"
    ),
    (
      "ghost clusters: exactly 0, churn: exactly 0",
      "'ghost clusters: exactly 0, churn: exactly 0' is not one expectation of the whole session",
      "write one metric with its rule, or one promise"
    ),
    (
      "never: callout shuts", "'never' cannot be 'callout shuts'",
      "did you mean 'callout opens' or 'callout settles'?"
    ),
    (
      "dirty reuses: exactly 0", "'dirty reuses' is named 'stale reuses' since version 0.1.0",
      "write 'stale reuses', or run 'mapreplay rebaseline --migrate' for all files"
    ),
    (
      "ghst clusters: exactly 0", "unknown metric 'ghst clusters'", "did you mean 'ghost clusters'?"
    ),
    (
      "ghost clusters: exactly x", "'exactly x' has no value that fits 'ghost clusters'",
      "a value of it looks like '40'"
    ),
  ])
  func `An expectation that is none`(text: String, mistake: String, help: String) {
    let explorer = Explorer()
    #expect(throws: UnknownWords(mistake: mistake, help: help)) { try explorer.expectation(text) }
  }

  @Test(arguments: [
    (
      "upstream", "'upstream' is not of the form 'KEY: VALUE'",
      "write both, such as 'adjust: contain rect'"
    ),
    ("mod: upstream", "unknown key 'mod'", "did you mean 'mode'?"),
    ("mode: x", "'x' is not a value of 'mode'", "it takes one of: corrected, upstream"),
  ])
  func `A value that cannot be given`(text: String, mistake: String, help: String) {
    let explorer = Explorer()
    #expect(throws: UnknownWords(mistake: mistake, help: help)) { try explorer.givenValue(text) }
  }

  @Test
  func `A law that is none, and those that are`() throws {
    #expect(throws: UnknownWords(mistake: "unknown law 'fmtt'", help: "did you mean 'fmt'?")) {
      try Explorer.laws(named: ["fmtt"])
    }
    #expect(try Explorer.laws(named: ["fmt"]).map(\.name) == ["fmt"])
    #expect(try Explorer.laws(named: []).count == Law.all.count)
  }

  private static func begin(
    _ explorer: inout Explorer, steps: String, layer: String = "{}", variants: String = "",
    points: Int = 1, in scratch: Scratch
  ) throws {
    try scratch.file("Folder/defaults.yaml", "device: phone-60hz\nlayers: {pins: \(layer)}\n")
    let others = (1..<points).map { "b\($0),52.6,13.5,\n" }.joined()
    try scratch.file(
      "Folder/pins.csv", "id,lat,lon,title\na,52.51631,13.37771,\"A, B\"\n" + others)
    try scratch.file("Folder/Parts/rest.yaml", "part: rest\nsteps: [{wait: settled}]\n")
    try scratch.file(
      "Folder/start.yaml",
      """
      scenario: start
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 1 deg}
      data: {pins: {file: pins.csv}}
      steps: [\(steps)]
      \(variants)
      """)
    let path = scratch.path + "/Folder/start.yaml"
    let scenarios = try ScenarioReader().read(path: path).get()
    try explorer.begin(with: scenarios, at: path)
  }

  /// Whatever is found stands alone.
  @Test
  func `A start with a file of points and defaults of its folder is varied with both`() throws {
    var explorer = Explorer()
    try Self.begin(&explorer, steps: "{add: {data: pins, into: pins}}", in: try Scratch())
    (explorer.jobs, explorer.sessionLimit) = (0, 1)
    explorer.sought = try explorer.expectation("annotations added: exactly 0")
    let found = try #require(explorer.batch(0).findings.first)
    let root = try #require(ScenarioText.root(of: explorer.alone(found.text)))
    #expect(root["device"]?.text == "phone-60hz")
    #expect(root["layers"]?["pins"] != nil)
    let point = try #require(root["data"]?["pins"]?["points"]?.items.first?.valuesByKey)
    #expect(
      point.mapValues(\.text) == [
        "id": "a", "lat": "52.51631", "lon": "13.37771", "title": "A, B",
      ])
  }

  @Test(arguments: [
    (
      "{few: {data: {pins: {first: 1}}}, all: {seed: 2}}", [1, 3],
      "{all: {seed: 2}, few: {data: {pins: {first: 1}}}}"
    ),
    ("[upstream, corrected]", [3, 3], "[corrected, upstream]"),
    (
      "{map size: [390 x 844 pt, 320 x 568 pt], device: [phone-60hz, phone-120hz]}", [3, 3, 3, 3],
      "{map size: [320 x 568 pt, 390 x 844 pt], device: [phone-120hz, phone-60hz]}"
    ),
  ])
  func `Each variant of a start is searched`(
    variants: String, points: [Int], last: String
  ) throws {
    var explorer = Explorer()
    try Self.begin(
      &explorer, steps: "{add: {data: pins, into: pins}}", layer: "{cluster: {cell size: 60 pt}}",
      variants: "variants: \(variants)\n", points: 3, in: try Scratch())
    (explorer.jobs, explorer.sessionLimit, explorer.laws) = (0, points.count, [])
    #expect(explorer.batchSize == 250)
    #expect(explorer.batch(0).points == points)
    let root = try #require(explorer.start.last)
    let text = ScenarioText(YAMLNode(.map(root.pairs.filter { $0.key.text == "variants" }))).text
    let wanted = try #require(ScenarioText.root(of: "variants: \(last)\n"))
    #expect(text == ScenarioText(wanted).text)
  }

  /// Nodes for each point would take seconds to read.
  @Test
  func `Many points of a file are held as a file until something is found`() throws {
    var explorer = Explorer()
    try Self.begin(
      &explorer, steps: "{add: {data: pins, into: pins}}", points: 3_000, in: try Scratch())
    (explorer.jobs, explorer.sessionLimit) = (0, 1)
    explorer.laws = try Explorer.laws(named: ["elsewhere", "fmt"])
    #expect(explorer.batch(0).applied == [6, 0])
    explorer.sought = try explorer.expectation("annotations added: at most 1")
    let found = try #require(explorer.batch(0).findings.first)
    #expect(found.text.utf8.count < 1_000)
    let small = try #require(explorer.explore().findings.first)
    #expect(small.points == 2)
    #expect(ScenarioText.root(of: small.text)?["data"]?["pins"]?["points"]?.items.count == 2)
  }

  /// A batch of 250 would end at its limit of time.
  @Test
  func `Few sessions that take long are a batch`() throws {
    var explorer = Explorer()
    try Self.begin(
      &explorer,
      steps: "{repeat: {times: 150, steps: [{pan: {by: 20 x 0 pt, over: 1 s}}]}}",
      in: try Scratch())
    #expect(explorer.batchSize == 25)
  }

  @Test
  func `A start with parts is refused`() throws {
    var explorer = Explorer()
    let error = try #require(throws: UnknownWords.self) {
      try Self.begin(&explorer, steps: "{run: {file: Parts/rest.yaml}}", in: try Scratch())
    }
    #expect(error.help?.hasPrefix("a search reads no parts") == true, "\(error.mistake)")
  }
}
