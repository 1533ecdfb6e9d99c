import AdjusterSuite
import Callouts
import MapGeometry
import Measures
import Testing

/// Each way to cross the 180th meridian is found, wherever the scene itself lies.
@Suite("Adjusters at the 180th meridian")
struct MeridianTests {
  /// A corner of the screen: the callout there sticks out, so the map moves that way.
  struct Corner: Sendable {
    let x: Double
    let y: Double
    let isEastern: Bool
  }

  private static let corners = [
    Corner(x: 8, y: 12, isEastern: false), Corner(x: 8, y: 470, isEastern: false),
    Corner(x: 312, y: 12, isEastern: true), Corner(x: 312, y: 470, isEastern: true),
  ]

  private static func scene(
    x: Double, y: Double, longitude: Double = 13, zoom: Double = 14
  ) -> CalloutScene {
    let viewport = Viewport(
      size: ScreenSize(width: 320, height: 480),
      center: Projection.mapKit.mapPoint(for: Coordinate(latitude: -17.7, longitude: longitude)),
      mapPointsPerPoint: Viewport.mapPointsPerPoint(atZoomLevel: zoom), headingDegrees: 0,
      options: .standard)
    return CalloutScene(
      viewport: viewport,
      parent: CalloutParent(
        coordinateAt: ScreenPoint(x: x, y: y), size: ScreenSize(width: 32, height: 39),
        centerOffset: ScreenOffset(dx: 0, dy: -16)),
      style: .plain(size: ScreenSize(width: 160, height: 80)))
  }

  /// The adjuster, whether it is stuck on the way east, and on the way west.
  private static let adjusters: [(any CalloutAdjuster, Bool, Bool)] = [
    (MeridianAdjuster(stuck: .east), true, false),
    (MeridianAdjuster(stuck: .west), false, true),
    (MeridianAdjuster(stuck: nil), false, false),
    (EdgeMarginsAdjuster(), true, true),
    (ContainRectAdjuster(animated: false), false, false),
    (MoveCenterAdjuster(), false, false),
    (IdealAdjuster(), false, false),
    (NoAdjuster(), false, false),
  ]

  @Test(arguments: adjusters, corners)
  func `each direction is found from the corner that leads there`(
    row: (adjuster: any CalloutAdjuster, isStuckEast: Bool, isStuckWest: Bool), corner: Corner
  ) {
    for zoom in [14.0, 17, 20] {
      let scene = MeridianTests.scene(x: corner.x, y: corner.y, zoom: zoom)
      let probes = CalloutProbes(of: row.adjuster, on: scene)
      #expect(probes.westOfAntimeridian.isRefused == (row.isStuckEast && corner.isEastern))
      #expect(probes.eastOfAntimeridian.isRefused == (row.isStuckWest && !corner.isEastern))
      let verdict = AdjusterTrial.verdict(of: row.adjuster, on: scene)
      let isStuck = corner.isEastern ? row.isStuckEast : row.isStuckWest
      #expect(verdict.keeps(.sameAtAnyLongitude) == !isStuck)
      // Only the move where the callout opened counts as accepted or refused.
      #expect(verdict.keeps(.moveAccepted) == true)
    }
  }

  @Test(arguments: [MeridianAdjuster.Direction.east, .west])
  func `a move of a point is enough`(stuck: MeridianAdjuster.Direction) {
    // The callout is 160 points wide and stands 2 points off the edge.
    let needed = 1.0
    let x = stuck == .east ? 320 - (82 - needed) : 82 - needed
    let scene = MeridianTests.scene(x: x, y: 240)
    let adjuster = MeridianAdjuster(stuck: stuck)
    let probes = CalloutProbes(of: adjuster, on: scene)
    #expect((probes.atOnce.shift.dx.magnitude - needed).magnitude < 1e-6)
    #expect(probes.westOfAntimeridian.isRefused == (stuck == .east))
    #expect(probes.eastOfAntimeridian.isRefused == (stuck == .west))
  }

  @Test(arguments: [
    // The published cases: a view whose middle lies 6 points off the meridian.
    (179.999, true), (-179.999, false),
  ])
  func `a move that crosses where it stands is refused, and differs from elsewhere`(
    longitude: Double, isEastern: Bool
  ) {
    for corner in MeridianTests.corners {
      let scene = MeridianTests.scene(x: corner.x, y: corner.y, longitude: longitude)
      let verdict = AdjusterTrial.verdict(of: EdgeMarginsAdjuster(), on: scene)
      #expect(verdict.keeps(.moveAccepted) == (corner.isEastern != isEastern))
      #expect(verdict.keeps(.sameAtAnyLongitude) == false)
    }
  }
}
