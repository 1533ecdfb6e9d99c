internal import Counts
internal import Formatting
internal import Instruments
internal import Measuring
package import Statistics
internal import Wire

/// Tests the judge on this machine with real processes of one program.
///
/// Any finding among them is a false alarm. A slow-down that is put in has to be found.
public struct JudgeSelfTest {
  /// The program to test, before it has identified itself.
  private let asked: Contender
  /// The program's scenarios, of which the first session is played.
  public let scenarios: [String]
  /// Further arguments for `run`.
  public let options: [String]
  /// The number of processes that are timed.
  public var processes = 1_500
  /// The number of comparisons among them for each slow-down.
  public var comparisons = 200
  /// Whether counts are tested too.
  public var hasCounts = true
  /// The seed of the orders and of the bursts.
  public var seed: UInt64 = 1
  /// Called before something that takes a while, with a sentence.
  public var note: (String) -> Void = { _ in }

  /// The number of times that instructions are counted: the pairs of 21 counts are 210
  /// comparisons.
  private static let countRuns = 21

  /// Creates a test of a program, after asking it to identify itself.
  public init(
    _ contender: Contender, scenarios: [String], options: [String]
  ) throws(ComparisonError) {
    var asked = contender
    try asked.greet()
    (self.asked, self.scenarios, self.options) = (asked, scenarios, options)
  }

  /// Starts the processes and collects the judge's verdicts.
  public func report() throws(ComparisonError) -> JudgeReport {
    let scratch = try ScratchFolder.made()
    defer { scratch.remove() }
    let played = try SideFacts.played(
      by: asked, scenarios: scenarios, options: options, in: scratch)
    guard let session = played.sessions.first else {
      throw ComparisonError(.missingInput, "there is no session to play")
    }
    let count = processes / 3
    note("timing \(3 * count) processes of \(session.id)")
    let rounds = try BlockSamples.rounds(of: asked, and: asked, file: session.file, id: session.id)
    var (blocks, wall) = ([PairedTimes.Block](), [PairedTimes.Block]())
    for order in BlockOrder.orders(count: count, seed: seed) {
      let samples = try BlockSamples(
        base: (asked, session.file), head: (asked, session.file), id: session.id,
        order: order, rounds: rounds)
      if let block = samples.block(of: { $0.processor }) { blocks.append(block) }
      if let block = samples.block(of: { $0.wall }) { wall.append(block) }
    }
    var report = JudgeReport(session: session.id, blocks: blocks, wall: wall, seed: seed)
    report.judge(comparisons: comparisons)
    report.hasCounts = hasCounts
    guard hasCounts else { return report }
    note("counting \(JudgeSelfTest.countRuns) times")
    let counter = Counter(contender: asked)
    for _ in 0..<JudgeSelfTest.countRuns {
      switch counter.counts(file: session.file, id: session.id) {
      case .success(let counts): report.counts.append(counts.instructions)
      case .failure(let error):
        report.countsUnavailable = error.words
        report.counts = []
        return report
      }
    }
    return report
  }
}

/// The judge's verdicts on processes of one program.
public struct JudgeReport: Hashable, Sendable {
  /// The slow-downs that are put in.
  static let slowdowns = [0, 0.02, 0.03, 0.05]
  /// The slow-down of counts that is put in.
  static let countSlowdown = 0.001

  let session: String
  /// The blocks by the processor's clock, which is judged.
  let blocks: [PairedTimes.Block]
  /// The same blocks by the wall clock, for comparison.
  let wall: [PairedTimes.Block]
  let seed: UInt64
  /// The outcomes on the processes as they were.
  package internal(set) var quiet: [JudgeTrial.Outcome] = []
  /// The outcomes with bursts of disturbance put in.
  package internal(set) var disturbed: [JudgeTrial.Outcome] = []
  /// The outcomes by the wall clock.
  package private(set) var onWall: [JudgeTrial.Outcome] = []
  /// Whether counts were tested too.
  package var hasCounts = false
  /// The instructions of processes of the program.
  package var counts: [Int64] = []
  /// Why instructions could not be counted; nil when they were.
  package var countsUnavailable: String?

  package mutating func judge(comparisons: Int) {
    func outcomes(_ blocks: [PairedTimes.Block]) -> [JudgeTrial.Outcome] {
      var trial = JudgeTrial(blocks: blocks)
      (trial.comparisons, trial.seed) = (comparisons, seed)
      return JudgeReport.slowdowns.map { trial.outcome(slowdown: $0) }
    }
    quiet = outcomes(blocks)
    disturbed = outcomes(JudgeTrial.disturbed(blocks, seed: seed))
    onWall = outcomes(wall)
  }

  /// The results of comparing every two counts.
  ///
  /// Each pair is compared unchanged, which counts false alarms, and with the slow-down put
  /// into the second, which counts findings.
  package var countPairs: (count: Int, falseAlarms: Int, found: Int) {
    var (count, falseAlarms, found) = (0, 0, 0)
    for (place, base) in counts.enumerated() {
      for head in counts[(place + 1)...] {
        let slower = head + Int64(Double(head) * JudgeReport.countSlowdown)
        func isChanged(_ head: Int64) -> Bool {
          CountsRow(session: session, metric: .instructions, base: base, head: head).change != 0
        }
        count += 1
        falseAlarms += isChanged(head) ? 1 : 0
        found += isChanged(slower) ? 1 : 0
      }
    }
    return (count, falseAlarms, found)
  }

  /// The result of the test.
  public enum Verdict: Hashable, Sendable {
    /// The judge finds every slow-down, and nothing else.
    case good
    /// It raises false alarms, or misses slow-downs.
    case bad
    /// The machine does not allow a verdict, with the reason.
    case unavailable(String)
  }

  /// Whether the judge may be trusted on this machine.
  ///
  /// False alarms have to be at most 1 % by times and 0 by counts. A slow-down of 3 % has to
  /// be found in 90 % of the comparisons by times, and one of 0.1 % always by counts.
  public var verdict: Verdict {
    guard isEnough else {
      return .unavailable(
        "too few processes to say anything of the judge: "
          + "\(MetricText.things(blocks.count, "block")), and \(JudgeReport.enoughBlocks) are "
          + "enough (--processes \(3 * JudgeReport.enoughBlocks))")
    }
    let pairs = countPairs
    guard !quiet.isEmpty, (quiet + disturbed).allSatisfy(JudgeReport.isGood),
      pairs.falseAlarms == 0, pairs.found == pairs.count
    else { return .bad }
    guard !hasCounts || pairs.count > 0 else {
      return .unavailable(
        "the judge of times is good, that of counts was not tested: "
          + (countsUnavailable ?? "nothing was counted"))
    }
    return .good
  }

  /// Whether an outcome has few enough mistakes.
  private static func isGood(_ outcome: JudgeTrial.Outcome) -> Bool {
    guard outcome.count > 0 else { return false }
    // A smaller slow-down lies on the floor and may be found or not, but is never an improvement.
    let alarms = outcome.slowdown > 0 ? outcome.improved : outcome.regressed + outcome.improved
    let isFound = outcome.slowdown < 0.03 || outcome.regressed * 10 >= outcome.count * 9
    return alarms * 100 <= outcome.count && isFound
  }

  /// The least number of blocks from which comparisons can be drawn.
  static let enoughBlocks = 300

  /// Whether there are enough blocks for a verdict.
  public var isEnough: Bool { blocks.count >= JudgeReport.enoughBlocks }

  private var headline: String {
    switch verdict {
    case .good: "the judge is good on this machine"
    case .bad: "the judge is NOT good on this machine"
    case .unavailable(let reason): reason
    }
  }

  /// The median difference between base and control over the blocks.
  private static func difference(in blocks: [PairedTimes.Block]) -> Double {
    let differences = blocks.map { ($0.control / $0.base - 1).magnitude }.sorted()
    return differences.isEmpty ? 0 : differences[differences.count / 2]
  }

  /// The report for people.
  public var text: String {
    let times = blocks.map(\.base).sorted()
    let median = times.isEmpty ? 0 : times[times.count / 2]
    var lines = [
      headline,
      "\(MetricText.things(blocks.count, "block")) of \(session): \(MetricText.lap(Int64(median)))",
      "median difference between control and BASE: "
        + "\(ComparisonText.percent(JudgeReport.difference(in: blocks), sign: false)) "
        + "of processor time, "
        + "\(ComparisonText.percent(JudgeReport.difference(in: wall), sign: false)) of wall time",
    ]
    for (name, outcomes) in [
      ("processor time", quiet), ("with bursts", disturbed), ("wall time", onWall),
    ] {
      lines += TextLayout.lines(of: outcomes) { outcome in
        [
          TableCell(
            name, "\(ComparisonText.percent(outcome.slowdown, sign: false)) slower", width: 14),
          TableCell("comparisons", "\(outcome.count)", isNumber: true),
          TableCell("regressed", "\(outcome.regressed)", isNumber: true),
          TableCell("improved", "\(outcome.improved)", isNumber: true),
          TableCell("unchanged", "\(outcome.unchanged)", isNumber: true),
          TableCell("inconclusive", "\(outcome.inconclusive)", isNumber: true),
          TableCell("unfit", "\(outcome.unfit)", isNumber: true),
          TableCell("blocks", "\(outcome.blocks / max(outcome.count, 1))", isNumber: true),
        ]
      }
    }
    if let countsUnavailable {
      lines.append("counts: unavailable: \(countsUnavailable)")
    } else if !counts.isEmpty {
      let pairs = countPairs
      let least = MetricText.count(counts.min() ?? 0)
      let most = MetricText.count(counts.max() ?? 0)
      lines.append(
        "counts: \(pairs.count) comparisons, \(pairs.falseAlarms) false alarms; "
          + "\(ComparisonText.percent(JudgeReport.countSlowdown, sign: false)) more instructions "
          + "found in \(pairs.found) of \(pairs.count); "
          + "\(least == most ? least : "\(least) to \(most)") instructions")
    }
    return lines.map { Escape.line($0) + "\n" }.joined()
  }

  /// The report for other programs, with the times that it rests on.
  public var json: String {
    func rows(_ outcomes: [JudgeTrial.Outcome]) -> JSON {
      .array(
        outcomes.map { outcome in
          .row([
            "slowdown": .number(outcome.slowdown), "comparisons": .int(outcome.count),
            "regressed": .int(outcome.regressed), "improved": .int(outcome.improved),
            "unchanged": .int(outcome.unchanged), "inconclusive": .int(outcome.inconclusive),
            "unfit": .int(outcome.unfit), "blocks": .int(outcome.blocks),
          ])
        })
    }
    return JSON.object([
      "version": .integer(ComparisonFile.version), "good": .flag(verdict == .good),
      "enough": .flag(isEnough), "counts unavailable": .text(countsUnavailable),
      "session": .string(session), "as they are": rows(quiet), "with bursts": rows(disturbed),
      "on the wall": rows(onWall),
      "blocks ns": .array(
        blocks.map { block in
          .line(.array([block.base, block.control, block.head].map { .integer(Int64($0)) }))
        }),
      "instructions": .line(.array(counts.map { .integer($0) })),
    ]).fileText
  }
}
