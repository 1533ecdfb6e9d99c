internal import Clustering
internal import MapEvents
internal import MapGeometry

/// Compares the clusters on the map with the points that the index was given.
///
/// An audit after each update is to cost less than the update: what is known from the last one is
/// not looked for again, and the points in the rect are found by bins.
struct ClusterAuditor {
  /// Where the points of the layer are, which would else be projected for each audit.
  private var places: [MapPoint]
  /// The points that the index was given and not removed, whether it took them or not.
  private var isGiven: [Bool]
  /// For each point how many clusters on the map hold it: none, one, or 2 for more.
  private var holders: [UInt8]
  /// Those points that have a place, by where they are.
  private var bins: PointBins
  private var rect: MapRect?
  private var areHoldersStale = false
  private var arePointsStale = false
  private var audit = ClusterAudit(visible: 0, lost: 0, countedTwice: 0, ghosts: 0)

  /// Makes an auditor of points that are near some coordinates.
  init(of coordinates: [Coordinate]) {
    places = Array(repeating: MapPoint(x: -1, y: -1), count: coordinates.count)
    isGiven = Array(repeating: false, count: coordinates.count)
    holders = Array(repeating: 0, count: coordinates.count)
    bins = PointBins(around: coordinates)
  }

  func isGiven(_ point: PointID) -> Bool { isGiven[point.index] }

  /// Notes a change of the index, also of points that the index refuses or does not find.
  mutating func note(_ change: ClusterController.IndexChange, at places: [Coordinate]) {
    assert(change.points.count == places.count, "each point of a change has a place")
    for (point, place) in zip(change.points, places) {
      switch change.kind {
      // The index keeps a point that it has, wherever an equal one is.
      case .add where isGiven[point.index]: continue
      case .add:
        isGiven[point.index] = true
        notePlace(of: point, place)
      case .remove:
        isGiven[point.index] = false
        arePointsStale = true
      case .move: notePlace(of: point, place)
      }
    }
  }

  mutating func notePlace(of point: PointID, _ coordinate: Coordinate) {
    arePointsStale = true
    let place = Projection.mapKit.mapPoint(for: coordinate)
    places[point.index] = place
    bins.put(point, at: place)
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

  /// Counts for each point how many clusters on the map hold it.
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
    let places = places.span
    let given = isGiven.span
    let holders = holders.span
    bins.visit(from: west, to: east, north: north, south: south) { point, isInside in
      guard given[point.index] else { return }
      if !isInside {
        let place = places[point.index]
        guard place.x >= west, place.x <= east, place.y >= north, place.y <= south else { return }
      }
      audit.visible += 1
      audit.lost += holders[point.index] == 0 ? 1 : 0
      audit.countedTwice += holders[point.index] > 1 ? 1 : 0
    }
  }
}
