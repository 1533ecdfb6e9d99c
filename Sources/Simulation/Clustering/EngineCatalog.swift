internal import MapGeometry

/// An engine that scenarios can name.
public struct EngineDefinition: Hashable, Sendable {
  /// The name, which is that of the engines it makes.
  public let name: String
  /// Whether it can reproduce the flaws of CCHMapClusterController's index, and has an order of
  /// points, so that clusters can be put at their first member.
  public let reproducesLibrary: Bool
  /// Whether its clusters are those of CCHMapClusterController with all fixes, whatever the side of
  /// a cell.
  public let isExact: Bool
  /// Makes an engine without points, with some fixes.
  public let make: @Sendable (ClusterFixes) -> any ClusterEngine

  /// Defines an engine by its parts.
  public init(
    _ name: String, reproducesLibrary: Bool = false, isExact: Bool = false,
    make: @escaping @Sendable (ClusterFixes) -> any ClusterEngine
  ) {
    (self.name, self.reproducesLibrary, self.make) = (name, reproducesLibrary, make)
    self.isExact = isExact
  }

  /// Whether two definitions have the same name, which is unique in a catalog.
  public static func == (left: EngineDefinition, right: EngineDefinition) -> Bool {
    left.name == right.name
  }

  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The engines that scenarios can name.
public struct EngineCatalog: Sendable {
  /// The engines, in the order in which messages list them; the first one is the default.
  public private(set) var definitions: [EngineDefinition]

  /// The engines of this library.
  public static let standard = EngineCatalog(definitions: [
    EngineDefinition("reference", reproducesLibrary: true, isExact: true) {
      ReferenceEngine(fixes: $0)
    },
    EngineDefinition("aggregate", isExact: true) { _ in AggregateEngine(.aggregate) },
    EngineDefinition("pyramid") { _ in AggregateEngine(.pyramid) },
  ])

  /// The names, in the order of the definitions.
  public var names: [String] { definitions.map(\.name) }

  /// The definition of a name, or nil.
  public subscript(name: String) -> EngineDefinition? {
    assert(definitions.count { $0.name == name } < 2, "two engines are called '\(name)'")
    return definitions.first { $0.name == name }
  }

  /// This catalog with another engine, in place of one of the same name.
  public func adding(_ definition: EngineDefinition) -> EngineCatalog {
    EngineCatalog(definitions: definitions.filter { $0.name != definition.name } + [definition])
  }
}
