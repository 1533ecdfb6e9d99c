internal import Clustering
internal import MapEvents
internal import MapGeometry

/// Who waits for the end of an update of a layer.
enum UpdateCompletion {
  /// The completion handler of an add or a remove.
  case call(Int32)
  /// A selection with a zoom that goes on, if there is one; the number of calls that had been made
  /// when the update was asked for.
  case selection(calls: Int32)
}

/// What a cluster controller remembers between its callbacks.
struct ClusterMemory {
  /// Someone who waits for an update, the first that ends with this number or a later one.
  struct Waiting {
    var update: Int32
    var completion: UpdateCompletion
  }

  /// A point that is to be selected when the map is there.
  struct Request {
    var call: Int32
    var point: Int32
  }

  /// The cluster that is to be selected when the map is centred on it.
  struct Choice {
    var call: Int32
    /// Its number in the session.
    var serial: Int32
    var record: Int32
    /// Where it was when it was chosen.
    var coordinate: Coordinate
  }

  /// Whether the controller was told that the region is about to change.
  var isRegionChanging = false
  /// The longitude span when it was told so last.
  var spanBefore = 0.0
  /// The zoom level when it was told so last.
  var levelBefore = 0.0
  /// In the order of coming, which is that of the updates.
  var waiting: [Waiting] = []
  var request: Request?
  var choice: Choice?
  /// Whether an update never finishes, because nobody fades.
  var isStalled = false
  /// The points that the index holds, by what makes points equal; empty when each is itself.
  var indexed: [Int32] = []
  /// The points of each cluster, for layers that know equal ones.
  var points: [Int32: [Int32]] = [:]
}

/// Calls of the app, each of which gets its completion handler called once.
extension MapSimulation {
  /// Numbers a call of the app.
  func nextCall() -> Int32 {
    defer { callCount += 1 }
    return callCount
  }

  /// Gives points to the queue of a clustered layer, or takes them; without any the app waits for
  /// its completion handler all the same.
  func callController(of layer: Int, with points: [Int32], isRemoval: Bool) {
    cancelUpdates(of: layer)
    index(isRemoval ? .remove : .add, points, layer: layer, call: nextCall())
  }

  /// The background is done with the points of a call: an update follows when some were accepted,
  /// unless the region changes, whose end brings one, or updates are paused.
  func didIndex(_ result: IndexResult, layer: Int) {
    let isUpdating = result.accepted > 0 && !layers[layer].memory.isRegionChanging
    guard isUpdating, !layers[layer].isPaused else {
      if isUpdating { layers[layer].isUpdateDue = true }
      return complete(call: result.call, layer: layer)
    }
    if result.call >= 0 { wait(.call(result.call), forUpdateOf: layer) }
    enqueueUpdate(
      of: layer, trigger: result.isRemoval ? .pointsRemoved : .pointsAdded,
      triggeredAt: result.triggeredAt)
  }

  /// Lets someone wait for the update that is asked for next, or for one that does its work.
  func wait(_ completion: UpdateCompletion, forUpdateOf layer: Int) {
    assert(
      layers[layer].memory.waiting.last.map { $0.update <= updateCount } ?? true,
      "someone waits for an update that was not asked for yet")
    layers[layer].memory.waiting.append(
      ClusterMemory.Waiting(update: updateCount, completion: completion))
  }

  /// An update has finished: those who wait for it, or for an older one whose work it did, are
  /// called back.
  func didFinish(update: Int32, layer: Int) {
    // Whoever comes in the meantime waits for a later one.
    while let one = layers[layer].memory.waiting.first, one.update <= update {
      layers[layer].memory.waiting.removeFirst()
      post(.completion(layer: layer, one.completion))
    }
  }

  func complete(_ completion: UpdateCompletion, layer: Int) {
    switch completion {
    case .call(let call): complete(call: call, layer: layer)
    case .selection(let calls): continueSelection(of: layer, calls: calls)
    }
  }

  func complete(call: Int32, layer: Int) {
    guard call >= 0 else { return }
    assert(call < callCount, "call \(call) was not made yet")
    emit(.cluster(.completed(layer: Int32(layer), call: call)))
  }

  // MARK: Region changes

  /// Every controller is told that the region is about to change.
  func clusterLayersWillSeeRegionChange() {
    for layer in layers.indices where layers[layer].controller != nil {
      clusterLayerWillSeeRegionChange(layer)
    }
  }

  func clusterLayerWillSeeRegionChange(_ layer: Int) {
    layers[layer].memory.isRegionChanging = true
    layers[layer].memory.spanBefore = longitudeSpan
    layers[layer].memory.levelBefore = viewport.hasSize ? viewport.zoomLevel : 0
  }
}
