public import MapEvents
public import MapGeometry

/// The verdict on one callout: of each criterion the worst measure while it was open.
public struct CalloutVerdict: Codable, Hashable, Sendable {
  /// Number of the callout in the session.
  public var callout: Int32
  /// The step that opened it.
  public var step: Int32
  /// When it opened.
  public var openedAt: SimulatedTime
  /// The measure of each criterion; nil when the callout was never judged.
  public var measures: CriterionMeasures?
  /// The criteria whose worst measure came after the map had made room; nil for none.
  public var later: [CalloutMoment]?
  /// When it broke a criterion first; nil when it did as the map had made room, and for none.
  public var firstBroken: CalloutMoment?
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
  /// The rectangles after the map made room, or where callout and pin stuck out further later; nil
  /// when the callout was never judged.
  public var after: CalloutRects?

  /// Whether the callout was judged.
  public var isJudged: Bool { measures != nil }
  /// Whether it was judged and kept every criterion that applies.
  public var isCorrect: Bool { measures?.isCorrect ?? false }
  /// The criteria that it broke, the gravest first.
  ///
  /// After a zoom by a level or more the zoom comes first: the overflow, which then exceeds
  /// any screen, is caused by the zoom.
  public var broken: [Criterion] {
    let broken = Criterion.bySeverity.filter { keeps($0) == false }
    let isZoomed = !(0.5.nextUp..<2).contains(scaleRatio) && broken.contains(.zoomUnchanged)
    return isZoomed ? [.zoomUnchanged] + broken.filter { $0 != .zoomUnchanged } : broken
  }
  /// Whether it kept a criterion; nil where that does not apply or the callout was not judged.
  public func keeps(_ criterion: Criterion) -> Bool? { measure(of: criterion)?.isKept }
  /// The measure of a criterion; nil where that does not apply or the callout was not judged.
  public func measure(of criterion: Criterion) -> CriterionMeasure? { measures?[criterion] }
  /// Takes the worse measure of each criterion, and the larger overflow.
  mutating func takeWorse(_ other: CalloutVerdict) {
    guard let measures = other.measures else { return }
    guard self.measures != nil else {
      self = other
      firstBroken = firstBroken ?? ownBreak
      return
    }
    if isCorrect { firstBroken = other.firstBroken ?? other.ownBreak }
    let worse = self.measures?.takeWorse(measures) ?? []
    let kept = (later ?? []).filter { !worse.contains($0.criterion) }
    let moments = kept + (other.later ?? []).filter { worse.contains($0.criterion) }
    later = moments.isEmpty ? nil : moments
    guard other.overflowPoints > overflowPoints else { return }
    (overflowPoints, overflowSide) = (other.overflowPoints, other.overflowSide)
    after = other.after
  }

  /// When this judgment broke a criterion; nil when that was as the map had made room.
  private var ownBreak: CalloutMoment? { later?.first { keeps($0.criterion) == false } }

  /// When a criterion was worst; nil when that was as the map had made room.
  public func moment(of criterion: Criterion) -> CalloutMoment? {
    later?.first { $0.criterion == criterion }
  }
}

/// When a criterion of an open callout was worst, after the map had made room.
public struct CalloutMoment: Codable, Hashable, Sendable {
  /// The criterion.
  public var criterion: Criterion
  /// Since when the callout stood there.
  public var since: SimulatedTime
  /// The step that was running; -1 outside of steps.
  public var step: Int32
  /// The cause of the callout's last move.
  public var cause: CalloutCause
}

/// The cause of a callout's move after the map has made room.
public enum CalloutCause: String, CaseIterable, Codable, Hashable, Sendable {
  case fingers = "fingers had moved it"
  case app = "the app had moved the map"
  case room = "the map had made room for a callout"
  case tracking = "the map had followed the user"
  case system = "the map view had been resized"
  case data = "its annotation had moved"
  case view = "its view had changed"
  case interruption = "something else had stopped the map from making room"

  init(_ mover: RegionMover) {
    self =
      switch mover {
      case .fingers: .fingers
      case .app: .app
      case .callout: .room
      case .tracking: .tracking
      case .system: .system
      }
  }
}
