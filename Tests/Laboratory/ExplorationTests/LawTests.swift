import ScenarioFiles
import Scenarios
import Testing

@testable import Exploration

/// Laws hold in sessions that are drawn, and each can fail.
@Suite("Laws of all sessions")
struct LawTests {
  /// The sessions that `make test` explores, the same each time; `make nightly` draws others.
  @Test(arguments: [UInt64(1), 2])
  func `hold in sessions of fixed seeds`(seed: UInt64) {
    var explorer = Explorer()
    explorer.seed = seed
    explorer.jobs = 0
    explorer.sessionLimit = 400
    let result = explorer.explore()
    #expect(result.findings.map { "\($0.law): \($0.sentence)\n\($0.text)" } == [])
    #expect(result.sessions > 350)
    #expect(result.signs > 400)
  }

  /// Each law has a mistake that breaks it; the session that shows it is small.
  @Test(arguments: Law.all.map(\.name))
  func `are broken by their planted mistakes`(name: String) throws {
    var explorer = Explorer()
    explorer.jobs = 0
    explorer.laws = try Explorer.laws(named: [name])
    explorer.fault = explorer.laws[0].fault
    if name == "faultless adjusters" { try explorer.begin(with: Self.calloutAtEdge) }
    let found = explorer.firstFinding(within: 1_000)
    let small = explorer.smallest(try #require(found, "\(explorer.laws[0].fault.name)"))
    #expect(small.law == name)
    #expect(small.steps <= 10)
    #expect(small.points <= 10)
  }

  private static let maker = ScenarioMaker(reader: ScenarioReader(files: OneFile()))
  private static let drawn = (UInt64(0)..<120).compactMap { seed in
    maker.mended(SessionDrawer(schema: ScenarioSchema()).scenario(Chance(seed: seed)))
  }

  /// A relation that compares a session with itself would hold whatever the program does.
  @Test(arguments: Law.all.filter(\.isOfPairs).map(\.name))
  func `of pairs compare two different scenarios`(name: String) throws {
    let law = try #require(Explorer.laws(named: [name]).first)
    guard case .pair(let relation) = law.check else { return }
    var (applied, differing) = (0, 0)
    for (number, made) in Self.drawn.enumerated() {
      switch relation.others(made, Self.maker, Chance(seed: UInt64(number))) {
      case .none: continue
      case .invalid(let mistake): Issue.record("session \(number): \(mistake)")
      case .sessions(let one, let other):
        applied += 1
        let texts = [(one ?? made), other].map { ScenarioText($0.root).text }
        let isOtherSeed = (one ?? made).scenario.seed != other.scenario.seed
        if texts[0] != texts[1] || isOtherSeed { differing += 1 }
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

  @Test
  func `have names and sentences of their own`() {
    #expect(Set(Law.all.map(\.name)).count == Law.all.count)
    #expect(Set(Law.all.map(\.sentence)).count == Law.all.count)
    #expect(Law.all.allSatisfy { $0.sentence.hasSuffix(".") })
  }
}

extension Explorer {
  /// The first failure in so many sessions.
  func firstFinding(within sessions: Int) -> Finding? {
    var explorer = self
    explorer.stopsAtFirst = true
    return (0..<sessions / Explorer.batchSize).lazy.compactMap {
      explorer.batch($0).findings.first
    }.first
  }
}
