internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Connects views, selection, callouts and native clusters when annotations come and go.
final class AnnotationLayout: MapComponent, SelectionDelegate {
  private let callouts: CalloutController
  private let selection: SelectionController
  private let drag: DragController
  let native: NativeClusterManager

  init(
    _ part: MapComponent, callouts: CalloutController, selection: SelectionController,
    drag: DragController
  ) {
    self.callouts = callouts
    self.selection = selection
    self.drag = drag
    native = NativeClusterManager(part)
    super.init(part)
    selection.delegate = self
  }

  var held: HeldAnnotations { HeldAnnotations(selected: selection.selected, dragged: drag.dragged) }

  func updateViews() {
    selection.deselect(outside: region.viewArea, dragged: drag.dragged)
    views.update(keeping: held)
  }

  /// Requests the views of annotations that came near before the next frame, if the options say so.
  func requestViewsAtOnce() {
    guard views.needsUpdate, context.setup.options.viewRequests == .atOnce else { return }
    context.measured(.views) { updateViews() }
    views.setNeedsUpdate()
    callouts.openPending()
  }

  /// Requests the view of an annotation before the next frame.
  func requestView(of slot: AnnotationSlot) {
    context.measured(.views) { views.request(slot) }
  }

  func didAddCalloutAnnotation() { requestViewsAtOnce() }

  /// Forms and dissolves native clusters by the views that collide now.
  func updateGroups() {
    let area = region.viewArea
    var held = held
    if let dropped = drag.dropped, dropped == held.selected {
      held.selected = nil
      if native.joins(dropped, in: area, holding: held) { selection.deselect() }
      held = self.held
    }
    drag.didLookForOthers()
    if native.group(in: area, holding: held) {
      hide(native.dissolve(), isByApp: false)
      // All that comes and goes here is shown by this very frame.
      native.form(in: area)
    }
    // Only clusters changed here, and they join no other cluster.
    views.didGroup()
  }

  /// The app takes the native clusters of a layer from the map; their members stay.
  func removeClusters(of layer: LayerID) {
    let gone = native.dissolve(of: layer)
    context.emit(.data(.clustersRemoved(layer: layer, clusters: Int32(gone.count))))
    hide(gone)
    views.setNeedsGrouping()
  }

  /// The app takes the callouts that are annotations from the map.
  func removeCallouts() {
    for index in callouts.own.shown {
      if selection.selected == callouts.own[index].slot { selection.deselect() }
      if callouts.own[index].slot.isSome { callouts.own.remove(index) }
    }
  }

  func resolveCollisions() {
    views.resolveCollisions(holding: held, among: native.clusters)
  }

  /// Takes annotations from the map and puts their views into pools.
  ///
  /// A view that the map removes by itself is part of its layout.
  func hide(_ slots: [AnnotationSlot], isByApp: Bool = true) {
    guard !slots.isEmpty else { return }
    // First of all: the map stops at its edge, and the app may answer with a move that lays out all
    // that is still there.
    for slot in slots { drag.annotationWillLeave(slot) }
    for slot in slots {
      native.memberWillLeave(slot)
      if !annotations[slot].isCluster { views.setNeedsGrouping() }
      if selection.selected == slot, context.setup.options.removalOfSelected == .deselectsFirst {
        selection.deselect()
      }
      views.returnView(of: slot)
      if selection.selected == slot { selection.deselect() }
      callouts.parentWillLeave(slot)
      data.remove(slot)
    }
    views.dropRemoved()
    context.chargeMainThread(context.setup.costs.annotationChange, times: slots.count)
    if isByApp { views.chargeRelayout() }
    hide(native.reduce(), isByApp: false)
  }
}
