import MapGeometry

/// The points of one file, in the order of their rows.
struct PointTable: Hashable, Sendable {
  var ids: [String] = []
  var coordinates: [Coordinate] = []
  var titles: [String] = []
}
