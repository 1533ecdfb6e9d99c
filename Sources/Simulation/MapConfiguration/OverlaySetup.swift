public import MapEvents
public import MapGeometry

/// An overlay that can be put on the map.
public struct OverlaySetup: Hashable, Sendable {
  /// The shape of an overlay.
  public enum Shape: Hashable, Sendable {
    /// A circle around a place, as a geofence.
    case circle(center: Coordinate, radiusMeters: Double)
    /// A line through places, straight on the map.
    case polyline([Coordinate])
    /// An area with its corners at places.
    case polygon([Coordinate])
    /// A line through places, straight on the earth.
    case geodesicPolyline([Coordinate])
  }

  /// The name that reports use.
  public var name: String
  /// Its shape.
  public var shape: Shape
  /// Its level; nil where the app names none, which the options decide.
  public var level: OverlayLevel?
  /// Whether the delegate has a renderer for it.
  public var hasRenderer: Bool

  /// Makes a setup of its parts.
  public init(name: String, shape: Shape, level: OverlayLevel? = nil, hasRenderer: Bool = true) {
    self.name = name
    self.shape = shape
    self.level = level
    self.hasRenderer = hasRenderer
  }
}

/// Where an overlay is put among those of its level.
public enum OverlayPlacement: Hashable, Sendable {
  /// In front of all.
  case last
  /// At an index, at most behind the last.
  case index(Int)
  /// Directly behind another one, which gives the level.
  case below(Int)
  /// Directly in front of another one, which gives the level.
  case above(Int)
}
