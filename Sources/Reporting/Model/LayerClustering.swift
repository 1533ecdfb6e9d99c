internal import Formatting

/// How the clusters of a layer are fixed, worded.
public struct LayerClustering: Codable, Hashable, Sendable {
  /// The name of the layer.
  public var layer: String
  /// The name of the engine.
  public var engine: String
  /// The name of the mode.
  public var mode: String
  /// The fixes that differ from those of the mode, such as `coalesce updates: no`.
  public var changes: [String]
  /// All fixes in force; empty for the reproduced library as it is.
  public var fixes: [String]
  /// Whether its margin is negative, so that what lies near the edges of the view is in no cluster.
  public var leavesEdgesOut: Bool

  /// Makes a clustering of its parts.
  public init(
    layer: String, engine: String = "reference", mode: String, changes: [String] = [],
    fixes: [String], leavesEdgesOut: Bool = false
  ) {
    self.leavesEdgesOut = leavesEdgesOut
    self.layer = layer
    self.engine = engine
    self.mode = mode
    self.changes = changes
    self.fixes = fixes
  }
}

extension LayerClustering {
  /// The mode and what differs from it: `upstream, but coalesce updates: yes`; and the engine
  /// unless it is that of the reproduced library: `corrected by aggregate`.
  var words: String {
    let mode = engine == "reference" ? mode : "\(mode) by \(engine)"
    return changes.isEmpty ? mode : "\(mode), but \(changes.joined(separator: ", "))"
  }

  /// The fixes in force in a row.
  var fixWords: String {
    fixes.isEmpty ? "nothing fixed" : "fixed: \(fixes.joined(separator: ", "))"
  }
}

extension Markdown {
  /// The section that names the mode of each layer with clusters; empty when there is none.
  static func clusterings(of run: RunReport) -> String {
    let rows = run.sessions.flatMap { session in
      session.clusterings.map { clustering in
        [
          Escape.markdown(session.title), Escape.markdown(clustering.layer),
          Escape.markdown(clustering.words),
        ]
      }
    }
    guard !rows.isEmpty else { return "" }
    return "## Modes of clustering\n\n"
      + table(["scenario", "layer", "mode"], rows, ofNumbers: false) + "\n"
  }
}
