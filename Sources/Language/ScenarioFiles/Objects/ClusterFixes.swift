public import Clustering
import MapConfiguration
internal import MapGeometry
public import Scenarios

/// The fixes of a layer to CCHMapClusterController, unless it switches single fixes.
public enum ClusterMode: String, Keyword, CaseIterable {
  /// The fixes that users of the library ask for.
  case corrected
  /// No fixes: the unchanged library.
  case upstream

  /// The fixes of the mode.
  public var fixes: ClusterFixes {
    switch self {
    case .corrected: .standard
    case .upstream: .none
    }
  }
}

/// The fixes of a layer with clusters, in words for a report.
public struct ClusteringInForce: Hashable, Sendable {
  /// The name of the layer.
  public var layer: String
  /// The part of the visible rect by which its cells reach beyond each edge; less than 0 when
  /// they do not reach the edges.
  public var marginFraction: Double
  /// The name of the algorithm.
  public var engine: String
  /// The nearest mode.
  public var mode: ClusterMode
  /// The fixes that differ from those of the mode, as a scenario would write them.
  public var changes: [String]
  /// All active fixes, in the order of their declaration; empty for the unchanged library.
  public var fixes: [String]

  /// Words for the engine and the fixes of a layer.
  public init(
    layer: String, engine: String = "reference", marginFraction: Double = 0.5, fixes: ClusterFixes
  ) {
    self.marginFraction = marginFraction
    // Of two modes that are equally near, the first one.
    let changes = ClusterMode.allCases.map { mode in
      (mode: mode, entries: ClusterFixes.entries.filter { $0.words(fixes) != $0.words(mode.fixes) })
    }
    let nearest = changes.min { $0.entries.count < $1.entries.count }
    self.layer = layer
    self.engine = engine
    mode = nearest?.mode ?? .corrected
    self.changes = (nearest?.entries ?? []).map { "\($0.field.key): \($0.words(fixes))" }
    self.fixes = ClusterFixes.entries.compactMap { entry in
      let words = entry.words(fixes)
      guard words != entry.words(.none) else { return nil }
      return entry.field.type == .flag ? entry.field.key : "\(entry.field.key): \(words)"
    }
  }
}

extension Scenario {
  /// The fixes of each layer with clusters, in the order of the layers.
  public var clusteringInForce: [ClusteringInForce] {
    layers.compactMap { layer in
      layer.cluster.map {
        ClusteringInForce(
          layer: layer.name, engine: $0.engine.name, marginFraction: $0.marginFraction,
          fixes: $0.fixes)
      }
    }
  }
}

extension ClusterFixes {
  /// Sets the fix of a key to a value that the declaration of `fixes` lets pass.
  ///
  /// - Returns: Whether there is such a key and it takes the value.
  public mutating func set(_ key: String, to scalar: Scalar) -> Bool {
    ClusterFixes.entries.first { $0.field.key == key }?.set(&self, scalar) ?? false
  }

  /// The keys of all fixes, in the order of their declaration.
  public static var keys: [String] { entries.map(\.field.key) }

  /// The keys of the fixes that are made, in the order of their declaration.
  public var made: [String] {
    ClusterFixes.entries.filter { $0.words(self) != $0.words(.none) }.map(\.field.key)
  }

  /// The keys of the fixes of the index that are not made, in the order of their declaration.
  public var missingOfIndex: [String] {
    ClusterFixes.engineEntries.filter { $0.words(self) != $0.words(.standard) }.map(\.field.key)
  }

  /// The table of the fixes, which the reader, the reference and the reports share.
  static let entries: [OptionEntry<ClusterFixes>] = engineEntries + controllerEntries

  private static let engineEntries: [OptionEntry<ClusterFixes>] = [
    .flag(
      "west of date line", \.wrapsWestward,
      "Cells west of the date line hold the points at the other end of the world; as it is, they "
        + "hold none."),
    .flag(
      "cells once", \.visitsCellsOnce,
      "A grid wider than the world has each cell once; as it is, points come again as other "
        + "clusters."),
    .flag(
      "one cell per point", \.keepsPointsInOneCell,
      "A point on an edge belongs to one cell; as it is, to all that touch there."),
    .flag(
      "beyond 85 degrees", \.clampsLatitudes,
      "Points beyond the latitudes of the index are kept at its edge; as it is, they are never "
        + "shown."),
    .flag(
      "crowds in one leaf", \.sharesLeaves,
      "Points at one place lie in one leaf of the index; as it is, in a chain of nodes that takes "
        + "quadratic time."),
    .flag(
      "by identity", \.findsByIdentity,
      "A point that is removed is found by its identity; as it is, by its place, and one that was "
        + "moved stays for ever."),
    .flag(
      "move points", \.movesPoints,
      "A point goes where the app moves its annotation, and its cluster annotation goes along; as "
        + "it is, the index keeps the place at which it was added."),
  ]

  private static let controllerEntries: [OptionEntry<ClusterFixes>] = [
    .flag(
      "cells by scale", \.measuresCellsByScale,
      "The length of a cell is its points at the scale of the map; as it is, the distance of two "
        + "corners of the view, which comes out too short on a turned map that reaches beyond a "
        + "pole or over the date line. A grid of more than 524,288 cells gets longer ones, and "
        + "`grids coarsened` counts it."),
    .flag(
      "compare when applied", \.comparesWhenApplied,
      "What an update brings is compared with the map of the moment when it is applied; as it is, "
        + "of the moment when it was asked for, and overlapping updates leave ghosts."),
    .flag(
      "coalesce updates", \.coalescesUpdates,
      "An update that waits is replaced by a newer one; as it is, each one runs in full, cancelled "
        + "ones too."),
    .flag(
      "tolerate zoom noise", \.toleratesZoomNoise,
      "A zoom is a change by more than a tolerance; as it is, any change of the span."),
    .flag(
      "keep selection", \.keepsSelection,
      "The selection survives a zoom when its annotation, or a cluster that holds it, is still "
        + "there; as it is, every zoom deselects."),
    .flag(
      "pause and resume", \.pausesAndResumes,
      "The app can let the controller rest and go on; as it is, it cannot."),
    .flag(
      "update on request", \.updatesOnRequest,
      "The app can ask for an update at any time; as it is, it cannot."),
    .flag(
      "move reused", \.movesReused,
      "A cluster that stays goes to where its new members are; as it is, it stays where it was."),
    .choice(
      "overlap", \.overlap,
      "What happens to clusters of neighboring cells whose views would overlap: nothing, they go "
        + "apart until they touch, but two single locations stay, or they become one. The last two "
        + "may move a cluster that stays.", example: .pushedApart),
  ]
}

extension OptionEntry<ClusterFixes> {
  fileprivate static func flag(_ key: String, _ path: any Path<Bool>, _ help: String) -> Self {
    let example = !ClusterFixes.standard[keyPath: path]
    return Self(key, .flag, path, help, example: example, need: need) { $0 ? "yes" : "no" }
  }

  fileprivate static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: any Path<Value>, _ help: String, example: Value
  ) -> Self { Self(key, .oneOf, path, help, example: example, need: need) { $0.rawValue } }

  private static func need(_ words: (ClusterFixes) -> String) -> Field.Need {
    let (corrected, none) = (words(.standard), words(.none))
    return .derived(
      corrected == none
        ? "`\(none)` in both modes" : "`\(corrected)` when corrected, `\(none)` upstream")
  }
}
