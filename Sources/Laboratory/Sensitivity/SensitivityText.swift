internal import Formatting
internal import Metrics
internal import ReportTexts

/// The text of a study for the terminal.
public struct SensitivityText {
  /// The report.
  private let report: SensitivityReport
  /// Whether all sessions and all assumptions are listed.
  private let isVerbose: Bool
  /// Whether only the sums are printed.
  private let isQuiet: Bool

  /// Prepares the text of a report.
  public init(_ report: SensitivityReport, isVerbose: Bool, isQuiet: Bool = false) {
    (self.report, self.isVerbose, self.isQuiet) = (report, isVerbose, isQuiet)
  }

  /// The most sessions, and the most assumptions, that are listed unless verbose.
  private static let limit = (sessions: 3, ranks: 6, pairs: 1, costs: 3)
  /// The most assumptions that are named for one verdict, unless verbose.
  private static let nameLimit = 3

  /// The whole text.
  public var text: String {
    ((isQuiet ? [] : [sessions, ranking, pairs, costs]) + [closing])
      .map { $0.map { $0 + "\n" }.joined() }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: Sessions

  /// The sessions with a verdict that depends on something, those with the most first.
  private var sessions: [String] {
    let dependent = report.sessions.filter { $0.sensitivity?.isRobust.contains(false) == true }
    let shown: [StudiedSession]
    if isVerbose {
      shown = report.sessions.filter { $0.sensitivity != nil }
    } else {
      let counts = dependent.map { $0.sensitivity?.isRobust.count { !$0 } ?? 0 }
      let order = dependent.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
      shown = order.prefix(Self.limit.sessions).map { dependent[$0] }
    }
    let left = isVerbose ? 0 : dependent.count - shown.count
    return shown.flatMap(lines)
      + (left > 0 ? ["... and \(MetricText.things(left, "more session")); --verbose has all"] : [])
  }

  /// The line of a session; when verbose, with a line for each verdict that depends on something.
  private func lines(of session: StudiedSession) -> [String] {
    guard let found = session.sensitivity else { return [] }
    let dependent = zip(found.verdicts.indices, found.isRobust).filter { !$1 }.map(\.0)
    let robust = found.verdicts.count - dependent.count
    let all = MetricText.things(found.verdicts.count, "verdict")
    let consulted = MetricText.things(found.consulted.count, "assumption")
    var parts: [String] = []
    if !dependent.isEmpty {
      parts.append(
        "\(dependent.count) of \(all) \(dependent.count == 1 ? "depends" : "depend") on "
          + TextLayout.list(found.causes, atMost: isVerbose ? .max : Self.nameLimit))
    }
    let ranges = Console.headlines.indices.map { self.ranges(of: $0, in: found) }
    if isVerbose {
      parts += ranges.filter { !$0.isEmpty }.map { $0.map(\.words).joined(separator: ", ") }
    } else if let widest = ranges.joined().max(by: { $0.width < $1.width }) {
      parts.append(widest.words)
    }
    if robust > 0 {
      parts.append(
        "\(dependent.isEmpty ? all : "\(robust)") \(robust == 1 ? "holds" : "hold") under all "
          + "\(consulted) consulted")
    }
    var lines = TextLayout.wrapped("\(session.id): \(parts.joined(separator: "; "))")
    guard isVerbose else { return lines }
    for verdict in dependent {
      lines += TextLayout.wrapped(change(of: verdict, in: found), indent: "   ")
    }
    return lines
  }

  /// The values that change a verdict: `selections (line 14) fails under ...`.
  private func change(of verdict: Int, in found: SessionSensitivity) -> String {
    let names = found.trials.filter { found.newFlips(of: $0).contains(verdict) }
      .map { trial in trial.settings.map(\.words).joined(separator: " with ") }
    return change(of: verdict, in: found, names)
  }

  /// A verdict that some things change: `selections (line 14) fails under ...`.
  private func change(
    of verdict: Int, in found: SessionSensitivity, _ names: [String]
  ) -> String {
    let verb = found.verdicts[verdict].kind.verb(wasGood: found.standard.isGood[verdict])
    let list = TextLayout.list(names, atMost: isVerbose ? .max : Self.nameLimit)
    return "\(found.verdicts[verdict].words) \(verb) under \(list)"
  }

  /// The costs that change a verdict: `selections (line 14) fails under other costs: ...`.
  private func change(
    of verdict: Int, in found: SessionSensitivity, _ costs: CostSensitivity
  ) -> String {
    let names = costs.consulted.filter { cost in
      costs.effects.contains { $0.cost == cost && $0.flips.contains(verdict) }
    }.map { "`\(DeviceCost.all[$0].name)`" }
    // Where no single step changes it, the beginning of each path does.
    let causes = names.isEmpty ? ["several costs at once"] : names
    return change(of: verdict, in: found, causes) + " between half and double"
  }

  /// The claims of scenarios that an option or a cost breaks, each with its file and line.
  public var brokenClaims: [String] {
    report.claiming.flatMap { session -> [String] in
      guard let found = session.sensitivity, let claim = session.claim else { return [] }
      let byOptions = zip(found.verdicts.indices, found.isRobust).filter { !$1 }.map { verdict, _ in
        change(of: verdict, in: found)
      }
      let byCosts = session.costs.map { costs in
        costs.changed.map { change(of: $0, in: found, costs) }
      }
      return (byOptions + (byCosts ?? [])).map { change in
        "error: \(Escape.line(claim)): 'holds under' is broken: \(Escape.line(session.id)): "
          + Escape.line(change)
      }
    }
  }

  /// The range of a headline fact under each assumption that moves it, the widest first: `view
  /// reuse rate 57.0 % to 83.0 % by ...`.
  private func ranges(
    of headline: Int, in found: SessionSensitivity
  ) -> [(words: String, width: Double)] {
    let metric = Console.headlines[headline]
    let ranges = found.consulted.compactMap { assumption -> (ends: String, width: Double)? in
      let range = found.range(of: headline, under: assumption)
      let ends = [range.least, range.most].map { MetricText.bare($0, of: metric) }
      guard range.relativeWidth > 0, ends[0] != ends[1] else { return nil }
      let name = Assumption.options[assumption].name
      return ("\(ends[0]) to \(ends[1]) by `\(name)`", range.relativeWidth)
    }
    let order = ranges.indices.sorted {
      (ranges[$1].width, $0) < (ranges[$0].width, $1)
    }
    return order.enumerated().map { place, index in
      ((place == 0 ? "\(metric.name) " : "") + ranges[index].ends, ranges[index].width)
    }
  }

  // MARK: Assumptions

  private var ranking: [String] {
    let ranks = report.ranking.filter { isVerbose ? $0.sessions > 0 : $0.flips > 0 }
    let shown = isVerbose ? ranks : Array(ranks.prefix(Self.limit.ranks))
    guard !shown.isEmpty else { return [] }
    let left = ranks.count - shown.count
    return ["To measure on a phone first: the assumptions that change the most verdicts", ""]
      + TextLayout.lines(of: shown) { rank in
        let assumption = Assumption.options[rank.assumption]
        return [
          TableCell("assumption", assumption.name), TableCell("default", assumption.standard),
          TableCell("strongest value", strongest(of: rank)),
          TableCell("verdicts", MetricText.count(Int64(rank.flips)), isNumber: true),
          TableCell("of", MetricText.count(Int64(rank.verdicts)), isNumber: true),
          TableCell("sessions", MetricText.count(Int64(rank.sessions)), isNumber: true),
        ]
      }
      + (left > 0
        ? ["... and \(MetricText.things(left, "more assumption")); --verbose has all"] : [])
  }

  private func strongest(of rank: SensitivityReport.Rank) -> String {
    rank.strongest.map { strongest in
      "\(Assumption.options[rank.assumption].values[strongest.value].words) (\(strongest.flips))"
    } ?? MetricText.never
  }

  // MARK: Pairs and costs

  private var pairs: [String] {
    guard report.pairReplayCount > 0 else { return [] }
    let names = report.pairs.map { pair in
      "\(pair.settings.map(\.words).joined(separator: " with ")) (\(pair.flips))"
    }
    let count = report.ranking.prefix(AssumptionStudy.pairedCount).count { $0.flips > 0 }
    let flips = report.pairs.reduce(0) { $0 + $1.flips }
    let list = TextLayout.list(names, atMost: isVerbose ? .max : Self.limit.pairs)
    return TextLayout.wrapped(
      "In pairs, the first \(count) with their strongest values change "
        + (names.isEmpty
          ? "no further verdict."
          : "\(MetricText.things(flips, "further verdict")): \(list)."))
  }

  private var costs: [String] {
    let ranks = report.costs.ranking
    guard !ranks.isEmpty else { return [] }
    let shown = isVerbose ? ranks : Array(ranks.prefix(Self.limit.costs))
    let left = ranks.count - shown.count
    return TextLayout.wrapped(
      "Costs between half and double in \(report.costs.sample), on \(CostStudy.pathCount) random "
        + "paths each: the headline fact that each cost moves most when it grows by its default")
      + [""]
      + TextLayout.lines(of: shown) { rank in
        let effect = rank.strongest
        return [
          TableCell("cost", rank.name),
          TableCell("fact", effect.map { Console.headlines[$0.headline].name } ?? MetricText.never),
          TableCell("mean", percent(effect?.mean), isNumber: true),
          TableCell("spread", percent(effect?.spread), isNumber: true),
          TableCell("verdicts", MetricText.count(Int64(rank.flips)), isNumber: true),
          TableCell("of", MetricText.count(Int64(rank.verdicts)), isNumber: true),
          TableCell("sessions", MetricText.count(Int64(rank.sessions)), isNumber: true),
        ]
      } + (left > 0 ? ["... and \(MetricText.things(left, "more cost")); --verbose has all"] : [])
  }

  private func percent(_ share: Double?) -> String {
    share.map { MetricText.percent(Int64(($0 * 1e6).rounded()), of: 1_000_000) }
      ?? MetricText.never
  }

  // MARK: Sums

  private var closing: [String] {
    let count = report.verdictCount
    let robust = report.robustCount
    let depends = count - robust
    let unused = report.ranking.filter { $0.sessions == 0 }.map(\.name)
    var sentences =
      isVerbose && !unused.isEmpty
      ? ["No session consults \(TextLayout.and(unused))."] : []
    sentences += [
      "\(MetricText.count(Int64(robust))) of \(MetricText.things(count, "verdict")) are robust: "
        + "no other value of an option changes them. \(MetricText.count(Int64(depends))) "
        + "\(depends == 1 ? "depends" : "depend") on one or more options.",
      "\(MetricText.things(report.replayCount, "replay")) for single values (each alone takes "
        + "\(MetricText.count(Int64(report.oneAtATimeCount))), \(saved) saved), "
        + "\(MetricText.count(Int64(report.pairReplayCount))) for pairs and "
        + "\(MetricText.count(Int64(report.costs.replayCount))) for costs, in "
        + "\(MetricText.lap(report.nanoseconds)).",
    ]
    let claims = report.claiming.count
    if claims > 0 {
      let broken = report.brokenClaimCount
      let unchecked = report.claiming.count { $0.failure != nil }
      sentences.append(
        "\(MetricText.things(claims, "session")) must hold under all assumptions; "
          + (broken == 0
            ? unchecked == 0 ? "all do." : "\(unchecked) not checked."
            : "\(broken) \(broken == 1 ? "does" : "do") not."))
    }
    if !report.failing.isEmpty {
      sentences.append(
        "\(MetricText.things(report.failing.count, "session")) "
          + "\(report.failing.count == 1 ? "fails" : "fail") under the defaults already: "
          + TextLayout.list(report.failing, atMost: isVerbose ? .max : 5))
    }
    sentences += report.unfinished.map { "\($0.id) was not studied in full: \($0.failure ?? "")" }
    return sentences.flatMap { TextLayout.wrapped($0) }
  }

  private var saved: String {
    let saved = max(report.oneAtATimeCount - report.replayCount, 0)
    return MetricText.percent(Int64(saved), of: Int64(max(report.oneAtATimeCount, 1)))
  }
}

extension StudiedVerdict {
  /// The subject with its place: `selections (line 14)`.
  fileprivate var words: String { subject + (place.map { " (\($0))" } ?? "") }
}

extension StudiedVerdict.Kind {
  /// The verb for a verdict that another value changes.
  fileprivate func verb(wasGood: Bool) -> String {
    switch (self, wasGood) {
    case (.canary, true): "is not caught"
    case (.canary, false): "is caught"
    case (_, true): "fails"
    case (_, false): "holds"
    }
  }
}
