internal import Clustering
internal import MapEvents
internal import MapGeometry

/// What the background hands to the main thread, and the order in which that does it.
///
/// In time, a block runs within the instant in which it is posted, behind those that wait already.
/// A recording of the reproduced library can also say block by block when the main thread and the
/// background get their turn; then no time passes and nothing runs by itself.
extension MapSimulation {
  /// Something that the main thread will do.
  enum MainBlock {
    /// Points are in the index, or out of it.
    case indexed(layer: Int, IndexResult)
    /// A cluster that stays gets its members.
    case reuse(layer: Int, record: Int32, movesTo: Coordinate?)
    /// What the running operation of a layer has for the main thread.
    case operation(layer: Int)
    /// A completion handler.
    case completion(layer: Int, UpdateCompletion)
    /// The map is centred on the cluster that a selection chose.
    case recenter(layer: Int, call: Int32)
    /// A recorded animated move comes to its end.
    case show(MapRect)
  }

  /// What came of an add or a remove in the background.
  struct IndexResult {
    var accepted: Int
    var isRemoval: Bool
    var triggeredAt: SimulatedTime
    /// The app's call; -1 when nobody waits for it.
    var call: Int32
  }

  /// The blocks that wait, and who says when they run.
  struct MainQueue {
    /// Whether single blocks and operations are run from outside.
    var isStepped = false
    /// Whether the next operation of a queue may start although single ones are run from outside.
    var startsOperation = false
    var isRunning = false
    var blocks: [MainBlock] = []
  }

  /// Lets the main thread do something behind all that it was given before.
  func post(_ block: MainBlock) {
    mainQueue.blocks.append(block)
    guard !mainQueue.isStepped, !mainQueue.isRunning else { return }
    mainQueue.isRunning = true
    while runMainBlock() {}
    mainQueue.isRunning = false
  }

  /// Whether a queue may start its next operation by itself.
  func mayStartOperation() -> Bool {
    defer { mainQueue.startsOperation = false }
    return !mainQueue.isStepped || mainQueue.startsOperation
  }

  /// Plans the end of what a queue runs.
  func planEnd(of layer: Int, after time: SimulatedTime) {
    guard mainQueue.isStepped else {
      return agenda.plan(.clusterQueue(layer: layer), at: now + time)
    }
    switch layers[layer].queue.running {
    case .computed(let plan):
      for (record, coordinate) in plan.reused {
        post(.reuse(layer: layer, record: record, movesTo: coordinate))
      }
      post(.operation(layer: layer))
    case .fading: post(.operation(layer: layer))
    // The background is done with points as soon as they are indexed.
    default: finishOperation(of: layer)
    }
  }

  private func run(_ block: MainBlock) {
    switch block {
    case .indexed(let layer, let result): didIndex(result, layer: layer)
    case .reuse(let layer, let record, let coordinate):
      renew(record, movesTo: coordinate, layer: layer)
    case .operation(let layer): finishOperation(of: layer)
    case .completion(let layer, let completion): complete(completion, layer: layer)
    case .recenter(let layer, let call): recenter(layer: layer, call: call)
    case .show(let rect):
      show(exactly: rect)
      didChangeExactly(animated: true)
    }
  }

  // MARK: Block by block

  /// From now on nothing runs by itself: neither operations nor blocks, and no time passes.
  ///
  /// It is how a recording of the reproduced library is played that says which of them ran when.
  package func playsBlockByBlock() {
    assert(agenda.isEmpty, "something is planned already")
    mainQueue.isStepped = true
  }

  /// Runs the oldest block of the main thread.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package func runMainBlock() -> Bool {
    guard !mainQueue.blocks.isEmpty else { return false }
    run(mainQueue.blocks.removeFirst())
    return true
  }

  /// Runs what the oldest operation of some queue does in the background, unless one of the same
  /// queue has not finished yet.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package func runBackgroundOperation() -> Bool {
    precondition(mainQueue.isStepped, "operations run by themselves")
    guard
      let layer = layers.indices.first(where: {
        layers[$0].queue.running == nil && !layers[$0].queue.isIdle
      })
    else { return false }
    mainQueue.startsOperation = true
    startNextOperation(of: layer)
    assert(!mainQueue.startsOperation, "an operation was there and did not start")
    return true
  }

  /// Runs blocks, and operations when there is no block, until neither is there.
  package func runUntilNothingWaits() {
    while runMainBlock() || runBackgroundOperation() {}
  }
}
