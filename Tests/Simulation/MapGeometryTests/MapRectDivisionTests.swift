import MapGeometry
import Support
import Testing

private let side = MapSize.worldSide

@Suite("Map rects in parts")
struct MapRectDivisionTests {
  private static let rect = MapRect(x: 10, y: 20, width: 30, height: 40)

  private static let cuts: [(MapRectEdge, Double, MapRect, MapRect)] = [
    (
      .minX, 10, MapRect(x: 10, y: 20, width: 10, height: 40),
      MapRect(x: 20, y: 20, width: 20, height: 40)
    ),
    (
      .maxX, 2, MapRect(x: 38, y: 20, width: 2, height: 40),
      MapRect(x: 10, y: 20, width: 28, height: 40)
    ),
    (
      .minY, 5, MapRect(x: 10, y: 20, width: 30, height: 5),
      MapRect(x: 10, y: 25, width: 30, height: 35)
    ),
    (
      .maxY, 5, MapRect(x: 10, y: 55, width: 30, height: 5),
      MapRect(x: 10, y: 20, width: 30, height: 35)
    ),
    (.minX, -1, MapRect(x: 10, y: 20, width: 0, height: 40), rect),
    (.maxY, 0, MapRect(x: 10, y: 60, width: 30, height: 0), rect),
    (.minX, 31, rect, MapRect(x: 40, y: 20, width: 0, height: 40)),
    (.maxX, .infinity, rect, MapRect(x: 10, y: 20, width: 0, height: 40)),
    (.minY, .infinity, rect, MapRect(x: 10, y: 60, width: 30, height: 0)),
  ]

  @Test(arguments: cuts)
  func `are cut from an edge, never more than there is`(
    edge: MapRectEdge, amount: Double, slice: MapRect, remainder: MapRect
  ) {
    let parts = Self.rect.divide(at: amount, from: edge)
    #expect(parts.slice == slice)
    #expect(parts.remainder == remainder)
  }

  @Test(arguments: MapRectEdge.allCases)
  func `are null for null and add up to the whole`(edge: MapRectEdge) {
    let none = MapRect.null.divide(at: 3, from: edge)
    #expect(none.slice == .null && none.remainder == .null)
    var numbers = Numbers(seed: 51)
    for _ in 0..<200 {
      let rect = MapRect(
        x: numbers.next(in: -side...side).rounded(), y: numbers.next(in: -side...side).rounded(),
        width: numbers.next(in: 0...1e6).rounded(), height: numbers.next(in: 0...1e6).rounded())
      let amount = numbers.next(in: -1e6...2e6).rounded()
      let (slice, rest) = rect.divide(at: amount, from: edge)
      #expect(slice.union(rest) == rect)
      #expect(slice.intersects(rest) == false)
      #expect(slice.width * slice.height + rest.width * rest.height == rect.width * rect.height)
    }
  }

  @Test
  func `are not numbers where the amount matters and is none`() {
    let (slice, rest) = Self.rect.divide(at: .nan, from: .maxX)
    #expect(slice.minX.isNaN && slice.width.isNaN && rest.width.isNaN)
    #expect(rest.minX == 10 && rest.minY == 20 && slice.height == 40 && rest.height == 40)
    let (upper, lower) = Self.rect.divide(at: .nan, from: .minY)
    #expect(upper.minX == 10 && upper.minY == 20 && upper.width == 30 && upper.height.isNaN)
    #expect(lower.minY.isNaN && lower.height.isNaN && lower.width == 30)
  }

  @Test
  func `are empty at the edge of a negative extent`() {
    let backwards = MapRect(x: 40, y: 20, width: -30, height: 40)
    let (slice, rest) = backwards.divide(at: 5, from: .minX)
    #expect(slice == MapRect(x: 40, y: 20, width: 0, height: 40))
    #expect(rest == backwards)
  }

  @Test
  func `beyond the world and inside make the whole`() {
    var numbers = Numbers(seed: 52)
    for _ in 0..<300 {
      let rect = MapRect(
        x: numbers.next(in: -side...side).rounded(), y: 5,
        width: numbers.next(in: 1...side).rounded(), height: 7)
      let inside = rect.intersection(.world)
      let outside = rect.remainder
      let isInTheMiddle = rect.minX >= 0 && rect.maxX <= side
      #expect(outside.isNull == isInTheMiddle, "\(rect)")
      let widths = (inside.isNull ? 0 : inside.width) + (outside.isNull ? 0 : outside.width)
      // A rect that leaves the world on both sides has a part in the east that nobody tells of.
      let missing = rect.minX < 0 ? max(0, rect.maxX - side) : 0
      #expect(widths + missing == rect.width, "\(rect)")
      if outside.isNull == false { #expect(MapRect.world.contains(outside), "\(rect)") }
    }
  }

  @Test
  func `of a rect wider than the world are its western part`() {
    let wide = MapRect(x: -5, y: 0, width: side + 10, height: 5)
    let west = MapRect(x: side - 5, y: 0, width: 5, height: 5)
    #expect(wide.remainder == west)
  }
}
