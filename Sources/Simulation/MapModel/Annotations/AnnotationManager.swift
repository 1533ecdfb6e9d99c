internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The app's annotations: the points of each layer, and the user's location.
final class AnnotationManager {
  /// The data of a layer, for each point of all data sets.
  final class Layer {
    /// Whether the layer was given it.
    fileprivate(set) var isMember: SlotArray<Bool>
    /// Its own annotation; empty for a clustered layer.
    fileprivate(set) var slots: SlotArray<AnnotationSlot>
    /// Where it is now, or would be.
    fileprivate(set) var coordinates: SlotArray<Coordinate>
    /// The number of the glide that moves each point that glides.
    fileprivate(set) var glides: [PointID: Int] = [:]
    /// For a point that replaced one of the same id, that one, whose annotation stayed.
    fileprivate var standIns: [PointID: PointID] = [:]
    /// For a point that stayed, the one that replaced it last.
    fileprivate var faces: [PointID: PointID] = [:]

    fileprivate init(_ points: [Coordinate], isPlain: Bool) {
      isMember = SlotArray(repeating: false, count: points.count)
      slots = SlotArray(repeating: .none, count: isPlain ? points.count : 0)
      coordinates = SlotArray(points)
    }
  }

  private let context: SimulationContext
  private let annotations: AnnotationStore
  private let settings: ViewSettingsTable
  private let views: AnnotationViewManager
  let layers: [Layer]
  private(set) var userLocation: AnnotationSlot?

  init(
    _ context: SimulationContext, annotations: AnnotationStore, settings: ViewSettingsTable,
    views: AnnotationViewManager
  ) {
    self.context = context
    self.annotations = annotations
    self.settings = settings
    self.views = views
    let points = context.setup.coordinates
    layers = context.setup.layers.map { Layer(points, isPlain: $0.cluster == nil) }
  }

  /// The number that a point shares with those that `isEqual` takes for it.
  func identity(of point: PointID) -> PointID {
    context.setup.identities.isEmpty ? point : context.setup.identities[point.index]
  }

  /// Whether a layer was given a point, or one that `isEqual` takes for it.
  func isMember(_ point: PointID, of layer: Int) -> Bool {
    layers[layer].isMember[identity(of: point)]
  }

  /// The point of a layer that a point of any data set means: itself, or the one that stayed when
  /// the point replaced it.
  func standIn(for point: PointID, in layer: Int) -> PointID {
    guard !layers[layer].standIns.isEmpty, !isMember(point, of: layer) else { return point }
    return layers[layer].standIns[point] ?? point
  }

  /// Compares points with some that a layer has: those of one id are the same.
  ///
  /// - Complexity: O(points of all data sets).
  func match(_ points: [PointID], with old: [PointID], of layer: Int) -> PointMatch {
    let setup = context.setup
    var match = PointMatch(isKept: Array(repeating: false, count: setup.coordinates.count))
    var isNew = match.isKept
    let names = setup.namesakes
    let holders =
      names.isEmpty
      ? [:] : Dictionary(old.map { (names[$0.index], $0) }, uniquingKeysWith: { first, _ in first })
    for point in points where !isNew[point.index] {
      isNew[point.index] = true
      match.count += 1
      let isThere = !old.isEmpty && layers[layer].isMember[point]
      let holder = isThere ? point : names.isEmpty ? nil : holders[names[point.index]]
      guard let holder, !match.isKept[holder.index] else {
        match.coming.append(point)
        continue
      }
      match.isKept[holder.index] = true
      guard point != layers[layer].faces[holder] ?? holder else { continue }
      match.renewed.append((old: holder, new: point))
    }
    return match
  }

  /// Lets points that stay stand for the new ones of their ids.
  func stand(for renewed: [(old: PointID, new: PointID)], of layer: Int) {
    for (old, new) in renewed {
      if new != old { layers[layer].standIns[new] = old }
      layers[layer].faces[old] = new
    }
  }

  /// The points that a layer was given, whether its index took them or not.
  func members(of layer: Int) -> [PointID] {
    layers[layer].isMember.indices.filter { layers[layer].isMember[$0] }.map { PointID($0) }
  }

  /// Makes points members of a layer, or ends that; returns those that were not yet, or were.
  func setMembers(_ points: [PointID], of layer: Int, to isMember: Bool) -> [PointID] {
    let data = layers[layer]
    var changed: [PointID] = []
    changed.append(addingCapacity: points.count) { changed in
      for point in points {
        let point = standIn(for: point, in: layer)
        let member = identity(of: point)
        guard data.isMember[member] != isMember else { continue }
        changed.append(point)
        data.isMember[member] = isMember
        if isMember { forgetFace(of: point, in: data) }
      }
    }
    guard !changed.isEmpty else { return [] }
    endGlides(of: changed, in: layer)
    if !isMember { data.standIns = data.standIns.filter { self.isMember($0.value, of: layer) } }
    let count = Int32(changed.count)
    context.emit(
      .data(
        isMember
          ? .pointsAdded(layer: LayerID(layer), points: count)
          : .pointsRemoved(layer: LayerID(layer), points: count)))
    return changed
  }

  /// A point that comes anew is where its own data set has it, not where another one put it.
  private func forgetFace(of point: PointID, in data: Layer) {
    guard !data.faces.isEmpty, let face = data.faces.removeValue(forKey: point), face != point
    else { return }
    data.coordinates[point] = context.setup.coordinates[point.index]
  }

  func showPoints(_ points: [PointID], of layer: Int) {
    for point in points {
      let coordinate = layers[layer].coordinates[point]
      layers[layer].slots[point] = show(point: point, layer: LayerID(layer), at: coordinate)
    }
    context.chargeMainThread(context.setup.costs.annotationChange, times: points.count)
    views.chargeRelayout()
  }

  /// Forgets the annotations of points of a plain layer; returns their slots.
  func forgetPoints(_ points: [PointID], of layer: Int) -> [AnnotationSlot] {
    points.map { point in
      defer { layers[layer].slots[point] = .none }
      return layers[layer].slots[point]
    }
  }

  /// Where a point of a layer is, or would be.
  func coordinate(of point: PointID, in layer: Int) -> Coordinate {
    layers[layer].coordinates[standIn(for: point, in: layer)]
  }

  /// Lets a glide move the points of a layer that are members, and no other one.
  func beginGlide(_ number: Int, of points: [PointID], in layer: Int) {
    for point in points where isMember(point, of: layer) { layers[layer].glides[point] = number }
  }

  /// Ends the glides of points of a layer where they are.
  func endGlides(of points: [PointID], in layer: Int) {
    guard !layers[layer].glides.isEmpty else { return }
    for point in points { layers[layer].glides[standIn(for: point, in: layer)] = nil }
  }

  func setCoordinate(_ coordinate: Coordinate, of point: PointID, in layer: Int) {
    layers[layer].coordinates[point] = coordinate
  }

  /// Puts an annotation of a single point on the map; returns its slot.
  private func show(point: PointID, layer: LayerID, at coordinate: Coordinate) -> AnnotationSlot {
    show(
      Annotation(
        serial: .none, layer: layer, coordinate: coordinate,
        mapPoint: Projection.mapKit.mapPoint(for: coordinate),
        content: Annotation.content(ClusterController.mixed(point), layer: layer), count: 1,
        point: point))
  }

  /// Puts an annotation on the map, whose view is requested within the margin; returns its slot.
  func show(_ annotation: Annotation, size: ClusterSize? = nil) -> AnnotationSlot {
    let slot = annotations.insert(annotation)
    views.setNeedsUpdate()
    if !annotation.isCluster { views.setNeedsGrouping() }
    context.emit(
      .data(
        .annotationAdded(
          annotation: annotations[slot].serial, layer: annotation.layer,
          content: annotation.content,
          cluster: size ?? (annotation.isCluster ? annotation.size : nil))))
    return slot
  }

  func remove(_ slot: AnnotationSlot) {
    let annotation = annotations[slot]
    context.emit(
      .data(
        .annotationRemoved(
          annotation: annotation.serial, layer: annotation.layer, content: annotation.content,
          isCluster: annotation.isCluster)))
    views.releaseOwnView(of: annotation.serial)
    annotations.remove(slot)
  }

  /// Moves an annotation; only a plain layer remembers the coordinate for its point.
  func move(_ slot: AnnotationSlot, to coordinate: Coordinate, isDragged: Bool = false) {
    let annotation = annotations[slot]
    guard annotation.coordinate != coordinate else { return }
    assert(annotation.count == 1, "a cluster is where its points say")
    if annotation.layer.isSome, !annotation.isCluster {
      setCoordinate(coordinate, of: annotation.point, in: annotation.layer.index)
    }
    annotations.move(slot, to: coordinate, mapPoint: Projection.mapKit.mapPoint(for: coordinate))
    // It can have crossed the border of the area in which views exist.
    views.setNeedsUpdate()
    // One that is dragged joins no cluster until it is dropped.
    if !isDragged { views.setNeedsGrouping() }
    context.emit(.data(.annotationMoved(annotation: annotation.serial, coordinate)))
    views.didMove(slot)
  }

  /// Lets the map hear that an annotation has another title, or none.
  func tellTitle(of slot: AnnotationSlot, isTitled: Bool) {
    context.emit(
      .data(.annotationRetitled(annotation: annotations[slot].serial, isTitled: isTitled)))
    views.showTitle(of: slot)
  }

  /// Puts the view of an annotation somewhere else, which keeps its coordinate.
  func carry(_ slot: AnnotationSlot, to place: MapPoint) {
    guard annotations[slot].mapPoint != place else { return }
    annotations.move(slot, to: annotations[slot].coordinate, mapPoint: place)
    views.setNeedsUpdate()
    views.didMove(slot)
  }

  /// Puts the view of an annotation somewhere on its way to where the map knows it already.
  func glide(_ slot: AnnotationSlot, to place: MapPoint) {
    annotations.move(slot, to: annotations[slot].coordinate, mapPoint: place)
    views.setNeedsUpdate()
    views.setNeedsGrouping()
    if annotations[slot].view.isSome { views.setNeedsCollisions() }
  }

  func showUserLocation(at coordinate: Coordinate) {
    userLocation = show(point: .none, layer: .userLocation, at: coordinate)
    context.chargeMainThread(context.setup.costs.annotationChange)
    views.chargeRelayout()
  }

  func forgetUserLocation() { userLocation = nil }

  /// The smallest rect around the annotations of some layers; native clusters are where others are.
  func boundingRect(of layers: [Int]) -> MapRect? {
    var places: [MapPoint] = []
    for slot in annotations.slots.indices where annotations.isUsed[slot] {
      let annotation = annotations.slots[slot]
      // The place of an invalid coordinate lies outside the world.
      guard layers.contains(annotation.layer.index), annotation.mapPoint.x >= 0,
        annotation.nativeCluster.isNone
      else { continue }
      places.append(annotation.mapPoint)
    }
    return MapRect.shortest(around: places)
  }
}

/// How new points of a layer compare with those that are there.
struct PointMatch {
  /// The number of new points, each counted once.
  var count = 0
  /// The new points that are not there.
  var coming: [PointID] = []
  /// The points that are there and stay, each with the new one of its id in another data set.
  var renewed: [(old: PointID, new: PointID)] = []
  /// Whether each point is there and stays.
  var isKept: [Bool]
}

extension Annotation {
  /// A content number that differs between layers.
  static func content(_ points: UInt64, layer: LayerID) -> UInt64 {
    points &+ UInt64(truncatingIfNeeded: layer.rawValue) &* 0x9e37_79b9_7f4a_7c15
  }
}
