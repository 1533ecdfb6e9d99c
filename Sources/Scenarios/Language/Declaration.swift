/// The kinds of object that the language knows.
public enum ObjectKind: String, CaseIterable, Hashable, Sendable {
  /// A whole file: a session.
  case scenario
  /// The map view at the beginning.
  case map
  /// A place on the earth.
  case coordinate
  /// Decisions about the map's behaviour.
  case options
  /// What the app does by itself.
  case app
  /// What the app asks for after each change of the region.
  case regionReaction = "when region changed"
  /// The content moved by an offset.
  case moveContent = "move content"
  /// Points under a name.
  case data = "data set"
  /// A point written in place.
  case point
  /// Points drawn as people leave them on a map.
  case cities
  /// A shape on the map.
  case overlay
  /// A circle around a place.
  case circle
  /// One kind of annotation.
  case layer
  /// How a layer's points become clusters.
  case cluster
  /// An app's own object that fades clusters.
  case customAnimator = "custom animator"
  /// What of the reproduced library is mended.
  case mends
  /// A way to cluster the same session.
  case variant
  /// The views of single points.
  case view
  /// The views of clusters.
  case clusterView = "cluster view"
  /// The views of clusters at one location.
  case oneLocationView = "one location view"
  /// What opens when an annotation is selected.
  case callout
  /// A view beside the text of a callout.
  case accessory
  /// What bars cover of the map view.
  case insets
  /// What the whole session must keep.
  case sessionExpectations = "expect of the session"
  /// One thing that is done.
  case step
  /// Points that arrive in batches.
  case download
  /// Points given to a layer at once.
  case add
  /// Points taken from a layer at once.
  case remove
  /// Points that go to other places.
  case move
  /// Points given to a layer in place of those that it has.
  case replace
  /// A finger that drags the map.
  case pan
  /// A finger that lets the moving map go.
  case fling
  /// Two fingers that pinch about the middle of the view.
  case zoom
  /// Two fingers that pinch.
  case pinch
  /// Two fingers that turn the map.
  case rotate
  /// A finger that taps twice.
  case doubleTap = "double tap"
  /// A finger that taps once.
  case tap
  /// A region that the app asks for.
  case setRegion = "set region"
  /// A centre that the app asks for.
  case setCenter = "set center"
  /// Annotations that the app wants to see together.
  case show
  /// The annotation that a finger taps.
  case select
  /// The annotation that the app selects.
  case openCallout = "open callout"
  /// The annotation that a finger carries.
  case drag
  /// An annotation of one role.
  case annotation
  /// An overlay that comes.
  case addOverlay = "add overlay"
  /// Properties of views that change.
  case change
  /// Settings of a cluster controller that change.
  case changeClustering = "change clustering"
  /// The point that a cluster controller selects, and what is shown around it.
  case selectAndZoom = "select and zoom"
  /// The cluster whose points are all to be seen.
  case zoomToCluster = "zoom to cluster"
  /// Steps that are done several times.
  case `repeat`
  /// What the session must keep so far.
  case expect
  /// What a phone costs.
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
  /// A key makes no sense without one of some others.
  case needsOneOf(String, others: [String])
  /// Two keys exclude each other.
  case excludes(String, other: String)
  /// A key makes sense only when another one has one of these values, each a word of a choice or
  /// `yes` or `no`.
  case only(String, when: String, isOneOf: [String])
  /// Exactly one of these keys is there where a condition holds.
  case exactlyOneWhere([String], KeyCondition)
}

/// That the value of a key is one of some words, each a word of a choice.
public struct KeyCondition: Hashable, Sendable {
  /// The key.
  public let key: String
  /// The words.
  public let words: [String]

  init(_ key: String, isOneOf words: [String]) {
    self.key = key
    self.words = words
  }
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
