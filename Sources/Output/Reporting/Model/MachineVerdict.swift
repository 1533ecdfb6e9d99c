internal import Counts
internal import Formatting
internal import Statistics

/// Whether the machine was fit for times while a run measured them.
public struct MachineVerdict: Codable, Hashable, Sendable {
  /// The checks of the machine that failed, as `mapreplay doctor` names them; empty for a fit one.
  public var failures: [String]

  /// Makes a verdict of its parts.
  public init(failures: [String]) { self.failures = failures }

  /// The verdict on all machines of a run: the checks that failed on any of them.
  ///
  /// The checks have the order of `mapreplay doctor`; those of other versions come last.
  init?(merging machines: [MachineVerdict]) {
    guard !machines.isEmpty else { return nil }
    let all = machines.flatMap(\.failures)
    let known = TimeCheck.allCases.map(\.rawValue)
    failures = known.filter(all.contains) + Set(all).subtracting(known).sorted()
  }

  /// Whether the machine was fit for times.
  public var isFit: Bool { failures.isEmpty }

  /// Whether times were unreliable only because other programs or machines were at work.
  public var isBusy: Bool {
    !isFit && failures.allSatisfy { TimeCheck(rawValue: $0)?.isPassing == true }
  }
}

extension RunReport {
  /// The verdict on the machine in a few words, such as `busy: pressure`.
  ///
  /// The machines of a merged run are `partly busy` if some of its sessions have times.
  package var machineWords: String? {
    machine.map { machine in
      guard !machine.isFit else { return "fit" }
      let part = sessions.contains { $0.time != nil } ? "partly " : ""
      return "\(part)\(machine.isBusy ? "busy" : "unfit"): "
        + machine.failures.joined(separator: ", ")
    }
  }

  /// The reason why times are not recorded, in a line; nil where all are, or none were asked for.
  ///
  /// `times not recorded: the machine is busy (other programs, pressure)`
  package var unrecordedTimes: String? {
    let left = sessions.count { $0.abort == nil && $0.time == nil }
    guard left > 0 else { return nil }
    guard let machine else {
      // Run files of earlier versions have real times, and ask for no others.
      guard fingerprint.values[.referenceWork] != nil else { return nil }
      return sessions.contains { $0.measurements != nil }
        ? "times not recorded: no session was measured beside the reference work" : nil
    }
    let hasTimes = sessions.contains { $0.time != nil }
    let times = hasTimes ? "times of \(MetricText.things(left, "session"))" : "times"
    guard !machine.isFit else {
      return "\(times) not recorded: too few undisturbed replays in time, or their times scatter; "
        + "use run --samples N for more replays"
    }
    return "\(times) not recorded: \(hasTimes ? "a" : "the") machine is "
      + "\(machine.isBusy ? "busy" : "not fit for times") "
      + "(\(machine.failures.joined(separator: ", ")))"
  }
}
