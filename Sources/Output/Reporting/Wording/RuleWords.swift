internal import Formatting
internal import Measures
internal import Metrics

/// Rules in words that stay the same however an author writes them: `at most 900 ms`, of `0.9 s`
/// too.
enum RuleWords {
  /// A rule about a metric.
  static func text(of rule: Expectation.Rule, about metric: Metric) -> String {
    func words(_ value: MetricValue) -> String { MetricText.exact(value, of: metric) }
    switch rule {
    case .atMost(let most): return "at most \(words(most))"
    case .atLeast(let least): return "at least \(words(least))"
    case .exactly(let value): return "exactly \(words(value))"
    case .between(let least, let most): return "between \(words(least)) and \(words(most))"
    case .always: return "always"
    case .never: return "never"
    case .within(.amount(let amount), let variant): return "within \(words(amount)) of \(variant)"
    case .within(.part(let part, let whole), let variant):
      return "within \(MetricText.percent(part, of: whole)) of \(variant)"
    case .held(.atMost(let part, let whole), let variant):
      return "at most \(MetricText.percent(part, of: whole)) of \(variant)"
    case .held(.atLeast(let part, let whole), let variant):
      return "at least \(MetricText.percent(part, of: whole)) of \(variant)"
    case .held(.noWorse, let variant): return "no worse than \(variant)"
    }
  }
}

extension Verdict {
  /// The metric, the rule and what it counts, whatever the author's words and wherever they stand.
  package var stableName: String {
    // The words of a promise do not depend on how its author wrote it.
    let rule =
      expectation.metric == .promisesKept
      ? written.text : RuleWords.text(of: expectation.rule, about: expectation.metric)
    let words = [
      expectation.isKeptByNothing ? "or nothing" : nil, mark.map { "since mark '\($0)'" },
      scopeWords,
    ].compactMap(\.self)
    return "\(expectation.subject.name): \(rule)"
      + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
  }
}

extension BudgetVerdict {
  /// The count and the rule, whatever the author's words and wherever they stand.
  package var stableName: String {
    let metric: Metric = budget.count.unit == .bytes ? .viewMemoryPeak : .frames
    return "\(budget.count.name): \(RuleWords.text(of: budget.rule, about: metric))"
      + (budget.isKeptByNothing ? " (or nothing)" : "")
  }
}
