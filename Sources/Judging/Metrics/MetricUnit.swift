/// The unit of a metric's number.
///
/// Another unit is a case here and a ``UnitDefinition``; files and reports follow.
public enum MetricUnit: String, CaseIterable, Hashable, Sendable {
  /// A whole number of things.
  case count
  /// A part of a whole, written in percent.
  case share
  /// Simulated time, in whole nanoseconds.
  case time
  /// A distance on the screen, in millionths of a point.
  case distance
  /// Time lost for each second of the session, written in ms per s.
  case timePerSecond = "time per second"
  /// Things for each 1000 points of the screen that the map moved.
  case perThousandPoints = "per 1000 points"
  /// Modeled memory, in bytes.
  case bytes

  /// The definition: how numbers of the unit are kept, read and written.
  public var definition: UnitDefinition {
    switch self {
    case .count: .count
    case .share: .share
    case .time: .time
    case .distance: .distance
    case .timePerSecond: .timePerSecond
    case .perThousandPoints: .perThousandPoints
    case .bytes: .bytes
    }
  }
}

extension UnitDefinition {
  fileprivate static let count = UnitDefinition(
    .number(.count), example: "40", written: [("", 1)], plain: ("", 1), go: "",
    inFiles: "count")
  fileprivate static let share = UnitDefinition(
    .ratio(.count, of: .count), example: "80 %", written: [("%", 100)], plain: ("%", 100),
    go: "-%", inFiles: "part of 1")
  fileprivate static let time = UnitDefinition(
    .number(.nanoseconds), example: "250 ms", written: AmountUnits.time,
    plain: ("ms", 1_000_000), go: "-ns", inFiles: "ns")
  fileprivate static let distance = UnitDefinition(
    .number(.micropoints), example: "12 pt", written: [("pt", 1_000_000)],
    plain: ("pt", 1_000_000), go: "-pt", inFiles: "millionths of a point")
  fileprivate static let timePerSecond = UnitDefinition(
    .ratio(.nanoseconds, of: .nanoseconds), example: "5 ms per s",
    written: [
      ("ms per s", 1_000), ("us per s", 1_000_000), ("ns per s", 1_000_000_000),
    ],
    plain: ("ms per s", 1_000), go: "-ms/s",
    inFiles: "part of 1 (time lost of time passed)")
  // 1000 points are a billion of their millionths.
  fileprivate static let perThousandPoints = UnitDefinition(
    .ratio(.count, of: .micropoints), example: "2.5", written: [("", 1_000_000_000)],
    plain: ("", 1_000_000_000), go: "", inFiles: "for each millionth of a point")
  fileprivate static let bytes = UnitDefinition(
    .number(.bytes), example: "2 MiB", written: AmountUnits.memory, plain: ("B", 1),
    go: "-bytes", inFiles: "B")
}

/// The definition of a unit: how its numbers are kept, read and written.
public final class UnitDefinition: Sendable {
  /// The quantity that a number of facts counts, with its name in files.
  public enum Measure: String, Hashable, Sendable {
    case count, bytes
    case nanoseconds = "ns"
    case micropoints

    /// The value of an amount in this unit.
    public func value(of amount: Int64) -> MetricValue {
      switch self {
      case .count, .bytes: .count(amount)
      case .nanoseconds: .nanoseconds(amount)
      case .micropoints: .micropoints(amount)
      }
    }
  }

  /// The form of a value: one number, or a ratio of two.
  public enum Form: Hashable, Sendable {
    /// A whole number.
    case number(Measure)
    /// A part and its whole, or a number of things for each of another quantity.
    case ratio(Measure, of: Measure)
  }

  /// A name that stands behind a number, and its size.
  ///
  /// The size of a whole number is in the least unit; that of a ratio is the whole that has 1 as a
  /// part.
  public typealias Name = (name: String, size: Int64)

  /// The form of its values.
  public let form: Form
  /// A value as an author would write it.
  public let example: String
  /// The names that authors write behind a number; an empty one for none.
  public let written: [Name]
  /// The name and size in which other programs get numbers without a unit.
  public let plain: Name
  /// The suffix of names in the text format of Go's benchmarks.
  public let goSuffix: String
  /// The unit of numbers of histories, in words.
  public let nameInFiles: String

  fileprivate init(
    _ form: Form, example: String, written: [Name], plain: Name, go: String, inFiles: String
  ) {
    (self.form, self.example, self.written, self.plain) = (form, example, written, plain)
    (goSuffix, nameInFiles) = (go, inFiles)
  }

  /// Whether values are whole numbers of things.
  public var isCounted: Bool { form == .number(.count) }
  /// Whether values are parts of a whole number of things, written in percent.
  public var isShare: Bool { form == .ratio(.count, of: .count) }
  /// Whether values are whole numbers.
  public var isWhole: Bool { if case .number = form { true } else { false } }

  /// The measure of a whole number, or of a ratio's second number.
  public var measure: Measure {
    switch form {
    case .number(let measure), .ratio(_, of: let measure): measure
    }
  }

  /// The value zero, in the form that every value of the unit has.
  public var zero: MetricValue {
    isWhole ? measure.value(of: 0) : .share(part: 0, of: 0)
  }
}
