internal import MapGeometry

/// A rectangle of cells of a level: columns and rows counted from the north-western corner of the
/// world, the last ones not included.
struct LevelRect {
  var minColumn: UInt32
  var maxColumn: UInt32
  var minRow: UInt32
  var maxRow: UInt32

  /// Whether the cell with a number of the level, whatever bits it has beyond, is one of them.
  @inline(__always) func contains(_ number: UInt64) -> Bool {
    let column = MortonKey.gathered(number)
    let row = MortonKey.gathered(number >> 1)
    return column >= minColumn && column < maxColumn && row >= minRow && row < maxRow
  }

  /// Which of the 64 cells of a block lie in the rectangle.
  @inline(__always) func mask(blockX: UInt32, blockY: UInt32) -> UInt64 {
    // Most blocks lie inside as a whole; the others are worth a look into tables.
    guard blockX < minColumn || blockY < minRow || maxColumn &- blockX < 8 || maxRow &- blockY < 8
    else { return .max }
    return LevelRect.eastOf[LevelRect.offset(minColumn, blockX)] & ~LevelRect.eastOf[
      LevelRect.offset(maxColumn, blockX)] & LevelRect.southOf[LevelRect.offset(minRow, blockY)]
      & ~LevelRect.southOf[LevelRect.offset(maxRow, blockY)]
  }

  @inline(__always) private static func offset(_ edge: UInt32, _ block: UInt32) -> Int {
    Int(min(max(Int64(edge) &- Int64(block), 0), 8))
  }

  /// The cells of a block from a column on, for 0 to 8.
  private static let eastOf: [UInt64] = masks { MortonKey.gathered($0) }
  /// The cells of a block from a row on, for 0 to 8.
  private static let southOf: [UInt64] = masks { MortonKey.gathered($0 >> 1) }

  private static func masks(_ part: (UInt64) -> UInt32) -> [UInt64] {
    (0...8).map { edge in
      (0..<64).reduce(UInt64(0)) { mask, cell in
        part(UInt64(cell)) >= UInt32(edge) ? mask | 1 << UInt64(cell) : mask
      }
    }
  }
}

/// What a walk over the cells of a level needs, kept from one to the next.
struct LevelWalk: Sendable {
  /// A square that is not walked into any further.
  struct Found {
    var index: UInt32
    var level: Int32
    var x: UInt32
    var y: UInt32
  }

  struct Part {
    var start: Int32
    var count: Int32
    var occupancy: UInt64
    var wanted: UInt64
  }

  var found: [Found] = []
  var parts: [Part] = []
  var cells: [CellAggregate] = []
}
