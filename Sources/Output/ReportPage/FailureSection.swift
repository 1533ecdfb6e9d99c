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

  /// The failed sessions on the front of the page, each with its failures.
  struct Front {
    private(set) var sessions: [Context] = []
    /// A sentence about the failures that the front omits; empty if it shows all.
    private(set) var more = ""

    /// The number of sessions with a full-size picture of their worst moment.
    private static let pictureLimit = 3
    /// The number of sessions that list the events around their failures.
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
        let moments = all.map(moment(of:))
        var context: Context = [
          "title": session.title, "anchor": session.anchor,
          "reasons": zip(all, moments).map { reason($0, at: $1, isFull: isFull) },
        ]
        if sessions.count < Front.pictureLimit, session.scene != nil,
          let moment = moments.compactMap(\.self).first
        {
          context["picture"] = [
            "player": PlayerSection.name(of: session), "moment": String(moment.nanoseconds),
          ]
        }
        sessions.append(context)
      }
    }

    /// The moment at which a failure was worst; nil if it is not about one expectation.
    private func moment(of failure: ListedFailure) -> SimulatedTime? {
      guard let index = failure.verdict else { return nil }
      let session = failure.session
      let moments = session.evidence(of: index).map { session.moments(of: $0, SceneTimes(session)) }
      return moments?.last ?? session.facts.verdicts[index].judgedAt
    }

    /// The template values of a failure.
    private func reason(
      _ failure: ListedFailure, at moment: SimulatedTime?, isFull: Bool
    ) -> Context {
      let session = failure.session
      let metric = failure.verdict.map { session.facts.verdicts[$0].expectation.metric }
      return [
        "place": failure.place, "complaint": failure.sentence,
        "command": failure.reproduction ?? "", "lookAt": metric?.lookAt ?? "",
        "when": moment.map {
          [["time": MetricText.instant($0), "anchor": session.anchor(at: $0)]]
        } ?? [],
        "details": isFull ? failure.details : [],
        "followerCount": MetricText.count(Int64(failure.followers.count)),
        "followers": failure.followers.map {
          ["place": $0.placeWords, "complaint": session.complaint(of: $0)]
        },
      ]
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

  /// The explanation of a canary that was not caught: an expectation passed that must fail.
  private static func kept(_ verdict: Verdict, of session: SessionReport) -> Context {
    [
      "rule": verdict.rule,
      "finding": "This expectation passed (\(verdict.found)), but the canary must fail with it. "
        + "Restore the planted mistake, or fix the judge.",
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
