public import MapGeometry

/// How a subview callout appears: it grows about the end of its arrow, a little beyond its size and
/// back, while it fades in.
///
/// Source: nfarina/calloutview, version 2.1.5, whose standard for appearing is the bounce.
public enum SubviewBounce {
  /// Its duration.
  public static let duration = SimulatedTime(milliseconds: 230)
  /// The scale at its start.
  public static let fromScale = 0.7
  /// Its timing curve, which runs beyond the end and comes back.
  public static let curve = AnimationCurve((0.59367, 0.12066), (0.18878, 1.5814))
  /// How long the callout is hidden before it when the map makes room for it: a third of a second.
  public static let repositionDelay = SimulatedTime(nanoseconds: 333_333_333)

  /// The scale after some time: the first before the beginning, 1 after the end.
  public static func scale(at time: SimulatedTime) -> Double {
    fromScale + (1 - fromScale) * curve.progress(at: fraction(at: time))
  }

  /// The opacity after some time, from 0 to 1.
  public static func opacity(at time: SimulatedTime) -> Double {
    AnimationCurve.easeInOut.progress(at: fraction(at: time))
  }

  private static func fraction(at time: SimulatedTime) -> Double {
    Double(time.nanoseconds) / Double(duration.nanoseconds)
  }
}
