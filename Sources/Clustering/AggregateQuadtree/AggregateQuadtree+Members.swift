internal import MapGeometry

struct CellMember {
  var id: Int32
  var place: Coordinate
}

private struct MemberFrame {
  var node: CellAggregate
  var level: Int32
  var x: UInt32
  var y: UInt32
}

extension AggregateQuadtree {
  /// Appends the points of one cell in the order of keys, in O(points of the cell and of leaves
  /// that its edges cut).
  func members(
    of cell: GridCells, walk: inout GridWalk, into result: inout [CellMember], work: inout Work
  ) {
    precondition(cell.columns == 1 && cell.rows == 1, "one cell at a time")
    walk.set(cell)
    walk.stack.removeAll(keepingCapacity: true)
    var stack: [MemberFrame] = [MemberFrame(node: root, level: 0, x: 0, y: 0)]
    while let frame = stack.popLast() {
      let node = frame.node
      guard node.count > 0 else { continue }
      work.nodesVisited += 1
      let side = Int64(1) << Int64(32 - frame.level)
      let x = Int64(frame.x) * side
      let y = Int64(frame.y) * side
      let columns = walk.columns.standing(x, x + side)
      let rows = walk.rows.standing(y, y + side)
      guard columns != .outside, rows != .outside else { continue }
      if node.tag & AggregateQuadtree.leafBit != 0 {
        let isWhole = columns == .inside && rows == .inside
        work.pointsTouched += Int64(node.count)
        for slot in slots(of: node) {
          let point = points[slot]
          guard isWhole || walk.isInside(point) else { continue }
          result.append(CellMember(id: ids[slot], place: point.place))
        }
        eachPending(of: node) { item in
          guard isWhole || walk.isInside(item.point) else { return }
          result.append(CellMember(id: item.id, place: item.point.place))
        }
      } else {
        for quarter in (0..<4).reversed() {
          stack.append(
            MemberFrame(
              node: nodes[Int(node.tag) + quarter], level: frame.level + 1,
              x: frame.x * 2 + UInt32(quarter & 1), y: frame.y * 2 + UInt32(quarter >> 1)))
        }
      }
    }
  }
}

extension GridWalk {
  /// Whether a point lies in the only cell there is.
  func isInside(_ point: AggregateQuadtree.Point) -> Bool {
    columns.cell(of: point, from: -1, to: 1) == 0 && rows.cell(of: point, from: -1, to: 1) == 0
  }
}

extension GridAxis {
  enum Standing { case outside, cut, inside }

  /// How a stretch of units stands to the only cell there is.
  func standing(_ start: Int64, _ end: Int64) -> Standing {
    if end <= cut[0] || start >= beyond[1] { return .outside }
    return start >= beyond[0] && end <= cut[1] ? .inside : .cut
  }
}
