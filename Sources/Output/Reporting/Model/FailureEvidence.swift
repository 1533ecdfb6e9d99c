public import MapGeometry
public import Measures

/// The time at which an expectation failed, and the events around that time, taken from
/// another replay.
public struct FailureEvidence: Codable, Hashable, Sendable {
  /// An event in the words of the log.
  public struct Line: Codable, Hashable, Sendable {
    /// The time in milliseconds and the words.
    public var text: String
    /// Whether the event happens at the time of the first offense.
    public var isOffence: Bool

    /// Makes a line of its parts.
    public init(text: String, isOffence: Bool) { (self.text, self.isOffence) = (text, isOffence) }
  }

  /// The most lines before that time.
  public static let before = 3
  /// The most lines after that time.
  public static let after = 2

  /// The index of the verdict in the facts.
  public var verdict = 0
  /// The place at which it failed.
  public var place: FailurePlace
  /// The events nearest to that time, in their order.
  public var events: [Line] = []
  /// The line of the file in which the expectation stands; nil where it cannot be read.
  public var source: String?
}

extension SessionReport {
  /// The time at which a failure was worst, never before its first offense; nil where it was
  /// equally bad throughout.
  ///
  /// For callouts, this is the worst callout from the time at which it is at rest. A watch on
  /// the value counts callouts, so it cannot distinguish them.
  package func worstTime(of verdict: Verdict, _ place: FailurePlace) -> SimulatedTime? {
    switch verdict.worst?.place {
    case .callouts(_, let worst):
      let row = timeline.callouts.rows.first { $0.callout == worst.number }
      let rest = worst.later?.since ?? row?.rest ?? worst.openedAt
      return max(rest, place.first ?? .zero)
    case .missed, .idle: return verdict.worst?.time.map { max($0, place.first ?? .zero) }
    case .promise(let breach): return breach.missing == nil ? verdict.worst?.time : nil
    case .step, .instant, .update, nil: return place.worst
    }
  }
}

/// Records the evidence of failures during a replay.
public struct EvidenceRecorder {
  private var evidence: [FailureEvidence]
  private var last: [String] = []
  /// The number of lines that each piece of evidence may still take.
  private var rest: [Int]

  /// Makes a recorder for failures with known places.
  public init(of places: [FailurePlace]) {
    evidence = places.map { FailureEvidence(place: $0) }
    rest = places.map { _ in 0 }
  }

  /// The evidence of each failure, in their order.
  public var result: [FailureEvidence] { evidence }

  /// Records the lines of an event, given its number.
  public mutating func observe(_ lines: [String], at time: SimulatedTime, event: Int) {
    for line in lines.map(EvidenceRecorder.trimmed) where !line.contains(" ms  frame ") {
      for index in evidence.indices { see(line, at: time, event, index) }
      last = (last + [line]).suffix(FailureEvidence.before)
    }
  }

  private mutating func see(_ text: String, at time: SimulatedTime, _ event: Int, _ index: Int) {
    guard evidence[index].events.isEmpty else {
      guard rest[index] > 0 else { return }
      rest[index] -= 1
      return evidence[index].events.append(.init(text: text, isOffence: false))
    }
    // The event itself may have no line; then the next one of its time stands for it.
    let place = evidence[index].place
    guard place.event.map({ event >= $0 }) ?? (time >= place.time) else { return }
    let isOffence = place.first != nil && time == place.time
    evidence[index].events =
      last.map { FailureEvidence.Line(text: $0, isOffence: false) }
      + [FailureEvidence.Line(text: text, isOffence: isOffence)]
    rest[index] = FailureEvidence.after
  }

  /// Completes evidence that nothing followed.
  public mutating func end() {
    for index in evidence.indices where evidence[index].events.isEmpty {
      evidence[index].events = last.map { FailureEvidence.Line(text: $0, isOffence: false) }
    }
  }

  /// A line of the log without its column of blanks.
  private static func trimmed(_ line: String) -> String {
    let rest = line.drop { $0 == " " }
    let time = rest.prefix { $0 != " " }
    guard time.first?.isNumber == true else { return String(rest) }
    return "\(time) ms  \(rest.dropFirst(time.count).drop { $0 == " " })"
  }
}
