/// The number that an expectation is about: a metric or, of hitches, those alone that came later
/// than a time.
///
/// In files it is the name of the metric, or `frames later than 50 ms`.
public struct ExpectedMetric: Codable, Hashable, Sendable {
  /// The metric.
  public let metric: Metric
  /// By how much more than this a frame is late where it counts; nil for the metric as it is.
  public let latenessNanoseconds: Int64?

  /// A metric as it is.
  public init(_ metric: Metric) { (self.metric, latenessNanoseconds) = (metric, nil) }

  /// Frames that come onto the screen later than a time after they were due.
  public init(framesLaterThanNanoseconds lateness: Int64) {
    (metric, latenessNanoseconds) = (.hitches, lateness)
  }

  /// The one of a ``name``; nil where there is none.
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

  /// The words in front of the time that frames are late.
  public static let framesLaterThan = "frames later than"
  /// One of those with a time, for help and suggestions.
  public static let example = ExpectedMetric(framesLaterThanNanoseconds: 50_000_000)
  /// The counted quantity of those with a time, in one sentence.
  public static let help =
    "Frames that came onto the screen later than a time, such as 50 ms, after they were due; "
    + "'hitches' counts all that are late."

  /// The text behind ``framesLaterThan`` in a name, which may be empty; nil for any other name.
  public static func lateness(in name: String) -> Substring? {
    guard name == framesLaterThan || name.hasPrefix("\(framesLaterThan) ") else { return nil }
    return name.dropFirst(framesLaterThan.utf8.count + 1)
  }

  /// The name, the same for each way in which the time can be written.
  public var name: String {
    guard let latenessNanoseconds else { return metric.name }
    return "\(Self.framesLaterThan) "
      + AmountUnits.words(latenessNanoseconds, in: AmountUnits.time)
  }

  /// The counted quantity, in one sentence.
  public var help: String { latenessNanoseconds == nil ? metric.definition.help : Self.help }

  /// Whether a number of the metric can be counted by a layer alone.
  public var isCountedByLayer: Bool { metric.isCountedByLayer }
}
