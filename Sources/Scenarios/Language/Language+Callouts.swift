import Callouts
import MapGeometry

/// Callouts.
extension Language {
  static let callout = callout(.standard)

  static func callout(_ adjusters: AdjusterCatalogue) -> Declaration {
    Declaration(
      .callout, "What opens when an annotation is selected, and how the map makes room for it.",
      fields: calloutStyleFields + calloutAdjusterFields(adjusters) + calloutTapFields
        + secondCalloutFields,
      rules: calloutStyleRules + adjusterRules(adjusters) + secondCalloutRules,
      example: "{style: plain, size: 200 x 108 pt, adjust: contain rect, margin: 2 pt}")
  }

  /// A setting that only some adjusters take is refused where another one is chosen.
  private static func adjusterRules(_ adjusters: AdjusterCatalogue) -> [KeyRule] {
    AdjusterSettings.Key.allCases.map { key in
      .only(
        key.rawValue, when: "adjust",
        isOneOf: adjusters.definitions.filter { $0.keys.contains(key) }.map(\.name).sorted())
    }
  }

  private static let calloutStyleRules: [KeyRule] = [
    .only("content height", when: "style", isOneOf: ["bubble"]),
    .only("size", when: "style", isOneOf: ["plain", "subview"]),
    .only("title width", when: "style", isOneOf: ["subview"]),
    .only("content size", when: "style", isOneOf: ["subview"]),
    .only("arrow", when: "style", isOneOf: ["subview"]),
    .exactlyOneWhere(
      ["title width", "content size", "size"], KeyCondition("style", isOneOf: ["subview"])),
    .needs("subtitle width", other: "title width"),
    .only("callout animation", when: "style", isOneOf: ["bubble", "subview"]),
  ]

  private static let calloutStyleFields: [Field] = [
    Field(
      "style", .choice(["bubble", "plain", "subview"]), .standard("bubble"),
      "A drawn bubble that spans the map, a plain rectangle above the pin, or a subview of the "
        + "annotation view with an arrow, placed as SMCalloutView 2.1.5 does.",
      example: "plain"),
    Field(
      "content height", .points(Limits.viewSidePoints), .standard("80 pt"),
      "Height of what a bubble holds.", example: "80 pt"),
    Field(
      "size", .size(Limits.viewSidePoints), .standard("200 x 108 pt"),
      "Width and height of a plain callout, or of a whole subview, its arrow of 13 pt included.",
      example: "200 x 108 pt"),
    Field(
      "title width", .points(Limits.viewSidePoints), .optional,
      "Width of the text that a subview shows; it makes the callout 44 pt high and an arrow.",
      example: "120 pt"),
    Field(
      "subtitle width", .points(Limits.viewSidePoints), .optional,
      "Width of a second line in a subview; with it the callout is 52 pt high and an arrow.",
      example: "90 pt"),
    Field(
      "content size", .size(Limits.viewSidePoints), .optional,
      "Width and height of a view that a subview shows in place of text.",
      example: "160 x 60 pt"),
    Field(
      "arrow", .choice(SubviewCallout.Directions.words),
      .standard(SubviewCallout.Directions.down.word),
      "Where the arrow of a subview may point; any means down unless there is too little room "
        + "above and more below.",
      example: "any"),
    Field(
      "callout animation", .flag, .standard("yes"),
      "Whether a bubble or a subview grows when it opens.", example: "no"),
  ]

  private static func calloutAdjusterFields(_ adjusters: AdjusterCatalogue) -> [Field] {
    [
      Field(
        "adjust", .choice(adjusters.names), .standard("none"),
        "The strategy that moves the map.", example: "contain rect"),
      Field(
        "margin", .points(0...1_000), .derived("2 pt; for move center 8 pt, with a subview 10 pt"),
        "What stays free around callout and pin; for contain rect, ideal and move center only.",
        example: "2 pt"),
      Field(
        "animated", .flag, .standard("yes"),
        "Whether the map moves in an animation; for contain rect, ideal and move center only.",
        example: "no"),
      Field(
        "insets", .object(.insets), .derived("the insets of the map"),
        "The bars that the app tells of: a subview, ideal and move center stay away from them, the "
          + "others overlook them. `{}` tells of none. A callout is judged by these and by those of "
          + "the map, by the larger at each edge.",
        example: "{top: 64 pt, bottom: 49 pt}"),
      Field(
        "precision", .choice(EdgedRegionAdjuster.Precision.words),
        .standard(EdgedRegionAdjuster.Precision.single.word),
        "The numbers in which the edged region computes: single as published, or double.",
        example: "double"),
      Field(
        "subject", .choice(MoveCenterAdjuster.Subject.words),
        .derived("callout; with a subview callout and parent"),
        "What move center brings inside the view.", example: "callout and parent"),
      Field(
        "overlooks right", .flag, .standard("no"),
        "Whether move center overlooks what sticks out on the right, as SMCalloutView 2.1.5 does.",
        example: "yes"),
    ]
  }

  private static let calloutTapFields: [Field] = [
    Field(
      "left accessory", .object(.accessory), .optional,
      "A view left of the text; without it there is none.",
      example: "{size: 30 x 30 pt, control: no}"),
    Field(
      "right accessory", .object(.accessory), .optional,
      "A view right of the text; without it there is none.", example: "{size: 30 x 30 pt}"),
    Field(
      "takes taps", .choice(["everywhere", "inside view"]),
      .standard("everywhere"),
      "Which taps on it the callout takes: all, or only those inside the view that it belongs "
        + "to, as one without a hit test of its own; the map takes the others.",
      example: "inside view"),
  ]

  static let insets = Declaration(
    .insets, "What bars cover of the map view.",
    fields: [("top", "64 pt"), ("left", "20 pt"), ("bottom", "49 pt"), ("right", "20 pt")].map {
      Field(
        $0.0, .points(0...1_000), .standard("0 pt"), "Points from the \($0.0) edge inwards.",
        example: $0.1)
    },
    example: "{top: 64 pt, bottom: 49 pt}")

  static let accessory = Declaration(
    .accessory, "A view beside the text of a callout, such as a button for more.",
    fields: [
      Field(
        "size", .size(Limits.viewSidePoints), .standard("30 x 30 pt"),
        "Width and height, at most \(Shape.words(Limits.accessoryHeightPoints)) pt high.",
        example: "30 x 30 pt"),
      Field(
        "control", .flag, .standard("yes"),
        "Whether it is a control, whose taps the app is told of.", example: "no"),
    ],
    example: "{size: 30 x 30 pt, control: yes}")
}
