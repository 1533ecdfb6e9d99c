public import MapConfiguration
import MapEvents
import MapGeometry

extension Language {
  static let pan = Declaration(
    .pan, "A finger that drags the map.",
    fields: [
      Field(
        "by", .offset(Limits.panPoints), .required, "How far the content moves, right x down.",
        example: "120 x -40 pt"), overField,
      Field(
        "pace", .choice(MapOptions.AnimationPace.words),
        .standard(MapOptions.AnimationPace.linear.rawValue),
        "How even the finger moves; one that eases in is fastest when it leaves.",
        example: MapOptions.AnimationPace.easeIn.rawValue),
      Field(
        "release", .choice(PanRelease.words),
        .standard(PanRelease.resting.rawValue),
        "Whether the finger rests before it leaves the map, which then stands still, or is lifted "
          + "while it moves, so that the map drifts on.",
        example: "moving"), restField,
    ],
    rules: [.only("wait for rest", when: "release", isOneOf: [PanRelease.moving.rawValue])],
    example: "{by: 120 x -40 pt, over: 300 ms}")

  private static let restField = Field(
    "wait for rest", .flag, .standard("yes"),
    "Whether the next step waits until the map has drifted to rest, or can catch it before.",
    example: "no")

  static let fling = Declaration(
    .fling, "A finger that lets the map go while it moves.",
    fields: [
      Field(
        "velocity", .velocity(Limits.flingPointsPerSecond), .required,
        "How fast the content moves at first, right x down.", example: "1200 x 0 pt/s"),
      restField,
    ],
    example: "{velocity: 1200 x 0 pt/s}")

  private static let levelsField = Field(
    "by", .levels(-25...25), .required, "How many levels; positive comes closer.",
    example: "-2 levels")
  private static let position = Shape.position(0...10_000)
  private static let aboutField = Field(
    "about", position, .derived("the middle of what bars leave of the view"),
    "The point of the view between the fingers, which both need room there: 22 pt to each edge.",
    example: "100 x 200 pt")
  private static let atField = Field(
    "at", position, .required, "The point of the view, right x down.", example: "100 x 200 pt")

  static let zoom = Declaration(
    .zoom, "Two fingers that pinch about the middle of what bars leave of the view.",
    fields: [levelsField, overField],
    example: "{by: 1 level, over: 300 ms}")

  static let pinch = Declaration(
    .pinch, "Two fingers that pinch; what lies between them stays there.",
    fields: [levelsField, aboutField, overField],
    example: "{by: 1 level, about: 100 x 200 pt, over: 300 ms}")

  static let rotate = Declaration(
    .rotate, "Two fingers that turn the map about the point between them.",
    fields: [
      Field(
        "by", .angle(-360...360), .required,
        "How far the heading turns, clockwise as on a compass; the content turns the other way.",
        example: "30 deg"), aboutField, overField,
    ],
    example: "{by: 30 deg, about: 100 x 200 pt, over: 300 ms}")

  static let doubleTap = Declaration(
    .doubleTap, "A finger that taps twice; what is under it stays there.", fields: [atField],
    example: "{at: 100 x 200 pt}")

  static let tap = Declaration(
    .tap, "A finger that taps a point of the view.", fields: [atField],
    example: "{at: 100 x 200 pt}")

  /// What chooses an annotation, of one role or of any.
  private static let choiceFields = [
    Field(
      "near", .choice(MapEdge.words), .optional,
      "The annotation nearest to an edge or a corner of what bars leave of the view.",
      example: "left edge"),
    Field(
      "at", position, .optional, "The annotation nearest to a point of the view, right x down.",
      example: "100 x 200 pt"),
    Field(
      "within", .points(0...10_000), .standard("20 pt"),
      "How far from that edge, corner or point the annotation's own point may be.",
      example: "22 pt"),
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
  ]
  private static func choiceRules(_ further: [String]) -> [KeyRule] {
    [
      .exactlyOne(["near", "at", "nearest to", "id"] + further),
      .needsOneOf("within", others: ["near", "at"]),
      .needs("id", other: "in"), .needs("in", other: "id"), .needs("of", other: "id"),
    ]
  }

  static let annotation = Declaration(
    .annotation, "Which of the clusters, or which of the pins, is meant.", fields: choiceFields,
    rules: choiceRules([]), example: "{near: left edge, within: 22 pt}")

  /// The words that choose a cluster or a pin, with their target.
  public static let choices: [(word: String, target: TapTarget)] = [
    ("nearest to middle", .middle), ("largest", .largest),
  ]
  private static let pinField = Field(
    "pin", .choiceOrObject(choices.filter { $0.target != .largest }.map(\.word), .annotation),
    .optional, "An annotation that stands for a single point.", example: "nearest to middle")
  static let targetFields =
    choiceFields + [
      Field(
        "cluster", .choiceOrObject(choices.map(\.word), .annotation), .optional,
        "An annotation that stands for several points.", example: "largest"), pinField,
    ]
  static let targetRules = choiceRules(["cluster", "pin"])

  static let select = Declaration(
    .select,
    "The annotation that a finger taps: in the middle of its view, or of what can be "
      + "reached of it. "
      + "What lies outside the map view or under a bar is missed.",
    fields: targetFields,
    rules: targetRules, example: "{cluster: nearest to middle}")

  static let openCallout = Declaration(
    .openCallout, "The annotation that the app selects, without a finger.", fields: targetFields,
    rules: targetRules, example: "{id: \"123\", in: cities}")

  static let drag = Declaration(
    .drag,
    "The annotation that a finger picks up, within reach, and carries, wherever it goes; its views "
      + "must be draggable, and clusters are never carried.",
    fields: choiceFields + [
      pinField,
      Field(
        "by", .offset(Limits.panPoints), .required, "How far the finger carries it, right x down.",
        example: "40 x 0 pt"), overField,
      Field(
        "end", .choice(DragEnd.words),
        .standard(DragEnd.drop.rawValue),
        "Whether it stays where it is let go, or the touch is taken away and it goes back.",
        example: "cancel"),
    ],
    rules: choiceRules(["pin"]), example: "{id: \"123\", in: cities, by: 40 x 0 pt, over: 500 ms}")
}
