internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Selecting a point of a cluster layer with a zoom, in the two steps of CCHMapClusterController:
/// first the map goes to the point, then to the cluster that holds it there.
///
/// Fixed with `keepsSelection`: without such a cluster the map stays, where the library goes to 0,
/// 0; and only an update that was requested after the call counts, where the library takes the next
/// one.
final class ClusterSelection: MapComponent {
  /// The cluster that a call chose for its point.
  struct Choice {
    var call: Int32
    var serial: AnnotationID
    var record: RecordID
    /// Where it was when it was chosen.
    var coordinate: Coordinate
  }

  private let layer: ClusterLayer
  private let controller: ClusterController
  private let session: ClusterSession
  private let selection: SelectionController
  private let layout: AnnotationLayout
  private var request: (call: Int32, point: PointID)?
  private var choice: Choice?

  init(
    _ layer: ClusterLayer, session: ClusterSession, selection: SelectionController,
    layout: AnnotationLayout
  ) {
    self.layer = layer
    controller = layer.controller
    self.session = session
    self.selection = selection
    self.layout = layout
    super.init(layer)
  }

  private var isFixed: Bool { controller.fixes.keepsSelection }

  /// Shows so many meters around a point and remembers that it is to be selected.
  func begin(_ point: PointID, meters: (latitudinal: Double, longitudinal: Double), animated: Bool)
  {
    let point = data.standIn(for: point, in: layer.index)
    // The library asserts that and returns.
    guard data.isMember(point, of: layer.index) else {
      return miss(session.nextCall(), .notOnMap)
    }
    selection.deselect()
    let place = data.layers[layer.index].coordinates[point]
    // The running region change ends before the call counts.
    if isFixed, region.viewport.hasSize,
      let goal = region.viewport.showing(
        CoordinateRegion(
          center: place, latitudinalMeters: meters.latitudinal,
          longitudinalMeters: meters.longitudinal))
    {
      region.interrupt(isContinued: goal != region.viewport)
    }
    let call = session.nextCall()
    if let request { miss(request.call, .superseded) }
    if isFixed { dropChoice() }
    request = (call: call, point: point)
    let isThere = ClusterController.isNear(place, session.strategy.center)
    let before = region.viewport
    session.strategy.show(meters, around: place, animated: animated)
    // With the fix, a region change emits its own callbacks, and nothing else is waited for.
    let isTold = isFixed && (region.change != nil || region.viewport != before)
    guard isThere, !isTold else { return }
    // The map emits no callbacks for a change that it does not make; when only the zoom differs, it
    // still emits them later.
    layer.regionWillChange()
    layer.regionDidChange()
  }

  /// The update behind a region change has finished.
  func resume(calls: Int32) {
    guard let request else {
      guard let choice else { return }
      self.choice = nil
      return select(choice)
    }
    if isFixed, request.call >= calls { return }
    self.request = nil
    let chosen = cluster(for: request)
    if chosen == nil, isFixed { return miss(request.call, .notOnMap) }
    if let chosen, ClusterController.isNear(chosen.coordinate, session.strategy.center) {
      return select(chosen)
    }
    dropChoice()
    choice = chosen
    let isThere =
      chosen == nil
      && ClusterController.isNear(Coordinate(latitude: 0, longitude: 0), session.strategy.center)
    isThere
      ? miss(request.call, .notOnMap, isRequested: true)
      : session.strategy.post(.recenter(layer: layer.index, call: request.call, chosen))
  }

  /// One turn of the main queue later the map goes to the chosen cluster, or without one to 0, 0.
  ///
  /// An update that ended before, or that the app's answer to the move brings, may have selected
  /// the cluster already. With the fix the map then stays where it is.
  func recenter(call: Int32, on chosen: Choice?) {
    guard !isFixed || choice?.call == call else { return }
    let place = chosen.map { chosen in
      slot(of: chosen).map { annotations[$0].coordinate } ?? chosen.coordinate
    }
    let isChanging = session.strategy.center(at: place ?? Coordinate(latitude: 0, longitude: 0))
    guard chosen != nil else { return miss(call, .notOnMap) }
    guard !isChanging, isFixed, let choice, choice.call == call else { return }
    self.choice = nil
    select(choice)
  }

  /// The first cluster inside the visible rect that holds a point.
  private func cluster(for request: (call: Int32, point: PointID)) -> Choice? {
    let point = data.identity(of: request.point)
    // An app on a map across the date line sees both of its sides.
    let copies = controller.fixes.wrapsWestward ? [0, -1, 1] : [0.0]
    for record in controller.onMap {
      let cluster = controller.records[record]
      let annotation = annotations[cluster.annotation]
      let place = annotation.mapPoint
      let isInView = copies.contains { copy in
        region.visibleRect.contains(MapPoint(x: place.x + copy * MapSize.worldSide, y: place.y))
      }
      guard isInView, cluster.members.contains(point) else { continue }
      return Choice(
        call: request.call, serial: annotation.serial, record: record,
        coordinate: annotation.coordinate)
    }
    return nil
  }

  private func slot(of choice: Choice) -> AnnotationSlot? {
    let slot = controller.records[choice.record].annotation
    return slot.isSome && annotations[slot].serial == choice.serial ? slot : nil
  }

  /// Selects a chosen cluster, as `selectAnnotation` does; one that has left is missed.
  private func select(_ choice: Choice) {
    guard let slot = slot(of: choice) else { return miss(choice.call, .notOnMap) }
    if session.strategy.selectsWithoutView {
      if selection.selected != slot { selection.select(slot) }
    } else {
      // A cluster that has just come has no view before the map's next layout, which a selection
      // brings forward.
      if annotations[slot].view.isNone, views.needsUpdate {
        context.measured(.views) { layout.updateViews() }
      }
      guard annotations[slot].view.isSome else { return miss(choice.call, .withoutView) }
      selection.touch(slot)
    }
    layer.complete(call: choice.call)
  }

  /// A call ends without a selection; recordings have only misses that were requested of the map.
  private func miss(_ call: Int32, _ reason: MissedSelection.Reason, isRequested: Bool = false) {
    if isRequested || !session.strategy.selectsWithoutView {
      context.emit(.selection(.missed(MissedSelection(reason))))
    }
    layer.complete(call: call)
  }

  private func dropChoice() {
    if let choice { miss(choice.call, .superseded) }
    choice = nil
  }
}
