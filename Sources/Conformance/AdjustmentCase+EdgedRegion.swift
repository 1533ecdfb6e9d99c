internal import Callouts
internal import MapGeometry

extension AdjustmentCase {
  /// Edged regions, in single precision and, where it is given, in double precision.
  func edgedRegion() throws -> Outcome {
    let adjuster = EdgedRegionAdjuster()
    var comparison = Comparison()
    let promise = adjuster.promise(for: plainScene())
    comparison.expect("margins", EdgeInsets(all: 0), promise.insets)
    comparison.expect(
      "rectToContain", try input.numbers("rectToContain", count: 4), promise.contain.numbers,
      within: tolerance.points)
    let judge = AdjustmentJudge(adjuster, on: hangingScene)
    try compare(judge, &comparison)
    if case .region(_, animated: false) = judge.move {
      let status = judge.accepted == nil ? "invalidCoordinate" : "moved"
      comparison.expect("status", try expected.text("status"), status)
    } else {
      comparison.differ("move", expected: "a region", got: "\(judge.move)")
    }
    let shift = adjuster.shift(for: plainScene())
    let info = expected["info"]
    comparison.expect(
      "shift", [try info.number("latDiff"), try info.number("lonDiff")],
      [shift.latitude, shift.longitude], within: degrees(viewport))
    try compareScaleRatios(of: adjuster, &comparison)
    guard !expected["contentTranslation_ifDouble"].isNull else { return comparison.outcome }
    let double = AdjustmentJudge(EdgedRegionAdjuster(precision: .double), on: hangingScene)
    comparison.expect(
      "contentTranslation_ifDouble",
      try expected.numbers("contentTranslation_ifDouble", count: 2), double.translation,
      within: tolerance.points)
    guard !expected["float32ErrorPoints"].isNull else { return comparison.outcome }
    comparison.expect(
      "float32ErrorPoints", try expected.numbers("float32ErrorPoints", count: 2),
      zip(judge.translation, double.translation).map { $0 - $1 }, within: tolerance.points)
    return comparison.outcome
  }

  /// The scale under the other rules by which a region becomes a scale.
  func compareScaleRatios(
    of adjuster: any CalloutAdjuster, _ comparison: inout Comparison
  ) throws {
    for (field, fit) in [
      ("scaleRatio_exactInverse", RegionFit.exactInverse),
      ("scaleRatio_legacyIntegerZoom", RegionFit.legacyIntegerZoom),
    ] where !expected[field].isNull {
      let judge = AdjustmentJudge(adjuster, on: plainScene(fit: fit))
      comparison.expect(
        field, try expected.number(field), judge.scaleRatio, within: tolerance.zoom)
    }
  }
}
