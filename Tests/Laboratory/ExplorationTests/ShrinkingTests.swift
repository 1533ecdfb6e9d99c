import Authoring
import MapGeometry
import Measures
import Metrics
import ScenarioFiles
import Scenarios
import Testing

@testable import Exploration

/// Sessions become small, and files say what was found.
@Suite("Making sessions small")
struct ShrinkingTests {
  private static let text = """
    scenario: Far too much
    device: phone-60hz
    map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
    data:
      places: {stacked: {points: 48, at: {lat: 52.4, lon: 13.1}, radius: 5 m, seed: 3}}
      others: {points: [{id: a, at: 12 x 400 pt}, {id: b, at: 130 x 411.5 pt}]}
    layers:
      pins: {}
      clusters: {cluster: {cell size: 60 pt}}
    steps:
      - add: {data: places, into: clusters}
      - add: {data: others, into: pins}
      - repeat: {times: 3, steps: [{wait: 250 ms}, {pan: {by: 120 x -40 pt}}]}
      - select: {id: b, in: pins}
      - wait: settled
    """

  private static let maker = ScenarioMaker()

  private static func smallest(
    of text: String = text, fails: @escaping (Scenario) -> Bool
  ) throws -> MadeScenario {
    try search(text, fails: fails).scenario
  }

  private static func search(
    _ text: String, fails: @escaping (Scenario) -> Bool
  ) throws -> (scenario: MadeScenario, tries: Int) {
    let root = try #require(ScenarioText.root(of: text))
    let made = try #require(maker.exactly(root))
    return Shrinker(maker: maker) { fails($0.scenario) ? 0 : nil }.smallest(made)
  }

  /// A wait that is given up fails besides.
  @Test(arguments: ["at most: 8 s, until: map moves", "until: map moves"])
  func `A failure that needs time keeps no wait for something`(wait: String) throws {
    let small = try Self.smallest(of: "\(Self.text)\n  - wait: {\(wait)}") { scenario in
      guard
        case .nanoseconds(let time) = PlayedSession(scenario).facts.session[.simulatedTime]
      else { return false }
      return time >= 6_000_000_000
    }
    #expect(ScenarioText(small.root).text.hasSuffix("steps:\n  - wait: 6 s\n"))
  }

  @Test
  func `A session of 100 steps becomes small in few tries`() throws {
    let pan = "  - pan: {by: 12 x -4 pt}\n  - zoom: {by: 1 levels}\n"
    let steps = Array(repeating: pan, count: 46).joined()
    let text =
      Self.text + "\n" + steps + "  - memory warning\n  - remove: {data: others, from: pins}"
    var first = 0
    let (small, tries) = try Self.search(text) { scenario in
      first = first == 0 ? scenario.stepCount : first
      return scenario.steps.hasAction { if case .memoryWarning = $0 { true } else { false } }
        && scenario.steps.hasAction { if case .remove = $0 { true } else { false } }
    }
    #expect(first >= 100)
    #expect(small.scenario.stepCount == 2)
    #expect(tries < 250)
  }

  @Test
  func `What a failure does without goes`() throws {
    let small = try Self.smallest { scenario in
      var pans = 0
      scenario.steps.visit { step, _ in if step.action.verb == "pan" { pans += 1 } }
      return pans > 0
    }
    #expect(
      ScenarioText(small.root).text == """
        scenario: Far too much
        device: phone-60hz
        map: {size: 390 x 844 pt, center: {lat: 0, lon: 0}, span: 45 km x 45 km}
        steps:
          - pan: {by: 0 x 0 pt}

        """)
  }

  /// A picture of a view of one point shows nothing.
  @Test(arguments: [(1_000.0, "844 x 390 pt"), (80, "70 x 100 pt")])
  func `A size becomes the usual one, or a round one`(most: Double, size: String) throws {
    let small = try Self.smallest(of: "\(Self.text)\n  - resize: {to: 77 x 153 pt}") { scenario in
      scenario.steps.hasAction {
        if case .resize(let size) = $0 { size.width < most } else { false }
      }
    }
    #expect(ScenarioText(small.root).text.hasSuffix("steps:\n  - resize: {to: \(size)}\n"))
  }

  @Test
  func `Data comes down to the points that a failure needs`() throws {
    let small = try Self.smallest { scenario in scenario.data.contains { $0.count >= 3 } }
    #expect(small.scenario.data.map(\.count) == [3])
    #expect(small.scenario.layers.isEmpty)
  }

  @Test(arguments: [
    ("250 ms", ["0 ms", "1 ms", "200 ms", "125 ms", "249 ms"]),
    ("-1.5 deg", ["1.5 deg", "-0 deg", "-1 deg"]),
    ("12 x 400 pt", ["0 x 0 pt", "1 x 1 pt", "10 x 400 pt", "0 x 400 pt", "12 x 0 pt"]),
    ("left edge", []),
  ])
  func `Numbers become round`(text: String, some: [String]) {
    let simpler = SimplerText.of(text)
    #expect(Set(some).subtracting(simpler) == [])
    #expect(!simpler.contains(text))
    #expect(some.isEmpty == simpler.isEmpty)
  }

  /// Some callouts take no size, whatever the session is to keep.
  @Test
  func `A value that some objects do not take hinders nothing`() throws {
    var explorer = Explorer()
    explorer.jobs = 0
    for text in ["adjust: contain rect", "size: 390 x 844 pt"] {
      explorer.given.append(try explorer.givenValue(text))
    }
    explorer.sought = try explorer.expectation("callout zoom unchanged: always")
    let found = try #require(explorer.firstFinding(within: 250))
    let root = try #require(ScenarioText.root(of: found.text))
    try #require(root.lacking(explorer.given, ScenarioSchema()) > 0)
    let small = explorer.smallest(found)
    #expect(small.stepsBefore > 10)
    #expect(small.steps < 10)
  }

  @Test
  func `A data set of many points is written on many lines`() throws {
    let points = (0..<400).map { "{id: p\($0), lat: 52.51631, lon: 13.37771, title: Pin \($0)}" }
    let text = Self.text.replacing(
      "{stacked: {points: 48, at: {lat: 52.4, lon: 13.1}, radius: 5 m, seed: 3}}",
      with: "{points: [\n\(points.map { "      \($0)" }.joined(separator: ",\n"))]}")
    let root = try #require(ScenarioText.root(of: text))
    let written = try ScenarioText(root).formatted()
    let again = try #require(ScenarioText.root(of: written).flatMap(Self.maker.exactly))
    #expect(again.scenario.data.map(\.count) == [400, 2])
    #expect(again.scenario.data[0].titles.last == "Pin 399")
  }

  @Test
  func `A file says what breaks, in the layout of fmt, and can be read`() throws {
    var explorer = Explorer()
    explorer.jobs = 0
    explorer.sessionLimit = 1_000
    explorer.given = [GivenValue("mode: upstream")].compactMap(\.self)
    let sought = "points counted twice: exactly 0"
    explorer.sought = try explorer.expectation(sought)
    let words = ExplorationText(
      explorer.explore(), of: explorer, options: "--seed 1", sought: sought, folder: "out")
    let file = try #require(words.files.first)
    #expect(file.name == "points-counted-twice-exactly-0.yaml")
    #expect(file.text.hasPrefix("# points counted twice: "))
    #expect(file.text.contains("\n# mapreplay explore --sessions "))
    #expect(file.text.contains("\n# mapreplay run out/points-counted-twice-exactly-0.yaml\n"))
    #expect(file.text.contains("\nexpect: {points counted twice: exactly 0}\n"))
    let formatted = FileFormatter().formatted(file: file.name, .bytes(Array(file.text.utf8)))
    #expect(try formatted.get() == file.text)
    let root = try #require(ScenarioText.root(of: file.text))
    #expect(Self.maker.exactly(root)?.scenario.expectations.count == 1)
    #expect(words.verdict == "broken: 'points counted twice: exactly 0'")
  }

  @Test
  func `A file with a known cause has another one beside it, which keeps what it breaks`() throws {
    var explorer = Explorer()
    explorer.jobs = 0
    explorer.sessionLimit = 500
    explorer.seed = 3
    explorer.given = [GivenValue("mode: upstream")].compactMap(\.self)
    explorer.unless = [GivenValue("keep selection: yes")].compactMap(\.self)
    let sought = "whenever: region change ends, never: selection ends, until: step ends"
    explorer.sought = try explorer.expectation(sought)
    let words = ExplorationText(
      explorer.explore(), of: explorer, options: "--seed 3", sought: sought, folder: "out")
    let name = "whenever-region-change-ends-never-selection-ends-until-step-ends"
    try #require(words.files.map(\.name) == ["\(name).yaml", "\(name)-other.yaml"])
    let texts = words.files.map(\.text)
    #expect(texts[0].contains("\n# kept with 'keep selection: yes', as in\n"))
    #expect(texts[1].hasPrefix("# \(name).yaml with 'keep selection: yes'\n"))
    #expect(texts.map { $0.contains("fixes: {keep selection: yes}") } == [false, true])
    #expect(texts.allSatisfy { $0.contains("\nexpect: {whenever: region change ends, ") })
    #expect(words.verdict == "broken: '\(sought)', kept with 'keep selection: yes'")
    let console = words.text().split(separator: "\n")
    #expect(console.contains("  kept with 'keep selection: yes'"))
  }
}
