/// How a hitch ratio feels, by the limits that Apple names for its developers.
public enum HitchClass: String, CaseIterable, Hashable, Sendable {
  /// Less than 5 ms each second: hardly noticeable.
  case good
  /// From 5 to 10 ms each second: noticeable.
  case warning
  /// More than 10 ms each second: disruptive.
  case critical

  /// The class of a ratio; nil when it was never measured.
  public init?(_ ratio: MetricValue) {
    guard case .share = ratio,
      let toWarning = ratio.order(against: .share(part: 5, of: 1_000)),
      let toCritical = ratio.order(against: .share(part: 10, of: 1_000))
    else { return nil }
    self = toWarning < 0 ? .good : toCritical > 0 ? .critical : .warning
  }

  /// The limits in one sentence, for a note below numbers.
  public static let limits =
    "Hitch ratios by Apple's limits: good below 5 ms per s, warning from 5 to 10, "
    + "critical above 10."
}
