internal import MapEvents
internal import MapGeometry

/// Holds cluster updates against what a queue can do with them: each goes its one way, a layer's
/// run one after the other, and what is told of clusters is told of those on the map.
struct QueueAudit {
  private struct Update {
    var stage = Stage.queued
    var layer: Int32
    var isCancelled = false
  }

  private enum Stage: Int {
    case queued
    case started
    case computed
    case applied
    case finished
    /// A newer update does its work.
    case coalesced
  }

  private var updates: [Update] = []
  private var running: [Int32: Int32] = [:]
  private var paused: Set<Int32> = []
  /// The calls of each layer whose completion handler was called.
  ///
  /// Their numbers need not rise: a call that waits for its update is overtaken by one that has
  /// nothing to wait for.
  private var completed: [Int32: Set<Int32>] = [:]
  /// The layer of each cluster annotation on the map, and what it stands for.
  private var clusters: [Int32: (layer: Int32, size: ClusterSize)] = [:]

  /// Takes in what comes onto the map and leaves it.
  mutating func observe(_ event: DataEvent) {
    switch event {
    case .annotationAdded(let annotation, let layer, _, let size?):
      clusters[annotation] = (layer: layer, size: size)
    case .annotationRemoved(let annotation, _, _, isCluster: true):
      clusters[annotation] = nil
    default: break
    }
  }

  /// Takes in an event of now; returns what is wrong with it, usually nothing.
  ///
  /// - Complexity: O(1).
  mutating func observe(_ event: ClusterEvent, at now: SimulatedTime) -> [String] {
    switch event {
    case .queued(let update, let layer, let trigger, let triggeredAt):
      let isInTurn = Int(update) == updates.count
      updates.append(Update(layer: layer))
      return (isInTurn ? [] : ["update \(update) was queued out of turn"])
        + (triggeredAt <= now ? [] : ["update \(update) came before its trigger"])
        // The app's own requests go through, and what was queued before goes on.
        + (trigger == .requested || !paused.contains(layer)
          ? [] : ["update \(update) was queued while its layer was paused"])
    case .started(let update, let layer):
      let other = running.updateValue(update, forKey: layer)
      return (other == nil ? [] : ["update \(update) began while another one ran"])
        + advance(update, of: layer, to: .started)
    case .computed(let update, let layer, _): return advance(update, of: layer, to: .computed)
    case .applied(let update, let layer, _): return advance(update, of: layer, to: .applied)
    case .finished(let update, let layer):
      let isRunning = running.removeValue(forKey: layer) == update
      return (isRunning ? [] : ["update \(update) ended but did not run"])
        + advance(update, of: layer, to: .finished)
    case .stalled(let update, let layer):
      let isRunning = running[layer] == update && isAt(.applied, update)
      return isRunning ? [] : ["update \(update) stalls a queue that does not wait for it"]
    case .coalesced(let update, let layer, let into):
      return (into > update ? [] : ["update \(update) gave way to one that is not newer"])
        + advance(update, of: layer, to: .coalesced)
    case .cancelled(let update, let layer): return cancel(update, of: layer)
    case .stands(let annotation, let layer, _, let count, let isUniqueLocation, _):
      return (count > 0 ? [] : ["cluster \(annotation) stands for \(count) points"])
        + (count != 1 || isUniqueLocation
          ? [] : ["cluster \(annotation) of a single point has several locations"])
        + known(annotation, in: layer, "stands")
        + differs(annotation, from: ClusterSize(count: count, isUniqueLocation: isUniqueLocation))
    case .moved(let annotation, let layer, _): return known(annotation, in: layer, "moved")
    case .followed(let annotation, let layer): return known(annotation, in: layer, "followed")
    case .audited(let update, _, let audit): return faults(of: audit, after: update)
    case .paused(let layer, let isPaused):
      if isPaused { paused.insert(layer) } else { paused.remove(layer) }
      return []
    case .completed(let layer, let call):
      let isNew = completed[layer, default: []].insert(call).inserted
      return isNew ? [] : ["call \(call) completed twice"]
    case .reused(let annotation, _, _, let size):
      clusters[annotation]?.size = size
      return []
    case .indexed, .titleRequested, .subtitleRequested, .viewNotRefreshed, .unsupported,
      .settingsChanged, .coarsened:
      return []
    }
  }

  private mutating func cancel(_ update: Int32, of layer: Int32) -> [String] {
    let index = Int(update)
    guard updates.indices.contains(index) else { return ["update \(update) was never queued"] }
    defer { updates[index].isCancelled = true }
    let (stage, isNew) = (updates[index].stage, !updates[index].isCancelled)
    return (isNew ? [] : ["update \(update) was cancelled twice"])
      + (stage != .finished && stage != .coalesced
        ? [] : ["update \(update) was cancelled after it was \(stage)"])
      + (updates[index].layer == layer ? [] : ["update \(update) changed its layer"])
  }

  private func isAt(_ stage: Stage, _ update: Int32) -> Bool {
    updates.indices.contains(Int(update)) && updates[Int(update)].stage == stage
  }

  private mutating func advance(_ update: Int32, of layer: Int32, to stage: Stage) -> [String] {
    let index = Int(update)
    guard updates.indices.contains(index) else { return ["update \(update) was never queued"] }
    let last = updates[index].stage
    updates[index].stage = stage
    let isNext = stage == .coalesced ? last == .queued : last.rawValue + 1 == stage.rawValue
    return (isNext ? [] : ["update \(update) was \(stage) after it was \(last)"])
      + (updates[index].layer == layer ? [] : ["update \(update) changed its layer"])
  }

  private func differs(_ annotation: Int32, from size: ClusterSize) -> [String] {
    guard let known = clusters[annotation]?.size, known != size else { return [] }
    return ["cluster \(annotation) stands for other points than it came or stayed with"]
  }

  private func known(_ annotation: Int32, in layer: Int32, _ verb: String) -> [String] {
    guard let home = clusters[annotation] else {
      return ["cluster \(annotation) \(verb) but is not on the map"]
    }
    return home.layer == layer
      ? [] : ["cluster \(annotation) \(verb) in another layer than its own"]
  }

  private func faults(of audit: ClusterAudit, after update: Int32) -> [String] {
    let counts = [audit.visible, audit.lost, audit.countedTwice, audit.ghosts]
    return
      (counts.allSatisfy { $0 >= 0 } ? [] : ["the audit of update \(update) counts below zero"])
      + (audit.lost <= audit.visible
        ? [] : ["update \(update) lost \(audit.lost) of \(audit.visible) visible points"])
  }
}
