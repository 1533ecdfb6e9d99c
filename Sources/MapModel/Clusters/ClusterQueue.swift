internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The serial operation queue of one layer: what waits, and what runs in simulated background time.
final class ClusterQueue {
  /// An operation of the queue.
  enum Operation {
    /// Points go into the index, or out of it, or elsewhere.
    case index(ClusterController.IndexChange)
    case update(ClusterController.Inputs)
  }

  /// What the running operation will bring when its time is over.
  enum Running {
    case indexed(ClusterLayer.IndexResult, began: SimulatedTime, work: Work)
    case computed(ClusterController.Plan)
    case fading(ClusterController.Plan)
  }

  /// What waits, from `first` on; nil before that.
  private(set) var waiting: [Operation?] = []
  private var first = 0
  private(set) var running: Running?

  /// Whether nothing waits and nothing runs.
  var isIdle: Bool { running == nil && first == waiting.count }

  /// Places for operations, those that are done included.
  var placeCount: Int { waiting.count }

  /// The number of the first update that waits; nil when none does.
  var firstWaitingUpdate: Int32? {
    for operation in waiting[first...] {
      if case .update(let inputs) = operation { return inputs.number }
    }
    return nil
  }

  /// The updates with this number or a later one that run or wait, the oldest first.
  ///
  /// - Complexity: O(what waits behind the first of them); no memory without any.
  func updates(from number: Int32) -> [Int32] {
    var found: [Int32] = []
    for operation in waiting[first...].reversed() {
      guard case .update(let inputs)? = operation else { continue }
      guard inputs.number >= number else { break }
      found.append(inputs.number)
    }
    switch running {
    case .computed(let plan), .fading(let plan):
      if plan.number >= number { found.append(plan.number) }
    case .indexed, nil: break
    }
    return found.reversed()
  }

  func append(_ operation: Operation) {
    waiting.append(operation)
  }

  /// Appends a change of the index, but before an update at the end, which then finds its work
  /// done; unless that waits since a time or longer.
  func append(
    _ change: ClusterController.IndexChange, beforeUpdateSince time: SimulatedTime
  ) {
    guard case .update(let inputs)?? = waiting[first...].last, inputs.waitsSince > time else {
      return append(.index(change))
    }
    waiting[waiting.count - 1] = .index(change)
    append(.update(inputs))
  }

  /// Puts an update in the place of the last one that waits, and lets it wait since that one did.
  ///
  /// - Returns: The old one, which never runs; nil when none is there to replace.
  func replaceUpdate(
    with inputs: ClusterController.Inputs, onlyAtEnd: Bool
  ) -> ClusterController.Inputs? {
    for index in waiting[first...].indices.reversed() {
      if case .update(let old)? = waiting[index] {
        assert(old.number < inputs.number, "an update replaces a newer one")
        var inputs = inputs
        inputs.waitsSince = old.waitsSince
        waiting[index] = .update(inputs)
        return old
      }
      if onlyAtEnd { return nil }
    }
    return nil
  }

  /// Takes the next operation if none runs.
  func takeNext() -> Operation? {
    guard running == nil, first < waiting.count else { return nil }
    defer { forgetDone() }
    defer { first += 1 }
    return waiting[first].take()
  }

  /// Frees the places of what is done: all of them when nothing waits, else as soon as they are
  /// more than the others, so that a queue that is never empty stays as long as what waits.
  private func forgetDone() {
    assert(first <= waiting.count, "more operations were taken than put in")
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
    } else if first >= 16, 2 * first > waiting.count {
      waiting.removeFirst(first)
      first = 0
    }
  }

  func begin(_ running: Running) {
    assert(self.running == nil, "the queue runs one operation at a time")
    self.running = running
  }

  /// Takes what the running operation brings; the queue is free again.
  func takeRunning() -> Running? {
    defer { running = nil }
    return running
  }
}
