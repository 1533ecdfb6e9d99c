internal import Formatting
package import Reporting
internal import Scenarios
internal import Sessions

extension ExplorationText {
  /// The report of a search, without real times.
  ///
  /// The files must exist: they are replayed like any other scenarios.
  package var report: RunReport {
    let shown = failures.map { found, name, text in
      (
        found: found, session: text.flatMap { _ in scenario(FilePath.join(folder, name)) },
        other: found.other.flatMap { _ in
          scenario(FilePath.join(folder, ExplorationText.other(name)))
        }
      )
    }
    var run = SessionRun(shown.flatMap { [$0.session, $0.other].compactMap(\.self) })
    // A session may end its process.
    run.limits = explorer.jobs > 0 ? SessionLimits() : nil
    run.measuresTimes = false
    // An expectation that is broken says so itself.
    for case (let found, let session?, let other) in shown where sought == nil {
      run.finds[session.id] = SearchFind(
        law: found.law, observation: found.sentence, other: other?.id)
    }
    var report = run.report()
    report.search = search { law in
      shown.filter { $0.found.law == law }.compactMap(\.session?.id)
    }
    return report
  }

  /// The scenario of a file; of several variants the first, which the search played.
  private func scenario(_ path: String) -> Scenario? {
    try? ScenarioQuery(paths: [path]).read().scenarios.first
  }

  /// The search.
  ///
  /// - Parameter finds: The ids of the sessions that break a law; an expectation has no name.
  /// - Returns: The search with its laws.
  private func search(finds: (_ law: String) -> [String]) -> SearchReport {
    let applied = result.applied + explorer.laws.dropFirst(result.applied.count).map { _ in 0 }
    let laws =
      [(Explorer.ending.name, Explorer.ending.sentence, result.sessions)]
      + zip(explorer.laws, applied).map { ($0.name, $0.sentence, $1) }
    let asked = sought.map { [(name: $0, sentence: "", sessions: result.sessions)] }
    return SearchReport(
      verdict: verdict, seed: explorer.seed, sessions: result.sessions,
      numbers: numbers(withTimes: false).split(separator: "\n").map(String.init)
        + [further].compactMap(\.self),
      command: again(result.limit),
      laws: (asked ?? laws).map { name, sentence, sessions in
        let law = asked == nil ? name : ""
        return SearchReport.Law(
          name: name, sentence: sentence, sessions: sessions,
          broken: result.findings.count { $0.law == law }, finds: finds(law))
      })
  }
}
