internal import Authoring
internal import Formatting
internal import ScenarioFiles
internal import Sessions

/// The words and files in which a search reports its results.
package struct ExplorationText {
  let result: Exploration
  let explorer: Explorer
  /// The options of the search besides its length, for a command that searches again.
  private let options: String
  /// The expectation of `--breaks`, as the user wrote it; nil for laws.
  let sought: String?
  /// The folder of the files.
  let folder: String

  /// Words for the result of a search.
  package init(
    _ result: Exploration, of explorer: Explorer, options: String, sought: String?, folder: String
  ) {
    (self.result, self.explorer, self.options, self.sought) = (result, explorer, options, sought)
    self.folder = folder
  }

  // MARK: Files

  /// A scenario for each failure, the smallest that was found, in the layout of `fmt`.
  package var files: [(name: String, text: String)] {
    failures.flatMap { found, name, text -> [(name: String, text: String)] in
      guard let text else { return [] }
      let other = found.other.flatMap(ScenarioText.root).map { root in
        var root = root
        root.set(
          "scenario",
          to: ExplorationText.title(
            sought.map { "Keeps \($0)" } ?? "Compared by the law: \(found.law)"))
        if let expected = sought.flatMap(Explorer.expected) { root.set("expect", to: expected) }
        return ScenarioText(
          root,
          comments: [
            sought == nil
              ? "Its law compares \(name) with it: \(sentence(of: found.law))"
              : Escape.line("\(name) with \(cause)")
          ])
      }
      return [(name, text)]
        + [other].compactMap(\.self).map {
          (ExplorationText.other(name), (try? $0.formatted()) ?? $0.text)
        }
    }
  }

  /// Each failure with the name of its file, and the text; no text where no scenario is known.
  var failures: [(found: ShrunkFinding, name: String, text: String?)] {
    var names: [String: Int] = [:]
    return result.findings.map { found in
      let name = ExplorationText.name(of: sought ?? found.law)
      let count = names[name, default: 0] + 1
      names[name] = count
      let file = count == 1 ? "\(name).yaml" : "\(name)-\(count).yaml"
      return (found, file, scenario(of: found, file))
    }
  }

  /// The name of the file with which a law compares a file.
  static func other(_ name: String) -> String { "\(name.dropLast(5))-other.yaml" }

  private static func title(_ words: String) -> YAMLNode {
    YAMLNode(.scalar(String(words.prefix(200)), isQuoted: true))
  }

  /// The words of a law, joined by hyphens.
  private static func name(of words: String) -> String {
    words.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  private func scenario(of found: ShrunkFinding, _ file: String) -> String? {
    guard var root = ScenarioText.root(of: found.text) else { return nil }
    let title = sought.map { "Breaks \($0)" } ?? "Breaks the law: \(found.law)"
    root.set("scenario", to: ExplorationText.title(title))
    if let expected = sought.flatMap(Explorer.expected) { root.set("expect", to: expected) }
    let text = ScenarioText(
      root,
      comments: [
        sentence(of: found.law), found.sentence,
        kept.isEmpty ? "" : "\(kept), as in \(ExplorationText.other(file))",
      ].filter { !$0.isEmpty }
        .map { TextLayout.lines(of: Escape.line($0), atMost: 98) }.joined(separator: [""])
        + [
          "", "\(size(of: found)). Found by:", Escape.line(again(found.finding.sessions)),
          "Checked again by:", Escape.line(check(found, file)),
        ])
    return (try? text.formatted()) ?? text.text
  }

  /// The command that searches a number of the same sessions again.
  func again(_ sessions: Int) -> String {
    "mapreplay explore --sessions \(sessions) \(options)"
  }

  /// The command that holds the file of a failure to its law again.
  private func check(_ found: ShrunkFinding, _ file: String) -> String {
    let file = FilePath.join(folder, file)
    guard sought == nil else { return Escape.shell(["mapreplay", "run", file]) }
    let law = found.law == Explorer.ending.name ? [] : ["--law", found.law]
    return Escape.shell(["mapreplay", "explore", "--sessions", "1", "--start", file] + law)
  }

  func sentence(of law: String) -> String {
    if law == Explorer.ending.name { return Explorer.ending.sentence }
    return Law.all.first { $0.name == law }?.sentence ?? ""
  }

  // MARK: Console

  /// The text of a terminal: the numbers, the failures with their files, and the verdict.
  ///
  /// - Parameters:
  ///   - isVerbose: Whether a table of laws is part of it.
  ///   - names: The names of all files in the folder of the search.
  /// - Returns: The text.
  package func text(isVerbose: Bool = false, beside names: [String] = []) -> String {
    var text = "\(numbers)\n" + (isVerbose ? "\n\(applications)" : "")
    for (found, name, scenario) in failures {
      let path = scenario == nil ? "no scenario was recorded" : FilePath.join(folder, name)
      text += "\n" + failure(found, path)
    }
    if let further { text += "\n\(further)\n" }
    if result.hasReport {
      text += "\nreport: \(Escape.line(FilePath.join(folder, "report.html")))"
    }
    return text + older(names) + "\n\(verdict)\n"
  }

  /// The finds of earlier searches, which stay beside those of this one.
  private func older(_ names: [String]) -> String {
    let own = Set(files.map(\.name))
    let older = names.filter { name in
      name.hasSuffix(".yaml") && !own.contains(name)
        && OutputFiles.text(at: FilePath.join(folder, name))?
          .contains(". Found by:\n# mapreplay explore ") == true
    }
    guard !older.isEmpty else { return "" }
    let more = older.count > 3 ? " and \(MetricText.count(Int64(older.count - 3))) more" : ""
    return "\nfound by earlier searches, and still there: "
      + older.prefix(3).map(Escape.line).joined(separator: ", ") + more
  }

  /// The failures that were not made small, in words; nil for none.
  var further: String? {
    let further = result.found - result.findings.count
    guard further > 0 else { return nil }
    return "\(MetricText.things(further, "more failure")) not shrunk: fix these first, then "
      + "search again"
  }

  private var numbers: String { numbers(withTimes: true) }

  /// The seed, the sessions and what they covered, with the time that they took.
  func numbers(withTimes: Bool) -> String {
    let sessions = result.sessions
    let rate = result.nanoseconds > 0 ? Int64(sessions) * 1_000_000_000 / result.nanoseconds : 0
    let time =
      " in \(ExplorationText.seconds(result.nanoseconds)) (\(MetricText.count(rate)) per second)"
    return "seed \(explorer.seed): \(MetricText.things(sessions, "session"))"
      + "\(withTimes ? time : "")\n"
      + "steps: \(ExplorationText.spread(result.steps)); "
      + "points: \(ExplorationText.spread(result.points))\n"
      + "coverage: \(result.situations) of \(SituationObserver.count) situations, "
      + MetricText.count(Int64(result.signs - result.situations))
      + " event pairs and outcomes; "
      + MetricText.things(result.invalidDraws, "invalid session") + " left out" + idle + lost
  }

  /// A line for each law, with the number of sessions that it applied to.
  private var applications: String {
    let rows = zip(explorer.laws, result.applied).map { law, count in
      [law.name, MetricText.count(Int64(count))]
    }
    let lines = TextLayout.columns([["law", "applied to"]] + rows, right: [1])
    return lines.map { "\($0)\n" }.joined()
  }

  /// The laws that applied to no session.
  private var idle: String {
    let idle = zip(explorer.laws, result.applied).filter { $0.1 == 0 }.map(\.0.name)
    guard sought == nil, result.sessions > 0, !idle.isEmpty else { return "" }
    return "\nnot applied to any session: \(idle.joined(separator: ", "))"
  }

  /// The batches that ended early once.
  private var lost: String {
    guard result.lostBatches > 0 else { return "" }
    return
      "\n\(MetricText.things(result.lostBatches, "batch", "batches")) not counted: the process "
      + "ended early or took too long, and no session of it does so alone"
  }

  private func failure(_ found: ShrunkFinding, _ file: String) -> String {
    let title = sought.map { "breaks: \($0)" } ?? "law broken: \(found.law)"
    let sentence = sentence(of: found.law)
    let size = "\(size(of: found)) in \(ExplorationText.seconds(found.nanoseconds))"
    let lines = [sentence, found.sentence, kept].filter { !$0.isEmpty }.flatMap {
      TextLayout.lines(of: Escape.line($0), atMost: TextLayout.width - 2)
    }
    return "\(Escape.line(title))\n"
      + (lines + [Escape.line(file)]
      + (found.other == nil ? [] : [Escape.line(ExplorationText.other(file))])
      + [size]).map { "  \($0)\n" }.joined()
  }

  private func size(of found: ShrunkFinding) -> String {
    "\(MetricText.things(found.steps, "step")) and "
      + "\(MetricText.things(found.points, "point")), "
      + "shrunk from \(MetricText.things(found.stepsBefore, "step"))"
  }

  /// The values of `--unless`, with which the expectation is kept.
  private var cause: String {
    explorer.unless.map { "'\($0.words)'" }.joined(separator: " and ")
  }

  /// The remark that the cause is known; empty where it is not.
  private var kept: String { cause.isEmpty ? "" : "kept with \(cause)" }

  /// The verdict in a line.
  package var verdict: String {
    guard result.sessions > 0 || !result.findings.isEmpty else { return "no session was played" }
    let sessions = MetricText.things(result.sessions, "session")
    if let sought = sought.map({ "'\(Escape.line($0))'" }) {
      guard result.findings.isEmpty else {
        return "broken: \(sought)" + (kept.isEmpty ? "" : ", \(Escape.line(kept))")
      }
      let judged = "\(sessions), of which \(MetricText.count(Int64(result.judged))) judged it"
      return kept.isEmpty
        ? "not broken: \(sought) held in \(judged)"
        : "not found: \(sought) broken, and \(Escape.line(kept)), in none of \(judged)"
    }
    let laws = explorer.laws.count + 1
    let broken = Set(result.findings.map(\.law)).count
    return broken == 0
      ? "all \(laws) laws held in \(sessions)"
      : "\(broken) of \(laws) laws \(broken == 1 ? "is" : "are") broken"
  }

  /// The least and the greatest number, the median and the 95th percentile.
  private static func spread(_ numbers: [Int]) -> String {
    let sorted = numbers.sorted()
    guard let last = sorted.indices.last else { return "none" }
    func number(_ index: Int) -> String { MetricText.count(Int64(sorted[index])) }
    return "\(number(0)) to \(number(last)), median \(number(last / 2)), p95 "
      + number(last * 95 / 100)
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    "\(MetricText.decimal(nanoseconds / 100_000_000, places: 1)) s"
  }
}

extension Law {
  /// All laws with their sentences, as a terminal lists them.
  package static var list: String {
    let ending = Explorer.ending
    let rows = [(ending.name, ending.sentence)] + all.map { ($0.name, $0.sentence) }
    return rows.map { name, sentence in
      "\(name)\n"
        + TextLayout.lines(of: sentence, atMost: TextLayout.width - 4)
        .map { "    \($0)\n" }.joined()
    }.joined()
  }
}
