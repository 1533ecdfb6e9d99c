internal import MapEvents
internal import Measures
internal import Metrics

/// A criterion that callouts of a session broke, with the worst of them.
struct CalloutFault {
  /// The criterion.
  let criterion: Criterion
  /// How many callouts broke it.
  let broken: Int
  /// How many it applied to.
  let judged: Int
  /// The callout that broke it worst.
  let worst: CalloutVerdict
  /// What that one measured.
  let measure: CriterionMeasure

  /// How many callouts, in words.
  var count: String { "\(MetricText.count(Int64(broken))) of \(MetricText.count(Int64(judged)))" }

  /// The fault in a few words, without its place.
  var words: String {
    "\(criterion.title) broken by \(count) callouts, worst \(MetricText.amount(measure)) "
      + "(\(MetricText.allowed(measure)) allowed)"
  }
}

extension SessionReport {
  /// Every criterion that a callout broke, in the order of the criteria.
  var calloutFaults: [CalloutFault] {
    Criterion.allCases.compactMap { criterion in
      let judged = facts.callouts.filter { $0.measure(of: criterion) != nil }
      var worst: (verdict: CalloutVerdict, measure: CriterionMeasure)?
      var broken = 0
      for verdict in judged {
        guard let measure = verdict.measure(of: criterion), !measure.isKept else { continue }
        broken += 1
        // Of equals the first one counts.
        if worst.map({ measure.tolerances > $0.measure.tolerances }) ?? true {
          worst = (verdict, measure)
        }
      }
      return worst.map {
        CalloutFault(
          criterion: criterion, broken: broken, judged: judged.count, worst: $0.verdict,
          measure: $0.measure)
      }
    }
  }

  /// The place of a callout's step in the scenario file: `Scenarios/edges.yaml:33`.
  func place(of verdict: CalloutVerdict) -> String {
    label(ofStep: Int(verdict.step)).map { "\(file):\($0.line)" } ?? file
  }

  /// The faults that an expectation on callouts speaks of.
  func faults(behind metric: Metric) -> [CalloutFault] {
    calloutFaults.filter { metric == .calloutsCorrect || $0.criterion.metric == metric }
  }
}

extension MetricText {
  /// What stands for an amount where the map refused a move.
  static let refused = "refused by the map"

  /// What a criterion measured: `12.3 pt`, `262,500 ppm`, `2 faults`, `refused by the map`.
  static func amount(_ measure: CriterionMeasure) -> String {
    if measure.isRefused { return refused }
    return measure.unit == .count
      ? things(Int(clamping: Int64(exactly: measure.amount) ?? .max), "fault")
      : length(measure.amount, measure.unit)
  }

  /// What a criterion allows.
  static func allowed(_ measure: CriterionMeasure) -> String {
    measure.unit == .count ? "none" : length(measure.tolerance, measure.unit)
  }

  private static func length(_ amount: Double, _ unit: CriterionMeasure.Unit) -> String {
    switch unit {
    case .points where amount > 0 && amount < 0.000_001: "under 0.000001 pt"
    case .points where amount < 0.001: "\(MapWords.decimal(amount, places: 6)) pt"
    case .points: "\(MapWords.decimal(amount)) pt"
    case .scale where amount >= 0.001:
      "\(MetricText.count(Int64(exactly: (amount * 1e6).rounded()) ?? .max)) ppm"
    case .scale: "\(MapWords.decimal(amount * 1e6, places: 6)) ppm"
    case .count: MapWords.decimal(amount)
    }
  }
}
