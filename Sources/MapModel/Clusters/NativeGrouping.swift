internal import MapConfiguration
internal import MapGeometry

/// Finds which views native clustering puts together.
///
/// Views are visited by descending display priority, then in the order in which their annotations
/// came. Each joins the group that was begun first among those of its clustering identifier whose
/// shape it collides with; a group has the shape of the view that began it. Without such a group it
/// begins one. The shapes of groups are kept in a grid whose cells are as wide as the widest
/// one, so that those that can collide are in neighbouring cells.
struct NativeGrouping {
  /// A view that may join others.
  struct Candidate {
    var shape: CollisionResolver.Shape
    /// Number of its clustering identifier.
    var identifier: Int32
  }

  /// What decides when a candidate is visited; small, as it is moved a lot while it is sorted.
  private struct Turn: Comparable {
    var priority: Double
    var serial: Int32
    var candidate: Int32

    static func < (left: Turn, right: Turn) -> Bool {
      guard left.priority == right.priority else { return left.priority > right.priority }
      return left.serial < right.serial
    }
  }

  private var candidates: [Candidate] = []
  /// The candidates in the order of visiting.
  private var turns: [Turn] = []
  /// For each turn the number of its group; groups are numbered as they were begun.
  private var groupOf: [Int32] = []
  /// For each group the candidate that began it.
  private var firsts: [Int32] = []
  /// For each group where its members begin; one place more than there are groups.
  private var starts: [Int32] = []
  /// The slots of the members of all groups, group by group in the order of visiting.
  private var members: [Int32] = []

  /// Cells in a row; the grid repeats beyond.
  private static let side = 32
  private var heads = [Int32](repeating: -1, count: side * side)
  /// For each group the next one in its chain.
  private var next: [Int32] = []
  private var cellSide = 1.0

  /// How many groups there are, those of one view too.
  var count: Int { firsts.count }

  /// How many views are in a group.
  func size(of group: Int) -> Int {
    Int(starts[group + 1] - starts[group])
  }

  /// The slots of a group's members, in the order of visiting.
  func members(of group: Int) -> ArraySlice<Int32> {
    members[Int(starts[group])..<Int(starts[group + 1])]
  }

  mutating func removeAll() {
    candidates.removeAll(keepingCapacity: true)
  }

  mutating func append(_ candidate: Candidate) {
    assert(!candidate.shape.isHeld, "a view that is selected or dragged joins no other")
    assert(candidate.identifier >= 0, "a view without a clustering identifier joins no other")
    let frame = candidate.shape.frame
    assert(frame.minX.isFinite && frame.minY.isFinite, "a frame without a place")
    candidates.append(candidate)
  }

  /// Finds the group of each candidate.
  ///
  /// - Complexity: O(n log n + n · groups near each); no memory beyond that of the last time.
  mutating func solve() {
    turns.removeAll(keepingCapacity: true)
    for index in candidates.indices {
      let shape = candidates[index].shape
      turns.append(
        Turn(priority: shape.priority, serial: shape.serial, candidate: Int32(index)))
    }
    turns.heapSort()
    groupOf.removeAll(keepingCapacity: true)
    firsts.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
    var extent = 0.0
    for candidate in candidates { extent = max(extent, candidate.shape.extent) }
    // A little wider, so that rounding puts no two that collide two cells apart.
    cellSide = max(extent, 1) * 1.001
    for turn in turns {
      let index = Int(turn.candidate)
      let (column, row) = NativeGrouping.cell(of: candidates[index].shape.frame, side: cellSide)
      let joined = group(joinedBy: candidates[index], column, row)
      groupOf.append(joined < 0 ? begin(with: index, column, row) : joined)
    }
    for first in firsts {
      let (column, row) = NativeGrouping.cell(
        of: candidates[Int(first)].shape.frame, side: cellSide)
      heads[NativeGrouping.chainOf(column, row)] = -1
    }
    listMembers()
  }

  private mutating func begin(with candidate: Int, _ column: Int, _ row: Int) -> Int32 {
    let group = Int32(firsts.count)
    firsts.append(Int32(candidate))
    next.append(-1)
    // What does not collide need not be found.
    guard candidates[candidate].shape.mode != .none else { return group }
    let chain = NativeGrouping.chainOf(column, row)
    next[Int(group)] = heads[chain]
    heads[chain] = group
    return group
  }

  /// The group around a cell that was begun first and takes a candidate; -1 when none does.
  ///
  /// Mutating only so that nothing is copied on the way.
  private mutating func group(joinedBy candidate: Candidate, _ column: Int, _ row: Int) -> Int32 {
    guard candidate.shape.mode != .none else { return -1 }
    var found: Int32 = -1
    for row in row - 1...row + 1 {
      for column in column - 1...column + 1 {
        var group = heads[NativeGrouping.chainOf(column, row)]
        while group >= 0 {
          let first = candidates[Int(firsts[Int(group)])]
          if found < 0 || group < found, first.identifier == candidate.identifier,
            CollisionResolver.collide(candidate.shape, first.shape)
          {
            found = group
          }
          group = next[Int(group)]
        }
      }
    }
    return found
  }

  /// Sorts the candidates by group, in two passes over them.
  private mutating func listMembers() {
    starts.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    // A group's place is counted one further on, so that filling it moves it to its start.
    for _ in 0..<count + 2 { starts.append(0) }
    for group in groupOf { starts[Int(group) + 2] += 1 }
    for group in 0..<count { starts[group + 2] += starts[group + 1] }
    for _ in turns { members.append(-1) }
    for index in turns.indices {
      let group = Int(groupOf[index])
      members[Int(starts[group + 1])] = candidates[Int(turns[index].candidate)].shape.slot
      starts[group + 1] += 1
    }
    starts.removeLast()
    assert(starts.last.map(Int.init) == candidates.count, "a view is in no group, or in two")
    assert(members.allSatisfy { $0 >= 0 }, "a group misses a member")
  }

  private static func cell(of frame: ScreenRect, side: Double) -> (column: Int, row: Int) {
    (column: Int((frame.midX / side).rounded(.down)), row: Int((frame.midY / side).rounded(.down)))
  }

  private static func chainOf(_ column: Int, _ row: Int) -> Int {
    // The side is a power of two: negative cells too fall into the grid.
    (row & (side - 1)) * side + column & (side - 1)
  }
}
