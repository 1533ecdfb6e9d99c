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
  private static let millisecond: Int64 = 1_000_000

  /// Lengths of replays in milliseconds, the limit, and the replays of each session.
  @Test(
    arguments: [
      ([], 1_000, []), ([1], 1_000, [15]), ([3, 1, 2], 1_000, [15, 15, 15]),
      ([3, 1, 2], 100, [10, 15, 15]), ([400, 1, 400, 1], 500, [0, 15, 0, 15]),
      ([400, 1], 3_300, [7, 15]), ([1], 12, [0]), ([1], 13, [7]), ([.max], 1_000, [0]),
    ] as [([Int64], Int64, [Int])])
  func `short sessions come first, and what is left is shared`(
    lengths: [Int64], limit: Int64, expected: [Int]
  ) {
    let nanoseconds = lengths.map { $0 == .max ? $0 : $0 * SessionTimesTests.millisecond }
    let counts = SessionRun.replayCounts(
      nanoseconds.enumerated().map { ($0, $1) }, within: limit * SessionTimesTests.millisecond)
    var found = Array(repeating: 0, count: lengths.count)
    for (session, count) in counts { found[session] = count }
    #expect(found == expected)
    #expect(counts.map(\.session) == counts.map(\.session).sorted())
  }

  /// Six short sessions have all their replays, and of 361 as long as those of this repository
  /// most have a time.
  @Test
  func `a small folder has all times, and a large one most`() {
    let limit = SessionRun.timesLimit / 5 * 4
    func counts(_ sessions: Int) -> [Int] {
      SessionRun.replayCounts(
        (0..<sessions).map { ($0, Int64($0 % 20) * 700_000) }, within: limit
      ).map(\.count)
    }
    #expect(counts(6) == Array(repeating: RelativeTime.usualSamples, count: 6))
    #expect(counts(361).count > 181, "\(counts(361).count)")
    #expect(counts(361).allSatisfy { (7...15).contains($0) })
  }

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
        noises(noise)
        return MachineVerdict(failures: failures)
      }
    }
    run.stopwatch.replays = { runner, count in
      let scatters = runner.scenario.id.hasSuffix("s1")
      return TimedReplays(
        replays: (0..<count).map { Int64(scatters && $0.isMultiple(of: 2) ? 900 : 600) },
        references: Array(repeating: 300, count: count + 1))
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
    #expect(found.machine == MachineVerdict(failures: []) && found.samples == [0: 15, 2: 15])
    #expect(noise == Array(repeating: 300, count: 9))
    run.samples = 60
    found = times(of: run, [nil, nil, nil])
    #expect(found.samples[0] == 60 && found.samples[2] == 60)
  }

  @Test
  func `no session of an unfit machine has a time`() throws {
    let found = try times(of: run(failures: ["pressure"]))
    #expect(found.machine == MachineVerdict(failures: ["pressure"]) && found.samples.isEmpty)
  }

  /// The lengths are unknown, or too long for seven replays.
  @Test(arguments: [nil, 5_000_000_000] as [Int64?])
  func `nothing is said of the machine where nothing was measured`(length: Int64?) throws {
    let found = try times(of: run(failures: []), [length, length, length])
    #expect(found.machine == nil && found.samples.isEmpty)
    #expect(try times(of: run(failures: []), [length, 10, 10]).samples == [2: 15])
  }
}
