internal import MapGeometry
internal import Workloads

/// Puts a judge of times to the test: on real processes of one program, where any finding is a
/// false alarm, and on the same with a slow-down put into every third.
public struct JudgeTrial: Sendable {
  /// What a judge said of comparisons with one slow-down.
  public struct Outcome: Hashable, Sendable {
    /// The slow-down, as a part: 0.03 for 3 %.
    public let slowdown: Double
    /// The comparisons.
    public var count = 0
    /// Those said to be slower.
    public var regressed = 0
    /// Those said to be faster.
    public var improved = 0
    /// Those said to be the same.
    public var unchanged = 0
    /// Those without an answer, the base having moved against itself.
    public var unfit = 0
    /// Those without an answer for any other reason.
    public var inconclusive = 0
    /// The blocks of all comparisons together.
    public var blocks = 0
  }

  /// What each of many processes took, in the order in which they ran.
  public let times: [Double]
  /// The judge.
  public var judge = TimesJudge()
  /// The comparisons for each slow-down.
  public var comparisons = 200
  /// The most blocks of a comparison.
  public var blockLimit = 60
  /// The seed of the orders.
  public var seed: UInt64 = 1

  /// A trial on the times of processes; at least as many as a comparison takes.
  public init(times: [Double]) { self.times = times }

  /// Compares again and again, as a real comparison goes: each begins somewhere else in the series,
  /// takes blocks in its order and stops when it is decided.
  public func outcome(slowdown: Double) -> Outcome {
    var outcome = Outcome(slowdown: slowdown)
    let limit = min(blockLimit, times.count / 3)
    guard limit > 0, comparisons > 0 else { return outcome }
    let room = times.count - 3 * limit
    for number in 0..<comparisons {
      let start = comparisons > 1 ? room * number / (comparisons - 1) : 0
      let blocks = blocks(from: start, count: limit, slowdown: slowdown, seed: UInt64(number))
      let (judgement, count) = judgement(of: blocks)
      outcome.count += 1
      outcome.blocks += count
      switch judgement?.verdict {
      case .regressed: outcome.regressed += 1
      case .improved: outcome.improved += 1
      case .unchanged: outcome.unchanged += 1
      case .inconclusive(.machineUnfit): outcome.unfit += 1
      case .inconclusive, nil: outcome.inconclusive += 1
      }
    }
    return outcome
  }

  /// The blocks of a comparison, from a place of the series on.
  private func blocks(
    from start: Int, count: Int, slowdown: Double, seed number: UInt64
  ) -> [PairedTimes.Block] {
    BlockOrder.orders(count: count, seed: seed &+ number).enumerated().map { index, order in
      var block = PairedTimes.Block(base: 0, control: 0, head: 0)
      for (place, leg) in order.enumerated() {
        let time = times[start + 3 * index + place]
        switch leg {
        case .base: block.base = time
        case .control: block.control = time
        case .head: block.head = time * (1 + slowdown)
        }
      }
      return block
    }
  }

  /// The judgement when it is settled or all blocks were seen, and how many it took.
  private func judgement(of blocks: [PairedTimes.Block]) -> (TimesJudgement?, blocks: Int) {
    var count = min(TimesJudge.fewestBlocks, blocks.count)
    while true {
      let row = PairedTimes(Array(blocks.prefix(count)))
      let judgement = judge.judgements(of: [row], isEnd: count == blocks.count)[0]
      if judgement?.isSettled ?? false || count == blocks.count { return (judgement, count) }
      count = min(Looks.next(after: count), blocks.count)
    }
  }
}

/// When a comparison looks at what it has measured.
public enum Looks {
  /// The number of blocks of the next look: a few more, since each look is another chance to be
  /// fooled.
  public static func next(after count: Int) -> Int {
    max(TimesJudge.fewestBlocks, count + max(1, count / 4))
  }
}

extension JudgeTrial {
  /// The series with neighbours that come and go: of each burst every process is slowed by up to
  /// 15 %, for 5 to 30 processes; about one process of five lies in a burst.
  public static func disturbed(_ times: [Double], seed: UInt64) -> [Double] {
    var stream = RandomStream(seed: seed, name: "bursts")
    var left = 0
    return times.map { time in
      if left == 0, stream.next(through: 69) == 0 { left = 5 + Int(stream.next(through: 25)) }
      guard left > 0 else { return time }
      left -= 1
      return time * (1 + 0.15 * stream.fraction())
    }
  }
}
