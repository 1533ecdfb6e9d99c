internal import Formatting
internal import Statistics

/// Whether the machine was fit for times while a run measured them.
public struct MachineVerdict: Codable, Hashable, Sendable {
  /// Whether something else was at work, which is over at another time.
  public var isBusy: Bool
  /// The checks of the machine that failed, as `mapreplay doctor` names them; empty for a fit one.
  public var failures: [String]

  /// Makes a verdict of its parts.
  public init(isBusy: Bool, failures: [String]) {
    (self.isBusy, self.failures) = (isBusy, failures)
  }

  /// Whether times were recorded.
  public var isFit: Bool { failures.isEmpty }

  /// The verdict in a few words.
  package var words: String {
    isFit ? "fit for times" : "not fit for times: \(failures.joined(separator: ", "))"
  }
}

extension RunReport {
  /// The reason why times are not recorded, in a line; nil where all are, or none were asked for.
  ///
  /// `times not recorded: the machine is busy (pressure, other programs)`
  package var unrecordedTimes: String? {
    guard let machine else { return nil }
    guard machine.isFit else {
      let reason = machine.isBusy ? "the machine is busy" : "the machine is not fit for times"
      return "times not recorded: \(reason) (\(machine.failures.joined(separator: ", ")))"
    }
    let left = sessions.count { $0.abort == nil && $0.time == nil }
    guard left > 0 else { return nil }
    return "times of \(MetricText.things(left, "session")) not recorded: too few replays in the "
      + "time for all, or they scatter; run --samples N takes more"
  }
}
