public import MapEvents
public import MapGeometry

/// The verdict on one callout.
public struct CalloutVerdict: Codable, Hashable, Sendable {
  /// Number of the callout in the session.
  public var callout: Int32
  /// The step that opened it.
  public var step: Int32
  /// When it opened.
  public var openedAt: SimulatedTime
  /// The measure of each criterion; nil when the callout never settled.
  public var measures: CriterionMeasures?
  /// The furthest that callout or pin, even an oversize one, stick out of the view without its
  /// bars, in points; 0 when inside.
  public var overflowPoints: Double
  /// The side beyond which they stick out furthest; nil when they are inside.
  public var overflowSide: MapEdge?
  /// Distance between the shift made and the shift needed, in points.
  public var excessShiftPoints: Double
  /// New scale by old scale.
  public var scaleRatio: Double
  /// Region changes between opening and rest.
  public var regionChanges: Int
  /// How far inside the view the adjuster brings its rectangle, at least as far as the bars reach.
  public var insets: EdgeInsets
  /// The rectangles before.
  public var before: CalloutRects
  /// The rectangles after; nil when the callout never settled.
  public var after: CalloutRects?

  /// Whether the callout was judged.
  public var isJudged: Bool { measures != nil }
  /// Whether it was judged and kept every criterion that applies.
  public var isCorrect: Bool { measures?.isCorrect ?? false }
  /// The criteria that it broke, those first that matter most to a user.
  ///
  /// After a zoom by a level or more the zoom comes first: what is outside the map then, by points
  /// beyond the size of any screen, is there because of the zoom.
  public var broken: [Criterion] {
    let broken = Criterion.bySeverity.filter { keeps($0) == false }
    let isZoomed = !(0.5.nextUp..<2).contains(scaleRatio) && broken.contains(.zoomUnchanged)
    return isZoomed ? [.zoomUnchanged] + broken.filter { $0 != .zoomUnchanged } : broken
  }
  /// Whether it kept a criterion; nil where that does not apply or the callout was not judged.
  public func keeps(_ criterion: Criterion) -> Bool? { measure(of: criterion)?.isKept }
  /// The measure of a criterion; nil where that does not apply or the callout was not judged.
  public func measure(of criterion: Criterion) -> CriterionMeasure? { measures?[criterion] }
}
