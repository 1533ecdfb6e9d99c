import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

@Suite("Windows of batches")
struct BatchWindowTests {
  /// An update for each batch, as long as the batch's number says.
  private static func updates(_ batchCount: Int) -> [UpdateFacts] {
    (0...batchCount).map { batch in
      var update = UpdateFacts(
        update: Int32(batch), layer: 0, step: 0, trigger: .pointsAdded, triggeredAt: .zero,
        batches: batch)
      update.latency = SimulatedTime(nanoseconds: Int64(batch))
      return update
    }
  }

  @Test(arguments: 2...200)
  func `share all batches, each as many as can be`(count: Int) {
    let windows = BatchWindow.windows(of: BatchWindowTests.updates(count), batchCount: count)
    #expect(windows.count == min(10, count))
    #expect(windows.flatMap { Array($0.batches) } == Array(1...count))
    let sizes = windows.map(\.batches.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    for window in windows {
      #expect(window.updates == window.batches.count)
      #expect(window.maximum == .nanoseconds(Int64(window.batches.upperBound)))
      let low = window.batches.filter { $0 <= window.batches.lowerBound + (window.updates - 1) / 2 }
      #expect(window.median == .nanoseconds(Int64(low.last ?? 0)))
    }
  }

  @Test
  func `are none for a single batch, and empty where no update ended`() {
    #expect(BatchWindow.windows(of: BatchWindowTests.updates(1), batchCount: 1).isEmpty)
    #expect(BatchWindow.windows(of: [], batchCount: 0).isEmpty)
    var updates = BatchWindowTests.updates(3)
    updates[2].latency = nil
    let windows = BatchWindow.windows(of: updates, batchCount: 3)
    #expect(windows.map(\.updates) == [1, 0, 1])
    #expect(windows[1].median == .never && windows[1].maximum == .never)
  }

  @Test
  func `know the batches that had come when an update was caused`() {
    var session = Session()
    func batch() -> Event.Kind { .data(.batchArrived(layer: 1, points: 3)) }
    session.update(0, wait: 1)
    session.wait(1)
    session.add(batch())
    let late = session.queued(1)
    session.wait(5)
    session.add(batch(), batch(), late)
    session.add(session.queued(2))
    session.add(.cluster(.coalesced(update: 1, layer: 1, into: 2)))
    session.add(.cluster(.cancelled(update: 2, layer: 1)))
    session.add(.cluster(.started(update: 2, layer: 1)), session.computed(2), session.applied(2))
    session.wait(7)
    session.add(.cluster(.finished(update: 2, layer: 1)))
    let facts = session.facts()
    #expect(facts.updates.map(\.batches) == [0, 1, 3])
    #expect(facts.updates.map(\.coalescedInto) == [nil, 2, nil])
    #expect(facts.updates.map { $0.work?.pointsTouched } == [7, nil, 7])
    #expect(facts.batchWindows.map(\.updates) == [0, 0, 1])
    #expect(facts.batchWindows.last?.maximum == .nanoseconds(7_000_000))
    #expect(facts.session[.updatesCoalesced] == .count(1))
    #expect(facts.updates.map(\.isCancelled) == [false, false, true])
    #expect(facts.session[.updatesCancelled] == .count(1))
  }
}
