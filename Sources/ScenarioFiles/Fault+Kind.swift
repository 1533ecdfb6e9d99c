public import Scenarios

extension Fault {
  /// What is wrong, as a value; ``Fault/message`` and ``Fault/remedy`` put it into words.
  public enum Kind: Hashable, Sendable {
    case file(FileProblem)
    case yaml(YAMLProblem)
    case key(KeyProblem)
    case value(ValueProblem)
    case session(SessionProblem)
    case table(TableProblem)
  }

  /// A file that cannot be had.
  public enum FileProblem: Hashable, Sendable {
    case missing(path: String, tried: [String])
    case unknownDevice(String, known: [String], tried: [String])
    case tooLarge(maximum: Int)
    case notUTF8
    case notPortable(String)
    case otherName(written: String, file: String)
  }

  /// A text that is not the YAML that scenarios are written in.
  public enum YAMLProblem: Hashable, Sendable {
    case empty
    case syntax(String, context: String?, line: Int)
    case secondDocument
    case anchor(String)
    case alias(String)
    case tag(String)
    case blockText
    case mergeKey
    case openQuote
    case tooDeep
    case lineTooLong
    case duplicateKey(String, firstLine: Int)
    case repeatedKey(String)
    case keyIsNoText
  }

  /// A key that should not be there, or is not there.
  public enum KeyProblem: Hashable, Sendable {
    case unknown(String, of: ObjectKind, suggestions: [String])
    case missing(Field, of: ObjectKind)
    case notOne([String], found: [String], of: ObjectKind)
    case needs(String, other: String)
    case excludes(String, other: String)
    case only(String, when: String, isOneOf: [String])
    case stepWithoutOne(found: [String])
    case noMetric
    case unknownMetric(String, suggestions: [String])
    case measurement(String)
  }

  /// A value that its key does not take.
  public enum ValueProblem: Hashable, Sendable {
    case scalar(ScalarProblem, text: String, key: String, shape: Shape)
    case wrongForm(found: String, key: String, shape: Shape)
    case wrongCount(Int, key: String, shape: Shape)
    case badName(String, NameSpace)
    case unknownName(String, NameSpace, suggestions: [String], known: [String])
    case rule(RuleProblem, text: String, metric: String)
    case spanTooLarge(String)
  }

  /// A session that cannot be played, though every key is right.
  public enum SessionProblem: Hashable, Sendable {
    case tooManySteps(Int)
    case repeatTooDeep
    case stepTooLong
    case sessionTooLong
    case tooManyPoints(Int)
    case tooManyAtOnePlace(Int, latitude: Double, longitude: Double)
    case duplicateID(String, firstLine: Int)
    case tooManyCells
    case tooManyCellsTogether
    case cellTooLong(maximumPoints: Double)
    case viewTooNarrow
    case noPointsLeft
    case tooFewPoints(asked: Int, available: Int)
    case noSuchRow(Int, count: Int)
    case unknownPoint(String, data: [String], suggestions: [String])
    case ambiguousPoint(String, data: [String])
    case neverExpected(String)
    case more(Int)
  }

  /// A mistake in a table of points.
  public enum TableProblem: Hashable, Sendable {
    case empty
    case noRows
    case missingColumn(String)
    case unknownColumn(String, suggestions: [String])
    case duplicateColumn(String)
    case wrongCount(found: Int, expected: Int)
    case strayQuote
    case textAfterQuote
    case openQuote
    case badNumber(String, column: String)
    case outOfRange(String, column: String, limit: Int)
    case emptyID
    case duplicateID(String, firstLine: Int)
    case tooManyPoints(maximum: Int)
    case more(Int)
  }
}
