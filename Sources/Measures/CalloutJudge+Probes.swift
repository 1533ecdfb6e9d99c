internal import MapEvents
internal import MapGeometry

/// What the adjuster does to the same layout elsewhere and otherwise: C8, C9, C10, C12 and C15.
extension CalloutJudge {
  func judgeProbes(_ measures: inout CriterionMeasures, _ way: Way) {
    let probes = opening.probes
    let here = probes.atOnce
    var mirrored = difference(
      probes.mirroredEastWest, from: ScreenOffset(dx: -here.shift.dx, dy: here.shift.dy))
    mirrored.takeWorse(
      difference(
        probes.mirroredNorthSouth, from: ScreenOffset(dx: here.shift.dx, dy: -here.shift.dy)))
    mirrored.takeWorse(
      CalloutJudge.scale(probes.mirroredEastWest.scaleRatio / here.scaleRatio))
    mirrored.takeWorse(
      CalloutJudge.scale(probes.mirroredNorthSouth.scaleRatio / here.scaleRatio))
    measures[.mirrored] = mirrored

    var anyLongitude = difference(probes.westOfAntimeridian, from: here.shift)
    anyLongitude.takeWorse(difference(probes.eastOfAntimeridian, from: here.shift))
    anyLongitude.takeWorse(difference(probes.quarterFurther, from: here.shift))
    measures[.sameAtAnyLongitude] = anyLongitude

    // Elsewhere the world ends elsewhere: nothing can be compared with a move that it stopped.
    if !here.isAtWorldEdge {
      measures[.sameAtAnyLatitude] = free(probes.otherLatitude, as: here)
      var turned = free(probes.turned45, as: here)
      if let other = free(probes.turned90, as: here) {
        if turned == nil { turned = other } else { turned?.takeWorse(other) }
      }
      measures[.sameWhenTurned] = turned
    }
    if !probes.closest.isAtWorldEdge, way.needed.dx != nil || way.needed.dy != nil {
      measures[.exactWhenClose] = exactness(of: probes.closest, way)
    }
  }

  /// How far the shift of a probe is from another shift; a refused probe is no answer.
  private func difference(_ probe: CalloutProbe, from shift: ScreenOffset) -> CriterionMeasure {
    guard !probe.isRefused else { return CalloutJudge.count(1) }
    return CalloutJudge.points(probe.shift.dx - shift.dx, probe.shift.dy - shift.dy)
  }

  /// How far a probe is from the scene itself; nil when the end of the world was in its way.
  private func free(_ probe: CalloutProbe, as here: CalloutProbe) -> CriterionMeasure? {
    probe.isAtWorldEdge ? nil : difference(probe, from: here.shift)
  }

  private func exactness(of probe: CalloutProbe, _ way: Way) -> CriterionMeasure {
    guard !probe.isRefused else { return CalloutJudge.count(1) }
    return CalloutJudge.stillness(
      way.needed.dx.map { probe.shift.dx - $0 } ?? 0,
      way.needed.dy.map { probe.shift.dy - $0 } ?? 0,
      probe.scaleRatio)
  }
}
