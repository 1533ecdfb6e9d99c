import Foundation
import Testing

/// What the committed facts say of the engines beside each other.
@Suite("Engines in the committed facts")
struct CommittedEnginesTests {
  private static func facts(_ name: String) throws -> [String: NSObject] {
    let file = Program.repository.appending(path: "Reports/Engines/\(name).json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let facts = try #require(object as? [String: Any])
    return try #require(facts["session"] as? [String: NSObject])
  }

  /// What may be another number with less work, which takes less time, or in another order.
  private static func followsWork(_ name: String) -> Bool {
    let parts = [
      "indexing", "compute", "latency", "queue wait", "nodes visited", "points touched",
      "cells visited",
      "distances", "nothing new", "simulated time", "hitch", "dropped frames",
      "worst frame", "main thread", "pool", "views",
    ]
    return parts.contains { name.contains($0) }
  }

  @Test(arguments: ["pan-walk", "batches", "zoom-sweep"])
  func `an aggregate shows what the reference shows, and never works more`(name: String) throws {
    let reference = try CommittedEnginesTests.facts("\(name).reference")
    let aggregate = try CommittedEnginesTests.facts("\(name).aggregate")
    // Out of and into a cell, which of several old clusters stays is the engine's to say, and with
    // that which annotation an eye sees again.
    let isZoom = name == "zoom-sweep"
    var compared: Set<String> = []
    // Facts leave out what is zero by nature.
    let keys = Set(reference.keys).union(aggregate.keys)
    for key in keys where !CommittedEnginesTests.followsWork(key) {
      if isZoom, key == "churn" || key == "clusters flickered" || key.contains("view") { continue }
      #expect(aggregate[key] == reference[key], "\(key)")
      compared.insert(key)
    }
    let shown = [
      "cluster updates", "clusters created", "clusters reused", "clusters shown",
      "clusters of one point", "clusters of one location", "clusters of several locations",
      "points lost", "points counted twice", "ghost clusters",
    ]
    #expect(compared.isSuperset(of: shown))
    for key in ["nodes visited", "points touched", "cells visited"] {
      let one = try #require(reference["clustering \(key)"] as? NSNumber).int64Value
      let other = try #require(aggregate["clustering \(key)"] as? NSNumber).int64Value
      #expect(other <= one && (isZoom || other * 8 < one), "\(key)")
    }
  }
}
