/// Annotation views and the pools in which they wait, by reuse identifier.
///
/// A pool is a queue as MapKit's: the view that waits longest is taken first.
struct ReusePools {
  /// What is known of a view.
  struct View: Hashable {
    /// Index of its reuse identifier.
    var identifier: Int32
    /// The slot of its annotation; -1 while it waits.
    var annotation: Int32
  }

  private struct Queue {
    var views: [Int32] = []
    var first = 0
    var count: Int { views.count - first }
  }

  private(set) var views: [View] = []
  private(set) var liveCount = 0
  private var queues: [Queue]

  /// Makes empty pools for so many reuse identifiers.
  init(identifiers: Int) {
    queues = Array(repeating: Queue(), count: identifiers)
  }

  /// Views waiting in all pools.
  var pooledCount: Int { views.count - liveCount }

  /// Places in the queues of all pools, waiting or passed: what they cost in memory.
  var placeCount: Int { queues.reduce(0) { $0 + $1.views.count } }

  /// Takes a view for an annotation: one that waits, or a new one.
  mutating func take(identifier: Int32, for annotation: Int32) -> (view: Int32, isReused: Bool) {
    defer { checkInvariants() }
    precondition(annotation >= 0, "a view needs an annotation")
    liveCount += 1
    if let view = dequeue(identifier) {
      assert(views[Int(view)].annotation == -1, "view \(view) was in a pool and on the map")
      views[Int(view)].annotation = annotation
      return (view: view, isReused: true)
    }
    views.append(View(identifier: identifier, annotation: annotation))
    return (view: Int32(views.count - 1), isReused: false)
  }

  /// Puts a view back into its pool.
  mutating func giveBack(_ view: Int32) {
    defer { checkInvariants() }
    precondition(views[Int(view)].annotation >= 0, "view \(view) was given back twice")
    views[Int(view)].annotation = -1
    queues[Int(views[Int(view)].identifier)].views.append(view)
    liveCount -= 1
  }

  private mutating func dequeue(_ identifier: Int32) -> Int32? {
    let index = Int(identifier)
    guard queues[index].count > 0 else { return nil }
    let view = queues[index].views[queues[index].first]
    queues[index].first += 1
    // Old places are dropped once they outnumber the waiting views: constant cost on average.
    if queues[index].first > 32, queues[index].first > queues[index].count {
      queues[index].views.removeFirst(queues[index].first)
      queues[index].first = 0
    }
    return view
  }

  private func checkInvariants() {
    assert(liveCount >= 0 && liveCount <= views.count, "\(liveCount) live of \(views.count) views")
    assert(
      queues.reduce(0) { $0 + $1.count } == pooledCount,
      "pools hold \(queues.reduce(0) { $0 + $1.count }) views, \(pooledCount) should wait")
  }
}
