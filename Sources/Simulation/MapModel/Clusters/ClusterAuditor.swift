internal import Clustering
internal import MapEvents
internal import MapGeometry

/// Compares the clusters on the map with the points that the index was given.
///
/// An audit after each update has to cost less than the update. Results of the last audit
/// are therefore reused, and the points in the rect are found by bins.
struct ClusterAuditor: ~Copyable {
  /// The map points of the layer's points, which would otherwise be projected for each audit.
  private var places: SlotArray<MapPoint>
  /// Whether each point was given to the index and not removed, even if the index did not
  /// accept it.
  private var isGiven: SlotArray<Bool>
  /// The number of clusters on the map that hold each point: none, one, or 2 for more.
  private var holders: [UInt8]
  /// The given points, indexed by place.
  private var bins: PointBins
  private var rect: MapRect?
  private var areHoldersStale = false
  private var arePointsStale = false
  private var audit = ClusterAudit(visible: 0, lost: 0, countedTwice: 0, ghosts: 0)

  /// Makes an auditor of points that are near some coordinates.
  init(of coordinates: [Coordinate]) {
    places = SlotArray(repeating: MapPoint(x: -1, y: -1), count: coordinates.count)
    isGiven = SlotArray(repeating: false, count: coordinates.count)
    holders = Array(repeating: 0, count: coordinates.count)
    bins = PointBins(around: coordinates)
  }

  func isGiven(_ point: PointID) -> Bool { isGiven[point.index] }

  /// Records a change of the index, including points that the index refuses or does not find.
  mutating func note(_ change: ClusterController.IndexChange, at places: [Coordinate]) {
    assert(change.points.count == places.count, "each point of a change has a place")
    arePointsStale = true
    guard !change.isRemoval else {
      for point in change.points {
        isGiven[point.index] = false
        bins.remove(point)
      }
      return
    }
    let isAddition = if case .add = change.kind { true } else { false }
    for start in stride(from: 0, to: places.count, by: 2) {
      let end = min(start + 1, places.count - 1)
      let pair = Projection.mapKit.mapPoints(for: places[start], places[end])
      note(change.points[start], at: pair.first, isAddition: isAddition)
      if end > start { note(change.points[end], at: pair.second, isAddition: isAddition) }
    }
  }

  private mutating func note(_ point: PointID, at place: MapPoint, isAddition: Bool) {
    if isAddition {
      // The index keeps a point that it has, wherever an equal one is.
      guard !isGiven[point.index] else { return }
      isGiven[point.index] = true
    }
    put(point, at: place)
  }

  mutating func notePlace(of point: PointID, _ coordinate: Coordinate) {
    arePointsStale = true
    put(point, at: Projection.mapKit.mapPoint(for: coordinate))
  }

  private mutating func put(_ point: PointID, at place: MapPoint) {
    places[point.index] = place
    if isGiven[point.index] { bins.put(point, at: place) }
  }

  mutating func setNeedsHolders() { areHoldersStale = true }

  /// Counts points of the index inside the rect that was visible when an update was requested.
  mutating func audit(
    after update: Int32, in rect: MapRect, _ records: SlotArray<ClusterController.Record>.View,
    onMap: [RecordID]
  ) -> ClusterAudit {
    let isStale = areHoldersStale || arePointsStale || self.rect != rect
    if areHoldersStale {
      countHolders(records, onMap: onMap)
    }
    if isStale {
      audit = count(in: MapArea(rect))
      arePointsStale = false
      self.rect = rect
    }
    audit.ghosts = 0
    for record in onMap where records[record].result != update { audit.ghosts += 1 }
    return audit
  }

  /// Counts the clusters on the map that hold each point.
  private mutating func countHolders(
    _ records: SlotArray<ClusterController.Record>.View, onMap: [RecordID]
  ) {
    areHoldersStale = false
    var holders = holders.mutableSpan
    holders.update(repeating: 0)
    for record in onMap {
      for member in records[record].members {
        holders[member.index] = holders[member.index] == 0 ? 1 : 2
      }
    }
  }

  /// Counts the points of the index that ``MapArea/contains(_:)`` finds in an area.
  private func count(in area: MapArea) -> ClusterAudit {
    var audit = ClusterAudit(visible: 0, lost: 0, countedTwice: 0, ghosts: 0)
    guard !area.isWholeWorldWide else {
      count(from: 0, to: .infinity, in: area, &audit)
      return audit
    }
    for copy in -1...1 {
      let shift = Double(copy) * MapSize.worldSide
      let west = max(area.minX + shift, 0)
      guard west <= min(area.maxX + shift, MapSize.worldSide) else { continue }
      count(from: west, to: area.maxX + shift, in: area, &audit)
    }
    return audit
  }

  /// Counts the points between two meridians and the northern and southern edges of an area.
  private func count(
    from west: Double, to east: Double, in area: MapArea, _ audit: inout ClusterAudit
  ) {
    let (north, south) = (area.minY, area.maxY)
    let places = places.view
    let holders = holders.span
    var (visible, lost, countedTwice): (Int32, Int32, Int32) = (0, 0, 0)
    bins.visit(from: west, to: east, north: north, south: south) { point, isInside in
      if !isInside {
        let place = places[point.index]
        guard place.x >= west, place.x <= east, place.y >= north, place.y <= south else { return }
      }
      let count = holders[point.index]
      visible &+= 1
      lost &+= count == 0 ? 1 : 0
      countedTwice &+= count > 1 ? 1 : 0
    }
    audit.visible += visible
    audit.lost += lost
    audit.countedTwice += countedTwice
  }
}
