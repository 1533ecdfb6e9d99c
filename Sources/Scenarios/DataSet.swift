public import MapGeometry

/// Points to be annotated, on flat buffers; point i is row i of the set.
///
/// The rows are those of its file, less the points that the scenario leaves out.
public struct DataSet: Hashable, Sendable {
  /// The name by which steps refer to it.
  public var name: String
  /// Where it came from: a path as the scenario writes it, or nil for points in the scenario.
  public var file: String?
  /// Each point's own id, unique in the set.
  public var ids: [String]
  /// Each point's coordinate; all are valid.
  public var coordinates: [Coordinate]
  /// Each point's title; empty for a point without one.
  public var titles: [String]

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
    self.titles = titles
  }

  /// The number of points.
  public var count: Int { ids.count }
}
