extension Array where Element: Comparable {
  /// Sorts in place without the buffer that `sort` allocates beyond 64 elements; for arrays that
  /// are sorted in frames and updates.
  ///
  /// Equal elements come in any order, so elements must differ. Most lists are in order already.
  ///
  /// - Complexity: O(n log n).
  @inlinable package mutating func heapSort() {
    guard indices.dropFirst().contains(where: { self[$0] < self[$0 - 1] }) else { return }
    var elements = mutableSpan
    for root in stride(from: elements.count / 2 - 1, through: 0, by: -1) {
      elements.sink(elements[root], from: root, below: elements.count)
    }
    for end in stride(from: elements.count - 1, to: 0, by: -1) {
      let last = elements[end]
      elements[end] = elements[0]
      elements.sink(last, from: 0, below: end)
    }
    assert(
      zip(self, dropFirst()).allSatisfy { !($1 < $0) }, "a heap gave its elements out of order")
  }
}

extension MutableSpan where Element: Comparable {
  /// Puts an element where no child of its is larger, at a place or below it.
  @inlinable package mutating func sink(_ element: Element, from start: Int, below end: Int) {
    var place = start
    while 2 * place + 1 < end {
      var child = 2 * place + 1
      if child + 1 < end, self[child] < self[child + 1] { child += 1 }
      guard element < self[child] else { break }
      self[place] = self[child]
      place = child
    }
    self[place] = element
  }
}
