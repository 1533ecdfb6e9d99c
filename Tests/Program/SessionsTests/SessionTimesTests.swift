import Measuring
import Reporting
import Scenarios
import Statistics
import Support
import Testing

@testable import Sessions

/// Which sessions of a run have times for histories.
@Suite("Times of sessions")
struct SessionTimesTests {
  /// A run of three scenarios, of which the second one scatters.
  private func run(
    failures: [String], noises: @escaping ([Int64]) -> Void = { _ in }
  ) throws -> SessionRun {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for file in 0..<3 {
      try scratch.file(
        "in/s\(file).yaml",
        """
        scenario: One wait
        device: test-phone
        map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
        steps: [{wait: 1 s}]

        """)
    }
    var run = SessionRun(try ScenarioQuery(paths: [scratch.path + "/in"]).read().scenarios)
    run.stopwatch.watch = {
      { noise in
        if let noise { noises(noise) }
        return MachineVerdict(failures: failures)
      }
    }
    run.stopwatch.replays = { runner, count in
      let scatters = runner.scenario.id.hasSuffix("s1")
      return (0..<count).map {
        TimedReplay(replay: 600 + (scatters ? 50 * Int64($0) : 0), before: 300, after: 300)
      }
    }
    return run
  }

  /// The samples of each session that has a time.
  private func times(
    of run: SessionRun, _ lengths: [Int64?] = [10, 10, 10]
  ) -> (machine: MachineVerdict?, samples: [Int: Int]) {
    var samples: [Int: Int] = [:]
    let machine = run.relativeTimes(of: Array(run.scenarios.indices), lengths) {
      samples[$0] = $1.samples
    }
    return (machine, samples)
  }

  @Test
  func `steady sessions of a fit machine have times`() throws {
    var noise: [Int64] = []
    var run = try run(failures: []) { noise = $0 }
    #expect(run.scenarios.count == 3)
    var found = times(of: run)
    #expect(found.machine == MachineVerdict(failures: []) && found.samples == [0: 16, 2: 16])
    #expect(noise == [300, 300, 300])
    run.samples = 60
    found = times(of: run, [nil, nil, nil])
    #expect(found.samples[0] == 64 && found.samples[2] == 64)
  }

  @Test
  func `no session of an unfit machine has a time`() throws {
    let found = try times(of: run(failures: ["pressure"]))
    #expect(found.machine == MachineVerdict(failures: ["pressure"]) && found.samples.isEmpty)
  }

  /// The lengths are unknown, or too long for a round.
  @Test(arguments: [nil, 5_000_000_000] as [Int64?])
  func `nothing is said of the machine where nothing was measured`(length: Int64?) throws {
    let found = try times(of: run(failures: []), [length, length, length])
    #expect(found.machine == nil && found.samples.isEmpty)
    #expect(try times(of: run(failures: []), [length, 10, 10]).samples == [2: 16])
  }

  /// A clock moves with each replay: lengths of replays in milliseconds, whether the machine is
  /// disturbed, and the replays of each session that are tried.
  @Test(
    arguments: [
      ([1, 2, 3], nil, false, [16, 16, 16]), ([1, 2, 3], nil, true, [120, 120, 120]),
      ([1, 2, 3], 20, true, [160, 160, 160]), ([1, 2, 3], 20, false, [24, 24, 24]),
      ([600, 1, 500], nil, true, [8, 80, 8]),
      ([700, 1, 500], nil, true, [0, 120, 16]), ([600, 1, 500], 7, false, [8, 8, 8]),
      ([2_000, 1, .max / 2_000_000], nil, false, [0, 16, 0]),
    ] as [([Int64], Int?, Bool, [Int])])
  func `sessions are replayed in rounds until they have quiet replays, within the limit`(
    lengths: [Int64], samples: Int?, isDisturbed: Bool, expected: [Int]
  ) throws {
    var run = try run(failures: [])
    run.samples = samples
    var (now, tried) = (Int64(0), [0, 0, 0])
    run.stopwatch.now = { now }
    run.stopwatch.replays = { runner, count in
      let session = Int(runner.scenario.id.suffix(1)) ?? 0
      tried[session] += count
      now += lengths[session] * 1_000_000 * Int64(count + 1)
      return (0..<count).map {
        TimedReplay(replay: 600, before: isDisturbed && $0 > 0 ? 400 : 300, after: 300)
      }
    }
    let found = times(of: run, lengths.map { $0 * 1_000_000 })
    #expect(tried == expected)
    #expect(
      found.samples.keys.sorted()
        == expected.indices.filter { expected[$0] > (isDisturbed ? 48 : 0) })
  }

  /// Replays of a disturbed machine are left out, and so are sessions with too few others.
  @Test
  func `only quiet replays count`() throws {
    var run = try run(failures: [])
    run.stopwatch.replays = { runner, count in
      let most = runner.scenario.id.hasSuffix("s0") ? 1 : 8
      return (0..<count).map {
        $0 < most
          ? TimedReplay(replay: 600, before: 300, after: 300)
          : TimedReplay(replay: 900, before: 300, after: 400)
      }
    }
    var found: [Int: RelativeTime] = [:]
    _ = run.relativeTimes(of: [0, 1, 2], [1, 1, 1]) { found[$0] = $1 }
    #expect(found.keys.sorted() == [0, 1, 2])
    #expect(found[0]?.samples == 15 && found[0]?.processorNanoseconds == 600)
  }

  /// The machine becomes busy, or turns out to be unfit, after some rounds.
  @Test(arguments: 0..<4)
  func `rounds end when the machine is not fit any more`(rounds: Int) throws {
    var run = try run(failures: [])
    var (asked, tried) = (0, 0)
    run.stopwatch.watch = {
      { noise in
        asked += noise == nil ? 1 : 0
        return MachineVerdict(failures: asked > rounds ? ["pressure"] : [])
      }
    }
    run.stopwatch.replays = { _, count in
      tried += 1
      return Array(repeating: TimedReplay(replay: 600, before: 0, after: 0), count: count)
    }
    let found = times(of: run)
    #expect(found.machine == MachineVerdict(failures: ["pressure"]) && found.samples.isEmpty)
    #expect(tried == 3 * rounds)
  }

  /// Others slow the machine in the first two rounds; the last session still scatters then.
  @Test
  func `sessions are replayed again when the machine turns out to have been disturbed`() throws {
    var run = try run(failures: [])
    var calls = 0
    run.stopwatch.replays = { runner, count in
      calls += 1
      let lap: Int64 = calls <= 6 ? 400 : 300
      let scatters = calls <= 6 && runner.scenario.id.hasSuffix("s2")
      return (0..<count).map {
        TimedReplay(replay: 2 * lap + (scatters ? 50 * Int64($0) : 0), before: lap, after: lap)
      }
    }
    #expect(times(of: run).samples == [0: 16, 1: 16, 2: 16])
    #expect(calls == 12)
  }

  @Test
  func `the noise is that of the least times in each third`() {
    func laps(_ times: [Int64]) -> [TimedReplay] {
      times.map { TimedReplay(replay: 1, before: 1, after: $0) }
    }
    #expect(SessionRun.noise(of: laps([5, 4, 6, 9, 7, 8, 2, 3, 4])) == [4, 7, 2])
    #expect(SessionRun.noise(of: laps([5, 4, 6, 9])) == [5, 4, 6])
    #expect(SessionRun.noise(of: laps([5])) == [5])
  }
}
