public import MapGeometry

/// A visitor of the descriptions of events: their numbers, words and values.
///
/// It is generic in each value, because a parameter pack would not be specialized.
protocol EventVisitor {
  /// Visits an event with the numbers of its family and its case; nil for an event that
  /// follows from others and from the settings.
  mutating func take(
    _ number: (UInt8, UInt8)?, _ words: StaticString?, _ first: some EventValue,
    _ second: some EventValue, _ third: some EventValue, _ fourth: some EventValue,
    _ fifth: some EventValue, _ sixth: some EventValue)
}

extension EventVisitor {
  /// Describes an event.
  ///
  /// The words are a line of the log, in which `$0` is the first value; nil where the log has
  /// no line, or a custom one.
  @inline(__always)
  mutating func callAsFunction(
    _ family: UInt8, _ number: UInt8, _ words: StaticString?,
    _ first: some EventValue = Nothing(), _ second: some EventValue = Nothing(),
    _ third: some EventValue = Nothing(), _ fourth: some EventValue = Nothing(),
    _ fifth: some EventValue = Nothing(), _ sixth: some EventValue = Nothing()
  ) {
    take((family, number), words, first, second, third, fourth, fifth, sixth)
  }

  /// Describes an event that follows from others and from the settings.
  @inline(__always)
  mutating func remark(
    _ words: StaticString?, _ first: some EventValue = Nothing(),
    _ second: some EventValue = Nothing()
  ) {
    take(nil, words, first, second, Nothing(), Nothing(), Nothing(), Nothing())
  }
}

/// A value of an event, for digests and logs.
protocol EventValue {
  func add(to digest: inout TraceDigest)
  /// The text of the value in the log.
  var word: EventWord { get }
}

extension EventValue {
  var word: EventWord { .nothing }
}

/// A value of an event that a line of the log names.
public enum EventWord {
  case nothing
  case text(String)
  case annotation(AnnotationID)
  /// The view that last showed an annotation.
  case viewOf(AnnotationID)
  case view(ViewID)
  case layer(LayerID)
  /// A name at an index of a list of the legend.
  case name(Int32, LegendList)
  /// A number of things, with the noun for one.
  case things(Int32, String)
  case time(SimulatedTime)
  case coordinate(Coordinate)
  case camera(Camera)
  case point(ScreenPoint)
  case size(ScreenSize)
  /// A speed in points a second.
  case speed(ScreenOffset)
  case appearance(ViewAppearance)
  case missed(MissedSelection)
}

/// A list of names in the legend.
public enum LegendList: Sendable {
  case marks, identifiers, overlays, snapshots
}

extension Event.Kind {
  /// The line of the log, in which `$0` is the first of the values; nil where the log has no
  /// line, or a custom one.
  public var line: (words: String, values: [EventWord])? {
    var reader = LineReader()
    describe(to: &reader)
    return reader.line
  }

  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .session(let event): event.describe(to: &visit)
    case .map(let event): event.describe(to: &visit)
    case .data(let event): event.describe(to: &visit)
    case .view(let event): event.describe(to: &visit)
    case .selection(let event): event.describe(to: &visit)
    case .cluster(let event): event.describe(to: &visit)
    case .callout(let event): event.describe(to: &visit)
    case .frame(let frame): visit(7, 0, nil, frame)
    case .snapshot(let snapshot): visit(8, 0, nil, snapshot)
    case .input(let event): event.describe(to: &visit)
    case .drag(let event): event.describe(to: &visit)
    case .overlay(let event): event.describe(to: &visit)
    case .delegate(let event): event.describe(to: &visit)
    case .animator(let event): event.describe(to: &visit)
    case .calloutAnnotation(let event): event.describe(to: &visit)
    }
  }
}

private struct LineReader: EventVisitor {
  var line: (words: String, values: [EventWord])?

  mutating func take(
    _ number: (UInt8, UInt8)?, _ words: StaticString?, _ first: some EventValue,
    _ second: some EventValue, _ third: some EventValue, _ fourth: some EventValue,
    _ fifth: some EventValue, _ sixth: some EventValue
  ) {
    let values = [first.word, second.word, third.word, fourth.word, fifth.word, sixth.word]
    line = words.map { ("\($0)", values) }
  }
}

/// A value that is left out.
struct Nothing: EventValue { @inline(__always) func add(to digest: inout TraceDigest) {} }

/// An annotation that the log names by its view.
struct Shown: EventValue {
  let annotation: AnnotationID
  func add(to digest: inout TraceDigest) { annotation.add(to: &digest) }
  var word: EventWord { .viewOf(annotation) }
}

/// An index into a list of the legend.
struct Named: EventValue {
  let index: Int32
  let list: LegendList
  func add(to digest: inout TraceDigest) { index.add(to: &digest) }
  var word: EventWord { .name(index, list) }
}

/// A number of things, with the noun for one.
struct Things: EventValue {
  let count: Int32
  let noun: StaticString
  func add(to digest: inout TraceDigest) { count.add(to: &digest) }
  var word: EventWord { .things(count, "\(noun)") }
}

extension Event.Kind {
  /// The numbers of its family and its case as one number; nil for an event that follows from
  /// others.
  public var number: Int? {
    var reader = NumberReader()
    describe(to: &reader)
    return reader.number
  }
}

/// Reads the number of an event and none of its values.
private struct NumberReader: EventVisitor {
  var number: Int?

  mutating func take(
    _ number: (UInt8, UInt8)?, _ words: StaticString?, _ first: some EventValue,
    _ second: some EventValue, _ third: some EventValue, _ fourth: some EventValue,
    _ fifth: some EventValue, _ sixth: some EventValue
  ) {
    self.number = number.map { Int($0.0) << 8 | Int($0.1) }
  }
}
