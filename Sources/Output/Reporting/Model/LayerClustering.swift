internal import Clustering
internal import Formatting

/// The mode of clustering of a layer and its fixes, in words.
public struct LayerClustering: Codable, Hashable, Sendable {
  /// The name of the layer.
  public var layer: String
  /// The name of the engine.
  public var engine: String
  /// The name of the mode.
  public var mode: String
  /// The fixes that differ from those of the mode, such as `coalesce updates: no`.
  public var changes: [String]
  /// The enabled fixes; empty for the original CCHMapClusterController.
  public var fixes: [String]
  /// Whether the margin is ever negative, so that points near the edges of the view are in no
  /// cluster.
  public var leavesEdgesOut: Bool

  /// Makes a clustering of its parts.
  public init(
    layer: String, engine: String = "reference", mode: String, changes: [String] = [],
    fixes: [String], leavesEdgesOut: Bool = false
  ) {
    (self.layer, self.engine, self.mode) = (layer, engine, mode)
    (self.changes, self.fixes, self.leavesEdgesOut) = (changes, fixes, leavesEdgesOut)
  }

  /// The mode, the engine unless it is the reference one, and the changes:
  /// `upstream, but coalesce updates: yes`, `corrected by aggregate`.
  public var words: String {
    let mode = engine == "reference" ? mode : "\(mode) by \(engine)"
    return changes.isEmpty ? mode : "\(mode), but \(changes.joined(separator: ", "))"
  }

  package var fixWords: String {
    fixes.isEmpty ? "nothing fixed" : "fixed: \(fixes.joined(separator: ", "))"
  }
}
