internal import Formatting
internal import Instruments
public import Scenarios

/// The situations that scenarios reach, and the steps to write for the others.
public struct ScenarioCoverage: Sendable {
  /// How much of it is printed.
  public enum Detail: Sendable {
    /// The numbers of each group, and the first of what is unreached.
    case summary
    /// All that is unreached.
    case unreached
    /// Every situation, with the first scenario that comes into it and how many do.
    case everything
  }

  private struct Line {
    var situation: Situation
    var suggestion: String
    var count = 0
    var first: String?
  }

  private var lines: [Line]
  private let sessionCount: Int

  /// Replays each scenario once.
  public init(of scenarios: [Scenario]) {
    let found = ConcurrentTasks.map(scenarios.count) {
      SituationObserver.situations(of: scenarios[$0])
    }
    sessionCount = scenarios.count
    lines = Situation.all.map { situation, suggestion in
      var line = Line(situation: situation, suggestion: suggestion)
      for (scenario, situations) in zip(scenarios, found) where situations.contains(situation) {
        line.count += 1
        line.first = line.first ?? scenario.id
      }
      return line
    }
  }

  /// How many situations there are, and how many of them are reached.
  public var totals: (reached: Int, all: Int) { (lines.count { $0.count > 0 }, lines.count) }

  /// The tables as a terminal shows them.
  public func text(_ detail: Detail) -> String {
    var text = ""
    if detail == .everything { text += everything + "\n" }
    text += groups + "\n"
    let missing = lines.filter { $0.count == 0 }
    let sessions = "\(sessionCount) \(sessionCount == 1 ? "session" : "sessions")"
    guard !missing.isEmpty else { return text + "\(sessions) reach every situation\n" }
    text += "not reached yet, each with a step to write for it:\n"
    // The rest and the total have a line each, with an empty one above.
    let room = detail == .summary ? TextLayout.height - TextLayout.lines(text).count - 4 : .max
    var (group, shown, used): (Situation.Group?, Int, Int) = (nil, 0, 0)
    for line in missing {
      let isNew = line.situation.group != group
      used += isNew ? 4 : 2
      guard used <= room else { break }
      if isNew { text += "\n\(line.situation.group.rawValue)\n" }
      text += "  \(line.situation.name)\n      \(line.suggestion)\n"
      (group, shown) = (line.situation.group, shown + 1)
    }
    let rest = missing.count - shown
    text += rest > 0 ? "\n" + TextLayout.rest(rest, shownBy: "--unreached") + "\n" : ""
    return text + "\n\(sessions): \(totals.reached) of \(totals.all) situations reached\n"
  }

  private var groups: String {
    var rows = [["situations", "reached"]]
    for group in Situation.Group.allCases {
      let own = lines.filter { $0.situation.group == group }
      rows.append([group.rawValue, "\(own.count { $0.count > 0 }) of \(own.count)"])
    }
    rows.append(["all", "\(totals.reached) of \(totals.all)"])
    return TextLayout.columns(rows, right: [1]).map { $0 + "\n" }.joined()
  }

  private var everything: String {
    let rows = lines.map { line in
      [
        "\(line.situation.group.rawValue): \(line.situation.name)", "\(line.count)",
        line.first.map { Escape.line($0) } ?? "-",
      ]
    }
    return TextLayout.columns(rows, right: [1]).map { $0 + "\n" }.joined()
  }
}
