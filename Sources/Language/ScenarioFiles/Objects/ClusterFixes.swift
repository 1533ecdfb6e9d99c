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
    ClusterFixes.definitions.filter { $0.value(self) != $0.value(.none) }.map(\.name)
  }

  /// The keys of the fixes of the index that are not made, in the order of their declaration.
  public var missingOfIndex: [String] {
    ClusterFixes.engineDefinitions.filter { $0.value(self) != $0.value(.standard) }.map(\.name)
  }

  /// The table of the fixes, which the reader, the reference and the reports share.
  static let entries = definitions.map { fix in
    OptionEntry<ClusterFixes>(fix, of: \.self) { words in
      let (corrected, none) = (words(.standard), words(.none))
      return .derived(
        corrected == none
          ? "`\(none)` in both modes" : "`\(corrected)` when corrected, `\(none)` upstream")
    }
  }
}
