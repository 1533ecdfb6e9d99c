internal import ExactMath
public import MapGeometry

/// Points to be annotated, on flat buffers; point i is row i of the set.
///
/// The rows are those of its file, less the points that the scenario leaves out.
public struct DataSet: Hashable, Sendable {
  /// The name by which steps refer to it.
  public var name: String
  /// Where it came from: a path as the scenario writes it, or nil for points in the scenario.
  public var file: String?
  /// The path from which the file was read; nil for points without a file.
  public var path: String?
  /// Each point's own id, unique in the set.
  public var ids: [String]
  /// Each point's coordinate; all are valid, and none is at -180 degrees east.
  public var coordinates: [Coordinate]
  /// Each point's title; empty for a point without one.
  public var titles: [String]
  /// Notes on how its file was read.
  public var notes = PointFileNotes()
  /// Whether its points are drawn: like cities, or in a plain shape.
  public var isDrawn = false

  /// Makes a data set of its parts, whose arrays are equally long.
  public init(
    name: String, file: String?, ids: [String], coordinates: [Coordinate], titles: [String]
  ) {
    precondition(ids.count == coordinates.count, "\(ids.count) ids, \(coordinates.count) points")
    precondition(titles.count == ids.count, "\(titles.count) titles, \(ids.count) ids")
    self.name = name
    self.file = file
    self.ids = ids
    self.coordinates = coordinates
    for row in coordinates.indices where coordinates[row].longitude == -180 {
      self.coordinates[row] = coordinates[row].onOneMeridian
    }
    self.titles = titles
  }

  /// The number of points.
  public var count: Int { ids.count }
}

extension DataSet {
  /// The name of the pins that fingers drop.
  public static let droppedPins = "dropped pins"

  /// The pins that fingers drop, in their order; each has a place only once it is dropped.
  public static func droppedPins(_ count: Int) -> DataSet {
    let ids = (0..<count).map { "pin \($0 + 1)" }
    let nowhere = Coordinate(latitude: 0, longitude: 0)
    return DataSet(
      name: droppedPins, file: nil, ids: ids,
      coordinates: Array(repeating: nowhere, count: count), titles: ids)
  }

  /// The points within a distance of a place, in their order.
  ///
  /// The distance is that of the great circle on a sphere of radius 6371.0088 km, the mean radius
  /// of the earth (IUGG), by the haversine formula.
  ///
  /// - Complexity: O(n).
  public func filtered(around center: Coordinate, withinKilometers limit: Double) -> DataSet {
    // No way is shorter than the one along the meridian, which takes no sine to know; a little
    // more than rounding could make of it is left to the formula.
    let degrees = limit / GreatCircle.kilometersPerDegree * 1.000_001 + 0.000_001
    return keeping(
      coordinates.indices.filter { row in
        let place = coordinates[row]
        return (place.latitude - center.latitude).magnitude <= degrees
          && GreatCircle.kilometers(center, place) <= limit
      })
  }

  /// The first points, in their order; all of them when there are fewer.
  ///
  /// - Complexity: O(`count`).
  public func first(_ count: Int) -> DataSet {
    keeping(Array(ids.indices.prefix(count)))
  }

  /// The point that is nearest to a place along a great circle, the first if several are equally
  /// near; nil without points.
  ///
  /// - Parameter place: The place.
  /// - Returns: The point's row and its distance in kilometers.
  /// - Complexity: O(n).
  public func nearest(to place: Coordinate) -> (row: Int, kilometers: Double)? {
    var nearest: (row: Int, kilometers: Double)?
    for (row, coordinate) in coordinates.enumerated() {
      let distance = GreatCircle.kilometers(place, coordinate)
      if distance < nearest?.kilometers ?? .infinity { nearest = (row, distance) }
    }
    return nearest
  }

  private func keeping(_ rows: [Int]) -> DataSet {
    var kept = DataSet(
      name: name, file: file, ids: rows.map { ids[$0] }, coordinates: rows.map { coordinates[$0] },
      titles: rows.map { titles[$0] })
    (kept.notes, kept.isDrawn, kept.path) = (notes, isDrawn, path)
    return kept
  }
}

/// Notes on how a file of points was read.
///
/// It is about the whole file, also where a data set takes only some of its points.
public struct PointFileNotes: Hashable, Sendable {
  /// The reader's choices of columns, separator and encoding; empty for a plain file.
  public var choices: [String] = []
  /// The number of rows that were left out, as the scenario asks.
  public var skippedRows = 0
  /// The places and faults of the first rows that were left out.
  public var skipped: [String] = []
  /// The ids of points whose latitude and longitude may be exchanged.
  public var exchanged: [String] = []

  /// Makes notes of nothing.
  public init() {}
}

/// Distances on the earth as a sphere.
enum GreatCircle {
  /// The mean radius of the earth, in kilometers (IUGG).
  static let radiusKilometers = 6371.0088
  static let kilometersPerDegree = radiusKilometers * Double.pi / 180

  /// The length of the shortest way between two places, in kilometers (haversine).
  static func kilometers(_ left: Coordinate, _ right: Coordinate) -> Double {
    let radians = Double.pi / 180
    let north = Elementary.sin((right.latitude - left.latitude) * radians / 2)
    let east = Elementary.sin((right.longitude - left.longitude) * radians / 2)
    let cosines = Elementary.cos(left.latitude * radians) * Elementary.cos(right.latitude * radians)
    let haversine = north * north + cosines * east * east
    return 2 * radiusKilometers * Elementary.asin(min(1, haversine.squareRoot()))
  }
}
