internal import Callouts
internal import MapGeometry

/// A callout over a pin, and where one way to make room for it ends.
struct AdjustmentCase {
  /// How far numbers may differ.
  struct Tolerance {
    /// In points.
    var points = 0.5
    /// Of a scale, relative.
    var zoom = 1e-6

    /// What a file names, and else what the standard is.
    init(_ constants: GoldenValue) {
      points = constants["pixelTolerance"].number ?? points
      zoom = constants["zoomTolerance"].number ?? zoom
    }
  }

  let input: GoldenValue
  let expected: GoldenValue
  let tolerance: Tolerance
  let viewport: Viewport
  private let parent: CalloutParent
  private let size: ScreenSize

  init(_ value: GoldenValue, expected: GoldenValue, tolerance: Tolerance) throws {
    input = value["input"]
    self.expected = expected
    self.tolerance = tolerance
    let view = input["viewport"]
    let size = ScreenSize(width: try view.number("width"), height: try view.number("height"))
    let scale = try view.number("mapPointsPerPoint")
    guard size.width > 0, size.height > 0, scale > 0 else {
      throw FieldFault(message: "the viewport shows nothing")
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
  func plainScene(fit: RegionFit = .edgeSum) -> CalloutScene {
    var viewport = viewport
    viewport.regionFit = fit
    return CalloutScene(viewport: viewport, parent: parent, style: .plain(size: size))
  }

  /// The same scene, but callout and parent follow the map point under the middle of the parent's
  /// upper edge, as the model of these cases has it; a difference only when the map zooms.
  var hangingScene: CalloutScene {
    let scene = plainScene()
    var parent = scene.parent
    parent.centerOffset = ScreenOffset(dx: 0, dy: parent.frame.height / 2)
    return CalloutScene(viewport: scene.viewport, parent: parent, style: scene.style)
  }

  /// The scene of the edge margins, which know only their own bubble.
  private func bubbleScene() throws -> CalloutScene {
    let offset = try input.numbers("seed0OffsetFromParent", count: 2)
    let origin = try input.numbers("mapViewFrameOrigin", count: 2)
    let height = try input.number("seed0ContentHeight")
    guard viewport.size.width >= 29, height >= 0, height + 14 > offset[1] else {
      throw FieldFault(message: "a bubble has no room")
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
  /// The published edge margins: where the bubble stands, where the map goes, which criteria hold.
  func edgeMargins() throws -> Outcome {
    let scene = try bubbleScene()
    var comparison = Comparison()
    try comparePlacement(scene.layout, &comparison)
    let adjuster = EdgeMarginsAdjuster()
    let judge = AdjustmentJudge(adjuster, on: scene, asksForFit: false)
    try compare(judge, &comparison)
    let status: String
    switch judge.move {
    case .stay: status = "noChange"
    case .center(let center, let animated):
      status = judge.accepted == nil ? "invalidCoordinate" : "moved"
      comparison.expect("animated", true, animated)
      comparison.expect(
        "newCenter", try expected["info"].numbers("newCenter", count: 2),
        [center.latitude, center.longitude], within: degrees(scene.viewport))
    default: status = "\(judge.move)"
    }
    comparison.expect("status", try expected.text("status"), status)
    let shift = adjuster.pixelShift(for: scene)
    let info = expected["info"]
    comparison.expect(
      "pixel shift", [try info.number("xPixelShift"), try info.number("yPixelShift")],
      [shift.dx, shift.dy], within: tolerance.points)
    guard !expected["anchorErrorPoints"].isNull else { return comparison.outcome }
    try compareAnchor(judge.after.layout, shift: shift, &comparison)
    return comparison.outcome
  }

  /// Contain rect, with the scale ratios under the other rules of fitting where they are given.
  func containRect() throws -> Outcome {
    let scene = plainScene()
    let adjuster = ContainRectAdjuster(animated: false)
    var comparison = Comparison()
    comparison.expect(
      "rectToContain", try input.numbers("rectToContain", count: 4),
      scene.calloutAndParent.numbers, within: tolerance.points)
    comparison.expect("body", scene.layout.frame, scene.layout.body)
    comparison.expect("margins", EdgeInsets(all: 2), adjuster.promise(for: scene).insets)
    let judge = AdjustmentJudge(adjuster, on: hangingScene)
    try compare(judge, &comparison)
    if case .region(_, animated: false) = judge.move {
      let status = judge.accepted == nil ? "invalidCoordinate" : "moved"
      comparison.expect("status", try expected.text("status"), status)
    } else {
      comparison.differ("move", expected: "a region", got: "\(judge.move)")
    }
    try compareScaleRatios(of: adjuster, &comparison)
    return comparison.outcome
  }

  /// The least translation with a margin, which the name of the strategy tells.
  func ideal(_ name: String) throws -> Outcome {
    guard let digits = name.split(separator: "margin").last, name.contains("margin"),
      let margin = Double(digits), margin >= 0
    else { return .skipped("unknown way '\(name)' to make room for a callout") }
    let adjuster = IdealAdjuster(margin: margin)
    let scene = plainScene()
    let shift = adjuster.translation(for: scene)
    let wanted = try expected.numbers("contentTranslation", count: 2)
    var comparison = Comparison()
    comparison.expect(
      "contentTranslation", wanted, [shift.dx, shift.dy], within: tolerance.points)
    let judge = AdjustmentJudge(adjuster, on: scene)
    try compare(judge.after.viewport, &comparison)
    comparison.expect("scale", 1, judge.scaleRatio)
    comparison.expect("stays", shift == .zero, judge.move == .stay)
    comparison.expect("second move", "\(MapMove.stay)", "\(judge.secondMove)")
    comparison.expect("parent visible", true, judge.parentIsVisible)
    // What is wanted cannot be had where the world ends.
    let isAtEdge = isAtEdgeOfWorld(judge.after.viewport)
    let isReached = zip(judge.translation, [shift.dx, shift.dy]).allSatisfy {
      abs($0 - $1) <= tolerance.points
    }
    guard !isAtEdge || isReached else { return comparison.outcome }
    comparison.expect(
      "achieved translation", wanted, judge.translation, within: tolerance.points)
    comparison.expect("inside", true, judge.isInside ?? true)
    return comparison.outcome
  }

  private func isAtEdgeOfWorld(_ viewport: Viewport) -> Bool {
    let half = viewport.size.height * viewport.mapPointsPerPoint / 2
    return viewport.center.y - half <= 1e-6 || viewport.center.y + half >= MapSize.worldSide - 1e-6
  }
}

/// What is compared.
extension AdjustmentCase {
  /// Where the published code puts its bubble.
  private func comparePlacement(
    _ layout: CalloutLayout, _ comparison: inout Comparison
  ) throws {
    let tip = try input.numbers("seed0Tip", count: 2)
    let limit = tolerance.points
    comparison.expect(
      "seed0CalloutFrame", try input.numbers("seed0CalloutFrame", count: 4), layout.frame.numbers,
      within: limit)
    comparison.expect("seed0Tip", tip, [layout.tip.x, layout.tip.y], within: limit)
    comparison.expect(
      "body", [7.5, layout.frame.minY + 0.5, viewport.size.width - 7.5, tip[1]],
      [layout.body.minX, layout.body.minY, layout.body.maxX, layout.body.maxY], within: limit)
    comparison.expect("anchor", layout.tip, layout.anchor)
  }

  /// By how much the tip of a bubble that is not laid out anew misses its anchor.
  private func compareAnchor(
    _ after: CalloutLayout, shift: ScreenOffset, _ comparison: inout Comparison
  ) throws {
    let error = [after.tip.x - after.anchor.x, after.tip.y - after.anchor.y]
    // The old drawing shows the tip where the parent was; the frame correction takes the vertical
    // shift back from a bubble that moves with the map.
    for (field, found) in [
      ("relaidOut_redrawn", error),
      ("relaidOut_notRedrawn", [error[0] - shift.dx, error[1]]),
      ("frameFixKept_redrawn", [error[0], error[1] - shift.dy]),
    ] {
      comparison.expect(
        "anchor error \(field)", try expected["anchorErrorPoints"].numbers(field, count: 2),
        found, within: tolerance.points)
    }
  }

  func compare(_ judge: AdjustmentJudge, _ comparison: inout Comparison) throws {
    try compare(judge.after.viewport, &comparison)
    let (points, zoom) = (tolerance.points, tolerance.zoom)
    comparison.expect(
      "scaleRatio", try expected.number("scaleRatio"), judge.scaleRatio, within: zoom)
    comparison.expect(
      "contentTranslation", try expected.numbers("contentTranslation", count: 2),
      judge.translation, within: points)
    let required = try expected.list("requiredTranslation")
    guard required.count == 2 else {
      throw FieldFault(message: "'requiredTranslation' is not a list of 2")
    }
    for (axis, pair) in zip(["x", "y"], zip(required, judge.required)) {
      let (should, found) = (pair.0.number, pair.1)
      comparison.expect("required \(axis)", should ?? .infinity, found ?? .infinity, within: points)
    }
    comparison.expect(
      "remainingOverflow_LRTB", try expected.numbers("remainingOverflow_LRTB", count: 4),
      judge.overflowAfter, within: points)
    comparison.expect(
      "secondApplicationTranslation",
      try expected.numbers("secondApplicationTranslation", count: 2), judge.secondTranslation,
      within: points)
    comparison.expect(
      "secondApplicationScaleRatio", try expected.number("secondApplicationScaleRatio"),
      judge.secondScaleRatio, within: zoom)
    try compareCriteria(judge, &comparison)
  }

  private func compareCriteria(
    _ judge: AdjustmentJudge, _ comparison: inout Comparison
  ) throws {
    let flags: [String: Bool?] = [
      "C1_inside": judge.isInside, "C2_zoomUnchanged": judge.keepsZoom,
      "C3_minimal": judge.isMinimal, "C4_noChangeWhenVisible": judge.leavesVisibleAlone,
      "C5_idempotent": judge.isIdempotent, "C11_validOutput": judge.accepted != nil,
      "C16_parentVisible": judge.parentIsVisible,
    ]
    guard case .record(let criteria) = expected["criteria"] else {
      throw FieldFault(message: "'criteria' is missing")
    }
    for (name, value) in criteria.sorted(by: { $0.key < $1.key }) {
      guard let flag = flags[name] else {
        throw FieldFault(message: "there is no criterion '\(name)'")
      }
      let should = value.isNull ? "not asked" : "\(try expected["criteria"].truth(name))"
      comparison.expect(name, should, flag.map { "\($0)" } ?? "not asked")
    }
  }

  /// The tolerance in degrees of longitude.
  func degrees(_ viewport: Viewport) -> Double {
    tolerance.points * viewport.mapPointsPerPoint / MapSize.worldSide * 360
  }

  private func compare(_ viewport: Viewport, _ comparison: inout Comparison) throws {
    let final = expected["finalRegion"]
    let region = viewport.region
    let limit = degrees(viewport)
    for (field, found) in [
      ("lat", region.center.latitude), ("lon", region.center.longitude),
      ("latDelta", region.span.latitudeDelta), ("lonDelta", region.span.longitudeDelta),
    ] {
      comparison.expect(
        "finalRegion.\(field)", try final.number(field), found, within: limit)
    }
  }
}

extension ScreenRect {
  init(_ numbers: [Double]) {
    self.init(minX: numbers[0], minY: numbers[1], width: numbers[2], height: numbers[3])
  }

  var numbers: [Double] { [minX, minY, width, height] }
}
