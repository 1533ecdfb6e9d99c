internal import Formatting
internal import Pages
internal import Reporting

/// The search whose finds the sessions of a page are.
enum SearchSection {
  typealias Context = PageTemplates.Context

  /// The template values of the front page.
  static func front(of run: RunReport) -> Context {
    guard let search = run.search else { return [:] }
    let sessions = Dictionary(run.sessions.map { ($0.id, $0) }) { first, _ in first }
    let laws = search.laws.filter { $0.broken > 0 } + search.laws.filter { $0.broken == 0 }
    return [
      "hasNoSessions": run.sessions.isEmpty,
      "search": [
        [
          "isOfLaws": search.laws.contains { !$0.sentence.isEmpty },
          "laws": laws.map { law in
            [
              "name": law.name, "sentence": law.sentence.replacing("`", with: ""),
              "sessions": MetricText.count(Int64(law.sessions)),
              "kind": law.broken > 0 ? "bad" : law.sessions == 0 ? "none" : "",
              "outcome": law.broken > 0 ? "broken" : law.sessions == 0 ? "not applied" : "held",
              "finds": law.finds.compactMap { sessions[$0] }.map { ["anchor": $0.anchor] },
            ] as Context
          },
        ] as Context
      ],
    ]
  }

  /// The law that a session breaks, as a row of its expectations.
  static func verdicts(of session: SessionReport) -> [Context] {
    [session.find].compactMap(\.self).map { find in
      [
        "kind": "bad", "sign": "✕", "outcome": "broken", "rule": "law: \(find.law)",
        "found": "", "place": "", "finding": find.observation,
      ]
    }
  }

  /// The session with which a law compares another one, in both directions.
  static func pair(of session: SessionReport, in run: RunReport) -> [SessionReport] {
    guard run.search != nil else { return [] }
    return run.sessions.filter {
      $0.id == session.find?.other || $0.find?.other == session.id
    }
  }
}
