internal import Clustering
internal import MapEvents
internal import MapGeometry

/// The serial operation queue of one layer: what waits, and what runs in simulated background time.
struct ClusterQueue {
  /// An operation of the queue.
  enum Operation {
    /// Points go into the index, or out of it.
    /// The call's completion handler is called once; -1 when nobody waits.
    case index(points: [Int32], isRemoval: Bool, triggeredAt: SimulatedTime, call: Int32)
    case update(ClusterController.Inputs)
  }

  /// What the running operation will bring when its time is over.
  enum Running {
    case indexed(MapSimulation.IndexResult, work: Work)
    case computed(ClusterController.Plan)
    case fading(ClusterController.Plan)
  }

  private var waiting: [Operation] = []
  private var first = 0
  private(set) var running: Running?

  /// Whether nothing waits and nothing runs.
  var isIdle: Bool { running == nil && first == waiting.count }

  mutating func append(_ operation: Operation) {
    waiting.append(operation)
  }

  /// Takes the next operation if none runs.
  mutating func takeNext() -> Operation? {
    guard running == nil, first < waiting.count else { return nil }
    defer {
      first += 1
      if first == waiting.count {
        waiting.removeAll(keepingCapacity: true)
        first = 0
      }
    }
    return waiting[first]
  }

  mutating func begin(_ running: Running) {
    assert(self.running == nil, "the queue runs one operation at a time")
    self.running = running
  }

  /// Takes what the running operation brings; the queue is free again.
  mutating func takeRunning() -> Running? {
    defer { running = nil }
    return running
  }
}
