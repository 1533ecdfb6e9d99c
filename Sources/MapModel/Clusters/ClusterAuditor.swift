internal import Clustering
internal import MapEvents
internal import MapGeometry

/// Compares the clusters on the map with the points that the index was given.
///
/// Three passes over bytes and without branches, each left out when its result is known, as an
/// audit after each update is to cost less than the update.
struct ClusterAuditor {
  /// Where the points of the layer are, which would else be projected for each audit.
  private var places: [MapPoint]
  /// The points that the index was given and not removed, whether it took them or not.
  private var isGiven: [Bool]
  /// For each point how many clusters on the map hold it: none, one, or 2 for more.
  private var holders: [UInt8]
  /// For each point whether the index was given it and the rect holds it, 1 or 0.
  private var isVisible: [UInt8]
  private var rect: MapRect?
  private var areHoldersStale = false
  private var arePointsStale = false
  private var audit = ClusterAudit(visible: 0, lost: 0, countedTwice: 0, ghosts: 0)

  init(pointCount: Int) {
    places = Array(repeating: MapPoint(x: -1, y: -1), count: pointCount)
    isGiven = Array(repeating: false, count: pointCount)
    holders = Array(repeating: 0, count: pointCount)
    isVisible = Array(repeating: 0, count: pointCount)
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
    places[point.index] = Projection.mapKit.mapPoint(for: coordinate)
  }

  mutating func setNeedsHolders() { areHoldersStale = true }

  /// Counts points of the index inside the rect that was visible when an update was requested.
  mutating func audit(
    after update: Int32, in rect: MapRect, _ records: SlotArray<ClusterController.Record>.View,
    onMap: [RecordID]
  ) -> ClusterAudit {
    let isStale = areHoldersStale || arePointsStale || self.rect != rect
    if areHoldersStale {
      ClusterAuditor.clear(&holders)
      var holders = holders.mutableSpan
      for record in onMap {
        for member in records[record].members {
          holders[member.index] = holders[member.index] == 0 ? 1 : 2
        }
      }
      areHoldersStale = false
    }
    if arePointsStale || self.rect != rect {
      ClusterAuditor.clear(&isVisible)
      markVisible(in: MapArea(rect))
      arePointsStale = false
      self.rect = rect
    }
    if isStale { audit = count() }
    audit.ghosts = 0
    for record in onMap where records[record].result != update { audit.ghosts += 1 }
    return audit
  }

  private static func clear(_ bytes: inout [UInt8]) {
    var bytes = bytes.mutableSpan
    bytes.update(repeating: 0)
  }

  /// Marks the points of the index that ``MapArea/contains(_:)`` finds in an area.
  private mutating func markVisible(in area: MapArea) {
    guard !area.isWholeWorldWide else {
      return ClusterAuditor.mark(
        places, in: area, from: 0, to: .infinity, among: isGiven, &isVisible)
    }
    for copy in -1...1 {
      let shift = Double(copy) * MapSize.worldSide
      let west = max(area.minX + shift, 0)
      guard west <= min(area.maxX + shift, MapSize.worldSide) else { continue }
      ClusterAuditor.mark(
        places, in: area, from: west, to: area.maxX + shift, among: isGiven, &isVisible)
    }
  }

  /// Marks the points between two meridians and the northern and southern edges of an area.
  private static func mark(
    _ places: [MapPoint], in area: MapArea, from west: Double, to east: Double,
    among given: [Bool], _ marks: inout [UInt8]
  ) {
    let (north, south) = (area.minY, area.maxY)
    let places = places.span
    let given = given.span
    var marks = marks.mutableSpan
    precondition(places.count == marks.count && given.count == marks.count, "a point has no place")
    for point in places.indices {
      let place = places[point]
      // Signs, of which no compiler makes branches; equal numbers have a positive difference.
      let isOutside =
        ((place.x - west).bitPattern | (east - place.x).bitPattern
          | (place.y - north).bitPattern | (south - place.y).bitPattern) >> 63
      marks[point] |= UInt8(truncatingIfNeeded: isOutside ^ 1) & (given[point] ? 1 : 0)
    }
  }
  /// Counts points, in stretches short enough for the sums to fit in a byte.
  private func count() -> ClusterAudit {
    let visible = isVisible.span
    let held = holders.span
    precondition(visible.count == held.count, "a point is visible or held, and unknown")
    var audit = ClusterAudit(visible: 0, lost: 0, countedTwice: 0, ghosts: 0)
    for start in stride(from: 0, to: visible.count, by: 255) {
      let points = visible.extracting(start..<min(start + 255, visible.count))
      let holders = held.extracting(start..<min(start + 255, visible.count))
      var sums: (visible: UInt8, lost: UInt8, twice: UInt8) = (0, 0, 0)
      for point in points.indices {
        sums.visible &+= points[point]
        sums.lost &+= points[point] & (holders[point] == 0 ? 1 : 0)
        sums.twice &+= points[point] & (holders[point] > 1 ? 1 : 0)
      }
      audit.visible += Int32(sums.visible)
      audit.lost += Int32(sums.lost)
      audit.countedTwice += Int32(sums.twice)
    }
    return audit
  }
}
