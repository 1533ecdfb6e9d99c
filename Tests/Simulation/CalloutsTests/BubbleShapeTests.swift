import Callouts
import Foundation
import MapGeometry
import Testing

private func bubble(mapWidth: Double, contentHeight: Double, parentX: Double) -> BubbleShape {
  BubbleShape(
    mapWidth: mapWidth, contentHeight: contentHeight, parentX: parentX,
    offsetFromParent: ScreenOffset(dx: 8, dy: -14))
}

@Suite("Bubble")
struct BubbleShapeTests {
  @Test(
    arguments: [10.0, 18, 80, 372], [14.5, 29.4, 30, 160, 290, 305.5]
  )
  func `area and perimeter are those of the drawn outline`(
    contentHeight: Double, parentX: Double
  ) throws {
    let shape = bubble(mapWidth: 320, contentHeight: contentHeight, parentX: parentX)
    let points = flattened(shape.path)
    var twiceArea = 0.0
    var length = 0.0
    for (here, next) in zip(points, points.dropFirst() + points.prefix(1)) {
      twiceArea += here.x * next.y - next.x * here.y
      length += ((next.x - here.x) * (next.x - here.x) + (next.y - here.y) * (next.y - here.y))
        .squareRoot()
    }
    guard shape.tipBaseIsOnStraightEdge else {
      #expect(shape.area == nil)
      #expect(shape.perimeter == nil)
      return
    }
    let area = try #require(shape.area)
    let perimeter = try #require(shape.perimeter)
    #expect(abs(abs(twiceArea) / 2 - area) < 1e-3, "\(abs(twiceArea) / 2) instead of \(area)")
    #expect(abs(length - perimeter) < 1e-3, "\(length) instead of \(perimeter)")
  }

  @Test func `a bubble drawn in its layout ends at the tip of the layout`() throws {
    let style = CalloutStyle.bubble(
      contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    let size = ScreenSize(width: 320, height: 480)
    // The round parent is none of the pins that the published offsets were made for.
    for (width, height, dx, dy) in [(32.0, 39.0, 8.0, -16.0), (28.0, 28.0, 0.0, 0.0)] {
      let parent = CalloutParent(
        coordinateAt: ScreenPoint(x: 100, y: 300), size: ScreenSize(width: width, height: height),
        centerOffset: ScreenOffset(dx: dx, dy: dy))
      #expect(parent.coordinatePoint == ScreenPoint(x: 100, y: 300))
      let layout = style.layout(over: parent, in: size)
      let shape = try #require(style.bubbleShape(over: parent, in: size))
      #expect(layout.tip.x == layout.frame.minX + shape.tip.x)
      #expect(layout.tip.y == layout.frame.minY + shape.tip.y)
      #expect(layout.frame.minX == width / 2 - dx - 8, "the published center offset")
      #expect(layout.tip.y - parent.frame.minY == -14 - dy - 1.5, "the published gap")
      #expect(layout.anchor.x == parent.frame.minX + 8)
    }
    #expect(
      CalloutStyle.plain(size: size).bubbleShape(
        over: CalloutParent(
          frame: ScreenRect(minX: 0, minY: 0, width: 1, height: 1), centerOffset: .zero),
        in: size) == nil)
  }

  @Test(arguments: [(18.0, true), (18.5, false)])
  func `the gloss of a low bubble is lower than its corners`(height: Double, isLower: Bool) {
    let shape = BubbleShape(
      mapWidth: 320, contentHeight: height, parentX: 160,
      offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    #expect(shape.glossIsDegenerate == isLower)
  }

  @Test func `a bubble over a map too narrow for the corners has no place`() async {
    let size = ScreenSize(width: 29, height: 480)
    let parent = CalloutParent(
      frame: ScreenRect(minX: 0, minY: 200, width: 32, height: 39), centerOffset: .zero)
    let style = CalloutStyle.bubble(
      contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    #expect(style.layout(over: parent, in: size).body.width == 14)
    #expect(style.bubbleShape(over: parent, in: size)?.bubbleRect.width == 14)
    await #expect(processExitsWith: .failure) {
      let parent = CalloutParent(
        frame: ScreenRect(minX: 0, minY: 200, width: 32, height: 39), centerOffset: .zero)
      let style = CalloutStyle.bubble(
        contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
      _ = style.layout(over: parent, in: ScreenSize(width: 28.5, height: 480))
    }
  }

  @Test func `a map too narrow for the corners is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = BubbleShape(
        mapWidth: 28, contentHeight: 80, parentX: 14, offsetFromParent: ScreenOffset(dx: 8, dy: -14)
      )
    }
  }

  private func point(on center: ScreenPoint, _ radius: Double, _ angle: Double) -> ScreenPoint {
    ScreenPoint(
      x: center.x + radius * Foundation.cos(angle), y: center.y + radius * Foundation.sin(angle))
  }

  /// The corners of a polygon that follows an outline closely.
  private func flattened(_ path: [PathElement]) -> [ScreenPoint] {
    path.flatMap { element -> [ScreenPoint] in
      switch element {
      case .move(let point), .line(let point): [point]
      case .arc(let center, let radius, let start, let end):
        (0...1_000).map {
          point(on: center, radius, start + (end - start) * Double($0) / 1_000)
        }
      case .close: []
      }
    }
  }
}
