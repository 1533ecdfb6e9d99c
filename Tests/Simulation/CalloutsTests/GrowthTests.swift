import Callouts
import MapGeometry
import Testing

private struct Bubble: Hashable, CustomTestStringConvertible {
  var mapWidth = 320.0
  var contentHeight = 80.0
  var parentX = 160.0
  var offset = ScreenOffset(dx: 8, dy: -14)

  var testDescription: String { "\(mapWidth) wide, \(contentHeight) high, parent at \(parentX)" }

  var shape: BubbleShape {
    BubbleShape(
      mapWidth: mapWidth, contentHeight: contentHeight, parentX: parentX, offsetFromParent: offset)
  }
}

private let bubbles = [
  Bubble(), Bubble(parentX: 38), Bubble(parentX: -20), Bubble(mapWidth: 60, parentX: 31),
  Bubble(contentHeight: 0), Bubble(contentHeight: 372),
  Bubble(mapWidth: 768, parentX: 700, offset: ScreenOffset(dx: 0, dy: 3)),
]

private func milliseconds(_ number: Int64) -> SimulatedTime {
  SimulatedTime(milliseconds: number)
}

/// The value of a cubic Bezier at an abscissa, by walking along it.
private func walked(_ points: [Double], to fraction: Double) -> Double {
  let steps = 200_000
  for step in 0...steps {
    let t = Double(step) / Double(steps)
    let (first, second) = (3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t)
    let x = first * points[0] + second * points[2] + t * t * t
    if x >= fraction { return first * points[1] + second * points[3] + t * t * t }
  }
  return 1
}

@Suite("A bubble that grows")
struct BubbleAnimationTests {
  @Test(arguments: bubbles)
  fileprivate func `keeps one point at every scale`(bubble: Bubble) {
    let animation = BubbleAnimation(of: bubble.shape)
    for step in 1...1_200 {
      check(animation, scale: Double(step) / 1_000)
    }
  }

  @Test(arguments: bubbles, [60, 120, 7])
  fileprivate func `keeps one point in every frame`(bubble: Bubble, framesPerSecond: Int64) {
    let animation = BubbleAnimation(of: bubble.shape)
    for frame in 0...framesPerSecond {
      let time = SimulatedTime(nanoseconds: frame * 1_000_000_000 / framesPerSecond)
      let scale = BubbleAnimation.scale(at: time)
      #expect(animation.transform(at: time) == animation.transform(scale: scale))
      check(animation, scale: scale)
    }
  }

  private func check(_ animation: BubbleAnimation, scale: Double) {
    let fixed = animation.place(of: animation.fixedPoint, scale: scale)
    expectClose(
      [fixed.x, fixed.y], [animation.fixedPoint.x, animation.fixedPoint.y], within: 1e-9,
      "the fixed point at \(scale)")
    let tip = animation.place(of: animation.tip, scale: scale)
    expectClose(
      [tip.x - animation.tip.x, tip.y - animation.tip.y], [0, 1.5 * (1 - scale)], within: 1e-9,
      "the tip at \(scale)")
    let frame = animation.frame(scale: scale)
    let corner = animation.place(
      of: ScreenPoint(x: animation.viewSize.width, y: animation.viewSize.height), scale: scale)
    expectClose([frame.maxX, frame.maxY], [corner.x, corner.y], within: 1e-9, "the far corner")
  }

  @Test func `overshoots, falls short and ends`() {
    let marks: [(Int64, Double)] = [(-5, 0.001), (0, 0.001), (75, 1.1), (175, 0.95), (250, 1)]
    for (time, scale) in marks {
      expectClose(
        [BubbleAnimation.scale(at: milliseconds(time))], [scale], within: 1e-12, "\(time) ms")
    }
    #expect(BubbleAnimation.scale(at: milliseconds(10_000)) == 1)
    for time in Int64(0)..<300 {
      let (here, next) = (
        BubbleAnimation.scale(at: milliseconds(time)),
        BubbleAnimation.scale(at: milliseconds(time + 1))
      )
      #expect(abs(next - here) < 0.03, "a jump after \(time) ms")
      if time < 75 || (175..<250).contains(time) {
        #expect(next > here)
      } else if time < 175 {
        #expect(next < here)
      } else {
        #expect(next == here)
      }
    }
  }

  @Test func `has no gap between its steps`() {
    var end = SimulatedTime.zero
    for step in BubbleAnimation.steps {
      #expect(step.start == end)
      end = step.start + step.duration
    }
    #expect(end == BubbleAnimation.duration)
  }

  @Test func `cannot be scaled to nothing`() async {
    await #expect(processExitsWith: .failure) {
      let shape = BubbleShape(
        mapWidth: 320, contentHeight: 80, parentX: 160,
        offsetFromParent: ScreenOffset(dx: 8, dy: -14))
      _ = BubbleAnimation(of: shape).transform(scale: 0)
    }
  }
}

@Suite("A callout that comes into sight")
struct CalloutGrowthTests {
  private static let subview = CalloutStyle.subview(
    SubviewCallout(content: .whole(ScreenSize(width: 200, height: 65))))
  private static let bubble = CalloutStyle.bubble(
    contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
  private static let plain = CalloutStyle.plain(size: ScreenSize(width: 200, height: 108))
  private static let third = SimulatedTime(nanoseconds: 333_333_333)

  @Test func `waits only as a subview that the map makes room for`() {
    let styles = [Self.plain, Self.bubble, Self.subview]
    for animated in [false, true] {
      let calm = styles.map { CalloutGrowth(of: $0, animated: animated, movesMap: false) }
      let moved = styles.map { CalloutGrowth(of: $0, animated: animated, movesMap: true) }
      #expect(calm.map(\.delay) == [.zero, .zero, .zero])
      #expect(moved.map(\.delay) == [.zero, .zero, Self.third])
      #expect(calm.map(\.kind) == moved.map(\.kind))
      #expect(
        calm.map(\.kind) == (animated ? [.atOnce, .bubble, .bounce] : [.atOnce, .atOnce, .atOnce]))
      #expect(
        calm.map(\.duration)
          == [0, animated ? 250 : 0, animated ? 230 : 0].map { milliseconds($0) })
    }
  }

  @Test func `is hidden until its delay is over and never after`() {
    let growth = CalloutGrowth(.bounce, delay: Self.third)
    let instant = SimulatedTime(nanoseconds: 1)
    #expect(growth.scale(after: .zero) == nil)
    #expect(growth.scale(after: Self.third - instant) == nil)
    #expect(growth.scale(after: Self.third) == 0.7)
    #expect(growth.scale(after: growth.duration) == 1)
    #expect(CalloutGrowth(.atOnce).scale(after: .zero) == 1)
    #expect(CalloutGrowth(.bubble).scale(after: .zero) == 0.001)
  }

  @Test func `bounces along its published curve`() {
    let points = [0.59367, 0.12066, 0.18878, 1.5814]
    #expect(SubviewBounce.curve.controlPoints == points)
    for time in stride(from: Int64(0), through: 230, by: 23) {
      expectClose(
        [SubviewBounce.scale(at: milliseconds(time))],
        [0.7 + 0.3 * walked(points, to: Double(time) / 230)], within: 1e-4, "\(time) ms")
    }
    let scales = (Int64(0)...230).map { SubviewBounce.scale(at: milliseconds($0)) }
    #expect((scales.max() ?? 0) > 1.02, "it runs beyond its size")
    #expect(SubviewBounce.opacity(at: .zero) == 0)
    expectClose([SubviewBounce.opacity(at: milliseconds(115))], [0.5], within: 1e-9, "half-way")
    #expect(SubviewBounce.opacity(at: milliseconds(230)) == 1)
  }

  @Test(arguments: [0.001, 0.7, 0.95, 1, 1.1])
  func `keeps the tip of a subview and lets that of a bubble wobble`(scale: Double) throws {
    let parent = CalloutParent(
      frame: ScreenRect(minX: 100, minY: 240, width: 32, height: 39),
      centerOffset: ScreenOffset(dx: 8, dy: -16))
    let size = ScreenSize(width: 320, height: 480)
    for style in [Self.plain, Self.subview] {
      let layout = style.layout(over: parent, in: size)
      #expect(style.tip(of: layout, scale: scale) == layout.tip)
    }
    let layout = Self.bubble.layout(over: parent, in: size)
    let tip = Self.bubble.tip(of: layout, scale: scale)
    let shape = try #require(Self.bubble.bubbleShape(over: parent, in: size))
    let place = BubbleAnimation(of: shape).place(of: shape.tip, scale: scale)
    expectClose(
      [tip.x, tip.y], [layout.frame.minX + place.x, layout.frame.minY + place.y], within: 1e-9,
      "the tip")
  }
}
