public import Callouts
public import Clustering

/// The language with the engines and the adjusters that a program knows.
public struct ScenarioSchema: Sendable {
  /// The engines that scenarios can name.
  public let engines: EngineCatalogue
  /// The adjusters that scenarios can name.
  public let adjusters: AdjusterCatalogue
  private let extended: [ObjectKind: ObjectSchema]

  /// The language with these names.
  public init(engines: EngineCatalogue = .standard, adjusters: AdjusterCatalogue = .standard) {
    self.engines = engines
    self.adjusters = adjusters
    extended = [
      .callout: Language.callout(adjusters), .cluster: Language.cluster(engines),
      .variant: Language.variant(engines),
    ]
  }

  /// The declaration of an object.
  public func declaration(of kind: ObjectKind) -> ObjectSchema {
    extended[kind] ?? Language.declaration(of: kind)
  }
}
