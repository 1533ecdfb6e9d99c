import MapGeometry

extension QuadTree {
  /// Appends the ids of all points inside a box or on its sides, in O(nodes that touch it ×
  /// capacity).
  public func query(_ box: CoordinateBox, into result: inout [Int32], work: inout Work) {
    walk(from: 0, box, into: &result, work: &work)
  }

  /// Does the same with a node and all below it.
  ///
  /// Below a node that lies in the box as a whole no point is compared, but all count as touched.
  func walk(from root: Int, _ box: CoordinateBox, into result: inout [Int32], work: inout Work) {
    var visited: Int64 = 0
    var touched: Int64 = 0
    var index = root
    // The node under which everything lies in the box, while the walk is there.
    var whole = -1
    let (nodes, ids, places) = (nodes.span, ids.span, places.span)
    while true {
      visited += 1
      let node = nodes[index]
      var isTouched = true
      if whole < 0 {
        isTouched = node.box.intersects(box)
        if isTouched, box.contains(node.box) { whole = index }
      }
      if isTouched, node.count > 0 {
        let bucket = Int(node.bucket)..<Int(node.bucket) + Int(node.count)
        touched += Int64(node.count)
        result.append(addingCapacity: bucket.count) { found in
          if whole >= 0 {
            for slot in bucket { found.append(ids[slot]) }
          } else {
            for slot in bucket where box.contains(places[slot]) { found.append(ids[slot]) }
          }
        }
      }
      if isTouched, node.firstChild >= 0 {
        index = Int(node.firstChild)
        continue
      }
      // Groups of four begin at 1, 5, 9…, so the last child of each is a multiple of four, and so
      // is the root, the only one without a parent.
      while index != root, index & 3 == 0 {
        if index == whole { whole = -1 }
        index = Int(parents[(index - 1) >> 2])
      }
      if index == whole { whole = -1 }
      if index == root { break }
      index += 1
    }
    assert(visited <= Int64(nodes.count), "a node was visited twice")
    assert(whole == -1, "the walk ended inside a box")
    work.nodesVisited += visited
    work.pointsTouched += touched
  }
}

extension QuadTree {
  /// Visits a node and all below it, in the order of a walk.
  func visitAll(below root: Int, _ look: (QuadTreeNode) -> Void) {
    var index = root
    while true {
      let node = nodes[index]
      look(node)
      if node.firstChild >= 0 {
        index = Int(node.firstChild)
        continue
      }
      while index != root, index & 3 == 0 { index = Int(parents[(index - 1) >> 2]) }
      if index == root { return }
      index += 1
    }
  }
}
