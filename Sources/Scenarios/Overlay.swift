public import MapGeometry

/// A shape that steps can put on the map.
public struct Overlay: Hashable, Sendable {
  /// What an overlay covers.
  public enum Shape: Hashable, Sendable {
    /// A circle around a place, as a geofence.
    case circle(center: Coordinate, radiusMetres: Double)
    /// A line through places, straight on the map.
    case polyline([Coordinate])
    /// An area with its corners at places.
    case polygon([Coordinate])
    /// A line through places, straight on the earth.
    case geodesic([Coordinate])
  }

  /// What an overlay lies over.
  public enum Level: String, CaseIterable, Hashable, Sendable {
    /// Over the roads, under the labels.
    case aboveRoads = "above roads"
    /// Over the labels.
    case aboveLabels = "above labels"
  }

  /// The name by which steps refer to it.
  public var name: String
  /// What it covers.
  public var shape: Shape
  /// What it lies over; nil when the app does not say, which is over the labels.
  public var level: Level?
  /// Whether the app has a renderer for it.
  public var hasRenderer: Bool

  /// Makes an overlay of its parts.
  public init(name: String, shape: Shape, level: Level?, hasRenderer: Bool) {
    self.name = name
    self.shape = shape
    self.level = level
    self.hasRenderer = hasRenderer
  }

  /// Kilometres along a geodesic line on the earth as a sphere; 0 for the other shapes.
  ///
  /// - Complexity: O(places).
  public var geodesicKilometres: Double {
    guard case .geodesic(let places) = shape else { return 0 }
    return zip(places, places.dropFirst()).reduce(0) { $0 + GreatCircle.kilometres($1.0, $1.1) }
  }
}
