public import MapGeometry

/// What the app around the map does by itself.
public struct AppSettings: Hashable, Sendable {
  /// What it asks of the map whenever a change of the region ended; nil for nothing.
  public var onRegionDidChange: Request?

  /// Makes settings of their parts.
  public init(onRegionDidChange: Request? = nil) {
    self.onRegionDidChange = onRegionDidChange
  }

  /// A change of the region that the app asks for.
  public enum Request: Hashable, Sendable {
    /// A centre.
    case setCenter(Coordinate, animated: Bool)
    /// A region.
    case setRegion(CoordinateRegion, animated: Bool)
    /// The content moved by so many points.
    case moveContent(by: ScreenOffset, animated: Bool)
  }
}
