/// What is wrong with what a bench was asked for.
public struct BenchDiagnostic: Error, Hashable, Sendable {
  /// Where the mistake is.
  public enum Cause: Hashable, Sendable {
    /// In the options.
    case usage
    /// A file that does not exist or cannot be read.
    case missingFile
    /// In what a file holds.
    case faultyFile
  }

  /// Where the mistake is.
  public var cause: Cause
  /// What is wrong.
  public var message: String
  /// What to do about it.
  public var remedy: String

  /// Makes a fault of its parts.
  public init(_ cause: Cause, _ message: String, remedy: String) {
    self.cause = cause
    self.message = message
    self.remedy = remedy
  }

  /// Two lines: what is wrong, and what to do.
  public var text: String { "error: \(message)\nhelp: \(remedy)" }
}

/// A value, or everything that is wrong with it.
public enum BenchOutcome<Value> {
  /// What was asked for.
  case value(Value)
  /// All that is wrong, at least one fault.
  case faults([BenchDiagnostic])

  /// The value; nil when there are faults.
  public var value: Value? {
    guard case .value(let value) = self else { return nil }
    return value
  }

  /// What is wrong; empty when there is a value.
  public var faults: [BenchDiagnostic] {
    guard case .faults(let faults) = self else { return [] }
    return faults
  }
}

extension BenchOutcome: Sendable where Value: Sendable {}
