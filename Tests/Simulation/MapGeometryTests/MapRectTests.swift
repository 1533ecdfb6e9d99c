import MapGeometry
import Testing

private let side = MapSize.worldSide

/// A rectangle of whole units in a world of 4 by 4 cells, and the cells it covers, one bit each.
private struct Tile {
  let rect: MapRect
  let cells: UInt16

  /// All 81 with origins and sizes of 0, 1 or 2.
  static let all: [Tile] = (0..<81).map { number in
    let (x, y, width, height) = (number % 3, number / 3 % 3, number / 9 % 3, number / 27)
    var cells: UInt16 = 0
    for row in y..<(y + height) {
      for column in x..<(x + width) { cells |= 1 << (row * 4 + column) }
    }
    return Tile(
      rect: MapRect(x: Double(x), y: Double(y), width: Double(width), height: Double(height)),
      cells: cells)
  }

  /// Whether an edge stands where one of two others stands.
  static func isEdge(_ edge: Double, of left: Double, or right: Double) -> Bool {
    edge == left || edge == right
  }
}

@Suite("Map rects")
struct MapRectTests {
  @Test
  func `agrees with sets of cells in a small world`() {
    for a in Tile.all {
      for b in Tile.all {
        let shared = a.cells & b.cells
        #expect(a.rect.intersects(b.rect) == (shared != 0), "\(a.rect) \(b.rect)")
        let common = a.rect.intersection(b.rect)
        #expect(common.isEmpty == (shared == 0), "\(a.rect) \(b.rect)")
        if shared != 0 {
          #expect(common.width * common.height == Double(shared.nonzeroBitCount))
          #expect(a.rect.contains(common) && b.rect.contains(common))
        }
        if a.cells != 0, b.cells != 0 {
          #expect(a.rect.contains(b.rect) == (b.cells & ~a.cells == 0), "\(a.rect) \(b.rect)")
        }
        let both = a.rect.union(b.rect)
        #expect(both.contains(a.rect) && both.contains(b.rect), "\(a.rect) \(b.rect)")
        #expect(Tile.isEdge(both.minX, of: a.rect.minX, or: b.rect.minX))
        #expect(Tile.isEdge(both.maxX, of: a.rect.maxX, or: b.rect.maxX))
        #expect(Tile.isEdge(both.minY, of: a.rect.minY, or: b.rect.minY))
        #expect(Tile.isEdge(both.maxY, of: a.rect.maxY, or: b.rect.maxY))
      }
    }
  }

  private static let nullAndEmpty: [(MapRect, Bool, Bool)] = [
    (MapRect.null, true, true),
    (MapRect(x: .infinity, y: .infinity, width: 5, height: 5), true, true),
    (MapRect(x: .infinity, y: 0, width: 5, height: 5), false, false),
    (MapRect(x: 0, y: 0, width: 0, height: 0), false, true),
    (MapRect(x: 0, y: 0, width: 0, height: 5), false, true),
    (MapRect(x: 0, y: 0, width: -5, height: 5), false, false),
    (MapRect(x: 0, y: 0, width: .nan, height: 5), false, false),
    (MapRect(x: 0, y: 0, width: .infinity, height: 5), false, false),
  ]

  @Test(arguments: nullAndEmpty)
  func `is null by its origin and empty by its size`(rect: MapRect, isNull: Bool, isEmpty: Bool) {
    #expect(rect.isNull == isNull)
    #expect(rect.isEmpty == isEmpty)
  }

  @Test
  func `contains the points of its edges`() {
    let rect = MapRect(x: 1, y: 2, width: 3, height: 4)
    for (x, y, expected) in [
      (1.0, 2.0, true), (4, 6, true), (4, 2, true), (2, 3, true), (0.9, 3, false), (4.1, 3, false),
      (2, 1.9, false), (2, 6.1, false), (.nan, 3, false),
    ] {
      #expect(rect.contains(MapPoint(x: x, y: y)) == expected, "\(x), \(y)")
    }
    let zero = MapRect(x: 0, y: 0, width: 0, height: 0)
    #expect(zero.contains(MapPoint(x: 0, y: 0)))
    #expect(MapRect.null.contains(MapPoint(x: .infinity, y: .infinity)) == false)
  }

  @Test
  func `treats null as nowhere`() {
    let rect = MapRect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.union(.null) == rect)
    #expect(MapRect.null.union(rect) == rect)
    #expect(rect.intersection(.null) == .null)
    #expect(MapRect.null.intersection(rect) == .null)
    #expect(rect.contains(MapRect.null) == false)
    #expect(MapRect.null.contains(rect) == false)
    #expect(MapRect.null.contains(MapRect.null) == false)
    #expect(MapRect.null.intersects(rect) == false)
    #expect(MapRect.null.insetBy(dx: 1, dy: 1) == .null)
    #expect(MapRect.null.offsetBy(dx: 1, dy: 1) == .null)
    #expect(MapRect.null.remainder == .null)
    #expect(MapRect.null.spans180thMeridian == false)
  }

  @Test
  func `leaves an empty strip where edges touch and null where they do not`() {
    let rect = MapRect(x: 0, y: 0, width: 10, height: 10)
    let touching = MapRect(x: 10, y: 2, width: 4, height: 6)
    #expect(rect.intersection(touching) == MapRect(x: 10, y: 2, width: 0, height: 6))
    #expect(rect.intersects(touching) == false)
    #expect(rect.intersection(touching.offsetBy(dx: 1, dy: 0)) == .null)
    #expect(rect.contains(MapRect(x: 10, y: 10, width: 0, height: 0)))
  }

  @Test
  func `keeps negative sizes as they are`() {
    let rect = MapRect(x: 10, y: 20, width: 30, height: 40)
    let backwards = MapRect(x: 40, y: 20, width: -30, height: 40)
    #expect(rect.union(backwards) == rect)
    #expect(backwards.intersects(backwards) == false)
    #expect(backwards.contains(MapPoint(x: 20, y: 30)) == false)
    #expect(backwards.midX == 25)
    #expect(rect.insetBy(dx: 20, dy: 5) == MapRect(x: 30, y: 25, width: -10, height: 30))
    #expect(rect.insetBy(dx: -1, dy: 0) == MapRect(x: 9, y: 20, width: 32, height: 40))
    #expect(rect.offsetBy(dx: -1, dy: 2) == MapRect(x: 9, y: 22, width: 30, height: 40))
  }

  private static let beyond: [(MapRect, Bool, MapRect)] = [
    (MapRect.world, false, MapRect.null),
    (MapRect(x: 5, y: 5, width: 10, height: 10), false, .null),
    (
      MapRect(x: side - 10, y: 0, width: 25, height: 10), true,
      MapRect(x: 0, y: 0, width: 15, height: 10)
    ),
    (
      MapRect(x: -5, y: 0, width: 10, height: 10), true,
      MapRect(x: side - 5, y: 0, width: 5, height: 10)
    ),
    // Wholly outside: no edge of the world runs through it, and yet there is a remainder.
    (
      MapRect(x: -90, y: -90, width: 90, height: 90), false,
      MapRect(x: side - 90, y: -90, width: 90, height: 90)
    ),
    (
      MapRect(x: side + 5, y: 1, width: 4, height: 2), false,
      MapRect(x: 5, y: 1, width: 4, height: 2)
    ),
    (MapRect(x: side, y: 0, width: 0, height: 5), false, .null),
    (MapRect(x: side - 5, y: 0, width: 5, height: 5), false, .null),
    // Wider than the world: the western part only.
    (
      MapRect(x: -5, y: 0, width: side + 10, height: 5), true,
      MapRect(x: side - 5, y: 0, width: 5, height: 5)
    ),
    (
      MapRect(x: 0, y: 0, width: .infinity, height: 5), true,
      MapRect(x: 0, y: 0, width: .infinity, height: 5)
    ),
    (MapRect(x: 5, y: 0, width: -10, height: 5), false, .null),
  ]

  @Test(arguments: beyond)
  func `knows what lies beyond the 180th meridian`(
    rect: MapRect, spans: Bool, remainder: MapRect
  ) {
    #expect(rect.spans180thMeridian == spans)
    #expect(rect.remainder == remainder)
  }
}

extension MapRectTests {
  private static let odd: [MapRect] = [
    MapRect(x: 0, y: 0, width: .nan, height: 5), MapRect(x: .nan, y: 0, width: 5, height: 5),
    MapRect(x: 0, y: 0, width: .infinity, height: 5), MapRect(x: 0, y: 0, width: -5, height: 5),
    MapRect(x: -.infinity, y: 0, width: 5, height: 5),
  ]

  @Test(arguments: odd)
  func `is neither null nor empty when its fields are odd`(rect: MapRect) {
    #expect(rect.isNull == false && rect.isEmpty == false)
    let moved = rect.offsetBy(dx: 0, dy: 1)
    #expect(moved.isNull == false && moved.minY == 1 && moved.height == 5)
  }

  @Test
  func `compares edges that are infinite or not numbers`() {
    let endless = MapRect(x: 0, y: 0, width: .infinity, height: 5)
    #expect(endless.contains(MapPoint(x: 1e300, y: 5)))
    #expect(endless.contains(MapRect(x: 7, y: 1, width: .infinity, height: 1)))
    #expect(endless.intersects(MapRect(x: -2, y: 1, width: 1, height: 1)) == false)
    #expect(endless.intersects(MapRect(x: 1e9, y: 1, width: 1, height: 1)))
    #expect(endless.spans180thMeridian)
    #expect(endless.divide(at: 7, from: .minX).slice == MapRect(x: 0, y: 0, width: 7, height: 5))
    let unknown = MapRect(x: 0, y: 0, width: .nan, height: 5)
    #expect(unknown.contains(MapPoint(x: 0, y: 0)) == false)
    #expect(unknown.contains(unknown) == false)
    #expect(unknown.intersects(unknown) == false)
    #expect(unknown.spans180thMeridian == false)
    #expect(unknown.midX.isNaN && unknown.maxX.isNaN)
  }

  @Test
  func `has its middle and its far edges by plain arithmetic`() {
    let rect = MapRect(x: 10, y: 20, width: -30, height: 40)
    #expect(rect.maxX == -20 && rect.midX == -5 && rect.maxY == 60 && rect.midY == 40)
    #expect(MapRect.null.maxX == .infinity && MapRect.null.maxY == .infinity)
  }

  @Test
  func `is the same as itself written backwards in a union`() {
    let rect = MapRect(x: 10, y: 20, width: 30, height: 40)
    let upsideDown = MapRect(x: 40, y: 60, width: -30, height: -40)
    #expect(rect.union(upsideDown) == rect)
    #expect(upsideDown.union(upsideDown).width < 0)
  }
}
