internal import Authoring
internal import Formatting
internal import ScenarioFiles

/// The words and files in which a search says what it found.
package struct ExplorationText {
  private let result: Exploration
  private let explorer: Explorer
  /// The options of the search besides its length, for a command that searches again.
  private let options: String
  /// The expectation of `--breaks`, as the user wrote it; nil for laws.
  private let sought: String?

  /// Words for the result of a search.
  package init(_ result: Exploration, of explorer: Explorer, options: String, sought: String?) {
    (self.result, self.explorer, self.options, self.sought) = (result, explorer, options, sought)
  }

  // MARK: Files

  /// A scenario for each failure, the smallest that was found, in the layout of `fmt`.
  package var files: [(name: String, text: String)] {
    var names: [String: Int] = [:]
    return result.findings.compactMap { found in
      guard let text = scenario(of: found) else { return nil }
      let name = ExplorationText.name(of: found.law.isEmpty ? "counterexample" : found.law)
      let count = names[name, default: 0] + 1
      names[name] = count
      return (count == 1 ? "\(name).yaml" : "\(name)-\(count).yaml", text)
    }
  }

  /// The words of a law, joined by hyphens.
  private static func name(of words: String) -> String {
    words.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  private func scenario(of found: ShrunkFinding) -> String? {
    guard var root = ScenarioText.root(of: found.text) else { return nil }
    let title = sought.map { "Breaks \($0)" } ?? "Breaks the law: \(found.law)"
    root.set("scenario", to: YAMLNode(.scalar(String(title.prefix(200)), isQuoted: true)))
    if let sought, let colon = sought.firstRange(of: ":") {
      let rule = sought[colon.upperBound...].drop { $0 == " " }
      let metric = String(sought[..<colon.lowerBound])
      root.set("expect", to: YAMLNode(.map([YAMLPair(metric, YAMLNode(String(rule)))])))
    }
    let text = ScenarioText(
      root,
      comments: [sentence(of: found.law), found.sentence].filter { !$0.isEmpty }
        .flatMap { TextLayout.lines(of: Escape.line($0), atMost: 98) }
        + ["Found by:", Escape.line(again(found))])
    return (try? text.formatted()) ?? text.text
  }

  /// The command that comes to the same session again.
  private func again(_ found: ShrunkFinding) -> String {
    "mapreplay explore --sessions \(found.finding.sessions) \(options)"
  }

  private func sentence(of law: String) -> String {
    if law == Explorer.ending.name { return Explorer.ending.sentence }
    return Law.all.first { $0.name == law }?.sentence ?? ""
  }

  // MARK: Console

  /// The text of a terminal: the numbers, the failures with their files, and the verdict.
  package func text(folder: String) -> String {
    var text = "\(numbers)\n"
    for (found, file) in zip(result.findings, files) {
      text += "\n" + failure(found, FilePathText.joined(folder, file.name))
    }
    let further = result.found - result.findings.count
    if further > 0 {
      text +=
        "\n\(further) more \(further == 1 ? "reason" : "reasons") of failure; "
        + "mend these first, then search again\n"
    }
    return text + "\n\(verdict)\n"
  }

  private var numbers: String {
    let sessions = result.sessions
    let steps = ExplorationText.mean(result.steps, sessions)
    let points = ExplorationText.mean(result.points, sessions)
    let rate = result.nanoseconds > 0 ? Int64(sessions) * 1_000_000_000 / result.nanoseconds : 0
    return "seed \(explorer.seed): \(MetricText.count(Int64(sessions))) sessions in "
      + "\(ExplorationText.seconds(result.nanoseconds)) (\(MetricText.count(rate)) per second), "
      + "on average \(steps) steps and \(points) points\n"
      + "coverage: \(MetricText.count(Int64(result.signs))) pairs of events and outcomes; "
      + "\(MetricText.count(Int64(result.given))) invalid draws"
  }

  private func failure(_ found: ShrunkFinding, _ file: String) -> String {
    let title = sought.map { "breaks: \($0)" } ?? "law broken: \(found.law)"
    let sentence = sentence(of: found.law)
    let size =
      "\(ExplorationText.number(found.steps, "step")) and "
      + "\(ExplorationText.number(found.points, "point")), "
      + "shrunk from \(ExplorationText.number(found.stepsBefore, "step")) in "
      + "\(ExplorationText.seconds(found.nanoseconds))"
    let lines = [sentence, found.sentence].filter { !$0.isEmpty }.flatMap {
      TextLayout.lines(of: Escape.line($0), atMost: 96)
    }
    return "\(Escape.line(title))\n"
      + (lines + [Escape.line(file), size]).map { "  \($0)\n" }.joined()
  }

  /// The verdict in a line.
  package var verdict: String {
    let sessions = "\(MetricText.count(Int64(result.sessions))) sessions"
    if let sought {
      return result.findings.isEmpty
        ? "not broken: '\(Escape.line(sought))' held in \(sessions)"
        : "broken: '\(Escape.line(sought))'"
    }
    let laws = explorer.laws.count + 1
    let broken = Set(result.findings.map(\.law)).count
    return broken == 0
      ? "all \(laws) laws held in \(sessions)"
      : "\(broken) of \(laws) laws \(broken == 1 ? "is" : "are") broken"
  }

  private static func number(_ count: Int, _ noun: String) -> String {
    "\(MetricText.count(Int64(count))) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func mean(_ sum: Int, _ count: Int) -> String {
    count == 0 ? "0" : MetricText.decimal(Int64(sum * 10 / count), places: 1)
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    "\(MetricText.decimal(nanoseconds / 100_000_000, places: 1)) s"
  }
}

/// Paths in texts.
private enum FilePathText {
  static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

extension Law {
  /// All laws with their sentences, as a terminal lists them.
  package static var list: String {
    let ending = Explorer.ending
    let rows = [(ending.name, ending.sentence)] + all.map { ($0.name, $0.sentence) }
    return rows.map { name, sentence in
      "\(name)\n"
        + TextLayout.lines(of: sentence, atMost: 94).map { "    \($0)\n" }.joined()
    }.joined()
  }
}
