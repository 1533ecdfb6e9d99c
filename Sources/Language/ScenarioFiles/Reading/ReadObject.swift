import MapGeometry
import Metrics
import Scenarios

/// A value as the schema reads it, before names are resolved.
struct ReadValue {
  indirect enum Content {
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

struct ReadEntry {
  var name: String
  var object: ReadObject
  /// The pairs of a variant as they were written, to be put over those of the scenario.
  var pairs: [YAMLPair] = []
}

/// A rule as written in an object, of a metric or of what is measured beside the facts.
struct ReadRule<Subject> {
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
struct KeyedValues<Value> {
  private(set) var keys: [String] = []
  private var values: [Value] = []

  /// The keys with their values.
  var pairs: Zip2Sequence<[String], [Value]> { zip(keys, values) }

  /// The value of a key; nil when there is none.
  ///
  /// - Complexity: O(keys of the object).
  subscript(key: String) -> Value? {
    get {
      guard let index = keys.firstIndex(of: key) else { return nil }
      return values[index]
    }
    set {
      switch (keys.firstIndex(of: key), newValue) {
      case (let index?, let value?): values[index] = value
      case (let index?, nil):
        keys.remove(at: index)
        values.remove(at: index)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// Adds a key that has no value yet.
  mutating func append(_ key: String, _ value: Value) {
    keys.append(key)
    values.append(value)
  }
}

/// An object as the schema reads it: only keys of its schema, defaults filled
/// in, values that had a diagnostic left out.
struct ReadObject {
  var kind: ObjectKind
  /// Where the object is named: its key, or itself.
  var mark: YAMLMark
  var values = KeyedValues<ReadValue>()
  /// The position of each written key, including keys with an invalid value.
  var keyMarks = KeyedValues<YAMLMark>()
  var rules: [ReadRule<ExpectedMetric>] = []
  var measuredRules: [ReadRule<MeasuredFigure>] = []
  /// How many keys were written, unknown ones too.
  var writtenKeys = 0

  /// Whether no key was written but these; faulty ones count.
  func hasNoOtherKey(than keys: [any ObjectKey]) -> Bool {
    writtenKeys <= keys.count { keyMarks[$0.name] != nil }
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
