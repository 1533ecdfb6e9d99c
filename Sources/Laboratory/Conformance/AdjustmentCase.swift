internal import Callouts
internal import MapGeometry

/// A callout over a pin, and where one way to make room for it ends.
struct AdjustmentCase {
  struct Tolerance {
    var points = 0.5
    var zoom = 1e-6

    /// Takes the tolerances that a file names, and else the defaults.
    init(_ constants: GoldenValue) {
      points = constants["pixelTolerance"].number ?? points
      zoom = constants["zoomTolerance"].number ?? zoom
    }
  }

  private let input: GoldenValue
  private let expected: GoldenValue
  private let tolerance: Tolerance
  private let viewport: Viewport
  private let parent: CalloutParent
  private let size: ScreenSize
  private let comparison = Comparison()

  init(_ value: GoldenValue, expected: GoldenValue, tolerance: Tolerance) throws {
    input = value["input"]
    (self.expected, self.tolerance) = (expected, tolerance)
    let view = input["viewport"]
    let size = ScreenSize(width: try view.number("width"), height: try view.number("height"))
    let scale = try view.number("mapPointsPerPoint")
    guard size.width > 0, size.height > 0, scale > 0 else {
      throw FieldError(message: "the viewport shows nothing")
    }
    let place = Coordinate(
      latitude: try view.number("centerLat"), longitude: try view.number("centerLon"))
    viewport = Viewport(
      size: size, center: Projection.mapKit.mapPoint(for: place), mapPointsPerPoint: scale,
      headingDegrees: try view.number("heading"), regionFit: .edgeSum)
    let frame = try input.numbers("parentFrame", count: 4)
    let offset = try input.numbers("parentCenterOffset", count: 2)
    parent = CalloutParent(
      frame: ScreenRect(frame), centerOffset: ScreenOffset(dx: offset[0], dy: offset[1]))
    let callout = try input.numbers("calloutSize", count: 2)
    self.size = ScreenSize(width: callout[0], height: callout[1])
  }

  /// The scene of the strategies that take any callout.
  private func plainScene(fit: RegionFit = .edgeSum) -> CalloutScene {
    var viewport = viewport
    viewport.regionFit = fit
    return CalloutScene(viewport: viewport, parent: parent, style: .plain(size: size))
  }

  /// The same scene, but callout and parent follow the map point under the middle of the parent's
  /// upper edge, as these cases have it; a difference only when the map zooms.
  private var hangingScene: CalloutScene {
    let scene = plainScene()
    var parent = scene.parent
    parent.centerOffset = ScreenOffset(dx: 0, dy: parent.frame.height / 2)
    return CalloutScene(viewport: scene.viewport, parent: parent, style: scene.style)
  }

  /// The scene of the edge margins, which know their own bubble alone.
  private func bubbleScene() throws -> CalloutScene {
    let offset = try input.numbers("seed0OffsetFromParent", count: 2)
    let origin = try input.numbers("mapViewFrameOrigin", count: 2)
    let height = try input.number("seed0ContentHeight")
    guard viewport.size.width >= 29, height >= 0, height + 14 > offset[1] else {
      throw FieldError(message: "a bubble has no room")
    }
    return CalloutScene(
      viewport: viewport, parent: parent,
      style: .bubble(
        contentHeight: height, offsetFromParent: ScreenOffset(dx: offset[0], dy: offset[1])),
      mapOrigin: ScreenOffset(dx: origin[0], dy: origin[1]))
  }
}

/// The strategies.
extension AdjustmentCase {
  /// The margins of the Asynchrony callout: its place, the map's new center, and the criteria.
  func edgeMargins() throws -> Outcome {
    let scene = try bubbleScene()
    try comparePlacement(scene.layout)
    let adjuster = EdgeMarginsAdjuster()
    let judge = AdjustmentJudge(adjuster, on: scene, asksForFit: false)
    try compare(judge)
    let info = expected["info"]
    if case .center(let center, let animated) = judge.move {
      try compareStatus(of: judge)
      comparison.expect("animated", true, animated)
      try comparison.expect(
        "newCenter", of: info, [center.latitude, center.longitude], within: degrees(viewport))
    } else {
      try comparison.expect(
        "status", of: expected, judge.move == .stay ? "noChange" : "\(judge.move)")
    }
    let shift = adjuster.frameShift(for: scene)
    comparison.expect(
      "pixel shift", [try info.number("xPixelShift"), try info.number("yPixelShift")],
      [shift.dx, shift.dy], within: tolerance.points)
    if !expected["anchorErrorPoints"].isNull { try compareAnchor(judge.after.layout, shift: shift) }
    return comparison.outcome
  }

  /// Contain rect, with the scale ratios under the other rules of fitting where they are given.
  func containRect() throws -> Outcome {
    let scene = plainScene()
    let adjuster = ContainRectAdjuster(animated: false)
    try comparison.expect(
      "rectToContain", of: input, scene.calloutAndParent.numbers, within: tolerance.points)
    comparison.expect("body", scene.layout.frame, scene.layout.body)
    comparison.expect("margins", EdgeInsets(all: 2), adjuster.guarantee(for: scene).insets)
    let judge = AdjustmentJudge(adjuster, on: hangingScene)
    try compare(judge)
    try compareRegion(of: judge)
    try compareScaleRatios(of: adjuster)
    return comparison.outcome
  }

  /// Edged regions, in single precision and, where it is given, in double precision.
  func edgedRegion() throws -> Outcome {
    let adjuster = EdgedRegionAdjuster()
    let promise = adjuster.guarantee(for: plainScene())
    comparison.expect("margins", EdgeInsets(all: 0), promise.insets)
    try comparison.expect(
      "rectToContain", of: input, promise.contain.numbers, within: tolerance.points)
    let judge = AdjustmentJudge(adjuster, on: hangingScene)
    try compare(judge)
    try compareRegion(of: judge)
    let shift = adjuster.shift(for: plainScene())
    let info = expected["info"]
    comparison.expect(
      "shift", [try info.number("latDiff"), try info.number("lonDiff")],
      [shift.latitude, shift.longitude], within: degrees(viewport))
    try compareScaleRatios(of: adjuster)
    guard !expected["contentTranslation_ifDouble"].isNull else { return comparison.outcome }
    let double = AdjustmentJudge(EdgedRegionAdjuster(precision: .double), on: hangingScene)
    try comparison.expect(
      "contentTranslation_ifDouble", of: expected, double.translation, within: tolerance.points)
    guard !expected["float32ErrorPoints"].isNull else { return comparison.outcome }
    let error = zip(judge.translation, double.translation).map { $0 - $1 }
    try comparison.expect("float32ErrorPoints", of: expected, error, within: tolerance.points)
    return comparison.outcome
  }

  /// A region without an animation, and whether the map takes it.
  private func compareRegion(of judge: AdjustmentJudge) throws {
    if case .region(_, animated: false) = judge.move {
      try compareStatus(of: judge)
    } else {
      comparison.differ("move", expected: "a region", got: "\(judge.move)")
    }
  }

  private func compareStatus(of judge: AdjustmentJudge) throws {
    let status = judge.accepted == nil ? "invalidCoordinate" : "moved"
    try comparison.expect("status", of: expected, status)
  }

  /// The scale under the other rules by which a region becomes a scale.
  private func compareScaleRatios(of adjuster: any CalloutAdjuster) throws {
    for (field, fit) in [
      ("scaleRatio_exactInverse", RegionFit.exactInverse),
      ("scaleRatio_legacyIntegerZoom", RegionFit.legacyIntegerZoom),
    ] where !expected[field].isNull {
      let judge = AdjustmentJudge(adjuster, on: plainScene(fit: fit))
      try comparison.expect(field, of: expected, judge.scaleRatio, within: tolerance.zoom)
    }
  }

  /// The least translation with the margin in the name of the strategy.
  func ideal(_ name: String) throws -> Outcome {
    guard let digits = name.split(separator: "margin").last, name.contains("margin"),
      let margin = Double(digits), margin >= 0
    else { return .skipped("unknown way '\(name)' to make room for a callout") }
    let adjuster = IdealAdjuster(margin: margin)
    let scene = plainScene()
    let shift = adjuster.translation(for: scene)
    let wanted = try expected.numbers("contentTranslation", count: 2)
    comparison.expect("contentTranslation", wanted, [shift.dx, shift.dy], within: tolerance.points)
    let judge = AdjustmentJudge(adjuster, on: scene)
    try compare(judge.after.viewport)
    comparison.expect("scale", 1, judge.scaleRatio)
    comparison.expect("stays", shift == .zero, judge.move == .stay)
    comparison.expect("second move", "\(MapMove.stay)", "\(judge.secondMove)")
    comparison.expect("parent visible", true, judge.parentIsVisible)
    // The wanted move is impossible where the world ends.
    let isAtEdge = isAtEdgeOfWorld(judge.after.viewport)
    let isReached = zip(judge.translation, [shift.dx, shift.dy]).allSatisfy {
      abs($0 - $1) <= tolerance.points
    }
    guard !isAtEdge || isReached else { return comparison.outcome }
    comparison.expect("achieved translation", wanted, judge.translation, within: tolerance.points)
    comparison.expect("inside", true, judge.isInside ?? true)
    return comparison.outcome
  }

  private func isAtEdgeOfWorld(_ viewport: Viewport) -> Bool {
    let half = viewport.size.height * viewport.mapPointsPerPoint / 2
    return viewport.center.y - half <= 1e-6 || viewport.center.y + half >= MapSize.worldSide - 1e-6
  }
}

/// The comparisons of results.
extension AdjustmentCase {
  /// The place of the bubble of the Asynchrony callout.
  private func comparePlacement(_ layout: CalloutLayout) throws {
    let tip = try input.numbers("seed0Tip", count: 2)
    let (body, limit) = (layout.body, tolerance.points)
    try comparison.expect("seed0CalloutFrame", of: input, layout.frame.numbers, within: limit)
    comparison.expect("seed0Tip", tip, [layout.tip.x, layout.tip.y], within: limit)
    comparison.expect(
      "body", [7.5, layout.frame.minY + 0.5, viewport.size.width - 7.5, tip[1]],
      [body.minX, body.minY, body.maxX, body.maxY], within: limit)
    comparison.expect("anchor", layout.tip, layout.anchor)
  }

  /// By how much the tip of a bubble that is not laid out again misses its anchor.
  private func compareAnchor(_ after: CalloutLayout, shift: ScreenOffset) throws {
    let error = [after.tip.x - after.anchor.x, after.tip.y - after.anchor.y]
    // The old drawing shows the tip where the parent was; the frame correction takes the vertical
    // shift back from a bubble that moves with the map.
    for (field, found) in [
      ("relaidOut_redrawn", error), ("relaidOut_notRedrawn", [error[0] - shift.dx, error[1]]),
      ("frameFixKept_redrawn", [error[0], error[1] - shift.dy]),
    ] {
      try comparison.expect(
        field, of: expected["anchorErrorPoints"], found, within: tolerance.points,
        prefix: "anchor error ")
    }
  }

  private func compare(_ judge: AdjustmentJudge) throws {
    try compare(judge.after.viewport)
    let (points, zoom) = (tolerance.points, tolerance.zoom)
    try comparison.expect("scaleRatio", of: expected, judge.scaleRatio, within: zoom)
    try comparison.expect("contentTranslation", of: expected, judge.translation, within: points)
    let required = try expected.list("requiredTranslation")
    guard required.count == 2 else {
      throw FieldError(message: "'requiredTranslation' is not a list of 2")
    }
    for (axis, pair) in zip(["x", "y"], zip(required, judge.required)) {
      let (should, found) = (pair.0.number, pair.1)
      comparison.expect("required \(axis)", should ?? .infinity, found ?? .infinity, within: points)
    }
    try comparison.expect(
      "remainingOverflow_LRTB", of: expected, judge.overflowAfter, within: points)
    try comparison.expect(
      "secondApplicationTranslation", of: expected, judge.secondTranslation, within: points)
    try comparison.expect(
      "secondApplicationScaleRatio", of: expected, judge.secondScaleRatio, within: zoom)
    try compareCriteria(judge)
  }

  private func compareCriteria(_ judge: AdjustmentJudge) throws {
    let flags: [String: Bool?] = [
      "C1_inside": judge.isInside, "C2_zoomUnchanged": judge.keepsZoom,
      "C3_minimal": judge.isMinimal, "C4_noChangeWhenVisible": judge.leavesVisibleAlone,
      "C5_idempotent": judge.isIdempotent, "C11_validOutput": judge.accepted != nil,
      "C16_parentVisible": judge.parentIsVisible,
    ]
    guard case .record(let criteria) = expected["criteria"] else {
      throw FieldError(message: "'criteria' is missing")
    }
    for (name, value) in criteria.sorted(by: { $0.key < $1.key }) {
      guard let flag = flags[name] else {
        throw FieldError(message: "there is no criterion '\(name)'")
      }
      let should = value.isNull ? "not asked" : "\(try expected["criteria"].truth(name))"
      comparison.expect(name, should, flag.map { "\($0)" } ?? "not asked")
    }
  }

  private func degrees(_ viewport: Viewport) -> Double {
    tolerance.points * viewport.mapPointsPerPoint / MapSize.worldSide * 360
  }

  private func compare(_ viewport: Viewport) throws {
    let (region, limit) = (viewport.region, degrees(viewport))
    for (field, found) in [
      ("lat", region.center.latitude), ("lon", region.center.longitude),
      ("latDelta", region.span.latitudeDelta), ("lonDelta", region.span.longitudeDelta),
    ] {
      try comparison.expect(
        field, of: expected["finalRegion"], found, within: limit, prefix: "finalRegion.")
    }
  }
}

extension ScreenRect {
  init(_ numbers: [Double]) {
    self.init(minX: numbers[0], minY: numbers[1], width: numbers[2], height: numbers[3])
  }

  var numbers: [Double] { [minX, minY, width, height] }
}
