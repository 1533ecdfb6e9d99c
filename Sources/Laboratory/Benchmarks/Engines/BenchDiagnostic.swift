internal import Formatting

/// A mistake in the options or files of a bench.
public struct BenchDiagnostic: Error, Hashable, Sendable {
  /// The source of a mistake: the options, a file that cannot be read, or the contents of a file.
  public enum Cause: Hashable, Sendable { case usage, missingFile, faultyFile }

  /// The source of the mistake.
  public var cause: Cause
  /// The message: the mistake.
  public var message: String
  /// How to fix it.
  public var remedy: String

  /// Makes a diagnostic of its parts.
  public init(_ cause: Cause, _ message: String, remedy: String) {
    (self.cause, self.message, self.remedy) = (cause, message, remedy)
  }

  /// A mistake in the options.
  static func usage(_ message: String, remedy: String) -> BenchDiagnostic {
    BenchDiagnostic(.usage, message, remedy: remedy)
  }

  /// Two lines: the mistake, and the remedy.
  public var text: String { Complaint.text(message, help: remedy) }
}

/// A value, or everything that is wrong with it.
public enum BenchOutcome<Value> {
  case value(Value)
  case diagnostics([BenchDiagnostic])

  /// The value; nil when there are diagnostics.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }
  /// The mistakes; empty when there is a value.
  public var diagnostics: [BenchDiagnostic] {
    if case .diagnostics(let diagnostics) = self { diagnostics } else { [] }
  }
}

extension BenchOutcome: Sendable where Value: Sendable {}
