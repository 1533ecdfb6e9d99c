import ExactMath
import Statistics
import Testing
import Workloads

@Suite("Judge of times")
struct TimesJudgeTests {
  /// Blocks of processes that take 1,000 with noise, the head and the control some times as long.
  private func row(
    _ count: Int, head: Double = 1, control: Double = 1, noise: Double = 0.004, seed: UInt64 = 7
  ) -> PairedTimes {
    var stream = RandomStream(seed: seed, name: "times")
    func draw() -> Double {
      1_000 * (1 + noise * (stream.fraction() + stream.fraction() + stream.fraction() - 1.5))
    }
    return PairedTimes(
      (0..<count).map { _ in
        PairedTimes.Block(base: draw(), control: draw() * control, head: draw() * head)
      })
  }

  private func judged(
    _ rows: [PairedTimes], tolerance: Double = 0, isEnd: Bool = false
  ) -> [TimesJudgment?] {
    var judge = TimesJudge()
    judge.tolerance = tolerance
    return judge.judgments(of: rows, isEnd: isEnd)
  }

  private struct Case {
    var head = 1.0
    var control = 1.0
    var noise = 0.004
    var count = 12
    var tolerance = 0.0
    var isEnd = true
    var verdict: TimesVerdict
    var isSettled: Bool
  }

  /// One row each; the layout floor is 2 %.
  private static let cases: [Case] = [
    Case(head: 1.05, verdict: .regressed, isSettled: true),
    Case(head: 1.03, verdict: .regressed, isSettled: true),
    Case(head: 1 / 1.03, verdict: .improved, isSettled: true),
    Case(head: 1.05, isEnd: false, verdict: .regressed, isSettled: true),
    Case(head: 1.0, isEnd: false, verdict: .unchanged, isSettled: true),
    Case(head: 1.01, verdict: .unchanged, isSettled: true),
    // Between the floor and what is found: more blocks may tell, in the end nobody knows.
    Case(head: 1.02, isEnd: false, verdict: .inconclusive(.wideInterval), isSettled: false),
    Case(head: 1.0, noise: 0.2, verdict: .inconclusive(.wideInterval), isSettled: false),
    Case(head: 1.05, tolerance: 0.06, verdict: .unchanged, isSettled: true),
    Case(head: 1.05, tolerance: 0.03, verdict: .regressed, isSettled: true),
    // Too few blocks for an interval.
    Case(head: 2, count: 6, verdict: .inconclusive(.wideInterval), isSettled: false),
    Case(head: 2, count: 7, verdict: .regressed, isSettled: true),
    // The base moves against itself.
    Case(head: 1.05, control: 1.05, verdict: .inconclusive(.machineUnfit), isSettled: false),
    Case(head: 1.0, control: 1 / 1.04, verdict: .inconclusive(.machineUnfit), isSettled: false),
  ]

  @Test(arguments: cases.indices)
  func `verdicts follow from interval, floor and control`(index: Int) throws {
    let row = TimesJudgeTests.cases[index]
    let times = self.row(row.count, head: row.head, control: row.control, noise: row.noise)
    let judgment = try #require(
      judged([times], tolerance: row.tolerance, isEnd: row.isEnd)[0])
    #expect(judgment.verdict == row.verdict, "\(judgment)")
    #expect(judgment.isSettled == row.isSettled, "\(judgment)")
  }

  @Test
  func `noise of the base against itself raises the floor`() throws {
    // Control and base differ by up to 6 % either way, block by block; the head by 5 % always.
    let blocks = (0..<10).map { index -> PairedTimes.Block in
      let swing = index.isMultiple(of: 2) ? 1.06 : 1 / 1.06
      let base = 1_000 / swing.squareRoot()
      return PairedTimes.Block(base: base, control: base * swing, head: 1_050)
    }
    let judgment = try #require(judged([PairedTimes(blocks)], isEnd: true)[0])
    #expect(judgment.floor > 0.05, "\(judgment.floor)")
    #expect(judgment.change.lower > 0.04, "the head is always slower: \(judgment.change)")
    #expect(judgment.verdict == .inconclusive(.wideInterval), "\(judgment)")
  }

  @Test
  func `a row of many must be less likely by chance`() throws {
    // Seven blocks that all agree have p = 1/64, which one row may have and two must not.
    let (moved, still) = (row(7, head: 1.05), row(7))
    #expect(try #require(judged([moved])[0]).verdict == .regressed)
    let two = judged([moved, still])
    #expect(try #require(two[0]).verdict == .inconclusive(.manyRows))
    #expect(try #require(two[0]).isSettled == false)
    #expect(try #require(two[1]).verdict == .unchanged)
    #expect(try #require(judged([row(8, head: 1.05), still])[0]).verdict == .regressed)
  }

  @Test
  func `a row without times has no judgment, and is a test all the same`() throws {
    let judgments = judged([PairedTimes(), row(7, head: 1.05)])
    #expect(judgments[0] == nil)
    #expect(try #require(judgments[1]).verdict == .inconclusive(.manyRows))
  }

  /// A head that takes what the base takes divided by 1.05 is judged as one that takes 1.05 of it.
  @Test(arguments: 0..<8)
  func `swapped sides have swapped verdicts`(seed: UInt64) throws {
    let times = row(12, head: 1.05, seed: seed)
    let mirrored = PairedTimes(
      times.blocks.map {
        PairedTimes.Block(base: 1e6 / $0.base, control: 1e6 / $0.control, head: 1e6 / $0.head)
      })
    let (first, second) = (
      try #require(judged([times])[0]), try #require(judged([mirrored])[0])
    )
    #expect(first.verdict == .regressed && second.verdict == .improved)
    #expect((first.change.shift + second.change.shift).magnitude < 1e-12)
    #expect((first.change.lower + second.change.upper).magnitude < 1e-12)
    #expect(first.pValue == second.pValue)
  }

  @Test
  func `the least times are a second opinion`() throws {
    // Mostly slower, but the quickest process is much quicker: two modes.
    let row = PairedTimes(
      (0..<8).map {
        PairedTimes.Block(base: 1_000, control: 1_000, head: $0 == 3 ? 800 : 1_050)
      })
    let judgment = try #require(judged([row], isEnd: true)[0])
    #expect(judgment.minimaDisagree, "\(judgment)")
    #expect((TimesJudgment.ratio(judgment.changeOfMinima) - 0.8).magnitude < 1e-12)
    let plain = try #require(judged([self.row(8, head: 1.05)], isEnd: true)[0])
    #expect(!plain.minimaDisagree)
  }

  /// A machine that slows down steadily moves all three of two blocks by the same amount.
  @Test
  func `orders are drawn, and every second one is the reverse of the one before`() {
    let orders = BlockOrder.orders(count: 41, seed: 5)
    #expect(orders.count == 41)
    for order in orders { #expect(Set(order).count == 3) }
    for pair in stride(from: 0, to: 40, by: 2) {
      #expect(orders[pair + 1] == orders[pair].reversed())
    }
    #expect(Set(orders).count == 6, "all orders come")
    #expect(orders == BlockOrder.orders(count: 41, seed: 5))
    #expect(orders != BlockOrder.orders(count: 41, seed: 6))
    #expect(Array(orders.prefix(7)) == BlockOrder.orders(count: 7, seed: 5))
  }

  @Test
  func `looks come at 7, and then after a quarter more`() {
    var looks = [Looks.next(after: 0)]
    while let last = looks.last, last < 50 { looks.append(Looks.next(after: last)) }
    #expect(looks == [7, 8, 10, 12, 15, 18, 22, 27, 33, 41, 51])
  }

  /// Rounds that are slow together are slow in all three; what they differ by is the same.
  @Test
  func `processes that took turns are compared round by round`() throws {
    let block = try #require(
      PairedTimes.Block(
        rounds: [100, 200, 400], control: [100, 200, 400], head: [105, 210, 420]))
    #expect((block.base - 200).magnitude < 1e-9 && (block.control - 200).magnitude < 1e-9)
    #expect((block.head - 210).magnitude < 1e-9)
    let other = try #require(
      PairedTimes.Block(rounds: [100, 100, 100], control: [121, 121, 900], head: [110, 110, 110]))
    #expect((other.base - 100).magnitude < 1e-9 && (other.control - 121).magnitude < 1e-9)
    #expect((other.head - 110).magnitude < 1e-9, "as between both of the base")
    #expect(PairedTimes.Block(rounds: [], control: [], head: []) == nil)
    #expect(PairedTimes.Block(rounds: [1], control: [1, 2], head: [1]) == nil)
    #expect(PairedTimes.Block(rounds: [1], control: [1], head: [0]) == nil)
  }

  /// Rounds that are disturbed often, so that only the least one shows what the work takes.
  @Test
  func `the second opinion rests on the least round of each process`() throws {
    let rounds = try #require(
      PairedTimes.Block(
        rounds: [1_000, 1_300, 1_300], control: [1_300, 1_000, 1_300],
        head: [1_400, 1_400, 1_100]))
    let judgment = try #require(
      judged([PairedTimes(Array(repeating: rounds, count: 8))], isEnd: true)[0])
    #expect((TimesJudgment.ratio(judgment.changeOfMinima) - 1.1).magnitude < 1e-12)
  }
}
