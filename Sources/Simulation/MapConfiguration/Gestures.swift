public import MapEvents
public import MapGeometry

/// How fingers leave the map.
public enum GestureRelease: String, Hashable, Sendable, CaseIterable {
  /// They rest before they are lifted.
  case resting
  /// They are lifted while they move; the map decelerates from their last speed.
  case moving
}

/// How a dragged annotation is released.
public enum DragEnd: String, Hashable, Sendable, CaseIterable {
  /// It stays where it is released.
  case drop
  /// It goes back.
  case cancel
}

/// The annotation that a finger or the app means.
public enum TapTarget: Hashable, Sendable {
  /// The shown one nearest to an edge or a corner, at most so many points away.
  case near(MapEdge, withinPoints: Double)
  /// The shown one nearest on the screen to a coordinate.
  case nearest(Coordinate)
  /// The shown one nearest to a point of the view, at most so many points away.
  case at(ScreenPoint, withinPoints: Double)
  /// The shown one nearest to the middle of the view.
  case middle
  /// The shown one with the most points.
  case largest
  /// That of a point, or the cluster that holds it.
  case point(PointID, layer: Int)
  /// Another target, among the annotations of one role.
  indirect case only(AnnotationRole, TapTarget)
}

/// The behavior of the app in the map's callbacks.
public struct AppSetup: Hashable, Sendable {
  /// The request it makes of the map whenever a region change ended; nil for none.
  public var onRegionDidChange: RegionRequest?

  /// Makes a setup of its parts.
  public init(onRegionDidChange: RegionRequest? = nil) {
    self.onRegionDidChange = onRegionDidChange
  }
}

/// A change of the region that an app asks for.
public enum RegionRequest: Hashable, Sendable {
  /// A center.
  case center(Coordinate, animated: Bool)
  /// A region.
  case region(CoordinateRegion, animated: Bool)
  /// The content moved by so many points.
  case move(ScreenOffset, animated: Bool)
}

/// Where an app that replaces a layer's points finds the annotations that are there.
public enum ReplaceSource: String, Hashable, Sendable, CaseIterable {
  /// In a list that it keeps of what it added.
  case ownList = "own list"
  /// In the map's `annotations`, which hold native clusters too.
  case map = "the map"
}

/// How a layer gets other points.
public enum ReplaceMethod: String, Hashable, Sendable, CaseIterable {
  /// All annotations are removed, then the new ones are added.
  case all
  /// Only those are removed and added that differ.
  case changed = "only what changed"
}
