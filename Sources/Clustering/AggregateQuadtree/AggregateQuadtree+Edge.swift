internal import MapGeometry

/// An edge between two cells that cuts a square in two.
struct GridEdge {
  /// The unit in which the edge lies, and the first one beyond it.
  let cut: Int64
  let beyond: Int64
  let keyCut: UInt64
  let keyBeyond: UInt64
  let mask: UInt64
  /// The offset to the quarter that is further in the direction of the axis.
  let far: Int
  /// The offset to the quarter beside it.
  let beside: Int

  @inline(__always) init(_ number: Int32, of axis: GridAxis) {
    let number = Int(number)
    cut = axis.cut[number]
    beyond = axis.beyond[number]
    keyCut = axis.keyCut[number]
    keyBeyond = axis.keyBeyond[number]
    mask = axis.mask
    far = axis.direction == .east ? 1 : 2
    beside = 3 - far
  }
}

/// What lies beyond an edge.
struct SumBeyond {
  var units = SIMD2<Int64>.zero
  var count: Int32 = 0
  /// Whether the edge cuts the unit of a point, of which only its map point knows the side.
  var isDoubtful = false
  var nodesVisited: Int64 = 0
  var pointsTouched: Int64 = 0

  @inline(__always) mutating func add(_ node: CellAggregate) {
    units &+= SIMD2(node.latitude, node.longitude)
    count &+= node.count
  }

  @inline(__always) var sum: CellAggregate {
    CellAggregate(latitude: units[0], longitude: units[1], count: count, tag: 0)
  }
}

extension AggregateQuadtree {
  /// Adds what lies beyond an edge in a square that it cuts; what lies before it is the rest of the
  /// square, so half of the quarters are never visited.
  ///
  /// - Parameters:
  ///   - edge: The edge.
  ///   - node: The square.
  ///   - level: Its level.
  ///   - position: Where it begins in the direction of the axis, in units.
  ///   - sum: What lies beyond is added to this.
  func addBeyond(
    _ edge: GridEdge, _ node: CellAggregate, level: UInt32, position: UInt32,
    to sum: inout SumBeyond
  ) {
    guard node.count > 0 else { return }
    guard node.tag & AggregateQuadtree.leafBit == 0 else {
      return scan(node, beyond: edge, to: &sum)
    }
    let half = UInt32(1) << (31 &- level)
    let middle = position | half
    let group = Int(node.tag)
    sum.nodesVisited &+= 4
    if edge.beyond <= Int64(middle) {
      sum.add(nodes[group &+ edge.far])
      sum.add(nodes[group &+ 3])
      guard edge.cut < Int64(middle) else { return }
      addBeyond(edge, nodes[group], level: level &+ 1, position: position, to: &sum)
      addBeyond(edge, nodes[group &+ edge.beside], level: level &+ 1, position: position, to: &sum)
    } else {
      addBeyond(edge, nodes[group &+ edge.far], level: level &+ 1, position: middle, to: &sum)
      addBeyond(edge, nodes[group &+ 3], level: level &+ 1, position: middle, to: &sum)
    }
  }

  @inline(__always)
  private func scan(_ leaf: CellAggregate, beyond edge: GridEdge, to sum: inout SumBeyond) {
    sum.pointsTouched &+= Int64(leaf.count)
    let points = points.span.extracting(slots(of: leaf))
    var units = SIMD2<Int64>.zero
    var beyond: Int64 = 0
    var atCut: Int64 = 0
    for slot in points.indices {
      let point = unsafe points[unchecked: slot]
      let bits = point.key & edge.mask
      let isBeyond: Int64 = bits >= edge.keyBeyond ? 1 : 0
      units &+= CellAggregate.shiftedUnits(of: point.place) & SIMD2(repeating: 0 &- isBeyond)
      beyond &+= isBeyond
      atCut &+= bits >= edge.keyCut ? 1 : 0
    }
    if hasPending(leaf) { scan(pendingOf: leaf, beyond: edge, to: &sum) }
    sum.units &+= units &- SIMD2(repeating: CellAggregate.unitShift &* beyond)
    sum.count &+= Int32(truncatingIfNeeded: beyond)
    // Whoever is in the unit of the edge is beyond it or not, and only the map point knows.
    sum.isDoubtful = sum.isDoubtful || atCut != beyond
  }

  @inline(never)
  private func scan(pendingOf leaf: CellAggregate, beyond edge: GridEdge, to sum: inout SumBeyond) {
    eachPending(of: leaf) { item in
      let bits = item.point.key & edge.mask
      if bits >= edge.keyBeyond {
        sum.add(CellAggregate(of: item.point.place))
      } else if bits >= edge.keyCut {
        sum.isDoubtful = true
      }
    }
  }
}
