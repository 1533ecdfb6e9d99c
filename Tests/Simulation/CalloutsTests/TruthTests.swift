import Callouts
import Conformance
import MapGeometry
import Testing

/// Draws a scene: `#` is the callout, `o` its parent, `.` other map, `~` outside of the view.
///
/// A character is 40 × 40 points and shows what is in its middle.
private func picture(_ scene: CalloutScene) -> [String] {
  let size = scene.viewport.size
  return stride(from: -20.0, to: size.height + 40, by: 40).map { y in
    String(
      stride(from: -20.0, to: size.width + 40, by: 40).map { x -> Character in
        if contains(scene.parent.frame, x, y) { return "o" }
        if contains(scene.layout.body, x, y) { return "#" }
        return x > 0 && x < size.width && y > 0 && y < size.height ? "." : "~"
      })
  }
}

private func contains(_ rect: ScreenRect, _ x: Double, _ y: Double) -> Bool {
  x >= rect.minX && x < rect.maxX && y >= rect.minY && y < rect.maxY
}

private func scene(
  x: Double, y: Double, latitude: Double, longitude: Double = 20, span: Double,
  callout: ScreenSize = ScreenSize(width: 200, height: 108), height: Double = 480,
  heading: Double = 0, mapOrigin: ScreenOffset = .zero, bubble contentHeight: Double? = nil
) -> CalloutScene {
  let viewport = Viewport(
    size: ScreenSize(width: 320, height: height),
    center: Projection.mapKit.mapPoint(
      for: Coordinate(latitude: latitude, longitude: longitude)),
    mapPointsPerPoint: span / 360 * MapSize.worldSide / 320, headingDegrees: heading,
    regionFit: .edgeSum)
  let parent = CalloutParent(
    frame: ScreenRect(minX: x, minY: y, width: 32, height: 39),
    centerOffset: ScreenOffset(dx: 8, dy: -16))
  let style: CalloutStyle =
    contentHeight.map {
      .bubble(contentHeight: $0, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    } ?? .plain(size: callout)
  return CalloutScene(viewport: viewport, parent: parent, style: style, mapOrigin: mapOrigin)
}

/// What the published strategies get wrong, so that a harness which finds no fault in them is known
/// to be blind.
@Suite("Published faults")
struct TruthTests {
  /// Pinned at 40 points from the top, the callout has to come down by 69 points.
  @Test(arguments: [
    (-35.0, 66.4, false, false),
    (0.0, 67.4, false, false),
    (50.0, 72.5, true, false),
  ])
  func `edge margins take a degree of latitude for a fixed length`(
    latitude: Double, down: Double, isInside: Bool, isMinimal: Bool
  ) {
    let judge = Judge(
      EdgeMarginsAdjuster(), on: scene(x: 144, y: 40, latitude: latitude, span: 30, bubble: 80))
    #expect((judge.translation[1] * 10).rounded() / 10 == down)
    #expect(judge.required == [0, 69])
    #expect(judge.isInside == isInside)
    #expect(judge.isMinimal == isMinimal)
    #expect(judge.keepsZoom)
    let ideal = Judge(IdealAdjuster(), on: judge.before)
    #expect(ideal.isInside == true && ideal.isMinimal)
  }

  @Test func `edge margins push the parent of a tall callout out of the view`() {
    let before = scene(x: 130, y: 120, latitude: 37.77, span: 0.05, height: 400, bubble: 372)
    let judge = Judge(EdgeMarginsAdjuster(), on: before, asksForFit: false)
    #expect(
      picture(judge.after) == [
        "~~~~~~~~~~",
        "~########~",
        "~########~",
        "~########~",
        "~########~",
        "~########~",
        "~########~",
        "~########~",
        "~########~",
        "~########~",
        "~########~",
        "~~~~o~~~~~",
      ])
    #expect(!judge.parentIsVisible)
    #expect(!judge.isIdempotent)
    let ideal = Judge(IdealAdjuster(), on: before)
    #expect(
      picture(ideal.after) == [
        "~########~",
        "~########~",
        "~########~",
        "~########~",
        "~...o....~",
        "~........~",
        "~........~",
        "~........~",
        "~........~",
        "~........~",
        "~........~",
        "~~~~~~~~~~",
      ])
  }

  @Test func `edge margins stop at the 180th meridian`() {
    let before = scene(x: 292, y: 240, latitude: -17.7, longitude: 179.999, span: 0.05)
    let edges = Judge(EdgeMarginsAdjuster(), on: before)
    #expect(edges.accepted == nil)
    #expect(
      picture(edges.after) == [
        "~~~~~~~~~~",
        "~........~",
        "~........~",
        "~........~",
        "~.....####",
        "~.....####",
        "~.....####",
        "~.......o~",
        "~........~",
        "~........~",
        "~........~",
        "~........~",
        "~........~",
        "~~~~~~~~~~",
      ])
    let ideal = Judge(IdealAdjuster(), on: before)
    #expect(
      picture(ideal.after) == [
        "~~~~~~~~~~",
        "~........~",
        "~........~",
        "~........~",
        "~...#####~",
        "~...#####~",
        "~...#####~",
        "~.....o..~",
        "~........~",
        "~........~",
        "~........~",
        "~........~",
        "~........~",
        "~~~~~~~~~~",
      ])
  }

  @Test func `edge margins move a turned map the wrong way`() {
    let judge = Judge(
      EdgeMarginsAdjuster(),
      on: scene(x: 144, y: 40, latitude: 37.77, span: 0.05, heading: 90, bubble: 80))
    #expect(judge.isInside == false)
    #expect(judge.translation[0].rounded() == 46)
    #expect(judge.translation[1].rounded() == 0)
  }

  @Test func `edge margins take the origin of the map view for content`() {
    let visible = scene(x: 144, y: 420, latitude: 37.77, span: 0.05, bubble: 80)
    #expect(EdgeMarginsAdjuster().move(for: visible) == .stay)
    let lower = scene(
      x: 144, y: 420, latitude: 37.77, span: 0.05, mapOrigin: ScreenOffset(dx: 0, dy: -64),
      bubble: 80)
    let judge = Judge(EdgeMarginsAdjuster(), on: lower)
    #expect(judge.leavesVisibleAlone == false)
  }

  /// A callout that is in view already, and how the map zooms out when the region is set.
  @Test(arguments: [
    (0.05, 37.77, 0.0, 1.0),
    (30, 50, 33, 1.18),
    (40, 60, 39, 1.7),
  ])
  func `contain rect drifts when there is nothing to do`(
    span: Double, latitude: Double, down: Double, zoom: Double
  ) {
    let judge = Judge(
      ContainRectAdjuster(animated: false),
      on: scene(x: 144, y: 240, latitude: latitude, longitude: 15, span: span))
    #expect(judge.move != .stay, "the region is always set")
    #expect(judge.translation[1].rounded() == down)
    #expect((judge.scaleRatio * 100).rounded() / 100 == zoom)
    #expect(judge.keepsZoom == (zoom == 1))
    #expect(judge.isIdempotent == (zoom == 1))
    #expect(Judge(IdealAdjuster(), on: judge.before).move == .stay)
  }

  @Test func `contain rect zooms out when it moves towards a pole`() {
    let judge = Judge(
      ContainRectAdjuster(animated: false), on: scene(x: 144, y: 40, latitude: 50, span: 30))
    #expect((judge.scaleRatio * 100).rounded() / 100 == 1.19)
    #expect(!judge.isMinimal && !judge.isIdempotent)
  }

  @Test(arguments: [(400.0, 1.26), (318, 1.01)])
  func `contain rect zooms out for a callout that is too wide`(width: Double, zoom: Double) {
    let judge = Judge(
      ContainRectAdjuster(animated: false),
      on: scene(
        x: 144, y: 240, latitude: 37.77, span: 0.05, callout: ScreenSize(width: width, height: 108))
    )
    #expect((judge.scaleRatio * 100).rounded() / 100 == zoom)
    #expect(!judge.keepsZoom)
    #expect(judge.isInside == nil)
  }

  /// Zooming out brings the coordinate nearer to the middle, but not the callout, whose distance
  /// from its coordinate stays the same in points.
  @Test func `contain rect falls short when it zooms`() {
    let judge = Judge(
      ContainRectAdjuster(animated: false), on: scene(x: 144, y: 5, latitude: 80, span: 30))
    #expect(judge.isInside == false)
    #expect((judge.overflowAfter[2] * 100).rounded() / 100 == 0.72)
  }

  @Test(arguments: [-60.0, 4, 144, 300, 400])
  func `none always stays`(x: Double) {
    for y in [-200.0, 0, 240, 470, 700] {
      for bubble in [nil, 80.0] {
        let here = scene(x: x, y: y, latitude: 37.77, span: 0.05, bubble: bubble)
        let judge = Judge(NoAdjuster(), on: here)
        #expect(judge.move == .stay)
        #expect(judge.after == here)
        #expect(judge.promiseBefore.insets == EdgeInsets(all: 0))
      }
    }
    #expect(
      Judge(NoAdjuster(), on: scene(x: -60, y: 240, latitude: 0, span: 1)).isInside == false)
  }
}

@Suite("Adjusters and moves")
struct AdjusterTests {
  private static let all: [any CalloutAdjuster] = [
    NoAdjuster(), EdgeMarginsAdjuster(), ContainRectAdjuster(margin: 4, animated: false),
    IdealAdjuster(margin: 4), EdgedRegionAdjuster(), MoveCenterAdjuster(margin: 4),
    CenteringAdjuster(),
  ]

  @Test func `every adjuster has a name`() {
    #expect(
      Self.all.map(\.name) == [
        "none", "edge margins", "contain rect", "ideal", "edged region", "move center",
        "centering",
      ])
  }

  @Test func `the margin reaches those who use it`() {
    let here = scene(x: 144, y: 240, latitude: 0, span: 1)
    let margins = Self.all.map { $0.guarantee(for: here).insets.left }
    #expect(margins == [0, 38, 4, 4, 0, 4, 0])
  }

  @Test(arguments: [144.0, 10, 310])
  func `the annotation comes to the middle wherever it is`(x: Double) throws {
    let here = scene(x: x, y: 100, latitude: 60, span: 1)
    let map = try #require(CenteringAdjuster().move(for: here).applied(to: here.viewport))
    let point = here.moved(to: map).parent.coordinatePoint
    #expect((point.x - map.size.width / 2).magnitude < 0.01)
    #expect((point.y - map.size.height / 2).magnitude < 0.01)
    #expect(map.mapPointsPerPoint == here.viewport.mapPointsPerPoint)
  }

  @Test func `a plain callout is kept 7 points from the top by the edge margins`() {
    let promise = EdgeMarginsAdjuster().guarantee(for: scene(x: 144, y: 40, latitude: 0, span: 1))
    #expect(promise.contain == ScreenRect(minX: 160, minY: -68, width: 0, height: 147))
    #expect(promise.insets == EdgeInsets(top: 7, left: 38, bottom: 10, right: 38))
    #expect(
      EdgeMarginsAdjuster().frameShift(for: scene(x: 144, y: 40, latitude: 0, span: 1))
        == ScreenOffset(dx: 0, dy: 75))
  }

  @Test func `adjusters leave frames alone and heed the right edge unless they say otherwise`() {
    let here = scene(x: 144, y: 40, latitude: 0, span: 1)
    // As in a scenario that says nothing of it.
    #expect(AdjusterSettings().isAnimated)
    for definition in AdjusterCatalog.standard.definitions where definition.name != "edge margins" {
      let adjuster = definition.make(AdjusterSettings())
      #expect(adjuster.frameShift(for: here) == .zero, "\(definition.name)")
      #expect(!adjuster.overlooksRight, "\(definition.name)")
    }
  }

  @Test func `a map refuses what is no place`() {
    let viewport = scene(x: 0, y: 0, latitude: 0, span: 1).viewport
    let nowhere = Coordinate(latitude: 0, longitude: 180.1)
    let span = CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1)
    let endless = CoordinateSpan(latitudeDelta: 1, longitudeDelta: .infinity)
    let home = Coordinate(latitude: 0, longitude: 0)
    let refused: [MapMove] = [
      .center(nowhere, animated: false),
      .region(CoordinateRegion(center: nowhere, span: span), animated: true),
      .region(CoordinateRegion(center: home, span: endless), animated: true),
      .point(MapPoint(x: .nan, y: 0), animated: false),
      .point(MapPoint(x: 0, y: .infinity), animated: false),
    ]
    for move in refused {
      #expect(move.applied(to: viewport) == nil, "\(move)")
    }
    #expect(MapMove.stay.applied(to: viewport) == viewport)
    #expect(refused.map(\.isAnimated) == [false, true, true, false, false])
    #expect(!MapMove.stay.isAnimated)
  }

  @Test func `animated or not, a move ends at the same place`() {
    let viewport = scene(x: 0, y: 0, latitude: 40, span: 1).viewport
    let place = Coordinate(latitude: 41, longitude: 21)
    let region = CoordinateRegion(
      center: place, span: CoordinateSpan(latitudeDelta: 2, longitudeDelta: 2))
    let moves: [(Bool) -> MapMove] = [
      { .center(place, animated: $0) },
      { .region(region, animated: $0) },
      { .point(MapPoint(x: 300_000_000, y: 100_000_000), animated: $0) },
    ]
    for move in moves {
      let end = move(false).applied(to: viewport)
      #expect(end != nil)
      #expect(end != viewport)
      #expect(end == move(true).applied(to: viewport))
    }
  }

  @Test func `a negative margin is refused`() async {
    await #expect(processExitsWith: .failure) { _ = IdealAdjuster(margin: -1) }
    await #expect(processExitsWith: .failure) {
      _ = ContainRectAdjuster(margin: -1, animated: true)
    }
  }
}
