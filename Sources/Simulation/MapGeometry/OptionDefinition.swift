/// Options that scenarios set one by one and reports list.
public protocol DescribedOptions: Sendable {
  /// The defaults.
  static var standard: Self { get }
  /// The options, in the order of the language's reference.
  static var definitions: [OptionDefinition<Self>] { get }
}

/// One option: its name, its values, its help and the evidence for its default.
///
/// It stands in the file of the property that it describes.
public struct OptionDefinition<Options: DescribedOptions>: Sendable {
  /// A property of the options.
  public typealias Path<Value> = WritableKeyPath<Options, Value> & Sendable

  /// The key in scenarios.
  public let name: String
  /// The allowed values.
  public let values: OptionValues
  /// The effect, in sentences for the authors of scenarios.
  public let help: String
  /// A value other than the default.
  public let example: OptionValue
  /// The evidence for the default.
  public private(set) var evidence = OptionEvidence.decision
  /// The publication that supports the default, or contradicts a decision; empty without one.
  public private(set) var source = ""
  /// The value that options have.
  public let value: @Sendable (Options) -> OptionValue
  /// Sets a value, or returns false when it is of another type or no word of the choice.
  public let set: @Sendable (inout Options, OptionValue) -> Bool

  private init<Value>(
    _ name: String, _ values: OptionValues, _ path: any Path<Value>, _ help: String,
    example: Value, written: @escaping @Sendable (Value) -> OptionValue,
    read: @escaping @Sendable (OptionValue) -> Value?
  ) {
    (self.name, self.values, self.help, self.example) = (name, values, help, written(example))
    value = { written($0[keyPath: path]) }
    set = { options, value in
      guard let value = read(value) else { return false }
      options[keyPath: path] = value
      return true
    }
  }

  /// The same option with the evidence for its default.
  public func evidence(_ evidence: OptionEvidence, _ source: String) -> Self {
    var option = self
    (option.evidence, option.source) = (evidence, source)
    return option
  }
}

/// The values that an option takes.
public enum OptionValues: Hashable, Sendable {
  /// Yes and no.
  case flag
  /// One of a few words.
  case words([String])
  /// Whole numbers.
  case whole(ClosedRange<Int64>)
  /// Numbers without a unit.
  case decimals(ClosedRange<Double>)
  /// Distances on the screen, in points.
  case points(ClosedRange<Double>)
  /// Lengths on the ground, in meters.
  case meters(ClosedRange<Double>)
  /// Zoom levels.
  case zoomLevels(ClosedRange<Double>)
  /// Simulated times.
  case times(ClosedRange<SimulatedTime>)
}

/// A value of an option.
public enum OptionValue: Hashable, Sendable {
  case flag(Bool)
  case word(String)
  case whole(Int64)
  /// A number in the unit of its option.
  case decimal(Double)
  case time(SimulatedTime)
}

/// The evidence for a default of the model, the strongest first.
public enum OptionEvidence: CaseIterable, Sendable {
  case documented
  case contested
  case talk
  case reports
  case report
  case decision

  /// The evidence in words.
  public var words: String {
    switch self {
    case .documented: "documented"
    case .contested: "documented, but other sources disagree"
    case .talk: "told in a talk of its makers"
    case .reports: "several reports"
    case .report: "one report"
    case .decision: "our decision"
    }
  }
}

/// Options by the type of their property.
extension OptionDefinition {
  /// An option with a few words as values.
  public static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: any Path<Value>, _ help: String, example: Value
  ) -> Self {
    Self(
      name, .words(Value.allCases.map(\.rawValue)), path, help, example: example,
      written: { .word($0.rawValue) },
      read: { if case .word(let word) = $0 { Value(rawValue: word) } else { nil } })
  }

  /// An option that is on or off.
  public static func flag(_ name: String, _ path: any Path<Bool>, _ help: String) -> Self {
    Self(
      name, .flag, path, help, example: !Options.standard[keyPath: path],
      written: { .flag($0) }, read: { if case .flag(let flag) = $0 { flag } else { nil } })
  }

  /// A whole number.
  public static func whole(
    _ name: String, _ range: ClosedRange<Int64>, _ path: any Path<Int>, _ help: String,
    example: Int
  ) -> Self {
    Self(
      name, .whole(range), path, help, example: example, written: { .whole(Int64($0)) },
      read: { if case .whole(let number) = $0 { Int(number) } else { nil } })
  }

  /// A number in the unit of its values.
  public static func number(
    _ name: String, _ values: OptionValues, _ path: any Path<Double>, _ help: String,
    example: Double
  ) -> Self {
    Self(
      name, values, path, help, example: example, written: { .decimal($0) },
      read: { if case .decimal(let number) = $0 { number } else { nil } })
  }

  /// A scale in map points for each point, as a zoom level.
  ///
  /// It is rounded to a billionth, below which digits are rounding errors.
  public static func zoomLevel(
    _ name: String, _ range: ClosedRange<Double>, _ path: any Path<Double>, _ help: String,
    example level: Double
  ) -> Self {
    Self(
      name, .zoomLevels(range), path, help,
      example: Viewport.mapPointsPerPoint(atZoomLevel: level),
      written: { mapPointsPerPoint in
        let map = Viewport(
          size: ScreenSize(width: 1, height: 1), center: MapPoint(x: 0, y: 0),
          mapPointsPerPoint: mapPointsPerPoint, headingDegrees: 0, options: .standard)
        return .decimal((map.zoomLevel * 1e9).rounded() / 1e9)
      },
      read: { value in
        guard case .decimal(let level) = value else { return nil }
        return Viewport.mapPointsPerPoint(atZoomLevel: level)
      })
  }

  /// A simulated time.
  public static func time(
    _ name: String, _ range: ClosedRange<SimulatedTime>, _ path: any Path<SimulatedTime>,
    _ help: String, example: SimulatedTime
  ) -> Self {
    Self(
      name, .times(range), path, help, example: example, written: { .time($0) },
      read: { if case .time(let time) = $0 { time } else { nil } })
  }
}
