internal import MapEvents
internal import MapGeometry

/// An end of the world, where the map cannot scroll on.
enum WorldEnd: Hashable, Sendable {
  /// The map cannot move further down on the screen.
  case north
  /// The map cannot move further up on the screen.
  case south
}

/// Where the map cannot scroll on: whether it is steady there, and what that excuses.
extension CalloutJudge {
  /// C14 steady at world edge: where the world ended before the callout had the room it needs, the
  /// map went the right way and no further, and it stays there.
  ///
  /// The other end of the world is in nobody's way, unless the map ran to it. What does not fit
  /// needs room for its pin alone, beside the bars. Of a turned map the ends of the world lie
  /// across the screen, so nothing is asked.
  func steadiness(_ rest: CalloutRest, _ way: Way) -> CriterionMeasure? {
    guard !isUnheard, rest.camera.headingDegrees == 0, let needed = unmetShift(rest, way) else {
      return nil
    }
    let ran = way.shift.dy.magnitude > CalloutJudge.pointTolerance ? way.shift.dy : 0
    guard
      (needed > 0 || ran > 0) && isAtEnd(.north, rest.camera)
        || (needed < 0 || ran < 0) && isAtEnd(.south, rest.camera)
    else { return nil }
    let wrongWay = needed < 0 ? way.shift.dy : -way.shift.dy
    let tooFar = needed < 0 ? needed - way.shift.dy : way.shift.dy - needed
    let second = max(rest.secondShift.dx.magnitude, rest.secondShift.dy.magnitude)
    return CriterionMeasure(
      max(0, wrongWay, tooFar, second), of: .steadyAtWorldEdge,
      within: CalloutJudge.pointTolerance)
  }

  /// Marks what is broken only because the world ended: the map stands still there, as it should,
  /// and all would be kept but for what sticks out beyond that end.
  ///
  /// What sticks out at the sides or at the other end the map could have brought into view.
  func excuse(_ measures: inout CriterionMeasures, _ rest: CalloutRest, _ way: Way) {
    guard measures[.steadyAtWorldEdge]?.isKept == true, let needed = unmetShift(rest, way) else {
      return
    }
    let end: WorldEnd = needed > 0 ? .north : .south
    let outside = overflow(of: CalloutJudge.whole(rest.rects), opening.bars, but: end)
    if outside <= CalloutJudge.pointTolerance { measures.excuse(.inside) }
    if CalloutJudge.points(way.excess.dx ?? 0, 0, of: .minimalShift).isKept {
      measures.excuse(.minimalShift)
    }
    if measures[.oversize] != nil, oversize(rest, way, but: end).isKept {
      measures.excuse(.oversize)
    }
    if distanceFromView(of: rest.rects.parent, but: end) == 0 { measures.excuse(.parentVisible) }
  }

  /// The vertical shift that was needed and not made; nil when it was made.
  private func unmetShift(_ rest: CalloutRest, _ way: Way) -> Double? {
    if let needed = way.needed.dy, let excess = way.excess.dy {
      return excess.magnitude > CalloutJudge.pointTolerance ? needed : nil
    }
    let (before, after) = (opening.rects.parent, rest.rects.parent)
    let (top, bottom) = (opening.bars.top, viewSize.height - opening.bars.bottom)
    guard max(top - after.minY, after.maxY - bottom) > CalloutJudge.pointTolerance else {
      return nil
    }
    return CalloutJudge.requiredShift(
      low: before.minY, high: before.maxY, lowLimit: top, highLimit: bottom)
  }

  private func isAtEnd(_ end: WorldEnd, _ camera: Camera) -> Bool {
    let half = viewSize.height * camera.mapPointsPerPoint / 2
    // The map is clamped in other numbers than these.
    let slack = camera.mapPointsPerPoint * CalloutJudge.roundingSlack
    return switch end {
    case .north: camera.center.y - half <= slack
    case .south: camera.center.y + half >= MapSize.worldSide - slack
    }
  }
}
