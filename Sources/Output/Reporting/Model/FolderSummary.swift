internal import Formatting
internal import Measures
internal import Metrics

/// The sessions of one folder of scenarios in one row, with medians and worst values.
package struct FolderSummary {
  /// The folder below the scenarios folder; empty for the scenarios folder itself.
  package let folder: String
  /// Its sessions, without those of subfolders, in the order of the run.
  package let sessions: [SessionReport]

  package static func rows(of run: RunReport) -> [FolderSummary] {
    Dictionary(grouping: run.sessions, by: \.folder).sorted { $0.key < $1.key }
      .map { FolderSummary(folder: $0.key, sessions: $0.value) }
  }

  /// Titles of the cells.
  package static let titles = [
    "folder", "outcome", Metric.latencyWithoutFadePercentile95.title, "worst", "view reuse",
    "lowest", "callouts correct", "worst hitch ratio",
  ]

  package var cells: [String] {
    let latency = sorted(.latencyWithoutFadePercentile95)
    let reuse = sorted(.viewReuseRate)
    return [
      folder.isEmpty ? "." : folder, outcome,
      median(latency, of: .latencyWithoutFadePercentile95),
      text(latency.last, of: .latencyWithoutFadePercentile95),
      median(reuse, of: .viewReuseRate), text(reuse.first, of: .viewReuseRate), callouts,
      text(sorted(.hitchRatio).last, of: .hitchRatio),
    ]
  }

  package var outcome: String {
    let order: [SessionOutcome] = [
      .aborted, .harnessBroken, .failed, .knownFailure, .caught, .passed,
    ]
    let counts = order.map { outcome in sessions.count { $0.outcome == outcome } }
    return zip(order, counts).filter { $0.1 > 0 }.map { outcome, count in
      "\(MetricText.count(Int64(count))) \(outcome.word)"
    }.joined(separator: ", ")
  }

  private var callouts: String {
    let (correct, judged) = sessions.filter { !$0.isCanary }
      .map { $0.facts.session[.calloutsCorrect] }.sum
    return judged == 0
      ? MetricText.never : "\(MetricText.count(correct)) of \(MetricText.count(judged))"
  }

  /// The measured values of a metric in ascending order, without canaries.
  private func sorted(_ metric: Metric) -> [MetricValue] {
    sessions.filter { !$0.isCanary && !MetricText.isFrameless(metric, in: $0.facts.session) }
      .map { $0.facts.session[metric] }.filter(\.isMeasured)
      .sorted { $0.order(against: $1) == -1 }
  }

  private func median(_ values: [MetricValue], of metric: Metric) -> String {
    text(values.isEmpty ? nil : values[(values.count - 1) / 2], of: metric)
  }

  private func text(_ value: MetricValue?, of metric: Metric) -> String {
    value.map { MetricText.bare($0, of: metric) } ?? MetricText.never
  }
}

extension [MetricValue] {
  /// Parts and wholes of shares together.
  var sum: (part: Int64, whole: Int64) {
    reduce((part: 0, whole: 0)) { sum, value in
      guard case .share(let part, let whole) = value else { return sum }
      return (part: sum.part + part, whole: sum.whole + whole)
    }
  }
}

extension SessionReport {
  /// The id of its file, the same for all variants.
  package var fileID: String { variant?.scenario ?? id }
  /// The folder of its file below the scenarios folder; empty for that folder itself.
  package var folder: String { fileID.lastIndex(of: "/").map { String(fileID[..<$0]) } ?? "" }
}

extension SessionOutcome {
  /// The outcome in a word or two.
  var word: String { self == .harnessBroken ? "not caught" : rawValue }
}
