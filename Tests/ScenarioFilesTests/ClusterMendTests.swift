import MapGeometry
import ScenarioFiles
import Testing

@Suite("The mends of clustering")
struct ClusterMendTests {
  private static let fields = Language.declaration(of: .mends).fields

  @Test
  func `are all in the language`() {
    let count = Mirror(reflecting: ClusterMends()).children.count
    #expect(ClusterMendTests.fields.count == count)
  }

  @Test(
    arguments: fields, [ClusterMode.upstream, .corrected])
  func `are switched by their key, each alone`(field: Field, mode: ClusterMode) throws {
    let words: [String] =
      switch field.shape {
      case .choice(let words): words
      default: ["yes", "no"]
      }
    var changed = 0
    for word in words {
      var mends = mode.mends
      let value = try ScalarReader.value(of: word, as: field.shape).get()
      let isSet = mends.set(field.key, to: value)
      #expect(isSet)
      guard mends != mode.mends else { continue }
      changed += 1
      #expect(changes(mends, mode.mends) == 1)
      let words = ClusteringInForce(layer: "a", mends: mends)
      #expect(words.mode == mode && words.changes == ["\(field.key): \(word)"])
    }
    #expect(changed == words.count - 1)
    var mends = mode.mends
    let isWrong = mends.set(field.key, to: .nothing) || mends.set("no such key", to: .flag(true))
    #expect(!isWrong)
  }

  private func changes(_ mends: ClusterMends, _ others: ClusterMends) -> Int {
    func values(_ mends: ClusterMends) -> [String] {
      Mirror(reflecting: mends).children.map { "\($0.value)" }
    }
    return zip(values(mends), values(others)).count { $0 != $1 }
  }

  @Test
  func `say what they are when left out`() {
    let needs = ClusterMendTests.fields.map { ($0.key, $0.need) }
    #expect(needs.first { $0.0 == "move reused" }?.1 == .derived("`no` in both modes"))
    #expect(
      needs.first { $0.0 == "overlap" }?.1
        == .derived("`merged` when corrected, `left alone` upstream"))
  }

  @Test
  func `are put into words`() {
    let upstream = ClusteringInForce(layer: "a", mends: .none)
    #expect(upstream.mode == .upstream && upstream.changes == [] && upstream.mends == [])
    let corrected = ClusteringInForce(layer: "a", mends: .standard)
    #expect(corrected.mode == .corrected && corrected.changes == [])
    #expect(
      corrected.mends == [
        "west of date line", "cells once", "one cell per point", "beyond 85 degrees",
        "crowds in one leaf", "by identity", "move points", "cells by scale",
        "compare when applied", "coalesce updates", "tolerate zoom noise", "keep selection",
        "pause and resume", "update on request", "overlap: merged",
      ])
    #expect(upstream.engine == "reference")
    var mends = ClusterMends.none
    mends.movesReused = true
    mends.overlap = .pushedApart
    let words = ClusteringInForce(layer: "a", mends: mends)
    #expect(words.changes == ["move reused: yes", "overlap: pushed apart"])
    #expect(words.mends == ["move reused", "overlap: pushed apart"])
  }
}
