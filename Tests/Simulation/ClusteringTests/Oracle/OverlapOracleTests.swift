import Clustering
import MapGeometry
import Support
import Testing

/// The pass that makes room between clusters, against its definition.
@Suite("Oracle of overlaps")
struct OverlapOracleTests {
  /// What became of a world.
  private struct Outcome {
    /// The first difference between the pass and the oracle.
    var difference: String?
    /// How many sets were joined or moved.
    var changes = 0
  }

  /// Lets the pass and the oracle make room in a world.
  private static func play(
    _ world: OverlapWorld, _ overlap: ClusterOverlap, with pass: inout ClusterOverlaps,
    fault: OverlapFault = .none
  ) -> Outcome {
    var sets = world.answer
    var work = Work()
    let changes = pass.resolve(
      &sets, overlap: overlap, extents: world.views.extents, query: world.question.query,
      work: &work)
    let mine = OracleSet.list(sets)
    let slow = OracleOverlaps.resolve(
      world.sets, overlap, views: world.views, question: world.question, fault: fault)
    guard changes != slow.changes || !OracleSet.areMet(slow.sets, by: mine) else {
      return Outcome(changes: changes)
    }
    return Outcome(
      difference: "\(changes) changes:\n\(mine)\nnot \(slow.changes):\n\(slow.sets)",
      changes: changes)
  }

  @Test(arguments: [ClusterOverlap.merged, .pushedApart], 0..<OracleTests.blocks)
  func `does what the definition does`(overlap: ClusterOverlap, block: Int) {
    var changes = 0
    var pass = ClusterOverlaps()
    let count = OracleTests.worldCount / OracleTests.blocks
    for number in block * count..<(block + 1) * count {
      let outcome = OverlapOracleTests.play(OverlapWorld(number), overlap, with: &pass)
      #expect(outcome.difference == nil, "world \(number)")
      changes += outcome.changes
    }
    #expect(changes > count)
  }

  @Test(arguments: OverlapFault.allCases)
  func `notices an oracle that is wrong`(fault: OverlapFault) {
    var pass = ClusterOverlaps()
    let isNoticed = (0..<(fault == .none ? 100 : 1_000)).contains { number in
      let world = OverlapWorld(number)
      return [ClusterOverlap.merged, .pushedApart].contains { overlap in
        OverlapOracleTests.play(world, overlap, with: &pass, fault: fault).difference != nil
      }
    }
    #expect(isNoticed == (fault != .none))
  }
}
