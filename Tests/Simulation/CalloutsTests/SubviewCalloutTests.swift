import Callouts
import Conformance
import MapGeometry
import Testing

private let icon = ScreenSize(width: 30, height: 30)

@Suite("Sizes of subview callouts")
struct SubviewSizeTests {
  @Test(
    arguments: [
      // A title, with a subtitle, of the wider of both; never narrower than 61.
      (.text(titleWidth: 100, subtitleWidth: nil), 124, 57),
      (.text(titleWidth: 100, subtitleWidth: 60), 124, 65),
      (.text(titleWidth: 60, subtitleWidth: 100), 124, 65),
      (.text(titleWidth: 10, subtitleWidth: nil), 61, 57),
      (.text(titleWidth: 37, subtitleWidth: nil), 61, 57),
      (.text(titleWidth: 38, subtitleWidth: nil), 62, 57),
      (.view(ScreenSize(width: 160, height: 60)), 184, 97),
      (.view(ScreenSize(width: 1, height: 1)), 61, 38),
      (.whole(ScreenSize(width: 200, height: 108)), 200, 108),
      (.whole(ScreenSize(width: 20, height: 108)), 61, 108),
      (.whole(ScreenSize(width: 400, height: 108)), 300, 108),
      (.text(titleWidth: 1_000, subtitleWidth: 5), 300, 65),
    ] as [(SubviewCallout.Content, Double, Double)])
  func `follow the content`(content: SubviewCallout.Content, width: Double, height: Double) {
    let callout = SubviewCallout(content: content)
    #expect(callout.size(inWidth: 300) == ScreenSize(width: width, height: height))
  }

  @Test func `have room for accessories as far from the side as from above`() {
    let title = SubviewCallout.Content.text(titleWidth: 100, subtitleWidth: nil)
    let view = SubviewCallout.Content.view(ScreenSize(width: 100, height: 60))
    for (content, high, margin) in [(title, 44.0, 7.0), (view, 84, 27)] {
      let one = SubviewCallout(content: content, leftAccessory: icon)
      let two = SubviewCallout(content: content, leftAccessory: icon, rightAccessory: icon)
      #expect(one.containerHeight == high)
      #expect(one.size(inWidth: 1_000).width == 124 + 30 + margin)
      #expect(two.size(inWidth: 1_000).width == 124 + 2 * (30 + margin))
    }
    let high = SubviewCallout(
      content: title, rightAccessory: ScreenSize(width: 30, height: 44))
    #expect(high.size(inWidth: 1_000).width == 154, "one that is too high has no margin")
  }

  @Test func `are those of the accessories alone without text`() {
    let empty = SubviewCallout.Content.text(titleWidth: 0, subtitleWidth: nil)
    let wide = ScreenSize(width: 60, height: 30)
    let cases: [(SubviewCallout, Double)] = [
      (SubviewCallout(content: empty), 61),
      (SubviewCallout(content: empty, leftAccessory: wide), 67),
      (SubviewCallout(content: empty, leftAccessory: wide, rightAccessory: wide), 141),
    ]
    for (callout, width) in cases { #expect(callout.size(inWidth: 1_000).width == width) }
  }

  @Test(arguments: [false, true])
  func `hold the accessories beside the arrow`(pointsUp: Bool) {
    let callout = SubviewCallout(
      content: .text(titleWidth: 100, subtitleWidth: nil), leftAccessory: icon,
      rightAccessory: ScreenSize(width: 20, height: 24))
    let frame = ScreenRect(minX: 10, minY: 100, width: 188, height: 57)
    let (left, right) = callout.accessoryFrames(in: frame, pointsUp: pointsUp)
    let top = pointsUp ? 113.0 : 100
    #expect(left == ScreenRect(minX: 17, minY: top + 7, width: 30, height: 30))
    #expect(right == ScreenRect(minX: 168, minY: top + 10, width: 20, height: 24))
  }
}

/// The placement once more, by looking at every place there is.
private struct Restated {
  var frame: ScreenRect
  var pointsUp: Bool

  init(
    _ callout: SubviewCallout, _ target: ScreenRect, _ offset: ScreenOffset, _ size: ScreenSize
  ) {
    let bars = callout.insets
    let left = bars.left + 10
    let right = size.width - bars.right - 10
    let top = bars.top + 10
    let bottom = size.height - bars.bottom - 10
    let wanted = callout.size(inWidth: right - left)
    let roomAbove = target.minY - top
    let roomBelow = bottom - target.maxY
    let isTight = wanted.height > roomAbove && roomBelow > roomAbove
    pointsUp = callout.directions == .up || (callout.directions == .any && isTight)
    let anchor = ScreenPoint(
      x: target.midX + offset.dx, y: (pointsUp ? target.maxY : target.minY) + offset.dy)

    func nearest(to x: Double, _ isGood: (Double) -> Bool) -> Double {
      var nearest = Double.nan
      // A loop over numbers: unoptimized, a filter of millions of places takes seconds.
      var place = -400.0
      while place <= 600 {
        if isGood(place), nearest.isNaN || abs(place - x) < abs(nearest - x) { nearest = place }
        place += 0.5
      }
      return nearest
    }
    let middle = (anchor.x - wanted.width / 2).rounded()
    let inside = nearest(to: middle) { $0 >= left && $0 + wanted.width <= right }
    let x = nearest(to: inside) { $0 + 27 <= anchor.x && anchor.x <= $0 + wanted.width - 27 }
    frame = ScreenRect(
      minX: x, minY: pointsUp ? anchor.y : anchor.y - wanted.height, width: wanted.width,
      height: wanted.height)
  }
}

@Suite("Places of subview callouts")
struct SubviewPlacementTests {
  private static let size = ScreenSize(width: 150, height: 160)
  private static let bars = [
    EdgeInsets(all: 0), EdgeInsets(top: 30, left: 0, bottom: 20, right: 0),
    EdgeInsets(top: 0, left: 25, bottom: 0, right: 15),
  ]

  @Test(arguments: SubviewCallout.Directions.allCases, bars)
  func `are those that a search finds`(directions: SubviewCallout.Directions, bars: EdgeInsets) {
    for (width, height) in [(61.0, 40.0), (90, 57), (200, 100)] {
      let callout = SubviewCallout(
        content: .whole(ScreenSize(width: width, height: height)), directions: directions,
        insets: bars)
      for x in stride(from: -40.0, through: 180, by: 11) {
        for y in stride(from: -50.0, through: 180, by: 10) {
          for offset in [ScreenOffset.zero, ScreenOffset(dx: 5, dy: -4)] {
            let target = ScreenRect(minX: x, minY: y, width: 20, height: 24)
            let found = callout.placement(over: target, offset: offset, in: Self.size)
            let should = Restated(callout, target, offset, Self.size)
            #expect(
              found.frame == should.frame && found.pointsUp == should.pointsUp,
              "\(width) x \(height) over \(x), \(y) with \(offset): \(found.frame)")
          }
        }
      }
    }
  }

  @Test func `keep the arrow 27 points from both ends, on whole pixels`() {
    let callout = SubviewCallout(content: .text(titleWidth: 77, subtitleWidth: 90))
    for x in stride(from: -300.0, through: 500, by: 3.7) {
      let target = ScreenRect(minX: x, minY: 200.3, width: 32, height: 39)
      let place = callout.placement(over: target, in: ScreenSize(width: 320, height: 480))
      // A pixel is taken off when the frame is put on whole ones.
      #expect(place.arrowX >= 27 && place.arrowX <= place.frame.width - 27 + 0.5, "\(x)")
      #expect((place.frame.minX * 2).rounded() == place.frame.minX * 2)
      #expect((place.frame.minY * 2).rounded() == place.frame.minY * 2)
      #expect(abs(place.frame.maxY - place.anchor.y) <= 0.5)
    }
  }

  @Test func `ask for an offset only when something sticks out, and 2.1.5 never on the right`() {
    let callout = SubviewCallout(content: .whole(ScreenSize(width: 90, height: 57)))
    for x in stride(from: -40, through: 180, by: 5) {
      for y in stride(from: -40, through: 180, by: 5) {
        let target = ScreenRect(minX: Double(x), minY: Double(y), width: 20, height: 24)
        let place = callout.placement(over: target, in: Self.size)
        let content = place.content
        #expect(content.minX == min(place.frame.minX, target.minX))
        #expect(content.maxY == max(place.frame.maxY, target.maxY))
        let older = place.offset(overlooksRight: false)
        let moved = ScreenRect(
          minX: content.minX + older.dx, minY: content.minY + older.dy, width: content.width,
          height: content.height)
        #expect(moved.minX >= 10 && moved.maxX <= 140 && moved.minY >= 10 && moved.maxY <= 150)
        let newer = place.offset(overlooksRight: true)
        #expect(newer.dy == older.dy)
        #expect(newer.dx == max(0, older.dx))
      }
    }
  }

  @Test func `stay over the parent when the map moves`() {
    let viewport = Viewport(
      size: ScreenSize(width: 320, height: 480),
      center: Projection.mapKit.mapPoint(for: Coordinate(latitude: 37, longitude: 20)),
      mapPointsPerPoint: 100, headingDegrees: 0, regionFit: .edgeSum)
    let parent = CalloutParent(
      frame: ScreenRect(minX: 4, minY: 240, width: 32, height: 39), centerOffset: .zero)
    let scene = CalloutScene(
      viewport: viewport, parent: parent,
      style: .subview(SubviewCallout(content: .whole(ScreenSize(width: 200, height: 65)))))
    #expect(scene.layout.frame.minX == -7, "the arrow counts more than the box")
    let moved = scene.moved(to: viewport.moved(by: ScreenOffset(dx: 80, dy: -30)))
    expectClose(
      [moved.layout.frame.minX, moved.layout.frame.minY, moved.layout.tip.x],
      [73, 145, 100], within: 1e-6, "carried along")
    // Opened there it would stand elsewhere.
    let anew = CalloutScene(viewport: moved.viewport, parent: moved.parent, style: moved.style)
    #expect(anew.layout.frame.minX.rounded() == 10)
  }
}
