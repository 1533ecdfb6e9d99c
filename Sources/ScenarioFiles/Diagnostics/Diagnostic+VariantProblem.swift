import Scenarios

extension Diagnostic {
  /// Variants that cannot be played side by side, though every key is right.
  public enum VariantProblem: Hashable, Sendable {
    /// A name that no file can have everywhere.
    case badName(String)
    /// Two variants whose files would have the same name.
    case oneFile(String, String)
    /// Variants of layers without clusters.
    case nothingVaries
    /// Two variants that play the same session.
    case same(String, String)
    /// A canary must fail with a metric that nothing expects of one variant.
    case neverExpected(String, of: String)
  }
}

extension Diagnostic.VariantProblem {
  var wording: Wording {
    switch self {
    case .badName(let name):
      Wording(
        "'\(brief(name))' cannot be the name of a variant, which also names files",
        "write the letters a to z, digits, blanks and hyphens; begin and end with one of the first "
          + "two")
    case .oneFile(let name, let other):
      Wording(
        "the files of the variants '\(other)' and '\(name)' would have the same name",
        "rename one of them; capitals, blanks and hyphens make no difference")
    case .nothingVaries:
      Wording(
        "no layer has clusters, so nothing varies", "give a layer a 'cluster', or remove 'variants'"
      )
    case .same(let name, let other):
      Wording("the variants '\(other)' and '\(name)' play the same session", "remove one of them")
    case .neverExpected(let metric, let variant):
      Wording(
        "nothing expects '\(metric)' of the variant '\(variant)', so it cannot fail there",
        "add a rule for it to an 'expect'")
    }
  }
}
