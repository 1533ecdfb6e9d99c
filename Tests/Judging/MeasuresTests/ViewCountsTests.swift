import MapEvents
import Testing

@testable import Measures

@Suite("Counts of views")
struct ViewCountsTests {
  /// Where each view is, by its number.
  struct World {
    var counts = ViewCounts()
    var identifiers: [Int32] = []
    var isLive: [Bool] = []

    /// A view comes out of the pool, or a new one is made when there is none in it.
    mutating func take(_ identifier: Int32) {
      let waiting = identifiers.indices.first { identifiers[$0] == identifier && !isLive[$0] }
      guard let view = waiting else {
        counts.observe(.created(view: ViewID(identifiers.count), identifier: identifier))
        identifiers.append(identifier)
        isLive.append(true)
        return
      }
      isLive[view] = true
      counts.observe(.reused(view: ViewID(view), identifier: identifier))
    }

    /// A view goes to its pool, unless none is on the map.
    mutating func giveBack(_ identifier: Int32) {
      let shown = identifiers.indices.first { identifiers[$0] == identifier && isLive[$0] }
      guard let view = shown else { return }
      isLive[view] = false
      counts.observe(.returned(view: ViewID(view), annotation: 0, identifier: identifier))
    }

    /// Whether the counts are what counting one by one says.
    var isAgreed: Bool {
      let waiting = identifiers.indices.filter { !isLive[$0] }.map { identifiers[$0] }
      let largest = (0..<3).map { pool in waiting.filter { $0 == pool }.count }.max()
      return counts.live == Int64(isLive.filter { $0 }.count)
        && counts.pooled == Int64(waiting.count) && counts.largestPool == Int64(largest ?? 0)
    }
  }

  /// Views that annotations keep are in no pool, and their memory is theirs until they go.
  @Test
  func `leave views that annotations keep out of the pools`() {
    var counts = ViewCounts()
    counts.observe(.created(view: 0, identifier: 0))
    counts.observe(.memoryChanged(view: 0, bytes: 100))
    counts.observe(.setAside(view: 0, annotation: 7))
    #expect(counts.live == 0 && counts.pooled == 0)
    #expect(counts.bytes == 100 && counts.pooledBytes == 0)
    counts.observe(.poolsEmptied(views: 0))
    #expect(counts.bytes == 100)
    counts.observe(.shownAgain(view: 0, identifier: 0))
    #expect(counts.live == 1 && counts.bytes == 100)
    counts.observe(.setAside(view: 0, annotation: 7))
    counts.observe(.released(view: 0))
    #expect(counts.live == 0 && counts.bytes == 0)
  }

  private func explore(_ world: World, depth: Int, path: [String], failures: inout [[String]]) {
    guard depth > 0 else { return }
    for identifier: Int32 in 0..<3 {
      for isTaken in [true, false] {
        var next = world
        isTaken ? next.take(identifier) : next.giveBack(identifier)
        let step = path + ["\(isTaken ? "take" : "give back") \(identifier)"]
        if !next.isAgreed { failures.append(step) }
        explore(next, depth: depth - 1, path: step, failures: &failures)
      }
    }
  }

  @Test
  func `are what counting one by one says in every short course of three pools`() {
    var failures: [[String]] = []
    explore(World(), depth: 6, path: [], failures: &failures)
    #expect(failures.isEmpty, "\(failures.first ?? []) and \(failures.count) in all")
  }

  @Test
  func `do not change with what only asks and tells`() {
    var counts = ViewCounts()
    counts.observe(.requested(annotation: 1, identifier: 0))
    counts.observe(.didAdd(views: 2))
    #expect([counts.live, counts.pooled, counts.largestPool] == [0, 0, 0])
  }
}
