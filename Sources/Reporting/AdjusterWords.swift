internal import AdjusterSuite
internal import MapGeometry
internal import Measures

/// Words for what adjusters do, shared by terminal, page and Markdown.
enum AdjusterWords {
  /// The share of trials that keep a criterion: `always`, `97 %`, `never`, `-`.
  static func kept(_ tally: CriterionTally) -> String {
    guard tally.asked > 0 else { return MetricText.never }
    if tally.broken == 0 { return "always" }
    if tally.broken == tally.asked { return "never" }
    return "\(percent(tally.asked - tally.broken, of: tally.asked)) %"
  }

  /// A share in whole percent; only the whole is 100 and only nothing is 0.
  static func percent(_ part: Int, of whole: Int) -> Int {
    guard whole > 0, part > 0 else { return 0 }
    return part == whole ? 100 : min(99, max(1, (part * 200 + whole) / (whole * 2)))
  }
}
