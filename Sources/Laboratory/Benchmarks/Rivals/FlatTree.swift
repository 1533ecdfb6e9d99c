internal import Clustering
internal import ExactMath
internal import MapGeometry

/// A kd-tree without nodes: an array whose middle divides it, by x and by y in turns.
///
/// Before the middle of a stretch no x is larger, behind it none is smaller; the halves are ordered
/// so by y, and so on, down to stretches that are scanned (J. L. Bentley, 1975; in one array as V.
/// Agafonkin's KDBush has it). It never changes.
struct FlatTree: Sendable {
  /// Stretches of at most so many are scanned.
  static let nodeSize = 64
  private(set) var positions: [ClusterPosition] = []
  /// The place of each one in the list that the tree was made of.
  private(set) var ranks: [Int32] = []

  init() {}

  /// Orders a list, in O(n log n).
  init(_ list: [ClusterPosition], work: inout Work) {
    var positions = list
    var ranks = Array(0..<Int32(list.count))
    var span = positions.mutableSpan
    var numbers = ranks.mutableSpan
    FlatTree.order(&span, &numbers, 0, list.count - 1, byX: true, &work)
    (self.positions, self.ranks) = (positions, ranks)
  }

  /// Releases the original order of the list, which only clustering needs.
  mutating func forgetRanks() { ranks = [] }

  private static func order(
    _ positions: inout MutableSpan<ClusterPosition>, _ ranks: inout MutableSpan<Int32>,
    _ first: Int, _ last: Int, byX: Bool, _ work: inout Work
  ) {
    guard last - first > nodeSize else { return }
    let middle = (first + last) >> 1
    select(&positions, &ranks, middle, first, last, byX: byX, &work)
    order(&positions, &ranks, first, middle - 1, byX: !byX, &work)
    order(&positions, &ranks, middle + 1, last, byX: !byX, &work)
  }

  /// Partitions a stretch around the element of a place.
  ///
  /// SELECT of R. W. Floyd and R. L. Rivest, 1975: in a long stretch a sample around the place is
  /// selected in first, so that its pivot divides the stretch close to the place.
  private static func select(
    _ positions: inout MutableSpan<ClusterPosition>, _ ranks: inout MutableSpan<Int32>,
    _ place: Int, _ first: Int, _ last: Int, byX: Bool, _ work: inout Work
  ) {
    assert(first <= place && place <= last, "\(place) is not in the stretch")
    var (low, high) = (first, last)
    while low < high {
      if high - low > 600 {
        let sample = sample(around: place, low, high)
        select(&positions, &ranks, place, sample.lowerBound, sample.upperBound, byX: byX, &work)
      }
      work.pointsTouched &+= Int64(high &- low &+ 1)
      let pivot = positions[place].value(byX)
      var (left, right) = (low, high)
      while left <= right {
        while positions[left].value(byX) < pivot { left &+= 1 }
        while positions[right].value(byX) > pivot { right &-= 1 }
        guard left <= right else { break }
        positions.swapAt(left, right)
        ranks.swapAt(left, right)
        left &+= 1
        right &-= 1
      }
      assert(left > low && right < high, "nothing was moved")
      // Elements between the two have the value of the pivot.
      if right < place { low = left }
      if place < left { high = right }
    }
  }

  /// The stretch to select in first, as long as the two thirds' power of the whole one.
  private static func sample(around place: Int, _ low: Int, _ high: Int) -> ClosedRange<Int> {
    let count = Double(high - low + 1)
    let rank = Double(place - low + 1)
    let logarithm = Elementary.log(count)
    let length = 0.5 * Elementary.exp(2 * logarithm / 3)
    let spread = 0.5 * (logarithm * length * (count - length) / count).squareRoot()
    let shift = rank < count / 2 ? -spread : spread
    let start = Double(place) - rank * length / count + shift
    let end = Double(place) + (count - rank) * length / count + shift
    return max(low, min(Int(start), place))...min(high, max(Int(end), place))
  }

  /// Appends the places of all within a distance of a point, that distance included.
  ///
  /// - Complexity: O(√n + those found).
  func search(
    aroundX x: Double, y: Double, radius: Double, into found: inout [Int32], work: inout Work
  ) {
    let area = UnitRect(minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius)
    let reach = radius * radius
    let count = found.count
    visit(area, &work) { place, position in
      if position.squaredDistance(x: x, y: y) <= reach {
        found.append(Int32(truncatingIfNeeded: place))
      }
    }
    assert(found.count <= count + positions.count, "somebody was found twice")
  }

  /// Appends all in a rectangle, in O(√n + those found).
  func search(_ area: UnitRect, into found: inout [ClusterPosition], work: inout Work) {
    visit(area, &work) { _, position in if area.contains(position) { found.append(position) } }
  }

  private struct Stretch {
    var first: Int32
    var last: Int32
    var byX: Bool
  }

  /// Visits the places in the halves that a rectangle has a part of.
  @inline(__always) private func visit(
    _ area: UnitRect, _ work: inout Work, look: (Int, ClusterPosition) -> Void
  ) {
    // Each halving leaves one stretch behind, and 32 of them halve everything.
    var stack = InlineArray<34, Stretch>(repeating: Stretch(first: 0, last: -1, byX: true))
    stack[0].last = Int32(positions.count) - 1
    var depth = 1
    var (nodes, points) = (0, 0)
    while depth > 0 {
      depth &-= 1
      let stretch = stack[depth]
      let (first, last) = (Int(stretch.first), Int(stretch.last))
      nodes &+= 1
      guard last &- first > FlatTree.nodeSize else {
        points &+= last &- first &+ 1
        var place = first
        while place <= last {
          look(place, positions[place])
          place &+= 1
        }
        continue
      }
      let middle = (first &+ last) >> 1
      let position = positions[middle]
      points &+= 1
      look(middle, position)
      let value = position.value(stretch.byX)
      if (stretch.byX ? area.maxX : area.maxY) >= value {
        stack[depth] = Stretch(first: Int32(middle &+ 1), last: stretch.last, byX: !stretch.byX)
        depth &+= 1
      }
      if (stretch.byX ? area.minX : area.minY) <= value {
        stack[depth] = Stretch(first: stretch.first, last: Int32(middle &- 1), byX: !stretch.byX)
        depth &+= 1
      }
    }
    work.nodesVisited &+= Int64(nodes)
    work.pointsTouched &+= Int64(points)
  }
}

extension ClusterPosition {
  @inline(__always) fileprivate func value(_ byX: Bool) -> Double { byX ? x : y }
}
