@testable import Clustering

/// What in a tree of squares is not as it must be.
struct QuadtreeFaults {
  private let tree: AggregateQuadtree
  private var faults: [String] = []
  private var held = 0
  private var pending = 0
  private var groups = 0
  private var stretches: [Range<Int>] = []

  /// What a tree says that is not so, or holds that is nobody's.
  static func of(_ tree: AggregateQuadtree) -> [String] {
    var check = QuadtreeFaults(tree: tree)
    check.look(at: tree.root, level: 0)
    check.lookAtLists()
    return check.faults
  }

  private init(tree: AggregateQuadtree) {
    self.tree = tree
  }

  private mutating func look(at node: CellAggregate, level: Int) {
    var sum = CellAggregate.nothing
    if node.count == 0 {
      if node.tag != 0 { faults.append("a square without points has something") }
      return
    }
    if node.tag & AggregateQuadtree.leafBit == 0 {
      groups += 1
      if Int(node.count) <= tree.leafCapacity / 2 { faults.append("few points have quarters") }
      for quarter in 0..<4 {
        let below = tree.nodes[Int(node.tag) + quarter]
        sum.add(below)
        look(at: below, level: level + 1)
      }
    } else {
      sum = sumOfLeaf(node, level: level)
    }
    sum.tag = node.tag
    if sum != node { faults.append("a sum on level \(level) is wrong") }
  }

  private mutating func sumOfLeaf(_ node: CellAggregate, level: Int) -> CellAggregate {
    var sum = CellAggregate.nothing
    let number = Int(node.tag & ~AggregateQuadtree.leafBit)
    let stretch = tree.stretch(of: node)
    let piece = stretch.isInFirst ? tree.points.first : tree.points.more[stretch.piece]
    let slots = stretch.slots
    let start = Int(tree.leaves[number].start)
    let capacity = Int(tree.leaves[number].capacity)
    if slots.lowerBound + capacity > piece.places.count {
      faults.append("a leaf beyond the end of its piece")
    }
    if piece.places.count != piece.badges.count {
      faults.append("more places than badges, or fewer")
    }
    if slots.count > capacity { faults.append("leaf without capacity") }
    if slots.count > tree.leafCapacity, level != 32 { faults.append("leaf not quartered") }
    if level > 32 { faults.append("leaf below the last level") }
    for slot in slots {
      sum.add(piece.places[slot])
      if Int(tree.leafOfID[piece.badges[slot].id]) != number { faults.append("wrong leaf") }
      if piece.key(at: slot) != UnitProjection.key(of: piece.places[slot]) {
        faults.append("wrong key")
      }
      if slot > slots.lowerBound, piece.key(at: slot - 1) > piece.key(at: slot) {
        faults.append("leaf out of order")
      }
    }
    var rank = Int32(tree.pending.count(of: number))
    if rank > 8, !tree.pending.due.contains(Int32(number)) {
      faults.append("\(rank) wait for one leaf that is not due")
    }
    tree.eachPending(of: node) { item in
      sum.add(item.point.place)
      pending += 1
      if item.rank != rank { faults.append("rank \(item.rank) for \(rank)") }
      if Int(tree.leafOfID[item.id]) != number { faults.append("wrong leaf of a pending one") }
      rank -= 1
    }
    if rank != 0 { faults.append("\(rank) are missing") }
    held += Int(node.count)
    stretches.append(start..<start + capacity)
    return sum
  }

  private mutating func lookAtLists() {
    if held != tree.count { faults.append("\(held) of \(tree.count) are in leaves") }
    if pending != tree.pending.count { faults.append("\(pending) of \(tree.pending.count) wait") }
    let leaves = stretches.count + tree.free.leaves.count
    if leaves != tree.leaves.count { faults.append("\(leaves) of \(tree.leaves.count) leaves") }
    let inUse = groups + 1 + tree.free.groups.count
    if inUse * 4 != tree.nodes.count { faults.append("\(inUse) of \(tree.nodes.count / 4) groups") }
    let capacity = stretches.reduce(tree.free.capacity) { $0 + $1.count }
    if capacity != tree.points.count { faults.append("slots are neither free nor in use") }
    for (capacity, starts) in tree.free.stretches.enumerated() {
      for start in starts { stretches.append(Int(start)..<Int(start) + capacity) }
    }
    var end = 0
    for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) where !stretch.isEmpty {
      if stretch.lowerBound < end { faults.append("two stretches in one place") }
      end = stretch.upperBound
    }
    let all = [tree.points.first] + tree.points.more
    if tree.points.count != all.reduce(0, { $0 + $1.places.count }) {
      faults.append("\(tree.points.count) slots are not those of all pieces")
    }
    if tree.free.capacity > tree.points.count { faults.append("more capacity than there is") }
  }
}
