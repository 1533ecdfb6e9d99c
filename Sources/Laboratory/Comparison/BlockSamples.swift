internal import Formatting
internal import Instruments
internal import Measuring
internal import Statistics

/// The times of a block: three fresh processes that take turns, a round each.
struct BlockSamples {
  private let samples: [BlockOrder.Leg: TimesSample]

  /// The times of the base.
  var base: TimesSample? { samples[.base] }

  /// Starts the three processes, runs their rounds, and collects their times.
  ///
  /// The order is the same in each round, so that each process always finds the caches as the
  /// same other one left them. With an order that reverses, the last process of a round is
  /// the first of the next and finds its own caches: its rounds are of two kinds, and their
  /// median falls on either.
  init(
    base: (contender: Contender, file: String), head: (contender: Contender, file: String),
    id: String, order: [BlockOrder.Leg], rounds: Rounds, hasPhases: Bool = false
  ) throws(ComparisonError) {
    var running: [(leg: BlockOrder.Leg, contender: Contender, process: TurnTaker)] = []
    for leg in order {
      let (contender, file) = leg == .head ? head : base
      let process = try contender.startTimes(
        file: file, id: id, repeats: rounds.repeats, hasPhases: hasPhases)
      running.append((leg, contender, process))
    }
    // The first round warms up.
    for _ in 0...rounds.count {
      for one in running {
        // One that does no more says why when it is asked for its times.
        guard one.process.takeTurn() else { break }
      }
    }
    var samples: [BlockOrder.Leg: TimesSample] = [:]
    for one in running {
      samples[one.leg] = try one.contender.times(of: one.process.finish(), id: id)
    }
    self.samples = samples
    guard block(of: { $0.processor }) != nil else {
      throw ComparisonError(
        .faultyInput, "the processes of \(id) answer with other rounds, or without time",
        help: "run it again; if it stays so, build both again")
    }
  }

  /// The block of some times; nil when there are none.
  func block(of times: (TimesSample) -> [Int64]) -> PairedTimes.Block? {
    guard let base = samples[.base], let control = samples[.control], let head = samples[.head]
    else { return nil }
    return PairedTimes.Block(rounds: times(base), control: times(control), head: times(head))
  }

  /// The target time of all rounds of a process together, in nanoseconds.
  ///
  /// It is about as long as three processes take to start, where the blocks of a minute are
  /// the most conclusive.
  private static let processLength: Int64 = 60_000_000

  /// The least time of a round, in nanoseconds: each process finds the caches as the others
  /// left them.
  private static let roundLength: Int64 = 3_000_000

  /// The rounds of each process.
  struct Rounds: Hashable {
    /// An odd number.
    var count: Int
    /// The number of replays in a round; nil where one of the two builds does not repeat.
    var repeats: Int?
  }

  /// The rounds of the processes of two builds, found by trying.
  static func rounds(
    of base: Contender, and head: Contender, file: String, id: String
  ) throws(ComparisonError) -> Rounds {
    let process = try base.startTimes(file: file, id: id, repeats: nil, hasPhases: false)
    while process.takeTurn(), process.takeTurn() { break }
    let sample = try base.times(of: process.finish(), id: id)
    var length = max(sample.processor.first ?? 0, 1)
    var repeats: Int?
    if base.counting != nil, head.counting != nil {
      let count = min(max(roundLength / length, 1), 7)
      repeats = Int(count)
      length *= count
    }
    return Rounds(count: Int(min(max(processLength / length, 5), 31)) | 1, repeats: repeats)
  }
}

extension Contender {
  /// Starts a fresh process that times a session in turns.
  fileprivate func startTimes(
    file: String, id: String, repeats: Int?, hasPhases: Bool
  ) throws(ComparisonError) -> TurnTaker {
    let program = program(
      ["sample", file, "--id", id, "--meter", "times"] + (hasPhases ? ["--phases"] : [])
        + (repeats.map { ["--repeats", "\($0)"] } ?? []) + sampleOptions)
    guard let process = TurnTaker.start(program) else {
      throw ComparisonError(
        .cannotWrite, "the system gives no process for \(name)", help: "end other programs")
    }
    return process
  }

  /// The times that a process measured.
  fileprivate func times(
    of result: ChildProcess.Result, id: String
  ) throws(ComparisonError) -> TimesSample {
    guard result.isSuccess else {
      throw ComparisonError(
        .aborted, "\(name) '\(label)' does not time \(id):" + result.complaints.lastLines(8))
    }
    let sample = try Contender.decode(TimesSample.self, from: result.output, of: self)
    guard sample.session == id else {
      throw ComparisonError(
        .faultyInput, "\(name) '\(label)' answers for another session than \(id)",
        help: "run it again; if it stays so, build it again")
    }
    return sample
  }
}
