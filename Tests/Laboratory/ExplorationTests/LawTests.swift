import Foundation
import ScenarioFiles
import Scenarios
import Support
import Testing

@testable import Exploration

/// Laws hold in sessions that are drawn, and each can fail.
@Suite("Laws of all sessions")
struct LawTests {
  private static let isNightly = ProcessInfo.processInfo.environment["MAPREPLAY_WORLDS"] != nil

  /// Sessions of a seed change when the language does, so `make test` only warns of one that
  /// breaks a law, and `make nightly` fails.
  @Test(arguments: [UInt64(1), 2])
  func `hold in sessions of fixed seeds`(seed: UInt64) {
    var explorer = Explorer()
    explorer.jobs = 0
    explorer.seed = seed
    explorer.sessionLimit = 100
    let result = explorer.explore()
    for found in result.findings {
      Issue.record(
        "\(found.law): \(found.sentence)\n\(found.text)",
        severity: Self.isNightly ? .error : .warning)
    }
    #expect(result.sessions > 80)
    #expect(result.signs > 250)
  }

  /// The search for the sessions of the corpus alone.
  private static func corpus() throws -> Explorer {
    var explorer = Explorer()
    explorer.jobs = 0
    let text = String(decoding: try FixtureFiles.data("corpus.txt"), as: UTF8.self)
    #expect(text.utf8.count <= Corpus.mostBytes)
    try explorer.begin(withCorpus: text, at: "corpus.txt")
    explorer.sessionLimit = explorer.corpusCount
    return explorer
  }

  @Test
  func `hold in the sessions of the corpus`() throws {
    let explorer = try Self.corpus()
    let result = explorer.explore()
    #expect(result.findings.map { "\($0.law): \($0.sentence)\n\($0.text)" } == [])
    #expect(result.sessions == explorer.corpusCount)
    #expect(result.signs > 650)
  }

  @Test
  func `are broken in the sessions of the corpus by a planted mistake`() throws {
    var explorer = try Self.corpus()
    explorer.laws = try Explorer.laws(named: ["mark"])
    let fault = try #require(explorer.laws[0].fault)
    explorer.stopsAtFirst = true
    let batch = PlantedFault.$current.withValue(fault) { explorer.batch(0) }
    #expect(batch.findings.first?.law == "mark")
  }

  /// Each law has a mistake that breaks it; the session that shows it is small.
  @Test(arguments: Law.all.map(\.name))
  func `are broken by their planted mistakes`(name: String) throws {
    var explorer = Explorer()
    explorer.jobs = 0
    explorer.laws = try Explorer.laws(named: [name])
    explorer.seed = explorer.laws[0].seed
    let fault = try #require(explorer.laws[0].fault)
    if name == "kept promises" { try explorer.begin(withText: Self.calloutAtEdge) }
    let small = try PlantedFault.$current.withValue(fault) {
      let found = explorer.firstFinding(within: 5_000)
      return explorer.smallest(try #require(found, "\(fault.name)"))
    }
    #expect(small.law == name)
    #expect(small.steps <= 10)
    #expect(small.points <= 10)
  }

  private static let maker = ScenarioMaker()
  private static let drawn = (UInt64(0)..<120).compactMap { seed in
    maker.mended(SessionDrawer(schema: ScenarioSchema()).scenario(Chance(seed: seed)))
  }

  /// A relation that compares a session with itself would hold whatever the program does.
  @Test(arguments: Law.all.filter(\.isOfPairs).map(\.name))
  func `of pairs compare two different scenarios`(name: String) throws {
    let law = try #require(Explorer.laws(named: [name]).first)
    guard case .pair(let relation) = law.check else { return }
    var (applied, differing) = (0, 0)
    for (number, made) in Self.drawn.enumerated() where applied < 8 {
      switch relation.others(made, Self.maker, Chance(seed: UInt64(number))) {
      case .none: continue
      case .invalid(let mistake): Issue.record("session \(number): \(mistake)")
      case .sessions(let one, let other):
        applied += 1
        let texts = [(one ?? made), other].map { ScenarioText($0.root).text }
        // The seed and what is expected differ in no text.
        if texts[0] != texts[1] || (one ?? made).scenario != other.scenario { differing += 1 }
      }
    }
    #expect(applied > 0)
    // Some scenarios are laid out in the way of `fmt` already.
    #expect(name == "fmt" || differing == applied)
  }

  /// Few drawn sessions have no other adjuster and a callout that needs room.
  private static let calloutAtEdge = """
    scenario: A callout near an edge
    device: phone-60hz
    map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 1 deg}
    data:
      pins: {points: [{id: a, at: 12 x 30 pt}]}
    layers:
      pins: {callout: {style: plain, adjust: ideal}}
    steps:
      - add: {data: pins, into: pins}
      - wait: settled
      - select: {id: a, in: pins}
      - wait: settled
    """

  /// Another seed draws other points, so the law of the seed does not apply.
  @Test(arguments: [
    "add: {data: pins, into: pins, some: 1}", "remove: {data: pins, from: pins, some: 1}",
    "retitle: {data: pins, in: pins, some: 1}",
    "move: {data: pins, in: pins, some: 1, by: 0.1 x 0 deg}",
  ])
  func `of the seed ignore sessions that draw points`(step: String) throws {
    for seed in 1...6 {
      let text = """
        scenario: A step that draws points
        seed: \(seed)
        device: phone-60hz
        map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 1 deg}
        data:
          pins: {points: [{id: a, at: 12 x 30 pt}, {id: b, at: 90 x 30 pt}, {id: c, at: 9 x 90 pt}]}
        layers: {pins: {}}
        steps:
          - add: {data: pins, into: pins}
          - \(step)
        """
      var explorer = Explorer()
      explorer.jobs = 0
      explorer.laws = try Explorer.laws(named: ["seed"])
      explorer.sessionLimit = 1
      try explorer.begin(withText: text)
      #expect(explorer.explore().findings.isEmpty, "seed \(seed)")
    }
  }

  @Test
  func `have mistakes that no other law shares`() {
    #expect(Set(PlantedFault.all.keys) == Set(Law.all.map(\.name)))
    #expect(Set(PlantedFault.all.values.map(\.name)).count == Law.all.count)
  }

  @Test
  func `have names and sentences of their own`() {
    #expect(Set(Law.all.map(\.name)).count == Law.all.count)
    #expect(Set(Law.all.map(\.sentence)).count == Law.all.count)
    #expect(Law.all.allSatisfy { $0.sentence.hasSuffix(".") })
  }
}

extension Explorer {
  /// Begins with the scenario of a text.
  mutating func begin(withText text: String) throws {
    let files = HeldFiles(texts: ["start.yaml": text])
    let scenarios = try ScenarioReader(files: files).read(path: "start.yaml").get()
    try begin(with: scenarios, at: "start.yaml", in: files)
  }

  /// The first failure in so many sessions.
  func firstFinding(within sessions: Int) -> Finding? {
    var explorer = self
    explorer.stopsAtFirst = true
    return (0..<sessions / explorer.batchSize).lazy.compactMap {
      explorer.batch($0).findings.first
    }.first
  }
}
