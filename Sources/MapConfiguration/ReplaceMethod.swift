/// How a layer gets other points.
public enum ReplaceMethod: String, Hashable, Sendable, CaseIterable {
  /// All annotations are removed, then the new ones are added.
  case all
  /// Only those are removed and added that differ.
  case changed = "only what changed"
}
