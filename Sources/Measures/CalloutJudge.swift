public import MapEvents
public import MapGeometry

/// Judges a callout from the rectangles and the callbacks in the trace alone.
///
/// It knows no adjuster and no map. Whether callout and pin lie inside what bars leave of the view
/// it finds by itself; how far the map had to move it measures by the rectangle and the insets that
/// the adjuster promised, since margins are a matter of taste, but bars are not: an adjuster that
/// overlooks them has promised too little. What the adjuster would do elsewhere it reads off
/// the probes. It needs no memory, so that many callouts can be judged.
public struct CalloutJudge: Sendable {
  /// Half a point on the screen is what an eye can tell.
  static let pointTolerance = 0.5
  /// Relative change of scale that counts as none.
  static let scaleTolerance = 1e-6
  /// What rounding may add to a rectangle that fits exactly, in points.
  static let roundingSlack = 1e-6

  /// Extent of the map view, in points.
  public let viewSize: ScreenSize
  /// The callout as it opened.
  public let opening: CalloutOpening

  /// Makes a judge of a callout that opened in a view of some size.
  public init(viewSize: ScreenSize, opening: CalloutOpening) {
    self.viewSize = viewSize
    self.opening = opening
  }

  /// Callout and pin together: what people want to see, whatever an adjuster cares for.
  static func whole(_ rects: CalloutRects) -> ScreenRect {
    rects.body.union(rects.parent)
  }

  /// Whether a rectangle is small enough for the inset view.
  func fits(_ rect: ScreenRect, _ insets: EdgeInsets) -> Bool {
    let slack = CalloutJudge.roundingSlack
    return rect.width + insets.left + insets.right <= viewSize.width + slack
      && rect.height + insets.top + insets.bottom <= viewSize.height + slack
  }

  /// How far a rectangle sticks out of the inset view, in points: the largest of the four
  /// overflows, or of those that do not point to an end of the world; 0 when it is inside.
  func overflow(of rect: ScreenRect, _ insets: EdgeInsets, but end: WorldEnd? = nil) -> Double {
    max(
      0, insets.left - rect.minX, rect.maxX - (viewSize.width - insets.right),
      end == .north ? 0 : insets.top - rect.minY,
      end == .south ? 0 : rect.maxY - (viewSize.height - insets.bottom))
  }

  /// The side of the inset view beyond which a rectangle sticks out furthest; nil when it does not.
  func overflowSide(of rect: ScreenRect, _ insets: EdgeInsets) -> MapEdge? {
    let sides: [(edge: MapEdge, overflow: Double)] = [
      (.left, insets.left - rect.minX), (.right, rect.maxX - (viewSize.width - insets.right)),
      (.top, insets.top - rect.minY), (.bottom, rect.maxY - (viewSize.height - insets.bottom)),
    ]
    return sides.filter { $0.overflow > 0 }.max { $0.overflow < $1.overflow }?.edge
  }

  /// The least shift on one axis that brings a range inside its limits, nil when it cannot fit.
  static func requiredShift(
    low: Double, high: Double, lowLimit: Double, highLimit: Double
  ) -> Double? {
    guard high - low <= highLimit - lowLimit + roundingSlack else { return nil }
    if low < lowLimit { return lowLimit - low }
    return high > highLimit ? highLimit - high : 0
  }

  /// How far inside the view the adjuster should bring what it promised: as far as it says, but out
  /// from under every bar.
  var insets: EdgeInsets {
    // Where there is no bar, any promise holds, one to let something stick out too.
    func inset(_ promised: Double, _ bar: Double) -> Double {
      bar > 0 ? max(promised, bar) : promised
    }
    let (promised, bars) = (opening.insets, opening.bars)
    return EdgeInsets(
      top: inset(promised.top, bars.top), left: inset(promised.left, bars.left),
      bottom: inset(promised.bottom, bars.bottom), right: inset(promised.right, bars.right))
  }

  /// The shift that would have been needed, on each axis.
  var requiredShift: (dx: Double?, dy: Double?) {
    let rect = opening.rects.contain
    let insets = insets
    return (
      CalloutJudge.requiredShift(
        low: rect.minX, high: rect.maxX, lowLimit: insets.left,
        highLimit: viewSize.width - insets.right),
      CalloutJudge.requiredShift(
        low: rect.minY, high: rect.maxY, lowLimit: insets.top,
        highLimit: viewSize.height - insets.bottom)
    )
  }

  /// The verdict on the callout at rest.
  ///
  /// - Parameters:
  ///   - callout: Its number.
  ///   - step: The step that opened it.
  ///   - openedAt: When it opened.
  ///   - rest: Where it came to rest.
  ///   - callbacks: Those of region changes that began between opening and rest.
  ///   - pins: What its frames told until now.
  /// - Returns: What came of it, with the measure of each criterion that applies.
  /// - Complexity: O(1), without memory of its own.
  public func verdict(
    callout: Int32 = 0, step: Int32 = -1, openedAt: SimulatedTime = .zero, rest: CalloutRest,
    callbacks: RegionCallbacks, pins: CalloutPins = CalloutPins()
  ) -> CalloutVerdict {
    let way = Way(of: self, to: rest)
    var measures = CriterionMeasures()
    judgePlace(&measures, rest, way)
    judgeMove(&measures, rest, way, callbacks)
    excuse(&measures, rest, way)
    judgeProbes(&measures, way)
    measures[.tipPinned] = pins.worst
    let (dx, dy) = (way.excess.dx ?? 0, way.excess.dy ?? 0)
    var verdict = CalloutVerdict(
      callout: callout, step: step, openedAt: openedAt, measures: measures,
      overflowPoints: way.overflow,
      excessShiftPoints: (dx * dx + dy * dy).squareRoot(), scaleRatio: way.ratio,
      regionChanges: callbacks.changes, insets: insets, before: opening.rects,
      after: rest.rects)
    verdict.overflowSide = overflowSide(of: CalloutJudge.whole(rest.rects), opening.bars)
    return verdict
  }
}

extension CalloutJudge {
  /// From opening to rest.
  struct Way {
    /// How far the pin moved.
    var shift: ScreenOffset
    /// New scale by old scale.
    var ratio: Double
    /// The shift that was needed; nil where nothing fits.
    var needed: (dx: Double?, dy: Double?)
    /// What the shift made has beyond that.
    var excess: (dx: Double?, dy: Double?)
    /// How far callout and pin stick out of what bars leave of the view afterwards.
    var overflow: Double

    init(of judge: CalloutJudge, to rest: CalloutRest) {
      let before = judge.opening.rects.parent
      let after = rest.rects.parent
      let shift = ScreenOffset(dx: after.midX - before.midX, dy: after.minY - before.minY)
      let needed = judge.requiredShift
      self.shift = shift
      self.needed = needed
      excess = (needed.dx.map { shift.dx - $0 }, needed.dy.map { shift.dy - $0 })
      ratio = rest.camera.mapPointsPerPoint / judge.opening.camera.mapPointsPerPoint
      // This takes nothing from the adjuster: callout and pin, and the view without its bars.
      overflow = judge.overflow(of: CalloutJudge.whole(rest.rects), judge.opening.bars)
    }
  }

  /// The larger of two numbers; not `max`, since what is no number must stay none.
  private static func larger(_ left: Double, _ right: Double) -> Double {
    right > left || right.isNaN ? right : left
  }

  /// The largest part of a shift, since each axis counts on its own.
  static func points(_ dx: Double, _ dy: Double, of criterion: Criterion) -> CriterionMeasure {
    CriterionMeasure(larger(dx.magnitude, dy.magnitude), of: criterion, within: pointTolerance)
  }

  /// How much a scale changed: in points, how far that moves the content at the edge of the view.
  func scale(
    _ ratio: Double, of criterion: Criterion, within tolerance: Double = scaleTolerance
  ) -> CriterionMeasure {
    CriterionMeasure(
      (ratio - 1).magnitude, of: criterion, within: tolerance,
      times: criterion.unit == .points ? max(viewSize.width, viewSize.height) / 2 : 1)
  }

  /// Nothing but a shift and a scale.
  func stillness(
    _ dx: Double, _ dy: Double, _ ratio: Double, of criterion: Criterion
  ) -> CriterionMeasure {
    var measure = CalloutJudge.points(dx, dy, of: criterion)
    measure.takeWorse(scale(ratio, of: criterion))
    return measure
  }
}

extension CalloutJudge {
  /// Where callout and pin are.
  private func judgePlace(
    _ measures: inout CriterionMeasures, _ rest: CalloutRest, _ way: Way
  ) {
    let bars = opening.bars
    let fitted = fits(CalloutJudge.whole(opening.rects), bars)
    let overflow = CriterionMeasure(
      way.overflow, of: .inside, within: CalloutJudge.pointTolerance)
    // Either one shows that there is room; an adjuster that tears callout and pin apart until both
    // together are too large must not escape the judgement.
    if fitted || fits(CalloutJudge.whole(rest.rects), bars) { measures[.inside] = overflow }
    if !fitted { measures[.oversize] = oversize(rest, way) }
    measures[.parentVisible] = CriterionMeasure(
      distanceFromView(of: rest.rects.parent), of: .parentVisible, within: 0)
  }

  /// C13 oversize rule: the pin stays inside, at the same scale or further out.
  func oversize(_ rest: CalloutRest, _ way: Way, but end: WorldEnd? = nil) -> CriterionMeasure {
    func outside(_ rect: ScreenRect) -> CriterionMeasure {
      CriterionMeasure(
        overflow(of: rect, opening.bars, but: end), of: .oversize,
        within: CalloutJudge.pointTolerance)
    }
    var measure = outside(rest.rects.parent)
    // Zooming out is as good when it lets fit what callout and pin covered; a callout is as large
    // on the screen at any scale.
    let isFurtherOut = way.ratio > 1 + CalloutJudge.scaleTolerance
    measure.takeWorse(
      isFurtherOut ? outside(covered(at: rest)) : scale(way.ratio, of: .oversize))
    return measure
  }

  /// Where the part of the map lies at rest that callout and pin covered at first.
  private func covered(at rest: CalloutRest) -> ScreenRect {
    let (old, new) = (opening.camera, rest.camera)
    let view = Viewport(
      size: viewSize, center: new.center, mapPointsPerPoint: new.mapPointsPerPoint,
      headingDegrees: new.headingDegrees, regionFit: .exactInverse)
    var center = old.center
    // On the copy of the world that is nearest.
    let worlds = (center.x - new.center.x) / MapSize.worldSide
    center.x -= worlds.rounded(.toNearestOrEven) * MapSize.worldSide
    let there = view.exactScreenPoint(for: center)
    let scale = old.mapPointsPerPoint / new.mapPointsPerPoint
    let rect = CalloutJudge.whole(opening.rects)
    return ScreenRect(
      minX: there.x + (rect.minX - viewSize.width / 2) * scale,
      minY: there.y + (rect.minY - viewSize.height / 2) * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// How far a rectangle is from showing anything in the view beside its bars, 0 when it does, and
  /// never 0 when it only touches an edge; what points to an end of the world may be left out.
  func distanceFromView(of rect: ScreenRect, but end: WorldEnd? = nil) -> Double {
    let bars = opening.bars
    let (width, height) = (viewSize.width - bars.right, viewSize.height - bars.bottom)
    guard
      rect.minX < width && rect.maxX > bars.left && (end == .south || rect.minY < height)
        && (end == .north || rect.maxY > bars.top)
    else {
      return max(
        .leastNonzeroMagnitude, rect.minX - width, bars.left - rect.maxX, rect.minY - height,
        bars.top - rect.maxY)
    }
    return 0
  }

  /// How the map moved, and what it said of it.
  private func judgeMove(
    _ measures: inout CriterionMeasures, _ rest: CalloutRest, _ way: Way,
    _ callbacks: RegionCallbacks
  ) {
    measures[.zoomUnchanged] = scale(way.ratio, of: .zoomUnchanged)
    if way.excess.dx != nil || way.excess.dy != nil {
      measures[.minimalShift] = CalloutJudge.points(
        way.excess.dx ?? 0, way.excess.dy ?? 0, of: .minimalShift)
    }
    if overflow(of: opening.rects.contain, insets) == 0 {
      measures[.untouchedWhenVisible] =
        callbacks.changes > 0
        ? callInVain(way)
        : stillness(way.shift.dx, way.shift.dy, way.ratio, of: .untouchedWhenVisible)
    }
    if !isUnheard {
      measures[.idempotent] = stillness(
        rest.secondShift.dx, rest.secondShift.dy, rest.secondScaleRatio, of: .idempotent)
    }
    if opening.move != .none, !opening.isRefused {
      measures[.animatedAsAtOnce] = distance(from: rest.camera)
    }
    measures[.moveAccepted] = CriterionMeasure(
      opening.isRefused ? 1 : 0, of: .moveAccepted, within: 0)
    measures[.steadyAtWorldEdge] = steadiness(rest, way)
    let faults = callbacks.faults(asked: opening.move, from: opening.camera, to: rest.camera)
    measures[.callbacksPaired] = CriterionMeasure(Double(faults), of: .callbacksPaired, within: 0)
  }

  /// How far a map moved that should not even have been called; never 0, so never kept.
  private func callInVain(_ way: Way) -> CriterionMeasure {
    let moved = CalloutJudge.larger(
      CalloutJudge.points(way.shift.dx, way.shift.dy, of: .untouchedWhenVisible).amount,
      scale(way.ratio, of: .untouchedWhenVisible).amount)
    return CriterionMeasure(
      moved == 0 ? .leastNonzeroMagnitude : moved, of: .untouchedWhenVisible, within: 0)
  }

  /// Whether the adjuster would have moved the map and nobody let it, as when a callout follows the
  /// cluster that holds its point: there is no first adjustment then for a second one to repeat.
  var isUnheard: Bool {
    let atOnce = opening.probes.atOnce
    let still = stillness(
      atOnce.shift.dx, atOnce.shift.dy, atOnce.scaleRatio, of: .idempotent)
    return opening.move == .none && !still.isKept
  }

  /// A hair of a degree, in map points.
  static let centerTolerance = 1e-9 / 360 * MapSize.worldSide
  /// Relative change of scale that two ways to the same place may make.
  static let sameScaleTolerance = 1e-12

  /// C7 animated as at once: how far the map is from where the same move leads at once.
  private func distance(from camera: Camera) -> CriterionMeasure {
    let world = MapSize.worldSide
    var dx = camera.center.x - opening.probes.atOnceCenter.x
    dx -= world * (dx / world).rounded(.toNearestOrEven)
    let dy = camera.center.y - opening.probes.atOnceCenter.y
    var measure = CriterionMeasure(
      CalloutJudge.larger(dx.magnitude, dy.magnitude), of: .animatedAsAtOnce,
      within: CalloutJudge.centerTolerance, times: 1 / camera.mapPointsPerPoint)
    measure.takeWorse(
      scale(
        camera.mapPointsPerPoint / opening.probes.atOnceMapPointsPerPoint, of: .animatedAsAtOnce,
        within: CalloutJudge.sameScaleTolerance))
    return measure
  }
}
