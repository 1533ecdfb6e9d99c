internal import Clustering
internal import MapEvents
internal import MapGeometry

/// How the clusters on the map compare with the points that the index was given.
extension ClusterController {
  /// What audits know of each point, and what they have come to.
  ///
  /// An audit goes through all points after each update, and is to cost less than that. So it is
  /// three passes, each of which is left out when what it would find is known, over bytes and
  /// without branches: which points a rect holds is nothing that could be foretold.
  struct AuditMemory {
    /// For each point how many clusters on the map hold it: none, one, or 2 for more.
    var holders: [UInt8]
    /// For each point whether the index was given it and the rect holds it, 1 or 0.
    var isVisible: [UInt8]
    var rect: MapRect?
    /// Whether clusters on the map have changed since the last audit.
    var areHoldersStale = false
    /// Whether points have.
    var arePointsStale = false
    var audit = ClusterAudit(visible: 0, lost: 0, countedTwice: 0, ghosts: 0)

    init(pointCount: Int) {
      holders = Array(repeating: 0, count: pointCount)
      isVisible = Array(repeating: 0, count: pointCount)
    }

    /// Forgets which clusters hold points, or which points are visible.
    static func clear(_ bytes: inout [UInt8]) {
      var bytes = bytes.mutableSpan
      bytes.update(repeating: 0)
    }
  }

  /// Counts what an audit tells, of the points that the index was given inside the rect that was
  /// visible when the update was asked for.
  ///
  /// The queue runs one operation at a time, so when an update ends they are those that it could
  /// ask for: what the app gave or took in the meantime still waits.
  ///
  /// - Complexity: O(points), or O(clusters) when neither they nor points nor the rect have changed
  ///   since the last audit; no memory.
  func audit(after update: Int32, in rect: MapRect) -> ClusterAudit {
    let isStale = audited.areHoldersStale || audited.arePointsStale || audited.rect != rect
    if audited.areHoldersStale {
      // Out of the object, which would be asked for them again for each point.
      var holders: [UInt8] = []
      swap(&holders, &audited.holders)
      AuditMemory.clear(&holders)
      for record in onMap {
        for member in records[Int(record)].members {
          holders[Int(member)] = holders[Int(member)] == 0 ? 1 : 2
        }
      }
      swap(&holders, &audited.holders)
      audited.areHoldersStale = false
    }
    if audited.arePointsStale || audited.rect != rect {
      AuditMemory.clear(&audited.isVisible)
      markVisible(in: MapArea(rect))
      audited.arePointsStale = false
      audited.rect = rect
    }
    if isStale { audited.audit = audited.count() }
    audited.audit.ghosts = 0
    for record in onMap where records[Int(record)].result != update { audited.audit.ghosts += 1 }
    return audited.audit
  }

  /// Marks the points that the index was given in an area, as ``MapArea/contains(_:)`` finds them:
  /// in the area itself, and in its copies a world away as far as they are in the world.
  private func markVisible(in area: MapArea) {
    guard !area.isWholeWorldWide else {
      return ClusterController.mark(
        places, in: area, from: 0, to: .infinity, among: isGiven, &audited.isVisible)
    }
    for copy in -1...1 {
      let shift = Double(copy) * MapSize.worldSide
      let west = max(area.minX + shift, 0)
      guard west <= min(area.maxX + shift, MapSize.worldSide) else { continue }
      ClusterController.mark(
        places, in: area, from: west, to: area.maxX + shift, among: isGiven, &audited.isVisible)
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
    precondition(
      places.count == marks.count && given.count == marks.count, "a point has no place")
    for point in places.indices {
      let place = places[point]
      // Signs, of which no compiler makes branches; equal numbers have a positive difference.
      let isOutside =
        ((place.x - west).bitPattern | (east - place.x).bitPattern
          | (place.y - north).bitPattern | (south - place.y).bitPattern) >> 63
      marks[point] |= UInt8(truncatingIfNeeded: isOutside ^ 1) & (given[point] ? 1 : 0)
    }
  }
}

extension ClusterController.AuditMemory {
  /// Counts points, in stretches so short that a byte holds what they come to.
  func count() -> ClusterAudit {
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
