import MapGeometry

extension QuadTree {
  /// Appends the ids of all points inside a box or on its sides, in O(nodes that touch it ×
  /// capacity).
  public func query(_ box: CoordinateBox, into result: inout [Int32], work: inout Work) {
    query(CellCut(box), into: &result, work: &work)
  }

  /// Appends the ids of all points in a cell, in the order of the walk.
  ///
  /// Below a node that lies in the cell as a whole no point is compared, but all count as touched.
  func query(_ cut: CellCut, into result: inout [Int32], work: inout Work) {
    var visited: Int64 = 0
    var touched: Int64 = 0
    var index = 0
    // The node under which everything lies in the cell, while the walk is there.
    var whole = -1
    while true {
      visited += 1
      let node = nodes[index]
      var isTouched = true
      if whole < 0 {
        isTouched = node.box.intersects(cut.outer)
        if isTouched, cut.inner.contains(node.box) { whole = index }
      }
      if isTouched, node.count > 0 {
        let start = Int(node.bucket)
        touched += Int64(node.count)
        if whole >= 0 {
          for slot in start..<start + Int(node.count) { result.append(ids[slot]) }
        } else {
          for slot in start..<start + Int(node.count) where cut.holds(places[slot]) {
            result.append(ids[slot])
          }
        }
      }
      if isTouched, node.firstChild >= 0 {
        index = Int(node.firstChild)
        continue
      }
      // Groups of four begin at 1, 5, 9…, so the last child of each is a multiple of four, and so
      // is the root, the only one without a parent.
      while index != 0, index & 3 == 0 {
        if index == whole { whole = -1 }
        index = Int(parents[(index - 1) >> 2])
      }
      if index == whole { whole = -1 }
      if index == 0 { break }
      index += 1
    }
    assert(visited <= Int64(nodes.count), "a node was visited twice")
    assert(whole == -1, "the walk ended inside a cell")
    work.nodesVisited += visited
    work.pointsTouched += touched
  }
}

/// The region of a cell: a box with its sides, or half-open edges in map points.
struct CellCut {
  /// No point outside belongs to the cell.
  let outer: CoordinateBox
  /// Every point inside does.
  let inner: CoordinateBox
  /// The exact test for points between the two boxes; nil when they coincide.
  private let square: WorldSquare?

  init(_ box: CoordinateBox) {
    outer = box
    inner = box
    square = nil
  }

  init(_ square: WorldSquare, box: CoordinateBox) {
    outer = box.widened(by: CellCut.slack)
    inner = box.widened(by: -CellCut.slack)
    self.square = square
    assert(
      outer.intersects(inner) || outer.maxLongitude - outer.minLongitude < 4 * CellCut.slack,
      "the boxes of a cell do not fit")
  }

  /// Degrees around the edges of a cell in which the map point decides; rounding is a thousandth of
  /// it.
  private static let slack = 1e-9

  func holds(_ coordinate: Coordinate) -> Bool {
    if inner.contains(coordinate) { return true }
    guard let square, outer.contains(coordinate) else { return false }
    return square.holds(coordinate)
  }
}
