import Callouts
import Foundation
import MapGeometry
import Testing

extension BubbleCase {
  var shape: BubbleShape {
    BubbleShape(
      mapWidth: input.mapWidth, contentHeight: input.contentHeight, parentX: input.parentX,
      offsetFromParent: ScreenOffset(
        dx: input.offsetFromParent[0], dy: input.offsetFromParent[1]))
  }
}

@Suite("Bubble")
struct BubbleShapeTests {
  @Test func `the file of bubbles can be read`() throws {
    let file = try fixture("bubble_cases.json", as: BubbleCases.self)
    #expect(file.count == 20)
    #expect(file.cases.count == file.count)
    #expect(BubbleCases.all.count == file.count)
  }

  @Test(arguments: BubbleCases.all)
  func `a bubble has the published lengths`(_ row: BubbleCase) {
    let shape = row.shape
    expectClose([shape.viewSize.width, shape.viewSize.height], row.viewSize, within: 1e-9, "view")
    expectClose(shape.bubbleRect.numbers, row.bubbleRect, within: 1e-9, "bubble")
    expectClose(shape.contentFrame.numbers, row.contentFrame, within: 1e-9, "content")
    expectClose([shape.tip.x, shape.tip.y], row.tip, within: 1e-9, "tip")
    expectClose(shape.boundingBox.numbers, row.boundingBox, within: 1e-9, "box")
    expectClose(shape.glossRect.numbers, row.glossRect, within: 1e-9, "gloss")
    expectClose(
      [shape.glossTopRadius, shape.glossBottomRadius], [row.glossTopRadius, row.glossBottomRadius],
      within: 1e-9, "gloss radii")
    #expect(shape.glossIsDegenerate == row.glossDegenerate)
    #expect(shape.tipBaseIsOnStraightEdge == row.tipBaseInsideStraightEdge)
    expectClose(
      [shape.area, shape.perimeter].compactMap { $0 },
      [row.area, row.perimeter].compactMap { $0 }, within: 1e-6, "area and perimeter")
  }

  @Test(arguments: BubbleCases.all)
  func `the outlines run as the published code draws them`(_ row: BubbleCase) {
    check(row.shape.path, against: row.path)
    check(row.shape.glossPath, against: row.glossPath)
  }

  @Test(arguments: BubbleCases.all)
  func `area and perimeter are those of the drawn outline`(_ row: BubbleCase) throws {
    let shape = row.shape
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

  @Test func `colours and gradients are the published ones`() throws {
    let constants = try fixture("bubble_cases.json", as: BubbleCases.self).constants
    let paint = BubblePaint.published
    #expect([paint.fill.white, paint.fill.alpha] == [constants.fill.white, constants.fill.alpha])
    #expect(
      [paint.shadow.white, paint.shadow.alpha, paint.shadowBlur]
        == [constants.shadow.white, constants.shadow.alpha, constants.shadow.blur])
    #expect([paint.shadowOffset.dx, paint.shadowOffset.dy] == constants.shadow.offset)
    #expect(
      [paint.stroke.white, paint.stroke.alpha, paint.strokeWidth]
        == [constants.strokeColor.white, constants.strokeColor.alpha, constants.strokeColor.width])
    #expect(paint.gloss.map(numbers) == constants.glossFill.stops)
    #expect(paint.glossStroke.map(numbers) == constants.glossStroke.stops)
    #expect(paint.glossStrokeWidth == constants.glossStroke.width)
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
      #expect(layout.frame.minX == width / 2 - dx - 8, "the published centre offset")
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

  private func numbers(_ stop: GradientStop) -> [Double] {
    [stop.location, stop.shade.white, stop.shade.alpha]
  }

  private func check(_ path: [PathElement], against expected: [BubbleCase.Element]) {
    #expect(path.count == expected.count)
    var current = ScreenPoint(x: .nan, y: .nan)
    for (element, row) in zip(path, expected) {
      switch element {
      case .move(let point):
        #expect(row.op == "move")
        expectClose([point.x, point.y], row.p ?? [], within: 1e-9, "move")
        current = point
      case .line(let point):
        #expect(row.op == "line")
        expectClose([point.x, point.y], row.p ?? [], within: 1e-9, "line")
        current = point
      case .arc(let center, let radius, let start, let end):
        #expect(row.op == "arc")
        expectClose([center.x, center.y], row.center ?? [], within: 1e-9, "centre")
        expectClose(
          [radius, start, end], [row.radius, row.from, row.to].compactMap { $0 }, within: 1e-9,
          "arc")
        let middle = point(on: center, radius, (start + end) / 2)
        expectClose([middle.x, middle.y], row.mid ?? [], within: 1e-9, "middle of the arc")
        expectClose([current.x, current.y], row.start ?? [], within: 1e-9, "start of the arc")
        current = point(on: center, radius, end)
        expectClose([current.x, current.y], row.end ?? [], within: 1e-9, "end of the arc")
      case .close:
        #expect(row.op == "close")
      }
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
