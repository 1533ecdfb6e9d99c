public import Callouts
public import Clustering

/// The scenario schema: every object with its keys, from which files are read and documents are
/// written, so that none can contradict another.
public struct ScenarioSchema: Sendable {
  /// The engines that scenarios can name.
  public let engines: EngineCatalog
  /// The adjusters that scenarios can name.
  public let adjusters: AdjusterCatalog
  /// The renamed words, which a test can extend.
  package var formerNames = FormerName.all
  private var extended: [ObjectKind: ObjectSchema]

  /// The schema with these engines and adjusters.
  public init(engines: EngineCatalog = .standard, adjusters: AdjusterCatalog = .standard) {
    self.engines = engines
    self.adjusters = adjusters
    extended = [
      .callout: ScenarioSchema.callout(adjusters), .cluster: ScenarioSchema.cluster(engines),
      .variant: ScenarioSchema.variant(engines, adjusters),
    ]
  }

  /// The schema of an object.
  public func object(_ kind: ObjectKind) -> ObjectSchema {
    extended[kind] ?? ScenarioSchema.object(kind)
  }

  /// The schema with another key of an object, which is read and has no effect: for tests of what
  /// is made from the schema.
  package func adding(_ field: Field, to kind: ObjectKind) -> ScenarioSchema {
    let old = object(kind)
    var schema = self
    schema.extended[kind] = ObjectSchema(
      kind, old.help, fields: old.fields + [field], openKeys: old.openKeys, rules: old.rules,
      example: old.example)
    return schema
  }

  /// The schema of an object, with the engines and the adjusters that ship with the program.
  public static func object(_ kind: ObjectKind) -> ObjectSchema {
    guard let schema = byKind[kind] else {
      preconditionFailure("the object '\(kind.name)' is named but has no schema")
    }
    return schema
  }

  /// Every object, in the order in which documents show them.
  public static let objects: [ObjectSchema] =
    [
      scenario, map, boundary, zoomRange, userCallout, coordinate, options, app, regionReaction,
      visibleReaction, load, tapRecognizer, moveContent, callbackWork, data, columns, point, cities,
      uniform, blobs, line, grid, stacked, overlay, circle, layer, cluster, AnimatorKeys.schema,
      fixes, variant, view, clusterView, oneLocationView, alignmentInsets, callout, accessory,
      insets, sessionExpectations, knownFailure, step,
    ] + StepDefinition.all.flatMap(\.objects) + [defaults, part, parameter, device]

  private static let byKind = Dictionary(
    (objects + ofTolerances).map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })

  private static let step = ObjectSchema(
    .step, "One thing that is done: an object with exactly one key.",
    fields: StepDefinition.fields, rules: [.exactlyOne(StepDefinition.fields.map(\.key))],
    example: "{pan: {by: 120 x -40 pt, over: 300 ms}}")

  /// An object as a part of a sentence: its example, or its keys when that is long.
  static func words(for kind: ObjectKind) -> String {
    let schema = object(kind)
    return schema.example.contains("\n")
      ? "an object with the keys \(schema.keys.joined(separator: ", "))"
      : "an object such as \(schema.example)"
  }
}
