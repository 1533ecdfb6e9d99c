internal import Measures
internal import Metrics
public import Scenarios

/// The part of a session that is played, and the part of it that is judged.
public struct SessionExcerpt: Hashable, Sendable {
  /// The first step whose expectations are judged, as it was typed; nil for all of them.
  private let from: String?
  /// The last step that is played, as it was typed; nil for all of them.
  private let until: String?
  /// The ids of the steps that are judged.
  private let judged: ClosedRange<Int>

  /// The whole session.
  public static let whole = SessionExcerpt(from: nil, until: nil, judged: 0...Int.max)

  private init(from: String?, until: String?, judged: ClosedRange<Int>) {
    (self.from, self.until, self.judged) = (from, until, judged)
  }

  /// Creates the part between two steps of a scenario.
  ///
  /// A step is named by the line of the file on which it stands, by its number, such as `step
  /// 3`, or by the name of the mark that it sets. A name that occurs several times means the
  /// first time.
  ///
  /// - Throws: An ``UnknownStep``.
  public init(
    of scenario: Scenario, from: String?, until: String?
  ) throws(UnknownStep) {
    let first = try from.map { name throws(UnknownStep) in try scenario.step(named: name) } ?? 0
    let last = try until.map { name throws(UnknownStep) in try scenario.step(named: name) }
    guard first <= last ?? .max else {
      throw UnknownStep(description: "--until \(until ?? "") ends the session before --from")
    }
    self.init(from: from, until: until, judged: first...(last ?? .max))
  }

  /// The omitted part in words; nil for a whole session.
  public var words: String? {
    let parts = [
      from.map { "judged from \(SessionExcerpt.words($0)) on" },
      until.map { "ended after \(SessionExcerpt.words($0)), so not judged as a whole" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func words(_ name: String) -> String { Int(name) == nil ? name : "line \(name)" }

  /// Returns a session that ends with the part.
  func played(_ scenario: Scenario) -> Scenario {
    guard until != nil else { return scenario }
    var scenario = scenario
    _ = SessionExcerpt.cut(&scenario.steps, after: judged.upperBound)
    return scenario
  }

  /// Ends steps after one of them, in the first round of a `repeat`.
  ///
  /// - Returns: Whether the step is among them.
  private static func cut(_ steps: inout [Step], after id: Int) -> Bool {
    for index in steps.indices {
      var isFound = steps[index].id == id
      if case .repeat(_, var inner) = steps[index].action, !isFound, cut(&inner, after: id) {
        steps[index].action = .repeat(times: 1, steps: inner)
        isFound = true
      }
      guard isFound else { continue }
      steps.removeSubrange((index + 1)...)
      return true
    }
    return false
  }

  /// The expectations that are judged when a step is over, by the ids of the whole session.
  func stepExpectations(of scenario: Scenario) -> [[BoundExpectation]] {
    scenario.stepExpectations.enumerated().map { judged.contains($0.offset) ? $0.element : [] }
  }

  /// The expectations that are judged at the end of the session.
  func finalExpectations(of scenario: Scenario) -> [BoundExpectation] {
    scenario.finalExpectations.filter { bound in
      bound.step.map(judged.contains) ?? (until == nil)
    }
  }

  /// The metrics among those judged with which a canary must fail.
  func mustFail(of scenario: Scenario) -> [ExpectedMetric] {
    guard self != .whole else { return scenario.mustFail }
    let expected =
      stepExpectations(of: scenario).joined().map(\.expectation.subject)
      + finalExpectations(of: scenario).map(\.expectation.subject)
    return scenario.mustFail.filter(expected.contains)
  }
}

/// A name that means no step of a scenario.
public struct UnknownStep: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake, with the names that can be written instead.
  public let description: String
}

extension Scenario {
  /// Returns the ids of the steps that are played in the first step with a line, a number or
  /// a mark.
  ///
  /// For a `repeat` these are the steps within it, for a mark those up to the next one in the
  /// file, and otherwise the step alone.
  package func stepsPlayed(inStep name: String) throws(UnknownStep) -> [Int] {
    let id = try step(named: name)
    var ids: [Int] = []
    var mark: String?
    var isBehindMark = false
    steps.visit { step, _ in
      if case .mark(let name) = step.action {
        isBehindMark = step.id == id
        if isBehindMark { mark = name }
      } else if case .repeat(_, let inner) = step.action {
        guard step.id == id else { return }
        inner.visit { inner, _ in
          if case .repeat = inner.action { return }
          ids.append(inner.id)
        }
      } else if isBehindMark {
        ids.append(step.id)
      }
    }
    if let mark, ids.isEmpty {
      throw UnknownStep(description: "no step comes between the mark '\(mark)' and the next one")
    }
    return ids.isEmpty ? [id] : ids
  }

  /// The id of the first step with a line, a number or a mark.
  fileprivate func step(named name: String) throws(UnknownStep) -> Int {
    var ids: [Int] = []
    var lines: [Int] = []
    var marks: [String] = []
    let number = name.hasPrefix("step ") ? Int(name.dropFirst("step ".count)) : nil
    steps.visit { step, _ in
      if step.place.file == nil { lines.append(step.place.line) }
      if case .mark(let mark) = step.action { marks.append(mark) }
      let isMeant =
        if let line = Int(name) {
          step.place.line == line && step.place.file == nil
        } else if let number {
          step.id + 1 == number
        } else if case .mark(name) = step.action {
          true
        } else {
          false
        }
      if isMeant { ids.append(step.id) }
    }
    if let id = ids.first { return id }
    if let line = Int(name) {
      let next = lines.filter { $0 > line }.min().map { "; the next one does on line \($0)" }
      let last = lines.max().map { "; the last one does on line \($0)" }
      throw UnknownStep(
        description: "no step begins on line \(line)\(next ?? last ?? "")")
    }
    if number != nil {
      throw UnknownStep(description: "there is no \(name); the last one is step \(stepCount)")
    }
    let known = marks.isEmpty ? "it has none" : "it has \(marks.joined(separator: ", "))"
    throw UnknownStep(
      description: "no step sets the mark '\(name)' (\(known)); a step is a line such as 12, "
        + "a number such as 'step 3', or a mark")
  }
}
