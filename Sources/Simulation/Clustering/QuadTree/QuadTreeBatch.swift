import MapGeometry

/// The buffers of a batch of points on its way down a tree, kept from one to the next.
struct QuadTreeBatch: Sendable {
  struct Point {
    var coordinate: Coordinate
    var id: Int32
    var child: Int32 = 0
  }

  /// Points that have reached a node: a stretch of one of the two lists.
  struct Stop {
    var node: Int
    var level: Int
    var from: Int
    var to: Int
    /// Whether they lie in the second list.
    var isSecond: Bool
  }

  /// The points to insert, then one of two lists between which they are sorted.
  var points: [Point] = []
  var others: [Point] = []
  var stops: [Stop] = []
  /// How many points go down together; more would leave the caches.
  static let size = 1 << 15
  static let fewPoints = 6
}

extension QuadTree {
  /// Adds the points of the batch, all of which lie inside the bounds, and empties it.
  ///
  /// The tree is the same as after inserting one by one, but all that pass a node do so at once, so
  /// that large batches do not wander about in memory.
  mutating func insertBatch(work: inout Work) {
    var points: [QuadTreeBatch.Point] = []
    var others: [QuadTreeBatch.Point] = []
    swap(&points, &batch.points)
    swap(&others, &batch.others)
    defer {
      points.removeAll(keepingCapacity: true)
      swap(&points, &batch.points)
      swap(&others, &batch.others)
    }
    var largest: Int32 = -1
    for point in points { largest = max(largest, point.id) }
    reserve(for: largest)
    if others.count < points.count { others.append(contentsOf: points[others.count...]) }
    batch.stops.append(
      QuadTreeBatch.Stop(node: 0, level: 0, from: 0, to: points.count, isSecond: false))
    while let stop = batch.stops.popLast() {
      if stop.isSecond {
        passOn(stop, from: &others, to: &points, work: &work)
      } else {
        passOn(stop, from: &points, to: &others, work: &work)
      }
    }
  }

  /// Lets a node keep the points that it has capacity for, and sends the others on to its children.
  private mutating func passOn(
    _ stop: QuadTreeBatch.Stop, from source: inout [QuadTreeBatch.Point],
    to target: inout [QuadTreeBatch.Point], work: inout Work
  ) {
    assert(stop.from <= stop.to, "fewer than no points have reached a node")
    let capacity = max(0, bucketCapacity - Int(nodes[stop.node].count))
    guard stop.to - stop.from > min(QuadTreeBatch.fewPoints, capacity) else {
      work.nodesVisited += Int64(stop.to - stop.from)
      return append(source.span, stop.from..<stop.to, to: stop.node)
    }
    guard stop.to - stop.from > QuadTreeBatch.fewPoints else {
      for place in stop.from..<stop.to {
        insert(
          source[place].id, at: source[place].coordinate, below: stop.node, level: stop.level,
          work: &work)
      }
      return
    }
    work.nodesVisited += Int64(stop.to - stop.from)
    let kept = stop.level < lastLevel ? min(capacity, stop.to - stop.from) : stop.to - stop.from
    let from = stop.from + kept
    append(source.span, stop.from..<from, to: stop.node)
    guard from < stop.to else { return }
    if nodes[stop.node].firstChild < 0 { addChildren(to: stop.node) }
    let counts = chooseChildren(of: stop.node, for: &source, from: from, to: stop.to)
    var ends = InlineArray<4, Int>(repeating: from)
    var isTogether = false
    var end = from
    for child in 0..<4 {
      // Where the next point of the child goes; when all are there, where its points end.
      ends[child] = end
      end += counts[child]
      // Points of one place go the same way; moving them would make a long chain longer.
      if counts[child] == stop.to - from { isTogether = true }
    }
    assert(end == stop.to, "a point goes to no child or to two")
    if !isTogether {
      let points = source.span
      var target = target.mutableSpan
      for place in from..<stop.to {
        let child = Int(points[place].child)
        target[ends[child]] = points[place]
        ends[child] += 1
      }
    }
    end = from
    for child in 0..<4 where counts[child] > 0 {
      batch.stops.append(
        QuadTreeBatch.Stop(
          node: Int(nodes[stop.node].firstChild) + child, level: stop.level + 1, from: end,
          to: end + counts[child], isSecond: stop.isSecond != !isTogether))
      end += counts[child]
    }
  }

  /// Writes to each point which child takes it.
  ///
  /// - Returns: How many points each child takes.
  private func chooseChildren(
    of index: Int, for points: inout [QuadTreeBatch.Point], from: Int, to: Int
  ) -> InlineArray<4, Int> {
    let node = nodes[index]
    var points = points.mutableSpan
    var counts = InlineArray<4, Int>(repeating: 0)
    for place in from..<to {
      assert(node.box.contains(points[place].coordinate), "a point has lost its way")
      let child = node.childOffset(for: points[place].coordinate)
      points[place].child = Int32(truncatingIfNeeded: child)
      counts[child] += 1
    }
    return counts
  }
}
