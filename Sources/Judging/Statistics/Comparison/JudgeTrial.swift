internal import ExactMath
internal import Workloads

/// Tests a judge of times on real processes of one program.
///
/// Any finding among them is a false alarm. Then a slow-down is put into every third
/// process.
public struct JudgeTrial: Sendable {
  /// The verdicts on comparisons with one slow-down.
  public struct Outcome: Hashable, Sendable {
    /// The slow-down, as a part: 0.03 for 3 %.
    public let slowdown: Double
    /// The number of comparisons.
    public var count = 0
    /// The number of comparisons judged slower.
    public var regressed = 0
    /// The number of comparisons judged faster.
    public var improved = 0
    /// The number of comparisons judged unchanged.
    public var unchanged = 0
    /// The number of comparisons without an answer because the base moved against itself.
    public var unfit = 0
    /// The number of comparisons without an answer for any other reason.
    public var inconclusive = 0
    /// The number of blocks of all comparisons together.
    public var blocks = 0
  }

  /// Blocks of processes of one program, in the order in which they ran.
  public let blocks: [PairedTimes.Block]
  /// The judge.
  public var judge = TimesJudge()
  /// The number of comparisons for each slow-down.
  public var comparisons = 200
  /// The most blocks of a comparison.
  public var blockLimit = TimesJudge.mostBlocks
  /// The seed of the orders.
  public var seed: UInt64 = 1

  /// A trial on blocks; at least as many as a comparison takes.
  public init(blocks: [PairedTimes.Block]) { self.blocks = blocks }

  /// Compares again and again, as a real comparison goes: each begins somewhere else in the series,
  /// takes blocks in its order and stops when it is decided.
  public func outcome(slowdown: Double) -> Outcome {
    var outcome = Outcome(slowdown: slowdown)
    let limit = min(blockLimit, blocks.count)
    guard limit > 0, comparisons > 0 else { return outcome }
    let room = blocks.count - limit
    for number in 0..<comparisons {
      let start = comparisons > 1 ? room * number / (comparisons - 1) : 0
      let blocks = blocks(from: start, count: limit, slowdown: slowdown, seed: UInt64(number))
      let (judgment, count) = judgment(of: blocks)
      outcome.count += 1
      outcome.blocks += count
      switch judgment?.verdict {
      case .regressed: outcome.regressed += 1
      case .improved: outcome.improved += 1
      case .unchanged: outcome.unchanged += 1
      case .inconclusive(.machineUnfit): outcome.unfit += 1
      case .inconclusive, nil: outcome.inconclusive += 1
      }
    }
    return outcome
  }

  /// The blocks of a comparison, from a place of the series on; who is the base, the control and
  /// the head is drawn, since all are one program.
  private func blocks(
    from start: Int, count: Int, slowdown: Double, seed number: UInt64
  ) -> [PairedTimes.Block] {
    zip(BlockOrder.orders(count: count, seed: seed &+ number), blocks[start...]).map {
      order, times in
      var (base, control, head) = (times.base, times.control, times.head)
      for (leg, time) in zip(order, [times.base, times.control, times.head]) {
        switch leg {
        case .base: base = time
        case .control: control = time
        case .head: head = time * (1 + slowdown)
        }
      }
      return PairedTimes.Block(base: base, control: control, head: head)
    }
  }

  /// The judgment when it is settled or all blocks were seen, and how many it took.
  private func judgment(of blocks: [PairedTimes.Block]) -> (TimesJudgment?, blocks: Int) {
    var count = min(TimesJudge.fewestBlocks, blocks.count)
    while true {
      let row = PairedTimes(Array(blocks.prefix(count)))
      let judgment = judge.judgments(of: [row], isEnd: count == blocks.count)[0]
      if judgment?.isSettled ?? false || count == blocks.count { return (judgment, count) }
      count = min(Looks.next(after: count), blocks.count)
    }
  }
}

/// The schedule on which a comparison looks at its measurements.
public enum Looks {
  /// Returns the number of blocks of the next look.
  ///
  /// It grows by a few blocks, since each look is another chance of a false finding.
  public static func next(after count: Int) -> Int {
    max(TimesJudge.fewestBlocks, count + max(1, count / 4))
  }
}

extension JudgeTrial {
  /// The series with neighbors that come and go, for 2 to 10 blocks; about one block of five lies
  /// in a burst.
  ///
  /// Processes that take turns are slowed together, by up to 15 %, and each by up to 3 % more.
  public static func disturbed(
    _ blocks: [PairedTimes.Block], seed: UInt64
  ) -> [PairedTimes.Block] {
    var stream = RandomStream(seed: seed, name: "bursts")
    var left = 0
    return blocks.map { block in
      if left == 0, stream.next(through: 23) == 0 { left = 2 + Int(stream.next(through: 8)) }
      guard left > 0 else { return block }
      left -= 1
      let burst = 1 + 0.15 * stream.fraction()
      func slowed(_ time: Double) -> Double { time * burst * (1 + 0.03 * stream.fraction()) }
      return PairedTimes.Block(
        base: slowed(block.base), control: slowed(block.control), head: slowed(block.head))
    }
  }
}
