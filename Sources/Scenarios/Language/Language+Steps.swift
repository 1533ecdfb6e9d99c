import MapConfiguration
import MapEvents
import MapGeometry

extension Language {
  static let dataField = Field(
    "data", .reference(.data), .required, "The data set that the points come from.",
    example: "cities")
  static let firstField = Field(
    "first", .whole(1...Int64(Limits.points)), .derived("all that follow"),
    "How many points, in the order of the data set.", example: "100")
  static let rowField = Field(
    "from row", .whole(0...Int64(Limits.points)), .standard("0"),
    "The row to begin with; the first one is row 0.", example: "1000")
  static let idsField = Field(
    "ids", .list(name, count: 1...Limits.points), .optional,
    "Single points by their ids, in this order.", example: "[a, b]")
  static let overField = Field(
    "over", someTime, .standard("300 ms"), "How long the fingers move.", example: "300 ms")
  static let animatedField = Field(
    "animated", .flag, .standard("yes"), "Whether the map moves in an animation.", example: "no")

  static func layerField(_ key: String, _ help: String) -> Field {
    Field(key, .reference(.layer), .required, help, example: "cities")
  }

  static let download = Declaration(
    .download, "Points that arrive in batches over the network.",
    fields: [
      dataField,
      Field(
        "into", .references(.layer, count: 1...100), .required,
        "The layer that gets the points, or several that get the batches in turn.",
        example: "[cities, towns]"),
      Field(
        "batch size", .whole(1...Int64(Limits.points)), .standard("500"),
        "Points in a batch; the last one may be smaller.", example: "500"),
      Field(
        "every", someTime, .standard("300 ms"),
        "Time between batches; the first arrives one such time after the step.",
        example: "300 ms"),
      Field(
        "jitter", anyTime, .standard("0 ms"),
        "Each batch is late by up to this much, drawn from the seed.", example: "50 ms"),
      firstField, rowField,
    ],
    example: "{data: cities, into: cities, batch size: 500, every: 300 ms, jitter: 50 ms}")

  static let add = Declaration(
    .add, "Points given to a layer at once.",
    fields: [
      dataField, layerField("into", "The layer that gets the points."), firstField, rowField,
      idsField,
    ],
    rules: [.excludes("ids", other: "first"), .excludes("ids", other: "from row")],
    example: "{data: cities, into: cities, first: 100, from row: 1000}")

  static let remove = Declaration(
    .remove, "Points taken from a layer at once.",
    fields: [
      dataField, layerField("from", "The layer that loses the points."), firstField, rowField,
      idsField,
    ],
    rules: [.excludes("ids", other: "first"), .excludes("ids", other: "from row")],
    example: "{data: cities, from: cities, ids: [a, b]}")

  static let move = Declaration(
    .move,
    "Points of a layer that go to other places; their views stay. Whether clusters learn of it is "
      + "a matter of the mend `move points`.",
    fields: [
      dataField, layerField("in", "The layer that has the points."),
      firstField, rowField, idsField,
      Field(
        "to", .object(.coordinate), .optional, "Where all of them go.",
        example: "{lat: 52.5163, lon: 13.3777}"),
      Field(
        "by", .earthOffset(-180...180), .optional,
        "How far each goes, north x east, from where its data, a `move` or a `drag` put it last.",
        example: "0.01 x 0.02 deg"),
    ],
    rules: [
      .exactlyOne(["to", "by"]), .excludes("ids", other: "first"),
      .excludes("ids", other: "from row"),
    ],
    example: "{data: cities, in: cities, ids: [a], by: 0.01 x 0.02 deg}")

  static let replace = Declaration(
    .replace, "Points given to a layer in place of all that it has.",
    fields: [
      dataField, layerField("in", "The layer that gets them."), firstField, rowField, idsField,
      Field(
        "how", .choice(ReplaceMethod.words),
        .standard(ReplaceMethod.all.rawValue),
        "Whether the app removes all and adds the new ones, or looks for the differences first, "
          + "which takes time too but leaves the views of the others alone.",
        example: "only what changed"),
    ],
    rules: [.excludes("ids", other: "first"), .excludes("ids", other: "from row")],
    example: "{data: cities, in: cities, first: 100, how: only what changed}")

  static let repeatSteps = Declaration(
    .repeat, "Steps that are done several times.",
    fields: [
      Field("times", .whole(Limits.repeatTimes), .required, "How often.", example: "3"),
      Field(
        "steps", .list(.object(.step), count: 1...Limits.unrolledSteps), .required,
        "What is done each time, in order.",
        example: "[{zoom: {by: 1 level}}, {wait: settled}]"),
    ],
    example: "{times: 3, steps: [{zoom: {by: 1 level}}, {wait: settled}]}")

  static let expect = Declaration(
    .expect, "What the session must keep so far.",
    fields: [
      Field(
        "since", .beginning, .standard("start"),
        "From where it counts: the start of the session, the last mark before it, or the last mark "
          + "of this name before it, whatever marks follow that one.",
        example: "last mark"),
      orNothingField,
    ],
    openKeys: .metrics, example: "{views created: at most 40, since: last mark}")

  /// Whether rules are kept where nothing gave them a chance to break.
  static let orNothingField = Field(
    "or nothing", .flag, .standard("no"),
    "Whether the rules of this block are kept, too, where nothing happened that they could count; "
      + "for a single rule write `exactly 0 or nothing`.",
    example: "yes")
}
