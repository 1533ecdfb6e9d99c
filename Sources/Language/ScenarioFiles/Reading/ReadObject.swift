import MapGeometry
import Metrics
import Scenarios

/// A value as the schema reads it, before names are resolved.
struct ReadValue: Sendable {
  indirect enum Content: Sendable {
    case scalar(Scalar)
    case object(ReadObject)
    case list([ReadValue])
    case named([ReadEntry])
    /// As it was written, to be read where its name stands.
    case node(YAMLNode)
  }

  var content: Content
  /// The position of the value; that of the object that lacks it when it is a default.
  var mark: YAMLMark
  var text: String
}

struct ReadEntry: Sendable {
  var name: String
  var object: ReadObject
  /// The pairs of a variant as they were written, to be put over those of the scenario.
  var pairs: [YAMLPair] = []
}

/// A rule as written in an object, of a metric or of a real time or count.
struct ReadRule<Subject: Sendable>: Sendable {
  var subject: Subject
  var rule: Expectation.Rule
  var text: String
  /// Whether it is kept where there was nothing that it could count or measure.
  var isKeptByNothing: Bool
  var mark: YAMLMark
  /// The variant that it is for; nil for all of them.
  var variant: String?
  /// The position of the rule itself.
  var valueMark: YAMLMark
}

/// The values of an object's keys, in their order.
///
/// A list, not a hash table: objects have few keys, and a file may hold a hundred thousand objects.
struct KeyedValues<Value: Sendable>: Sendable {
  /// The keys with their values.
  private(set) var pairs: [(key: String, value: Value)] = []

  /// The keys.
  var keys: [String] { pairs.map(\.key) }

  /// The value of a key; nil when there is none.
  ///
  /// - Complexity: O(keys of the object).
  subscript(key: String) -> Value? {
    get {
      guard let index = index(of: key) else { return nil }
      return pairs[index].value
    }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): pairs[index].value = value
      case (let index?, nil): pairs.remove(at: index)
      case (nil, let value?): pairs.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// Whether a key has a value.
  ///
  /// - Complexity: O(keys of the object).
  func has(_ key: String) -> Bool { index(of: key) != nil }

  /// Makes room for a number of keys.
  mutating func reserve(_ count: Int) { pairs.reserveCapacity(count) }

  private func index(of key: String) -> Int? { pairs.firstIndex { $0.key == key } }
}

/// An object as the schema reads it: only keys of its schema, values that had a diagnostic left
/// out.
struct ReadObject: Sendable {
  var kind: ObjectKind
  /// Where the object is named: its key, or itself.
  var mark: YAMLMark
  /// The schema that has the defaults; nil for an object that could not be read.
  var schema: ObjectSchema?
  /// The values that were written, and the defaults that are lists and objects.
  var values = KeyedValues<ReadValue>()
  /// The position of each written key, including keys with an invalid value.
  var keyMarks = KeyedValues<YAMLMark>()
  var rules: [ReadRule<ExpectedMetric>] = []
  var measuredRules: [ReadRule<MeasuredFigure>] = []
  /// How many keys were written, unknown ones too.
  var writtenKeys = 0

  /// Whether no key was written but these; faulty ones count.
  func hasNoOtherKey(than keys: [any ObjectKey]) -> Bool {
    writtenKeys <= keys.count { keyMarks.has($0.name) }
  }

  /// The value of a key, or its default; nil after a diagnostic, and where there is neither.
  func value(of key: String) -> ReadValue? {
    if let value = values[key] { return value }
    guard let standard = schema?.standard(of: key), !keyMarks.has(key) else { return nil }
    return ReadValue(content: standard.content, mark: mark, text: standard.text)
  }

  /// The place that it says.
  var coordinate: Coordinate? { writtenCoordinate?.onOneMeridian }

  /// A corner or an end: 180 degrees are the eastern one, -180 the western one.
  var writtenCoordinate: Coordinate? {
    guard let latitude = self[CoordinateKeys.latitude],
      let longitude = self[CoordinateKeys.longitude]
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
