internal import DequeModule
internal import MapEvents
internal import MapGeometry

/// How a layer differs after an update from after the one before.
struct StabilityChanges: Hashable {
  /// Cluster annotations that stayed, with the same members, at another coordinate.
  var moved: Int64 = 0
  /// Clusters that came where one of the same points had left.
  var flickered: Int64 = 0
  /// Clusters with other points than before, though neither zoom nor data changed.
  var changed: Int64 = 0
  /// Whether clusters are where some were before, or an annotation stayed with its members.
  var isCompared = false
  /// Whether there are or were clusters in a place shown before at the same zoom with the same data
  /// and settings.
  var isShownAgain = false
}

/// Compares the clusters of a layer after each update with those after earlier ones.
///
/// A *snapshot* of a layer is the list of ``ClusterEvent/listed`` at the end of an update,
/// with the camera when the update was requested. Two snapshots have *one zoom* when their
/// scales differ by at most a millionth. They are *comparable* when they have one zoom, and
/// the data and the settings of the layer did not change between them. Each snapshot is
/// compared with the last comparable one among the last ``memory`` snapshots.
///
/// - A cluster *moved* in one of two cases, unless it was dragged or followed members that
///   the app moved. Either its annotation is in this snapshot and in the one before, with
///   the same members, and its coordinate differs by more than ``noise``. Or clusters of
///   exactly its points are in the last comparable snapshot, all of them elsewhere, and one
///   of them was in view there as this one is here.
/// - A cluster *flickered* when all of the following hold: its annotation was not in the
///   snapshot before; an annotation of exactly the same points left with this snapshot or
///   an earlier one; both updates were requested in the same step, or all snapshots since
///   the last one with the old annotation have one zoom; its place is in view of all of
///   those. Each annotation that left counts for one return within ``memory`` snapshots.
///   (Churn counts all that leave and come within a second, visible or not.)
/// - *Counts changed* by the larger of two numbers, in view of both snapshots: the clusters
///   whose exact points no cluster of the last comparable snapshot had, and the clusters of
///   that one whose points none has now.
struct StabilityCounter {
  /// The number of snapshots for which a snapshot, and a cluster that left, is remembered.
  static let memory = 100
  /// The rounding error of a place in degrees, as when clusters were joined: the resolution of
  /// single precision near 1, less than a centimeter and a half.
  static let noise = 1.1920928955078125e-07

  fileprivate struct Pin {
    var annotation: AnnotationID
    var content: UInt64
    var coordinate: Coordinate
    var mapPoint: MapPoint

    func isElsewhere(than other: Pin) -> Bool {
      abs(coordinate.latitude - other.coordinate.latitude) > noise
        || abs(coordinate.longitude - other.coordinate.longitude) > noise
    }
  }

  fileprivate struct Snapshot {
    /// Sorted by annotation.
    var pins: [Pin]
    /// The indices of pins by their content.
    var places: [UInt64: [Int]]
    var view: Viewport
    var step: Int32
    /// The number of settings changes of the layer when it was requested.
    var settings: Int
    /// Its place among all snapshots of the layer.
    var number = 0

    mutating func carry(_ annotation: AnnotationID, to coordinate: Coordinate) {
      guard let place = position(of: annotation) else { return }
      pins[place].coordinate = coordinate
      pins[place].mapPoint = Projection.mapKit.mapPoint(for: coordinate)
    }

    /// Whether a pin of a later snapshot has points that were elsewhere here, both in view.
    func shows(_ pin: Pin, elsewhereThanIn later: Viewport) -> Bool {
      guard let old = places[pin.content], later.shows(pin) else { return false }
      return old.allSatisfy { pins[$0].isElsewhere(than: pin) }
        && old.contains { view.shows(pins[$0]) }
    }

    /// Whether a cluster of this snapshot is in view of it and of another one.
    func hasPins(inViewOf other: Self) -> Bool {
      pins.contains { view.shows($0) && other.view.shows($0) }
    }

    func position(of annotation: AnnotationID) -> Int? {
      var low = 0
      var high = pins.count
      while low < high {
        let middle = (low + high) / 2
        if pins[middle].annotation < annotation { low = middle + 1 } else { high = middle }
      }
      return low < pins.count && pins[low].annotation == annotation ? low : nil
    }
  }

  fileprivate struct Leaver {
    /// The last snapshot that it was in.
    var snapshot: Int
    /// The step of the update that removed it.
    var step: Int32
  }

  fileprivate struct Layer {
    var snapshots: [Viewport] = []
    var last: Snapshot?
    /// The annotations that followed their members since then.
    var followers: Set<AnnotationID> = []
    /// The last snapshot of each zoom and each settings since the data changed, the oldest
    /// first.
    var alike: [Snapshot] = []
    var leavers: [UInt64: [Leaver]] = [:]
    /// The clusters that left, in the order in which they left, so that they can be evicted.
    var order: Deque<(snapshot: Int, content: UInt64)> = []

    mutating func take(_ snapshot: Snapshot) -> StabilityChanges {
      var changes = StabilityChanges()
      var snapshot = snapshot
      let number = snapshots.count
      snapshot.number = number
      snapshots.append(snapshot.view)
      evict(before: number - memory)
      let place = alike.lastIndex {
        $0.settings == snapshot.settings && $0.view.hasScale(of: snapshot.view)
      }
      let old = place.map { alike.remove(at: $0) }
      defer {
        alike.append(snapshot)
        last = snapshot
        followers.removeAll()
      }
      if let old {
        changes.changed = countsChanged(from: old, to: snapshot)
        changes.isShownAgain = snapshot.hasPins(inViewOf: old) || old.hasPins(inViewOf: snapshot)
      }
      guard let last else { return changes }
      changes.isCompared =
        changes.isShownAgain || snapshot.hasPins(inViewOf: last) && last.hasPins(inViewOf: snapshot)
      for pin in last.pins where snapshot.position(of: pin.annotation) == nil {
        leavers[pin.content, default: []].append(Leaver(snapshot: number - 1, step: snapshot.step))
        order.append((snapshot: number - 1, content: pin.content))
      }
      for pin in snapshot.pins {
        let before = last.position(of: pin.annotation).map { last.pins[$0] }
        let isSame = before?.content == pin.content
        changes.isCompared = changes.isCompared || isSame
        let isNext = isSame && before?.isElsewhere(than: pin) == true
        let isElsewhere = isNext || old?.shows(pin, elsewhereThanIn: snapshot.view) == true
        if isElsewhere, !followers.contains(pin.annotation) { changes.moved += 1 }
        if before == nil, returns(pin, in: snapshot) { changes.flickered += 1 }
      }
      return changes
    }

    /// Whether a new cluster has the points of one that left, which is then removed.
    private mutating func returns(_ pin: Pin, in snapshot: Snapshot) -> Bool {
      guard var waiting = leavers[pin.content] else { return false }
      let index = waiting.firstIndex { leaver in
        let views = snapshots[leaver.snapshot...]
        let isOneZoom = views.allSatisfy { $0.hasScale(of: snapshot.view) }
        return (leaver.step == snapshot.step || isOneZoom) && views.allSatisfy { $0.shows(pin) }
      }
      guard let index else { return false }
      waiting.remove(at: index)
      leavers[pin.content] = waiting.isEmpty ? nil : waiting
      return true
    }

    private func countsChanged(from last: Snapshot, to snapshot: Snapshot) -> Int64 {
      func news(in one: Snapshot, beside other: Snapshot) -> Int64 {
        let isInBoth = { (pin: Pin) in one.view.shows(pin) && other.view.shows(pin) }
        return Int64(one.pins.count { other.places[$0.content] == nil && isInBoth($0) })
      }
      return max(news(in: snapshot, beside: last), news(in: last, beside: snapshot))
    }

    private mutating func evict(before limit: Int) {
      alike.removeAll { $0.number < limit }
      while let (snapshot, content) = order.first, snapshot < limit {
        order.removeFirst()
        guard var waiting = leavers[content] else { continue }
        waiting.removeAll { $0.snapshot < limit }
        leavers[content] = waiting.isEmpty ? nil : waiting
      }
    }
  }

  /// The snapshot that events are listing.
  private struct Open {
    var layer: LayerID
    var update: Int32?
    var pins: [Pin] = []
    var isListed = false
  }

  private var layers: [Layer] = []
  private var open: Open?
  private var lastFinished: [Int32?] = []

  var isOpen: Bool { open != nil }

  /// Whether an event continues the open snapshot.
  func isContinued(by event: Event.Kind) -> Bool {
    guard let open, case .cluster(let cluster) = event else { return false }
    switch cluster {
    case .listed(_, let layer, _, _, _, _): return layer == open.layer
    case .finished(let update, let layer), .audited(let update, let layer, _):
      return layer == open.layer && (open.update ?? update) == update
    case .queued, .started, .computed, .indexed, .reused, .applied, .coalesced, .cancelled,
      .coarsened, .titleRequested, .subtitleRequested, .viewNotRefreshed, .completed, .unsupported,
      .paused, .followed, .settingsChanged, .moved, .stalled, .waited, .worked:
      return false
    }
  }

  mutating func dataChanged(in layer: LayerID) {
    reserveLayer(layer)
    layers[layer.index].alike.removeAll(keepingCapacity: true)
  }

  mutating func finished(_ update: Int32, in layer: LayerID) {
    reserveLayer(layer)
    lastFinished[layer.index] = update
    if open == nil { open = Open(layer: layer) }
    open?.update = update
  }

  mutating func audited(_ update: Int32, in layer: LayerID) {
    finished(update, in: layer)
    open?.isListed = true
  }

  /// A cluster is on the map after an update.
  mutating func listed(
    _ annotation: AnnotationID, in layer: LayerID, content: UInt64, at coordinate: Coordinate
  ) {
    reserveLayer(layer)
    if open == nil { open = Open(layer: layer, update: lastFinished[layer.index]) }
    open?.isListed = true
    open?.pins.append(
      Pin(
        annotation: annotation, content: content, coordinate: coordinate,
        mapPoint: Projection.mapKit.mapPoint(for: coordinate)))
  }

  /// Notes that an annotation was dragged, which is no error of its layer.
  mutating func carried(_ annotation: AnnotationID, to coordinate: Coordinate) {
    for index in layers.indices {
      layers[index].last?.carry(annotation, to: coordinate)
      for snapshot in layers[index].alike.indices {
        layers[index].alike[snapshot].carry(annotation, to: coordinate)
      }
    }
  }

  /// Notes that an annotation followed members that the app moved, which is no error of its
  /// layer.
  mutating func followed(_ annotation: AnnotationID, in layer: LayerID) {
    reserveLayer(layer)
    layers[layer.index].followers.insert(annotation)
  }

  /// The update that the open snapshot belongs to; nil when none of its clusters are listed.
  var openUpdate: Int32? {
    guard let open, open.isListed else { return nil }
    return open.update
  }

  /// Closes the open snapshot, given the viewport, the step and the number of settings changes when
  /// its update was requested, and returns what it changed in O(n log n) for n clusters.
  mutating func close(view: Viewport, step: Int32, settings: Int) -> StabilityChanges {
    guard let closed = open else { return StabilityChanges() }
    open = nil
    var snapshot = Snapshot(
      pins: closed.pins.sorted { $0.annotation < $1.annotation }, places: [:], view: view,
      step: step, settings: settings)
    for (place, pin) in snapshot.pins.enumerated() {
      snapshot.places[pin.content, default: []].append(place)
    }
    return layers[closed.layer.index].take(snapshot)
  }

  mutating func drop() { open = nil }

  private mutating func reserveLayer(_ layer: LayerID) {
    while layers.count <= layer.index {
      layers.append(Layer())
      lastFinished.append(nil)
    }
  }
}

extension Viewport {
  /// Whether two views are of one zoom.
  fileprivate func hasScale(of other: Viewport) -> Bool {
    abs(mapPointsPerPoint - other.mapPointsPerPoint) <= other.mapPointsPerPoint * 1e-6
  }

  fileprivate func shows(_ pin: StabilityCounter.Pin) -> Bool {
    let point = screenPoint(for: pin.mapPoint)
    return (0...size.width).contains(point.x) && (0...size.height).contains(point.y)
  }
}
