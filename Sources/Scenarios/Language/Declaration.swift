/// The kinds of object that the language knows.
public enum ObjectKind: String, CaseIterable, Hashable, Sendable {
  case scenario
  case map
  case coordinate
  case data = "data set"
  case point
  case layer
  case cluster
  case view
  case clusterView = "cluster view"
  case callout
  case sessionExpectations = "expect of the session"
  case step
  case download
  case add
  case remove
  case pan
  case fling
  case zoom
  case setRegion = "set region"
  case setCenter = "set center"
  case select
  case `repeat`
  case expect
  case device = "device profile"
}

/// One key of an object of the language.
public struct Field: Hashable, Sendable {
  /// Whether the author has to write the key, and what holds when it is left out.
  public enum Need: Hashable, Sendable {
    /// The key must be there.
    case required
    /// Nothing holds in its place.
    case optional
    /// This value holds in its place, written as the author would.
    case standard(String)
    /// A value that depends on others holds in its place; the text says which.
    case derived(String)
  }

  /// The key as the author writes it.
  public let key: String
  /// What its value looks like.
  public let shape: Shape
  /// Whether it must be there.
  public let need: Need
  /// One sentence of help.
  public let help: String
  /// A value as the author would write it, in YAML.
  public let example: String

  init(_ key: String, _ shape: Shape, _ need: Need, _ help: String, example: String) {
    self.key = key
    self.shape = shape
    self.need = need
    self.help = help
    self.example = example
  }
}

/// What the keys of one object have to do with each other.
public enum KeyRule: Hashable, Sendable {
  /// Exactly one of these keys is there.
  case exactlyOne([String])
  /// A key makes no sense without another one.
  case needs(String, other: String)
  /// Two keys exclude each other.
  case excludes(String, other: String)
  /// A key makes sense only when another one has one of these values.
  case only(String, when: String, isOneOf: [String])
}

/// Which keys an object takes beside its fields.
public enum OpenKeys: Hashable, Sendable {
  /// None: an unknown key is a fault.
  case none
  /// The name of any metric, with a rule.
  case metrics
}

/// One object of the language.
public struct Declaration: Hashable, Sendable {
  /// Which object it declares.
  public let kind: ObjectKind
  /// One sentence of help.
  public let help: String
  /// Its keys, in the order in which documents and forms show them.
  public let fields: [Field]
  /// Which keys it takes beside its fields.
  public let openKeys: OpenKeys
  /// What its keys have to do with each other.
  public let rules: [KeyRule]
  /// A whole object as the author would write it, in YAML.
  public let example: String

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
  }

  /// The keys of the fields, in order.
  public var keys: [String] { fields.map(\.key) }

  /// The field of a key, or nil.
  public func field(_ key: String) -> Field? {
    fields.first { $0.key == key }
  }
}
