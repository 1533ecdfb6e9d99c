internal import Clustering
internal import MapEvents
internal import MapGeometry

/// What makes points and places the same, and what an audit knows of points.
extension ClusterController {
  /// Degrees that the reproduced library takes for none: the epsilon of single precision.
  static let noiseDegrees = 1.1920928955078125e-07

  /// Two coordinates that the reproduced library takes for one.
  static func isNear(_ left: Coordinate, _ right: Coordinate) -> Bool {
    abs(left.latitude - right.latitude) < noiseDegrees
      && abs(left.longitude - right.longitude) < noiseDegrees
  }

  /// A point's share of a content number; sums of shares do not depend on order.
  static func mixed(_ point: Int32) -> UInt64 {
    var mixed = UInt64(UInt32(bitPattern: point)) &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Takes note of what the index is told of points, by which an audit measures it.
  ///
  /// A point that the index refuses, or does not find, is noted all the same.
  func note(_ change: IndexChange, at places: [Coordinate]) {
    assert(change.points.count == places.count, "each point of a change has a place")
    for (point, place) in zip(change.points, places) {
      switch change.kind {
      // The index keeps a point that it has, wherever an equal one is.
      case .add where isGiven[Int(point)]: continue
      case .add:
        isGiven[Int(point)] = true
        notePlace(of: point, place)
      case .remove:
        isGiven[Int(point)] = false
        forget(point)
      case .move:
        notePlace(of: point, place)
        noteMove(of: point)
      }
    }
  }

  /// Takes note of where a point of the layer is.
  func notePlace(of point: Int32, _ coordinate: Coordinate) {
    places[Int(point)] = Projection.mapKit.mapPoint(for: coordinate)
  }

  /// Counts what an audit tells, of the points that the index was given inside the rect that was
  /// visible when the update was asked for.
  ///
  /// The queue runs one operation at a time, so when an update ends they are those that it could
  /// ask for: what the app gave or took in the meantime still waits.
  ///
  /// - Complexity: O(points); no memory.
  func audit(after update: Int32, in rect: MapRect) -> ClusterAudit {
    // Two stamps tell points in one cluster from those in more.
    stamp += 2
    var ghosts: Int32 = 0
    for record in onMap {
      ghosts += records[Int(record)].result == update ? 0 : 1
      for member in records[Int(record)].members {
        let isHeld = ownerStamp[Int(member)] >= stamp - 1
        ownerStamp[Int(member)] = isHeld ? stamp : stamp - 1
      }
    }
    let area = MapArea(rect)
    var audit = ClusterAudit(visible: 0, lost: 0, countedTwice: 0, ghosts: ghosts)
    for point in isGiven.indices where isGiven[point] && area.contains(places[point]) {
      audit.visible += 1
      audit.lost += ownerStamp[point] < stamp - 1 ? 1 : 0
      audit.countedTwice += ownerStamp[point] == stamp ? 1 : 0
    }
    return audit
  }
}
