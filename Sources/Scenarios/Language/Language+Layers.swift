extension Language {
  static let layer = Declaration(
    .layer, "One kind of annotation: how it is clustered, shown and called out.",
    fields: [
      Field(
        "cluster", .object(.cluster), .optional,
        "How points become clusters; without it every point is an annotation.",
        example: "{engine: reference, cell size: 60 pt}"),
      Field(
        "view", .object(.view), .standard("{}"), "The views of single points.",
        example: "{identifier: city, size: 32 x 39 pt, center offset: 8 x -16 pt}"),
      Field(
        "cluster view", .object(.clusterView), .derived("as view"),
        "The views of clusters of more than one point.", example: "{size: 44 x 44 pt}"),
      Field(
        "one location view", .object(.oneLocationView), .derived("as cluster view"),
        "The views of clusters of more than one point, all at one location, such as the flats of a "
          + "house: their geohashes of 9 characters are equal.",
        example: "{size: 28 x 28 pt, center offset: 0 x 14 pt}"),
      Field(
        "callout", .object(.callout), .optional,
        "What opens when an annotation is selected; without it nothing opens.",
        example: "{style: bubble, content height: 80 pt, adjust: contain rect}"),
    ],
    rules: [.needs("one location view", other: "cluster")],
    example: "{cluster: {cell size: 60 pt}, callout: {adjust: contain rect}}")

  static let cluster = Declaration(
    .cluster, "How a layer's points become clusters.", fields: clusterFields, rules: animatorRules,
    example: "{engine: reference, cell size: 60 pt, margin: 0.5, maximum zoom: 14 levels}")

  static let callout = Declaration(
    .callout, "What opens when an annotation is selected, and how the map makes room for it.",
    fields: [
      Field(
        "style", .choice(["bubble", "plain"]), .standard("bubble"),
        "A drawn bubble that spans the map, or a plain rectangle above the pin.",
        example: "plain"),
      Field(
        "content height", .points(Limits.viewSidePoints), .standard("80 pt"),
        "Height of what a bubble holds.", example: "80 pt"),
      Field(
        "size", .size(Limits.viewSidePoints), .standard("200 x 108 pt"),
        "Width and height of a plain callout.", example: "200 x 108 pt"),
      Field(
        "adjust", .choice(CalloutSettings.Adjuster.allCases.map(\.rawValue)), .standard("none"),
        "The strategy that moves the map.", example: "contain rect"),
      Field(
        "margin", .points(0...1_000), .standard("2 pt"),
        "What stays free around callout and pin; for contain rect and ideal only.",
        example: "2 pt"),
      Field(
        "animated", .flag, .standard("yes"),
        "Whether the map moves in an animation; for contain rect and ideal only.",
        example: "no"),
      Field(
        "left accessory", .object(.accessory), .optional,
        "A view left of the text; without it there is none.",
        example: "{size: 30 x 30 pt, control: no}"),
      Field(
        "right accessory", .object(.accessory), .optional,
        "A view right of the text; without it there is none.", example: "{size: 30 x 30 pt}"),
      Field(
        "takes taps", .choice(CalloutSettings.Taps.allCases.map(\.rawValue)),
        .standard(CalloutSettings.Taps.everywhere.rawValue),
        "Which taps on it the callout takes: all, or only those inside the view that it belongs "
          + "to, as one without a hit test of its own; the map takes the others.",
        example: "inside view"),
    ],
    rules: [
      .only("content height", when: "style", isOneOf: ["bubble"]),
      .only("size", when: "style", isOneOf: ["plain"]),
      // The published bubble has margins of its own and always moves in an animation.
      .only("margin", when: "adjust", isOneOf: ["contain rect", "ideal"]),
      .only("animated", when: "adjust", isOneOf: ["contain rect", "ideal"]),
    ],
    example: "{style: plain, size: 200 x 108 pt, adjust: contain rect, margin: 2 pt}")

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

  static let sessionExpectations = Declaration(
    .sessionExpectations, "What the whole session must keep, judged at its end.", fields: [],
    openKeys: .metrics, example: "{views created: at most 40, callout inside map: always}")
}
