internal import Formatting
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Pages
internal import Reporting

/// Why expectations of a session failed: what was expected and found, where that is written, when
/// it went wrong, what happened then, and where to look next.
enum FailureSection {
  typealias Context = PageTemplates.Context

  static func failures(of session: SessionReport) -> [Context] {
    session.evidence.compactMap { evidence in
      let verdicts = session.facts.verdicts
      return verdicts.indices.contains(evidence.verdict)
        ? failure(verdicts[evidence.verdict], evidence, of: session) : nil
    }
  }

  /// A failure that is known, with a link to its ticket where that is an address.
  static func known(_ failure: ListedFailure) -> Context {
    [
      "title": failure.session.title, "anchor": failure.session.anchor,
      "sentence": failure.sentence, "place": failure.place,
      "address": failure.known?.address ?? "",
    ]
  }

  private static func failure(
    _ verdict: Verdict, _ evidence: FailureEvidence, of session: SessionReport
  ) -> Context {
    let place = evidence.place
    let worst = session.worstTime(of: verdict, place)
    let isWorstAtOnce = worst != nil && worst == place.first
    let moments = session.moments(of: evidence, SceneTimes(session))
    let gutter = String(verdict.written.line)
    return [
      "rule": verdict.rule,
      "finding": FailureText(session: session, verdict: verdict).finding,
      "place": verdict.written.place(in: session.file),
      "source": evidence.source.map { source in
        let margin = String(repeating: " ", count: gutter.count)
        let indent = String(repeating: " ", count: max(0, verdict.written.column - 1))
        return "\(gutter) | \(source)\n\(margin) | \(indent)^"
      } ?? "",
      "times": [
        (isWorstAtOnce ? "first and worst offence" : "first offence", place.first),
        ("worst offence", isWorstAtOnce ? nil : worst), ("judged", place.judgedAt),
      ].compactMap { name, time in
        time.map { ["name": name, "time": MetricText.instant($0)] }
      },
      "moments": moments.map { String($0.nanoseconds) }.joined(separator: " "),
      "events": evidence.events.map { ["text": $0.text, "isOffence": $0.isOffence] },
      "lookAt": verdict.expectation.metric.lookAt,
    ]
  }
}
