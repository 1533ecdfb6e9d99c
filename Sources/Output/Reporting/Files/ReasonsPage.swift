internal import Formatting

/// The page with the reasons for which committed facts were changed, the latest first.
///
/// It has no dates and no names: those are the commit's.
public enum ReasonsPage {
  /// The name of the file, in the folder of the facts.
  public static let name = "Reasons.md"

  private static let heading = """
    # Reasons

    Why the committed facts were changed, the latest first. `mapreplay rebaseline` writes this page.

    """

  /// The page with one more reason on top.
  ///
  /// - Parameters:
  ///   - reason: The reason, in a line.
  ///   - comparison: The changes.
  ///   - old: The page so far; nil for none.
  /// - Returns: The text of the page.
  public static func text(
    adding reason: String, for comparison: FactsComparison, to old: String?
  ) -> String {
    var lines = comparison.mostTelling.prefix(FactsComparison.listLimit).map { change in
      let first = change.mostTelling.first.map { ": \($0.words)" } ?? ""
      let left = change.values.count - 1
      return change.id + first + (left > 0 ? ", and \(left) more" : "")
    }
    for (word, ids) in [("new", comparison.missing), ("gone", comparison.stale)] {
      lines += ids.prefix(FactsComparison.listLimit).map { "\(word): \($0)" }
    }
    let sessions = comparison.changes.count + comparison.missing.count + comparison.stale.count
    if lines.count < sessions { lines.append("and \(sessions - lines.count) more") }
    let entry =
      "\n## \(Escape.markdown(reason))\n\n"
      + lines.map { "- \(Escape.markdown($0))\n" }.joined()
    // A page that somebody wrote otherwise stays, below the new reason.
    let kept = old?.replacing("\r\n", with: "\n")
    let others = kept.map {
      $0.hasPrefix(heading) ? String($0.dropFirst(heading.count)) : "\n\($0)"
    }
    return heading + entry + (others ?? "")
  }
}
