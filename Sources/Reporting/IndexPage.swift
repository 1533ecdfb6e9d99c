internal import MapEvents
internal import Measures
internal import Metrics

/// The page that stands beside the committed facts, in Markdown as GitHub shows it.
///
/// It holds facts alone, so it changes only when they do.
public enum IndexPage {
  /// The page's text; links lead to the facts files in the same folder.
  public static func text(of run: RunReport) -> String {
    var text = """
      # Facts

      What every scenario comes to, replayed in simulated time: exact numbers, the same on every \
      machine. A change of these files is a change of behaviour; nothing here was timed on a \
      clock. Latencies follow from the costs of the device profile, which are assumptions.

      \(run.headline).


      """
    for question in Question.allCases {
      text += section(question, of: run)
    }
    text += criteria
    text += Markdown.variants(of: run) { link($0, named: $1) }
    text += Markdown.clusterings(of: run, name: link)
    text += canaries(of: run)
    text += files(of: run)
    return text
  }

  private static func section(_ question: Question, of run: RunReport) -> String {
    let sessions = question.sessions(of: run)
    var text = "## \(question.title)\n\n\(question.help)\n\n"
    text +=
      sessions.isEmpty
      ? "No scenario has anything to say to this.\n"
      : Markdown.table(question, sessions, withRealTimes: false, name: link)
    return text + "\n"
  }

  private static var criteria: String {
    let lines = Criterion.allCases.map { criterion in
      "- \(Escape.markdown(criterion.metric.declaration.help))\n"
    }
    return "The criteria:\n\n" + lines.joined() + "\n"
  }

  private static func canaries(of run: RunReport) -> String {
    guard !run.canaries.isEmpty else { return "" }
    let rows = run.canaries.map { session in
      [
        link(session), SessionReport.list(session.mustFail),
        session.failedWith,
        session.outcome == .caught ? "caught" : "**\(session.outcome.rawValue)**",
      ]
    }
    return """
      ## Canaries

      Sessions with a planted mistake. Each must fail, with exactly the named metrics; one that \
      does not shows that the judge is blind.


      """
        + Markdown.table(
          ["canary", "must fail with", "failed with", "outcome"], rows, ofNumbers: false) + "\n"
  }

  private static func files(of run: RunReport) -> String {
    let rows = run.sessions.map { session in
      [
        link(session), Escape.markdown(session.id),
        Escape.markdown(session.device.name), "`\(session.facts.digest.text)`",
        session.outcome.isGood ? session.outcome.rawValue : "**\(session.outcome.rawValue)**",
      ]
    }
    return "## Files\n\n"
      + Markdown.table(["scenario", "id", "device", "digest", "outcome"], rows, ofNumbers: false)
  }

  private static func link(_ session: SessionReport) -> String {
    link(session, named: Escape.markdown(session.title))
  }

  private static func link(_ session: SessionReport, named name: String) -> String {
    "[\(name)](\(Escape.link(FactsFile.name(for: session))))"
  }
}
