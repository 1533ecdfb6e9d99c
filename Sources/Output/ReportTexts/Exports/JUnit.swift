internal import Formatting
internal import MapEvents
internal import Measures
internal import Metrics
public import Reporting

extension ExportFormat {
  static let junit = ExportFormat(
    "junit", "verdicts as JUnit XML, which every CI server shows",
    [ReportFile("junit.xml", "verdicts for a build server") { JUnit.text(of: $0) }])
}

/// The run as JUnit XML of the kind that every CI server reads: a suite for each scenario, with a
/// case for each expectation, and a suite for the whole run.
///
/// Servers know a case by its class and its name: both stay the same from run to run, whatever the
/// title of the scenario, its lines and the author's words for a rule, and no two cases share them.
/// A *failure* is a broken expectation or a difference from the committed facts or counts. With
/// `--gate improvements` an improvement is a failure too. An *error* means that there is no result:
/// a session was aborted, two replays differ, or a canary was not caught. Times are real times, and
/// only measured runs have them.
public enum JUnit {
  /// The file's text.
  public static func text(of run: RunReport) -> String {
    let suites = run.sessions.map(Suite.init) + wholeRun(run)
    let root = attributes([
      ("name", "MapReplay"), ("tests", "\(suites.reduce(0) { $0 + $1.cases.count })"),
      ("failures", "\(suites.reduce(0) { $0 + $1.count(of: .failure) })"),
      ("errors", "\(suites.reduce(0) { $0 + $1.count(of: .error) })"),
      ("time", run.realNanoseconds.map(seconds)),
    ])
    let origin = [
      ("timestamp", run.origin.startedAtSeconds.flatMap { CalendarText.utc(seconds: $0) }),
      ("hostname", run.origin.host),
    ]
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites\(root)>\n"
      + suites.map { $0.text(origin) }.joined() + "</testsuites>\n"
  }

  /// A suite of what is committed, of replays that must agree and of gates.
  private static func wholeRun(_ run: RunReport) -> [Suite] {
    guard !run.sessions.isEmpty else { return [] }
    let agreement = Case(
      name: "two replays of each session agree",
      problem: Problem(.error, "not-deterministic", run.contradictions))
    let cases = [committedFacts(run), agreement] + instructions(run) + [realTimes(run)]
    let notes = [run.comparison?.words, run.counts.map { "counts: \($0.words)" }]
    return [
      Suite(
        name: "the whole run", id: "run", cases: cases.compactMap(\.self),
        notes: notes.compactMap(\.self))
    ]
  }

  private static func committedFacts(_ run: RunReport) -> Case? {
    guard let comparison = run.comparison, comparison.purpose == .compared else { return nil }
    let locksIn = run.gates.contains(.improvements) && comparison.isImprovement
    return Case(
      name: "facts are the committed ones",
      problem: Problem(
        .failure, locksIn ? "improved" : "facts-differ", comparison.findings,
        message: comparison.firstDifference))
  }

  private static func instructions(_ run: RunReport) -> [Case] {
    guard let counts = run.counts else { return [] }
    let counted = Case(
      name: "instructions can be counted",
      problem: Problem(.skipped, "unavailable", [counts.unavailable].compactMap(\.self))
        ?? Problem(.error, "not-counted", counts.failures))
    guard counts.unavailable == nil, counts.comparison?.purpose == .compared else {
      return [counted]
    }
    let locksIn =
      run.gates.contains(.improvements) && counts.comparison?.isImprovement == true
    let undecided = counts.ending == .countsUndecided ? [counts.words] : []
    return [
      counted,
      Case(
        name: "counts are the committed ones",
        problem: Problem(.skipped, "undecided", undecided)
          ?? Problem(.failure, locksIn ? "improved" : "counts-differ", counts.findings)),
    ]
  }

  private static func realTimes(_ run: RunReport) -> Case? {
    guard run.gates.contains(.time) else { return nil }
    let broken = run.brokenRealTimes > 0 ? run.realTimeLines : []
    let undecided = run.unmeasuredRealTimes > 0 ? run.realTimeLines : []
    return Case(
      name: "real times are in their bounds",
      problem: Problem(.failure, "slower", broken)
        ?? Problem(
          .skipped, "undecided", undecided, message: run.unmeasuredRealTimesFinding))
  }

  /// A real time as servers take it: seconds with at most three decimals.
  private static func seconds(_ nanoseconds: Int64) -> String {
    MetricText.decimal((nanoseconds + 500_000) / 1_000_000, places: 3)
  }

  /// Attributes of an element; those without a value are left out.
  private static func attributes(_ attributes: [(name: String, value: String?)]) -> String {
    attributes.compactMap { name, value in
      value.map { " \(name)=\"\(Escape.markup(Escape.line($0)))\"" }
    }.joined()
  }
}

extension JUnit {
  /// Why a case did not pass.
  fileprivate struct Problem {
    enum Kind: String {
      case failure, error, skipped
    }

    var kind: Kind
    var type: String
    var message: String
    /// The text of the element; none for a message alone.
    var text: String?

    init(_ kind: Kind, _ type: String, message: String, text: String? = nil) {
      (self.kind, self.type, self.message, self.text) = (kind, type, message, text)
    }

    /// A problem of sentences, one a line; nil without any.
    init?(_ kind: Kind, _ type: String, _ sentences: [String], message: String? = nil) {
      guard let first = sentences.first else { return nil }
      self.init(
        kind, type, message: message ?? first, text: sentences.joined(separator: "\n"))
    }
  }

  fileprivate struct Case {
    var name: String
    /// The real time that it took, in nanoseconds; nil when that is unknown.
    var time: Int64?
    var problem: Problem?
  }

  fileprivate struct Suite {
    var name: String
    /// The class of its cases.
    var id: String
    var cases: [Case]
    /// The real time of a replay, in nanoseconds; nil when that is unknown.
    var time: Int64?
    var properties: [(name: String, value: String)] = []
    var notes: [String] = []

    func count(of kind: Problem.Kind) -> Int { cases.count { $0.problem?.kind == kind } }

    func text(_ origin: [(name: String, value: String?)]) -> String {
      let attributes = JUnit.attributes(
        [
          ("name", name), ("tests", "\(cases.count)"), ("failures", "\(count(of: .failure))"),
          ("errors", "\(count(of: .error))"), ("skipped", "\(count(of: .skipped))"),
          ("time", time.map(JUnit.seconds)),
        ] + origin)
      var text = "  <testsuite\(attributes)>\n"
      if !properties.isEmpty {
        let lines = properties.map {
          "      <property\(JUnit.attributes([("name", $0.name), ("value", $0.value)]))/>\n"
        }
        text += "    <properties>\n\(lines.joined())    </properties>\n"
      }
      text += zip(cases, uniqueNames).map(self.text).joined()
      if !notes.isEmpty {
        let lines = notes.map { Escape.markup(Escape.line($0)) }.joined(separator: "\n")
        text += "    <system-out>\(lines)</system-out>\n"
      }
      return text + "  </testsuite>\n"
    }

    /// The names of the cases: an expectation in a step that runs again falls due again, and two
    /// steps may expect the same, but a name must not come twice.
    private var uniqueNames: [String] {
      var used: Set<String> = []
      return cases.map { test in
        var (name, round) = (test.name, 1)
        while !used.insert(Escape.markup(Escape.line(name))).inserted {
          round += 1
          name = "\(test.name), number \(round)"
        }
        return name
      }
    }

    private func text(of test: Case, name: String) -> String {
      let names = JUnit.attributes([
        ("classname", id), ("name", name), ("time", test.time.map(JUnit.seconds)),
      ])
      guard let problem = test.problem else { return "    <testcase\(names)/>\n" }
      let words = JUnit.attributes([("type", problem.type), ("message", problem.message)])
      let element = problem.kind.rawValue
      let end = problem.text.map { ">\(Escape.markup(Escape.terminal($0)))</\(element)>" } ?? "/>"
      return "    <testcase\(names)>\n      <\(element)\(words)\(end)\n    </testcase>\n"
    }
  }
}

extension JUnit.Suite {
  fileprivate init(_ session: SessionReport) {
    self.init(
      name: session.id, id: session.id, cases: Self.cases(of: session),
      time: session.measurements?.realNanoseconds)
    properties = [
      (name: "title", value: session.title), (name: "file", value: session.file),
      (name: "seed", value: String(session.seed)),
      (name: "device", value: session.device.name),
      (name: "digest", value: session.facts.digest.text),
    ]
    if let variant = session.variant { properties.append((name: "variant", value: variant.name)) }
    for clustering in session.clusterings {
      properties.append((name: "clustering of \(clustering.layer)", value: clustering.words))
    }
    for option in session.options where !option.isDefault {
      properties.append((name: "option \(option.name)", value: option.value))
    }
    guard !session.isCanary else { return }
    notes =
      (session.isUnasked ? [session.outcomeWords] : []) + session.warnings.map { "warning: \($0)" }
      + session.calloutFailures.map { "\(session.place(of: $0.worst)): \($0.words)" }
  }

  /// The replay, which took all the time, and what was judged by it.
  private static func cases(of session: SessionReport) -> [JUnit.Case] {
    let time = session.measurements?.realNanoseconds
    var replay = JUnit.Case(name: "replays to its end", time: time)
    if let abort = session.abort {
      replay.problem = JUnit.Problem(
        .error, abort.cause.rawValue, message: abort.words,
        text: "reproduce: \(abort.reproduction)")
      return [replay]
    }
    guard session.isCanary else {
      return [replay]
        + expectations(of: session).map { test in
          JUnit.Case(name: test.name, time: time.map { _ in 0 }, problem: test.problem)
        }
    }
    // A canary is one case: that it fails as it must.
    let complaints =
      session.failures.map { session.complaint(of: $0) }
      + session.brokenBudgets.map { session.complaint(of: $0) }
    let problem = JUnit.Problem(
      .error, "harness-broken", message: session.canaryComplaint,
      text: complaints.joined(separator: "\n"))
    return [
      JUnit.Case(
        name: "fails with \(SessionReport.list(session.mustFailNames)) alone", time: time,
        problem: session.outcome == .caught ? nil : problem)
    ]
  }

  private static let knownFailure = "known-failure"

  private static func expectations(of session: SessionReport) -> [JUnit.Case] {
    let causes = session.causes
    let law = session.find.map { find in
      JUnit.Case(
        name: "law: \(find.law)",
        problem: JUnit.Problem(.failure, "broken", message: find.sentence))
    }
    let cases = session.facts.verdicts.enumerated().map { index, verdict in
      JUnit.Case(
        name: verdict.stableName,
        problem: problem(of: index, causes[index], in: session))
    }
    let budgets = session.budgetVerdicts.filter { $0.unavailable == nil }.map { verdict in
      let problem = JUnit.Problem(
        session.isKnown(verdict) ? .skipped : .failure,
        session.isKnown(verdict) ? knownFailure : verdict.outcome?.rawValue ?? "",
        message: session.complaint(of: verdict))
      return JUnit.Case(
        name: verdict.stableName, problem: verdict.isBroken ? problem : nil)
    }
    let known = (session.knownFailures ?? []).map { known in
      let gone = session.goneFailures.contains(known) ? [known.goneSentence] : []
      return JUnit.Case(
        name: "known failure of \(known.metric)", problem: JUnit.Problem(.failure, "gone", gone))
    }
    return [law].compactMap(\.self) + cases + budgets + known
  }

  private static func problem(
    of index: Int, _ cause: Verdict?, in session: SessionReport
  ) -> JUnit.Problem? {
    let verdict = session.facts.verdicts[index]
    guard verdict.outcome != .kept else { return nil }
    var text = "\(verdict.written.place(in: session.file))\n"
    text += "expected \(verdict.rule)\nfound \(verdict.found)\n"
    text += verdict.expectation.subject.help
    for failure in session.failures(behind: verdict.expectation.metric) {
      text += "\n\(session.place(of: failure.worst)): \(failure.words)"
    }
    let details = FailureText(session: session, verdict: verdict)
      .details(session.evidence(of: index), isShort: false)
    for detail in details { text += "\n\(detail)" }
    let reference = cause.map { "; follows from \($0.expectation.subject.name) (\($0.placeWords))" }
    return JUnit.Problem(
      session.isKnown(verdict) ? .skipped : .failure,
      session.isKnown(verdict)
        ? knownFailure : verdict.outcome == .broken ? "broken" : "never-evaluated",
      message: session.complaint(of: verdict) + (reference ?? ""), text: text)
  }
}
