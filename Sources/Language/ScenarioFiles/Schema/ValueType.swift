public import MapGeometry
internal import Metrics

/// The type of a key's value in a scenario file.
///
/// Every scalar is read from its text by our own rules; YAML's guesses of types are not used.
public indirect enum ValueType: Hashable, Sendable {
  /// Any text that is not empty, up to a number of characters.
  case text(maximumLength: Int)
  /// A whole number.
  case whole(ClosedRange<Int64>)
  /// A number with or without a fraction; no exponent.
  case decimal(ClosedRange<Double>)
  /// `yes` or `no`.
  case flag
  /// One of these words.
  case choice([String])
  /// A length of simulated time: `250 ms`, `1.5 s`.
  case duration(ClosedRange<SimulatedTime>)
  /// An amount of memory: `512 B`, `2 KiB`; the limits are in bytes.
  case memory(ClosedRange<Int64>)
  /// A bandwidth: `2 Mbit/s`; the limits are in bits per second.
  case bandwidth(ClosedRange<Int64>)
  /// A part of a whole in percent: `5 %`; the limits are in millionths.
  case share(ClosedRange<Int64>)
  /// The word `settled` or a duration.
  case moment(ClosedRange<SimulatedTime>)
  /// A distance on the screen: `12 pt`.
  case points(ClosedRange<Double>)
  /// An extent on the screen, width first: `390 x 844 pt`.
  case size(ClosedRange<Double>)
  /// A distance on the screen along both axes, right and down: `8 x -16 pt`.
  case offset(ClosedRange<Double>)
  /// A point of the map view, right and down from its upper left corner: `100 x 200 pt`.
  case position(ClosedRange<Double>)
  /// A speed on the screen along both axes: `1200 x 0 pt/s`.
  case velocity(ClosedRange<Double>)
  /// A distance on the earth: `300 km`, `500 m`; the limits are in kilometers.
  case distance(ClosedRange<Double>)
  /// A length on the ground: `500 m`, `2 km`; the limits are in meters.
  case length(ClosedRange<Double>)
  /// An angle: `30 deg`.
  case angle(ClosedRange<Double>)
  /// A distance on the earth along both axes, north and east: `0.01 x -0.02 deg`.
  case earthOffset(ClosedRange<Double>)
  /// A word or a number from 0 to 1000: `required`, `default high`, `700`.
  case displayPriority
  /// An extent on the earth, east-west first: `45 km x 45 km`, `10 deg x 20 deg`.
  case span
  /// Zoom levels: `1 level`, `-2 levels`.
  case levels(ClosedRange<Double>)
  /// A path of a file, relative to the scenario or to one of the folders above it.
  case path
  /// A day of the calendar: `2027-01-31`.
  case day
  /// The name of a device profile.
  case device
  /// The name of a metric.
  case metric
  /// A rule that a metric has to keep: `at most 40`, `always`.
  case rule
  /// Something that can be true of the map, `clusters shown at most 40`, or happen,
  /// `callout opens`; several are joined by `and` or by `or`.
  case condition
  /// The word `settled`, a condition or an event.
  case awaited
  /// The name of a layer, a data set or an overlay of the same scenario.
  case reference(NameSpace)
  /// Such a name, or several in a list.
  case references(NameSpace, count: ClosedRange<Int>)
  /// No value at all.
  case nothing
  /// Any value; its type is checked where its name is used.
  case anything
  /// `start`, `last mark` or the name of a mark of the same scenario.
  case beginning
  /// `start`, `download done`, `end` or the name of a mark of the same scenario.
  case instant
  /// Keys and values as another declaration says.
  case object(ObjectKind)
  /// A scalar, or keys and values as another declaration says.
  case either(ValueType, ObjectKind)
  /// One such object, or several in a list.
  case objects(ObjectKind, count: ClosedRange<Int>)
  /// Values of one type, in order.
  case list(ValueType, count: ClosedRange<Int>)
  /// Objects of one kind under names that the author chooses.
  case named(ObjectKind, NameSpace, count: ClosedRange<Int>)
  /// A subset of the keys of an object, with values that replace the present ones.
  case some(ObjectKind)
  /// Such subsets for objects that have names already.
  case someNamed(ObjectKind)
  /// Variants under names that the author chooses, lists whose combinations are variants, or a list
  /// of modes of clustering.
  case variants(count: ClosedRange<Int>)
}

/// The things that a scenario gives names to.
public enum NameSpace: String, CaseIterable, Hashable, Sendable {
  /// Layers of annotations.
  case layer
  /// Sets of points.
  case data = "data set"
  /// Shapes on the map.
  case overlay
  /// Variants that cluster the same session in different ways.
  case variant
  /// Kinds of callout.
  case callout
  /// Parameters of a part.
  case parameter
  /// Named parts of the session.
  case mark
  /// Downloads, of which several may have one name.
  case download
}

extension NameSpace {
  /// One such thing, as a part of a sentence: `an overlay`.
  public var withArticle: String { "\(self == .overlay ? "an" : "a") \(rawValue)" }
}

extension ValueType {
  /// How values are put together.
  package enum Form {
    case scalar
    /// One object, or several in a list, or a scalar in its place.
    case object(ObjectKind)
    case items(ValueType)
    /// Objects under names.
    case entries(ObjectKind)
    /// Some keys of an object, or anything at all.
    case part
  }

  /// How such a value is put together.
  package var form: Form {
    switch self {
    case .object(let kind), .objects(let kind, _), .either(_, let kind): .object(kind)
    case .list(let item, _): .items(item)
    case .named(let kind, _, _): .entries(kind)
    case .variants: .entries(.variant)
    case .some, .someNamed, .anything: .part
    case .text, .whole, .decimal, .flag, .choice, .duration, .memory, .bandwidth, .share, .moment,
      .points, .size, .offset, .position, .velocity, .distance, .length, .angle, .earthOffset,
      .displayPriority, .span, .levels, .path, .day, .device, .metric, .rule, .condition, .awaited,
      .reference, .references, .nothing, .beginning, .instant:
      .scalar
    }
  }

  /// The word of a map on which nothing moves, arrives or computes any more.
  package static let settled = "settled"

  /// A name of a layer, a mark, a picture or a point.
  package static let name = ValueType.text(maximumLength: Limits.nameLength)

  /// The expected value, as a part of a sentence: `a duration such as 250 ms`.
  public var words: String {
    switch self {
    case .text: "a text"
    case .whole: "a whole number such as 500"
    case .decimal: "a number such as 0.5"
    case .flag: "yes or no"
    case .choice(let words): "one of: \(words.joined(separator: ", "))"
    case .duration: "a duration such as 250 ms or 1.5 s"
    case .memory: "an amount of memory such as 512 B or 2 KiB"
    case .bandwidth: "a bandwidth such as 2 Mbit/s or 384 kbit/s"
    case .share: "a share such as 5 % or 0.5 %"
    case .moment: "settled, or a duration such as 250 ms"
    case .points: "a distance such as 12 pt"
    case .size: "a size such as 390 x 844 pt"
    case .offset: "an offset such as 8 x -16 pt"
    case .position: "a point of the view such as 100 x 200 pt (from the left x from the top)"
    case .velocity: "a speed such as 1200 x 0 pt/s"
    case .distance: "a distance such as 300 km"
    case .length: "a length such as 500 m or 2 km"
    case .angle: "an angle such as 30 deg"
    case .earthOffset: "an offset such as 0.01 x -0.02 deg (north x east)"
    case .displayPriority: "required, default high, default low or a number such as 700"
    case .span: "a span such as 45 km x 45 km or 10 deg x 20 deg (east-west x north-south)"
    case .levels: "zoom levels such as 1 level or -2 levels"
    case .path: "a path such as Data/world-cities.csv"
    case .day: "a day such as 2027-01-31"
    case .device: "the name of a device profile"
    case .metric: "the name of a metric"
    case .rule:
      "a rule such as at most 40, at least 80 %, exactly 3, between 3 and 40, always or never"
    case .awaited: "\(ValueType.settled), \(ValueType.condition.words)"
    case .condition:
      "a condition such as clusters shown at most 40 or callout open, or an event such as "
        + "callout opens"
    case .reference(let space): "the name of \(space.withArticle)"
    case .references(let space, _): "the name of \(space.withArticle), or a list of such names"
    case .beginning: "start, last mark or the name of a mark"
    case .instant: "start, download done, end or the name of a mark"
    case .nothing: "nothing"
    case .anything: "a value such as left edge or 250 ms"
    case .object(let kind): ScenarioSchema.words(for: kind)
    case .objects(let kind, _): "\(ScenarioSchema.words(for: kind)), or a list of such"
    case .either(.nothing, let kind): "nothing, or \(ScenarioSchema.words(for: kind))"
    case .either(.choice(let words), let kind):
      "\(words.joined(separator: ", ")), or \(ScenarioSchema.words(for: kind))"
    case .either(.moment, let kind):
      "settled, a duration such as 250 ms, or \(ScenarioSchema.words(for: kind))"
    case .either(let type, let kind): "\(type.words), or \(ScenarioSchema.words(for: kind))"
    case .list(let type, _): "a list, each item \(type.words)"
    case .named(_, let space, _): "an object with a name for each \(space.rawValue)"
    case .some(let kind): "those keys of \(kind.name) that are others"
    case .someNamed(let kind): "names of \(kind.name)s, each with those keys that are others"
    case .variants:
      "a list of modes such as [upstream, corrected], an object with a name for each variant, or "
        + "lists of values"
    }
  }

  /// Whether a key of this type can stand without a value.
  public var isNothing: Bool {
    switch self {
    case .nothing, .either(.nothing, _): true
    default: false
    }
  }

  /// The allowed range, as a part of a sentence, or nil when there is no limit.
  public var limits: String? {
    switch self {
    case .text(let maximum): "1 to \(maximum) characters"
    case .whole(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .decimal(let range): ValueType.words(range, unit: "")
    case .memory(let range):
      "\(ValueType.words(bytes: range.lowerBound)) to \(ValueType.words(bytes: range.upperBound))"
    case .bandwidth(let range):
      "\(AmountUnits.words(range.lowerBound, in: ScalarReader.bandwidthUnits)) to "
        + AmountUnits.words(range.upperBound, in: ScalarReader.bandwidthUnits)
    case .share(let range):
      "\(ValueType.words(Double(range.lowerBound) / 10_000)) to "
        + "\(ValueType.words(Double(range.upperBound) / 10_000)) %"
    case .duration(let range), .moment(let range):
      "\(ValueType.words(range.lowerBound)) to \(ValueType.words(range.upperBound))"
    case .points(let range), .size(let range), .offset(let range), .position(let range):
      ValueType.words(range, unit: " pt")
    case .velocity(let range): ValueType.words(range, unit: " pt/s")
    case .distance(let range): ValueType.words(range, unit: " km")
    case .length(let range): ValueType.words(range, unit: " m")
    case .angle(let range), .earthOffset(let range): ValueType.words(range, unit: " deg")
    case .displayPriority: "0 to 1000"
    case .levels(let range): ValueType.words(range, unit: " levels")
    case .list(_, let count), .named(_, _, let count), .references(_, let count),
      .objects(_, let count), .variants(let count):
      count.lowerBound == count.upperBound
        ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
    case .either(let type, _): type.limits
    case .flag, .choice, .span, .path, .day, .device, .metric, .rule, .condition, .awaited,
      .reference, .nothing, .anything, .some, .someNamed, .beginning, .instant, .object:
      nil
    }
  }

  private static func words(_ range: ClosedRange<Double>, unit: String) -> String {
    "\(words(range.lowerBound)) to \(words(range.upperBound))\(unit)"
  }

  /// A number as an author would write it: `60`, not `60.0`.
  public static func words(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A time as an author would write it: `250 ms`.
  static func words(_ time: SimulatedTime) -> String {
    AmountUnits.words(time.nanoseconds, in: AmountUnits.time)
  }

  /// An amount of memory as an author would write it: `2 KiB`.
  static func words(bytes: Int64) -> String { AmountUnits.words(bytes, in: AmountUnits.memory) }
}
