/// Choices of the map view that nothing published settles, each with a name for scenarios and a
/// default.
public struct ViewportOptions: Hashable, Sendable {
  /// How a region asks for a height.
  public var regionFit: RegionFit
  /// Which copy of the world a place is shown on.
  public var worldCopy: WorldCopy
  /// What stops the map in the north and in the south.
  public var northSouthEdge: NorthSouthEdge
  /// How far the map can be zoomed out.
  public var farthestScale: FarthestScale
  /// The smallest scale, in map points for each point; by default two zoom levels past the one
  /// where a map point is a point.
  public var closestMapPointsPerPoint: Double
  /// What a turned map says that it shows.
  public var turnedBounds: TurnedBounds
  /// How a region is converted to a rectangle of the screen.
  public var regionConversion: RegionConversion
  /// How a rectangle of the screen is converted to a region.
  public var rectConversion: RectConversion
  /// Where padding leaves a map rect.
  public var edgePadding: EdgePadding
  /// The heading when the map is sent elsewhere.
  public var headingOnRegionChange: HeadingOnRegionChange

  /// Makes options; what is not given is as in ``standard``.
  public init(
    regionFit: RegionFit = .edgeSum, worldCopy: WorldCopy = .nearest,
    northSouthEdge: NorthSouthEdge = .closed, farthestScale: FarthestScale = .worldOnLongerSide,
    closestMapPointsPerPoint: Double = 0.25, turnedBounds: TurnedBounds = .boundingBox,
    regionConversion: RegionConversion = .edges, rectConversion: RectConversion = .boundingBox,
    edgePadding: EdgePadding = .innerRect, headingOnRegionChange: HeadingOnRegionChange = .kept
  ) {
    self.regionFit = regionFit
    self.worldCopy = worldCopy
    self.northSouthEdge = northSouthEdge
    self.farthestScale = farthestScale
    self.closestMapPointsPerPoint = closestMapPointsPerPoint
    self.turnedBounds = turnedBounds
    self.regionConversion = regionConversion
    self.rectConversion = rectConversion
    self.edgePadding = edgePadding
    self.headingOnRegionChange = headingOnRegionChange
  }

  /// The default options.
  public static let standard = ViewportOptions()
}

/// Which copy of the world a place is shown on.
public enum WorldCopy: String, Hashable, Sendable, CaseIterable {
  /// The copy nearest to the middle of the view: no place is missing beside the 180th meridian.
  case nearest
  /// The copy that the map point is on, as it was projected.
  case asProjected = "as projected"
}

/// What stops the map in the north and in the south.
public enum NorthSouthEdge: String, Hashable, Sendable, CaseIterable {
  /// The view stays inside the world; one that is taller stands in the middle.
  case closed
  /// Only the middle of the view stays inside the world.
  case open
}

/// How far the map can be zoomed out.
public enum FarthestScale: String, Hashable, Sendable, CaseIterable {
  /// Until the world is as long as the longer side of the view: it is never shown twice.
  case worldOnLongerSide = "one world on the longer side"
  case worldOnShorterSide = "one world on the shorter side"
}

/// What a turned map says that it shows, in its visible map rect and its region.
public enum TurnedBounds: String, Hashable, Sendable, CaseIterable {
  /// The smallest upright rectangle with all of the view inside.
  case boundingBox = "bounding box"
  /// What the map would show if it were not turned.
  case unturned
}

/// How a region is converted to a rectangle of the screen.
public enum RegionConversion: String, Hashable, Sendable, CaseIterable {
  /// From the latitudes centre ± half the span. Not an inverse of the conversion to a region.
  case edges
  /// The rectangle of which the region is the region: centred in map points.
  case exactInverse = "exact inverse"
}

/// How a rectangle of the screen is converted to a region.
public enum RectConversion: String, Hashable, Sendable, CaseIterable {
  /// The region of the smallest upright map rect around its four corners.
  case boundingBox = "bounding box"
  /// The region of the map rect of its own extent around its middle, as if nothing were turned.
  case unturned
}

/// Where padding leaves a map rect that the map is to show.
public enum EdgePadding: String, Hashable, Sendable, CaseIterable {
  /// In the middle of what the padding leaves of the view.
  case innerRect = "inner rect"
  /// In the middle of the whole view; the padding only makes it smaller.
  case wholeView = "whole view"
}

/// The heading when the map is sent to a coordinate, a region or a map rect.
public enum HeadingOnRegionChange: String, Hashable, Sendable, CaseIterable {
  case kept
  case reset
}
