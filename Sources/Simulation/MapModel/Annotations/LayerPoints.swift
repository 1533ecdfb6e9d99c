internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The points that the app gives to layers, takes from them, moves and replaces, and the user's
/// location.
final class LayerPoints: MapComponent {
  private let drag: DragController
  private let layout: AnnotationLayout
  private let clusters: ClusterCoordinator

  init(
    _ part: MapComponent, drag: DragController, layout: AnnotationLayout,
    clusters: ClusterCoordinator
  ) {
    self.drag = drag
    self.layout = layout
    self.clusters = clusters
    super.init(part)
  }

  /// Takes a batch from the network; the answer of a load comes with its method.
  func insert(batch points: [PointID], into layer: Int, by method: VisibleLoad.Method?) {
    context.chargeMainThread(context.setup.costs.batchPoint, times: points.count)
    switch method {
    case nil, .add: insert(points, into: layer)
    case .all: replace(of: layer, with: points, how: .all, knownFrom: .ownList)
    case .changed: replace(of: layer, with: points, how: .changed, knownFrom: .ownList)
    }
  }

  /// Returns whether the layer lacked any of the points.
  @discardableResult
  func insert(_ points: [PointID], into layer: Int) -> Bool {
    let new = data.setMembers(points, of: layer, to: true)
    if let cluster = clusters.layers[layer] {
      // The index itself finds out which equal point it holds.
      cluster.change(context.setup.identities.isEmpty ? new : points, isRemoval: false)
    } else if !new.isEmpty {
      data.showPoints(new, of: layer)
      layout.requestViewsAtOnce()
    }
    return !new.isEmpty
  }

  /// Returns whether the layer had any of the points.
  @discardableResult
  func delete(_ points: [PointID], from layer: Int) -> Bool {
    let old = data.setMembers(points, of: layer, to: false)
    if let cluster = clusters.layers[layer] {
      cluster.change(context.setup.identities.isEmpty ? old : points, isRemoval: true)
    } else {
      layout.hide(data.forgetPoints(old, of: layer))
    }
    return !old.isEmpty
  }

  func move(_ points: [PointID], in layer: Int, to coordinates: [Coordinate]) {
    noteIdle(points, in: layer, to: coordinates)
    relocate(points.map { data.standIn(for: $0, in: layer) }, in: layer, to: coordinates)
  }

  /// Moves points of a layer of which neither the map nor its cluster controller hears.
  func moveUnannounced(_ points: [PointID], in layer: Int, to coordinates: [Coordinate]) {
    noteIdle(points, in: layer, to: coordinates)
    let points = points.map { data.standIn(for: $0, in: layer) }
    if let cluster = clusters.layers[layer] {
      return cluster.move(points, to: coordinates, isAnnounced: false)
    }
    for (point, coordinate) in zip(points, coordinates) where data.isMember(point, of: layer) {
      data.setCoordinate(coordinate, of: point, in: layer)
    }
  }

  /// Gives points that the layer has another title, or takes it away.
  func retitle(_ points: [PointID], in layer: Int, isTitled: Bool) {
    let held = points.map { data.standIn(for: $0, in: layer) }
      .filter { data.isMember($0, of: layer) }
    if held.isEmpty { context.noteIdle(.pointsAbsent) }
    settings.setTitled(isTitled, held, of: layer)
    // The annotations of a clustered layer are clusters, whose titles are the delegate's.
    guard clusters.layers[layer] == nil else { return }
    for point in held {
      let slot = data.layers[layer].slots[point]
      guard slot.isSome else { continue }
      data.tellTitle(of: slot, isTitled: isTitled)
      layout.native.titleDidChange(of: slot)
    }
  }

  /// Notes that no point has to move, where that is so.
  func noteIdle(_ points: [PointID], in layer: Int, to coordinates: [Coordinate]) {
    let points = points.map { data.standIn(for: $0, in: layer) }
    let held = zip(points, coordinates).filter { data.isMember($0.0, of: layer) }
    if held.isEmpty {
      context.noteIdle(.pointsAbsent)
    } else if held.allSatisfy({ isInPlace($0, in: layer, at: $1) }) {
      context.noteIdle(.pointsInPlace)
    }
  }

  /// Whether a point is at a coordinate, and on the map there if it is shown by itself.
  private func isInPlace(_ point: PointID, in layer: Int, at coordinate: Coordinate) -> Bool {
    guard data.coordinate(of: point, in: layer) == coordinate else { return false }
    guard clusters.layers[layer] == nil else { return true }
    let slot = data.layers[layer].slots[point]
    return slot.isNone || annotations[slot].coordinate == coordinate
  }

  /// Moves those of some points that the layer has; stand-ins stand for their points already.
  func relocate(_ points: [PointID], in layer: Int, to coordinates: [Coordinate]) {
    guard !points.isEmpty else { return }
    if let cluster = clusters.layers[layer] { return cluster.move(points, to: coordinates) }
    for (point, coordinate) in zip(points, coordinates) {
      let slot = data.layers[layer].slots[point]
      guard slot.isSome else { continue }
      data.move(slot, to: coordinate, isDragged: slot == drag.dragged)
    }
    layout.requestViewsAtOnce()
  }

  func replace(
    of layer: Int, with points: [PointID], how: ReplaceMethod, knownFrom source: ReplaceSource
  ) {
    let isKnown = source == .ownList || clusters.layers[layer] == nil
    let old = isKnown ? data.members(of: layer) : []
    let match = data.match(points, with: how == .changed ? old : [], of: layer)
    let compared = how == .all ? 0 : match.count + (source == .map ? listedCount : old.count)
    context.chargeMainThread(context.setup.costs.annotationComparison, times: compared)
    if source == .map { removeAll(besides: layer) }
    // An app that knows that there is nothing to do makes no call.
    let leaving = old.filter { !match.isKept[$0.index] }
    if !leaving.isEmpty { delete(leaving, from: layer) }
    let added = match.coming.count { !data.isMember($0, of: layer) }
    if !match.coming.isEmpty { insert(match.coming, into: layer) }
    data.endGlides(of: match.renewed.map(\.old), in: layer)
    data.stand(for: match.renewed, of: layer)
    relocate(
      match.renewed.map(\.old), in: layer,
      to: match.renewed.map { context.setup.coordinates[$0.new.index] })
    context.emit(
      .data(
        .replaced(
          layer: LayerID(layer), removed: Int32(leaving.count), added: Int32(added),
          kept: Int32(match.count - added), compared: Int32(compared))))
  }

  /// The number of annotations that an app finds in the list of the map.
  private var listedCount: Int {
    annotations.count
      - (context.setup.options.annotationsHoldClusters ? 0 : layout.native.clusters.count)
  }

  /// The app takes all annotations from the map but for the points of a layer; the map keeps the
  /// user's dot.
  private func removeAll(besides layer: Int) {
    layout.removeCallouts()
    for other in context.setup.layers.indices {
      if let cluster = clusters.layers[other] {
        cluster.removeFromMap()
        continue
      }
      if layout.native.count(of: LayerID(other)) > 0 { layout.removeClusters(of: LayerID(other)) }
      if other != layer { delete(data.members(of: other), from: other) }
    }
  }

  /// Shows, moves or hides the user's dot.
  func moveUserLocation(to coordinate: Coordinate?) {
    switch (data.userLocation, coordinate) {
    case (nil, nil): return
    case (let slot?, nil):
      data.forgetUserLocation()
      layout.hide([slot])
    case (let slot?, let coordinate?): data.move(slot, to: coordinate)
    case (nil, let coordinate?): data.showUserLocation(at: coordinate)
    }
    layout.requestViewsAtOnce()
  }
}
