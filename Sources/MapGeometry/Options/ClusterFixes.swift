/// What is fixed of the behaviour of the reproduced library, flaw by flaw.
///
/// ``none`` is the library as it is, ``standard`` what its users ask for. Each fix can be switched
/// by itself. The first group concerns the engine, which finds points; the second one the
/// controller, which brings clusters onto the map.
public struct ClusterFixes: Hashable, Sendable {
  // MARK: Of the engine

  /// Cells that lie west of the date line are looked for on the other side of the world.
  ///
  /// In the library they are left out of the world and hold nothing.
  public var wrapsWestward = false
  /// A grid that is wider than the world has each cell once.
  ///
  /// In the library the same cell is visited again, and its points become several clusters.
  public var visitsCellsOnce = false
  /// A point belongs to the cell whose north-western edges it may touch, and to no other.
  ///
  /// In the library a point on an edge belongs to every cell that touches it.
  public var keepsPointsInOneCell = false
  /// Points beyond the latitudes of the index are kept at its edge.
  ///
  /// In the library they are counted as there, but never shown.
  public var clampsLatitudes = false
  /// The tree has a last level, whose leaves take any number of points at one place.
  ///
  /// In the library they make a chain of nodes, which takes quadratic time.
  public var sharesLeaves = false
  /// A point is found by its identity when it is removed, wherever it is said to be.
  ///
  /// In the library it is looked for at its present place only, and stays for ever if it was moved.
  public var findsByIdentity = false
  /// A point goes where the app moves its annotation, and so does a cluster of exactly such points
  /// at one place.
  ///
  /// In the library nobody looks, and the index keeps the place at which the point was added.
  public var movesPoints = false

  // MARK: Of the controller

  /// The side of a cell is as many map points as the scale of the map says.
  ///
  /// In the library it is the distance of two corners of the view, by way of their coordinates:
  /// their rounding decides how many cells go around the world, and on a turned map that reaches
  /// beyond a pole or over the date line it comes out too short, down to nothing.
  public var measuresCellsByScale = false
  /// The map is compared with the result when that is applied.
  ///
  /// In the library it is compared with the map of the moment when the update was asked for, and
  /// what another update brought in between stays as a ghost.
  public var comparesWhenApplied = false
  /// An update that waits is replaced by a newer one, and updates that were cancelled do not run.
  ///
  /// In the library each one runs in full.
  public var coalescesUpdates = false
  /// A zoom is a change of the zoom level by more than a tolerance.
  ///
  /// In the library it is any change of the longitude span, noise included.
  public var toleratesZoomNoise = false
  /// The selection survives a zoom when its annotation, or a cluster that holds it, is still there.
  ///
  /// In the library every zoom deselects. A selection with a zoom is fixed too: it waits for the
  /// update that belongs to it, and without a cluster nothing happens, while the library takes the
  /// next update to end for its own, and goes to 0, 0.
  public var keepsSelection = false
  /// A cluster that stays goes to where its new members are.
  ///
  /// In the library it stays where it was, which many apps want.
  public var movesReused = false
  /// The app can let the updates of a layer wait, and go on.
  ///
  /// In the library it cannot: every change of the region or the data brings an update.
  public var pausesAndResumes = false
  /// The app can ask for an update at any time.
  ///
  /// In the library only changes of the region and of the data bring one.
  public var updatesOnRequest = false
  /// What happens to clusters of neighbouring cells whose views would overlap.
  public var overlap = ClusterOverlap.left

  /// Makes the library as it is.
  public init() {}

  /// The library as it is.
  public static let none = ClusterFixes()

  /// What is fixed unless a scenario says otherwise: all but the moving of clusters that stay.
  public static let standard = {
    var fixes = ClusterFixes()
    fixes.wrapsWestward = true
    fixes.visitsCellsOnce = true
    fixes.keepsPointsInOneCell = true
    fixes.clampsLatitudes = true
    fixes.sharesLeaves = true
    fixes.findsByIdentity = true
    fixes.movesPoints = true
    fixes.measuresCellsByScale = true
    fixes.comparesWhenApplied = true
    fixes.coalescesUpdates = true
    fixes.toleratesZoomNoise = true
    fixes.keepsSelection = true
    fixes.pausesAndResumes = true
    fixes.updatesOnRequest = true
    fixes.overlap = .merged
    return fixes
  }()
}

/// What happens to clusters of neighbouring cells whose views would overlap.
public enum ClusterOverlap: String, CaseIterable, Hashable, Sendable {
  /// Nothing: they overlap.
  case left = "left alone"
  /// They are moved apart until they touch.
  case pushedApart = "pushed apart"
  /// They become one cluster.
  case merged
}
