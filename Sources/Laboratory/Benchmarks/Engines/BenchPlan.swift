internal import Clustering

/// The engines, kinds and sizes that a bench measures.
public struct BenchPlan: Hashable, Sendable {
  /// An engine by its name.
  public enum Peer: String, CaseIterable, Sendable {
    case pyramid, aggregate, reference, greedy, distance, collision

    /// The side of the cells that it is asked for, in points.
    public var cellPoints: Double { self == .pyramid ? 64 : 60 }
  }

  /// The engines, in the order of the tables.
  public var engines: [Peer] = Peer.allCases
  /// The kinds of measurement.
  public var kinds: [EngineBenchReport.Kind] = EngineBenchReport.Kind.allCases
  /// Numbers of points, the smallest first; nil for as many as a file has.
  public var sizes: [Int]? = [5_000, 80_000, 1_000_000]
  /// How points are drawn, unless they come from a file.
  public var data: [DrawnData] = [.cities]
  /// The number of times that each engine is measured, unless the time limit ends it earlier.
  public var runs = 7
  /// The time of a row for one engine, in nanoseconds; it is measured at least once.
  public var budget: Int64 = 2_000_000_000
  /// A build or a query that is expected to take longer is left out, in nanoseconds.
  public var patience: Int64 = 60_000_000_000

  /// The largest number of points, in whole millions: engines hold the points and all
  /// batches.
  public static let mostPoints =
    (AggregateEngine.mostPoints - BatchMaker.extra) / 1_000_000 * 1_000_000
  /// The largest number of points, as options write it.
  public static let mostPointsText = "\(mostPoints / 1_000_000)M"
  /// The range of the number of times that each engine is measured.
  public static let runsRange = 1...1_000

  /// Reads the options of the command line, each nil where it was not given, and reports all
  /// mistakes.
  ///
  /// All points of a file are used unless sizes are given.
  public static func parse(
    engines: String? = nil, kinds: String? = nil, sizes: String? = nil, data: String? = nil,
    runs: Int = 7, hasFile: Bool = false
  ) -> BenchOutcome<BenchPlan> {
    var plan = BenchPlan()
    var diagnostics: [BenchDiagnostic] = []
    if let engines {
      plan.engines = choices(engines, option: "--engines", diagnostics: &diagnostics)
    }
    if let kinds { plan.kinds = choices(kinds, option: "--kinds", diagnostics: &diagnostics) }
    if hasFile { plan.sizes = nil }
    if let sizes { plan.sizes = self.sizes(sizes, diagnostics: &diagnostics) }
    if let data {
      plan.data = choices(data, option: "--data", diagnostics: &diagnostics)
      if hasFile {
        diagnostics.append(
          .usage(
            "--data and --points both say where points come from", remedy: "leave one of them out"))
      }
    }
    plan.runs = runs
    if !runsRange.contains(runs) {
      diagnostics.append(
        .usage("--runs \(runs) is not possible", remedy: "give a number from 1 to 1000"))
    }
    return diagnostics.isEmpty ? .value(plan) : .diagnostics(diagnostics)
  }

  /// Reads names with commas between them; each counts once.
  private static func choices<Choice: RawRepresentable & CaseIterable & Equatable>(
    _ text: String, option: String, diagnostics: inout [BenchDiagnostic]
  ) -> [Choice] where Choice.RawValue == String {
    var choices: [Choice] = []
    for word in words(text) {
      guard let choice = Choice(rawValue: word) else {
        let all = Choice.allCases.map(\.rawValue).joined(separator: ",")
        diagnostics.append(
          .usage("\(option) does not know '\(word)'", remedy: "choose from \(all)"))
        continue
      }
      if !choices.contains(choice) { choices.append(choice) }
    }
    return choices
  }

  private static func sizes(_ text: String, diagnostics: inout [BenchDiagnostic]) -> [Int] {
    var sizes: Set<Int> = []
    for word in words(text) {
      guard let size = size(word) else {
        diagnostics.append(
          .usage(
            "--sizes: '\(word)' is no number of points",
            remedy: "write numbers from 1 to \(mostPointsText) with k or M, such as 5k,80k,1M"))
        continue
      }
      sizes.insert(size)
    }
    return sizes.sorted()
  }

  /// A number of points such as `80k`, `1.5M` or `500`; nil for anything else.
  static func size(_ word: String) -> Int? {
    let places: [Character: Int] = ["k": 3, "M": 6]
    let unit = word.last.flatMap { places[$0] }
    let digits = unit == nil ? word[...] : word.dropLast()
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    // The point is moved in the text: 8.2 times a million is no whole number to a Double.
    let missing = (unit ?? 0) - fraction.count
    guard missing >= 0, (parts[0] + fraction).allSatisfy({ $0.isASCII && $0.isNumber }),
      let size = Int(parts[0] + fraction + String(repeating: "0", count: missing)),
      (1...mostPoints).contains(size)
    else { return nil }
    return size
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      String(word.filter { $0 != " " })
    }
  }
}
