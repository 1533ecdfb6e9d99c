public import MapEvents
public import MapGeometry
internal import Metrics
public import Scenarios

/// Reads scalars from their text, as the type of a key asks.
public enum ScalarReader {
  /// The value of a text, or why it is none.
  ///
  /// Shapes of objects and lists have no scalar and every text is unreadable for them; metrics and
  /// rules are read by ``RuleReader``.
  public static func value(of text: String, as type: ValueType) -> Result<Scalar, ScalarError> {
    Result { () throws(ScalarError) in try read(text, as: type) }
  }

  private static func read(_ text: String, as type: ValueType) throws(ScalarError) -> Scalar {
    switch type {
    case .nothing, .either(.nothing, _):
      guard text.isEmpty else { throw .unreadable }
      return .nothing
    default: break
    }
    guard !text.isEmpty else { throw .empty }
    switch type {
    case .text(let maximum):
      guard text.count <= maximum else { throw .outOfRange }
      return .text(text)
    case .path, .device, .metric, .reference, .beginning, .instant, .rule, .anything:
      return .text(text)
    case .day:
      guard isDay(text) else { throw .unreadable }
      return .text(text)
    case .whole(let range): return .whole(try whole(text, in: range))
    case .decimal(let range):
      guard let number = NumberText(Substring(text)) else { throw .unreadable }
      return .decimal(try checked(number.double, in: range))
    case .flag:
      guard text == "yes" || text == "no" else { throw .unknownWord(["yes", "no"]) }
      return .flag(text == "yes")
    case .either(let type, _): return try read(text, as: type)
    case .awaited where text == ValueType.settled: return .settled
    case .awaited: return .occurrence(try occurrence(text, besides: [ValueType.settled]))
    case .condition: return .occurrence(try occurrence(text))
    case .choice(let words):
      guard words.contains(text) else { throw .unknownWord(words) }
      return .text(text)
    case .moment where text == ValueType.settled: return .settled
    case .memory(let range): return .whole(try checked(bytes(text), in: range))
    case .bandwidth(let range):
      return .whole(try checked(amount(text, in: bandwidthUnits), in: range))
    case .share(let range): return .whole(try checked(amount(text, in: shareUnits), in: range))
    case .duration(let range), .moment(let range): return .duration(try duration(text, in: range))
    case .points(let range): return .decimal(try single(text, units: pointUnits, in: range))
    case .levels(let range): return .decimal(try single(text, units: levelUnits, in: range))
    case .angle(let range): return .decimal(try single(text, units: angleUnits, in: range))
    case .displayPriority: return .decimal(try displayPriority(text))
    case .length(let range):
      let (number, unit) = try measured(text, units: lengthUnits)
      return .decimal(try checked(number.double * (unit == "km" ? 1000 : 1), in: range))
    case .distance(let range):
      let (number, unit) = try measured(text, units: distanceUnits)
      return .decimal(try checked(number.double / (unit == "m" ? 1000 : 1), in: range))
    case .size(let range):
      let (width, height) = try pair(text, units: pointUnits, in: range)
      return .size(ScreenSize(width: width, height: height))
    case .offset(let range):
      let (dx, dy) = try pair(text, units: pointUnits, in: range)
      return .offset(ScreenOffset(dx: dx, dy: dy))
    case .velocity(let range):
      let (dx, dy) = try pair(text, units: speedUnits, in: range)
      return .offset(ScreenOffset(dx: dx, dy: dy))
    case .position(let range):
      let (x, y) = try pair(text, units: pointUnits, in: range)
      return .position(ScreenPoint(x: x, y: y))
    case .earthOffset(let range):
      let (north, east) = try pair(text, units: angleUnits, in: range)
      return .earthOffset(EarthOffset(north: north, east: east))
    case .span:
      let pair = try pair(text, units: spanUnits)
      return .span(EarthSpan(width: try length(pair.0), height: try length(pair.1)))
    case .nothing, .references, .object, .objects, .list, .named, .some, .someNamed, .variants:
      throw .unreadable
    }
  }

  private static func whole(
    _ text: String, in range: ClosedRange<Int64>
  ) throws(ScalarError) -> Int64 {
    // Longer than any valid number but still digits: too large rather than unreadable.
    guard text.utf8.count <= 18 || !text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      guard let number = Int64(text), range.contains(number), text.first != "0" else {
        throw .outOfRange
      }
      return number
    }
    guard let number = NumberText(Substring(text)), number.fractionDigits == 0 else {
      throw .unreadable
    }
    guard let whole = number.times(1), range.contains(whole) else { throw .outOfRange }
    return whole
  }

  /// Whether a text is a day of the calendar.
  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard parts.map(\.count) == [4, 2, 2], numbers.count == 3, 1...12 ~= numbers[1] else {
      return false
    }
    let isLeapYear = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1...days[numbers[1] - 1] ~= numbers[2]
  }

  package static let displayPriorities: [(name: String, value: Double)] = [
    ("required", 1000), ("default high", 750), ("default low", 250),
  ]

  /// Reads one of MapKit's names for a priority, or a number.
  private static func displayPriority(_ text: String) throws(ScalarError) -> Double {
    if let named = displayPriorities.first(where: { $0.name == text }) { return named.value }
    guard let number = NumberText(Substring(text)) else {
      guard text.allSatisfy({ $0.isLetter || $0 == " " }) else { throw .unreadable }
      throw .unknownWord(displayPriorities.map(\.name))
    }
    return try checked(number.double, in: 0...1000)
  }

  /// Reads a condition or an event where some words could stand in its place.
  private static func occurrence(
    _ text: String, besides words: [String]
  ) throws(ScalarError) -> Occurrence {
    do throws(ScalarError) {
      return try occurrence(text)
    } catch {
      guard case .unknownWord(let known) = error else { throw error }
      throw .unknownWord(words + known)
    }
  }

  /// Reads conditions that are joined by `and`, or conditions and events that are joined by `or`.
  private static func occurrence(_ text: String) throws(ScalarError) -> Occurrence {
    let choices = text.split(separator: " or ").map(String.init)
    var parts: [Occurrence.Part] = []
    for choice in choices {
      for part in conjuncts(of: choice) { parts.append(try self.part(part)) }
    }
    let needsAll = parts.count > choices.count
    let hasEvent = parts.contains { if case .event = $0 { true } else { false } }
    guard let first = parts.first else { throw .unreadable }
    guard needsAll else { return parts.count == 1 ? Occurrence(first) : Occurrence(parts) }
    guard choices.count == 1, !hasEvent else { throw .wronglyJoined }
    return Occurrence(parts, needsAll: true)
  }

  /// The texts that `and` joins, but for the one of `between 3 and 40`.
  private static func conjuncts(of text: String) -> [String] {
    var texts: [String] = []
    for piece in text.split(separator: " and ") {
      if let last = texts.last, last.contains(" between "), !last.contains(" and ") {
        texts[texts.count - 1] += " and \(piece)"
      } else {
        texts.append(String(piece))
      }
    }
    return texts
  }

  private static func part(_ text: String) throws(ScalarError) -> Occurrence.Part {
    if let event = NamedEvent(rawValue: text) { return .event(event, layer: nil) }
    return .condition(try condition(text))
  }

  /// Reads a condition: its own word, or what is counted and a rule for the number.
  private static func condition(_ text: String) throws(ScalarError) -> MapCondition {
    if let known = MapCondition.words.first(where: { $0.word == text }) { return known.condition }
    let ruleWords = [" at most ", " at least ", " exactly ", " between "]
    let split = ruleWords.compactMap { text.firstRange(of: $0)?.lowerBound }.min() ?? text.endIndex
    let rule = text[split...].drop { $0 == " " }
    let bounds = RuleReader.bounds(of: String(rule))
    if let quantity = MapCondition.Quantity(rawValue: String(text[..<split])), let bounds {
      return MapCondition(quantity, bounds)
    }
    let meant = bounds == nil ? "at most 40" : String(rule)
    throw .unknownWord(
      MapCondition.words.map(\.word) + NamedEvent.allCases.map(\.rawValue)
        + MapCondition.Quantity.allCases.map { "\($0.rawValue) \(meant)" })
  }

  private static func checked<Value: Comparable>(
    _ value: Value, in range: ClosedRange<Value>
  ) throws(ScalarError) -> Value {
    guard range.contains(value) else { throw .outOfRange }
    return value
  }
}

extension ScalarReader {
  package static let pointUnits = ["pt"]
  package static let speedUnits = ["pt/s"]
  package static let levelUnits = ["level", "levels"]
  package static let angleUnits = ["deg"]
  /// The unit that a message names first comes first.
  package static let lengthUnits = ["m", "km"]
  static let distanceUnits = ["km", "m"]
  package static let spanUnits = ["km", "m", "deg"]
  static func nanoseconds(_ text: String) throws(ScalarError) -> Int64 {
    try amount(text, in: AmountUnits.time)
  }

  /// A number with its unit as a whole number of the least one.
  private static func amount(
    _ text: String, in units: [(name: String, size: Int64)], roundsDown: Bool = false
  ) throws(ScalarError) -> Int64 {
    let (number, name) = try measured(text, units: units.map(\.name))
    guard let unit = units.first(where: { $0.name == name }) else { throw .unreadable }
    guard abs(number.double) * Double(unit.size) < 9e18 else { throw .outOfRange }
    if let amount = number.times(unit.size) { return amount }
    guard roundsDown, unit.size > 1 else { throw .tooFine }
    return Int64((number.double * Double(unit.size)).rounded(.down))
  }

  /// An amount of memory such as `512 MiB` in whole bytes, of which a part is left out.
  public static func bytes(_ text: String) throws(ScalarError) -> Int64 {
    try amount(text, in: AmountUnits.memory, roundsDown: true)
  }

  /// The units of a line that carries bits, by thousands.
  package static let bandwidthUnits: [(name: String, size: Int64)] = [
    ("bit/s", 1), ("kbit/s", 1_000), ("Mbit/s", 1_000_000), ("Gbit/s", 1_000_000_000),
  ]

  /// A hundredth in millionths.
  package static let shareUnits: [(name: String, size: Int64)] = [("%", 10_000)]

  private static func duration(
    _ text: String, in range: ClosedRange<SimulatedTime>
  ) throws(ScalarError) -> SimulatedTime {
    try checked(SimulatedTime(nanoseconds: nanoseconds(text)), in: range)
  }

  /// The times by which a frame can be late.
  static let lateness = SimulatedTime.zero...Limits.sessionTime

  /// A time of those that is part of a metric's name.
  ///
  /// - Returns: The time in nanoseconds.
  static func lateness(_ text: String) throws(ScalarError) -> Int64 {
    try duration(text, in: lateness).nanoseconds
  }

  private static func single(
    _ text: String, units: [String], in range: ClosedRange<Double>
  ) throws(ScalarError) -> Double {
    try checked(measured(text, units: units).number.double, in: range)
  }

  /// Reads a number and one of the units.
  private static func measured(
    _ text: String, units: [String]
  ) throws(ScalarError) -> (number: NumberText, unit: String) {
    guard let tokens = Token.list(of: text), case .number(let number) = tokens.first else {
      throw .unreadable
    }
    guard tokens.count > 1 else { throw .missingUnit(units) }
    guard tokens.count == 2, case .word(let unit) = tokens[1] else { throw .unreadable }
    guard units.contains(unit) else { throw .wrongUnit(unit, fitting: units) }
    return (number, unit)
  }

  private typealias Measured = (value: Double, unit: String)

  /// Reads two numbers with an x between them; a single unit at the end serves both.
  private static func pair(
    _ text: String, units: [String]
  ) throws(ScalarError) -> (Measured, Measured) {
    guard var tokens = Token.list(of: text) else { throw .unreadable }
    guard let middle = tokens.firstIndex(of: .word("x")), case .number(let first) = tokens.first
    else { throw .unreadable }
    if middle == 1, tokens.count == 4 { tokens.insert(tokens[3], at: 1) }
    guard tokens.count >= 3, case .number(let second) = tokens[tokens.count == 5 ? 3 : 2] else {
      throw .unreadable
    }
    guard tokens.count > 3 else { throw .missingUnit(units) }
    guard tokens.count == 5, tokens[2] == .word("x"), case .word(let firstUnit) = tokens[1],
      case .word(let secondUnit) = tokens[4]
    else { throw .unreadable }
    for unit in [firstUnit, secondUnit] where !units.contains(unit) {
      throw .wrongUnit(unit, fitting: units)
    }
    return ((first.double, firstUnit), (second.double, secondUnit))
  }

  private static func pair(
    _ text: String, units: [String], in range: ClosedRange<Double>
  ) throws(ScalarError) -> (Double, Double) {
    let (first, second) = try pair(text, units: units)
    return (try checked(first.value, in: range), try checked(second.value, in: range))
  }

  private static func length(_ measured: Measured) throws(ScalarError) -> EarthSpan.Length {
    guard measured.value > 0 else { throw .outOfRange }
    return switch measured.unit {
    case "deg": .degrees(measured.value)
    case "m": .kilometers(measured.value / 1000)
    default: .kilometers(measured.value)
    }
  }
}

/// A value read from the text of a scalar.
public enum Scalar: Hashable, Sendable {
  /// A text, a word of a choice, a path or a name.
  case text(String)
  /// A whole number.
  case whole(Int64)
  /// A number; points, levels, angles, meters and kilometers too, as their type says.
  case decimal(Double)
  /// Yes or no.
  case flag(Bool)
  /// A length of simulated time.
  case duration(SimulatedTime)
  /// The word `settled`.
  case settled
  /// An extent on the screen, in points.
  case size(ScreenSize)
  /// A distance on the screen in points, or a speed in points a second.
  case offset(ScreenOffset)
  /// A point of the map view, in points.
  case position(ScreenPoint)
  /// An extent on the earth.
  case span(EarthSpan)
  /// A distance on the earth.
  case earthOffset(EarthOffset)
  /// Something that can be true of the map, or happen.
  case occurrence(Occurrence)
  /// No value.
  case nothing
}

/// Why a text is not the value that a type asks for.
public enum ScalarError: Error, Hashable, Sendable {
  /// There is no text.
  case empty
  /// It does not look like one at all.
  case unreadable
  /// The number has no unit; these fit.
  case missingUnit([String])
  /// The unit does not fit; these do.
  case wrongUnit(String, fitting: [String])
  /// The value lies outside the limits of the type.
  case outOfRange
  /// The value needs a finer unit than the finest one there is.
  case tooFine
  /// Conditions are joined by both `and` and `or`, or an event by `and`.
  case wronglyJoined
  /// The word is none of the choice.
  case unknownWord([String])
}
