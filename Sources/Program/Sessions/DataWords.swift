internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Reporting
package import Scenarios

/// The points of data sets in words.
extension DataSet {
  /// The name, the number of points and the file: `stores: 1,430 points of stores.csv`.
  package var words: String {
    "\(name): \(MetricText.things(count, "point"))" + (file.map { " of \($0)" } ?? "")
  }

  /// A point with its title: `p33 (Place 33)`.
  private func name(_ row: Int) -> String {
    titles[row].isEmpty || titles[row] == ids[row] ? ids[row] : "\(ids[row]) (\(titles[row]))"
  }

  /// Where the points lie, and the one that is nearest to a place; nil without points.
  ///
  /// - Parameter middle: The place, which is the middle of the map when the session begins.
  /// - Returns: A sentence.
  func extent(around middle: Coordinate) -> String? {
    guard let south = coordinates.map(\.latitude).min(), let nearest = nearest(to: middle),
      let north = coordinates.map(\.latitude).max(),
      let west = coordinates.map(\.longitude).min(), let east = coordinates.map(\.longitude).max()
    else { return nil }
    let (southWest, northEast) = (
      Coordinate(latitude: south, longitude: west), Coordinate(latitude: north, longitude: east)
    )
    return "between \(MapWords.coordinate(southWest)) and \(MapWords.coordinate(northEast)); "
      + "\(name(nearest.row)) is nearest to the middle of the map, "
      + MapWords.decimal(nearest.kilometers) + " km from it"
  }

  /// The points in lines of a table: id, latitude, longitude and title.
  package var rows: [[String]] {
    ids.indices.map { row in
      [
        ids[row], MapWords.decimal(coordinates[row].latitude, places: 6),
        MapWords.decimal(coordinates[row].longitude, places: 6), titles[row],
      ]
    }
  }
}

/// The points of the data that are nearest to the middle of the map when selections miss and no
/// annotation is near.
struct NearestPoints {
  private let data: [DataSet]
  private(set) var found: [NearestPoint] = []

  /// Selections of one session for which a point is looked for, since one takes as long as the data
  /// has points.
  private static let limit = 20

  init(_ data: [DataSet]) { self.data = data }

  mutating func observe(_ event: Event, on map: any MapScene) {
    guard case .selection(.missed(let missed)) = event.kind, missed.nearest == nil,
      found.count < NearestPoints.limit, NearestPoints.hasPoint(missed.reason)
    else { return }
    let middle = Projection.coordinate(for: map.viewport.center)
    let nearest = data.compactMap { set in set.nearest(to: middle).map { (set: set, point: $0) } }
      .min { $0.point.kilometers < $1.point.kilometers }
    guard let nearest else { return }
    let (set, row) = (nearest.set, nearest.point.row)
    found.append(
      NearestPoint(
        time: event.time, data: set.name, id: set.ids[row], title: set.titles[row],
        distance: NearestPoints.words(
          nearest.point.kilometers, from: middle, to: set.coordinates[row])))
  }

  /// The distance and the direction of a place: `2.31 km north-east of the middle of the map`.
  private static func words(
    _ kilometers: Double, from middle: Coordinate, to place: Coordinate
  ) -> String {
    let map = "the middle of the map"
    // A point that is nearer than a meter is there.
    guard kilometers >= 0.001 else { return "in \(map)" }
    let north = place.latitude - middle.latitude
    // Half of it at 60 degrees is near enough for eight directions.
    let east =
      (place.longitude - middle.longitude).remainder(dividingBy: 360)
      * (1 - (middle.latitude * middle.latitude) / 8100)
    var words: [String] = []
    // Within 22.5 degrees of an axis, whose tangent this is, a place lies along it.
    if north.magnitude > east.magnitude * 0.414 { words.append(north > 0 ? "north" : "south") }
    if east.magnitude > north.magnitude * 0.414 { words.append(east > 0 ? "east" : "west") }
    return "\(MapWords.decimal(kilometers)) km \(words.joined(separator: "-")) of \(map)"
  }

  /// Whether a point of the data can be where nothing was selected.
  private static func hasPoint(_ reason: MissedSelection.Reason) -> Bool {
    switch reason {
    case .nothingInView, .notOnMap, .clusterNotOnMap, .noClusters: true
    case .tooFar, .withoutView, .hiddenByCollision, .outsideMapView, .noControl, .outsideWorld,
      .superseded, .otherRole, .underBar, .allUnderBar, .inCluster, .disabled, .withoutTitle:
      false
    }
  }
}
