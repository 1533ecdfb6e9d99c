/// Choices of the map view that nothing published settles.
///
/// Each has a name that a scenario can use and a standard value; a report ought to tell which were
/// in force.
public struct ViewportOptions: Hashable, Sendable {
  /// How a region asks for a height.
  public var regionFit: RegionFit
  /// Which copy of the world a place is shown on.
  public var worldCopy: WorldCopy
  /// What stops the map in the north and in the south.
  public var northSouthEdge: NorthSouthEdge
  /// How far the map can be zoomed out.
  public var farthestScale: FarthestScale
  /// How far the map can be zoomed in: the smallest scale, in map points for each point.
  ///
  /// The standard is two zoom levels past the one where a map point is a point.
  public var closestMapPointsPerPoint: Double
  /// What a turned map says that it shows.
  public var turnedBounds: TurnedBounds
  /// How a region is converted to a rectangle of the screen.
  public var regionConversion: RegionConversion
  /// How a rectangle of the screen is converted to a region.
  public var rectConversion: RectConversion
  /// Where padding leaves a map rect.
  public var edgePadding: EdgePadding
  /// What becomes of the heading when the map is sent elsewhere.
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

  /// The options of a map of which nothing is said.
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
  /// Until the world is as long as the shorter side of the view.
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

/// What becomes of the heading when a map is sent to a coordinate, a region or a map rect.
public enum HeadingOnRegionChange: String, Hashable, Sendable, CaseIterable {
  /// It stays.
  case kept
  /// North is at the top again.
  case reset
}
