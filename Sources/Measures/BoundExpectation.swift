public import Metrics

/// An expectation that falls due at a step or at the end.
public struct BoundExpectation: Hashable, Sendable {
  /// The metric and the rule that its value must keep.
  public var expectation: Expectation
  /// The rule as the author wrote it.
  public var text: String
  /// The line of its key in the scenario file.
  public var line: Int
  /// The column of its key.
  public var column: Int
  /// From where it counts.
  public var since: Since
  /// The step that it counts alone; nil for any other.
  public var step: Int?
  /// Whether it is implicit: implicit expectations are reported only when they fail.
  public var isImplied: Bool

  /// From where an expectation counts.
  public enum Since: Hashable, Sendable {
    /// The beginning of the session.
    case start
    /// The last mark of any name, or the beginning when there is none yet.
    case lastMark
    /// The last mark of this name; it is not evaluated when there is none yet.
    case mark(String)
  }

  /// Makes an expectation of its parts; one that is written down has no single step.
  public init(
    expectation: Expectation, text: String, line: Int, column: Int, since: Since,
    step: Int? = nil, isImplied: Bool = false
  ) {
    self.step = step
    self.isImplied = isImplied
    self.expectation = expectation
    self.text = text
    self.line = line
    self.column = column
    self.since = since
  }
}

extension BoundExpectation.Since {
  /// The name of the mark that is meant; nil when none is named.
  var name: String? {
    if case .mark(let name) = self { return name }
    return nil
  }
}
