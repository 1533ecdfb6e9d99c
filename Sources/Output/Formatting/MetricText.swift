public import MapGeometry
package import Measures
public import Metrics
package import Statistics

/// Texts of exact values, made of whole numbers alone so that no locale and no rounding of a
/// library can change a report.
public enum MetricText {
  /// The exact value: `1,234`, `236.412345 ms`, `90.9 % (400 of 440)`, `12.5 pt`,
  /// `3.2 ms per s, good`, `2.5 (10 in 4,000 pt)`.
  ///
  /// Shares, times per second and things per 1000 points are rounded half up to one decimal; those
  /// of whole things and of time show their parts as well.
  public static func exact(_ value: MetricValue, of metric: Metric) -> String {
    exact(value, of: metric, apartFrom: [])
  }

  /// The exact value.
  ///
  /// A rounded value has enough decimals to differ from each of `limits`.
  private static func exact(
    _ value: MetricValue, of metric: Metric, apartFrom limits: [MetricValue]
  ) -> String {
    exact(
      value, in: metric.unit, part: { MetricText.part($0, of: metric) },
      rounded: { short(value, of: metric, places: places(of: value, metric, apartFrom: limits)) })
  }

  /// The exact value of a unit.
  package static func exact(_ value: MetricValue, in unit: UnitDefinition) -> String {
    exact(value, in: unit, part: count, rounded: { short(value, in: unit) })
  }

  private static func exact(
    _ value: MetricValue, in unit: UnitDefinition, part text: (Int64) -> String,
    rounded: () -> String
  ) -> String {
    guard value.isMeasured else { return never }
    return switch (value, unit.form) {
    case (.share(let part, let whole), .ratio(.count, of: .count)):
      "\(rounded()) (\(text(part)) of \(text(whole)))"
    case (.share(let part, let whole), .ratio(.count, of: .micropoints)):
      "\(rounded()) (\(count(part)) in \(grouped(whole, places: 6)) pt)"
    case (.nanoseconds(let time), .number):
      isLong(time) ? "\(grouped(time, places: 9)) s" : "\(grouped(time, places: 6)) ms"
    case (.micropoints(let distance), _): "\(grouped(distance, places: 6)) pt"
    case (.count(let bytes), .number(.bytes)): "\(count(bytes)) B"
    case (.share, _), (.count, _), (.nanoseconds, _), (.never, _): rounded()
    }
  }

  /// A part of a share, or its whole: a time in milliseconds where the share is one of time.
  package static func part(_ part: Int64, of metric: Metric) -> String {
    metric.partsAreTimes ? "\(grouped(part, places: 6)) ms" : count(part)
  }

  /// The fewest decimals at which a share differs from the limits that it does not equal.
  private static func places(
    of value: MetricValue, _ metric: Metric, apartFrom limits: [MetricValue]
  ) -> Int {
    let others = limits.filter { value.order(against: $0).map { $0 != 0 } ?? false }
    return (1..<9).first { places in
      let text = withoutClass(short(value, of: metric, places: places))
      return others.allSatisfy { withoutClass(short($0, of: metric, places: places)) != text }
    } ?? 9
  }

  /// The exact value in the first unit that `texts` name, so that it can be compared with its
  /// limit: `6.2347413 MiB` for `at most 5 MiB`.
  ///
  /// When the texts name no unit, the value is written as without them. A rounded value that
  /// does not equal a limit has enough decimals to show the difference.
  package static func exact(
    _ value: MetricValue, of metric: Metric, inUnitOf texts: [String],
    apartFrom limits: [MetricValue] = []
  ) -> String {
    let told: String? =
      switch (value, metric.unit.form) {
      case (.nanoseconds(let time), .number): amount(time, AmountUnits.time, inUnitOf: texts)
      case (.count(let bytes), .number(.bytes)): amount(bytes, AmountUnits.memory, inUnitOf: texts)
      case (.share(let part, let whole), .ratio(.nanoseconds, of: .nanoseconds))
      where value.isMeasured:
        amount(
          Int64(clamping: divided(Int128(part) * 1_000_000_000, by: Int128(whole))),
          AmountUnits.time, inUnitOf: texts
        ).flatMap { $0.hasSuffix(" ms") ? nil : "\($0) per s" }
      case (.nanoseconds, _), (.count, _), (.micropoints, _), (.share, _), (.never, _): nil
      }
    return told ?? exact(value, of: metric, apartFrom: limits)
  }

  /// An amount for a sentence that has already named another amount in `text`: a time in the
  /// unit of that amount, rounded to the tenth of a millisecond.
  package static func short(_ value: MetricValue, inUnitOf text: String) -> String {
    guard case .nanoseconds(let time) = value, let unit = unit(of: [text], AmountUnits.time) else {
      return short(value, of: .simulatedTime)
    }
    var (places, scale) = (0, Int64(1))
    while scale * 100_000 < unit.size { (places, scale) = (places + 1, scale * 10) }
    let number = divided(Int128(time) * Int128(scale), by: Int128(unit.size))
    let digits = places > 0 ? fixed(number, places: places) : count(Int64(clamping: number))
    return "\(digits) \(unit.name)"
  }

  /// An amount in the first of some units that some texts name; nil when they name none.
  ///
  /// It has as many decimals as tell any two amounts apart, so that nothing beyond a limit reads as
  /// the limit.
  package static func amount(
    _ number: Int64, _ units: [(name: String, size: Int64)], inUnitOf texts: [String]
  ) -> String? {
    guard let unit = unit(of: texts, units) else { return nil }
    var (places, scale) = (0, Int128(1))
    while scale < unit.size { (places, scale) = (places + 1, scale * 10) }
    let text = fixed(divided(Int128(number) * scale, by: Int128(unit.size)), places: places)
    guard places > 0 else { return "\(count(number)) \(unit.name)" }
    let zeros = text.reversed().prefix { $0 == "0" }.count
    let digits = text.dropLast(zeros)
    return "\(digits.hasSuffix(".") ? digits.dropLast() : digits) \(unit.name)"
  }

  /// The first unit that some texts name; nil when they name none.
  private static func unit(
    of texts: [String], _ units: [(name: String, size: Int64)]
  ) -> (name: String, size: Int64)? {
    // Behind 'of' there is the name of a variant.
    let words = texts.flatMap { text in
      text.split(separator: " ").prefix { $0 != "of" }
        .flatMap { $0.split { !$0.isLetter }.map(String.init) }
    }
    return words.lazy.compactMap { word in units.first { $0.name == word } }.first
  }

  /// The value for a table: milliseconds and points rounded half away from zero to one decimal,
  /// seconds to two.
  public static func short(_ value: MetricValue, of metric: Metric) -> String {
    short(value, of: metric, places: 1)
  }

  /// As `short(_:of:)`, with some decimals.
  private static func short(_ value: MetricValue, of metric: Metric, places: Int) -> String {
    let text = short(value, in: metric.unit, places: places)
    guard metric == .hitchRatio, value.isMeasured, let hitchClass = HitchClass(value) else {
      return text
    }
    return "\(text), \(hitchClass.rawValue)"
  }

  /// The value of a unit for a table, with some decimals; seconds have one more.
  package static func short(
    _ value: MetricValue, in unit: UnitDefinition, places: Int = 1
  ) -> String {
    guard value.isMeasured else { return never }
    switch (value, unit.form) {
    case (.count(let bytes), .number(.bytes)): return memory(bytes)
    case (.count(let number), _): return count(number)
    case (.share(let part, let whole), .ratio) where !unit.isShare:
      let number = fixed(ratio(part, of: whole, times: unit.plain.size, places), places: places)
      return unit.plain.name.isEmpty ? number : "\(number) \(unit.plain.name)"
    case (.share(let part, let whole), _): return percent(part, of: whole, places: places)
    case (.nanoseconds(let time), .ratio): return perSecond(time, of: 1_000_000_000)
    case (.nanoseconds(let time), .number):
      return isLong(time)
        ? "\(rounded(time, per: 1_000_000_000, places: places + 1)) s"
        : "\(rounded(time, per: 1_000_000, places: places)) ms"
    case (.micropoints(let distance), _):
      return "\(rounded(distance, per: 1_000_000, places: places)) pt"
    case (.never, _): return never
    }
  }

  /// The value as a bare number for other programs, in the plain name of its unit, with at most six
  /// decimals; empty when it was never measured.
  package static func plain(_ value: MetricValue, in unit: MetricUnit) -> String {
    guard value.isMeasured else { return "" }
    let size = Int128(unit.definition.plain.size)
    switch value {
    case .count(let number): return String(number)
    // A lone number of a ratio is in milliseconds, or in points.
    case .nanoseconds(let number), .micropoints(let number):
      let one = unit.definition.isWhole ? size : 1_000_000
      return decimal(Int64(clamping: divided(Int128(number) * 1_000_000, by: one)), places: 6)
    case .share(let part, let whole):
      let number = divided(Int128(part) * size * 1_000_000, by: Int128(whole))
      return decimal(Int64(clamping: number), places: 6)
    case .never: return ""
    }
  }

  /// Simulated time for a table.
  package static func short(_ time: SimulatedTime) -> String {
    short(.nanoseconds(time.nanoseconds), of: .simulatedTime)
  }

  /// A value without the class of a hitch ratio, for where there is no space.
  package static func bare(
    _ value: MetricValue, of metric: Metric, places: Int = 1
  ) -> String {
    withoutClass(short(value, of: metric, places: places))
  }

  private static func withoutClass(_ text: String) -> String {
    text.ranges(of: ", ").first.map { String(text[..<$0.lowerBound]) } ?? text
  }

  /// The value of a metric in a table, with a star when it is the longest of too few times.
  package static func short(_ metric: Metric, in table: MetricTable) -> String {
    guard !isFrameless(metric, in: table) else { return never }
    return short(table[metric], of: metric) + (isMaximum(metric, in: table) ? star : "")
  }

  /// The exact value of a metric, with the number of times when it is the longest of too few.
  package static func exact(_ metric: Metric, in table: MetricTable) -> String {
    guard !isFrameless(metric, in: table) else { return never }
    return exact(table[metric], of: metric) + samples(of: metric, table.sampleCount(of: metric))
  }

  /// Whether it is a hitch ratio without frames.
  package static func isFrameless(_ metric: Metric, in table: MetricTable) -> Bool {
    metric == .hitchRatio && table[.frames] == .count(0)
  }

  /// The number of times of which a percentile is the longest; empty for anything else.
  package static func samples(of metric: Metric, _ count: Int?) -> String {
    guard let count, let rank = metric.definition.rank, rank.isMaximum(of: count) else { return "" }
    let noun = count == 1 ? rank.samples.noun : rank.samples.nouns
    return " (the maximum of \(self.count(Int64(count))) \(noun): too few for a p\(rank.percent))"
  }

  private static func isMaximum(_ metric: Metric, in table: MetricTable) -> Bool {
    metric.definition.rank?.isMaximum(of: table.sampleCount(of: metric) ?? 0) ?? false
  }

  /// The 95th percentile of real times, with a star when it is the longest of too few.
  package static func lap95(_ laps: TimingSummary) -> String {
    lap(laps.p95) + (TimeRank.isMaximum(95, of: laps.count) ? star : "")
  }

  /// Marks a percentile that is the longest of too few times.
  package static let star = "*"
  /// The sentence below tables with a star.
  package static let starNote =
    "* The maximum: too few values for a percentile."

  /// The text of a value that was never measured.
  public static let never = "-"

  /// A whole number, its digits in groups of three.
  public static func count(_ number: Int64) -> String {
    let digits = String(number.magnitude).utf8
    let sign = number < 0 ? "-" : ""
    guard digits.count > 3 else { return sign + String(digits) }
    var text: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return sign + String(decoding: text, as: UTF8.self)
  }

  /// Simulated time, exact, in milliseconds or, from 2 s on, in seconds.
  public static func time(_ time: SimulatedTime) -> String {
    exact(.nanoseconds(time.nanoseconds), of: .simulatedTime)
  }

  /// An instant of simulated time, rounded to the millisecond: `16 ms`, `12.4 s`.
  package static func instant(_ time: SimulatedTime) -> String {
    let milliseconds = Int64(clamping: divided(Int128(time.nanoseconds), by: 1_000_000))
    return isLong(time.nanoseconds)
      ? "\(grouped(milliseconds, places: 3)) s" : "\(count(milliseconds)) ms"
  }

  /// Simulated time in milliseconds with three decimals, so that the times of a column line up:
  /// `2,700.000 ms`.
  package static func milliseconds(_ time: SimulatedTime) -> String {
    "\(fixed(divided(Int128(time.nanoseconds), by: 1_000), places: 3)) ms"
  }

  /// Real time to three digits: `850 ns`, `12.3 µs`, `4.56 ms`, `1.23 s`.
  public static func lap(_ nanoseconds: Int64) -> String {
    let units: [(name: String, size: Int64)] = [
      ("µs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ]
    // The last unit whose rounded number is not below one.
    guard let unit = units.last(where: { nanoseconds >= $0.size - $0.size / 2_000 }) else {
      return "\(nanoseconds) ns"
    }
    for places in [2, 1] {
      let scale: Int64 = places == 2 ? 100 : 10
      let scaled = divided(Int128(nanoseconds) * Int128(scale), by: Int128(unit.size))
      if scaled < 1_000 { return "\(decimal(Int64(scaled), places: places)) \(unit.name)" }
    }
    let whole = divided(Int128(nanoseconds), by: Int128(unit.size))
    return "\(count(Int64(whole))) \(unit.name)"
  }
}

extension MetricText {
  /// A computed number, such as a mean or a difference, as a value of a unit.
  package static func value(_ number: Double, in unit: UnitDefinition) -> MetricValue {
    guard !unit.isWhole else { return unit.measure.value(of: whole(number)) }
    // Of things for each millionth of a point there are few.
    let parts: Int64 = unit.measure == .micropoints ? 1_000_000_000_000_000 : 1_000_000_000
    return .share(part: whole(number * Double(parts)), of: parts)
  }

  /// The nearest whole number; the least or the greatest for a number beyond them.
  package static func whole(_ number: Double) -> Int64 {
    Int64(exactly: number.rounded(.toNearestOrAwayFromZero)) ?? (number < 0 ? .min : .max)
  }

  /// Points of the screen as whole millionths, rounded half away from zero; nil when not finite or
  /// beyond what fits.
  package static func micropoints(_ points: Double) -> Int64? {
    Int64(exactly: (points * 1_000_000).rounded(.toNearestOrAwayFromZero))
  }

  /// Points of the screen for a table.
  package static func points(_ points: Double) -> String {
    micropoints(points).map { short(.micropoints($0), of: .calloutOverflowMaximum) } ?? never
  }

  /// A number of `places` decimals behind the point, its trailing zeros cut off.
  package static func decimal(_ number: Int64, places: Int) -> String {
    let unit = (0..<places).reduce(UInt64(1)) { unit, _ in unit * 10 }
    let whole = (number < 0 ? "-" : "") + String(number.magnitude / unit)
    var (fraction, length) = (number.magnitude % unit, places)
    guard fraction > 0 else { return whole }
    while fraction.isMultiple(of: 10) { (fraction, length) = (fraction / 10, length - 1) }
    let digits = String(fraction)
    return whole + "." + String(repeating: "0", count: length - digits.utf8.count) + digits
  }

  /// As `decimal`, the digits before the point in groups of three.
  private static func grouped(_ number: Int64, places: Int) -> String {
    let text = decimal(number, places: places)
    let whole = text.prefix { $0 != "." }
    guard let digits = Int64(whole), digits != 0 else { return text }
    return count(digits) + text.dropFirst(whole.count)
  }

  /// A quotient with some decimals, rounded half away from zero.
  private static func rounded(_ number: Int64, per unit: Int64, places: Int = 1) -> String {
    fixed(ratio(number, of: unit, times: 1, places), places: places)
  }

  /// A share in percent with some decimals; only the whole is 100.0 and only nothing is 0.0.
  package static func percent(_ part: Int64, of whole: Int64, places: Int = 1) -> String {
    var number = ratio(part, of: whole, times: 100, places)
    if number == ratio(1, of: 1, times: 100, places), part < whole { number -= 1 }
    if number == 0, part > 0 { number = 1 }
    return "\(fixed(number, places: places)) %"
  }

  package static func perSecond(_ part: Int64, of whole: Int64, places: Int = 1) -> String {
    "\(fixed(ratio(part, of: whole, times: 1_000, places), places: places)) ms per s"
  }

  /// A share times a factor, in units of its last decimal.
  private static func ratio(
    _ part: Int64, of whole: Int64, times factor: Int64, _ places: Int
  ) -> Int128 {
    let scale = (0..<places).reduce(Int128(factor)) { scale, _ in scale * 10 }
    return divided(Int128(part) * scale, by: Int128(whole))
  }

  /// Memory to a tenth of the largest unit that fits at least once.
  private static func memory(_ bytes: Int64) -> String {
    let units: [(name: String, size: Int64)] = [
      ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
    ]
    // What rounds to 1,024 of one unit is 1 of the next.
    let unit = units.first { divided(Int128(bytes) * 10_240, by: Int128($0.size)) >= 10_240 }
    guard let unit else { return "\(bytes) B" }
    return "\(rounded(bytes, per: unit.size)) \(unit.name)"
  }

  /// A number with just `places` decimals, the digits before the point in groups of three.
  package static func fixed(_ number: Int128, places: Int) -> String {
    let unit = (0..<places).reduce(UInt128(1)) { unit, _ in unit * 10 }
    let (whole, part) = number.magnitude.quotientAndRemainder(dividingBy: unit)
    // The first digit keeps the zeros behind the point.
    let decimals = "\(UInt64(unit + part))".utf8.dropFirst()
    return "\(number < 0 ? "-" : "")\(count(Int64(clamping: whole))).\(Substring(decimals))"
  }

  /// The quotient rounded half away from zero.
  private static func divided(_ number: Int128, by unit: Int128) -> Int128 {
    let half = unit / 2
    return (number < 0 ? number - half : number + half) / unit
  }

  /// From 2 s on seconds are easier to read than milliseconds.
  private static func isLong(_ nanoseconds: Int64) -> Bool {
    nanoseconds.magnitude >= 2_000_000_000
  }
}

extension Metric {
  fileprivate var unit: UnitDefinition { Metric.units[rawValue] }
  /// The units alone: copying a whole definition takes longer than writing most texts.
  private static let units = allCases.map(\.definition.unit.definition)
  /// Whether part and whole of its share are times, in nanoseconds.
  fileprivate var partsAreTimes: Bool {
    self == .calloutVisibleTime || unit.form == .ratio(.nanoseconds, of: .nanoseconds)
  }
}

extension MetricText {
  /// The text of an amount when the map refused a move.
  package static let refused = "refused by the map"

  /// The amount of a measure: `12.3 pt`, `262,500 ppm`, `2 errors`, `refused by the map`.
  package static func amount(_ measure: CriterionMeasure) -> String {
    if measure.isRefused { return refused }
    return measure.unit == .count
      ? things(Int(clamping: Int64(exactly: measure.amount) ?? .max), "fault")
      : length(measure.amount, measure.unit)
  }

  /// The tolerance of a measure.
  package static func allowed(_ measure: CriterionMeasure) -> String {
    measure.unit == .count ? "none" : length(measure.tolerance, measure.unit)
  }

  private static func length(_ amount: Double, _ unit: CriterionMeasure.Unit) -> String {
    switch unit {
    case .points where amount > 0 && amount < 0.000_001: "under 0.000001 pt"
    case .points where amount < 0.001: "\(MapWords.decimal(amount, places: 6)) pt"
    case .points: "\(MapWords.decimal(amount)) pt"
    case .scale where amount >= 0.001:
      "\(MetricText.count(Int64(exactly: (amount * 1e6).rounded()) ?? .max)) ppm"
    case .scale: "\(MapWords.decimal(amount * 1e6, places: 6)) ppm"
    case .count: MapWords.decimal(amount)
    }
  }

  /// A number of things: `1 scenario`, `2 scenarios`.
  package static func things(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(self.count(Int64(count))) \(count == 1 ? one : many ?? one + "s")"
  }
}
