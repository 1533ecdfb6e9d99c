/// Dots in characters of Braille, two columns and four rows of them in each.
package struct BrailleCanvas {
  private var cells: [[UInt8]]

  /// A canvas of so many characters without dots.
  package init(columns: Int, rows: Int) {
    cells = Array(repeating: Array(repeating: 0, count: columns), count: rows)
  }

  /// The bit of each dot of a pattern, by row and column.
  private static let bits: [[UInt8]] = [[1, 8], [2, 16], [4, 32], [64, 128]]

  /// Sets a dot, if it is on the canvas; columns and rows of dots count from the upper left.
  package mutating func set(_ x: Int, _ y: Int) {
    guard x >= 0, y >= 0, cells.indices.contains(y / 4), cells[y / 4].indices.contains(x / 2)
    else { return }
    cells[y / 4][x / 2] |= Self.bits[y % 4][x % 2]
  }

  /// The characters row by row, spaces where no dot is.
  package var lines: [[Character]] {
    cells.map { row in
      row.map { $0 == 0 ? " " : Character(Unicode.Scalar(0x2800 + UInt32($0)) ?? " ") }
    }
  }
}
