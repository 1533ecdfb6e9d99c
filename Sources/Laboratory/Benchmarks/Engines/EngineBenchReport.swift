/// The cost of cluster engines on this machine, and the limits of the machine.
public struct EngineBenchReport: Hashable, Sendable {
  /// A kind of measurement of an engine.
  public enum Kind: String, CaseIterable, Sendable {
    case build
    /// All clusters of a view, warm and with the caches evicted before.
    case query
    /// A walk at constant zoom, a column of cells each step.
    case pan
    /// A sweep over all zoom levels at one place.
    case zoom
    /// A thousand points come, go or move, and a query.
    case add, remove, move
    /// Bytes that an index holds, and bytes that a query allocates.
    case memory
    /// How the work of a steady query grows with the points, while it answers as many clusters.
    case growth
  }

  /// One number.
  public struct NumberFormat: Hashable, Sendable {
    /// The name of the measured quantity, with its unit.
    public var metric: String
    /// The zoom level that it belongs to; nil for all.
    public var zoom: Int?
    /// How much it is.
    public var value: Double

    /// Makes a number of its parts.
    public init(_ metric: String, zoom: Int? = nil, _ value: Double) {
      (self.metric, self.zoom, self.value) = (metric, zoom, value)
    }
  }

  /// The measurements of one engine, or of the machine.
  public struct Row: Hashable, Sendable {
    /// The kind of measurement.
    public var kind: Kind
    /// The name of the engine, or ``machine``.
    public var peer: String
    /// Where the points come from.
    public var data: String
    /// The number of points.
    public var count: Int
    var figures: [NumberFormat] = []
    /// Fingerprint of the clusters; nil for the machine.
    public var digest: String?
    /// Why there are no numbers; nil where there are.
    public var note: String?

    /// The number that is not of one zoom level.
    public func value(_ metric: String) -> Double? {
      figures.first { $0.metric == metric && $0.zoom == nil }?.value
    }
  }

  /// The peer of rows with the limits of the machine.
  public static let machine = "machine"
  /// The measured quantities and methods, a line each; the same on every machine.
  public var facts: [String]
  /// The measurements, in the order of the run.
  public var rows: [Row]

  /// Makes a report of its parts.
  public init(facts: [String] = [], rows: [Row] = []) { (self.facts, self.rows) = (facts, rows) }
}

extension EngineBenchReport {
  /// A line of JSON for each number, in the order of the rows.
  ///
  /// Each has `peer`, `data`, `n`, `metric`, `z`, which is null where a number is not of one zoom
  /// level, and `value`; those of engines have the `digest` of their row too. Rows without numbers
  /// have no line.
  public var jsonLines: String {
    rows.flatMap { row in
      row.figures.map { figure in
        var line = "{\"peer\":\"\(row.peer)\",\"data\":\"\(row.data)\",\"n\":\(row.count),"
        line += "\"metric\":\"\(figure.metric)\",\"z\":\(figure.zoom.map { "\($0)" } ?? "null"),"
        line += "\"value\":\(EngineBenchReport.number(figure.value))"
        if let digest = row.digest { line += ",\"digest\":\"\(digest)\"" }
        return line + "}\n"
      }
    }.joined()
  }

  /// A number to a ten-thousandth; null for none.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let rounded = (value * 10_000).rounded() / 10_000
    return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
