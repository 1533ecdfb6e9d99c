internal import Formatting
internal import Metrics
internal import Reporting

extension ExportFormat {
  static let github = ExportFormat(
    "github", "annotations beside the lines of a change, printed in a workflow of GitHub",
    [
      ReportFile("annotations.txt", "workflow commands, for the output of a step") {
        GitHubAnnotations.text(of: $0)
      }
    ])
}

/// The problems of a run as workflow commands of GitHub.
///
/// Failures are errors and possible mistakes are warnings. The verdict and real times out
/// of bounds are notices. GitHub shows ten of a kind for each step and silently drops the
/// others, so the tenth states how many more there are.
enum GitHubAnnotations {
  /// The most commands of a kind.
  static let limit = 10

  static func text(of run: RunReport) -> String {
    let commands = errors(of: run) + warnings(of: run) + notices(of: run)
    return WorkflowCommand.Kind.allCases.flatMap { kind in
      cut(commands.filter { $0.kind == kind }, kind)
    }.map { "\($0.text)\n" }.joined()
  }

  private static func cut(
    _ commands: [WorkflowCommand], _ kind: WorkflowCommand.Kind
  ) -> [WorkflowCommand] {
    guard commands.count > limit else { return commands }
    let left = commands.count - limit + 1
    let more = MetricText.things(left, "more \(kind.rawValue)")
    var rest = WorkflowCommand(
      kind, "\(more) than can be shown here: summary.md and junit.xml of the run have them all")
    rest.title = "and \(more)"
    return commands.prefix(limit - 1) + [rest]
  }

  private static func errors(of run: RunReport) -> [WorkflowCommand] {
    let failures = run.listedFailures([.aborted, .harnessBroken, .failed]).map { failure in
      let remedy = failure.reproduction.map { ["reproduce: \($0)"] } ?? []
      let lines = [failure.sentence] + remedy + failure.shortDetails + [failure.summary]
      return command(
        .error, lines.compactMap(\.self).joined(separator: "\n"), of: failure.session,
        file: failure.file, line: failure.line, column: failure.column)
    }
    // What is only better has to be locked in, and is no mistake.
    let isBetter = run.ending == .improved
    let findings = run.findings.map { finding in
      var command = WorkflowCommand(isBetter ? .warning : .error, finding)
      command.title = isBetter ? "improved: to be locked in" : "the whole run"
      return command
    }
    return failures + findings + (gatesTimes(run) ? realTimes(of: run, .broken, .error) : [])
  }

  private static func warnings(of run: RunReport) -> [WorkflowCommand] {
    let untold = gatesTimes(run) ? realTimes(of: run, .neverEvaluated, .warning) : []
    return run.warnings.map { session, sentence in
      command(.warning, sentence, of: session, file: session.file)
    }
      + run.sessions.flatMap { session in
        session.budgetVerdicts.filter { $0.unavailable != nil }.map { verdict in
          command(
            .warning, "not judged: \(verdict.rule): \(verdict.found)", of: session,
            file: verdict.written.file ?? session.file, line: verdict.written.line,
            column: verdict.written.column)
        }
      } + untold
  }

  private static func notices(of run: RunReport) -> [WorkflowCommand] {
    var verdict = WorkflowCommand(.notice, run.verdict)
    verdict.title = "MapReplay"
    let known = run.listedKnownFailures.map { failure in
      command(
        .notice, failure.sentence, of: failure.session, file: failure.file, line: failure.line,
        column: failure.column)
    }
    return [verdict] + known + (gatesTimes(run) ? [] : realTimes(of: run, .broken, .notice))
  }

  /// Whether real times gate the run.
  ///
  /// Real times out of bounds are then errors, and unmeasured ones warnings.
  private static func gatesTimes(_ run: RunReport) -> Bool { run.gates.contains(.time) }

  private static func realTimes(
    of run: RunReport, _ outcome: Expectation.Outcome, _ kind: WorkflowCommand.Kind
  ) -> [WorkflowCommand] {
    run.realVerdicts.filter { $0.verdict.outcome == outcome }.map { session, verdict in
      command(
        kind, verdict.sentence, of: session, file: verdict.written.file ?? session.file,
        line: verdict.written.line, column: verdict.written.column)
    }
  }

  private static func command(
    _ kind: WorkflowCommand.Kind, _ message: String, of session: SessionReport, file: String,
    line: Int? = nil, column: Int? = nil
  ) -> WorkflowCommand {
    var command = WorkflowCommand(kind, message)
    (command.file, command.line, command.column) = (file, line, column)
    command.title = session.title
    return command
  }
}
