import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

/// A file of steps that scenarios run, with its parameters.
struct Part {
  struct Parameter {
    let name: String
    let type: ValueType
    /// The default value of the parameter; nil when the step has to give one.
    let standard: YAMLNode?
    /// Whether the default has a diagnostic that is already reported.
    var isFaulty = false
  }

  let title: String
  let parameters: [Parameter]
  let steps: [YAMLNode]
}

enum PartKeys {
  static let title = Key(
    "part", .text(Limits.titleLength), .required, "The description of the part.",
    example: "Opens a callout near an edge and closes it")
  static let parameters = Key(
    "parameters", .named(.parameter, .parameter), .default("{}"),
    "The values that a `run` can give, under names of your choice.", example: "{edge: {type: edge}}"
  )
  static let steps = StepDefinition.roundSteps.named(
    help: "Its steps, in order, with `${name}` where a parameter belongs.")

  static let type = Key(
    "type", .choice(ParameterType.all.map(\.name)), .default("text"),
    "The type of its values. A text is read by the place of its name.", example: "duration")
  static let standard = Key(
    "default", .unresolved(.anything), .optional, "The value if `run` gives none.",
    example: "12 pt")
}

/// The types of parameters that a part can declare.
enum ParameterType {
  /// The names of the types with their widest value types.
  static let all: [(name: String, type: ValueType)] = [
    ("text", .anything),
    ("whole number", .whole(0...Int64(Int32.max))),
    ("number", .decimal(-1_000_000...1_000_000)),
    ("yes or no", .flag),
    ("duration", .duration(.zero...Limits.stepTime)),
    ("distance", .points(-100_000...100_000)),
    ("size", .size(0...100_000)),
    ("offset", .offset(Limits.panPoints)),
    ("position", .position(-100_000...100_000)),
    ("speed", .velocity(Limits.flingPointsPerSecond)),
    ("levels", .levels(-25...25)),
    ("angle", .angle(-360...360)),
    ("span", .span),
    ("coordinate", .object(.coordinate)),
    ("edge", .choice(MapEdge.words)),
    ("rule", .rule),
  ]

  static func type(named name: String) -> ValueType {
    all.first { $0.name == name }?.type ?? .anything
  }
}

extension Key {
  /// The same key with another sentence of help.
  fileprivate func named(help: String) -> Key {
    Key(name, decoder, field.need, help, example: field.example)
  }
}

extension ScenarioSchema {
  static let part = ObjectSchema(
    .part, "A file of steps that scenarios run, so that they are written once.",
    keys: [PartKeys.title, PartKeys.parameters, PartKeys.steps],
    example: """
      part: Opens a callout near an edge and closes it
      parameters:
        edge: {type: edge}
      steps:
        - select: {near: "${edge}", within: 12 pt}
        - tap map
      """)

  static let parameter = ObjectSchema(
    .parameter, "A value that a part can be given.", keys: [PartKeys.type, PartKeys.standard],
    example: "{type: distance, default: 12 pt}")
}
