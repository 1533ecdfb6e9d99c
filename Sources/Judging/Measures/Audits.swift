internal import MapEvents
internal import MapGeometry

/// The contradictions of a session, each with the time and the step of the event that shows it.
struct ContradictionLog: Sendable {
  private(set) var contradictions: [Contradiction] = []
  var now = SimulatedTime.zero
  var step: Int32 = -1

  /// Adds a sentence unless something holds, up to the limit.
  mutating func check(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    guard !holds, contradictions.count < TraceAuditor.limit else { return }
    contradictions.append(Contradiction(time: now, step: step, sentence: sentence()))
  }
}

/// Checks callout annotations: each is added once and laid out with its own view, and each hold of
/// the selection by a button is released once.
struct CalloutAnnotationAudit: Sendable {
  /// The parent of each callout annotation on the map.
  private var parents: [AnnotationID: AnnotationID] = [:]
  private var holds = 0
  func isParent(_ annotation: AnnotationID) -> Bool { parents.values.contains(annotation) }

  mutating func observe(
    _ event: CalloutAnnotationEvent, viewOf: [AnnotationID: ViewID], _ log: inout ContradictionLog
  ) {
    switch event {
    case .added(let annotation, let parent, _, _):
      let old = parents.updateValue(parent, forKey: annotation)
      log.check(old == nil, "callout annotation \(annotation) was added twice")
    case .moved(let annotation, let parent, _):
      let old = parents.updateValue(parent, forKey: annotation)
      log.check(old != nil, "callout annotation \(annotation) moved and is not on the map")
    case .removed(let annotation):
      let old = parents.removeValue(forKey: annotation)
      log.check(old != nil, "callout annotation \(annotation) was removed but was not on the map")
    case .leftBehind(let annotation), .drawn(let annotation, _, _):
      log.check(
        parents[annotation] != nil, "callout annotation \(annotation) stays and is not on the map")
    case .laidOut(let annotation, let layout):
      log.check(
        parents[annotation] == layout.parent && viewOf[annotation] != nil,
        "callout annotation \(annotation) is laid out for another parent")
    case .held: holds += 1
    case .released:
      holds -= 1
      log.check(holds >= 0, "a selection was released that no button held")
    case .tappedAway, .deadTap: break
    }
  }
}

/// Checks the work of an app in callbacks against the delegate of its map.
struct DelegateAudit {
  private var target = DelegateTarget.app

  mutating func observe(_ kind: Event.Kind, _ log: inout ContradictionLog) {
    let isThere = target != .none
    switch kind {
    case .delegate(.set(let target)):
      log.check(target != self.target, "the delegate was set to what it was")
      self.target = target
    case .delegate(.unanswered(let callback)):
      log.check(!isThere, "\(callback) was not answered, but the app was there")
    case .map(.reentered), .map(.reentryRefused), .callout(.accessoryTapped),
      .drag(.geocodeRequested):
      log.check(isThere, "the app acted in a callback that it did not receive")
    case .session, .map, .data, .view, .selection, .cluster, .callout, .frame, .input, .drag,
      .overlay, .animator, .calloutAnnotation, .snapshot:
      break
    }
  }
}

/// Checks the states of drags: lift off, follow, come down or go back.
struct DragAudit {
  private var states: [AnnotationID: DragState] = [:]
  /// The state that each annotation's view was set to last.
  private var viewStates: [AnnotationID: DragState] = [:]

  var isCarrying: Bool { !states.isEmpty }

  mutating func observe(_ event: DragEvent, _ log: inout ContradictionLog) {
    switch event {
    case .viewStateSet(let annotation, let state): viewStates[annotation] = state
    case .stateChanged(let annotation, let new, let old):
      let state = states[annotation, default: .none]
      log.check(old == state, "annotation \(annotation) left a drag state it was not in")
      log.check(
        DragAudit.follows(new, after: state),
        "the drag of annotation \(annotation) went from \(state) to \(new)")
      log.check(
        viewStates[annotation] == new,
        "the view of annotation \(annotation) was not set to \(new)")
      log.check(
        states.allSatisfy { $0.key == annotation },
        "annotation \(annotation) is carried beside another one")
      states[annotation] = new == .none ? nil : new
    case .refused(let annotation):
      log.check(
        states[annotation] == nil, "annotation \(annotation) is carried, yet its drag was refused")
    case .geocodeRequested(let annotation, _):
      let state = states[annotation] ?? .ending
      log.check(
        state == .ending,
        "the address of annotation \(annotation) was requested while it was \(state)")
    }
  }

  /// Whether a state may come after another one; `none` leads to `starting` alone.
  static func follows(_ new: DragState, after old: DragState) -> Bool {
    switch old {
    case .none: new == .starting
    case .starting: new == .dragging || new == .canceling
    case .dragging: new == .ending || new == .canceling
    case .canceling, .ending: new == .none
    }
  }
}

/// Checks native clusters: an annotation is in one at most, and a cluster has two members at least,
/// of which either all keep their views in a session or none.
struct MemberAudit {
  /// Whether members keep their views; nil before the first one joined.
  private var keepsViews: Bool?
  private var clusterOf: [AnnotationID: AnnotationID] = [:]
  private var sizes: [AnnotationID: Int] = [:]
  /// Annotations that joined since the last frame, and clusters that changed.
  private var joined: [AnnotationID] = []
  private var changed: [AnnotationID] = []

  mutating func observe(_ event: ViewEvent, _ log: inout ContradictionLog) {
    switch event {
    case .joinedCluster(let annotation, let cluster):
      let old = clusterOf.updateValue(cluster, forKey: annotation)
      sizes[cluster, default: 0] += 1
      joined.append(annotation)
      changed.append(cluster)
      log.check(old == nil, "annotation \(annotation) joined a second cluster")
    case .leftCluster(let annotation, let cluster):
      guard clusterOf.removeValue(forKey: annotation) == cluster else {
        return log.check(
          false, "annotation \(annotation) left cluster \(cluster) but was not in it")
      }
      sizes[cluster, default: 0] -= 1
      changed.append(cluster)
    case .requested(let annotation, _):
      log.check(
        clusterOf[annotation] == nil || keepsViews == true,
        "a view was requested for annotation \(annotation), which is in a cluster")
    case .clusterTextRead(let cluster, let owner, _):
      log.check(sizes[cluster] != nil, "annotation \(cluster) has the text of a cluster")
      log.check(
        owner.isNone || owner == cluster || clusterOf[owner] == cluster,
        "cluster \(cluster) has the title of annotation \(owner), which is not in it")
    case .clusterAnnotationRequested(let first, _):
      log.check(
        clusterOf[first] == nil, "annotation \(first) begins a cluster and is still in one")
    case .created, .reused, .shownAgain, .returned, .setAside, .released, .didAdd,
      .providerAnsweredNil, .appearanceKept, .displayed,
      .hidden, .unhidden, .clusteringLost, .poolsEmptied, .memoryChanged, .roleKept:
      break
    }
  }

  /// An annotation left the map; the members of a cluster leave it before.
  mutating func remove(_ annotation: AnnotationID, _ log: inout ContradictionLog) {
    let size = sizes.removeValue(forKey: annotation) ?? 0
    log.check(size == 0, "cluster \(annotation) was removed with \(size) annotations in it")
    log.check(
      size != 0 || clusterOf[annotation] == nil,
      "annotation \(annotation) was removed and is still in a cluster")
  }

  /// Checks the changes since the last frame, by whose end all views have come and gone.
  ///
  /// - Complexity: O(changes).
  mutating func observeFrame(viewOf: [AnnotationID: ViewID], _ log: inout ContradictionLog) {
    for annotation in joined where clusterOf[annotation] != nil {
      let hasView = viewOf[annotation] != nil
      log.check(
        hasView == keepsViews ?? hasView,
        "annotation \(annotation) is in a cluster and has \(hasView ? "a" : "no") view, "
          + "unlike others"
      )
      keepsViews = hasView
    }
    for cluster in changed {
      guard let size = sizes[cluster] else { continue }
      log.check(size > 1, "cluster \(cluster) has \(size) members")
    }
    joined.removeAll(keepingCapacity: true)
    changed.removeAll(keepingCapacity: true)
  }
}

/// Checks overlays: each is on the map once, and its renderer is requested once meanwhile.
struct OverlayAudit {
  /// The overlays on the map, back to front in each level.
  private var levels: [[Int32]] = OverlayLevel.allCases.map { _ in [] }
  private var rendered: Set<Int32> = []
  /// The overlay whose renderer the last event requested.
  private var requested: Int32?

  private func level(of overlay: Int32) -> Int? { levels.firstIndex { $0.contains(overlay) } }

  mutating func observe(_ event: OverlayEvent, _ log: inout ContradictionLog) {
    let lastRequested = requested
    requested = nil
    switch event {
    case .added(let overlay, let level, let index):
      let (list, place) = (Int(level.rawValue), Int(index))
      guard self.level(of: overlay) == nil else {
        return log.check(false, "overlay \(overlay) was added twice")
      }
      guard place >= 0, place <= levels[list].count else {
        return log.check(false, "overlay \(overlay) has no place \(index) in its level")
      }
      levels[list].insert(overlay, at: place)
    case .removed(let overlay):
      guard let level = level(of: overlay) else {
        return log.check(false, "overlay \(overlay) was not on the map")
      }
      levels[level].removeAll { $0 == overlay }
      rendered.remove(overlay)
    case .exchanged(let first, let second):
      guard first != second, level(of: first) != nil, level(of: second) != nil else {
        return log.check(false, "overlays \(first) and \(second) are not two on the map")
      }
      levels = levels.map { level in
        level.map { $0 == first ? second : $0 == second ? first : $0 }
      }
    case .rendererRequested(let overlay):
      requested = overlay
      guard level(of: overlay) != nil else {
        return log.check(
          false, "the renderer of overlay \(overlay) was requested while it was not on the map")
      }
      let isNew = rendered.insert(overlay).inserted
      log.check(isNew, "the renderer of overlay \(overlay) was requested twice")
    case .rendererMissing(let overlay):
      log.check(
        lastRequested == overlay,
        "the renderer of overlay \(overlay) was missing but never requested")
    }
  }
}

/// Checks cluster updates: each goes through its stages once, those of a layer one after the other,
/// and events name only clusters on the map.
struct QueueAudit {
  private struct Update {
    var stage = Stage.queued
    var layer: LayerID
    var isCancelled = false
  }

  private enum Stage: Int {
    case queued, started, computed, applied, finished
    /// A newer update does its work.
    case coalesced
  }

  private var updates: [Update] = []
  private var running: [LayerID: Int32] = [:]
  private var paused: Set<LayerID> = []
  /// The calls of each layer whose completion handler was called.
  ///
  /// Their numbers need not rise: a call without an update to wait for overtakes one that has.
  private var completed: [LayerID: Set<Int32>] = [:]
  /// The layer of each cluster annotation on the map, and its size.
  private var clusters: [AnnotationID: (layer: LayerID, size: ClusterSize)] = [:]

  /// A cluster of a layer came onto the map with a size.
  mutating func add(_ annotation: AnnotationID, in layer: LayerID, _ size: ClusterSize) {
    clusters[annotation] = (layer: layer, size: size)
  }

  mutating func remove(_ annotation: AnnotationID) { clusters[annotation] = nil }

  mutating func observe(_ event: ClusterEvent, _ log: inout ContradictionLog) {
    switch event {
    case .queued(let update, let layer, let trigger, let triggeredAt):
      log.check(Int(update) == updates.count, "update \(update) was queued out of turn")
      log.check(triggeredAt <= log.now, "update \(update) came before its trigger")
      // The app's own requests go through, and what was queued before goes on.
      log.check(
        trigger == .requested || !paused.contains(layer),
        "update \(update) was queued while its layer was paused")
      updates.append(Update(layer: layer))
    case .started(let update, let layer):
      let other = running.updateValue(update, forKey: layer)
      log.check(other == nil, "update \(update) began while another one ran")
      advance(update, of: layer, to: .started, &log)
    case .computed(let update, let layer, _): advance(update, of: layer, to: .computed, &log)
    case .applied(let update, let layer, _): advance(update, of: layer, to: .applied, &log)
    case .finished(let update, let layer):
      let isRunning = running.removeValue(forKey: layer) == update
      log.check(isRunning, "update \(update) ended but did not run")
      advance(update, of: layer, to: .finished, &log)
    case .stalled(let update, let layer):
      log.check(
        running[layer] == update && isApplied(update),
        "update \(update) stalls a queue that does not wait for it")
    case .coalesced(let update, let layer, let into):
      log.check(into > update, "update \(update) was coalesced into one that is not newer")
      advance(update, of: layer, to: .coalesced, &log)
    case .cancelled(let update, let layer): cancel(update, of: layer, &log)
    case .listed(let annotation, let layer, _, let count, let isUniqueLocation, _):
      log.check(count > 0, "cluster \(annotation) has \(count) points")
      log.check(
        count != 1 || isUniqueLocation,
        "cluster \(annotation) of a single point has several locations")
      checkCluster(annotation, in: layer, "is listed", &log)
      let size = ClusterSize(count: count, isUniqueLocation: isUniqueLocation)
      log.check(
        (clusters[annotation]?.size ?? size) == size,
        "cluster \(annotation) has another size than when it was added or reused")
    case .moved(let annotation, let layer, _): checkCluster(annotation, in: layer, "moved", &log)
    case .followed(let annotation, let layer): checkCluster(annotation, in: layer, "followed", &log)
    case .audited(let update, _, let audit):
      log.check(
        min(audit.visible, audit.lost, audit.countedTwice, audit.ghosts) >= 0,
        "the audit of update \(update) counts below zero")
      log.check(
        audit.lost <= audit.visible,
        "update \(update) lost \(audit.lost) of \(audit.visible) visible points")
    case .paused(let layer, let isPaused):
      if isPaused { paused.insert(layer) } else { paused.remove(layer) }
    case .completed(let layer, let call):
      let isNew = completed[layer, default: []].insert(call).inserted
      log.check(isNew, "call \(call) completed twice")
    case .reused(let annotation, _, _, let size): clusters[annotation]?.size = size
    case .waited(let update, _, let time), .worked(let update, _, let time):
      log.check(updates.indices.contains(Int(update)), "update \(update) was never queued")
      log.check(time > .zero, "update \(update) took no time on the main thread, and says so")
    case .indexed, .titleRequested, .subtitleRequested, .viewNotRefreshed, .unsupported,
      .settingsChanged, .coarsened:
      break
    }
  }

  private mutating func cancel(_ update: Int32, of layer: LayerID, _ log: inout ContradictionLog) {
    let index = Int(update)
    guard updates.indices.contains(index) else {
      return log.check(false, "update \(update) was never queued")
    }
    let old = updates[index]
    updates[index].isCancelled = true
    log.check(!old.isCancelled, "update \(update) was cancelled twice")
    log.check(
      old.stage != .finished && old.stage != .coalesced,
      "update \(update) was cancelled after it was \(old.stage)")
    log.check(old.layer == layer, "update \(update) changed its layer")
  }

  private func isApplied(_ update: Int32) -> Bool {
    updates.indices.contains(Int(update)) && updates[Int(update)].stage == .applied
  }

  private mutating func advance(
    _ update: Int32, of layer: LayerID, to stage: Stage, _ log: inout ContradictionLog
  ) {
    let index = Int(update)
    guard updates.indices.contains(index) else {
      return log.check(false, "update \(update) was never queued")
    }
    let last = updates[index].stage
    updates[index].stage = stage
    log.check(
      stage == .coalesced ? last == .queued : last.rawValue + 1 == stage.rawValue,
      "update \(update) was \(stage) after it was \(last)")
    log.check(updates[index].layer == layer, "update \(update) changed its layer")
  }

  private func checkCluster(
    _ annotation: AnnotationID, in layer: LayerID, _ verb: String, _ log: inout ContradictionLog
  ) {
    let home = clusters[annotation]?.layer
    log.check(home != nil, "cluster \(annotation) \(verb) but is not on the map")
    log.check((home ?? layer) == layer, "cluster \(annotation) \(verb) in another layer")
  }
}

/// Checks the numbers that the map reports against those that other events tell.
///
/// Batches and cluster updates to come are plans of the map, which no event tells.
struct NumberAudit {
  /// The layer of each annotation on the map, and whether it is a cluster of the layer.
  private var annotations: [AnnotationID: (layer: LayerID, isCluster: Bool)] = [:]
  private var callout: (opening: CalloutOpening, whole: ScreenRect)?
  private var viewSize = ScreenSize(width: 0, height: 0)
  /// Whether the map reports numbers; it does so from the beginning.
  private var isNeeded = false

  /// Checks an event, with the numbers of the whole map that the auditor knows.
  mutating func observe(
    _ kind: Event.Kind, views: Int, selections: Int, regionChanges: Int,
    _ log: inout ContradictionLog
  ) {
    switch kind {
    case .session(.began(let legend)): viewSize = legend.viewSize
    case .session(.counted(let counted, let number)):
      isNeeded = true
      let own: Int64
      switch counted.quantity {
      case .views: own = Int64(views)
      case .selections: own = Int64(selections)
      case .regionChanges: own = Int64(regionChanges)
      case .clusters: own = count(in: counted.layer) { $0 }
      case .annotations: own = count(in: counted.layer) { _ in true }
      case .callouts: own = callout == nil ? 0 : 1
      case .calloutsInside: own = isInside == true ? 1 : 0
      case .calloutsOutside: own = isInside == false ? 1 : 0
      case .batches, .updates: return
      }
      log.check(
        number == own, "the map reports \(number) \(counted.quantity.rawValue), there are \(own)")
    case .data(.annotationAdded(let annotation, let layer, _, let size)):
      if isNeeded { annotations[annotation] = (layer, size != nil) }
    case .data(.annotationRemoved(let annotation, _, _, _)): annotations[annotation] = nil
    // A cluster of the map is none of a cluster controller.
    case .view(.joinedCluster(_, let cluster)): annotations[cluster]?.isCluster = false
    case .map(.resized(let size)): viewSize = size
    case .callout(.opened(_, _, let opening)):
      callout = (opening, CalloutJudge.whole(opening.rects))
    case .callout(.settled(_, let rest)): callout?.whole = CalloutJudge.whole(rest.rects)
    case .callout(.pinned(_, let pin)): callout?.whole = pin.body.union(pin.parent)
    case .callout(.closed): callout = nil
    case .session, .data, .map, .selection, .callout, .view, .cluster, .frame, .snapshot, .input,
      .drag, .overlay, .delegate, .animator, .calloutAnnotation:
      break
    }
  }

  private func count(in layer: Int?, _ isCounted: (_ isCluster: Bool) -> Bool) -> Int64 {
    Int64(
      annotations.values.count { annotation in
        isCounted(annotation.isCluster) && (layer == nil || annotation.layer.index == layer)
      })
  }

  /// Whether the open callout lies inside the map; nil without one.
  private var isInside: Bool? {
    callout.map { callout in
      CalloutJudge(viewSize: viewSize, opening: callout.opening)
        .overflow(of: callout.whole, callout.opening.bars) <= CalloutJudge.pointTolerance
    }
  }
}
