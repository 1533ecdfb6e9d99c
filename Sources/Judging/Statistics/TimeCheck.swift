/// A check of a machine on which times depend, in the order of `mapreplay doctor`.
public enum TimeCheck: String, CaseIterable, Sendable {
  /// The program is built with optimization.
  case build
  /// The machine has at least two processors.
  case cores
  /// The processors keep their frequency.
  case governor
  /// The clock is read without a call of the system.
  case clock
  /// Other machines take no time from the processors.
  case steal
  /// Other programs use little of the processors.
  case otherPrograms = "other programs"
  /// Tasks seldom wait for a processor.
  case pressure
  /// A fixed piece of work always takes the same time.
  case noise

  /// Whether the check passes once other programs and machines stop.
  public var isPassing: Bool {
    switch self {
    case .build, .cores, .governor, .clock: false
    case .steal, .otherPrograms, .pressure, .noise: true
    }
  }
}
