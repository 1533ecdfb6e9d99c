import Statistics
import Testing

@testable import Measuring

@Suite("Whether a machine is fit")
struct MachineFitnessTests {
  /// A machine on which nothing is wrong.
  private static let files = [
    "/sys/bus/event_source/devices/cpu/type": "4\n", "/proc/sys/kernel/perf_event_paranoid": "2\n",
    "/proc/pressure/cpu": "some avg10=1.25 avg60=0.00 avg300=0.00 total=9\nfull avg10=0.00\n",
    "/proc/cpuinfo": "processor\t: 0\nmodel name\t: x\n\nprocessor\t: 1\nmodel name\t: x\n",
    "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "performance\n",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
  ]

  private func texts(_ changes: [String: String?] = [:]) -> SystemTexts {
    let files = MachineFitnessTests.files.merging(changes.compactMapValues(\.self)) { $1 }
      .filter { changes[$0.key] ?? "" != nil }
    return SystemTexts { files[$0] }
  }

  private func probes(
    perf: String? = "6.1", valgrind: String? = "3.19.0", isServing: Bool = true,
    canFix: Bool = true, isDebug: Bool = false, clock: Int64 = 21,
    noise: [Int64] = [1_000, 1_010, 990, 1_000], ticks: (Int64, Int64)? = (1_000, 5),
    busy: (all: Int64, own: Int64) = (450, 400), refusalOfPerf: MeasuringError? = nil
  ) -> MachineFitness.Probes {
    var probes = MachineFitness.Probes(
      perf: perf, valgrind: valgrind, isAllocatorServing: isServing, allocator: "5.3.0",
      canFixAddresses: canFix,
      times: MachineFitness.TimeProbes(
        isDebugBuild: isDebug, clockNanoseconds: clock, noise: noise,
        ticks: ticks.map {
          SystemTexts.Ticks(all: $0.0, stolen: $0.1, busy: busy.all, own: busy.own)
        }))
    probes.refusalOfPerf = refusalOfPerf
    return probes
  }

  /// The checks that are not good, as `name: state`.
  private func errors(_ fitness: MachineFitness) -> [String] {
    fitness.checks.filter { $0.state != .good }.map { "\($0.name): \($0.state.rawValue)" }
  }

  @Test
  func `a good machine is fit, and needs no remedy`() {
    let fitness = MachineFitness(texts(), probes())
    #expect(errors(fitness).isEmpty)
    #expect(fitness.verdict == .fit)
    #expect(fitness.checks.allSatisfy { $0.remedy == nil })
  }

  @Test
  func `a tool that is there but does not run is told with its remedy`() throws {
    let refused = probes(
      refusalOfPerf: .unavailable("perf is not permitted", help: "ask for it"))
    let perf = MachineFitness(texts(), refused)
    #expect(errors(perf) == ["perf: missing"])
    let check = try #require(perf.checks.first { $0.name == "perf" })
    #expect(check.finding == "6.1, but perf is not permitted")
    #expect(check.remedy == "ask for it")
    #expect(perf.verdict == .fit, "only profiles need it")
    var bare = probes()
    bare.hasStrip = false
    let path = "/sys/bus/event_source/devices/cpu/type"
    #expect(errors(MachineFitness(texts(), bare)) == ["strip: missing"])
    #expect(MachineFitness(texts([path: nil]), bare).verdict == .timesOnly)
  }

  @Test
  func `a valgrind that does not run is told from none, and counts no longer instead`() throws {
    let path = "/sys/bus/event_source/devices/cpu/type"
    var broken = probes(valgrind: nil)
    broken.missingValgrind = .rest(path: "/x/valgrind")
    let fitness = MachineFitness(texts([path: nil]), broken)
    #expect(errors(fitness) == ["processor counters: missing", "valgrind: no counts"])
    let check = try #require(fitness.checks.first { $0.name == "valgrind" })
    #expect(check.finding == "/x/valgrind does not run")
    #expect(check.remedy == "'/x/valgrind --tool=callgrind --version' says why")
    #expect(fitness.checks[0].remedy == "see valgrind: it counts instead")
    let none = MachineFitness(texts([path: nil]), probes(valgrind: nil))
    #expect(none.checks.first { $0.name == "valgrind" }?.finding == "not installed")
    #expect(none.checks.first { $0.name == "valgrind" }?.remedy == "apt-get install valgrind")
    let counting = MachineFitness(texts([path: nil]), probes())
    #expect(counting.checks[0].remedy == "do nothing: valgrind counts instead")
  }

  @Test(arguments: [
    ("/sys/bus/event_source/devices/cpu/type", nil, "processor counters: missing"),
    ("/proc/pressure/cpu", "some avg10=10.10 avg60=0.00\n", "pressure: no times"),
    ("/proc/pressure/cpu", "some\n", "pressure: missing"),
    ("/proc/pressure/cpu", nil, "pressure: missing"),
    ("/proc/cpuinfo", "processor\t: 0\n", "cores: no times"),
    ("/proc/cpuinfo", "", "cores: missing"),
    (
      "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n", "governor: no times"
    ),
  ])
  func `each text of the system is judged`(path: String, text: String?, error: String) {
    let fitness = MachineFitness(texts([path: text]), probes())
    #expect(errors(fitness) == [error])
    #expect(fitness.isFitForTimes == !error.hasSuffix("no times"))
    #expect(fitness.isFitForCounts)
  }

  @Test
  func `each probe is judged`() {
    func found(_ probes: MachineFitness.Probes) -> [String] {
      errors(MachineFitness(texts(), probes))
    }
    #expect(found(probes(perf: nil)) == ["perf: missing"])
    #expect(found(probes(isServing: false)) == ["allocator: no counts"])
    #expect(found(probes(canFix: false)) == ["fixed addresses: missing"])
    #expect(found(probes(isDebug: true)) == ["build: no times"])
    #expect(found(probes(clock: 201)) == ["clock: no times"])
    #expect(found(probes(ticks: (1_000, 6))) == ["steal: no times"])
    #expect(found(probes(ticks: nil)) == ["steal: missing", "other programs: missing"])
    #expect(found(probes(busy: (500, 400))).isEmpty)
    #expect(found(probes(busy: (501, 400))) == ["other programs: no times"])
    // Ticks are counted for the wrong program now and then.
    #expect(found(probes(busy: (300, 400))).isEmpty)
    #expect(found(probes(ticks: (20, 0), busy: (13, 10))).isEmpty)
    #expect(found(probes(ticks: (20, 0), busy: (14, 10))) == ["other programs: no times"])
    #expect(found(probes(noise: [1_000, 1_050, 950])) == ["noise: no times"])
    #expect(found(probes(noise: [])) == ["noise: no times"])
  }

  private static let refusal = MeasuringError.unavailable("perf is not permitted", help: "ask")

  /// Who has the right may look at every level, and without it at none; the level is all that is
  /// known where perf is not installed.
  @Test(
    arguments: [
      ("6.1", nil, "2\n", []), ("6.1", nil, "3\n", []), ("6.1", nil, nil, []),
      ("6.1", refusal, "2\n", ["perf: missing"]),
      ("6.1", refusal, "3\n", ["perf: missing", "perf_event_paranoid: missing"]),
      ("6.1", refusal, nil, ["perf: missing", "perf_event_paranoid: missing"]),
      (nil, nil, "2\n", ["perf: missing"]),
      (nil, nil, "3\n", ["perf: missing", "perf_event_paranoid: missing"]),
    ] as [(String?, MeasuringError?, String?, [String])])
  func `the trial of perf says more than the level`(
    perf: String?, refusal: MeasuringError?, level: String?, expected: [String]
  ) {
    let system = texts(["/proc/sys/kernel/perf_event_paranoid": level])
    let fitness = MachineFitness(system, probes(perf: perf, refusalOfPerf: refusal))
    #expect(errors(fitness).sorted() == expected)
  }

  /// The processor counts where it can and may; else valgrind has to.
  @Test(
    arguments: [
      (true, nil, "2\n", MachineFitness.Verdict.fit), (true, nil, "3\n", .fit),
      (true, refusal, "3\n", .timesOnly), (true, refusal, "2\n", .timesOnly),
      (false, nil, "2\n", .timesOnly),
    ] as [(Bool, MeasuringError?, String, MachineFitness.Verdict)])
  func `without valgrind counts depend on the processor`(
    hasCounters: Bool, refusal: MeasuringError?, level: String, verdict: MachineFitness.Verdict
  ) {
    let system = texts([
      "/sys/bus/event_source/devices/cpu/type": hasCounters ? "4\n" : nil,
      "/proc/sys/kernel/perf_event_paranoid": level,
    ])
    let bare = probes(valgrind: nil, refusalOfPerf: refusal)
    #expect(MachineFitness(system, bare).verdict == verdict)
    #expect(MachineFitness(system, probes(refusalOfPerf: refusal)).isFitForCounts)
  }

  @Test
  func `the verdict follows from counts and times`() {
    #expect(MachineFitness(texts(), probes(noise: [])).verdict == .countsOnly)
    #expect(MachineFitness(texts(), probes(isServing: false)).verdict == .timesOnly)
    #expect(MachineFitness(texts(), probes(isServing: false, isDebug: true)).verdict == .unfit)
  }

  @Test(arguments: [
    ("cpu  10 20 30 40 6 0 0 5 9 9\n", 111, 5, 60), ("cpu  1 2\n", nil, nil, nil),
    ("", nil, nil, nil), ("cpu  1 2 3 4 5 6 7 x\n", nil, nil, nil),
    ("intr 1 2 3 4 5 6 7 8 9\n", nil, nil, nil),
  ])
  func `steal is the eighth column of the ticks, and the fourth and fifth are idle`(
    text: String, all: Int64?, stolen: Int64?, busy: Int64?
  ) {
    let ticks = texts(["/proc/stat": text]).ticks
    #expect(ticks?.all == all)
    #expect(ticks?.stolen == stolen)
    #expect(ticks?.busy == busy)
  }

  @Test(arguments: [
    ("7 (mapreplay) S 1 7 7 0 -1 64 9 9 9 9 100 20 3000 400 20 0 1 0 5\n", 3_520),
    ("7 (a) b) c) R 1 7 7 0 -1 64 9 9 9 9 1 2 3 4 20 0 1 0 5\n", 10), ("7 (a) S 1 7\n", 0),
    (nil, 0),
  ])
  func `the ticks of the program are its own and those of its children`(
    text: String?, own: Int64
  ) {
    let system = texts([
      "/proc/stat": "cpu  10 20 30 40 6 0 0 5 9 9\n", "/proc/self/stat": text,
    ])
    #expect(system.ticks?.own == own)
  }

  /// A machine whose files and clock a test changes.
  private final class System: @unchecked Sendable {
    var files = MachineFitnessTests.files
    var nanoseconds: Int64 = 0

    init() { move(busy: 700, of: 10_000, own: 30, waited: 5_000, to: 0) }

    func move(busy: Int, of all: Int, own: Int, waited: Int, to nanoseconds: Int64) {
      files["/proc/stat"] = "cpu  \(busy) 0 0 \(all - busy) 0 0 0 0 0 0\n"
      files["/proc/self/stat"] = "7 (a) S 1 7 7 0 -1 64 9 9 9 9 \(own) 0 0 0 20 0\n"
      files["/proc/pressure/cpu"] = "some avg10=90.00 avg60=0.00 avg300=0.00 total=\(waited)\n"
      self.nanoseconds = nanoseconds
    }
  }

  /// Ticks of the machine and of the program among 1,000, and microseconds of waiting in a second.
  @Test(arguments: [
    (100, 100, 99_000, []), (100, 100, 102_000, ["pressure: no times"]),
    (200, 100, 0, []), (202, 100, 0, ["other programs: no times"]),
  ])
  func `a watch looks at what happens while it watches`(
    busy: Int, own: Int, pressure: Int, failures: [String]
  ) {
    let system = System()
    var waited: [Int64] = []
    let watch = MachineWatch(
      SystemTexts { system.files[$0] }, now: { system.nanoseconds }, wait: { waited.append($0) })
    system.move(
      busy: 700 + busy, of: 11_000, own: 30 + own, waited: 5_000 + pressure, to: 1_000_000_000)
    let fitness = watch.fitness(noise: [9, 9, 9])
    #expect(errors(fitness).filter { !$0.hasPrefix("build") && !$0.hasPrefix("clock") } == failures)
    #expect(fitness.checks.map(\.name) == TimeCheck.allCases.map(\.rawValue))
    #expect(waited.isEmpty)
  }

  /// Other programs and machines may still stop in the first two seconds; the noise has no times.
  @Test(
    arguments: [
      (1_999_999_999, ["build", "cores", "governor", "clock"]),
      (
        2_000_000_000,
        ["build", "cores", "governor", "clock", "steal", "other programs", "pressure"]
      ),
    ] as [(Int64, [String])])
  func `a watch judges so far what cannot pass any more`(nanoseconds: Int64, checks: [String]) {
    let system = System()
    var waited: [Int64] = []
    let watch = MachineWatch(
      SystemTexts { system.files[$0] }, now: { system.nanoseconds }, wait: { waited.append($0) })
    system.move(busy: 1_700, of: 11_000, own: 30, waited: 5_000, to: nanoseconds)
    #expect(watch.fitnessSoFar.checks.map(\.name) == checks)
    #expect(
      errors(watch.fitnessSoFar).contains("other programs: no times")
        == checks.contains("other programs"))
    #expect(waited.isEmpty)
  }

  /// The other program works in the time for which the watch waits.
  @Test
  func `a watch lasts half a second, however short the measurement`() {
    let system = System()
    var waited: [Int64] = []
    let watch = MachineWatch(
      SystemTexts { system.files[$0] }, now: { system.nanoseconds },
      wait: { time in
        waited.append(time)
        system.move(busy: 760, of: 10_100, own: 32, waited: 5_000, to: 500_000_000)
      })
    system.move(busy: 702, of: 10_004, own: 32, waited: 5_000, to: 20_000_000)
    let fitness = watch.fitness(noise: [9, 9, 9])
    #expect(waited == [480_000_000])
    #expect(errors(fitness).contains("other programs: no times"))
  }
}
