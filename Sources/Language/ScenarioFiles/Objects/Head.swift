package enum HeadKeys {
  package static let title = Key(
    "scenario", .text(Limits.titleLength), .required,
    "The title that people read.", example: "A pin near each edge opens its callout")
  static let tags = Key(
    "tags", .list(.name, count: 0...100), .default("[]"), "Words to choose scenarios by.",
    example: "[callout, smoke]")
  static let seed = Key(
    "seed", .seed, .default("1"), "The number that determines every random draw.", example: "7")
  static let device = Key(
    "device", .unresolved(.device), .required,
    "The profile of the phone: built in, or a file in Devices.", example: "phone-60hz")
  static let map = Key(
    "map", .object(.map), .required, "The map view at the beginning.",
    example: "{size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}")
  static let options = Key(
    "options", .object(.options), .default("{}"),
    "Decisions about the map's behavior that nothing published settles.",
    example: "{interruption: one pair, re-entry limit: 4}")
  static let app = Key(
    "app", .object(.app), .default("{}"), "The reactions of the app to the map.",
    example: "{when region changed: {set center: {lat: 1, lon: 2, animated: no}}}")
  static let data = Key(
    "data", .named(.data, .data), .default("{}"), "The points to show, under names of your choice.",
    example: "{cities: {file: Data/world-cities.csv}}")
  static let overlays = Key(
    "overlays", .named(.overlay, .overlay), .default("{}"),
    "The shapes that steps can put on the map, under names of your choice.",
    example: "{fence: {circle: {center: {lat: 52.5, lon: 13.4}, radius: 500 m}}}")
  static let layers = Key(
    "layers", .named(.layer, .layer), .default("{}"),
    "The kinds of annotation on the map, under names of your choice.",
    example: "{cities: {cluster: {cell size: 60 pt}}}")
  static let variants = Key(
    "variants", .variants, .optional,
    "Ways to play the same session, reported side by side. Each is a mode of clustering, or a name "
      + "of your choice with its changes: options, the phone, or the clustering of every layer "
      + "with clusters.",
    example: "[upstream, corrected]")
  static let setup = Key(
    "setup", .list(.object(.step), count: 0...Limits.unrolledSteps), .default("[]"),
    "Steps before `steps`, such as adding the points. They are a part of the session.",
    example: "[{add: {data: cities, into: cities}}, {wait: settled}]")
  static let teardown = Key(
    "teardown", .list(.object(.step), count: 0...Limits.unrolledSteps), .default("[]"),
    "Steps after `steps`, whatever the outcome of those.", example: "[tap map, {wait: settled}]")
  static let steps = Key(
    "steps", .list(.object(.step), count: 1...Limits.unrolledSteps), .required,
    "The steps, in order.", example: "[{zoom: {by: 1 level}}, {wait: settled}]")
  static let expect = Key(
    "expect", .objects(.sessionExpectations, count: 1...Limits.expectationBlocks), .default("{}"),
    "The expectations on the whole session, or a list with expectations on the session and on "
      + "parts of it.",
    example: "{views created: at most 40}")
  static let holdsUnder = Key(
    "holds under", ValueDecoder<Bool>.robust, .optional,
    "Claims that no other value of an option and no other costs of the device change a verdict of "
      + "the scenario. Only `run --assumptions` checks the claim.",
    example: "all assumptions")
  static let mustFailWith = Key(
    "must fail with", .list(.metric, count: 0...100), .default("[]"),
    "For a canary: the metrics whose expectations must break, and no others.",
    example: "[callout inside map]")
  static let knownFailure = Key(
    "known failure", .objects(.knownFailure, count: 1...100), .optional,
    "Expectations that are known to break: the session is then reported as a known failure and "
      + "does not fail the run.",
    example: "{metric: churn, ticket: MAP-53, until: 2027-01-31}")
  fileprivate static let all: [any ObjectKey] = [
    title, tags, seed, device, map, options, app, data, overlays, layers, variants, setup, steps,
    teardown, expect, holdsUnder, mustFailWith, knownFailure,
  ]

  /// The keys that a folder's defaults can have.
  static let forFolders: [any ObjectKey] = {
    let keys: [any ObjectKey] = [
      tags, seed, device, map, options, app, data, overlays, layers, setup, teardown,
    ]
    return keys.map { optional($0) }
  }()

  private static func optional(_ key: some ObjectKey) -> any ObjectKey { key.needing(.optional) }
}

extension ScenarioSchema {
  static let scenario = ObjectSchema(
    .scenario, "A session: a phone, a map, its data and layers, and what is done with them.",
    keys: HeadKeys.all,
    rules: [.excludes(HeadKeys.knownFailure.name, other: HeadKeys.mustFailWith.name)],
    example: """
      scenario: The map closes in on Berlin
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      steps:
        - zoom: {by: 1 level, over: 300 ms}
        - wait: settled
      """)
}
