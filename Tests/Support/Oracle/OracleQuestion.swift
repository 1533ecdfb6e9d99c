public import Clustering
import Foundation
public import MapGeometry

/// What is asked, before anything was worked out of it.
public struct OracleQuestion {
  /// What the map shows, in map points.
  public var visible: MapRect
  /// How much is added at each side, as a fraction.
  public var margin: Double
  /// The wanted side of a cell, in map points.
  public var length: Double
  /// Whether cells end with the margin; otherwise rounding can add a row or a column.
  public var endsWithMargin = false
  /// Whether every location is shown by itself.
  public var isDisabled = false
  /// Cells with fewer locations are not clustered.
  public var minimum = 0
  /// Where clusters are put.
  public var method = ClusterMethod.centerOfMass
  /// An app's own rule, in place of the method.
  public var placer: ClusterPlacer?

  /// Makes a question for clusters of all there is.
  public init(visible: MapRect, margin: Double, length: Double) {
    self.visible = visible
    self.margin = margin
    self.length = length
  }

  /// The same question in the words of the engine under test.
  public var query: ClusterQuery {
    ClusterQuery(
      grid: ClusterGrid(
        visibleRect: visible, marginFactor: margin,
        cellSide: ClusterGrid.alignedCellSide(mapLength: length)),
      isClusteringDisabled: isDisabled, minimumUniqueLocations: minimum, method: method,
      placer: placer)
  }

  /// The side of the cells: the world is a whole number of them wide.
  public var side: Double {
    length == 0 ? 0 : OracleGeometry.world / (OracleGeometry.world / length).rounded(.down)
  }

  /// How long some points of the screen are on a map that is not turned, in map points: from the
  /// upper left corner to the east, both ends through degrees and back.
  public static func length(ofPoints points: Double, visible: MapRect, viewWidth: Double) -> Double
  {
    guard viewWidth > 0 else { return 0 }
    let east = visible.minX + points * (visible.width / viewWidth)
    let length = abs(
      OracleGeometry.x(OracleGeometry.longitude(east))
        - OracleGeometry.x(OracleGeometry.longitude(visible.minX)))
    return length > OracleGeometry.world / 2 ? OracleGeometry.world - length : length
  }

  /// The zoom level of a map: 0 shows the world in 256 points, each further one doubles the scale.
  public static func zoomLevel(visible: MapRect, viewWidth: Double) -> Double {
    let middle = OracleGeometry.longitude(visible.minX + visible.width / 2)
    let span = visible.width / OracleGeometry.world * 360
    func pixels(_ longitude: Double) -> Double {
      536_870_912 + 536_870_912 / 180 * longitude
    }
    return 22 - log(2 * (pixels(middle) - pixels(middle - span / 2)) / viewWidth) / log(2)
  }
}

/// A set as the oracle finds it.
public struct OracleSet: Equatable {
  /// The place of its cell in the grid.
  public var cell: Int
  /// The cell, in map points.
  public var rect: MapRect
  /// The cell, in degrees.
  public var box: OracleBox
  /// The points, in their order.
  public var members: [Int32]
  /// Whether all are at one location.
  public var isUnique: Bool
  /// Where the pin goes.
  public var place: Coordinate
  /// Where it may go as well, because rounding decides between members that are equally near.
  public var nearTies: [Coordinate] = []

  /// Makes a set of its parts.
  public init(
    cell: Int, rect: MapRect, box: OracleBox, members: [Int32], isUnique: Bool, place: Coordinate
  ) {
    self.cell = cell
    self.rect = rect
    self.box = box
    self.members = members
    self.isUnique = isUnique
    self.place = place
  }

  /// The sets of an engine's answer.
  public static func list(_ sets: ClusterSets) -> [OracleSet] {
    sets.indices.map { index in
      let set = sets[index]
      let cell = sets.cells[set.cell]
      return OracleSet(
        cell: cell.gridIndex, rect: cell.rect,
        box: OracleBox(
          south: cell.box.minLatitude, west: cell.box.minLongitude, north: cell.box.maxLatitude,
          east: cell.box.maxLongitude),
        members: Array(sets.members(of: set)), isUnique: set.isUniqueLocation,
        place: set.coordinate)
    }
  }

  /// Whether a set of the engine is this one: all that is counted exactly, all that is measured
  /// within 1e-9 degrees, or 1e-6 map points.
  public func isMet(by other: OracleSet) -> Bool {
    guard cell == other.cell, members == other.members, isUnique == other.isUnique else {
      return false
    }
    let edges = [
      (rect.minX, other.rect.minX), (rect.minY, other.rect.minY),
      (rect.width, other.rect.width), (rect.height, other.rect.height),
    ]
    let sides = [
      (box.south, other.box.south), (box.west, other.box.west), (box.north, other.box.north),
      (box.east, other.box.east),
    ]
    return edges.allSatisfy { OracleGeometry.isSame($0.0, $0.1, within: 1e-6) }
      && sides.allSatisfy { OracleGeometry.isSame($0.0, $0.1) }
      && ([place] + nearTies).contains { OracleGeometry.isSame($0, other.place) }
  }

  /// Whether the sets of the engine are these.
  public static func areMet(_ mine: [OracleSet], by theirs: [OracleSet]) -> Bool {
    mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isMet(by: $1) }
  }
}

/// What is wrong with an oracle on purpose.
public enum OracleFault: CaseIterable, Sendable {
  case none
  case sortsMembers, leavesBucketsAsTheyWere, takesPointsTwice, losesWhatMoves
  case forgetsMinimum, minimumIsOneMore, locationsAreCoarse, latitudeComesFirst
  case averagesWrongly, takesLastOfNearest, takesFarthest
  case alignsInward, forgetsMargin, asksForOneCellLess, easternEdgesAreOutside
}
