import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Sensitivity

@Suite("Screening of costs")
struct CostStudyTests {
  /// A study of six costs in which the simulated time follows from the levels.
  private func study(_ time: @escaping ([Int]) -> Int64) -> CostSensitivity {
    func judgment(_ levels: [Int]) -> Judgment {
      var digest = TraceDigest()
      digest.observe(
        Event(time: .init(nanoseconds: time(levels)), step: 0, kind: .session(.ended)))
      return Judgment(
        fingerprints: [digest], isGood: [time(levels) < 1_120],
        headlines: [.nanoseconds(time(levels)), .never, .never, .never])
    }
    return CostStudy(
      costCount: 6, seed: 3, standard: judgment(Array(repeating: 2, count: 6)), judge: judgment
    ).run()
  }

  private func effect(_ cost: Int, in found: CostSensitivity) -> CostScreening.Effect? {
    CostScreening.effect(
      on: 0, found.effects.filter { $0.cost == cost }.compactMap { $0.shares[0] })
  }

  /// Where costs add up, each step has the same effect: twice the share of a half.
  @Test
  func `finds effects without a spread where costs add up`() {
    let found = study { 500 + 200 * Int64($0[1]) + 50 * Int64($0[4]) }
    #expect(found.consulted == [1, 4])
    #expect(effect(1, in: found) == .init(headline: 0, mean: 0.4, spread: 0))
    #expect(effect(4, in: found) == .init(headline: 0, mean: 0.1, spread: 0))
    #expect(effect(0, in: found) == nil)
    #expect(found.effects.count == 2 * CostStudy.pathCount)
    let changed = Set(found.effects.filter { !$0.flips.isEmpty }.map(\.cost))
    #expect(changed == [1] && found.changed == [0] && found.contradiction == nil)
  }

  @Test
  func `finds a spread where the effect of a cost depends on another`() {
    let found = study { 500 + 125 * Int64($0[2]) * Int64($0[3]) }
    let spread = effect(2, in: found)?.spread ?? 0
    #expect(found.consulted == [2, 3] && spread > 0.05)
  }

  @Test
  func `replays a few groups where no cost matters`() {
    let found = study { _ in 1_000 }
    #expect(found.consulted == [] && found.effects == [] && found.changed == [])
    #expect(found.replayCount == ConsultedSearch<Int, Int>.groups(of: 6).count)
  }

  @Test
  func `walks from half to double, changing each cost once`() {
    let paths = CostPaths.paths(200, ofCosts: 5, seed: 7)
    #expect(paths == CostPaths.paths(200, ofCosts: 5, seed: 7))
    #expect(paths != CostPaths.paths(200, ofCosts: 5, seed: 8))
    #expect(Set(paths.flatMap(\.levels)) == [1, 2, 3, 4])
    for path in paths {
      #expect(path.order.sorted() == [0, 1, 2, 3, 4] && path.levels.count == 5)
    }
    #expect((1...4).map(CostPaths.Path.changed) == [3, 4, 1, 2])
    let orders = Set(paths.map(\.order))
    #expect(orders.count > 80)
  }

  @Test(arguments: [
    ([], nil), ([0.5], CostScreening.Effect(headline: 2, mean: 0.5, spread: 0)),
    ([-0.5, 0.5], CostScreening.Effect(headline: 2, mean: 0.5, spread: 0.5)),
    ([1, 1, 3, 3], CostScreening.Effect(headline: 2, mean: 2, spread: 1)),
  ])
  func `takes the mean of amounts and the spread of changes`(
    shares: [Double], effect: CostScreening.Effect?
  ) {
    #expect(CostScreening.effect(on: 2, shares) == effect)
  }

  @Test
  func `ranks costs by verdicts, then by their largest effect`() {
    func result(_ effects: [(cost: Int, share: Double, flips: [Int])]) -> CostSensitivity {
      CostSensitivity(
        verdictCount: 4, consulted: Set(effects.map(\.cost)).sorted(),
        effects: effects.map {
          CostEffect(cost: $0.cost, shares: [$0.share, nil, nil, $0.share / 2], flips: $0.flips)
        }, replayCount: 9)
    }
    let screening = CostScreening(
      sample: "all",
      results: [
        result([(0, 0.1, []), (2, 0.3, []), (1, 0.01, [0, 3]), (1, 0.01, [3])]),
        result([(1, 0.01, [])]),
      ])
    let ranking = screening.ranking
    let names = [1, 2, 0].map { DeviceCost.all[$0].name }
    #expect(ranking.map(\.name) == names && names[0] == "view reuse")
    #expect(ranking.map(\.flips) == [2, 0, 0] && ranking.map(\.sessions) == [2, 1, 1])
    #expect(ranking.map(\.verdicts) == [8, 4, 4] && screening.replayCount == 18)
    #expect(ranking.map { $0.strongest?.headline } == [0, 0, 0])
  }
}
