internal import Clustering
internal import MapGeometry

/// The outcome of a golden case.
public enum Outcome: Hashable, Sendable {
  case passed
  /// Something differs; what, as expected and as got, in one line.
  case failed(String)
  /// It was not played, for a reason that many cases can share.
  case skipped(String)
}

/// How a case went where rounding decides, and counts may differ by one.
public struct RoundingCounts: Hashable, Sendable {
  /// How many results were compared.
  public var compared = 0
  /// How many of them agreed exactly, without the allowance.
  public var exact = 0

  /// Whether no result needed the allowance.
  public var isExact: Bool { exact == compared }

  mutating func count(isExact: Bool) {
    compared += 1
    exact += isExact ? 1 : 0
  }
}

/// A golden case and its result.
public struct CaseResult: Hashable, Sendable {
  /// Its file, from the golden folder on.
  public var file: String
  /// Its name and part.
  public var id: String
  /// Its outcome.
  public var outcome: Outcome
  /// Differences of one that passed because rounding decides, for each result.
  public var remarks: [String] = []
  /// The tally of a case where rounding decides; else nil.
  public var rounding: RoundingCounts?
}

/// Compares numbers and words with those of a case, and keeps the differences.
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

/// The comparison of counts where rounding decides: they must agree within one.
///
/// A point or a row of cells on an edge falls to one side or to the other, and then members, places
/// and serials of the neighbors differ too. Two published cases are known for that: in
/// `synthetic/cell-corner-cell50` five points lie on corners and edges of cells, in
/// `synthetic/cell128-z5` the world is a whole number of cells wide. Both agree to the last bit at
/// present. Reports count such cases and those that need no allowance (`ROUNDING`), and name what
/// does not agree (`ROUNDED`).
enum RoundingEdge {
  /// Whether two lists of counts differ by at most one in each place, in any order, when one of
  /// them may have one count more.
  static func areNear(_ left: [Int], _ right: [Int]) -> Bool {
    let (short, long) =
      left.count <= right.count ? (left.sorted(), right.sorted()) : (right.sorted(), left.sorted())
    guard long.count - short.count <= 1 else { return false }
    guard long.count > short.count else { return isNearInOrder(short, long) }
    return long.indices.contains { spare in
      var rest = long
      rest.remove(at: spare)
      return isNearInOrder(short, rest)
    }
  }

  private static func isNearInOrder(_ left: [Int], _ right: [Int]) -> Bool {
    zip(left, right).allSatisfy { abs($0 - $1) <= 1 }
  }

  static func compare(
    _ result: GoldenValue, sizes: [Int], name: String, _ comparison: Comparison
  ) throws {
    let expected = try result.list("clusters").map { try $0.whole("count") }
    guard !areNear(expected, sizes) else { return }
    comparison.differ(
      "\(name) sizes of clusters, within one", expected: "\(expected.sorted())",
      got: "\(sizes.sorted())")
  }

  static func compare(
    _ result: GoldenValue, grid: ClusterGrid, name: String, _ comparison: Comparison
  ) throws {
    let (side, area) = (try result.number("cellMapSize"), try result.mapRect("gridMapRect"))
    for (what, expected, got) in [
      ("cells around the world", MapSize.worldSide / side, MapSize.worldSide / grid.cellSide),
      ("columns", area.width / side, Double(grid.columns)),
      ("rows", area.height / side, Double(grid.rows)),
    ] {
      // A quotient of whole numbers of cells is not always whole.
      comparison.expect("\(name) \(what), within one", expected, got, within: 1.001)
    }
  }
}
