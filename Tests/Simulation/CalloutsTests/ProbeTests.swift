import Callouts
import MapGeometry
import Testing

/// What adjusters do elsewhere: the ideal one the same, the others what is known of them.
@Suite("Probes of adjusters")
struct ProbeTests {
  private static let size = ScreenSize(width: 320, height: 480)

  private static func scene(
    x: Double, y: Double, latitude: Double = 40, longitude: Double = -3.7, scale: Double = 64,
    heading: Double = 0, fit: RegionFit = .edgeSum, northEnd: Bool = false,
    style: CalloutStyle = .plain(size: ScreenSize(width: 180, height: 90)),
    centerOffset: ScreenOffset = ScreenOffset(dx: 8, dy: -16)
  ) -> CalloutScene {
    var center = Projection.mapKit.mapPoint(
      for: Coordinate(latitude: latitude, longitude: longitude))
    if northEnd { center.y = 0 }
    return CalloutScene(
      viewport: Viewport(
        size: size, center: center, mapPointsPerPoint: scale, headingDegrees: heading,
        regionFit: fit
      ).clamped(),
      parent: CalloutParent(
        coordinateAt: ScreenPoint(x: x, y: y), size: ScreenSize(width: 32, height: 39),
        centerOffset: centerOffset), style: style)
  }

  private static let styles: [CalloutStyle] = [
    .plain(size: ScreenSize(width: 180, height: 90)),
    .bubble(contentHeight: 78, offsetFromParent: ScreenOffset(dx: 8, dy: -14)),
    .subview(
      SubviewCallout(
        content: .text(titleWidth: 90, subtitleWidth: 60),
        leftAccessory: ScreenSize(width: 30, height: 30),
        insets: EdgeInsets(top: 20, left: 10, bottom: 0, right: 0))),
  ]

  private func expectSame(
    _ probe: CalloutProbe, _ dx: Double, _ dy: Double, _ what: String
  ) {
    #expect(
      abs(probe.shift.dx - dx) < 1e-3 && abs(probe.shift.dy - dy) < 1e-3
        && abs(probe.scaleRatio - 1) < 1e-12 && !probe.isRefused,
      "\(what): \(probe) instead of \(dx), \(dy)")
  }

  @Test(arguments: styles.indices, [0.0, 35, 200])
  func `the ideal adjuster does everywhere the same`(style: Int, heading: Double) {
    let bars = EdgeInsets(top: 60, left: 0, bottom: 30, right: 14)
    for x in stride(from: -10.0, through: 330, by: 34) {
      for y in stride(from: -10.0, through: 490, by: 50) {
        let scene = ProbeTests.scene(
          x: x, y: y, heading: heading, style: ProbeTests.styles[style])
        let probes = CalloutProbes(of: IdealAdjuster(insets: bars), on: scene)
        let shift = probes.atOnce.shift
        let what = "a pin at \(x), \(y)"
        expectSame(probes.mirroredEastWest, -shift.dx, shift.dy, what)
        expectSame(probes.mirroredNorthSouth, shift.dx, -shift.dy, what)
        expectSame(probes.westOfAntimeridian, shift.dx, shift.dy, what)
        expectSame(probes.eastOfAntimeridian, shift.dx, shift.dy, what)
        expectSame(probes.quarterFurther, shift.dx, shift.dy, what)
        expectSame(probes.otherLatitude, shift.dx, shift.dy, what)
        expectSame(probes.turned45, shift.dx, shift.dy, what)
        expectSame(probes.turned90, shift.dx, shift.dy, what)
        expectSame(probes.closest, shift.dx, shift.dy, what)
      }
    }
  }

  @Test
  func `the first probe is the move itself`() throws {
    let scene = ProbeTests.scene(x: 300, y: 20)
    for adjuster: any CalloutAdjuster in [
      EdgeMarginsAdjuster(), ContainRectAdjuster(animated: true), EdgedRegionAdjuster(),
      MoveCenterAdjuster(), IdealAdjuster(), NoAdjuster(),
    ] {
      let end = try #require(adjuster.move(for: scene).applied(to: scene.viewport))
      let probes = CalloutProbes(of: adjuster, on: scene)
      #expect(probes.atOnceCenter == end.center)
      #expect(probes.atOnceMapPointsPerPoint == end.mapPointsPerPoint)
      let moved = scene.moved(to: end).parent.frame
      #expect(abs(probes.atOnce.shift.dx - (moved.minX - scene.parent.frame.minX)) < 1e-9)
      #expect(abs(probes.atOnce.shift.dy - (moved.minY - scene.parent.frame.minY)) < 1e-9)
    }
  }

  @Test(arguments: styles.indices)
  func `two scenes at once get the moves that each gets alone`(style: Int) {
    let style = ProbeTests.styles[style]
    let scenes = [
      ProbeTests.scene(x: 300, y: 20, style: style),
      ProbeTests.scene(x: 20, y: 470, longitude: 120, style: style),
      ProbeTests.scene(x: 160, y: 200, latitude: 0, style: style),
      ProbeTests.scene(x: 310, y: 240, latitude: -70, scale: 90_000, style: style),
      ProbeTests.scene(x: 310, y: 240, longitude: 179.999, style: style),
      ProbeTests.scene(x: 90, y: 30, heading: 45, style: style),
      ProbeTests.scene(x: 90, y: 30, fit: .legacyIntegerZoom, style: style),
    ]
    for adjuster: any CalloutAdjuster in [
      EdgeMarginsAdjuster(), ContainRectAdjuster(animated: true),
      ContainRectAdjuster(margin: 30, animated: false), EdgedRegionAdjuster(),
      MoveCenterAdjuster(), IdealAdjuster(), NoAdjuster(),
    ] {
      for first in scenes {
        for second in scenes {
          let moves = adjuster.moves(for: first, second)
          #expect(moves.0 == adjuster.move(for: first))
          #expect(moves.1 == adjuster.move(for: second))
          let ends = MapMove.applied(moves, to: first.viewport, second.viewport)
          #expect(ends.0 == moves.0.applied(to: first.viewport))
          #expect(ends.1 == moves.1.applied(to: second.viewport))
        }
      }
    }
  }

  @Test
  func `edge margins are refused across the 180th meridian, and miss on a turned map`() {
    let probes = CalloutProbes(of: EdgeMarginsAdjuster(), on: ProbeTests.scene(x: 310, y: 240))
    #expect(!probes.atOnce.isRefused)
    // The pin stands on the right, so the map moves east.
    #expect(probes.westOfAntimeridian.isRefused)
    #expect(probes.westOfAntimeridian.shift == .zero)
    #expect(!probes.eastOfAntimeridian.isRefused)
    #expect(!probes.quarterFurther.isRefused)
    let left = CalloutProbes(of: EdgeMarginsAdjuster(), on: ProbeTests.scene(x: 10, y: 240))
    #expect(!left.westOfAntimeridian.isRefused && left.eastOfAntimeridian.isRefused)
    #expect(abs(probes.turned90.shift.dx - probes.atOnce.shift.dx) > 10)
  }

  @Test
  func `single precision misses close to the ground alone`() {
    let scene = ProbeTests.scene(x: 300, y: 240, latitude: 0.0001, scale: 16)
    let single = CalloutProbes(of: EdgedRegionAdjuster(), on: scene)
    #expect(abs(single.closest.shift.dx - single.atOnce.shift.dx) > 0.5)
    let double = CalloutProbes(of: EdgedRegionAdjuster(precision: .double), on: scene)
    #expect(abs(double.closest.shift.dx - double.atOnce.shift.dx) < 0.01)
  }

  @Test
  func `the ends of the world are told`() {
    let north = ProbeTests.scene(x: 160, y: 20, latitude: 84.9, scale: 4_000)
    #expect(CalloutProbes(of: IdealAdjuster(), on: north).atOnce.isAtWorldEdge)
    // The view fits at the equator, but not at 60 degrees north.
    let tall = ProbeTests.scene(x: 160, y: 470, latitude: 0, scale: 400_000)
    let probes = CalloutProbes(of: NoAdjuster(), on: tall)
    #expect(!probes.atOnce.isAtWorldEdge)
    #expect(probes.otherLatitude.isAtWorldEdge)
    #expect(!probes.closest.isAtWorldEdge)
    // Nor does it lie where it was sent, even if the move leads away from the end.
    let below = ProbeTests.scene(x: 160, y: 520, latitude: 0, scale: 400_000)
    let moved = CalloutProbes(of: IdealAdjuster(), on: below)
    #expect(moved.otherLatitude.shift.dy < -10 && moved.otherLatitude.isAtWorldEdge)
    #expect(!moved.atOnce.isAtWorldEdge && !moved.closest.isAtWorldEdge)
    // Closer than zoom 20 a view goes further north than there.
    let near = ProbeTests.scene(x: 160, y: 520, latitude: 85, scale: 0.25, northEnd: true)
    let closest = CalloutProbes(of: IdealAdjuster(), on: near).closest
    #expect(closest.shift.dy < -10 && closest.isAtWorldEdge)
  }

  /// There all latitudes count as 85 degrees, so that regions have no height.
  @Test
  func `adjusters answer where all of the view lies beyond 85 degrees`() {
    let scene = ProbeTests.scene(x: 160, y: 20, scale: 16, northEnd: true)
    for adjuster: any CalloutAdjuster in [
      EdgeMarginsAdjuster(), ContainRectAdjuster(animated: true), EdgedRegionAdjuster(),
      MoveCenterAdjuster(), IdealAdjuster(), NoAdjuster(),
    ] {
      #expect(adjuster.move(for: scene).applied(to: scene.viewport) != nil)
      #expect(!CalloutProbes(of: adjuster, on: scene).atOnce.isRefused)
    }
  }

  /// An adjuster that keeps the scenes it is shown.
  private final class Album: @unchecked Sendable {
    var scenes: [CalloutScene] = []
  }

  private struct Spy: CalloutAdjuster {
    let album: Album
    var name: String { "spy" }
    func move(for scene: CalloutScene) -> MapMove {
      album.scenes.append(scene)
      return .stay
    }
    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      NoAdjuster().guarantee(for: scene)
    }
  }

  @Test(arguments: styles.indices)
  func `mirrors show every rectangle, the other scenes the same ones`(style: Int) {
    let scene = ProbeTests.scene(x: 90, y: 130, heading: 20, style: ProbeTests.styles[style])
    let album = Album()
    _ = CalloutProbes(of: Spy(album: album), on: scene)
    #expect(album.scenes.count == 10)
    let (width, height) = (ProbeTests.size.width, ProbeTests.size.height)
    // The scene itself and zoom 20, the parallel, the other latitudes, the turned ones.
    let sides = album.scenes[2]
    #expect(sides.layout.body.minX == width - scene.layout.body.maxX)
    #expect(sides.parent.frame.minX == width - scene.parent.frame.maxX)
    #expect(sides.layout.tip.x == width - scene.layout.tip.x)
    #expect(sides.layout.tip.y == scene.layout.tip.y)
    #expect(abs(sides.parent.coordinatePoint.x + scene.parent.coordinatePoint.x - width) < 1e-9)
    let ends = album.scenes[6]
    #expect(ends.layout.body.minY == height - scene.layout.body.maxY)
    #expect(ends.parent.frame.minY == height - scene.parent.frame.maxY)
    #expect(ends.layout.tip.x == scene.layout.tip.x)
    #expect(abs(ends.parent.coordinatePoint.y + scene.parent.coordinatePoint.y - height) < 1e-9)
    let bars = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(scene.bars(bars) == bars)
    #expect(sides.bars(bars) == EdgeInsets(top: 1, left: 4, bottom: 3, right: 2))
    #expect(ends.bars(bars) == EdgeInsets(top: 3, left: 2, bottom: 1, right: 4))
    for number in [1, 3, 4, 5, 7, 8, 9] {
      let other = album.scenes[number]
      #expect(other.layout == scene.layout && other.parent == scene.parent)
      #expect(other.viewport != scene.viewport)
    }
    // A world seen in a mirror: what lies on its western half lies on the eastern one.
    let place = scene.viewport.mapPoint(at: ScreenPoint(x: 10, y: 20))
    let mirrored = sides.viewport.mapPoint(at: ScreenPoint(x: width - 10, y: 20))
    #expect(abs(place.x + mirrored.x - MapSize.worldSide) < 1e-6)
    #expect(abs(place.y - mirrored.y) < 1e-6)
    let below = ends.viewport.mapPoint(at: ScreenPoint(x: 10, y: height - 20))
    #expect(abs(place.x - below.x) < 1e-6)
    #expect(abs(place.y + below.y - MapSize.worldSide) < 1e-6)
    #expect(album.scenes[8].viewport.headingDegrees == 65)
    #expect(album.scenes[9].viewport.headingDegrees == 110)
    #expect(album.scenes[1].viewport.mapPointsPerPoint == 1)
  }
}
