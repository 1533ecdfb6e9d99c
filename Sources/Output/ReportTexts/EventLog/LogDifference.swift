internal import Formatting

/// The first event that differs in two logs of one session.
public struct LogDifference: Sendable {
  /// The session's id.
  public let session: String
  /// The running step in each log, with its line; nil before the first.
  public let steps: (base: String?, head: String?)
  /// The number of the event in the session, from 1.
  public let event: Int
  /// The event of each log; nil where the log has ended.
  public let lines: (base: String?, head: String?)
  /// The events before it, which both have.
  public let before: [String]
  /// The events behind it in each.
  public let after: (base: [String], head: [String])

  /// How many events are shown before and behind.
  public static let around = 5
}

/// Two logs of `mapreplay run --log`, session by session.
public struct LogComparison: Sendable {
  /// The number of sessions that both logs have.
  public private(set) var count = 0
  /// The first difference of each session that differs.
  public private(set) var differences: [LogDifference] = []
  /// The ids of sessions that the log of the base has alone.
  public private(set) var onlyBase: [String] = []
  /// The ids of sessions that the log of the head has alone.
  public private(set) var onlyHead: [String] = []

  /// Compares two logs.
  ///
  /// - Complexity: O(lines).
  public init(base: String, head: String) {
    let (old, new) = (SessionLog.sessions(of: base), SessionLog.sessions(of: head))
    let byID = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    for log in new {
      guard let other = byID[log.id] else {
        onlyHead.append(log.id)
        continue
      }
      count += 1
      if let difference = other.firstDifference(to: log) { differences.append(difference) }
    }
    let known = Set(new.map(\.id))
    onlyBase = old.map(\.id).filter { !known.contains($0) }
  }

  /// Whether both have the same sessions with the same events.
  public var areSame: Bool { differences.isEmpty && onlyBase.isEmpty && onlyHead.isEmpty }

  /// The verdict in the first line, then each session that differs, up to a limit.
  public func text(atMost limit: Int = 10) -> String {
    var lines = [verdict]
    for difference in differences.prefix(limit) { lines += ["", difference.text] }
    if differences.count > limit {
      lines += ["", TextLayout.rest(differences.count - limit)]
    }
    for (name, ids) in [("BASE", onlyBase), ("HEAD", onlyHead)] where !ids.isEmpty {
      lines.append("only \(name) has \(ids.prefix(limit).joined(separator: ", "))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    let sessions = MetricText.things(count, "session")
    guard let first = differences.first else {
      return areSame
        ? "the same: every event of \(sessions)"
        : "other sessions: those that both have, \(count), are the same"
    }
    return "\(differences.count) of \(sessions) \(differences.count == 1 ? "differs" : "differ"), "
      + "first \(first.session) at event \(first.event)"
  }
}

extension LogDifference {
  /// The session, the step, the events before, both events, and those behind.
  public var text: String {
    var lines = ["\(session): event \(event) differs"]
    if steps.base == steps.head || steps.base == nil || steps.head == nil {
      lines.append("in \(steps.head ?? steps.base ?? "the time before the first step")")
    } else {
      lines += ["BASE in \(steps.base ?? "")", "HEAD in \(steps.head ?? "")"]
    }
    lines += before.map { "  \($0)" }
    lines += side("-", self.lines.base, after.base, "BASE")
    lines += side("+", self.lines.head, after.head, "HEAD")
    return lines.map { Escape.line($0) }.joined(separator: "\n")
  }

  private func side(
    _ sign: String, _ line: String?, _ after: [String], _ name: String
  ) -> [String] {
    ["\(sign) \(line ?? "(the session of \(name) has ended)")"] + after.map { "\(sign) \($0)" }
  }
}

/// The log of one session.
private struct SessionLog {
  var id: String
  /// The events and the headings of steps, in their order.
  var lines: [Substring] = []

  private static let heading = "# "
  private static let stepHeading = "== "

  static func sessions(of text: String) -> [SessionLog] {
    var sessions: [SessionLog] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(heading) {
        let id = line.dropFirst(heading.count).split(separator: ": ", maxSplits: 1).first ?? ""
        sessions.append(SessionLog(id: String(id)))
      } else if !sessions.isEmpty {
        sessions[sessions.count - 1].lines.append(line)
      }
    }
    return sessions
  }

  private func isStep(_ line: Substring) -> Bool { line.hasPrefix(SessionLog.stepHeading) }

  /// The step in which a line stands.
  private func step(at index: Int) -> String? {
    lines[..<min(index + 1, lines.count)].last(where: isStep)
      .map { String($0.dropFirst(SessionLog.stepHeading.count)) }
  }

  private func events(_ range: Range<Int>) -> [String] {
    lines[range.clamped(to: lines.indices)].filter { !isStep($0) }.map { String($0) }
  }

  func firstDifference(to other: SessionLog) -> LogDifference? {
    let count = max(lines.count, other.lines.count)
    func line(_ log: SessionLog, _ index: Int) -> Substring? {
      log.lines.indices.contains(index) ? log.lines[index] : nil
    }
    guard let index = (0..<count).first(where: { line(self, $0) != line(other, $0) }) else {
      return nil
    }
    let around = LogDifference.around
    return LogDifference(
      session: id, steps: (step(at: index), other.step(at: index)),
      event: events(0..<index).count + 1,
      lines: (line(self, index).map { String($0) }, line(other, index).map { String($0) }),
      before: events(0..<index).suffix(around),
      after: (
        Array(events(index + 1..<count + 1).prefix(around)),
        Array(other.events(index + 1..<count + 1).prefix(around))
      ))
  }
}
