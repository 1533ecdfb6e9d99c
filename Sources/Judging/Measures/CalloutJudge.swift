public import MapEvents
public import MapGeometry

/// Judges a callout from the rectangles and the callbacks in the trace alone, without an adjuster
/// or a map.
///
/// Callout and pin have to lie inside the view without its bars. How far the map had to move
/// follows from the rectangle and the insets that the adjuster guarantees, since margins are a
/// matter of taste, but bars are not: an adjuster that ignores them guarantees too little. Probes
/// show what the adjuster would do elsewhere. Nothing is allocated, so that many callouts can be
/// judged.
public struct CalloutJudge: Sendable {
  /// Half a point on the screen, which an eye can see.
  package static let pointTolerance = 0.5
  /// Relative change of scale that counts as none.
  static let scaleTolerance = 1e-6
  /// The rounding error of a rectangle that fits exactly, in points.
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

  static func whole(_ rects: CalloutRects) -> ScreenRect { rects.body.union(rects.parent) }

  func fits(_ rect: ScreenRect, _ insets: EdgeInsets) -> Bool {
    let slack = Self.roundingSlack
    return rect.width + insets.left + insets.right <= viewSize.width + slack
      && rect.height + insets.top + insets.bottom <= viewSize.height + slack
  }

  /// How far a rectangle sticks out of the inset view, in points, without the side of an end of the
  /// world; 0 when it is inside.
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

  /// The insets that the adjuster has to respect: its own, and those of every bar.
  var insets: EdgeInsets {
    // Where there is no bar, any guarantee holds, even one to let something stick out.
    func inset(_ guaranteed: Double, _ bar: Double) -> Double {
      bar > 0 ? max(guaranteed, bar) : guaranteed
    }
    let (guaranteed, bars) = (opening.insets, opening.bars)
    return EdgeInsets(
      top: inset(guaranteed.top, bars.top), left: inset(guaranteed.left, bars.left),
      bottom: inset(guaranteed.bottom, bars.bottom), right: inset(guaranteed.right, bars.right))
  }

  /// The shift that is needed on each axis; nil where nothing fits.
  var requiredShift: (dx: Double?, dy: Double?) {
    let rect = opening.rects.contain
    let insets = insets
    return (
      Self.requiredShift(
        low: rect.minX, high: rect.maxX, lowLimit: insets.left,
        highLimit: viewSize.width - insets.right),
      Self.requiredShift(
        low: rect.minY, high: rect.maxY, lowLimit: insets.top,
        highLimit: viewSize.height - insets.bottom)
    )
  }

  /// The verdict on a callout that settled, given its number, the step and the time of its opening,
  /// the callbacks of region changes until its rest, and the distances of its tip in its frames.
  ///
  /// - Complexity: O(1), without allocations.
  public func verdict(
    callout: Int32 = 0, step: Int32 = -1, openedAt: SimulatedTime = .zero, rest: SettledCallout,
    callbacks: RegionCallbacks, pins: CalloutPins = CalloutPins()
  ) -> CalloutVerdict {
    let way = way(to: rest)
    var measures = CriterionMeasures()
    judgePlace(&measures, rest, way)
    judgeMove(&measures, rest, way, callbacks)
    excuse(&measures, rest, way)
    judgeProbes(&measures, way)
    measures[.tipPinned] = pins.worst
    let (dx, dy) = (way.excess.dx ?? 0, way.excess.dy ?? 0)
    return CalloutVerdict(
      callout: callout, step: step, openedAt: openedAt, measures: measures,
      overflowPoints: way.overflow,
      overflowSide: overflowSide(of: Self.whole(rest.rects), opening.bars),
      excessShiftPoints: (dx * dx + dy * dy).squareRoot(), scaleRatio: way.ratio,
      regionChanges: callbacks.changes, insets: insets, before: opening.rects,
      after: rest.rects)
  }

  /// From opening to rest.
  struct Way {
    var shift: ScreenOffset
    var ratio: Double
    /// The shift that was needed; nil where nothing fits.
    var needed: (dx: Double?, dy: Double?)
    /// How far callout and pin stick out of the view without its bars afterwards.
    var overflow: Double

    /// The part of the shift beyond the needed one.
    var excess: (dx: Double?, dy: Double?) {
      (needed.dx.map { shift.dx - $0 }, needed.dy.map { shift.dy - $0 })
    }
  }

  private func way(to rest: SettledCallout) -> Way {
    let (before, after) = (opening.rects.parent, rest.rects.parent)
    return Way(
      shift: ScreenOffset(dx: after.midX - before.midX, dy: after.minY - before.minY),
      ratio: rest.camera.mapPointsPerPoint / opening.camera.mapPointsPerPoint,
      needed: requiredShift,
      // Independent of the adjuster: callout and pin, and the view without its bars.
      overflow: overflow(of: Self.whole(rest.rects), opening.bars))
  }

  /// The larger of two numbers; unlike `max`, NaN where either is.
  private static func larger(_ left: Double, _ right: Double) -> Double {
    right > left || right.isNaN ? right : left
  }

  /// The larger part of a shift.
  static func points(_ dx: Double, _ dy: Double, of criterion: Criterion) -> CriterionMeasure {
    CriterionMeasure(larger(dx.magnitude, dy.magnitude), of: criterion, within: pointTolerance)
  }

  /// How much a scale changed.
  static func scale(
    _ ratio: Double, of criterion: Criterion, within tolerance: Double = scaleTolerance
  ) -> CriterionMeasure {
    CriterionMeasure((ratio - 1).magnitude, of: criterion, within: tolerance, in: .scale)
  }

  /// The larger part of a shift, or a change of scale if that is worse.
  static func stillness(
    _ dx: Double, _ dy: Double, _ ratio: Double, of criterion: Criterion
  ) -> CriterionMeasure {
    var measure = points(dx, dy, of: criterion)
    measure.takeWorse(scale(ratio, of: criterion))
    return measure
  }

  private func judgePlace(_ measures: inout CriterionMeasures, _ rest: SettledCallout, _ way: Way) {
    if hasRoom(for: Self.whole(rest.rects)) {
      measures[.inside] = CriterionMeasure(
        way.overflow, of: .inside, within: Self.pointTolerance)
    }
    if !fits(Self.whole(opening.rects), opening.bars) { measures[.oversize] = oversize(rest, way) }
    measures[.parentVisible] = CriterionMeasure(
      distanceFromView(of: rest.rects.parent), of: .parentVisible, within: 0)
  }

  /// Whether callout and pin fit into the view without its bars, now or when they opened.
  ///
  /// The size at opening counts too: an adjuster that moves the two apart until they no
  /// longer fit together must not escape the judgment.
  func hasRoom(for rect: ScreenRect) -> Bool {
    fits(Self.whole(opening.rects), opening.bars) || fits(rect, opening.bars)
  }

  /// C13 oversize rule: the pin stays inside, at the same scale or further out.
  func oversize(_ rest: SettledCallout, _ way: Way, but end: WorldEnd? = nil) -> CriterionMeasure {
    func outside(_ rect: ScreenRect) -> CriterionMeasure {
      CriterionMeasure(
        overflow(of: rect, opening.bars, but: end), of: .oversize,
        within: Self.pointTolerance)
    }
    var measure = outside(rest.rects.parent)
    // Zooming out counts when what callout and pin covered fits afterwards; a callout itself has
    // the same size at any scale.
    let isFurtherOut = way.ratio > 1 + Self.scaleTolerance
    measure.takeWorse(
      isFurtherOut ? outside(covered(at: rest)) : Self.scale(way.ratio, of: .oversize))
    return measure
  }

  /// Where the part of the map lies at rest that callout and pin covered at first.
  private func covered(at rest: SettledCallout) -> ScreenRect {
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
    let rect = Self.whole(opening.rects)
    return ScreenRect(
      minX: there.x + (rect.minX - viewSize.width / 2) * scale,
      minY: there.y + (rect.minY - viewSize.height / 2) * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// The distance of a rectangle from the view beside its bars, without the side of an end of the
  /// world: 0 when any of it is visible, and never 0 when it only touches an edge.
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

  private func judgeMove(
    _ measures: inout CriterionMeasures, _ rest: SettledCallout, _ way: Way,
    _ callbacks: RegionCallbacks
  ) {
    measures[.zoomUnchanged] = Self.scale(way.ratio, of: .zoomUnchanged)
    if way.excess.dx != nil || way.excess.dy != nil {
      measures[.minimalShift] = Self.points(
        way.excess.dx ?? 0, way.excess.dy ?? 0, of: .minimalShift)
    }
    if overflow(of: opening.rects.contain, insets) == 0 {
      measures[.untouchedWhenVisible] =
        callbacks.changes > 0
        ? callInVain(way)
        : Self.stillness(way.shift.dx, way.shift.dy, way.ratio, of: .untouchedWhenVisible)
    }
    if !isUnheard {
      measures[.idempotent] = Self.stillness(
        rest.secondShift.dx, rest.secondShift.dy, rest.secondScaleRatio, of: .idempotent)
    }
    if opening.move != .none, !opening.isRefused {
      measures[.animatedAsAtOnce] = distance(from: rest.camera)
    }
    measures[.moveAccepted] = CriterionMeasure(
      opening.isRefused ? 1 : 0, of: .moveAccepted, within: 0)
    measures[.steadyAtWorldEdge] = steadiness(rest, way)
    let failures = callbacks.failures(asked: opening.move, from: opening.camera, to: rest.camera)
    measures[.callbacksPaired] = CriterionMeasure(Double(failures), of: .callbacksPaired, within: 0)
  }

  /// How far a map moved that should have received no call; never 0, so never kept.
  private func callInVain(_ way: Way) -> CriterionMeasure {
    let moved = Self.stillness(
      way.shift.dx, way.shift.dy, way.ratio, of: .untouchedWhenVisible)
    return CriterionMeasure(
      moved.amount == 0 ? .leastNonzeroMagnitude : moved.amount, of: .untouchedWhenVisible,
      within: 0, in: moved.unit)
  }

  /// Whether the adjuster would have moved the map but was not called, as when a callout follows
  /// the cluster that holds its point: there is no first adjustment then for a second one to
  /// repeat.
  var isUnheard: Bool {
    let atOnce = opening.probes.atOnce
    let still = Self.stillness(atOnce.shift.dx, atOnce.shift.dy, atOnce.scaleRatio, of: .idempotent)
    return opening.move == .none && !still.isKept
  }

  /// A billionth of a degree, in map points.
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
      Self.larger(dx.magnitude, dy.magnitude), of: .animatedAsAtOnce,
      within: Self.centerTolerance, times: 1 / camera.mapPointsPerPoint)
    measure.takeWorse(
      Self.scale(
        camera.mapPointsPerPoint / opening.probes.atOnceMapPointsPerPoint, of: .animatedAsAtOnce,
        within: Self.sameScaleTolerance))
    return measure
  }
}

/// The moves of the adjuster for the same layout elsewhere, mirrored and on a turned map.
extension CalloutJudge {
  func judgeProbes(_ measures: inout CriterionMeasures, _ way: Way) {
    let probes = opening.probes
    let here = probes.atOnce
    func differ(_ probe: CalloutProbe, _ criterion: Criterion) -> CriterionMeasure {
      difference(probe, from: here.shift, of: criterion)
    }
    var mirrored = difference(
      probes.mirroredEastWest, from: ScreenOffset(dx: -here.shift.dx, dy: here.shift.dy),
      of: .mirrored)
    mirrored.takeWorse(
      difference(
        probes.mirroredNorthSouth, from: ScreenOffset(dx: here.shift.dx, dy: -here.shift.dy),
        of: .mirrored))
    mirrored.takeWorse(
      Self.scale(probes.mirroredEastWest.scaleRatio / here.scaleRatio, of: .mirrored))
    mirrored.takeWorse(
      Self.scale(probes.mirroredNorthSouth.scaleRatio / here.scaleRatio, of: .mirrored))
    measures[.mirrored] = mirrored

    var anyLongitude = differ(probes.westOfAntimeridian, .sameAtAnyLongitude)
    anyLongitude.takeWorse(differ(probes.eastOfAntimeridian, .sameAtAnyLongitude))
    anyLongitude.takeWorse(differ(probes.quarterFurther, .sameAtAnyLongitude))
    measures[.sameAtAnyLongitude] = anyLongitude

    // A move that the end of the world stopped cannot be compared with one elsewhere.
    func free(_ probe: CalloutProbe, _ criterion: Criterion) -> CriterionMeasure? {
      probe.isAtWorldEdge ? nil : differ(probe, criterion)
    }
    if !here.isAtWorldEdge {
      measures[.sameAtAnyLatitude] = free(probes.otherLatitude, .sameAtAnyLatitude)
      var turned = free(probes.turned45, .sameWhenTurned)
      if let other = free(probes.turned90, .sameWhenTurned) {
        if turned == nil { turned = other } else { turned?.takeWorse(other) }
      }
      measures[.sameWhenTurned] = turned
    }
    if !probes.closest.isAtWorldEdge, way.needed.dx != nil || way.needed.dy != nil {
      measures[.exactWhenClose] = exactness(of: probes.closest, way)
    }
  }

  /// The distance between the shift of a probe and another shift; infinite when it was refused.
  private func difference(
    _ probe: CalloutProbe, from shift: ScreenOffset, of criterion: Criterion
  ) -> CriterionMeasure {
    guard !probe.isRefused else { return Self.points(.infinity, 0, of: criterion) }
    return Self.points(probe.shift.dx - shift.dx, probe.shift.dy - shift.dy, of: criterion)
  }

  private func exactness(of probe: CalloutProbe, _ way: Way) -> CriterionMeasure {
    guard !probe.isRefused else { return Self.points(.infinity, 0, of: .exactWhenClose) }
    return Self.stillness(
      way.needed.dx.map { probe.shift.dx - $0 } ?? 0,
      way.needed.dy.map { probe.shift.dy - $0 } ?? 0,
      probe.scaleRatio, of: .exactWhenClose)
  }
}

/// An end of the world, where the map cannot scroll on: down on the screen in the north, up in the
/// south.
enum WorldEnd: Hashable, Sendable { case north, south }

/// The ends of the world: whether the map is steady there, and what that excuses.
extension CalloutJudge {
  /// C14 steady at world edge: where the world ended before the callout had the space it needs, the
  /// map went the right way and no further, and it stays there.
  ///
  /// The other end of the world does not count, unless the map ran to it. What does not fit needs
  /// space for its pin alone, beside the bars. On a turned map the ends of the world lie across the
  /// screen, so the criterion does not apply.
  func steadiness(_ rest: SettledCallout, _ way: Way) -> CriterionMeasure? {
    guard !isUnheard, rest.camera.headingDegrees == 0, let needed = unmetShift(rest, way) else {
      return nil
    }
    let ran = way.shift.dy.magnitude > Self.pointTolerance ? way.shift.dy : 0
    guard
      (needed > 0 || ran > 0) && isAtEnd(.north, rest.camera)
        || (needed < 0 || ran < 0) && isAtEnd(.south, rest.camera)
    else { return nil }
    let wrongWay = needed < 0 ? way.shift.dy : -way.shift.dy
    let tooFar = needed < 0 ? needed - way.shift.dy : way.shift.dy - needed
    let second = max(rest.secondShift.dx.magnitude, rest.secondShift.dy.magnitude)
    return CriterionMeasure(
      max(0, wrongWay, tooFar, second), of: .steadyAtWorldEdge,
      within: Self.pointTolerance)
  }

  /// Excuses criteria that are broken only because the world ended: the map stopped there, as it
  /// should, and only what sticks out beyond that end breaks them.
  func excuse(_ measures: inout CriterionMeasures, _ rest: SettledCallout, _ way: Way) {
    guard measures[.steadyAtWorldEdge]?.isKept == true, let needed = unmetShift(rest, way) else {
      return
    }
    let end: WorldEnd = needed > 0 ? .north : .south
    let outside = overflow(of: Self.whole(rest.rects), opening.bars, but: end)
    if outside <= Self.pointTolerance { measures.excuse(.inside) }
    if Self.points(way.excess.dx ?? 0, 0, of: .minimalShift).isKept {
      measures.excuse(.minimalShift)
    }
    if measures[.oversize] != nil, oversize(rest, way, but: end).isKept {
      measures.excuse(.oversize)
    }
    if distanceFromView(of: rest.rects.parent, but: end) == 0 { measures.excuse(.parentVisible) }
  }

  /// The vertical shift that was needed and not made; nil when it was made.
  private func unmetShift(_ rest: SettledCallout, _ way: Way) -> Double? {
    if let needed = way.needed.dy, let excess = way.excess.dy {
      return excess.magnitude > Self.pointTolerance ? needed : nil
    }
    let (before, after) = (opening.rects.parent, rest.rects.parent)
    let (top, bottom) = (opening.bars.top, viewSize.height - opening.bars.bottom)
    guard max(top - after.minY, after.maxY - bottom) > Self.pointTolerance else { return nil }
    return Self.requiredShift(low: before.minY, high: before.maxY, lowLimit: top, highLimit: bottom)
  }

  private func isAtEnd(_ end: WorldEnd, _ camera: Camera) -> Bool {
    let half = viewSize.height * camera.mapPointsPerPoint / 2
    // The map is clamped in other units.
    let slack = camera.mapPointsPerPoint * Self.roundingSlack
    return switch end {
    case .north: camera.center.y - half <= slack
    case .south: camera.center.y + half >= MapSize.worldSide - slack
    }
  }
}
