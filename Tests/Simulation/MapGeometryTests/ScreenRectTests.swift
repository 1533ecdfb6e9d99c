import MapGeometry
import Testing

@Suite("Screen rects")
struct ScreenRectTests {
  /// All 81 rectangles with corners and sizes of 0, 1 or 2.
  private static let small: [ScreenRect] = (0..<81).map { (number: Int) -> ScreenRect in
    let x = Double(number % 3)
    let y = Double(number / 3 % 3)
    return ScreenRect(
      minX: x, minY: y, width: Double(number / 9 % 3), height: Double(number / 27))
  }

  /// The middles of those of 4 by 4 cells that lie in a rectangle.
  private func cells(in rect: ScreenRect) -> [Int] {
    (0..<16).filter { cell in
      let x = Double(cell % 4) + 0.5
      let y = Double(cell / 4) + 0.5
      return rect.minX < x && x < rect.maxX && rect.minY < y && y < rect.maxY
    }
  }

  @Test
  func `agrees with sets of cells in a small world`() {
    let cells = Self.small.map { self.cells(in: $0) }
    for (a, cellsOfA) in zip(Self.small, cells) {
      for (b, cellsOfB) in zip(Self.small, cells) {
        let shared = cellsOfA.filter(cellsOfB.contains)
        #expect(a.intersects(b) == (shared.isEmpty == false), "\(a) \(b)")
        #expect(a.intersection(b).map { self.cells(in: $0) } ?? [] == shared, "\(a) \(b)")
        let both = a.union(b)
        #expect(both.contains(a) && both.contains(b), "\(a) \(b)")
        #expect([a.minX, b.minX].contains(both.minX) && [a.minY, b.minY].contains(both.minY))
        #expect([a.maxX, b.maxX].contains(both.maxX) && [a.maxY, b.maxY].contains(both.maxY))
        if cellsOfA.isEmpty == false, cellsOfB.isEmpty == false {
          #expect(a.contains(b) == (shared == cellsOfB), "\(a) \(b)")
        }
      }
    }
  }

  @Test(arguments: [
    (EdgeInsets(all: 0), ScreenRect(minX: 10, minY: 20, width: 30, height: 40)),
    (EdgeInsets(all: 5), ScreenRect(minX: 15, minY: 25, width: 20, height: 30)),
    (EdgeInsets(all: -5), ScreenRect(minX: 5, minY: 15, width: 40, height: 50)),
    (
      EdgeInsets(top: 1, left: 2, bottom: 3, right: 4),
      ScreenRect(minX: 12, minY: 21, width: 24, height: 36)
    ),
    (
      EdgeInsets(top: 0, left: 30, bottom: 0, right: 0),
      ScreenRect(minX: 40, minY: 20, width: 0, height: 40)
    ),
    // Left would come to 50 and right to 30: both come to 40.
    (
      EdgeInsets(top: 0, left: 40, bottom: 0, right: 10),
      ScreenRect(minX: 40, minY: 20, width: 0, height: 40)
    ),
  ])
  func `moves its edges inwards until they meet`(insets: EdgeInsets, result: ScreenRect) {
    #expect(ScreenRect(minX: 10, minY: 20, width: 30, height: 40).inset(by: insets) == result)
  }

  @Test
  func `moves as a whole`() {
    let rect = ScreenRect(minX: 10, minY: 20, width: 30, height: 40)
    let moved = rect.offset(by: ScreenOffset(dx: -1, dy: 2))
    #expect(moved == ScreenRect(minX: 9, minY: 22, width: 30, height: 40))
    #expect(rect.offset(by: .zero) == rect)
  }
}
