internal import Formatting
internal import MapEvents
package import MapGeometry
package import Measures
package import Metrics

/// A criterion that callouts of a session broke, with the worst of them.
package struct CalloutFailure {
  package let criterion: Criterion
  /// The number of callouts that broke it.
  let broken: Int
  /// The number of callouts to which it applied.
  let judged: Int
  /// The callout that broke it worst, and its measure.
  package let worst: CalloutVerdict
  package let measure: CriterionMeasure

  package var count: String {
    "\(MetricText.count(Int64(broken))) of \(MetricText.count(Int64(judged)))"
  }

  /// The failure without its place.
  package var words: String {
    "\(criterion.title) broken by \(count) callouts, worst \(MetricText.amount(measure)) "
      + "(\(MetricText.allowed(measure)) allowed)"
  }
}

extension SessionReport {
  /// The criteria that callouts broke, those first that matter most to a user.
  package var calloutFailures: [CalloutFailure] {
    Criterion.bySeverity.compactMap { criterion in
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
        CalloutFailure(
          criterion: criterion, broken: broken, judged: judged.count, worst: $0.verdict,
          measure: $0.measure)
      }
    }
  }

  /// The place of a callout's step in the scenario file: `Scenarios/edges.yaml:33`.
  package func place(of verdict: CalloutVerdict) -> String {
    label(ofStep: Int(verdict.step)).map { "\($0.file ?? file):\($0.line)" } ?? file
  }

  /// The failures behind an expectation on callouts.
  package func failures(behind metric: Metric) -> [CalloutFailure] {
    calloutFailures.filter { metric == .calloutsCorrect || $0.criterion.metric == metric }
  }
}
