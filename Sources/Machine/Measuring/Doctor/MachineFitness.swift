internal import Statistics

/// Whether a machine is fit to measure, and why not.
public struct MachineFitness: Hashable, Sendable {
  /// The result of one check of the machine.
  public struct Check: Hashable, Sendable {
    /// The effect of a check's result on measurements.
    public enum State: String, CaseIterable, Sendable {
      /// As it should be.
      case good
      /// Harmless, but a feature is missing or a value unknown.
      case missing
      /// Times of this machine are not reliable.
      case noTimes = "no times"
      /// Counts are not available on this machine.
      case noCounts = "no counts"
    }

    /// The property that was checked.
    public var name: String
    /// The effect on measurements.
    public var state: State
    /// The finding.
    public var finding: String
    /// The remedy; nil when nothing is wrong, or there is none.
    public var remedy: String?

    init(_ name: String, _ state: State, _ finding: String, remedy: String? = nil) {
      (self.name, self.state, self.finding) = (name, state, finding)
      self.remedy = state == .good ? nil : remedy
    }

    init(_ check: TimeCheck, _ state: State, _ finding: String, remedy: String? = nil) {
      self.init(check.rawValue, state, finding, remedy: remedy)
    }
  }

  /// The results of probes, in addition to the texts of the system.
  public struct Probes: Hashable, Sendable {
    /// The version of perf; nil when it is not installed.
    public var perf: String?
    /// The reason why perf is installed but does not run, with the remedy; nil when it runs.
    public var refusalOfPerf: MeasuringError?
    /// Whether perf may profile programs, as found by a trial; nil when it is not installed.
    var runsPerf: Bool? {
      guard perf != nil else { return nil }
      guard case .unavailable? = refusalOfPerf else { return true }
      return false
    }
    /// The version of valgrind; nil when it is not installed or does not run.
    public var valgrind: String?
    /// The reason why there is no version of valgrind.
    public var missingValgrind = Valgrind.Missing.program
    /// Whether programs can be copied without debug information, which valgrind may not know.
    public var hasStrip = true
    /// Whether the allocator whose counters are read serves the program.
    public var isAllocatorServing: Bool
    /// The version of the allocator.
    public var allocator: String?
    /// Whether programs can have the same addresses each time.
    public var canFixAddresses: Bool
    /// The results of probes on which times depend.
    var times: TimeProbes
  }

  /// The results of probes on which times depend.
  struct TimeProbes: Hashable, Sendable {
    /// Whether this is a debug build.
    var isDebugBuild: Bool
    /// The time of one reading of the clock, in nanoseconds.
    var clockNanoseconds: Int64
    /// The times of a fixed piece of work, in nanoseconds.
    var noise: [Int64]
    /// Ticks of the processors while that was measured.
    var ticks: SystemTexts.Ticks?
  }

  /// The measurements that a machine is fit for.
  public enum Verdict: String, Sendable {
    /// Counts and times.
    case fit = "fit"
    /// Counts; its times are not reliable.
    case countsOnly = "fit for counts only"
    /// Times; counts are not available.
    case timesOnly = "fit for times only"
    /// Neither.
    case unfit = "unfit"
  }

  /// The results of all checks, in a fixed order.
  public private(set) var checks: [Check]

  /// The measurements that the machine is fit for.
  public var verdict: Verdict {
    switch (isFitForCounts, isFitForTimes) {
    case (true, true): .fit
    case (true, false): .countsOnly
    case (false, true): .timesOnly
    case (false, false): .unfit
    }
  }

  /// Whether counts are available.
  public var isFitForCounts: Bool { !checks.contains { $0.state == .noCounts } }
  /// Whether times are reliable.
  public var isFitForTimes: Bool { !checks.contains { $0.state == .noTimes } }

  /// Judges a machine.
  public init(_ texts: SystemTexts, _ probes: Probes) {
    let level = texts.paranoidLevel
    let canCount = texts.hasProcessorCounters && (probes.runsPerf ?? (level ?? 3 <= 2))
    checks =
      [
        Check(
          "processor counters", texts.hasProcessorCounters ? .good : .missing,
          texts.hasProcessorCounters ? "present" : "none, as on most virtual machines",
          remedy: probes.valgrind == nil
            ? "see valgrind: it counts instead" : "do nothing: valgrind counts instead"),
        MachineFitness.permission(level, probes.runsPerf, isNeeded: texts.hasProcessorCounters),
        MachineFitness.valgrind(probes, isNeeded: !canCount),
        Check(
          "strip", probes.hasStrip ? .good : canCount ? .missing : .noCounts,
          probes.hasStrip ? "installed" : "not installed",
          remedy: "apt-get install \(StrippedCopy.package); valgrind needs it to read the program"),
        MachineFitness.perf(probes),
        Check(
          "allocator", probes.isAllocatorServing ? .good : .noCounts,
          probes.isAllocatorServing
            ? "jemalloc \(probes.allocator ?? "of unknown version"), its counters work"
            : "its counters do not work: another allocator serves the program",
          remedy: "build without sanitizers, and start without LD_PRELOAD"),
        Check(
          "fixed addresses", probes.canFixAddresses ? .good : .missing,
          probes.canFixAddresses ? "available" : "refused",
          remedy: "start the container with --security-opt seccomp=unconfined"),
      ] + MachineFitness.checksOfTimes(texts, probes.times, texts.pressure)
  }

  /// Judges a machine for times alone, with the pressure during their measurement.
  init(forTimes texts: SystemTexts, _ probes: TimeProbes, pressure: Int?) {
    checks = MachineFitness.checksOfTimes(texts, probes, pressure)
  }

  /// The fitness by some of the checks of times alone.
  func keeping(_ isKept: (TimeCheck) -> Bool) -> MachineFitness {
    var fitness = self
    fitness.checks.removeAll { check in TimeCheck(rawValue: check.name).map(isKept) != true }
    return fitness
  }

  private static func checksOfTimes(
    _ texts: SystemTexts, _ probes: TimeProbes, _ pressure: Int?
  ) -> [Check] {
    [
      Check(
        TimeCheck.build, probes.isDebugBuild ? .noTimes : .good,
        probes.isDebugBuild ? "debug" : "release",
        remedy: "swift build -c release"),
      cores(texts.processors), governor(texts.governor),
      clock(texts.clockSource, probes.clockNanoseconds), steal(probes.ticks),
      others(probes.ticks), self.pressure(pressure), noise(probes.noise),
    ]
  }

  private static func valgrind(_ probes: Probes, isNeeded: Bool) -> Check {
    let name = "valgrind"
    if let version = probes.valgrind { return Check(name, .good, version) }
    let missing = probes.missingValgrind
    return Check(
      name, isNeeded ? .noCounts : .missing,
      missing == .program ? "not installed" : missing.finding, remedy: missing.remedy)
  }

  private static func perf(_ probes: Probes) -> Check {
    guard let version = probes.perf else {
      return Check(
        "perf", .missing, "not installed",
        remedy: "apt-get install linux-perf; only profiles need it")
    }
    guard case .unavailable(let reason, let help)? = probes.refusalOfPerf else {
      return Check("perf", .good, "\(version), works")
    }
    return Check("perf", .missing, "\(version), but \(reason)", remedy: help)
  }

  /// The check of the permission to count.
  ///
  /// The level is a rule with exceptions, such as a capability, so the result of a trial
  /// takes precedence.
  private static func permission(_ level: Int?, _ runsPerf: Bool?, isNeeded: Bool) -> Check {
    let name = "perf_event_paranoid"
    if runsPerf == true, level ?? 3 > 2 {
      return Check(
        name, .good, (level.map { "\($0)" } ?? "not shown") + ", but perf works")
    }
    guard let level else {
      return Check(
        name, .missing, "not shown: the kernel has no events, or the container hides them",
        remedy: "start the container with --cap-add=PERFMON")
    }
    return Check(
      name, level <= 2 ? .good : .missing, "\(level)",
      remedy: "sudo sysctl kernel.perf_event_paranoid=2" + (isNeeded ? "" : "; for profiles"))
  }

  private static func cores(_ count: Int?) -> Check {
    guard let count else { return Check(.cores, .missing, "not shown") }
    return Check(
      .cores, count >= 2 ? .good : .noTimes, "\(count)",
      remedy: "give the machine two cores: other programs take the only one")
  }

  private static func governor(_ governor: String?) -> Check {
    guard let governor else {
      return Check(
        .governor, .good, "unknown: this machine has none, or the host sets the clock rate")
    }
    return Check(
      .governor, governor == "performance" ? .good : .noTimes, governor,
      remedy: "sudo cpupower frequency-set --governor performance")
  }

  private static func clock(_ source: String?, _ nanoseconds: Int64) -> Check {
    Check(
      .clock, nanoseconds <= 200 ? .good : .noTimes,
      "\(source ?? "not shown"), read in \(nanoseconds) ns",
      remedy: "boot with clocksource=tsc: reading this clock is a system call")
  }

  private static func steal(_ ticks: SystemTexts.Ticks?) -> Check {
    guard let ticks, ticks.all > 0 else { return Check(.steal, .missing, "not shown") }
    let share = ticks.stolen * 1_000 / ticks.all
    return Check(
      .steal, share <= 5 || ticks.stolen <= tickError ? .good : .noTimes,
      "other machines took \(tenths(share)) % of the processors",
      remedy: "measure at another time, or on a machine of your own")
  }

  /// The largest part of the processors that others may take, in thousandths.
  private static let othersLimit: Int64 = 100
  /// Ticks that may be counted for the wrong program or machine.
  private static let tickError: Int64 = 3

  private static func others(_ ticks: SystemTexts.Ticks?) -> Check {
    guard let ticks, ticks.all > 0 else { return Check(.otherPrograms, .missing, "not shown") }
    let others = max(0, ticks.busy - ticks.own)
    let share = others * 1_000 / ticks.all
    return Check(
      .otherPrograms, share <= othersLimit || others <= tickError ? .good : .noTimes,
      "other programs used \(tenths(share)) % of the processors", remedy: "stop other programs")
  }

  private static func pressure(_ pressure: Int?) -> Check {
    guard let pressure else {
      return Check(.pressure, .missing, "not shown", remedy: "boot with psi=1")
    }
    return Check(
      .pressure, pressure <= 1_000 ? .good : .noTimes,
      "programs waited for a core in \(tenths(Int64(pressure / 10))) % of the last 10 s",
      remedy: "stop other programs")
  }

  /// The largest spread of a fixed piece of work with which a difference of 3 % can be
  /// detected, in tenths of a percent.
  private static let noiseLimit: Int64 = 20

  private static func noise(_ times: [Int64]) -> Check {
    guard let share = spread(of: times) else {
      return Check(
        .noise, .noTimes, "not measured: no process could be started or timed",
        remedy: "run doctor as a user who may start processes")
    }
    return Check(
      .noise, share <= noiseLimit ? .good : .noTimes,
      "\(tenths(share)) % spread over \(times.count) runs of the same work",
      remedy: "stop other programs, or compare counts")
  }

  /// The standard deviation in thousandths of the mean; nil for fewer than three times.
  static func spread(of times: [Int64]) -> Int64? {
    guard times.count >= 3, times.allSatisfy({ $0 > 0 }) else { return nil }
    let values = times.map { Double($0) }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(values.count - 1)).squareRoot()
    return Int64((deviation / mean * 1_000).rounded())
  }

  private static func tenths(_ number: Int64) -> String { "\(number / 10).\(number % 10)" }
}
