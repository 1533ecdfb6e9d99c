import Clustering
import MapGeometry
import ScenarioFiles
import Testing

@Suite("The fixes of clustering")
struct ClusterMendTests {
  private static let fields = ScenarioSchema.object(.fixes).fields

  @Test
  func `are all in the language`() {
    let count = Mirror(reflecting: ClusterFixes()).children.count
    #expect(ClusterMendTests.fields.count == count)
  }

  @Test(
    arguments: fields, [ClusterMode.upstream, .corrected])
  func `are switched by their key, each alone`(field: Field, mode: ClusterMode) throws {
    let words: [String] =
      switch field.type {
      case .choice(let words): words
      default: ["yes", "no"]
      }
    var changed = 0
    for word in words {
      var fixes = mode.fixes
      let value = try ScalarReader.value(of: word, as: field.type).get()
      let isSet = fixes.set(field.key, to: value)
      #expect(isSet)
      guard fixes != mode.fixes else { continue }
      changed += 1
      #expect(changes(fixes, mode.fixes) == 1)
      let words = ClusteringInForce(layer: "a", fixes: fixes)
      #expect(words.mode == mode && words.changes == ["\(field.key): \(word)"])
    }
    #expect(changed == words.count - 1)
    var fixes = mode.fixes
    let isWrong = fixes.set(field.key, to: .nothing) || fixes.set("no such key", to: .flag(true))
    #expect(!isWrong)
  }

  private func changes(_ fixes: ClusterFixes, _ others: ClusterFixes) -> Int {
    func values(_ fixes: ClusterFixes) -> [String] {
      Mirror(reflecting: fixes).children.map { "\($0.value)" }
    }
    return zip(values(fixes), values(others)).count { $0 != $1 }
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
    let upstream = ClusteringInForce(layer: "a", fixes: .none)
    #expect(upstream.mode == .upstream && upstream.changes == [] && upstream.fixes == [])
    let corrected = ClusteringInForce(layer: "a", fixes: .standard)
    #expect(corrected.mode == .corrected && corrected.changes == [])
    #expect(
      corrected.fixes == [
        "west of date line", "cells once", "one cell per point", "beyond 85 degrees",
        "crowds in one leaf", "by identity", "move points", "cells by scale",
        "compare when applied", "coalesce updates", "tolerate zoom noise", "keep selection",
        "pause and resume", "update on request", "overlap: merged",
      ])
    #expect(upstream.engine == "reference")
    var fixes = ClusterFixes.none
    fixes.movesReused = true
    fixes.overlap = .pushedApart
    let words = ClusteringInForce(layer: "a", fixes: fixes)
    #expect(words.changes == ["move reused: yes", "overlap: pushed apart"])
    #expect(words.fixes == ["move reused", "overlap: pushed apart"])
  }
}
