internal import Formatting
internal import MapEvents
internal import Measures
internal import Metrics

/// The run as JUnit XML of the kind that every CI server reads: a suite for each scenario, a case
/// for each expectation.
public enum JUnit {
  /// The file's text.
  public static func text(of run: RunReport) -> String {
    let suites = run.sessions.map(Suite.init)
    let tests = suites.reduce(runCases(of: run).count) { $0 + $1.cases.count }
    let failures = suites.reduce(run.findings.count) { $0 + $1.failures }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"MapReplay\" tests=\"\(tests)\" failures=\"\(failures)\""
    text += " errors=\"\(run.count(of: .aborted))\"\(time(run.realNanoseconds))>\n"
    for suite in suites { text += suite.text }
    text += runSuite(of: run)
    return text + "</testsuites>\n"
  }

  /// The comparison of the facts and what is wrong with the run as a whole, as cases of their own.
  private static func runCases(of run: RunReport) -> [(name: String, isFailure: Bool)] {
    let findings = run.findings.map { (name: $0, isFailure: true) }
    guard let comparison = run.comparison, comparison.findings.isEmpty else { return findings }
    return [(name: comparison.words, isFailure: false)] + findings
  }

  /// A suite of those cases; none when there are none.
  private static func runSuite(of run: RunReport) -> String {
    let cases = runCases(of: run)
    guard !cases.isEmpty else { return "" }
    var text = "  <testsuite name=\"the whole run\" tests=\"\(cases.count)\""
    text += " failures=\"\(run.findings.count)\" errors=\"0\" skipped=\"0\">\n"
    for test in cases {
      let words = Escape.markup(test.name)
      text += "    <testcase classname=\"run\" name=\"\(words)\""
      text +=
        test.isFailure
        ? ">\n      <failure type=\"finding\" message=\"\(words)\"/>\n    </testcase>\n" : "/>\n"
    }
    return text + "  </testsuite>\n"
  }

  /// The attribute for a real time; none in a run of facts alone.
  private static func time(_ nanoseconds: Int64?) -> String {
    nanoseconds.map { " time=\"\(MetricText.decimal($0, places: 9))\"" } ?? ""
  }

  private struct Case {
    var name: String
    var failure: (type: String, message: String, text: String)?
    /// Whether there is no verdict at all.
    var isError = false
  }

  private struct Suite {
    let session: SessionReport
    let cases: [Case]

    init(_ session: SessionReport) {
      self.session = session
      if let abort = session.abort {
        cases = [Suite.abort(abort)]
        return
      }
      cases = session.isCanary ? [Suite.canary(session)] : Suite.expectations(of: session)
    }

    var failures: Int { cases.count { $0.failure != nil && !$0.isError } }
    var errors: Int { cases.count(where: \.isError) }

    private static func abort(_ abort: SessionAbort) -> Case {
      Case(
        name: "replays to its end",
        failure: (
          type: abort.cause.rawValue, message: abort.words,
          text: "reproduce: \(abort.reproduction)"
        ), isError: true)
    }

    /// A canary is one case: that it fails as it must.
    private static func canary(_ session: SessionReport) -> Case {
      var result = Case(name: "fails with \(SessionReport.list(session.mustFail)) alone")
      guard session.outcome != .caught else { return result }
      result.failure = (
        type: "harness-broken", message: session.canaryComplaint,
        text: session.failures.map { session.complaint(of: $0) }.joined(separator: "\n")
      )
      return result
    }

    private static func expectations(of session: SessionReport) -> [Case] {
      // An expectation in a step that runs again falls due again, but names must be unique.
      var rounds: [String: Int] = [:]
      let causes = session.causes
      let cases = session.facts.verdicts.enumerated().map { index, verdict in
        var name = "\(verdict.rule) (line \(verdict.line))"
        let round = rounds[name, default: 0] + 1
        rounds[name] = round
        if round > 1 { name += ", round \(round)" }
        return Case(name: name, failure: failure(of: verdict, causes[index], in: session))
      }
      return cases.isEmpty ? [Case(name: "replays to its end")] : cases
    }

    private static func failure(
      of verdict: Verdict, _ cause: Verdict?, in session: SessionReport
    ) -> (type: String, message: String, text: String)? {
      let type: String
      switch verdict.outcome {
      case .kept: return nil
      case .broken: type = "broken"
      case .neverEvaluated: type = "never-evaluated"
      }
      var text = "\(session.file):\(verdict.line):\(verdict.column)\n"
      text += "expected \(verdict.rule)\nfound \(verdict.found)\n"
      text += verdict.expectation.metric.definition.help
      for fault in session.faults(behind: verdict.expectation.metric) {
        text += "\n\(session.place(of: fault.worst)): \(fault.words)"
      }
      guard let cause else {
        return (type: type, message: session.complaint(of: verdict), text: text)
      }
      let reference = "follows from \(cause.expectation.metric.name) (line \(cause.line))"
      return (type: type, message: "\(session.complaint(of: verdict)); \(reference)", text: text)
    }

    var text: String {
      let title = Escape.markup(session.title)
      var text = "  <testsuite name=\"\(title)\" tests=\"\(cases.count)\""
      text += " failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\""
      text += "\(JUnit.time(session.measurements?.realNanoseconds))>\n"
      text += "    <properties>\n"
      for (name, value) in properties {
        text += "      <property name=\"\(name)\" value=\"\(Escape.markup(value))\"/>\n"
      }
      text += "    </properties>\n"
      for test in cases { text += self.text(of: test) }
      let lines = session.isCanary ? [] : notes.map(Escape.markup)
      if !lines.isEmpty {
        text += "    <system-out>\(lines.joined(separator: "\n"))</system-out>\n"
      }
      return text + "  </testsuite>\n"
    }

    /// What is worth a look, and every criterion that a callout broke.
    private var notes: [String] {
      session.warnings.map { "warning: \($0)" }
        + session.calloutFaults.map { "\(session.place(of: $0.worst)): \($0.words)" }
    }

    private var properties: [(name: String, value: String)] {
      [
        (name: "file", value: session.file), (name: "seed", value: String(session.seed)),
        (name: "device", value: session.device.name),
        (name: "digest", value: session.facts.digest.text),
      ]
        + (session.variant.map { [(name: "variant", value: $0.name)] } ?? [])
        + session.clusterings
        .map { (name: "clustering of \(Escape.markup($0.layer))", value: $0.words) }
        + session.options.filter { !$0.isDefault }
        .map { (name: "option \(Escape.markup($0.name))", value: $0.value) }
    }

    private func text(of test: Case) -> String {
      let name = Escape.markup(test.name)
      let open = "    <testcase classname=\"\(Escape.markup(session.id))\" name=\"\(name)\""
      guard let failure = test.failure else { return open + "/>\n" }
      let element = test.isError ? "error" : "failure"
      return open + ">\n      <\(element) type=\"\(failure.type)\" message=\""
        + "\(Escape.markup(failure.message))\">\(Escape.markup(failure.text))</\(element)>\n"
        + "    </testcase>\n"
    }
  }
}
