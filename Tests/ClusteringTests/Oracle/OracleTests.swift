import Clustering
import Foundation
import MapGeometry
import Support
import Testing

/// The engine, unmended and mended, against its definition.
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
      let mends = OracleWorld.mends(number)
      var engine = ReferenceEngine(mends: mends)
      var oracle = Oracle(mends: mends)
      let (difference, sets) = OracleWorld(number).play(&engine, against: &oracle)
      #expect(difference == nil, "world \(number) of \(mends)")
      compared += sets
    }
    // The worlds are not empty.
    #expect(compared > 10 * count)
  }

  @Test(arguments: 0..<6, [ClusterMends.none, .standard])
  func `notices when one mend is missing or too many`(mend: Int, mends: ClusterMends) {
    let other = OracleWorld.switched(mends, mend: mend)
    #expect(other != mends)
    let isNoticed = (0..<2_000).contains { number in
      var engine = ReferenceEngine(mends: mends)
      var oracle = Oracle(mends: other)
      return OracleWorld(number).play(&engine, against: &oracle).difference != nil
    }
    #expect(isNoticed)
  }

  @Test(arguments: OracleFault.allCases)
  func `notices an oracle that is wrong`(fault: OracleFault) {
    let isNoticed = (0..<(fault == .none ? 100 : 1_000)).contains { number in
      var engine = ReferenceEngine()
      var oracle = Oracle(mends: .none, fault: fault)
      return OracleWorld(number).play(&engine, against: &oracle).difference != nil
    }
    #expect(isNoticed == (fault != .none))
  }
}
