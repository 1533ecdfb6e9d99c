import Callouts
import Conformance
import MapGeometry
import Testing

private func scene(
  x: Double, y: Double, at center: Coordinate, scale: Double, heading: Double = 0,
  callout: ScreenSize = ScreenSize(width: 200, height: 108)
) -> CalloutScene {
  let viewport = Viewport(
    size: ScreenSize(width: 320, height: 480), center: Projection.mapKit.mapPoint(for: center),
    mapPointsPerPoint: scale, headingDegrees: heading, regionFit: .edgeSum)
  let parent = CalloutParent(
    frame: ScreenRect(minX: x, minY: y, width: 32, height: 39),
    centerOffset: ScreenOffset(dx: 8, dy: -16))
  return CalloutScene(viewport: viewport, parent: parent, style: .plain(size: callout))
}

private let sydney = Coordinate(latitude: -33.87, longitude: 151.21)

/// Map points in a point when the view shows so many degrees of longitude.
private func scale(degrees: Double) -> Double { degrees / 360 * MapSize.worldSide / 320 }

@Suite("Edged regions")
struct EdgedRegionTests {
  private static let places = [
    Coordinate(latitude: 0, longitude: 0), sydney, Coordinate(latitude: 64.1, longitude: -21.9),
  ]

  @Test(arguments: places, [0.0005, 0.001, 0.05, 10])
  func `are computed edge by edge in 32 bits`(place: Coordinate, degrees: Double) {
    let adjuster = EdgedRegionAdjuster()
    for x in stride(from: -40.0, through: 330, by: 37) {
      for y in stride(from: -20.0, through: 470, by: 49) {
        let scene = scene(x: x, y: y, at: place, scale: scale(degrees: degrees))
        let map = scene.viewport.region
        let callout = scene.viewport.region(for: scene.calloutAndParent)
        func edge(_ center: Double, _ sign: Float, _ span: Double) -> Float {
          Float(center) + sign * (Float(span) / 2)
        }
        let west =
          edge(callout.center.longitude, -1, callout.span.longitudeDelta)
          - edge(map.center.longitude, -1, map.span.longitudeDelta)
        let east =
          edge(callout.center.longitude, 1, callout.span.longitudeDelta)
          - edge(map.center.longitude, 1, map.span.longitudeDelta)
        let south =
          edge(callout.center.latitude, -1, callout.span.latitudeDelta)
          - edge(map.center.latitude, -1, map.span.latitudeDelta)
        let north =
          edge(callout.center.latitude, 1, callout.span.latitudeDelta)
          - edge(map.center.latitude, 1, map.span.latitudeDelta)
        var should = Coordinate(latitude: 0, longitude: 0)
        if east > 0 { should.longitude = Double(east) }
        if west < 0 { should.longitude = Double(west) }
        if north > 0 { should.latitude = Double(north) }
        if south < 0 { should.latitude = Double(south) }
        #expect(adjuster.shift(for: scene) == should, "\(x), \(y)")
      }
    }
  }

  /// One step of 32 bits at 58 degrees north is 3.8e-6 degrees: 7.7 points where 0.0003 degrees of
  /// longitude fill the view.
  @Test func `move a callout that is in view at street zoom, unless they have 64 bits`() {
    var spurious = 0
    for number in 0..<400 {
      // Up to 4 points from the upper edge, wherever the view stands in the grid of 32 bits.
      let center = Coordinate(
        latitude: 58.2184 + Double(number) * 1.7e-6, longitude: 103.3479 + Double(number) * 3.1e-6)
      let y = 108 + 4 * Double(number % 20) / 20 + 0.01
      let scene = scene(x: 144, y: y, at: center, scale: scale(degrees: 0.0003))
      let single = Judge(EdgedRegionAdjuster(), on: scene)
      let double = Judge(EdgedRegionAdjuster(precision: .double), on: scene)
      #expect(single.leavesVisibleAlone != nil)
      if single.leavesVisibleAlone == false { spurious += 1 }
      #expect(double.leavesVisibleAlone == true, "\(number): \(double.translation)")
      #expect(double.move != .stay, "the region is always set")
      #expect(single.translation.allSatisfy { abs($0) <= 10 })
    }
    #expect(spurious > 0)
  }

  @Test(arguments: [0.0005, 0.001, 0.01, 0.1])
  func `bring a callout inside at street and city zoom with 64 bits`(degrees: Double) {
    var short = 0
    for (x, y) in [(4.0, 240.0), (290, 240), (144, 30), (144, 470), (4, 30), (290, 470)] {
      let scene = scene(x: x, y: y, at: sydney, scale: scale(degrees: degrees))
      let double = Judge(EdgedRegionAdjuster(precision: .double), on: scene)
      #expect(double.isInside == true && double.isMinimal, "\(x), \(y)")
      if Judge(EdgedRegionAdjuster(), on: scene).isInside == false { short += 1 }
    }
    #expect((short > 0) == (degrees <= 0.001), "32 bits fall short \(short) times")
  }

  @Test func `let the left and the lower edge win`() {
    let large = scene(
      x: 144, y: 240, at: sydney, scale: scale(degrees: 0.1),
      callout: ScreenSize(width: 400, height: 600))
    let shift = EdgedRegionAdjuster(precision: .double).shift(for: large)
    #expect(shift.longitude < 0)
    // It reaches far beyond the top and ends above the bottom.
    #expect(shift.latitude > 0)
    let low = scene(
      x: 144, y: 460, at: sydney, scale: scale(degrees: 0.1),
      callout: ScreenSize(width: 400, height: 600))
    #expect(EdgedRegionAdjuster(precision: .double).shift(for: low).latitude < 0)
  }

  @Test func `zoom on their way to a pole and are refused beyond the 180th meridian`() {
    let north = scene(
      x: 144, y: 40, at: Coordinate(latitude: 50, longitude: 15), scale: scale(degrees: 30))
    #expect(!Judge(EdgedRegionAdjuster(), on: north).keepsZoom)
    let refused = scene(
      x: 292, y: 240, at: Coordinate(latitude: -17.7, longitude: 179.999),
      scale: scale(degrees: 0.05))
    // The region of what lies on both sides of the meridian has its middle there too.
    let judge = Judge(EdgedRegionAdjuster(), on: refused)
    #expect(judge.accepted == nil || judge.isMinimal == false)
  }
}

@Suite("A moved center")
struct MoveCenterTests {
  /// The least move of a stretch into another one, by trying; the upper end wins when both stick
  /// out and `prefersHigh`, else the lower one.
  private func tried(
    _ low: Double, _ high: Double, into least: Double, _ most: Double, prefersHigh: Bool
  ) -> Double {
    let shifts = (-600...600).map(Double.init).sorted { abs($0) < abs($1) }
    if let shift = shifts.first(where: { low + $0 >= least && high + $0 <= most }) { return shift }
    let touching = prefersHigh ? most - high : least - low
    let isOut = prefersHigh ? high > most : low < least
    return isOut ? touching : prefersHigh ? max(0, least - low) : min(0, most - high)
  }

  @Test(arguments: MoveCenterAdjuster.Subject.allCases)
  func `goes by what sticks out`(subject: MoveCenterAdjuster.Subject) {
    let bars = EdgeInsets(top: 64, left: 5, bottom: 49, right: 12)
    let adjuster = MoveCenterAdjuster(margin: 3, insets: bars, subject: subject)
    let fault = MoveCenterAdjuster(
      margin: 3, insets: bars, subject: subject, overlooksRight: true)
    for (width, height) in [(200.0, 108.0), (400, 108), (200, 600)] {
      for x in stride(from: -90.0, through: 390, by: 32) {
        for y in stride(from: -90.0, through: 560, by: 43) {
          let scene = scene(
            x: x, y: y, at: sydney, scale: 4, callout: ScreenSize(width: width, height: height))
          let rect = subject == .callout ? scene.layout.body : scene.calloutAndParent
          let right = tried(rect.minX, rect.maxX, into: 8, 305, prefersHigh: true)
          let down = tried(rect.minY, rect.maxY, into: 67, 428, prefersHigh: false)
          #expect(adjuster.offset(for: scene) == ScreenOffset(dx: right, dy: down), "\(x), \(y)")
          let left = max(0, 8 - rect.minX)
          #expect(fault.offset(for: scene) == ScreenOffset(dx: left, dy: down), "\(x), \(y)")
          #expect(adjuster.guarantee(for: scene).contain == rect)
        }
      }
    }
  }

  @Test(arguments: [0.0, 45, 90, 211.5], [-60.0, 0, 37, 70])
  func `is exact on the screen at any zoom, latitude and heading`(
    heading: Double, latitude: Double
  ) {
    let adjuster = MoveCenterAdjuster(margin: 10, subject: .calloutAndParent)
    for longitude in [-179.9999, 20, 179.9999] {
      for level in -1...17 {
        for (x, y) in [(4.0, 240.0), (290, 240), (144, 30), (144, 470), (4, 30), (290, 470)] {
          let scene = scene(
            x: x, y: y, at: Coordinate(latitude: latitude, longitude: longitude),
            scale: level < 0 ? 0.5 : Double(1 << level), heading: heading)
          let judge = Judge(adjuster, on: scene)
          let offset = adjuster.offset(for: scene)
          // The way over degrees and back costs some 1e-7 map points.
          expectClose(
            judge.translation, [offset.dx, offset.dy], within: 1e-5, "level \(level), \(x), \(y)")
          #expect(judge.scaleRatio == 1)
          #expect(judge.isInside == true && judge.isMinimal && judge.isIdempotent)
        }
      }
    }
  }

  @Test func `leaves alone what is inside`() {
    for x in stride(from: 100.0, through: 190, by: 10) {
      for y in stride(from: 120.0, through: 430, by: 10) {
        let here = scene(x: x, y: y, at: sydney, scale: 1)
        #expect(MoveCenterAdjuster().move(for: here) == .stay)
      }
    }
  }

  @Test func `asks for its animation and refuses margins below nothing`() async {
    let here = scene(x: 4, y: 240, at: sydney, scale: 1)
    for animated in [false, true] {
      guard
        case .center(_, let found) = MoveCenterAdjuster(animated: animated).move(for: here)
      else {
        Issue.record("no move")
        continue
      }
      #expect(found == animated)
    }
    await #expect(processExitsWith: .failure) { _ = MoveCenterAdjuster(margin: -1) }
    await #expect(processExitsWith: .failure) {
      _ = MoveCenterAdjuster(insets: EdgeInsets(top: 0, left: -1, bottom: 0, right: 0))
    }
  }
}
