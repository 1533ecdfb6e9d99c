import Clustering
import Foundation
import MapGeometry
import Support
import Testing

/// The engine, unfixed and fixed, against its definition.
@Suite("Oracle")
struct OracleTests {
  /// How many worlds are drawn; the nightly job asks for more.
  static let worldCount =
    ProcessInfo.processInfo.environment["MAPREPLAY_WORLDS"].flatMap { Int($0) } ?? 2_000

  static let blocks = 10

  @Test(arguments: 0..<blocks)
  func `finds what the definition finds, in its order`(block: Int) {
    var compared = 0
    let count = OracleTests.worldCount / OracleTests.blocks
    for number in block * count..<(block + 1) * count {
      let fixes = OracleWorld.fixes(number)
      var engine = ReferenceEngine(fixes: fixes)
      var oracle = Oracle(fixes: fixes)
      let (difference, sets) = OracleWorld(number).play(&engine, against: &oracle)
      #expect(difference == nil, "world \(number) of \(fixes)")
      compared += sets
    }
    // The worlds are not empty.
    #expect(compared > 10 * count)
  }

  @Test(arguments: 0..<6, [ClusterFixes.none, .standard])
  func `notices when one fix is missing or too many`(fix: Int, fixes: ClusterFixes) {
    let other = OracleWorld.switched(fixes, fix: fix)
    #expect(other != fixes)
    let isNoticed = (0..<2_000).contains { number in
      var engine = ReferenceEngine(fixes: fixes)
      var oracle = Oracle(fixes: other)
      return OracleWorld(number).play(&engine, against: &oracle).difference != nil
    }
    #expect(isNoticed)
  }

  @Test(arguments: OracleFault.allCases)
  func `notices an oracle that is wrong`(fault: OracleFault) {
    let isNoticed = (0..<(fault == .none ? 100 : 1_000)).contains { number in
      var engine = ReferenceEngine()
      var oracle = Oracle(fixes: .none, fault: fault)
      return OracleWorld(number).play(&engine, against: &oracle).difference != nil
    }
    #expect(isNoticed == (fault != .none))
  }
}
