public import MapGeometry

/// The rules of apps by their names, from their definitions.
public enum OraclePlacer {
  /// Where a rule puts some places of a cell; nowhere when the rule is unknown.
  public static func place(_ name: String, _ all: [Coordinate], in cell: MapRect) -> Coordinate {
    let first = all[0]
    switch name {
    case "middle of cell":
      let latitude = OracleGeometry.latitude(cell.minY + cell.height / 2)
      return Coordinate(
        latitude: min(max(latitude, -85), 85),
        longitude: wrapped(OracleGeometry.longitude(cell.minX + cell.width / 2)))
    case "middle of extent":
      // How far each lies in the east of the first, the short way.
      let ways = all.map { wrapped($0.longitude - first.longitude) }.sorted()
      let latitudes = all.map(\.latitude).sorted()
      return Coordinate(
        latitude: (latitudes[0] + latitudes[all.count - 1]) / 2,
        longitude: wrapped(first.longitude + (ways[0] + ways[all.count - 1]) / 2))
    case "northernmost point":
      return all.first { one in all.allSatisfy { $0.latitude <= one.latitude } } ?? first
    default:
      return Coordinate(latitude: .nan, longitude: .nan)
    }
  }

  private static func wrapped(_ longitude: Double) -> Double {
    var longitude = longitude
    while longitude >= 180 { longitude -= 360 }
    while longitude < -180 { longitude += 360 }
    return longitude
  }
}
