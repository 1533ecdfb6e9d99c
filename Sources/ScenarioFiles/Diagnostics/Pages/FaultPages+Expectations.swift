/// Expectations.
extension FaultPage {
  static let expectations = [
    FaultPage(
      .nothingExpected, "An expectation of nothing",
      """
      An 'expect' without any metric passes whatever happens. Name a metric and its rule.
      """, .steps,
      wrong: "- expect: {since: start}",
      right: "- expect: {views created: at most 40, since: start}"),
    FaultPage(
      .unknownMetric, "A metric that nobody counts",
      """
      The expectation would never be judged. The metrics are in Scenarios/Reference.md, and \
      'mapreplay explain' with a word of the name finds those that are like it.
      """, .lines,
      wrong: "expect: {views creatd: at most 40}",
      right: "expect: {views created: at most 40}"),
    FaultPage(
      .measuredMetric, "A demand on a time of this machine",
      """
      Real times, instructions and memory of this machine differ from run to run and from machine \
      to machine; a run must not fail by chance. Demand simulated times and counts, which are the \
      same everywhere.
      """, .lines,
      wrong: "expect: {real clustering time: at most 4 ms}",
      right: "expect: {clustering latency p95: at most 400 ms}"),
    FaultPage(
      .unreadableRule, "A rule that cannot be read",
      """
      A rule is written in words: 'at most 40', 'at least 80 %', 'exactly 3', and for shares \
      'always' or 'never'. A bare number leaves open which of them is meant.
      """, .lines,
      wrong: "expect: {views created: <= 40}",
      right: "expect: {views created: at most 40}"),
    FaultPage(
      .ruleDoesNotFit, "A rule that does not fit its metric",
      """
      Counts are bare numbers, shares are in %, times in ms, distances in pt. 'always' and 'never' \
      are about the cases of a share; a count has none.
      """, .lines,
      wrong: "expect: {views created: always}",
      right: "expect: {views created: at least 1}"),
    FaultPage(
      .neverExpected, "A canary that cannot fail",
      """
      'must fail with' names metrics whose expectation has to break, to prove that the judge sees \
      a planted mistake. No 'expect' has a rule for this one, so it never could.
      """, .lines,
      wrong: "must fail with: [churn]",
      right: "must fail with: [churn]\nexpect: {churn: exactly 0}"),
    FaultPage(
      .exchangedBounds, "A range in which nothing lies",
      """
      'between' takes the smaller value first; both belong to the range. No value is at least the \
      larger and at most the smaller one, so the expectation would always fail.
      """, .lines,
      wrong: "expect: {views created: between 40 and 3}",
      right: "expect: {views created: between 3 and 40}"),
  ]
}
