/// What became of a golden case.
public enum Outcome: Hashable, Sendable {
  case passed
  /// Something differs; what, as expected and as got, in one line.
  case failed(String)
  /// It was not played, for a reason that many cases can share.
  case skipped(String)
}

/// How a case went where rounding decides, and counts may differ by one.
public struct RoundingTally: Hashable, Sendable {
  /// How many results were compared.
  public var compared = 0
  /// How many of them agreed exactly, without the allowance.
  public var exact = 0

  /// Whether no result needed the allowance.
  public var isExact: Bool { exact == compared }

  /// Makes a tally of nothing.
  public init() {}

  mutating func count(isExact: Bool) {
    compared += 1
    exact += isExact ? 1 : 0
  }
}

/// A golden case and what became of it.
public struct CaseResult: Hashable, Sendable {
  /// The file that it stands in, from the golden folder on.
  public var file: String
  /// What it is called there, and which part of it was looked at.
  public var id: String
  /// What became of it.
  public var outcome: Outcome
  /// Where rounding decided against it and a difference of one was let pass: what differs, for each
  /// result of the case that does.
  public var remarks: [String]
  /// How it went where rounding decides; nil for a case that is not known for that.
  public var rounding: RoundingTally?

  /// Makes a result of its parts.
  public init(
    file: String, id: String, outcome: Outcome, remarks: [String] = [],
    rounding: RoundingTally? = nil
  ) {
    self.file = file
    self.id = id
    self.outcome = outcome
    self.remarks = remarks
    self.rounding = rounding
  }
}

/// Compares numbers and words with those of a case, and keeps what differs.
final class Comparison {
  private var differences: [String] = []

  /// The first difference and how many there are; passed when there is none.
  var outcome: Outcome {
    guard let first = differences.first else { return .passed }
    let rest = differences.count - 1
    return .failed(rest == 0 ? first : first + " (and \(rest) more)")
  }

  func append(_ other: Comparison) { differences += other.differences }

  /// Notes a difference; of long lists the beginning.
  func differ(_ what: String, expected: String, got: String) {
    func short(_ text: String) -> String { text.count > 200 ? text.prefix(200) + "…" : text }
    differences.append("\(what): expected \(short(expected)), got \(short(got))")
  }

  func expect<Value: Equatable>(_ what: String, _ expected: Value, _ got: Value) {
    guard expected != got else { return }
    differ(what, expected: "\(expected)", got: "\(got)")
  }

  /// Compares two numbers within a tolerance; one that is no number never agrees.
  func expect(_ what: String, _ expected: Double, _ got: Double, within limit: Double) {
    guard !(abs(expected - got) <= limit), expected != got else { return }
    differ(what, expected: "\(expected)", got: "\(got)")
  }

  func expect(_ what: String, _ expected: [Double], _ got: [Double], within limit: Double) {
    let isSame =
      expected.count == got.count
      && zip(expected, got).allSatisfy { abs($0 - $1) <= limit || $0 == $1 }
    guard !isSame else { return }
    differ(what, expected: "\(expected)", got: "\(got)")
  }

  // Fields of a record; a prefix comes before their names where a difference is noted.

  func expect(
    _ field: String, of record: GoldenValue, _ got: Double, within limit: Double = 0,
    prefix: String = ""
  ) throws { expect(prefix + field, try record.number(field), got, within: limit) }

  func expect(
    _ field: String, of record: GoldenValue, _ got: [Double], within limit: Double = 0,
    prefix: String = ""
  ) throws {
    let expected = try record.numbers(field, count: got.count)
    expect(prefix + field, expected, got, within: limit)
  }

  func expect(_ field: String, of record: GoldenValue, _ got: String) throws {
    expect(field, try record.text(field), got)
  }

  func expect(_ field: String, of record: GoldenValue, _ got: Bool, prefix: String = "") throws {
    expect(prefix + field, try record.truth(field), got)
  }

  func expect(_ field: String, of record: GoldenValue, _ got: Int, prefix: String = "") throws {
    expect(prefix + field, try record.whole(field), got)
  }
}
