import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Which views join: the sought ones against the definition, read aloud.
@Suite("Grouping")
struct GroupingTests {
  /// Visits views in order and lets each join the first group whose first view it collides with:
  /// the serials of each group.
  static func naive(_ candidates: [NativeGrouping.Candidate]) -> [[AnnotationSlot]] {
    grouped(candidates).map { $0.map(\.shape.slot) }
  }

  private static func grouped(
    _ candidates: [NativeGrouping.Candidate]
  ) -> [[NativeGrouping.Candidate]] {
    var groups: [[NativeGrouping.Candidate]] = []
    for candidate in visited(candidates) {
      let joined = groups.firstIndex { group in
        group[0].identifier == candidate.identifier
          && CollisionResolver.collide(group[0].shape, candidate.shape)
      }
      if let joined { groups[joined].append(candidate) } else { groups.append([candidate]) }
    }
    return groups
  }

  private static func visited(
    _ candidates: [NativeGrouping.Candidate]
  ) -> [NativeGrouping.Candidate] {
    candidates.sorted { left, right in
      (-left.shape.priority, left.shape.serial) < (-right.shape.priority, right.shape.serial)
    }
  }

  /// The groups of the definition; then, in rounds, each cluster with the first group whose view
  /// its own view collides with, both of which join nothing else in the round.
  static func naive(
    _ candidates: [NativeGrouping.Candidate],
    clusters shape: ([NativeGrouping.Candidate]) -> CollisionResolver.Shape
  ) -> [[AnnotationSlot]] {
    var groups = grouped(candidates)
    while true {
      let shapes = groups.map { $0.count > 1 ? shape($0) : $0[0].shape }
      var goals = Array(groups.indices)
      var taken: Set<Int> = []
      for index in groups.indices where groups[index].count > 1 && !taken.contains(index) {
        let other = groups.indices.first { other in
          other != index && !taken.contains(other)
            && groups[other][0].identifier == groups[index][0].identifier
            && CollisionResolver.collide(shapes[index], shapes[other])
        }
        guard let other else { continue }
        taken.formUnion([index, other])
        goals[max(index, other)] = min(index, other)
      }
      let kept = groups.indices.filter { goals[$0] == $0 }
      guard kept.count < groups.count else { return groups.map { $0.map(\.shape.slot) } }
      groups = kept.map { goal in
        visited(groups.indices.filter { goals[$0] == goal }.flatMap { groups[$0] })
      }
    }
  }

  /// The view of a cluster in the middle of its members.
  private static func cluster(
    of frames: [ScreenRect], extent: Double, mode: CollisionMode
  ) -> CollisionResolver.Shape {
    let x = frames.reduce(0) { $0 + $1.midX } / Double(frames.count)
    let y = frames.reduce(0) { $0 + $1.midY } / Double(frames.count)
    return CollisionTests.shape(
      x: x - extent / 2, y: y - extent / 2, width: extent, height: extent, mode: mode, priority: 0,
      serial: 0)
  }

  static func solve(_ candidates: [NativeGrouping.Candidate], with solver: inout NativeGrouping)
    -> [[AnnotationSlot]]
  {
    solver.removeAll()
    for candidate in candidates { solver.append(candidate) }
    solver.solve()
    return (0..<solver.count).map { Array(solver.members(of: $0)) }
  }

  static func candidate(
    x: Double, y: Double, serial: AnnotationID, priority: Double = 1000, identifier: Int32 = 0,
    extent: Double = 2, mode: CollisionMode = .rectangle,
    circle: MapOptions.CollisionCircle = .inscribed
  ) -> NativeGrouping.Candidate {
    var shape = CollisionTests.shape(
      x: x, y: y, width: extent, height: extent, mode: mode, priority: priority, serial: serial)
    shape.circle = circle
    return NativeGrouping.Candidate(shape: shape, identifier: identifier)
  }

  /// Every arrangement of four views on a row of five places and two lines, each with one of two
  /// priorities.
  @Test(arguments: 0..<10)
  func `of four views is that of the definition`(first: Int) {
    var solver = NativeGrouping()
    var sizes = [0, 0, 0, 0]
    for number in 0..<(10 * 10 * 10 * 16) {
      let places = [first, number % 10, number / 10 % 10, number / 100 % 10]
      let candidates = places.enumerated().map { index, place in
        GroupingTests.candidate(
          x: Double(place % 5), y: Double(place / 5) * 1.5, serial: AnnotationID(index),
          priority: number / 1000 >> index & 1 == 0 ? 250 : 750)
      }
      let found = GroupingTests.solve(candidates, with: &solver)
      #expect(found == GroupingTests.naive(candidates), "\(candidates)")
      for group in found { sizes[group.count - 1] += 1 }
    }
    #expect(sizes.allSatisfy { $0 > 50 }, "\(sizes)")
  }

  /// Every kind of three views that all touch the same place.
  @Test
  func `knows identifiers and shapes`() {
    let modes = CollisionMode.allCases
    var solver = NativeGrouping()
    var joined = 0
    for number in 0..<(12 * 12 * 12) {
      let kinds = [number % 12, number / 12 % 12, number / 144]
      let candidates = kinds.enumerated().map { index, kind in
        GroupingTests.candidate(
          x: Double(index) * 0.9, y: Double(index) * 0.9, serial: AnnotationID(index),
          identifier: Int32(kind / 3 % 2), extent: kind < 6 ? 1 : 2, mode: modes[kind % 3])
      }
      let found = GroupingTests.solve(candidates, with: &solver)
      #expect(found == GroupingTests.naive(candidates), "\(candidates)")
      for group in found where group.count > 1 {
        joined += 1
        let members = group.map { candidates[$0.index] }
        #expect(Set(members.map(\.identifier)).count == 1)
        #expect(!members.contains { $0.shape.mode == .none })
      }
    }
    #expect(joined > 100)
  }

  /// However large the views of clusters are.
  @Test(arguments: 0..<60)
  func `leaves no cluster on a view that would join it`(seed: Int) {
    var dice = Dice(seed: seed)
    var solver = NativeGrouping()
    let (extent, mode) = ([4.0, 16, 44][seed % 3], CollisionMode.allCases[seed / 3 % 3])
    var joined = 0
    for count in [120, 40] {
      let candidates = (0..<count).map { index in
        GroupingTests.candidate(
          x: Double(dice.below(300) - 150), y: Double(dice.below(300) - 150),
          serial: AnnotationID(index), priority: Double(dice.below(3)) * 250,
          identifier: Int32(dice.below(2)), extent: Double([6, 9][dice.below(2)]),
          mode: CollisionMode.allCases[dice.below(3)])
      }
      let before = GroupingTests.solve(candidates, with: &solver)
      solver.join { slots in
        let frames = slots.map { candidates[$0.index].shape.frame }
        return GroupingTests.cluster(of: frames, extent: extent, mode: mode)
      }
      let found = (0..<solver.count).map { Array(solver.members(of: $0)) }
      let expected = GroupingTests.naive(candidates) { members in
        GroupingTests.cluster(of: members.map(\.shape.frame), extent: extent, mode: mode)
      }
      #expect(found == expected)
      // Whatever the rounds were.
      let groups = found.map { slots in slots.map { candidates[$0.index] } }
      let shapes = groups.map { group in
        group.count > 1
          ? GroupingTests.cluster(of: group.map(\.shape.frame), extent: extent, mode: mode)
          : group[0].shape
      }
      for (one, left) in groups.enumerated() where left.count > 1 {
        for (other, right) in groups.enumerated()
        where other != one && left[0].identifier == right[0].identifier {
          #expect(!CollisionResolver.collide(shapes[one], shapes[other]))
        }
      }
      joined += before.count - found.count
    }
    // Small ones rarely reach another view.
    #expect(extent < 44 || (joined > 0) == (mode != .none), "\(joined) of \(extent) pt")
  }

  @Test(arguments: 0..<40)
  func `of many views is that of the definition`(seed: Int) {
    var dice = Dice(seed: seed)
    var solver = NativeGrouping()
    // Negative cells and cells that share a chain too; the second world is smaller than the first.
    for count in [200, 60] {
      let candidates = (0..<count).map { index in
        GroupingTests.candidate(
          x: Double(dice.below(400) - 200), y: Double(dice.below(400) - 200),
          serial: AnnotationID(index), priority: Double(dice.below(4)) * 250,
          identifier: Int32(dice.below(3)), extent: Double([2, 5, 8, 0][dice.below(4)]) * 3,
          mode: CollisionMode.allCases[dice.below(3)],
          circle: MapOptions.CollisionCircle.allCases[seed % 2])
      }
      #expect(GroupingTests.solve(candidates, with: &solver) == GroupingTests.naive(candidates))
    }
  }

  @Test
  func `of nothing is nothing`() {
    var solver = NativeGrouping()
    #expect(GroupingTests.solve([], with: &solver) == [])
    #expect(solver.count == 0)
  }

  @Test
  func `of thousands of views far apart is found at once`() {
    var solver = NativeGrouping()
    let candidates = (0..<40_000).map { index in
      GroupingTests.candidate(
        x: Double(index % 200) * 3, y: Double(index / 200) * 3, serial: AnnotationID(index))
    }
    // Comparing each with all would take hundreds of millions of looks.
    #expect(GroupingTests.solve(candidates, with: &solver).count == 40_000)
  }
}
