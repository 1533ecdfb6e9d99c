internal import Formatting
internal import MapConfiguration
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Reporting
internal import ScenarioFiles
internal import Scenarios

/// A preview of a scenario: its setup, its steps with their simulated times, and its
/// expectations.
public struct ScenarioOutline {
  private let variants: [Scenario]
  /// The session that is played: the first variant unless another is chosen.
  private let scenario: Scenario
  private let isOneMeant: Bool
  private let setup: WrittenSetup
  private let timetable: StepTimetable?
  /// Why the session could not be played to its end.
  private let abort: String?

  /// The limits of an abridged text: the lines in all, the least steps, the most expectations
  /// and variants, the lines of a value.
  private static let limits = (lines: 40, steps: 6, rows: 8, value: 2)

  /// Plays a session of a file once, in a separate process.
  ///
  /// - Parameters:
  ///   - variants: The sessions of one file; at least one.
  ///   - id: The id of the one that is played; any other means the first.
  ///   - setup: The entries of the file besides its steps.
  init(_ variants: [Scenario], id: String?, setup: WrittenSetup) {
    precondition(!variants.isEmpty, "a file has a session")
    let meant = variants.first { $0.id == id }
    let scenario = meant ?? variants[0]
    (self.variants, self.scenario, self.setup) = (variants, scenario, setup)
    isOneMeant = meant != nil
    var run = SessionRun([scenario])
    run.limits = SessionLimits()
    var timetable: StepTimetable?
    var abort: String?
    run.play(
      [0], atOnce: 1, work: { _ in StepTimetable(of: scenario) },
      receive: { _, result in
        switch result {
        case .success(let played): timetable = played
        case .failure(let failure):
          let judged = SessionRunner(scenario: scenario)
            .aborted(by: failure, limits: SessionLimits())
          abort = judged.report.abort?.sentences.joined(separator: "; ")
        }
      })
    (self.timetable, self.abort) = (timetable, abort)
  }

  /// The text for a terminal: about forty lines, unless it is whole.
  public func text(isWhole: Bool) -> String {
    let head = head(isWhole: isWhole)
    let expectations = expectations(isWhole: isWhole)
    let left = Self.limits.lines - head.count - expectations.count - 6
    let steps = steps(atMost: isWhole ? nil : max(left, Self.limits.steps))
    return (head + steps + expectations).map { Escape.line($0) + "\n" }.joined()
  }
}

// MARK: What is set up

extension ScenarioOutline {
  private func head(isWhole: Bool) -> [String] {
    var entries: [(label: String, text: String)] = [
      ("tags", scenario.tags.joined(separator: ", ") + origin(of: "tags")),
      ("canary", scenario.mustFailNames.joined(separator: ", ")),
      (
        "known",
        scenario.knownFailures.map { "\($0.metric) until \($0.until) (\($0.ticket))" }
          .joined(separator: ", ")
      ),
      ("holds", scenario.holdsUnderAll == nil ? "" : "under all assumptions"),
      (
        "device",
        "\(scenario.device.name) (\(DeviceLine.origin(of: scenario.device)))" + origin(of: "device")
      ),
      ("seed", "\(scenario.seed)" + origin(of: "seed")), ("options", options),
      ("map", written("map")), ("app", written("app")),
    ]
    for data in scenario.data {
      entries.append(("data", words(data)))
      let file = PointFileLine(data)
      entries += (file?.sentences ?? []).map { ("", $0) }
      if let warning = file?.warning { entries.append(("warning", warning)) }
      entries += drawn(data).map { ("", $0) }
    }
    for (key, label) in [("overlays", "overlay"), ("layers", "layer")] {
      entries += setup.entries(of: key).map { entry in
        (label, "\(entry.name ?? key): \(entry.text)" + origin(entry))
      }
    }
    entries += variantLines(isWhole: isWhole)
    var lines = TextLayout.wrapped(scenario.name) + ["\(scenario.file) (id: \(scenario.id))", ""]
    for entry in entries where !entry.text.isEmpty {
      lines += Self.labeled(entry.label, entry.text, isWhole: isWhole)
    }
    return lines
  }

  private static func labeled(_ label: String, _ text: String, isWhole: Bool) -> [String] {
    let indent = String(repeating: " ", count: 9)
    var lines = TextLayout.wrapped(text, indent: indent)
    if !isWhole, lines.count > limits.value {
      lines = Array(lines.prefix(limits.value))
      lines[lines.count - 1] = lines[lines.count - 1].prefix(TextLayout.width - 4) + " ..."
    }
    lines[0] = TextLayout.padded(label, to: indent.count) + lines[0].dropFirst(indent.count)
    return lines
  }

  private func written(_ key: String) -> String {
    setup.entries(of: key).map { $0.text + origin($0) }.joined(separator: "; ")
  }

  private var options: String {
    let changed = scenario.optionsInForce.filter { !$0.isDefault }
    guard !changed.isEmpty else { return "" }
    return changed.map { "\($0.name): \($0.value)" }.joined(separator: ", ") + origin(of: "options")
  }

  private func words(_ data: DataSet) -> String {
    let entry = setup.entries(of: "data").first { $0.name == data.name }
    return data.words + (entry.map { origin($0) } ?? "")
  }

  /// The shape of drawn points, as the scenario says it, and their extent; empty for other points.
  private func drawn(_ data: DataSet) -> [String] {
    let entry = setup.entries(of: "data").first { $0.name == data.name }
    guard let entry, data.isDrawn else { return [] }
    let middle = scenario.map.viewport.map { Projection.coordinate(for: $0.center) }
    let extent = middle.flatMap { data.extent(around: $0) }
    return [entry.text, extent].compactMap(\.self)
  }

  private func origin(of key: String) -> String { setup.entries(of: key).map(origin).joined() }

  /// The origin of an entry that does not come from the scenario alone.
  private func origin(_ entry: WrittenSetup.Entry) -> String {
    guard let defaults = setup.defaults, entry.isInherited || !entry.inherited.isEmpty else {
      return ""
    }
    let part = entry.isInherited ? "" : entry.inherited.joined(separator: ", ") + " "
    return " (\(part)from \(defaults))"
  }

  private func variantLines(isWhole: Bool) -> [(label: String, text: String)] {
    guard variants.count > 1 else { return [] }
    let shown = isWhole ? variants.count : Self.limits.rows
    let lines = zip(variants, Scenario.differences(among: variants)).prefix(shown).map {
      variant, settings in
      let words = settings.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
      let name = variant.variant ?? variant.id
      let isPlayed = variant.id == scenario.id ? " (played below)" : ""
      return (
        label: "variant", text: "\(name): \(words.isEmpty ? "see the file" : words)\(isPlayed)"
      )
    }
    let rest = variants.count - shown
    return rest > 0 ? lines + [("", TextLayout.rest(rest, "variants", shownBy: "--all"))] : lines
  }
}

// MARK: What is done

extension ScenarioOutline {
  private func steps(atMost limit: Int?) -> [String] {
    let planned = PlannedStep.all(scenario.steps, timetable)
    let count = planned.count { $0.number != nil }
    let length = timetable.map { " in \(MetricText.instant($0.end)) of simulated time" } ?? ""
    var lines = ["", "\(count) \(count == 1 ? "step is" : "steps are") played\(length)", ""]
    if let abort { lines.insert("without times, since it cannot be played: \(abort)", at: 2) }
    // A single line instead of the one that would say so is no gain.
    let shown = limit.map { planned.count <= $0 + 1 ? planned.count : $0 } ?? planned.count
    lines += TextLayout.lines(of: Array(planned.prefix(shown))) { step in
      [
        TableCell("start", step.turn.map { MetricText.instant($0.begin) } ?? "-", isNumber: true),
        TableCell(
          "duration", step.turn.map { MetricText.instant($0.end - $0.begin) } ?? "-",
          isNumber: true),
        TableCell(
          "line", lineWords(step.place.line, file: step.place.file), isNumber: true),
        TableCell("step", step.number.map { "\($0)" } ?? "", isNumber: true),
        TableCell(
          "",
          TextLayout.fitted(
            String(repeating: "  ", count: step.depth) + step.text,
            to: TextLayout.width - (limit == nil ? 2 : 36))),
      ]
    }
    if shown < planned.count {
      lines.append(TextLayout.rest(planned.count - shown, "lines", shownBy: "--all"))
    }
    return lines
  }
}

/// A line, with the name of its file where it is another one.
private func lineWords(_ line: Int, file: String?) -> String {
  guard let name = file?.split(separator: "/").last else { return "\(line)" }
  return "\(name):\(line)"
}

// MARK: What is expected

extension ScenarioOutline {
  private struct Row: Hashable {
    var written: WrittenRule
    var rule: String
    var counts: String

    init(_ placed: PlacedExpectation, counts: String, layers: [LayerSetup]) {
      written = placed.written
      rule = "\(placed.expectation.subject.name): \(placed.written.text)"
      self.counts =
        (placed.interval?.words ?? counts)
        + (placed.layer.map { ", of layer \(layers[$0].name)" } ?? "")
    }

    init(_ placed: PlacedRule<RealExpectation>) {
      written = placed.written
      rule = "\(placed.rule.time.name): \(placed.written.text)"
      counts = "for information"
    }

    init(_ placed: PlacedRule<AllocationBudget>) {
      written = placed.written
      rule = "\(placed.rule.count.name): \(placed.written.text)"
      counts = "the whole session, exact for one build"
    }
  }

  /// The expectations of a session, those of the whole session first.
  private static func rows(of scenario: Scenario) -> [Row] {
    var rows: [Row] = []
    var lastMark: String?
    scenario.steps.visit { step, _ in
      if case .mark(let name) = step.action { lastMark = name }
      guard case .expect(let expectations, let since) = step.action else { return }
      let mark: String? =
        switch since {
        case .start: nil
        case .lastMark: lastMark
        case .mark(let name): name
        }
      let range = mark.map { "from mark '\($0)'" } ?? "the session"
      rows += expectations.filter { !$0.isReference }.map {
        Row($0, counts: "\(range) up to step \(step.id + 1)", layers: scenario.layers)
      }
    }
    let whole = scenario.expectations.filter { !$0.isReference }.map {
      Row($0, counts: "the whole session", layers: scenario.layers)
    }
    return whole + rows + scenario.allocationBudgets.map { Row($0) }
      + scenario.realExpectations.map { Row($0) }
  }

  /// The expectations of the variants, or of the chosen one, each once, in the order of the
  /// file.
  ///
  /// An expectation that not all variants have names those that have it.
  private var rows: [Row] {
    guard !isOneMeant else { return Self.rows(of: scenario) }
    let all = variants.map { (name: $0.variant ?? "", rows: Set(Self.rows(of: $0))) }
    var rows: [Row] = []
    for row in variants.flatMap(Self.rows) where !rows.contains(row) { rows.append(row) }
    return rows.map { row in
      var row = row
      let names = all.filter { $0.rows.contains(row) }.map(\.name)
      if names.count < all.count { row.counts += ", in \(names.joined(separator: ", "))" }
      return row
    }
  }

  private func expectations(isWhole: Bool) -> [String] {
    let rows = rows
    var lines = [""]
    if rows.isEmpty {
      lines.append("no expectations but those that are always on")
    } else {
      let shown = isWhole || rows.count <= Self.limits.rows + 1 ? rows.count : Self.limits.rows
      lines += TextLayout.lines(of: Array(rows.prefix(shown))) { row in
        [
          TableCell(
            "line", lineWords(row.written.line, file: row.written.file), isNumber: true),
          TableCell("expectation", TextLayout.fitted(row.rule, to: TextLayout.width - 30)),
          TableCell("judged over", row.counts),
        ]
      }
      if shown < rows.count {
        lines.append(TextLayout.rest(rows.count - shown, "expectations", shownBy: "--all"))
      }
    }
    var implied: [Metric] = []
    for bound in scenario.finalExpectations where bound.isImplied {
      let metric = bound.expectation.metric
      if !implied.contains(metric) { implied.append(metric) }
    }
    guard !implied.isEmpty else { return lines }
    return lines
      + TextLayout.wrapped(
        "always expected, unless the scenario overrides it: exactly 0 of each of these: "
          + implied.map(\.name).joined(separator: "; "))
  }
}
