/// The unit of a metric's number.
///
/// Another unit is a case here and what ``definition`` says of it; files and reports follow.
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

  /// How numbers of the unit are kept, read and written.
  public var definition: UnitDefinition { MetricUnit.definitions[self] ?? MetricUnit.ofCounts }

  /// The definition of the unit that numbers have which are in none.
  private static let ofCounts = definition(of: .count)
  /// The definitions; only looked up, never walked.
  private static let definitions = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, definition(of: $0)) })

  private static func definition(of unit: MetricUnit) -> UnitDefinition {
    switch unit {
    case .count:
      UnitDefinition(
        .number(.count), example: "40", written: [("", 1)], plain: ("", 1), go: "",
        inFiles: "count")
    case .share:
      UnitDefinition(
        .ratio(.count, of: .count), example: "80 %", written: [("%", 100)], plain: ("%", 100),
        go: "-%", inFiles: "part of 1")
    case .time:
      UnitDefinition(
        .number(.nanoseconds), example: "250 ms", written: AmountUnits.time,
        plain: ("ms", 1_000_000), go: "-ns", inFiles: "ns")
    case .distance:
      UnitDefinition(
        .number(.micropoints), example: "12 pt", written: [("pt", 1_000_000)],
        plain: ("pt", 1_000_000), go: "-pt", inFiles: "millionths of a point")
    case .timePerSecond:
      UnitDefinition(
        .ratio(.nanoseconds, of: .nanoseconds), example: "5 ms per s",
        written: [
          ("ms per s", 1_000), ("us per s", 1_000_000), ("ns per s", 1_000_000_000),
        ],
        plain: ("ms per s", 1_000), go: "-ms/s",
        inFiles: "part of 1 (time lost of time passed)")
    case .perThousandPoints:
      // 1000 points are a billion of their millionths.
      UnitDefinition(
        .ratio(.count, of: .micropoints), example: "2.5", written: [("", 1_000_000_000)],
        plain: ("", 1_000_000_000), go: "", inFiles: "for each millionth of a point")
    case .bytes:
      UnitDefinition(
        .number(.bytes), example: "2 MiB", written: AmountUnits.memory, plain: ("B", 1),
        go: "-bytes", inFiles: "B")
    }
  }
}

/// What a unit is: how its numbers are kept, read and written.
public final class UnitDefinition: Sendable {
  /// What a number of facts counts, named as files name it.
  public enum Measure: String, Hashable, Sendable {
    case count, bytes
    case nanoseconds = "ns"
    case micropoints

    /// A value of so many.
    public func value(of amount: Int64) -> MetricValue {
      switch self {
      case .count, .bytes: .count(amount)
      case .nanoseconds: .nanoseconds(amount)
      case .micropoints: .micropoints(amount)
      }
    }
  }

  /// What values consist of.
  public enum Form: Hashable, Sendable {
    /// A whole number.
    case number(Measure)
    /// A number for each of another one; the two have the same measure where one is part of the
    /// other.
    case ratio(Measure, of: Measure)
  }

  /// A name that stands behind a number, and its size: of a whole number, in the least unit; of a
  /// ratio, the whole that is meant by 1.
  public typealias Name = (name: String, size: Int64)

  /// What values consist of.
  public let form: Form
  /// A value as an author would write it.
  public let example: String
  /// The names that authors write behind a number; an empty one for none.
  public let written: [Name]
  /// The name of the numbers that other programs get, which have no name beside them.
  public let plain: Name
  /// How the unit ends a name in the text format of Go's benchmarks.
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
  /// Whether values say which part of some things something holds for.
  public var isShare: Bool { form == .ratio(.count, of: .count) }
  /// Whether values are whole numbers.
  public var isWhole: Bool { if case .number = form { true } else { false } }

  /// What a lone number is of: a whole number, or the whole of a ratio.
  public var measure: Measure {
    switch form {
    case .number(let measure), .ratio(_, of: let measure): measure
    }
  }

  /// A value of nothing, such as every value of the unit looks.
  public var zero: MetricValue {
    isWhole ? measure.value(of: 0) : .share(part: 0, of: 0)
  }
}
