public import MapGeometry

/// Fixes of CCHMapClusterController's flaws.
///
/// ``none`` is the original library, ``standard`` meets the expectations of its users. Each fix can
/// be enabled separately. The first group concerns the engine, which finds points. The second group
/// concerns the controller, which adds clusters to the map.
public struct ClusterFixes: Hashable, Sendable {
  /// Cells west of the date line wrap to the other side of the world; unfixed they hold nothing.
  public var wrapsWestward = false
  /// A grid wider than the world has each cell once; unfixed points become several clusters.
  public var visitsCellsOnce = false
  /// A point belongs to the one cell whose north-western edges it may touch, and the grid ends with
  /// the margin; unfixed to every cell that it touches, and rounding can add a row or a column.
  public var keepsPointsInOneCell = false
  /// Points beyond the latitudes of the index are kept at its edge; unfixed they count, but are
  /// never shown.
  public var clampsLatitudes = false
  /// The tree has a last level, whose leaves take any number of points at one place; unfixed they
  /// make a chain of nodes, in quadratic time.
  public var sharesLeaves = false
  /// A removed point is found by its identity; unfixed only at its present place, so that a moved
  /// one stays for ever.
  public var findsByIdentity = false
  /// A point follows its annotation, and so does a cluster of exactly such points at one place;
  /// unfixed the index keeps the place at which the point was added.
  public var movesPoints = false

  /// The side of a cell follows from the scale of the map.
  ///
  /// Unfixed it is the distance of two corners of the view, by way of their coordinates: rounding
  /// decides how many cells go around the world, and on a turned map that reaches beyond a pole or
  /// over the date line it comes out too short, down to nothing.
  public var measuresCellsByScale = false
  /// The result is compared with the map when it is applied; unfixed with the map of the
  /// request, so that clusters added by another update in between stay as ghosts.
  public var comparesWhenApplied = false
  /// A newer update replaces a waiting update, and cancelled updates do not run.
  ///
  /// Without this fix each update runs in full.
  public var coalescesUpdates = false
  /// A zoom is a change of the zoom level by more than a tolerance; unfixed any change of the
  /// longitude span, noise included.
  public var toleratesZoomNoise = false
  /// The selection survives a zoom when its annotation, or a cluster that holds it, is still there;
  /// unfixed every zoom deselects.
  ///
  /// A selection with a zoom waits for its own update, and without a cluster nothing happens;
  /// unfixed it takes the next update to end for its own, and goes to 0, 0.
  public var keepsSelection = false
  /// A reused cluster moves to its new members; unfixed it stays, which many apps want.
  public var movesReused = false
  /// The app can pause and resume the updates of a layer; unfixed every change brings an update.
  public var pausesAndResumes = false
  /// The app can request an update; unfixed only changes of region and data bring one.
  public var updatesOnRequest = false
  /// The treatment of clusters of neighboring cells whose views would overlap.
  public var overlap = ClusterOverlap.left

  /// Creates a value without any fix.
  public init() {}

  /// No fixes.
  public static let none = ClusterFixes()

  /// The default of scenarios: all but moving reused clusters.
  public static let standard = {
    var fixes = ClusterFixes()
    let all: [WritableKeyPath<ClusterFixes, Bool>] = [
      \.wrapsWestward, \.visitsCellsOnce, \.keepsPointsInOneCell, \.clampsLatitudes,
      \.sharesLeaves, \.findsByIdentity, \.movesPoints, \.measuresCellsByScale,
      \.comparesWhenApplied, \.coalescesUpdates, \.toleratesZoomNoise, \.keepsSelection,
      \.pausesAndResumes, \.updatesOnRequest,
    ]
    for fix in all { fixes[keyPath: fix] = true }
    fixes.overlap = .merged
    return fixes
  }()
}

/// The treatment of clusters of neighboring cells whose views would overlap.
public enum ClusterOverlap: String, CaseIterable, Hashable, Sendable {
  case left = "left alone"
  case pushedApart = "pushed apart"
  case merged
}

extension ClusterFixes: DescribedOptions {
  /// All fixes, those of the index first.
  public static let definitions = engineDefinitions + controllerDefinitions

  /// The fixes of the index.
  public static let engineDefinitions: [OptionDefinition<ClusterFixes>] = [
    .flag(
      "west of date line", \.wrapsWestward,
      "Cells west of the date line hold the points at the other end of the world. Unfixed, they "
        + "are empty."),
    .flag(
      "cells once", \.visitsCellsOnce,
      "A grid wider than the world visits each cell once. Unfixed, the same points appear in "
        + "several clusters."),
    .flag(
      "one cell per point", \.keepsPointsInOneCell,
      "A point on an edge belongs to one cell, and the grid ends with the margin. Unfixed, the "
        + "point belongs to every cell that touches it, and in some places of the world rounding "
        + "adds a row or a column of cells beyond the margin."),
    .flag(
      "beyond 85 degrees", \.clampsLatitudes,
      "Points beyond 85 degrees of latitude are kept at the edge of the index. Unfixed, they are "
        + "never shown."),
    .flag(
      "crowds in one leaf", \.sharesLeaves,
      "Points at one place share one leaf of the index. Unfixed, they form a chain of nodes, "
        + "which takes quadratic time."),
    .flag(
      "by identity", \.findsByIdentity,
      "The index finds a removed point by its identity. Unfixed, it searches by place and does "
        + "not find a point that has moved: it stays on the map forever."),
    .flag(
      "move points", \.movesPoints,
      "A point and its cluster annotation move with the annotation that the app moves. Unfixed, "
        + "the index keeps the first place."),
  ]

  private static let controllerDefinitions: [OptionDefinition<ClusterFixes>] = [
    .flag(
      "cells by scale", \.measuresCellsByScale,
      "The scale of the map gives the length of a cell, and a grid that would have more than "
        + "524,288 cells gets longer ones, which `grids coarsened` counts. Unfixed, the distance "
        + "between two corners of the view gives the length, which is too short on a turned map "
        + "that reaches beyond a pole or over the date line."),
    .flag(
      "compare when applied", \.comparesWhenApplied,
      "An update compares its result with the map at the time when the result is applied. "
        + "Unfixed, it compares with the map of the request, and overlapping updates leave "
        + "ghosts."),
    .flag(
      "coalesce updates", \.coalescesUpdates,
      "A newer update replaces a waiting one. Unfixed, every update runs in full, even a "
        + "cancelled one."),
    .flag(
      "tolerate zoom noise", \.toleratesZoomNoise,
      "Only a change larger than a tolerance counts as a zoom. Unfixed, any change of the span "
        + "does."),
    .flag(
      "keep selection", \.keepsSelection,
      "The selection survives a zoom when its annotation, or a cluster that holds it, is still "
        + "on the map. Unfixed, every zoom deselects."),
    .flag(
      "pause and resume", \.pausesAndResumes,
      "The app can pause and resume the controller. Unfixed, it cannot."),
    .flag(
      "update on request", \.updatesOnRequest,
      "The app can request an update at any time. Unfixed, it cannot."),
    .flag(
      "move reused", \.movesReused,
      "A reused cluster moves to its new members. Unfixed, it stays where it was."),
    .choice(
      "overlap", \.overlap,
      "The treatment of clusters in neighboring cells whose views would overlap. `left alone`: "
        + "they stay. `pushed apart`: they move until they only touch, except two single "
        + "locations, which stay. `merged`: they become one cluster. The last two may move a "
        + "cluster that stays.", example: .pushedApart),
  ]
}
