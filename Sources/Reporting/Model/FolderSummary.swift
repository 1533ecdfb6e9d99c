internal import Formatting
internal import Measures
internal import Metrics

/// The sessions of one folder of scenarios in one row: the four questions with the median and the
/// worst of their sessions.
struct FolderSummary {
  /// The folder below the scenarios folder; empty for the scenarios folder itself.
  let folder: String
  /// Its sessions, without those of folders in it, in the order of the run.
  let sessions: [SessionReport]

  /// The rows of a run, sorted by folder.
  static func rows(of run: RunReport) -> [FolderSummary] {
    let folders = Set(run.sessions.map(\.folder)).sorted()
    return folders.map { folder in
      FolderSummary(folder: folder, sessions: run.sessions.filter { $0.folder == folder })
    }
  }

  /// Titles of the cells; the first two stand to the left.
  ///
  /// Latency is the p95 of each session.
  static let titles = [
    "folder", "outcome", "latency p95", "worst", "view reuse", "lowest", "callouts correct",
    "worst hitch ratio",
  ]

  /// The cells below the titles.
  var cells: [String] {
    let latency = sorted(.latencyPercentile95)
    let reuse = sorted(.viewReuseRate)
    return [
      folder.isEmpty ? "." : folder, outcome, median(latency, of: .latencyPercentile95),
      text(latency.last, of: .latencyPercentile95), median(reuse, of: .viewReuseRate),
      text(reuse.first, of: .viewReuseRate), callouts,
      text(sorted(.hitchRatio).last, of: .hitchRatio),
    ]
  }

  /// How many sessions came out in which way, the worst first.
  var outcome: String {
    let order: [SessionOutcome] = [.aborted, .harnessBroken, .failed, .caught, .passed]
    let counts = order.map { outcome in sessions.count { $0.outcome == outcome } }
    return zip(order, counts).filter { $0.1 > 0 }.map { outcome, count in
      "\(MetricText.count(Int64(count))) \(outcome.word)"
    }.joined(separator: ", ")
  }

  private var callouts: String {
    var (correct, judged): (Int64, Int64) = (0, 0)
    for session in sessions where !session.isCanary {
      guard case .share(let part, let whole) = session.facts.session[.calloutsCorrect] else {
        continue
      }
      (correct, judged) = (correct + part, judged + whole)
    }
    return judged == 0
      ? MetricText.never : "\(MetricText.count(correct)) of \(MetricText.count(judged))"
  }

  /// The measured values of a metric in ascending order; canaries fail on purpose and stay out.
  private func sorted(_ metric: Metric) -> [MetricValue] {
    sessions.filter { !$0.isCanary && !MetricText.isFrameless(metric, in: $0.facts.session) }
      .map { $0.facts.session[metric] }.filter(\.isMeasured)
      .sorted { $0.order(against: $1) == -1 }
  }

  private func median(_ values: [MetricValue], of metric: Metric) -> String {
    text(values.isEmpty ? nil : values[(values.count - 1) / 2], of: metric)
  }

  private func text(_ value: MetricValue?, of metric: Metric) -> String {
    // The class of a hitch ratio has no room in a row.
    value.map {
      String(MetricText.short($0, of: metric).prefix { $0 != "," || metric != .hitchRatio })
    }
      ?? MetricText.never
  }
}

extension SessionReport {
  /// The id of its file, the same for all variants.
  var fileID: String { variant?.scenario ?? id }

  /// The folder of its file below the scenarios folder; empty for that folder itself.
  var folder: String { fileID.lastIndex(of: "/").map { String(fileID[..<$0]) } ?? "" }
}

extension SessionOutcome {
  /// The outcome in one word.
  var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .caught: "caught"
    case .harnessBroken: "not caught"
    case .aborted: "aborted"
    }
  }
}
