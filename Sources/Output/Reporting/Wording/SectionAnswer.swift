internal import Formatting
internal import Measures
package import Metrics

/// The answer to a question of the reports: the median session, and the worst one.
package struct SectionAnswer {
  /// The median value, or that of the only session.
  package let number: String
  /// The meaning of the number, without the worst session.
  package let words: String
  /// The value of the worst session, and the session; nil when there is only one.
  package let worst: (number: String, session: SessionReport)?
  /// The values of all sessions, the best first.
  package var values: [Double] = []
  /// The median, or the value of the only session; nil where nothing was measured.
  package var median: Double?
  /// The ids of the sessions that the answer is about.
  package var ids: [String] = []

  /// The whole answer behind the number, with the title of the worst session.
  package var sentence: String {
    words + (worst.map { "; the worst has \($0.number), “\($0.session.title)”" } ?? "")
  }
}

extension ReportSection {
  /// The metric that answers the question.
  package var metric: Metric {
    switch self {
    // Fades take most of the latency, and a scenario sets their length.
    case .clustering: .latencyWithoutFadePercentile95
    case .views: .viewReuseRate
    case .callouts: .calloutsCorrect
    case .frames: .hitchRatio
    }
  }

  /// The text shown when nothing was measured.
  private var absence: String {
    switch self {
    case .clustering: "no clusters were requested"
    case .views: "no views were requested"
    case .callouts: "no callouts were judged"
    case .frames: "no frame was shown"
    }
  }

  /// The answer of a run.
  package func answer(of run: RunReport) -> SectionAnswer {
    let metric = metric
    let sessions = run.scenarios
    let ordered = sessions.indices.filter { place in
      concerns(sessions[place]) && sessions[place].facts.session[metric].isMeasured
        && !MetricText.isFrameless(metric, in: sessions[place].facts.session)
    }.map { (place: $0, value: sessions[$0].facts.session[metric]) }
      .sorted { left, right in
        let order = (left.value.order(against: right.value) ?? 0) * (isHigherBetter ? -1 : 1)
        // Of equally bad ones, the first is named.
        return order == 0 ? left.place > right.place : order < 0
      }
    guard let worst = ordered.last else {
      return SectionAnswer(number: MetricText.never, words: absence, worst: nil)
    }
    func text(_ value: MetricValue) -> String { MetricText.bare(value, of: metric) }
    let isAlone = ordered.count == 1
    let median = ordered[(ordered.count - 1) / 2].value
    var answer = SectionAnswer(
      number: text(median),
      words: isAlone
        ? "\(metric.name), in “\(sessions[worst.place].title)”"
        : "\(metric.name): the median of \(MetricText.things(ordered.count, "session"))"
          + total(of: ordered.map(\.value)),
      worst: isAlone ? nil : (text(worst.value), sessions[worst.place]))
    (answer.median, answer.ids) = (median.quantity, ordered.map { sessions[$0.place].id })
    if !isAlone { answer.values = ordered.map { $0.value.quantity ?? 0 } }
    return answer
  }

  /// Whether more of the metric is better.
  private var isHigherBetter: Bool { metric.definition.better == .higher }

  /// The median of values as an answer has it: of two in the middle the better one.
  package func median(of values: [Double]) -> Double? {
    let ordered = isHigherBetter ? values.sorted(by: >) : values.sorted()
    return ordered.isEmpty ? nil : ordered[(ordered.count - 1) / 2]
  }

  /// The number of correct callouts in all sessions; empty for the other questions.
  private func total(of values: [MetricValue]) -> String {
    guard self == .callouts else { return "" }
    let (part, whole) = values.sum
    return ", \(MetricText.count(part)) of \(MetricText.count(whole)) callouts in all"
  }
}

extension MetricValue {
  /// The value as one number, for drawings; nil when nothing was measured.
  package var quantity: Double? {
    switch self {
    case .count(let number), .nanoseconds(let number), .micropoints(let number): Double(number)
    case .share(let part, let whole): whole > 0 ? Double(part) / Double(whole) : nil
    case .never: nil
    }
  }
}
