/// Two lists side by side: which elements of the one are which of the other, in order, at the least
/// cost.
enum Alignment {
  /// An element of both lists, or of one alone.
  struct Pair: Hashable {
    /// The index in the old list; nil for an element that is new.
    var old: Int?
    /// The index in the new list; nil for an element that is gone.
    var new: Int?
  }

  /// The cost of an element without a partner.
  static let gap = 1000
  /// The most pairs that are weighed; longer lists are paired by their order.
  static let limit = 1 << 18

  /// Aligns two lists.
  ///
  /// - Parameters:
  ///   - oldCount: The length of the old list.
  ///   - newCount: The length of the new list.
  ///   - cost: The cost of a pair: 0 for elements that are the same, nil for elements that cannot
  ///     be one.
  /// - Returns: Every element once, in the order of both lists.
  /// - Complexity: O(n) for lists that differ in one place, else O(n · m).
  static func pairs(
    _ oldCount: Int, _ newCount: Int, cost: (_ old: Int, _ new: Int) -> Int?
  ) -> [Pair] {
    let shorter = min(oldCount, newCount)
    var head = 0
    while head < shorter, cost(head, head) == 0 { head += 1 }
    var tail = 0
    while tail < shorter - head, cost(oldCount - 1 - tail, newCount - 1 - tail) == 0 { tail += 1 }
    let (rows, columns) = (oldCount - head - tail, newCount - head - tail)
    let same = (0..<head).map { Pair(old: $0, new: $0) }
    let end = (0..<tail).reversed().map {
      Pair(old: oldCount - 1 - $0, new: newCount - 1 - $0)
    }
    guard rows * columns <= limit else {
      let middle = (0..<max(rows, columns)).map { index in
        Pair(old: index < rows ? head + index : nil, new: index < columns ? head + index : nil)
      }
      return same + middle + end
    }
    return same
      + weighed(rows, columns) { cost(head + $0, head + $1) }
      .map { Pair(old: $0.old.map { head + $0 }, new: $0.new.map { head + $0 }) } + end
  }

  /// The cheapest pairs by dynamic programming, from the end: of equal costs a pair comes before an
  /// element that is gone, and that before one that is new.
  private static func weighed(
    _ rows: Int, _ columns: Int, _ cost: (Int, Int) -> Int?
  ) -> [Pair] {
    let width = columns + 1
    var least = [Int](repeating: 0, count: (rows + 1) * width)
    var costs = [Int?](repeating: nil, count: rows * columns)
    for row in (0...rows).reversed() {
      for column in (0...columns).reversed() {
        let place = row * width + column
        guard row < rows, column < columns else {
          least[place] = gap * (rows - row + columns - column)
          continue
        }
        costs[row * columns + column] = cost(row, column)
        let pair = costs[row * columns + column].map { $0 + least[place + width + 1] }
        least[place] = min(
          pair ?? .max, min(least[place + width], least[place + 1]) + gap)
      }
    }
    var pairs: [Pair] = []
    var (row, column) = (0, 0)
    while row < rows || column < columns {
      let place = row * width + column
      if row < rows, column < columns, let cost = costs[row * columns + column],
        least[place] == cost + least[place + width + 1]
      {
        pairs.append(Pair(old: row, new: column))
        (row, column) = (row + 1, column + 1)
      } else if row < rows, column == columns || least[place] == least[place + width] + gap {
        pairs.append(Pair(old: row, new: nil))
        row += 1
      } else {
        pairs.append(Pair(old: nil, new: column))
        column += 1
      }
    }
    return pairs
  }
}
