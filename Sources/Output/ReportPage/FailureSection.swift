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
    let verdicts = session.facts.verdicts
    return session.keptByMistake.map { kept(verdicts[$0], of: session) }
      + session.evidence.compactMap { evidence in
        verdicts.indices.contains(evidence.verdict)
          ? failure(verdicts[evidence.verdict], evidence, of: session) : nil
      }
  }

  /// The failures on the front of the page: the sessions that have some, each with its reasons.
  struct Front {
    private(set) var sessions: [Context] = []
    /// How many are left out, and where they are; empty for none.
    private(set) var more = ""

    /// How many sessions have a picture of their worst moment, as large as that of a phone.
    private static let pictureLimit = 3
    /// How many have what happened around their failures; their sections have all of it.
    private static let fullLimit = 12

    init(of run: RunReport) {
      let failures = run.sessions.flatMap(\.listedFailures)
      let left = failures.count - HTMLPage.listLimit
      if left > 0 {
        more =
          "\(MetricText.things(left, "more failure")): the list below can show failed "
          + "sessions alone."
      }
      let shown = failures.prefix(HTMLPage.listLimit)
      for all in shown.grouped(where: { $0[0].session.id == $1.session.id }) {
        let isFull = sessions.count < Front.fullLimit
        let session = all[0].session
        let reasons = all.map { reason($0, isFull: isFull) }
        let moment = reasons.lazy.compactMap { $0["moment"] as? String }.first
        sessions.append([
          "title": session.title, "anchor": session.anchor, "reasons": reasons,
          "picture": sessions.count < Front.pictureLimit && session.scene != nil
            ? moment.map { [["player": PlayerSection.name(of: session), "moment": $0] as Context] }
              ?? [] : [],
        ])
      }
    }

    /// Why, where and when a session failed, what happened then, what follows from it, and where
    /// to look next.
    private func reason(_ failure: ListedFailure, isFull: Bool) -> Context {
      let session = failure.session
      let verdict = failure.verdict.map { session.facts.verdicts[$0] }
      let evidence = failure.verdict.flatMap { session.evidence(of: $0) }
      var context: Context = [
        "place": failure.place, "complaint": failure.sentence,
        "command": failure.reproduction ?? "",
        "lookAt": verdict?.expectation.metric.lookAt ?? "",
        "details": isFull ? failure.details : [],
        "followerCount": MetricText.count(Int64(failure.followers.count)),
        "followers": failure.followers.map {
          ["place": $0.placeWords, "complaint": session.complaint(of: $0)]
        },
      ]
      let moments = evidence.map { session.moments(of: $0, SceneTimes(session)) }
      if let moment = moments?.last ?? verdict?.judgedAt {
        context["moment"] = String(moment.nanoseconds)
        context["when"] = [
          ["time": MetricText.instant(moment), "anchor": session.anchor(at: moment)]
        ]
      }
      return context
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

  /// Why a canary was not caught: an expectation was kept that has to fail.
  private static func kept(_ verdict: Verdict, of session: SessionReport) -> Context {
    [
      "rule": verdict.rule,
      "finding": "It was kept (\(verdict.found)), and this canary has to fail with it: either the "
        + "planted mistake has no effect, or the judge does not see it.",
      "place": verdict.written.place(in: session.file), "source": "",
      "times": [
        [
          "name": "judged", "time": MetricText.instant(verdict.judgedAt),
          "anchor": session.anchor(at: verdict.judgedAt),
        ]
      ],
      "moments": String(verdict.judgedAt.nanoseconds), "momentTitles": "when it was judged",
      "events": [], "lookAt": verdict.expectation.metric.lookAt,
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
        time.map {
          ["name": name, "time": MetricText.instant($0), "anchor": session.anchor(at: $0)]
        }
      },
      "moments": moments.map { String($0.nanoseconds) }.joined(separator: " "),
      "momentTitles": "the first offence|the worst",
      "events": evidence.events.map { ["text": $0.text, "isOffence": $0.isOffence] },
      "lookAt": verdict.expectation.metric.lookAt,
    ]
  }
}
