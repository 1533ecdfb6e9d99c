internal import Formatting
internal import MapEvents
internal import Measures
internal import Metrics

extension ExportFormat {
  static let junit = ExportFormat(
    "junit", "verdicts as JUnit XML, which every CI server shows",
    [ReportFile("junit.xml", "verdicts for a build server") { JUnit.text(of: $0) }])
}

/// The run as JUnit XML of the kind that every CI server reads: a suite for each scenario, a case
/// for each expectation.
public enum JUnit {
  /// The file's text.
  public static func text(of run: RunReport) -> String {
    let suites = run.sessions.map(Suite.init) + wholeRun(run)
    let tests = suites.reduce(0) { $0 + $1.cases.count }
    let failures = suites.reduce(0) { $0 + $1.failures }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"MapReplay\" tests=\"\(tests)\" failures=\"\(failures)\""
      + " errors=\"\(run.count(of: .aborted))\"\(time(run.realNanoseconds))>\n"
      + suites.map(\.text).joined() + "</testsuites>\n"
  }

  /// A suite of the comparison of the facts and the findings of the run; none without them.
  private static func wholeRun(_ run: RunReport) -> [Suite] {
    var cases = run.findings.map { Case(name: $0, failure: Failure(type: "finding", message: $0)) }
    if let comparison = run.comparison, comparison.findings.isEmpty {
      cases.insert(Case(name: comparison.words), at: 0)
    }
    return cases.isEmpty ? [] : [Suite(name: "the whole run", id: "run", cases: cases)]
  }

  fileprivate static func time(_ nanoseconds: Int64?) -> String {
    nanoseconds.map { " time=\"\(MetricText.decimal($0, places: 9))\"" } ?? ""
  }

  fileprivate struct Failure {
    var type: String
    var message: String
    /// The text of the element; none for a message alone.
    var text: String?
    /// Whether there is no verdict at all.
    var isError = false
  }

  fileprivate struct Case {
    var name: String
    var failure: Failure?
  }

  fileprivate struct Suite {
    var name: String
    var id: String
    var cases: [Case]
    var time = ""
    var properties: [(name: String, value: String)] = []
    var notes: [String] = []

    var failures: Int { cases.count { $0.failure?.isError == false } }

    var text: String {
      let errors = cases.count { $0.failure?.isError == true }
      var text = "  <testsuite name=\"\(Escape.markup(name))\" tests=\"\(cases.count)\""
      text += " failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\"\(time)>\n"
      if !properties.isEmpty {
        let lines = properties.map { name, value in
          "      <property name=\"\(name)\" value=\"\(Escape.markup(value))\"/>\n"
        }
        text += "    <properties>\n\(lines.joined())    </properties>\n"
      }
      text += cases.map(self.text).joined()
      if !notes.isEmpty {
        let lines = notes.map(Escape.markup).joined(separator: "\n")
        text += "    <system-out>\(lines)</system-out>\n"
      }
      return text + "  </testsuite>\n"
    }

    private func text(of test: Case) -> String {
      let names = "classname=\"\(Escape.markup(id))\" name=\"\(Escape.markup(test.name))\""
      guard let failure = test.failure else { return "    <testcase \(names)/>\n" }
      let element = failure.isError ? "error" : "failure"
      let message = "type=\"\(failure.type)\" message=\"\(Escape.markup(failure.message))\""
      let end = failure.text.map { ">\(Escape.markup($0))</\(element)>" } ?? "/>"
      return "    <testcase \(names)>\n      <\(element) \(message)\(end)\n    </testcase>\n"
    }
  }
}

extension JUnit.Suite {
  fileprivate init(_ session: SessionReport) {
    self.init(
      name: session.title, id: session.id, cases: Self.cases(of: session),
      time: JUnit.time(session.measurements?.realNanoseconds))
    properties = [
      (name: "file", value: session.file), (name: "seed", value: String(session.seed)),
      (name: "device", value: session.device.name),
      (name: "digest", value: session.facts.digest.text),
    ]
    if let variant = session.variant { properties.append((name: "variant", value: variant.name)) }
    for clustering in session.clusterings {
      let name = "clustering of \(Escape.markup(clustering.layer))"
      properties.append((name: name, value: clustering.words))
    }
    for option in session.options where !option.isDefault {
      properties.append((name: "option \(Escape.markup(option.name))", value: option.value))
    }
    guard !session.isCanary else { return }
    notes =
      session.warnings.map { "warning: \($0)" }
      + session.calloutFaults.map { "\(session.place(of: $0.worst)): \($0.words)" }
  }

  private static func cases(of session: SessionReport) -> [JUnit.Case] {
    if let abort = session.abort {
      let failure = JUnit.Failure(
        type: abort.cause.rawValue, message: abort.words,
        text: "reproduce: \(abort.reproduction)", isError: true)
      return [JUnit.Case(name: "replays to its end", failure: failure)]
    }
    guard session.isCanary else { return expectations(of: session) }
    // A canary is one case: that it fails as it must.
    let failure = JUnit.Failure(
      type: "harness-broken", message: session.canaryComplaint,
      text: (session.failures.map { session.complaint(of: $0) }
        + session.brokenBudgets.map { session.complaint(of: $0) }).joined(separator: "\n"))
    return [
      JUnit.Case(
        name: "fails with \(SessionReport.list(session.mustFailNames)) alone",
        failure: session.outcome == .caught ? nil : failure)
    ]
  }

  private static func expectations(of session: SessionReport) -> [JUnit.Case] {
    // An expectation in a step that runs again falls due again, but names must be unique.
    var rounds: [String: Int] = [:]
    let causes = session.causes
    let cases = session.facts.verdicts.enumerated().map { index, verdict in
      var name = "\(verdict.rule) (\(verdict.placeWords))"
      let round = rounds[name, default: 0] + 1
      rounds[name] = round
      if round > 1 { name += ", round \(round)" }
      return JUnit.Case(name: name, failure: failure(of: index, causes[index], in: session))
    }
    let budgets = session.budgetVerdicts.filter { $0.unavailable == nil }.map { verdict in
      let failure = JUnit.Failure(
        type: verdict.outcome?.rawValue ?? "", message: session.complaint(of: verdict))
      return JUnit.Case(
        name: "\(verdict.rule) (line \(verdict.line))", failure: verdict.isBroken ? failure : nil)
    }
    let all = cases + budgets
    return all.isEmpty ? [JUnit.Case(name: "replays to its end")] : all
  }

  private static func failure(
    of index: Int, _ cause: Verdict?, in session: SessionReport
  ) -> JUnit.Failure? {
    let verdict = session.facts.verdicts[index]
    guard verdict.outcome != .kept else { return nil }
    var text = "\(verdict.file ?? session.file):\(verdict.line):\(verdict.column)\n"
    text += "expected \(verdict.rule)\nfound \(verdict.found)\n"
    text += verdict.expectation.metric.definition.help
    for fault in session.faults(behind: verdict.expectation.metric) {
      text += "\n\(session.place(of: fault.worst)): \(fault.words)"
    }
    let details = FailureText(session: session, verdict: verdict)
      .details(session.evidence(of: index), isShort: false)
    for detail in details { text += "\n\(detail)" }
    let reference = cause.map { "; follows from \($0.expectation.metric.name) (\($0.placeWords))" }
    return JUnit.Failure(
      type: verdict.outcome == .broken ? "broken" : "never-evaluated",
      message: session.complaint(of: verdict) + (reference ?? ""), text: text)
  }
}
