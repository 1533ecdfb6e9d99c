import ExactMath
import Testing
import Workloads

@testable import Statistics

/// Times of replays beside the reference work, and what histories find in them.
@Suite("Times beside the reference work")
struct RelativeTimeTests {
  /// A made-up machine, on which a replay takes 3 ms and the reference work 0.5 ms without load.
  struct Machine {
    private var stream: RandomStream
    /// How much longer everything takes at the moment.
    private var load = 1.0

    init(seed: Int) { stream = RandomStream(seed: UInt64(seed), name: "machine") }

    /// A number around zero with a deviation of one.
    private mutating func error() -> Double {
      (0..<12).reduce(0) { sum, _ in sum + stream.fraction() } - 6
    }

    /// A length as the clock shows it, with its error of 1 %.
    ///
    /// The reference work feels four fifths of the load.
    private mutating func lap(_ length: Double, sensitivity: Double = 1) -> Int64 {
      Int64(length * (1 + sensitivity * (load - 1)) * (1 + 0.01 * error()))
    }

    private mutating func reference() -> Int64 { lap(500_000, sensitivity: 0.8) }

    /// The time of a run.
    ///
    /// - Parameters:
    ///   - slowdown: How much slower the program is: 0.05 for 5 %.
    ///   - isLoaded: Whether others come and go, who slow everything by up to a half.
    ///   - layout: How much a process is slower or faster than the next one.
    /// - Returns: The time.
    mutating func time(
      slowdown: Double = 0, isLoaded: Bool, layout: Double = 0.005
    ) -> RelativeTime? {
      let length = 3_000_000 * (1 + slowdown) * (1 + layout * error())
      load = isLoaded ? 1 + 0.5 * stream.fraction() : 1
      var replays: [TimedReplay] = []
      var before = reference()
      for _ in 0..<RelativeTime.usualSamples * (isLoaded ? 8 : 1) {
        if isLoaded, stream.next(through: 4) == 0 { load = 1 + 0.5 * stream.fraction() }
        let replay = lap(length)
        replays.append(TimedReplay(replay: replay, before: before, after: reference()))
        before = replays[replays.count - 1].after
      }
      let level = TimedReplay.quietLevel(of: replays)
      return RelativeTime(replays.filter { $0.isQuiet(level: level) })
    }
  }

  private static func ratio(_ time: RelativeTime) -> Double {
    Double(time.processorNanoseconds) / Double(time.referenceNanoseconds)
  }

  /// Replays with the times of the reference work before the first one and after each.
  private static func turns(_ replays: [Int64], _ references: [Int64]) -> [TimedReplay] {
    replays.indices.map {
      TimedReplay(replay: replays[$0], before: references[$0], after: references[$0 + 1])
    }
  }

  @Test(
    arguments: [
      ([], [5]), (Array(repeating: 9, count: 6), Array(repeating: 3, count: 7)),
      ([9, 9, 9, 0, 9, 9, 9], Array(repeating: 3, count: 8)),
      (Array(repeating: 9, count: 7), [3, 3, 3, 3, 3, 3, 3, 0]),
    ] as [([Int64], [Int64])])
  func `without enough replays between laps there is no time`(
    replays: [Int64], references: [Int64]
  ) {
    #expect(RelativeTime(RelativeTimeTests.turns(replays, references)) == nil)
  }

  @Test
  func `a ratio is that of each replay to the laps around it`() throws {
    let time = try #require(
      RelativeTime(
        RelativeTimeTests.turns(
          Array(repeating: 9_000, count: 7), Array(repeating: 3_000, count: 8))))
    #expect(time.processorNanoseconds == 9_000 && time.referenceNanoseconds == 3_000)
    #expect(time.spreadMillionths == 0 && time.samples == 7 && time.isSteady)
  }

  /// A machine that becomes steadily slower, to three times the time.
  @Test
  func `a drift of the machine is none of the ratio`() throws {
    let references = (0...15).map { Int64(500_000 * Elementary.exp(0.07 * Double($0))) }
    let replays = (0..<15).map { Int64(3_000_000 * Elementary.exp(0.07 * (Double($0) + 0.5))) }
    let time = try #require(RelativeTime(RelativeTimeTests.turns(replays, references)))
    #expect((RelativeTimeTests.ratio(time) - 6).magnitude < 0.001)
    #expect(time.spreadMillionths < 20)
  }

  @Test
  func `disturbed replays move nothing while undisturbed ones are left`() throws {
    let references = Array(repeating: Int64(500_000), count: 16)
    var replays = (0..<15).map { Int64(3_000_000 + 1_000 * $0) }
    func time() throws -> RelativeTime {
      try #require(RelativeTime(RelativeTimeTests.turns(replays, references)))
    }
    let quiet = try time()
    for index in 5..<15 { replays[index] *= 3 }
    let half = try time()
    #expect(half == quiet && quiet.isSteady)
    replays[4] *= 3
    let few = try time()
    #expect(!few.isSteady)
  }

  /// Ranks that binomial probabilities of 1 in 10 give, and the normal distribution far out.
  @Test(arguments: [
    (7, 0, 3), (10, 0, 3), (15, 0, 4), (24, 0, 6), (53, 0, 10), (54, 1, 10), (60, 1, 11),
    (240, 14, 33), (1_000, 81, 119), (1_001, 81, 119), (8_000, 747, 853),
  ])
  func `the tenth is between two ranks`(count: Int, lower: Int, upper: Int) {
    #expect(RelativeTime.ranks(count: count) == lower...upper)
  }

  /// The more replays, the better the tenth is known.
  @Test
  func `the spread falls with the number of replays`() throws {
    func spread(_ count: Int) throws -> Int64 {
      // Each of the values occurs as often.
      let replays = (0..<count).map { Int64(3_000_000 + 300 * (($0 * 7_919) % 1_000)) }
      let references = Array(repeating: Int64(500_000), count: count + 1)
      return try #require(RelativeTime(RelativeTimeTests.turns(replays, references)))
        .spreadMillionths
    }
    let spreads = try [15, 60, 240, 1_000, 4_000].map(spread)
    #expect(zip(spreads, spreads.dropFirst()).allSatisfy { $0 > $1 }, "\(spreads)")
  }

  @Test
  func `a steady time has at most the spread of the limit`() {
    func time(_ spread: Int64) -> RelativeTime {
      RelativeTime(
        processorNanoseconds: 1, referenceNanoseconds: 1, spreadMillionths: spread, samples: 7)
    }
    #expect(RelativeTime.spreadLimit == 30_000)
    #expect(time(30_000).isSteady && !time(30_001).isSteady)
  }

  /// The reference work takes 3,200 ns when undisturbed; 320 ns more are still quiet.
  @Test(
    arguments: [
      (3_200, 3_200, true), (3_520, 3_200, true), (3_200, 3_520, true), (3_521, 3_200, false),
      (3_200, 3_521, false), (9_000, 9_000, false), (3_100, 3_100, true),
    ] as [(Int64, Int64, Bool)])
  func `a replay is quiet when the reference work was, before and after it`(
    before: Int64, after: Int64, isQuiet: Bool
  ) {
    for replay in [1, 5_000, 9_000_000] as [Int64] {
      let timed = TimedReplay(replay: replay, before: before, after: after)
      #expect(timed.isQuiet(level: 3_200) == isQuiet)
    }
  }

  /// Of 100 times one is too short by chance, and most are disturbed.
  @Test
  func `the quiet level is that of few undisturbed times, and not of one short one`() {
    let laps: [Int64] =
      [1_000] + Array(repeating: 3_200, count: 9)
      + (0..<90).map { 4_000 + 10 * $0 }
    let replays = stride(from: 0, to: 100, by: 2).map {
      TimedReplay(replay: 1, before: laps[$0], after: laps[$0 + 1])
    }
    #expect(TimedReplay.quietLevel(of: replays) == 3_200)
    #expect(TimedReplay.quietLevel(of: replays.reversed()) == 3_200)
    #expect(TimedReplay.quietLevel(of: []) == 0)
  }

  /// Ratios scatter by 1 % and, as each is beside two laps, by 0.7 %: a tenth of them is 1.57 %
  /// below the middle.
  @Test
  func `the spread reaches above the true tenth, in at least 39 of 40 runs`() throws {
    let tenth = Elementary.log(6) - 1.2816 * 0.01 * 1.5.squareRoot()
    var (count, sum) = (0, 0.0)
    for seed in 0..<1_000 {
      var machine = Machine(seed: seed)
      let measured = machine.time(isLoaded: false, layout: 0)
      let time = try #require(measured)
      let error = tenth - Elementary.log(RelativeTimeTests.ratio(time))
      sum += error / 1_000
      if error * 1_000_000 <= 2 * Double(time.spreadMillionths) { count += 1 }
    }
    #expect((975..<1_000).contains(count), "\(count) of 1,000")
    #expect(sum.magnitude < 0.002, "\(sum)")
  }

  // MARK: Histories

  /// Whether times have a change from a place on, with the reference work or without it.
  private func hasChange(
    _ times: [RelativeTime], isLeveled: Bool, from start: Int = 0
  ) -> Bool {
    let numbers = times.map {
      isLeveled ? RelativeTimeTests.ratio($0) : Double($0.processorNanoseconds)
    }
    let floor = NoiseFloor.ofTimes(
      numbers, spreads: isLeveled ? times.map(\.spreadMillionths) : [])
    return ChangePointDetector(noiseFloor: floor).changePoints(in: numbers)
      .contains { !$0.isSuspected && $0.index >= start }
  }

  /// The recorded runs of 60 of one program.
  private func runs(seed: Int, isLoaded: Bool) -> [RelativeTime] {
    var machine = Machine(seed: seed)
    return (0..<60).compactMap { _ in machine.time(isLoaded: isLoaded) }.filter(\.isSteady)
  }

  @Test(arguments: [false, true])
  func `no series of one program has a change, under changing load either`(isLoaded: Bool) {
    let series = (0..<300).map { runs(seed: $0, isLoaded: isLoaded) }
    #expect(series.count { hasChange($0, isLeveled: true) } == 0)
    let recorded = series.reduce(0) { $0 + $1.count }
    #expect(recorded >= 300 * (isLoaded ? 20 : 55), "\(recorded) recorded")
    // A level has three runs, so a series needs six to be judged.
    #expect(series.count { $0.count >= 6 } >= 290)
  }

  /// The machine is slower from run 30 on: the clock shows it, the ratio does not.
  @Test
  func `a slower machine is no slower program`() {
    for seed in 0..<100 {
      var machine = Machine(seed: seed)
      let times = (0..<60).compactMap { run -> RelativeTime? in
        guard let time = machine.time(isLoaded: false) else { return nil }
        let factor: Int64 = run < 30 ? 10 : 13
        return RelativeTime(
          processorNanoseconds: time.processorNanoseconds * factor / 10,
          referenceNanoseconds: time.referenceNanoseconds * factor / 10,
          spreadMillionths: time.spreadMillionths, samples: time.samples)
      }
      #expect(!hasChange(times, isLeveled: true) && hasChange(times, isLeveled: false))
    }
  }

  @Test
  func `a program that is 5 % slower is found within five runs`() {
    let found = (0..<300).count { seed in
      var machine = Machine(seed: seed)
      let times = (0..<25).compactMap { run in
        machine.time(slowdown: run < 20 ? 0 : 0.05, isLoaded: false)
      }
      return hasChange(times, isLeveled: true, from: 18)
    }
    #expect(found >= 297, "\(found) of 300")
  }
}
