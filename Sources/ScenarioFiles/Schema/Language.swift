import MapGeometry

/// The one declaration of the scenario language.
///
/// The parser is driven by it: keys, shapes, limits, defaults, suggestions. Schema, documents and
/// `explain` are to be written from the same table, so that none can contradict another.
public enum Language {
  /// The declaration of an object.
  public static func declaration(of kind: ObjectKind) -> ObjectSchema {
    guard let declaration = byKind[kind] else {
      preconditionFailure("the object '\(kind.name)' is named but never declared")
    }
    return declaration
  }

  /// Every declaration, in the order in which documents show them.
  public static let declarations: [ObjectSchema] =
    [
      scenario, map, coordinate, options, app, regionReaction, moveContent, data, point, cities,
      overlay, circle, layer, cluster, AnimatorKeys.declaration, fixes, variant, view, clusterView,
      oneLocationView, callout, accessory, insets, sessionExpectations, step,
    ] + StepDefinition.all.flatMap(\.objects) + [device]

  private static let byKind = Dictionary(
    declarations.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })

  static let step = ObjectSchema(
    .step, "One thing that is done: an object with exactly one key.",
    fields: StepDefinition.fields, rules: [.exactlyOne(StepDefinition.fields.map(\.key))],
    example: "{pan: {by: 120 x -40 pt, over: 300 ms}}")

  /// An object as a part of a sentence: its example, or its keys when that is long.
  static func words(for kind: ObjectKind) -> String {
    let declaration = declaration(of: kind)
    guard declaration.example.contains("\n") else {
      return "an object such as \(declaration.example)"
    }
    return "an object with the keys \(declaration.keys.joined(separator: ", "))"
  }

  static let latitude = Shape.decimal(-90...90)
  static let longitude = Shape.decimal(-180...180)
  static let name = Shape.text(maximumLength: Limits.nameLength)
  static let anyTime = Shape.duration(.zero...Limits.stepTime)
  static let cost = Shape.duration(.zero...Limits.deviceCost)
  static let someTime = Shape.duration(SimulatedTime(milliseconds: 1)...Limits.stepTime)

  private static let scenario = ObjectSchema(
    .scenario, "A session: a phone, a map, its data and layers, and what is done with them.",
    fields: [
      Field(
        "scenario", .text(maximumLength: Limits.titleLength), .required,
        "The title that people read.", example: "A pin near each edge opens its callout"),
      Field(
        "tags", .list(name, count: 0...100), .standard("[]"), "Words to choose scenarios by.",
        example: "[callout, smoke]"),
      Field(
        "seed", .whole(0...Int64.max), .standard("1"), "Where every drawn value comes from.",
        example: "7"),
      Field(
        "device", .device, .required, "The profile of the phone: built in, or a file in Devices.",
        example: "phone-60hz"),
      Field(
        "map", .object(.map), .required, "The map view at the beginning.",
        example: "{size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}"),
      Field(
        "options", .object(.options), .standard("{}"),
        "Decisions about the map's behaviour that nothing published settles.",
        example: "{interruption: one pair, re-entry limit: 4}"),
      Field(
        "app", .object(.app), .standard("{}"), "What the app does by itself.",
        example: "{when region changed: {set center: {lat: 1, lon: 2, animated: no}}}"),
      Field(
        "data", .named(.data, .data, count: 0...1_000), .standard("{}"),
        "The points to show, under names of your choice.",
        example: "{cities: {file: Data/world-cities.csv}}"),
      Field(
        "overlays", .named(.overlay, .overlay, count: 0...1_000), .standard("{}"),
        "The shapes that steps can put on the map, under names of your choice.",
        example: "{fence: {circle: {center: {lat: 52.5, lon: 13.4}, radius: 500 m}}}"),
      Field(
        "layers", .named(.layer, .layer, count: 0...1_000), .standard("{}"),
        "The kinds of annotation on the map, under names of your choice.",
        example: "{cities: {cluster: {cell size: 60 pt}}}"),
      Field(
        "variants", .variants(count: Limits.variants), .optional,
        "Ways to cluster the same session, each replayed by itself and reported side by side: "
          + "modes, or names of your choice with what each changes in every layer with clusters.",
        example: "[upstream, corrected]"),
      Field(
        "steps", .list(.object(.step), count: 1...Limits.unrolledSteps), .required,
        "What is done, in order.", example: "[{zoom: {by: 1 level}}, {wait: settled}]"),
      Field(
        "expect", .object(.sessionExpectations), .standard("{}"),
        "What the whole session must keep.", example: "{views created: at most 40}"),
      Field(
        "must fail with", .list(.metric, count: 0...100), .standard("[]"),
        "For a canary: the metrics whose expectations must break, and no others.",
        example: "[callout inside map]"),
    ],
    example: """
      scenario: The map closes in on Berlin
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      steps:
        - zoom: {by: 1 level, over: 300 ms}
        - wait: settled
      """)

  private static let data = ObjectSchema(
    .data, "Points to be annotated, from a file, written in place or drawn.",
    fields: [
      Field(
        "file", .path, .optional, "A CSV file with the columns id, lat, lon and title.",
        example: "Data/world-cities.csv"),
      Field(
        "points", .list(.object(.point), count: 1...Limits.points), .optional,
        "The points themselves.",
        example: "[{at: 12 x 400 pt}, {id: a, lat: 1, lon: 2, title: Here}]"),
      Field(
        "like cities", .object(.cities), .optional,
        "Points that are drawn: crowded in a few large cities, sparse elsewhere.",
        example: "{points: 83000}"),
      Field(
        "around", .object(.coordinate), .optional, "Only points near this place are taken.",
        example: "{lat: 52.5163, lon: 13.3777}"),
      Field(
        "within", .distance(0...20_100), .optional,
        "How far from `around` a point may be, along a great circle.", example: "300 km"),
      Field(
        "first", .whole(1...Int64(Limits.points)), .optional,
        "Only so many points are taken, in the order of the file.", example: "5000"),
    ],
    rules: [
      .exactlyOne(["file", "points", "like cities"]), .needs("around", other: "within"),
      .needs("within", other: "around"),
    ],
    example: "{file: Data/world-cities.csv, around: {lat: 52.5, lon: 13.4}, within: 300 km}")

  private static let cities = ObjectSchema(
    .cities,
    "Points that are drawn as people leave them on a map: city number k is as likely as 1 / k, and "
      + "one point of ten lies anywhere. The same numbers give the same points on every machine.",
    fields: [
      Field(
        "points", .whole(1...Int64(Limits.points)), .required, "How many points are drawn.",
        example: "83000"),
      Field(
        "cities", .whole(1...100_000), .standard("300"), "How many cities there are.",
        example: "50"),
      Field(
        "south west", .object(.coordinate), .derived("{lat: 25, lon: -124}"),
        "The corner of the area in the south-west.", example: "{lat: 36, lon: -10}"),
      Field(
        "north east", .object(.coordinate), .derived("{lat: 49, lon: -67}"),
        "The corner of the area in the north-east.", example: "{lat: 60, lon: 30}"),
      Field(
        "seed", .whole(0...Int64.max), .standard("1"),
        "Another one gives other points; the scenario's own seed does not change them.",
        example: "7"),
    ],
    example: "{points: 83000, cities: 300}")

  private static let point = ObjectSchema(
    .point, "A point written in place.",
    fields: [
      Field(
        "id", name, .derived("its number in the list, from 1"),
        "Its own id, unique in the data set.", example: "a"),
      Field(
        "at", .position(-10_000...10_000), .optional,
        "Where the point is on the screen when the session begins, right x down; outside the view "
          + "too.",
        example: "12 x 400 pt"),
      Field("lat", latitude, .optional, "Degrees north of the equator.", example: "52.5163"),
      Field("lon", longitude, .optional, "Degrees east of Greenwich.", example: "13.3777"),
      Field(
        "title", .text(maximumLength: Limits.titleLength),
        .derived("with `at` its id; otherwise the map has nothing to say about the point"),
        "What its callout says.", example: "Brandenburg Gate"),
    ],
    rules: [
      .exactlyOne(["at", "lat"]), .excludes("lon", other: "at"), .needs("lat", other: "lon"),
      .needs("lon", other: "lat"),
    ],
    example: "{id: a, lat: 52.5163, lon: 13.3777, title: Brandenburg Gate}")

  private static let device = ObjectSchema(
    .device, "What a phone costs; an assumption, and named as such in every report.",
    fields: [
      Field("device", name, .required, "Its name, the same as the file's.", example: "phone-60hz"),
      Field(
        "frames per second", .whole(1...1_000), .required, "Frames a second.", example: "60"),
      Field(
        "view creation", cost, .required, "Main-thread time to make an annotation view.",
        example: "450 us"),
      Field(
        "view reuse", cost, .required, "Main-thread time to prepare a view from a pool.",
        example: "90 us"),
      Field(
        "view layout", cost, .required,
        "Main-thread time to lay out one view in a frame in which the map moved.",
        example: "6 us"),
      Field(
        "annotation change", cost, .required,
        "Main-thread time to add or remove one annotation.", example: "12 us"),
      Field(
        "annotation comparison", cost, .required,
        "Main-thread time for each annotation that is compared to find what changed.",
        example: "2 us"),
      Field(
        "point visit", cost, .required,
        "Background time for each point that clustering touches.", example: "150 ns"),
      Field(
        "node visit", cost, .required,
        "Background time for each node of the index that clustering opens.", example: "80 ns"),
    ],
    example: """
      device: phone-60hz
      frames per second: 60
      view creation: 450 us
      view reuse: 90 us
      view layout: 6 us
      annotation change: 12 us
      annotation comparison: 2 us
      point visit: 150 ns
      node visit: 80 ns
      """)
}
