public import MapGeometry

/// The settings of an adjuster in a scenario; each adjuster takes some of them.
public struct AdjusterSettings: Hashable, Sendable {
  /// A setting that only some adjusters take, by its key.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    case margin
    case animated
    case precision
    case subject
    case overlooksRight = "overlooks right"
  }

  /// The margin kept around callout and parent, in points; nil for the adjuster's default.
  public var margin: Double?
  /// Whether the map moves in an animation.
  public var isAnimated = true
  /// The floating-point precision of the computation.
  public var precision = EdgedRegionAdjuster.Precision.single
  /// The part brought inside the view; nil for the default of the adjuster.
  public var subject: MoveCenterAdjuster.Subject?
  /// Whether to ignore parts that stick out on the right.
  public var overlooksRight = false
  /// The margins of the map view that bars cover, in points.
  public var insets = EdgeInsets(all: 0)
  /// Whether the callout is a subview of its annotation view.
  public var isSubview = false

  /// Makes settings with the defaults of scenarios.
  public init() {}
}

/// An adjuster that scenarios can name.
public struct AdjusterDefinition: Hashable, Sendable {
  /// The name, which is also the name of the adjusters it makes.
  public let name: String
  /// A short description, as the end of a sentence; empty when the name says it.
  public let help: String
  /// The keys that the adjuster takes.
  ///
  /// Other keys are mistakes in a scenario.
  public let keys: Set<AdjusterSettings.Key>
  /// Makes the adjuster.
  public let make: @Sendable (AdjusterSettings) -> any CalloutAdjuster
  /// The adjuster as published, for judging by suites; by default the adjuster of scenarios.
  public let published: any CalloutAdjuster
  /// Whether the adjuster promises all criteria.
  ///
  /// Coverage then requires no session in which it fails.
  public var isFaultless: Bool { published.keptCriteria.count == Criterion.allCases.count }

  /// Defines an adjuster by its parts; by default it is published with the defaults of scenarios.
  public init(
    _ name: String, _ help: String = "", keys: Set<AdjusterSettings.Key> = [],
    published: (any CalloutAdjuster)? = nil,
    make: @escaping @Sendable (AdjusterSettings) -> any CalloutAdjuster
  ) {
    (self.name, self.help, self.keys, self.make) = (name, help, keys, make)
    self.published = published ?? make(AdjusterSettings())
  }

  /// Whether two definitions have the same name, which is unique in a catalog.
  public static func == (left: AdjusterDefinition, right: AdjusterDefinition) -> Bool {
    left.name == right.name
  }

  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The adjusters that scenarios can name.
public struct AdjusterCatalog: Sendable {
  /// The adjusters, in the order in which messages list them.
  public private(set) var definitions: [AdjusterDefinition]

  /// The adjusters of this library.
  public static let standard = AdjusterCatalog(definitions: [
    AdjusterDefinition("none", "leaves the map where it is") { _ in NoAdjuster() },
    AdjusterDefinition(
      "edge margins",
      "keeps the pin 38 pt from the sides and the callout 7 pt from the top, by degrees"
    ) { _ in EdgeMarginsAdjuster() },
    AdjusterDefinition(
      "contain rect", "shows the rectangle around callout and pin as a region, which may zoom",
      keys: [.margin, .animated], published: ContainRectAdjuster(animated: false)
    ) { ContainRectAdjuster(margin: $0.margin ?? 2, animated: $0.isAnimated) },
    AdjusterDefinition(
      "edged region", "shifts the region by what sticks out, in degrees of single precision",
      keys: [.precision]
    ) {
      EdgedRegionAdjuster(precision: $0.precision)
    },
    // As in the sources: the callout alone with a margin of 8, or a subview with its parent and 10.
    AdjusterDefinition(
      "move center", "moves the center by what sticks out, measured on the screen",
      keys: [.margin, .animated, .subject, .overlooksRight]
    ) {
      MoveCenterAdjuster(
        margin: $0.margin ?? ($0.isSubview ? 10 : 8), insets: $0.insets,
        subject: $0.subject ?? ($0.isSubview ? .calloutAndParent : .callout),
        overlooksRight: $0.overlooksRight, animated: $0.isAnimated)
    },
    AdjusterDefinition(
      "centering", "brings the pin to the middle, whatever room there is", keys: [.animated]
    ) {
      CenteringAdjuster(animated: $0.isAnimated)
    },
    AdjusterDefinition(
      "ideal", "makes the shortest move that brings callout and pin inside what bars leave",
      keys: [.margin, .animated]
    ) {
      IdealAdjuster(margin: $0.margin ?? 2, insets: $0.insets, animated: $0.isAnimated)
    },
  ])

  /// The names, in the order of the definitions.
  public var names: [String] { definitions.map(\.name) }

  /// The definition of a name, or nil.
  public subscript(name: String) -> AdjusterDefinition? { definitions.first { $0.name == name } }

  /// This catalog with another adjuster, in place of one of the same name.
  public func adding(_ definition: AdjusterDefinition) -> AdjusterCatalog {
    AdjusterCatalog(definitions: definitions.filter { $0.name != definition.name } + [definition])
  }
}
