internal import MapEvents
internal import MapGeometry

/// What the adjuster does to the same layout elsewhere and otherwise.
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
      scale(probes.mirroredEastWest.scaleRatio / here.scaleRatio, of: .mirrored))
    mirrored.takeWorse(
      scale(probes.mirroredNorthSouth.scaleRatio / here.scaleRatio, of: .mirrored))
    measures[.mirrored] = mirrored

    var anyLongitude = differ(probes.westOfAntimeridian, .sameAtAnyLongitude)
    anyLongitude.takeWorse(differ(probes.eastOfAntimeridian, .sameAtAnyLongitude))
    anyLongitude.takeWorse(differ(probes.quarterFurther, .sameAtAnyLongitude))
    measures[.sameAtAnyLongitude] = anyLongitude

    // Elsewhere the world ends elsewhere: nothing can be compared with a move that it stopped.
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

  /// How far the shift of a probe is from another shift; one that the map refused never gets there.
  private func difference(
    _ probe: CalloutProbe, from shift: ScreenOffset, of criterion: Criterion
  ) -> CriterionMeasure {
    guard !probe.isRefused else { return CalloutJudge.points(.infinity, 0, of: criterion) }
    return CalloutJudge.points(
      probe.shift.dx - shift.dx, probe.shift.dy - shift.dy, of: criterion)
  }

  private func exactness(of probe: CalloutProbe, _ way: Way) -> CriterionMeasure {
    guard !probe.isRefused else { return CalloutJudge.points(.infinity, 0, of: .exactWhenClose) }
    return stillness(
      way.needed.dx.map { probe.shift.dx - $0 } ?? 0,
      way.needed.dy.map { probe.shift.dy - $0 } ?? 0,
      probe.scaleRatio, of: .exactWhenClose)
  }
}
