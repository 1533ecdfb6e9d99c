/// Decisions about the map's geometry that published sources leave open, each under a name.
public struct ViewportOptions: Hashable, Sendable {
  /// How a region asks for a height.
  public var regionFit = RegionFit.edgeSum
  /// Which copy of the world a place is shown on.
  public var worldCopy = WorldCopy.nearest
  /// How far the map can be moved to the north and to the south.
  public var northSouthEdge = NorthSouthEdge.closed
  /// How far the map can be zoomed out.
  public var farthestScale = FarthestScale.worldOnLongerSide
  /// The smallest scale, in map points for each point; by default two zoom levels past the one
  /// where a map point is a point.
  public var closestMapPointsPerPoint = 0.25
  /// The visible map rect and region that a turned map returns.
  public var turnedBounds = TurnedBounds.boundingBox
  /// How a region is converted to a rectangle of the screen.
  public var regionConversion = RegionConversion.edges
  /// How a rectangle of the screen is converted to a region.
  public var rectConversion = RectConversion.boundingBox
  /// Where padding leaves a map rect.
  public var edgePadding = EdgePadding.innerRect
  /// The heading when the map is sent elsewhere.
  public var headingOnRegionChange = HeadingOnRegionChange.kept
  /// How far the app lets the camera go; nil for the limits of the world alone.
  public var cameraLimits: CameraLimits?

  /// Makes the default options, but for the region fit.
  public init(regionFit: RegionFit = .edgeSum) { self.regionFit = regionFit }

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

/// The part that stays inside the world in the north and south: the view, in the middle if it is
/// taller, or only its middle.
public enum NorthSouthEdge: String, Hashable, Sendable, CaseIterable { case closed, open }

/// How far the map can be zoomed out.
public enum FarthestScale: String, Hashable, Sendable, CaseIterable {
  /// Until the world is as long as the longer side of the view: it is never shown twice.
  case worldOnLongerSide = "one world on the longer side"
  case worldOnShorterSide = "one world on the shorter side"
}

/// The visible map rect and region that a turned map returns.
public enum TurnedBounds: String, Hashable, Sendable, CaseIterable {
  /// The smallest upright rectangle with all of the view inside.
  case boundingBox = "bounding box"
  /// The rectangle as if the map were not turned.
  case unturned
}

/// How a region is converted to a rectangle of the screen.
public enum RegionConversion: String, Hashable, Sendable, CaseIterable {
  /// From the latitudes center ± half the span. Not an inverse of the conversion to a region.
  case edges
  /// The rectangle of which the region is the region: centerd in map points.
  case exactInverse = "exact inverse"
}

/// How a rectangle of the screen is converted to a region.
public enum RectConversion: String, Hashable, Sendable, CaseIterable {
  /// The region of the smallest upright map rect around its four corners.
  case boundingBox = "bounding box"
  /// The region of a map rect of the same extent around its middle, as if nothing were turned.
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
public enum HeadingOnRegionChange: String, Hashable, Sendable, CaseIterable { case kept, reset }

extension ViewportOptions: DescribedOptions {
  /// The options of the geometry, in the order of the language's reference.
  public static let definitions: [OptionDefinition<ViewportOptions>] = [
    .choice(
      "world copy", \.worldCopy,
      "The copy of the world on which a place is shown when the view crosses the 180th meridian: "
        + "the copy nearest to the middle of the view, or the copy on which the map point was "
        + "projected.",
      example: .asProjected),
    .choice(
      "north and south edge", \.northSouthEdge,
      "Whether the whole view stays inside the world in the north and south, or only its middle.",
      example: .open),
    .choice(
      "farthest scale", \.farthestScale,
      "The limit for zooming out: one world fills the longer side or the shorter side.",
      example: .worldOnShorterSide),
    .zoomLevel(
      "closest zoom", 14...26, \.closestMapPointsPerPoint,
      "The limit for zooming in, as a zoom level. Level 0 shows the world in 256 points; each "
        + "level doubles the scale.", example: 21),
    .choice(
      "rotated bounds", \.turnedBounds,
      "The visible region that a turned map returns: an upright rectangle around the whole view, "
        + "or the rectangle of the unturned map.", example: .unturned),
    .choice(
      "region conversion", \.regionConversion,
      "The conversion of a region to a rectangle of the screen. `edges`: from the latitudes of "
        + "its center plus and minus half its span. `exact inverse`: the rectangle whose region "
        + "it is.", example: .exactInverse),
    .choice(
      "rect conversion", \.rectConversion,
      "The conversion of a rectangle of the screen to a region on a turned map: from an upright "
        + "rectangle around its corners, or as on an unturned map.", example: .unturned),
    .choice(
      "edge padding", \.edgePadding,
      "The place of a padded map rect: in the middle of the space inside the padding, or in the "
        + "middle of the whole view.", example: .wholeView),
    .choice(
      "heading on region change", \.headingOnRegionChange,
      "The heading after the app sets the region.", example: .reset
    )
    .evidence(
      .decision,
      "against it react-native-maps 4841, which does not say whether it is about Apple's map"),
  ]
}
