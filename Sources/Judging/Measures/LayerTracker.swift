internal import MapEvents
internal import Metrics

/// Finds the layer of an event, and follows the annotations on the map of each layer.
struct LayerTracker {
  private var annotations: [AnnotationID: LayerID] = [:]
  private var views: [ViewID: LayerID] = [:]
  /// The layer of the annotation whose view was requested last; what is made for it comes next.
  private var requested = LayerID.none
  private var live: [LayerID: Int64] = [:]
  private var kinds: [LayerID: ClusterKinds] = [:]
  private var callouts: [Int32: LayerID] = [:]

  /// Takes in an event and returns its layer; none for an event of the whole session.
  mutating func observe(_ event: Event.Kind) -> LayerID {
    switch event {
    case .data(let event): observe(event)
    case .view(let event): observe(event)
    case .cluster(let event): observe(event)
    case .callout(let event): observe(event)
    case .selection(.didSelect(let annotation)): annotations[annotation] ?? .none
    case .animator(.added(let layer, _)), .animator(.removes(let layer, _)): layer
    case .animator(.cutShort(let view)), .animator(.alphaKept(let view, _, _)):
      views[view] ?? .none
    case .calloutAnnotation(.added(let annotation, let parent, _, _)),
      .calloutAnnotation(.moved(let annotation, let parent, _)):
      follow(annotation, parent)
    case .session, .map, .selection, .frame, .snapshot, .input, .drag, .overlay, .delegate,
      .calloutAnnotation:
      .none
    }
  }

  /// The views of a callout annotation belong to the layer of its parent; returns no layer.
  private mutating func follow(_ annotation: AnnotationID, _ parent: AnnotationID) -> LayerID {
    annotations[annotation] = annotations[parent]
    return .none
  }

  private mutating func observe(_ event: DataEvent) -> LayerID {
    switch event {
    case .batchArrived(let layer, _), .pointsAdded(let layer, _), .pointsRemoved(let layer, _),
      .replaced(let layer, _, _, _, _), .clustersRemoved(let layer, _), .batchLost(let layer, _, _),
      .loadBegan(_, let layer), .loadEnded(_, let layer, _), .loadCancelled(_, let layer):
      return layer
    case .annotationAdded(let annotation, let layer, _, let size):
      annotations[annotation] = layer
      if let size { show(annotation, size, in: layer) }
      return layer
    case .annotationRemoved(let annotation, let layer, _, _):
      annotations[annotation] = nil
      show(annotation, nil, in: layer)
      return layer
    case .annotationMoved(let annotation, _), .annotationRetitled(let annotation, _):
      return annotations[annotation] ?? .none
    // A download can be of several layers.
    case .downloadBegan, .downloadEnded, .downloadCancelled, .nothingToCancel: return .none
    }
  }

  private mutating func observe(_ event: ViewEvent) -> LayerID {
    switch event {
    case .requested(let annotation, _):
      requested = annotations[annotation] ?? .none
      return requested
    case .created(let view, _), .reused(let view, _), .shownAgain(let view, _):
      views[view] = requested
      live[requested, default: 0] += 1
      return requested
    case .returned(let view, _, _), .setAside(let view, _):
      let layer = views[view] ?? .none
      live[layer, default: 0] -= 1
      return layer
    case .providerAnsweredNil(let annotation), .displayed(_, let annotation, _),
      .joinedCluster(let annotation, _), .leftCluster(let annotation, _),
      .appearanceKept(_, let annotation, _, _), .clusteringLost(_, let annotation),
      .roleKept(_, let annotation):
      return annotations[annotation] ?? .none
    case .hidden(let view, _), .unhidden(let view), .memoryChanged(let view, _),
      .released(let view):
      return views[view] ?? .none
    case .didAdd, .clusterTextRead, .clusterAnnotationRequested, .poolsEmptied: return .none
    }
  }

  private mutating func observe(_ event: ClusterEvent) -> LayerID {
    if case .reused(let cluster, let layer, _, let size) = event { show(cluster, size, in: layer) }
    return switch event {
    case .queued(_, let layer, _, _), .started(_, let layer), .computed(_, let layer, _),
      .reused(_, let layer, _, _), .applied(_, let layer, _), .finished(_, let layer),
      .indexed(let layer, _, _), .coalesced(_, let layer, _), .moved(_, let layer, _),
      .listed(_, let layer, _, _, _, _), .audited(_, let layer, _), .paused(let layer, _),
      .completed(let layer, _), .titleRequested(_, let layer), .viewNotRefreshed(_, let layer),
      .stalled(_, let layer), .unsupported(let layer, _), .followed(_, let layer),
      .subtitleRequested(_, let layer), .cancelled(_, let layer), .settingsChanged(let layer),
      .coarsened(_, let layer, _), .waited(_, let layer, _), .worked(_, let layer, _):
      layer
    }
  }

  private mutating func show(_ cluster: AnnotationID, _ size: ClusterSize?, in layer: LayerID) {
    kinds[layer, default: ClusterKinds()].show(cluster, size)
  }

  private mutating func observe(_ event: CalloutEvent) -> LayerID {
    switch event {
    case .opened(let callout, let annotation, _):
      callouts[callout] = annotations[annotation]
      return callouts[callout] ?? .none
    case .closed(let callout): return callouts.removeValue(forKey: callout) ?? .none
    case .settled(let callout, _), .interrupted(let callout), .accessoryTapped(let callout, _, _),
      .pinned(let callout, _):
      return callouts[callout] ?? .none
    }
  }

  /// Visits the states of what is on the map of a layer now.
  func visitStates(of layer: LayerID, _ body: (Metric, Int64) -> Void) {
    body(.liveViewsPeak, live[layer] ?? 0)
    (kinds[layer] ?? ClusterKinds()).visitStates(body)
  }
}
