/// Expectations.
let expectationsPages: [FaultPage] = [
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
    same everywhere. Some real times may be written, and inform: 'real time', and those of \
    clustering, such as 'real clustering compute p95'.
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
  FaultPage(
    .emptyInterval, "An interval in which nothing happens",
    """
    'between' names the moment at which counting begins and then the one at which it ends. Where \
    the second one never comes after the first, the expectation is never evaluated, which fails.
    """, .lines,
    wrong: "expect: [{between: [end, start], views created: at most 40}]",
    right: "expect: [{between: [start, end], views created: at most 40}]"),
  FaultPage(
    .endInStep, "An end that has not come",
    """
    An 'expect' among the steps is judged when its step is over, and what comes later is not \
    known there. 'since' counts from a moment until the step.
    """, .steps,
    wrong: "- expect: {frames: at least 0, between: [start, end]}",
    right: "- expect: {frames: at least 0, since: start}"),
  FaultPage(
    .nothingDownloaded, "A download that is never done",
    """
    'download done' is the moment at which no batch of the downloads that have begun is to come \
    any more: the last one arrives, is given up or cancelled. Without a 'download' before it \
    there is no such moment.
    """, .lines,
    wrong: "expect: [{between: [download done, end], views created: at most 40}]",
    right: "expect: [{between: [start, end], views created: at most 40}]"),
  FaultPage(
    .withinItself, "A variant compared with itself",
    """
    'within 5 % of upstream' compares the value of a variant with that of another one. Every \
    value is within any distance of itself, so the expectation could not fail.
    """, .lines,
    wrong: """
      variants: [upstream, corrected]
      expect: {churn: {upstream: within 5 % of upstream}}
      """,
    right: """
      variants: [upstream, corrected]
      expect: {churn: {corrected: within 5 % of upstream}}
      """),
  FaultPage(
    .notOfLayer, "A metric that no layer has alone",
    """
    Frames, movements of the map and views in shared pools belong to no single layer. 'layer' \
    goes with the metrics that the reference lists for one.
    """, .scenario,
    wrong: """
      scenario: One layer
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      layers: {cities: {cluster: {cell size: 60 pt}}}
      steps: [wait: settled]
      expect: {layer: cities, hitches: at most 3}
      """,
    right: """
      scenario: One layer
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      layers: {cities: {cluster: {cell size: 60 pt}}}
      steps: [wait: settled]
      expect: {layer: cities, views created: at most 40}
      """),
  FaultPage(
    .timeOfPart, "A real time or allocations of a part of the session",
    """
    Real times and allocations are measured in replays of the whole session. They are written \
    in 'expect' of the session, in a block without 'between' and 'layer'.
    """, .lines,
    wrong: "expect: {between: [start, end], real time: at most 250 ms}",
    right: "expect: {real time: at most 250 ms}"),
]
