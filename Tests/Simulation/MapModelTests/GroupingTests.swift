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
    var groups: [[NativeGrouping.Candidate]] = []
    let order = candidates.sorted { left, right in
      (-left.shape.priority, left.shape.serial) < (-right.shape.priority, right.shape.serial)
    }
    for candidate in order {
      let joined = groups.firstIndex { group in
        group[0].identifier == candidate.identifier
          && CollisionResolver.collide(group[0].shape, candidate.shape)
      }
      if let joined { groups[joined].append(candidate) } else { groups.append([candidate]) }
    }
    return groups.map { $0.map(\.shape.slot) }
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
