internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Finds the views that native clustering groups.
///
/// Views are visited by descending display priority, then in the order in which their
/// annotations were added. Each joins the first group of its clustering identifier whose
/// first view it collides with, or begins a new group. Then clusters take in the groups whose views
/// their own views collide with, so that none hides a view of its identifier, or is hidden by one.
struct NativeGrouping {
  struct Candidate {
    var shape: CollisionResolver.Shape
    var identifier: Int32
  }

  /// The sort key of a candidate, kept small because sorting moves it often.
  private struct Turn: Comparable {
    var priority: Double
    var serial: AnnotationID
    var candidate: ID<Candidate>

    static func < (left: Turn, right: Turn) -> Bool {
      guard left.priority == right.priority else { return left.priority > right.priority }
      return left.serial < right.serial
    }
  }

  enum Group {}

  private var candidates: [Candidate] = []
  private var turns: [Turn] = []
  /// The group of each turn.
  ///
  /// Groups are numbered in the order of their creation.
  private var groupOf: [ID<Group>] = []
  /// The candidate that began each group.
  private var firsts: [ID<Candidate>] = []
  /// The start of each group's members, with one extra element at the end.
  private var starts: [Int] = []
  /// The slots of the members of all groups, group by group in the order of visiting.
  private var members: [AnnotationSlot] = []
  private var grid = ShapeGrid<Group>()
  /// The view that shows each group: a cluster's, or that of its only member.
  private var shapes: [CollisionResolver.Shape] = []
  private var shapeGrid = ShapeGrid<Group>()
  /// For each group one that it joins, with a smaller number; itself if it joins none.
  private var goals: [Int] = []
  /// Whether each group joins another one in this round.
  private var isJoining: [Bool] = []

  var candidateCount: Int { candidates.count }
  /// The number of groups, including groups of one view.
  var count: Int { firsts.count }

  /// The slots of a group's members, in the order of visiting.
  func members(of group: Int) -> ArraySlice<AnnotationSlot> {
    members[starts[group]..<starts[group + 1]]
  }

  mutating func removeAll() { candidates.removeAll(keepingCapacity: true) }

  mutating func append(_ candidate: Candidate) {
    assert(!candidate.shape.isHeld, "a view that is selected or dragged joins no other")
    let frame = candidate.shape.frame
    assert(frame.minX.isFinite && frame.minY.isFinite, "a frame without a place")
    candidates.append(candidate)
  }

  mutating func solve() {
    turns.removeAll(keepingCapacity: true)
    for (index, candidate) in candidates.enumerated() {
      turns.append(
        Turn(
          priority: candidate.shape.priority, serial: candidate.shape.serial, candidate: ID(index)))
    }
    turns.heapSort()
    groupOf.removeAll(keepingCapacity: true)
    firsts.removeAll(keepingCapacity: true)
    grid.removeAll(extent: candidates.reduce(0) { max($0, $1.shape.extent) })
    for turn in turns {
      let candidate = candidates[turn.candidate.index]
      let isAlone = candidate.shape.mode == .none
      var group =
        isAlone ? .none : grid.first(near: candidate.shape.frame) { collides(candidate, with: $0) }
      if group.isNone {
        group = ID(firsts.count)
        firsts.append(turn.candidate)
        grid.append(candidate.shape.frame, isFound: !isAlone)
      }
      groupOf.append(group)
    }
    listMembers()
  }

  /// Lets clusters take in the groups whose views theirs collide with, until there are none.
  ///
  /// In each round every cluster joins the first group that joins no other one. The next round
  /// looks at the views of the clusters that this makes.
  ///
  /// - Parameter shape: The view of a cluster of some members.
  mutating func join(shape: (ArraySlice<AnnotationSlot>) -> CollisionResolver.Shape) {
    guard firsts.count < candidates.count else { return }
    shapes.removeAll(keepingCapacity: true)
    for group in 0..<count {
      let members = members(of: group)
      shapes.append(members.count > 1 ? shape(members) : candidates[firsts[group].index].shape)
    }
    while findGoals() { regroup(shape: shape) }
  }

  /// Finds what each cluster joins; returns whether any joins another group.
  private mutating func findGoals() -> Bool {
    assert(shapes.allSatisfy { $0.frame.minX.isFinite }, "a cluster without a place")
    goals.removeAll(keepingCapacity: true)
    isJoining.removeAll(keepingCapacity: true)
    shapeGrid.removeAll(extent: shapes.reduce(0) { max($0, $1.extent) })
    for group in 0..<count {
      goals.append(group)
      isJoining.append(false)
      shapeGrid.append(shapes[group].frame, isFound: shapes[group].mode != .none)
    }
    var isAnyJoining = false
    for group in 0..<count
    where !isJoining[group] && members(of: group).count > 1 && shapes[group].mode != .none {
      let identifier = candidates[firsts[group].index].identifier
      let other = shapeGrid.first(near: shapes[group].frame) { other in
        other.index != group && !isJoining[other.index]
          && candidates[firsts[other.index].index].identifier == identifier
          && CollisionResolver.collide(shapes[group], shapes[other.index])
      }
      guard other.isSome else { continue }
      isJoining[group] = true
      isJoining[other.index] = true
      goals[max(group, other.index)] = min(group, other.index)
      isAnyJoining = true
    }
    return isAnyJoining
  }

  /// Puts each group into its goal, and numbers the groups that are left in their order.
  private mutating func regroup(shape: (ArraySlice<AnnotationSlot>) -> CollisionResolver.Shape) {
    var kept = 0
    for group in 0..<count {
      guard goals[group] != group else {
        firsts[kept] = firsts[group]
        shapes[kept] = shapes[group]
        isJoining[kept] = isJoining[group]
        // Groups that join have larger numbers, and look the new number up behind.
        goals[group] = kept
        kept += 1
        continue
      }
      goals[group] = goals[goals[group]]
    }
    assert(kept < count, "a round that joins nothing puts nothing together")
    firsts.removeLast(count - kept)
    shapes.removeLast(shapes.count - kept)
    for index in groupOf.indices { groupOf[index] = ID(goals[groupOf[index].index]) }
    listMembers()
    for group in 0..<count where isJoining[group] { shapes[group] = shape(members(of: group)) }
  }

  private func collides(_ candidate: Candidate, with group: ID<Group>) -> Bool {
    let first = candidates[firsts[group.index].index]
    return first.identifier == candidate.identifier
      && CollisionResolver.collide(candidate.shape, first.shape)
  }

  /// Sorts the candidates by group, in two passes over them.
  private mutating func listMembers() {
    starts.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    // A group's place is counted one further on, so that filling it moves it to its start.
    for _ in 0..<count + 2 { starts.append(0) }
    for group in groupOf { starts[group.index + 2] += 1 }
    for group in 0..<count { starts[group + 2] += starts[group + 1] }
    for _ in turns { members.append(.none) }
    for index in turns.indices {
      let group = groupOf[index].index
      members[starts[group + 1]] = candidates[turns[index].candidate.index].shape.slot
      starts[group + 1] += 1
    }
    starts.removeLast()
    assert(starts.last == candidates.count, "a view is in no group, or in two")
    assert(members.allSatisfy(\.isSome), "a group misses a member")
  }
}
