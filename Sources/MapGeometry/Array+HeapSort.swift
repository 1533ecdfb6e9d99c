extension Array where Element: Comparable {
  /// Sorts in place without the buffer that `sort` allocates beyond 64 elements; for arrays that
  /// are sorted in frames and updates.
  ///
  /// Equal elements come in any order, so elements must differ.
  ///
  /// - Complexity: O(n log n).
  @inlinable package mutating func heapSort() {
    for root in stride(from: count / 2 - 1, through: 0, by: -1) { siftDown(root, below: count) }
    for end in stride(from: count - 1, to: 0, by: -1) {
      swapAt(0, end)
      siftDown(0, below: end)
    }
    assert(
      zip(self, dropFirst()).allSatisfy { !($1 < $0) }, "a heap gave its elements out of order")
  }

  /// Lets an element sink until no child of its is larger.
  @inlinable package mutating func siftDown(_ start: Int, below end: Int) {
    var root = start
    while 2 * root + 1 < end {
      var child = 2 * root + 1
      if child + 1 < end, self[child] < self[child + 1] { child += 1 }
      guard self[root] < self[child] else { return }
      swapAt(root, child)
      root = child
    }
  }
}
