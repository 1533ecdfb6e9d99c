internal import Counts
internal import Formatting
internal import Metrics
internal import Reporting
internal import Statistics
internal import Wire

extension HistoryChanges {
  /// The most changes that are listed of one run, unless all are asked for.
  private static let rowLimit = 8
  /// The most runs whose changes are listed, unless all are asked for.
  private static let runLimit = 4

  /// The verdict in one line, then the changes, run by run.
  ///
  /// - Parameter isVerbose: Whether all are listed.
  /// - Returns: The text, which ends with its last line.
  public func text(isVerbose: Bool = false) -> String {
    var lines = [headline]
    let groups = changes.grouped { $0[0].run.number == $1.run.number }
    for group in groups.prefix(isVerbose ? .max : Self.runLimit) {
      lines += ["", heading(of: group)] + rows(of: group, isVerbose: isVerbose)
    }
    if !isVerbose, groups.count > Self.runLimit {
      let left = groups.dropFirst(Self.runLimit).joined().count
      lines += [
        "", "\(MetricText.things(left, "change")) at earlier runs; --verbose lists all of them",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The verdict with the class that decided it.
  public var headline: String {
    let runs = MetricText.things(runs, "run")
    switch verdict {
    case .tooFewRuns:
      return "\(verdict.rawValue): \(runs), and a change needs at least \(Self.fewestRuns)"
    case .unchanged:
      let accepted = MetricText.things(changes.count, "accepted change")
      return "\(verdict.rawValue): no level of "
        + "\(MetricText.things(seriesCount, "quantity", "quantities")) changed in \(runs)"
        + (changes.isEmpty ? "" : " but by \(accepted)")
    case .suspected:
      return "\(verdict.rawValue): no change in \(runs) counts yet; \(decisiveWords)"
    case .worse, .better, .changed:
      let decision = decisive.map { ", decided by \($0.series.quantity.kind.rawValue)s" } ?? ""
      let worse = confirmed.count { $0.direction == .worse }
      let suspected = open.count - confirmed.count
      let accepted = changes.count - open.count
      let parts = [
        "\(MetricText.things(confirmed.count, "change")) in \(runs)",
        "\(worse == 0 ? "none" : MetricText.count(Int64(worse))) for the worse",
        suspected > 0 ? "\(MetricText.count(Int64(suspected))) more suspected" : nil,
        accepted > 0 ? "\(MetricText.count(Int64(accepted))) more accepted" : nil,
      ].compactMap(\.self)
      return "\(verdict.rawValue)\(decision): \(parts.joined(separator: ", ")); \(decisiveWords)"
    }
  }

  private var decisiveWords: String { decisive.map(\.words) ?? "" }

  private func heading(of group: [HistoryChange]) -> String {
    let run = group[0].run
    let parts = [
      run.words, run.dayText.isEmpty ? nil : run.dayText,
      run.origin.branch.map { "on \(TextLayout.fitted($0, to: 30))" },
    ].compactMap(\.self)
    let others = Set(group.filter { $0.isOfOtherScenario == true }.map(\.series.session)).count
    let scenarios = others == 1 ? "scenario" : "scenarios"
    let note = "; the \(scenarios) of \(MetricText.things(others, "session")) changed too"
    let programs = [group[0].previous, run].compactMap(\.programSource?.shortText)
    let causes = Set(group.map(\.cause))
    let cause =
      causes == [.program] && programs.count == 2
      ? "; caused by the program (\(programs.joined(separator: " -> "))), as the scenarios are the "
        + "same"
      : causes == [.neither] ? "; program and scenarios are the same" : ""
    let acceptance = group[0].acceptance.map { "; accepted: \(Escape.line($0))" } ?? ""
    return parts.joined(separator: ", ") + (others > 0 ? note : "") + cause
      + acceptance
  }

  private func rows(of group: [HistoryChange], isVerbose: Bool) -> [String] {
    let shown = group.prefix(isVerbose ? .max : Self.rowLimit)
    let lines = TextLayout.lines(of: shown) { change in
      let levels = change.levels
      return [
        TableCell("result", change.directionText),
        TableCell("change", LevelText.change(change.point), isNumber: true),
        TableCell("before", levels[0], isNumber: true),
        TableCell("after", levels[1], isNumber: true),
        TableCell("certainty", LevelText.certainty(change.point)),
        TableCell("metric", change.subject),
      ]
    }
    let left = group.count - shown.count
    return lines.map { "  " + $0 }
      + (left > 0 ? ["  ... \(MetricText.count(Int64(left))) more of this run"] : [])
  }

  /// The changes for programs.
  public var json: String {
    let file: JSON = [
      "version": 1, "verdict": .string(verdict.rawValue), "headline": .string(headline),
      "runs": .int(runs), "quantities": .int(seriesCount), "changes": .array(changes.map(\.json)),
    ]
    return file.fileText
  }
}

extension HistoryChange {
  /// Metric and session: `views created of Views/many-identifiers`.
  var subject: String { "\(series.quantity.name) of \(Escape.line(series.session))" }

  /// The direction in a word, with a question mark for a level that is too young to count.
  var directionText: String {
    (direction == .neither ? "changed" : direction.rawValue) + (point.isSuspected ? "?" : "")
  }

  /// Both levels as texts.
  var levels: [String] {
    LevelText.texts(point.before.mean, point.after.mean, of: series.quantity)
  }

  /// Both levels of what changed: `views created of a 342 -> 347 (+1.5 %)`.
  var step: String {
    "\(subject) \(levels.joined(separator: " -> ")) (\(LevelText.change(point)))"
  }

  /// All of it in a few words: `views created of a 342 -> 347 (+1.5 %) at run 38 (1a2b3c4d)`.
  var words: String {
    "\(step) at \(run.words)" + (point.isSuspected ? ", \(LevelText.certainty(point))" : "")
  }

  /// The change as an object for programs.
  var json: JSON {
    func level(_ level: Level) -> JSON {
      .row(["mean": .number(level.mean), "runs": .int(level.count)])
    }
    return [
      "session": .string(series.session), "metric": .string(series.quantity.name),
      "class": .string(series.quantity.kind.rawValue),
      "unit": .string(series.quantity.unit.definition.nameInFiles),
      "fingerprint": series.fingerprint.map { .string($0.key) } ?? .null,
      "direction": .string(direction.rawValue), "before": level(point.before),
      "after": level(point.after), "change": point.relativeChange.map { .number($0) } ?? .null,
      "p": .number(point.pValue), "suspected": .flag(point.isSuspected),
      "runs missing": .int(point.missing),
      "scenario changed": isOfOtherScenario.map { .flag($0) } ?? .null,
      "program changed": isOfOtherProgram.map { .flag($0) } ?? .null,
      "cause": .text(cause?.rawValue),
      "accepted": .text(acceptance),
      "run": .integer(run.number), "revision": .text(run.origin.revision),
      "previous run": .integer(previous.number),
      "previous revision": .text(previous.origin.revision),
    ]
  }
}
