internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

final class ClusterCoordinator: MapComponent {
  private let native: NativeClusterManager
  let session: ClusterSession
  /// The layers by index; nil for those that are not clustered.
  let layers: [ClusterLayer?]
  private let selections: [ClusterSelection?]

  init(
    _ part: MapComponent, session: ClusterSession, selection: SelectionController,
    layout: AnnotationLayout, overlays: OverlayController
  ) {
    self.session = session
    native = layout.native
    layers = session.controllers.enumerated().map { index, controller in
      controller.map {
        ClusterLayer(
          part, index, controller: $0, session: session, selection: selection, layout: layout,
          overlays: overlays)
      }
    }
    selections = layers.map { layer in
      layer.map { ClusterSelection($0, session: session, selection: selection, layout: layout) }
    }
    super.init(part)
    session.strategy.coordinator = self
  }

  /// The clusters of a layer that has a cluster controller.
  func clusteredLayer(_ layer: Int) -> ClusterLayer {
    guard let clusters = layers[layer] else { preconditionFailure("layer \(layer) is plain") }
    return clusters
  }

  var isIdle: Bool { layers.allSatisfy { $0?.queue.isIdle ?? true } }

  func run(_ block: MainThreadBlock) {
    switch block {
    case .indexed(let layer, let change, let accepted):
      clusteredLayer(layer).didIndex(change, accepted: accepted)
    case .reuse(let layer, let record, let coordinate):
      clusteredLayer(layer).renew(record, movesTo: coordinate)
    case .operation(let layer): clusteredLayer(layer).finishOperation()
    case .completion(let layer, .call(let call)): clusteredLayer(layer).complete(call: call)
    case .completion(let layer, .selection(let calls)): selections[layer]?.resume(calls: calls)
    case .recenter(let layer, let call, let choice):
      selections[layer]?.recenter(call: call, on: choice)
    }
  }

  func regionWillChange() {
    for layer in layers { layer?.regionWillChange() }
  }

  func regionDidChange() {
    for layer in layers { layer?.regionDidChange() }
  }

  func select(
    _ point: PointID, layer: Int, meters: (latitudinal: Double, longitudinal: Double),
    animated: Bool
  ) {
    precondition(layers[layer] != nil, "only a cluster controller selects with a zoom")
    selections[layer]?.begin(point, meters: meters, animated: animated)
  }

  /// The map has added the views of some annotations, of whichever layer: the animator of each
  /// controller fades them in, and the last one is what is seen.
  ///
  /// Only the end of a fade is kept, to emit when a view leaves before that, and only if an app has
  /// an animator: the library's fades in full before clusters leave.
  func fadeIn(_ entries: [AnnotationViewManager.Entry]) {
    let tellsEnds = session.hasAppAnimators
    var isFadedIn = false
    for (index, controller) in session.controllers.enumerated() {
      guard let setup = controller?.setup, setup.app.hasAnimator else { continue }
      if setup.animator != nil {
        context.emit(.animator(.added(layer: LayerID(index), views: Int32(entries.count))))
      }
      guard let fade = setup.fading.fadeIn else { continue }
      isFadedIn = true
      guard tellsEnds else { continue }
      for entry in entries {
        let view = annotations[entry.slot].view
        assert(view.isSome, "a view that the map added is not there")
        views.fade(view, until: context.doneTime + fade)
      }
    }
    views.settleAlpha(of: entries, isFadedIn: isFadedIn)
  }

  /// The slot of the annotation of a point, or of the cluster that holds it.
  func slot(of point: PointID, layer: Int) -> AnnotationSlot? {
    let point = data.standIn(for: point, in: layer)
    if let layer = layers[layer] { return layer.slot(of: point) }
    let slot = data.layers[layer].slots[point]
    guard slot.isSome else { return nil }
    let cluster = annotations[slot].group
    return cluster.isSome ? native.clusters[cluster].annotation : slot
  }

  func isIndexed(_ point: PointID, layer: Int) -> Bool {
    let point = data.standIn(for: point, in: layer)
    return layers[layer]?.controller.isGiven(data.identity(of: point)) == true
  }
}
