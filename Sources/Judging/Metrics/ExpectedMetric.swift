/// The subject of an expectation: a metric, or the hitches above a lateness limit.
///
/// Files write the name of the metric, or `frames later than 50 ms`.
public struct ExpectedMetric: Codable, Hashable, Sendable {
  /// The metric.
  public let metric: Metric
  /// The lateness that a frame must exceed to count; nil for a metric without a limit.
  public let latenessNanoseconds: Int64?

  /// Creates a subject without a lateness limit.
  public init(_ metric: Metric) { (self.metric, latenessNanoseconds) = (metric, nil) }

  /// Creates the subject `frames later than` this time.
  public init(framesLaterThanNanoseconds lateness: Int64) {
    (metric, latenessNanoseconds) = (.hitches, lateness)
  }

  /// Finds the subject with this ``name``; nil for an unknown name.
  public init?(named name: String) {
    if let metric = Metric(named: name) {
      self.init(metric)
    } else {
      guard let time = ExpectedMetric.lateness(in: name),
        let nanoseconds = AmountUnits.amount(time, in: AmountUnits.time)
      else { return nil }
      self.init(framesLaterThanNanoseconds: nanoseconds)
    }
  }

  /// The words before the time in a name with a lateness limit.
  public static let framesLaterThan = "frames later than"
  /// An example with a lateness limit, for help and suggestions.
  public static let example = ExpectedMetric(framesLaterThanNanoseconds: 50_000_000)
  /// The help text of subjects with a lateness limit.
  public static let help =
    "Frames that reached the screen more than the given time, such as 50 ms, after they were due. "
    + "'hitches' counts every late frame."

  /// The text after ``framesLaterThan`` in a name, possibly empty; nil for any other name.
  public static func lateness(in name: String) -> Substring? {
    guard name == framesLaterThan || name.hasPrefix("\(framesLaterThan) ") else { return nil }
    return name.dropFirst(framesLaterThan.utf8.count + 1)
  }

  /// The canonical name: `50 ms`, even if the file says `0.05 s`.
  public var name: String {
    guard let latenessNanoseconds else { return metric.name }
    return "\(Self.framesLaterThan) "
      + AmountUnits.words(latenessNanoseconds, in: AmountUnits.time)
  }

  /// The counted quantity, in one sentence.
  public var help: String { latenessNanoseconds == nil ? metric.definition.help : Self.help }

  /// Whether the metric can be counted for a single layer.
  public var isCountedByLayer: Bool { metric.isCountedByLayer }
}
