import MapGeometry

extension Language {
  static let step = Declaration(
    .step, "One thing that is done: an object with exactly one key.",
    fields: [
      Field(
        "download", .object(.download), .optional,
        "Starts a download; its batches arrive while later steps run.",
        example: "{data: cities, into: cities, batch size: 500, every: 300 ms}"),
      Field(
        "add", .object(.add), .optional, "Gives points to a layer at once.",
        example: "{data: cities, into: cities, first: 100}"),
      Field(
        "remove", .object(.remove), .optional, "Takes points from a layer at once.",
        example: "{data: cities, from: cities, ids: [a, b]}"),
      Field(
        "pan", .object(.pan), .optional, "Drags the map with a finger, evenly.",
        example: "{by: 120 x -40 pt, over: 300 ms}"),
      Field(
        "fling", .object(.fling), .optional,
        "Lets the map go at a speed; it slows down by itself.",
        example: "{velocity: 1200 x 0 pt/s}"),
      Field(
        "zoom", .object(.zoom), .optional, "Pinches about the middle of the view.",
        example: "{by: 1 level, over: 300 ms}"),
      Field(
        "set region", .object(.setRegion), .optional, "Asks the map to show a region.",
        example: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km, animated: no}"),
      Field(
        "set center", .object(.setCenter), .optional, "Asks the map to move its centre.",
        example: "{lat: 52.5, lon: 13.4, animated: yes}"),
      Field(
        "select", .object(.select), .optional, "Taps an annotation.",
        example: "{near: left edge, within: 20 pt}"),
      Field("deselect", .nothing, .optional, "Taps the empty map.", example: ""),
      Field(
        "wait", .moment(SimulatedTime(nanoseconds: 1)...Limits.stepTime), .optional,
        "Lets time pass, or waits until nothing moves, arrives or computes any more.",
        example: "settled"),
      Field("mark", name, .optional, "Begins a named part of the session.", example: "zooming"),
      Field(
        "repeat", .object(.repeat), .optional, "Does its steps several times.",
        example: "{times: 3, steps: [{zoom: {by: 1 level}}, {wait: settled}]}"),
      Field(
        "expect", .object(.expect), .optional,
        "Demands something of the session so far, or of what came since the last mark.",
        example: "{callout inside map: always, since: last mark}"),
    ],
    rules: [
      .exactlyOne([
        "download", "add", "remove", "pan", "fling", "zoom", "set region", "set center", "select",
        "deselect", "wait", "mark", "repeat", "expect",
      ])
    ],
    example: "{pan: {by: 120 x -40 pt, over: 300 ms}}")

  private static let dataField = Field(
    "data", .reference(.data), .required, "The data set that the points come from.",
    example: "cities")
  private static let firstField = Field(
    "first", .whole(1...Int64(Limits.points)), .derived("all that follow"),
    "How many points, in the order of the data set.", example: "100")
  private static let rowField = Field(
    "from row", .whole(0...Int64(Limits.points)), .standard("0"),
    "The row to begin with; the first one is row 0.", example: "1000")
  private static let idsField = Field(
    "ids", .list(name, count: 1...Limits.points), .optional,
    "Single points by their ids, in this order.", example: "[a, b]")
  private static let overField = Field(
    "over", someTime, .standard("300 ms"), "How long the fingers move.", example: "300 ms")
  private static let animatedField = Field(
    "animated", .flag, .standard("yes"), "Whether the map moves in an animation.", example: "no")

  private static func layerField(_ key: String, _ help: String) -> Field {
    Field(key, .reference(.layer), .required, help, example: "cities")
  }

  static let download = Declaration(
    .download, "Points that arrive in batches over the network.",
    fields: [
      dataField, layerField("into", "The layer that gets the points."),
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

  static let pan = Declaration(
    .pan, "A finger that drags the map.",
    fields: [
      Field(
        "by", .offset(Limits.panPoints), .required, "How far the content moves, right x down.",
        example: "120 x -40 pt"), overField,
    ],
    example: "{by: 120 x -40 pt, over: 300 ms}")

  static let fling = Declaration(
    .fling, "A finger that lets the map go while it moves.",
    fields: [
      Field(
        "velocity", .velocity(Limits.flingPointsPerSecond), .required,
        "How fast the content moves at first, right x down.", example: "1200 x 0 pt/s")
    ],
    example: "{velocity: 1200 x 0 pt/s}")

  static let zoom = Declaration(
    .zoom, "Two fingers that pinch about the middle of the view.",
    fields: [
      Field(
        "by", .levels(-25...25), .required, "How many levels; positive comes closer.",
        example: "-2 levels"), overField,
    ],
    example: "{by: 1 level, over: 300 ms}")

  static let setRegion = Declaration(
    .setRegion, "A region that the app asks the map to show.",
    fields: [
      Field(
        "center", .object(.coordinate), .required, "The coordinate in the middle.",
        example: "{lat: 52.5163, lon: 13.3777}"),
      Field(
        "span", .span, .required, "What must be visible at least, east-west x north-south.",
        example: "10 km x 10 km"), animatedField,
    ],
    example: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km}")

  static let setCenter = Declaration(
    .setCenter, "A centre that the app asks the map to move to.",
    fields: [
      Field("lat", latitude, .required, "Degrees north of the equator.", example: "52.5163"),
      Field("lon", longitude, .required, "Degrees east of Greenwich.", example: "13.3777"),
      animatedField,
    ],
    example: "{lat: 52.5163, lon: 13.3777, animated: no}")

  static let select = Declaration(
    .select, "The annotation that a finger taps.",
    fields: [
      Field(
        "near", .choice(Target.Edge.allCases.map(\.rawValue)), .optional,
        "The annotation nearest to an edge or a corner of the view.", example: "left edge"),
      Field(
        "within", .points(0...10_000), .standard("20 pt"),
        "How far from that edge or corner it may be.", example: "20 pt"),
      Field(
        "nearest to", .object(.coordinate), .optional,
        "The annotation nearest to a coordinate on the screen.",
        example: "{lat: 52.5163, lon: 13.3777}"),
      Field(
        "id", name, .optional, "The point with this id, or the cluster that holds it.",
        example: "\"123\""),
      Field(
        "in", .reference(.layer), .optional, "The layer of the point with that id.",
        example: "cities"),
      Field(
        "of", .reference(.data), .derived("the only data set of the layer with that id"),
        "The data set of the point with that id.", example: "cities"),
    ],
    rules: [
      .exactlyOne(["near", "nearest to", "id"]), .needs("within", other: "near"),
      .needs("id", other: "in"), .needs("in", other: "id"), .needs("of", other: "id"),
    ],
    example: "{id: \"123\", in: cities}")

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
        "since", .choice(["start", "last mark"]), .standard("start"),
        "From where it counts: the start of the session, or the last mark before it.",
        example: "last mark")
    ],
    openKeys: .metrics, example: "{views created: at most 40, since: last mark}")
}
