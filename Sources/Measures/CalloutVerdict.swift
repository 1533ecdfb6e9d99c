public import MapEvents
public import MapGeometry
public import Metrics

/// A criterion that a callout's adjustment keeps or breaks.
public enum Criterion: String, CaseIterable, Hashable, Sendable {
  case inside = "C1"
  case zoomUnchanged = "C2"
  case minimalShift = "C3"
  case untouchedWhenVisible = "C4"
  case idempotent = "C5"
  case parentVisible = "C16"

  /// The metric that counts the callouts that keep this criterion.
  public var metric: Metric {
    switch self {
    case .inside: .calloutInside
    case .zoomUnchanged: .calloutZoomUnchanged
    case .minimalShift: .calloutShiftMinimal
    case .untouchedWhenVisible: .calloutUntouched
    case .idempotent: .calloutIdempotent
    case .parentVisible: .calloutParentVisible
    }
  }
}

/// What came of one callout.
public struct CalloutVerdict: Hashable, Sendable {
  /// Number of the callout in the session.
  public var callout: Int32
  /// The step that opened it.
  public var step: Int32
  /// When it opened.
  public var openedAt: SimulatedTime
  /// Whether each criterion was kept, in the order of the criteria.
  ///
  /// Nil where a criterion does not apply; empty when the callout never came to rest.
  public var kept: [Bool?]
  /// The furthest that callout or pin stick out of the bare view, in points; 0 when inside.
  ///
  /// A callout that is too large for the view sticks out too, though C1 does not apply to it.
  public var overflowPoints: Double
  /// Distance between the shift made and the shift needed, in points.
  public var excessShiftPoints: Double
  /// New scale by old scale.
  public var scaleRatio: Double
  /// Region changes between opening and rest.
  public var regionChanges: Int
  /// How far inside the view the adjuster promised to bring what it cares for.
  public var insets: EdgeInsets
  /// The rectangles before.
  public var before: CalloutRects
  /// The rectangles after; nil when it never came to rest.
  public var after: CalloutRects?

  /// Makes a verdict of its parts.
  public init(
    callout: Int32, step: Int32, openedAt: SimulatedTime, kept: [Bool?], overflowPoints: Double,
    excessShiftPoints: Double, scaleRatio: Double, regionChanges: Int,
    insets: EdgeInsets, before: CalloutRects, after: CalloutRects?
  ) {
    self.callout = callout
    self.step = step
    self.openedAt = openedAt
    self.kept = kept
    self.overflowPoints = overflowPoints
    self.excessShiftPoints = excessShiftPoints
    self.scaleRatio = scaleRatio
    self.regionChanges = regionChanges
    self.insets = insets
    self.before = before
    self.after = after
  }

  /// Whether the callout was judged.
  public var isJudged: Bool { !kept.isEmpty }

  /// Whether it was judged and kept every criterion that applies.
  public var isCorrect: Bool { isJudged && kept.allSatisfy { $0 ?? true } }

  /// The criteria that it broke.
  public var broken: [Criterion] {
    zip(Criterion.allCases, kept).filter { $0.1 == false }.map { $0.0 }
  }

  /// Whether it kept a criterion; nil where that does not apply or nothing was judged.
  public func keeps(_ criterion: Criterion) -> Bool? {
    guard isJudged, let index = Criterion.allCases.firstIndex(of: criterion) else { return nil }
    return kept[index]
  }
}
