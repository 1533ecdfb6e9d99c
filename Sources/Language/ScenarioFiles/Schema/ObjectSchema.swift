internal import Metrics

/// A kind of object that the language knows, by its name in documents and messages.
///
/// The kinds of steps are declared beside their definitions.
public struct ObjectKind: Hashable, Sendable {
  /// The name.
  public let name: String

  init(_ name: String) { self.name = name }
}

extension ObjectKind {
  /// A whole file.
  public static let scenario = ObjectKind("scenario")
  /// A place on the earth.
  public static let coordinate = ObjectKind("coordinate")
  /// Decisions about the map's behavior.
  public static let options = ObjectKind("options")
  /// The fixes to CCHMapClusterController.
  public static let fixes = ObjectKind("fixes")
  /// A single action.
  public static let step = ObjectKind("step")
  package static let map = ObjectKind("map")
  static let app = ObjectKind("app")
  static let regionReaction = ObjectKind("when region changed")
  static let visibleReaction = ObjectKind("when visible region changes")
  static let load = ObjectKind("load")
  static let tapRecognizer = ObjectKind("when tapped")
  static let moveContent = ObjectKind("move content")
  static let callbackWork = ObjectKind("callback work")
  static let data = ObjectKind("data set")
  static let columns = ObjectKind("columns")
  static let point = ObjectKind("point")
  static let cities = ObjectKind("cities")
  static let uniform = ObjectKind("uniform")
  static let blobs = ObjectKind("blobs")
  static let line = ObjectKind("line")
  static let grid = ObjectKind("grid")
  static let stacked = ObjectKind("stacked")
  static let overlay = ObjectKind("overlay")
  static let circle = ObjectKind("circle")
  static let layer = ObjectKind("layer")
  static let cluster = ObjectKind("cluster")
  static let customAnimator = ObjectKind("custom animator")
  package static let variant = ObjectKind("variant")
  static let view = ObjectKind("view")
  static let clusterView = ObjectKind("cluster view")
  static let oneLocationView = ObjectKind("one location view")
  static let callout = ObjectKind("callout")
  static let accessory = ObjectKind("accessory")
  static let insets = ObjectKind("insets")
  static let alignmentInsets = ObjectKind("alignment insets")
  static let boundary = ObjectKind("boundary")
  static let zoomRange = ObjectKind("zoom range")
  static let userCallout = ObjectKind("user callout")
  package static let defaults = ObjectKind("defaults")
  package static let part = ObjectKind("part")
  static let parameter = ObjectKind("parameter")
  static let arguments = ObjectKind("with")
  static let sessionExpectations = ObjectKind("expect of the session")
  static let setRegion = ObjectKind("set region")
  static let setCenter = ObjectKind("set center")
  package static let device = ObjectKind("device profile")
}

/// One key of an object of the language.
public struct Field: Hashable, Sendable {
  /// Whether the author has to write the key, and the value when it is left out.
  public enum Need: Hashable, Sendable {
    /// The key must be there.
    case required
    /// There is no default.
    case optional
    /// The default, written as the author would.
    case `default`(String)
    /// The default depends on other values; the text says which.
    case derived(String)
  }

  /// The key as the author writes it.
  public let key: String
  /// The type of its value.
  public let type: ValueType
  /// Whether it must be there.
  public internal(set) var need: Need
  /// One sentence of help.
  public let help: String
  /// A value as the author would write it, in YAML.
  public let example: String

  package init(_ key: String, _ type: ValueType, _ need: Need, _ help: String, example: String) {
    self.key = key
    self.type = type
    self.need = need
    self.help = help
    self.example = example
  }

  /// The default, where it is a single value; nil without one, and for lists and objects.
  fileprivate var standard: StandardValue? {
    guard case .default(let text) = need, case .scalar = type.form else { return nil }
    if case .references = type { return nil }
    return (try? ScalarReader.value(of: text, as: type).get()).map {
      StandardValue(content: .scalar($0), text: text)
    }
  }

  /// Whether a reader has to look for the key in each object: it is required, or its default is a
  /// list or an object.
  fileprivate var isLookedFor: Bool {
    switch need {
    case .required: true
    case .default: standard == nil
    case .optional, .derived: false
    }
  }
}

/// A constraint on the keys of one object.
public enum KeyRule: Hashable, Sendable {
  /// Exactly one of these keys is there.
  case exactlyOne([String])
  /// A key makes no sense without another one.
  case needs(String, other: String)
  /// A key makes no sense without one of some others.
  case needsOneOf(String, others: [String])
  /// Two keys exclude each other.
  case excludes(String, other: String)
  /// A key makes sense only when another one has one of these values, each a word of a choice or
  /// `yes` or `no`.
  case only(String, when: String, isOneOf: [String])
  /// Exactly one of these keys is there where a condition holds.
  case exactlyOneWhere([String], KeyCondition)
  /// Some required keys may be left out beside a key: another file has them.
  case lends(String, keys: [String])
}

/// A condition that the value of a key is one of some words, each a word of a choice.
public struct KeyCondition: Hashable, Sendable {
  /// The key.
  public let key: String
  /// The words.
  public let words: [String]

  package init(_ key: String, isOneOf words: [String]) {
    self.key = key
    self.words = words
  }
}

/// The keys that an object takes besides its fields.
public enum OpenKeys: Hashable, Sendable {
  /// None: an unknown key is a diagnostic.
  case none
  /// The name of any metric, with a rule.
  case metrics
  /// The name of any metric, or of a measured value of a whole session, with a rule.
  case metricsAndMeasured
  /// Any name, with a value or a list of them.
  case values
}

extension OpenKeys {
  /// The names of metrics and times that it takes.
  package var names: [String] {
    switch self {
    case .none, .values: []
    case .metrics: ExpectedMetric.names
    case .metricsAndMeasured: ExpectedMetric.names + MeasuredFigure.all.map(\.name)
    }
  }

  /// Whether it takes metrics.
  package var takesMetrics: Bool { self == .metrics || self == .metricsAndMeasured }
}

extension ExpectedMetric {
  /// The names of all metrics, and that of frames that are later than a time.
  static let names = Metric.allCases.map(\.name) + [example.name]

  /// Creates the metric of a name in which a time is written in any of the forms of authors.
  package init?(written name: String) {
    guard let text = ExpectedMetric.lateness(in: name),
      let lateness = try? ScalarReader.lateness(String(text))
    else {
      self.init(named: name)
      return
    }
    self.init(framesLaterThanNanoseconds: lateness)
  }
}

/// The default of a key that is a single value, read once.
struct StandardValue {
  /// The scalar as the content of a read value.
  let content: ReadValue.Content
  /// The default as an author would write it.
  let text: String
}

/// One object of the language.
///
/// It is a class, since readers look schemas up for each object of a file.
public final class ObjectSchema: Hashable, Sendable {
  /// The kind of object that it declares.
  public let kind: ObjectKind
  /// One sentence of help.
  public let help: String
  /// Its keys, in the order in which documents and forms show them.
  public let fields: [Field]
  /// The keys it takes besides its fields.
  public let openKeys: OpenKeys
  /// The constraints on its keys.
  public let rules: [KeyRule]
  /// A whole object as the author would write it, in YAML.
  public let example: String
  /// The index of each field by its key.
  private let places: [String: Int]
  /// The defaults that are single values, by their keys; only looked up.
  private let standards: [String: StandardValue]
  /// The fields that a reader has to look for in each object, in order.
  let soughtFields: [Field]

  init(
    _ kind: ObjectKind, _ help: String, fields: [Field], openKeys: OpenKeys = .none,
    rules: [KeyRule] = [], example: String
  ) {
    self.kind = kind
    self.help = help
    self.fields = fields
    self.openKeys = openKeys
    self.rules = rules
    self.example = example
    places = Dictionary(
      zip(fields.map(\.key), fields.indices), uniquingKeysWith: { first, _ in first })
    standards = Dictionary(
      fields.compactMap { field in field.standard.map { (field.key, $0) } },
      uniquingKeysWith: { first, _ in first })
    soughtFields = fields.filter(\.isLookedFor)
  }

  /// Whether two schemas declare the same object.
  public static func == (one: ObjectSchema, other: ObjectSchema) -> Bool {
    one === other
      || one.kind == other.kind && one.help == other.help && one.fields == other.fields
        && one.openKeys == other.openKeys && one.rules == other.rules
        && one.example == other.example
  }

  /// Takes the kind into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// The required keys that another file may have.
  package var lentKeys: [String] {
    rules.flatMap { rule -> [String] in if case .lends(_, let keys) = rule { keys } else { [] } }
  }

  /// The keys of the fields, in order.
  public var keys: [String] { fields.map(\.key) }

  /// The keys that an author has to write: the required ones, and those of which one is.
  var wantedKeys: [String] {
    fields.filter { $0.need == .required }.map(\.key)
      + rules.flatMap { rule -> [String] in
        if case .exactlyOne(let keys) = rule { keys } else { [] }
      }
  }

  /// Whether a key is that of a field.
  ///
  /// - Complexity: O(1).
  func has(_ key: String) -> Bool { places[key] != nil }

  /// The field of a key, or nil.
  ///
  /// - Complexity: O(1).
  public func field(_ key: String) -> Field? { places[key].map { fields[$0] } }

  /// The type of the values of a key, or nil.
  ///
  /// - Complexity: O(1).
  package func type(of key: String) -> ValueType? { places[key].map { fields[$0].type } }

  /// The default of a key, where it is a single value.
  ///
  /// - Complexity: O(1).
  func standard(of key: String) -> StandardValue? { standards[key] }
}
