import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

/// Callouts.
extension ScenarioBuilder {
  /// Refuses callouts in a view that has no room for them: bubbles for their corners and their tip,
  /// subviews beside the bars.
  mutating func checkCallouts(_ object: ReadObject, in size: ScreenSize) {
    for entry in object.named("layers") ?? [] {
      for callout in ScenarioBuilder.writtenCallouts(entry.object) { checkRoom(callout, in: size) }
    }
  }

  private mutating func checkRoom(_ callout: ReadObject, in size: ScreenSize) {
    switch callout.text("style") {
    case "bubble" where size.width < Limits.bubbleViewPoints:
      add(.session(.viewTooNarrow), at: callout.keyMarks["style"] ?? callout.mark)
    case "subview":
      guard let bars = toldInsets(callout),
        size.width - bars.left - bars.right < Limits.subviewRoomPoints
          || size.height - bars.top - bars.bottom < Limits.subviewRoomPoints
      else { return }
      add(.map(.noRoomForSubview), at: callout.keyMarks["insets"] ?? callout.mark)
    default: return
    }
  }

  /// A callout of a layer or of a kind of points; nil after a fault.
  mutating func callout(_ object: ReadObject, of name: String) -> CalloutSetup? {
    let isButton = object.keyMarks["accessory button"] != nil
    // A faulty one is there too, so that steps which tap it are not blamed.
    if isButton { accessorySides.formUnion([.button, .cancelledButton]) }
    let left = accessory(.left, object)
    let right = accessory(.right, object)
    guard let told = toldInsets(object),
      let style = calloutStyle(object, left: left, right: right, insets: told),
      let adjuster = adjuster(object, style: style, insets: told),
      let grows = object.flag("callout animation"), let taps = object.text("takes taps")
    else { return nil }
    var setup = CalloutSetup(
      style: style, adjuster: adjuster, leftAccessory: left, rightAccessory: right,
      takesTapsOutsideView: taps == "everywhere", isAnimated: grows)
    let bars = map?.insets ?? EdgeInsets(all: 0)
    setup.bars = EdgeInsets(
      top: max(told.top, bars.top), left: max(told.left, bars.left),
      bottom: max(told.bottom, bars.bottom), right: max(told.right, bars.right))
    guard object.text("as") == Language.calloutAnnotationWord else { return setup }
    setup.annotation = calloutAnnotation(object, of: name)
    return setup.annotation == nil ? nil : setup
  }

  private func adjuster(
    _ object: ReadObject, style: CalloutStyle, insets: EdgeInsets
  ) -> (any CalloutAdjuster)? {
    guard let name = object.text("adjust"), let definition = reader.schema.adjusters[name],
      let isAnimated = object.flag("animated"),
      let precision = object.word("precision", EdgedRegionAdjuster.Precision.self),
      let overlooksRight = object.flag("overlooks right"),
      object.isReadable("subject"), object.isReadable("margin")
    else { return nil }
    var settings = AdjusterSettings()
    settings.margin = object.decimal("margin")
    settings.isAnimated = isAnimated
    settings.precision = precision
    settings.subject = object.word("subject", MoveCenterAdjuster.Subject.self)
    settings.overlooksRight = overlooksRight
    settings.insets = insets
    if case .subview = style { settings.isSubview = true }
    return definition.make(settings)
  }

  private func calloutStyle(
    _ object: ReadObject, left: AccessorySetup?, right: AccessorySetup?, insets: EdgeInsets
  ) -> CalloutStyle? {
    guard let style = object.text("style"), let height = object.decimal("content height"),
      let size = object.size("size"),
      let arrow = object.word("arrow", SubviewCallout.Directions.self)
    else { return nil }
    switch style {
    case "bubble":
      return .bubble(contentHeight: height, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    case "plain": return .plain(size: size)
    case "subview":
      return content(of: object, whole: size).map {
        .subview(
          SubviewCallout(
            content: $0, leftAccessory: left?.size, rightAccessory: right?.size,
            directions: arrow, insets: insets))
      }
    default: preconditionFailure("the callout style '\(style)' is declared but never built")
    }
  }

  /// What makes a subview as large as it is; nil when one of its keys is faulty.
  private func content(of object: ReadObject, whole: ScreenSize) -> SubviewCallout.Content? {
    guard object.isReadable("title width"), object.isReadable("subtitle width"),
      object.isReadable("content size")
    else { return nil }
    if let title = object.decimal("title width") {
      return .text(titleWidth: title, subtitleWidth: object.decimal("subtitle width"))
    }
    return object.size("content size").map { .view($0) } ?? .whole(whole)
  }

  /// The bars that an adjuster is told of: its own, or those of the map; nil when they are faulty.
  private func toldInsets(_ callout: ReadObject) -> EdgeInsets? {
    callout.keyMarks["insets"] == nil ? map?.insets ?? EdgeInsets(all: 0) : insets(callout)
  }

  /// What bars cover; nil when that is faulty.
  func insets(_ object: ReadObject) -> EdgeInsets? {
    guard let insets = object.object("insets"), let top = insets.decimal("top"),
      let left = insets.decimal("left"), let bottom = insets.decimal("bottom"),
      let right = insets.decimal("right")
    else { return nil }
    return EdgeInsets(top: top, left: left, bottom: bottom, right: right)
  }

  /// The accessory view on a side; nil without one and after a fault.
  private mutating func accessory(
    _ side: CalloutSide, _ callout: ReadObject
  ) -> AccessorySetup? {
    let key = "\(side.word) accessory"
    guard callout.keyMarks[key] != nil else { return nil }
    // A faulty one is there too, so that steps which tap it are not blamed.
    accessorySides.insert(side)
    guard let object = callout.object(key), let size = object.size("size"),
      let isControl = object.flag("control")
    else { return nil }
    guard size.height <= Limits.accessoryHeightPoints else {
      add(.map(.accessoryTooHigh(size.height)), at: object["size"]?.mark ?? object.mark)
      return nil
    }
    return AccessorySetup(size: size, isControl: isControl)
  }
}

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
          + "others overlook them. `{}` tells of none. A callout is judged by these and by those "
          + "of the map, by the larger at each edge.",
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
