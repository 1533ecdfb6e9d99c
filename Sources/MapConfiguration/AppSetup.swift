public import MapGeometry

/// What the app around the map does in its callbacks.
public struct AppSetup: Hashable, Sendable {
  /// What it asks of the map whenever a region change ended; nil for nothing.
  public var onRegionDidChange: RegionRequest?

  /// Makes a setup of its parts.
  public init(onRegionDidChange: RegionRequest? = nil) {
    self.onRegionDidChange = onRegionDidChange
  }
}

/// A change of the region that an app asks for.
public enum RegionRequest: Hashable, Sendable {
  /// A centre.
  case center(Coordinate, animated: Bool)
  /// A region.
  case region(CoordinateRegion, animated: Bool)
  /// The content moved by so many points.
  case move(ScreenOffset, animated: Bool)
}
