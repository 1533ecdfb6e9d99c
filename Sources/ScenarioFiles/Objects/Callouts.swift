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
    switch callout[CalloutKeys.style] {
    case "bubble" where size.width < Limits.bubbleViewPoints:
      add(.session(.viewTooNarrow), at: callout.mark(ofKey: CalloutKeys.style) ?? callout.mark)
    case "subview":
      guard let bars = toldInsets(callout),
        size.width - bars.left - bars.right < Limits.subviewRoomPoints
          || size.height - bars.top - bars.bottom < Limits.subviewRoomPoints
      else { return }
      add(.map(.noRoomForSubview), at: callout.mark(ofKey: CalloutKeys.insets) ?? callout.mark)
    default: return
    }
  }

  /// A callout of a layer or of a kind of points; nil after a fault.
  mutating func callout(_ object: ReadObject, of name: String) -> CalloutSetup? {
    let isButton = object.mark(ofKey: CalloutAnnotationKeys.button) != nil
    // A faulty one is there too, so that steps which tap it are not blamed.
    if isButton { accessorySides.formUnion([.button, .cancelledButton]) }
    let left = accessory(.left, object, CalloutKeys.leftAccessory)
    let right = accessory(.right, object, CalloutKeys.rightAccessory)
    guard let told = toldInsets(object),
      let style = calloutStyle(object, left: left, right: right, insets: told),
      let adjuster = adjuster(object, style: style, insets: told),
      let grows = object[CalloutKeys.animation], let taps = object[CalloutKeys.takesTaps]
    else { return nil }
    var setup = CalloutSetup(
      style: style, adjuster: adjuster, leftAccessory: left, rightAccessory: right,
      takesTapsOutsideView: taps == "everywhere", isAnimated: grows)
    let bars = map?.insets ?? EdgeInsets(all: 0)
    setup.bars = EdgeInsets(
      top: max(told.top, bars.top), left: max(told.left, bars.left),
      bottom: max(told.bottom, bars.bottom), right: max(told.right, bars.right))
    guard object[CalloutAnnotationKeys.form] == CalloutAnnotationKeys.ownAnnotation else {
      return setup
    }
    setup.annotation = calloutAnnotation(object, of: name)
    return setup.annotation == nil ? nil : setup
  }

  private func adjuster(
    _ object: ReadObject, style: CalloutStyle, insets: EdgeInsets
  ) -> (any CalloutAdjuster)? {
    guard let name = object[CalloutKeys.adjust(reader.schema.adjusters)],
      let definition = reader.schema.adjusters[name],
      let isAnimated = object[CalloutKeys.animated],
      let precision = object[CalloutKeys.precision],
      let overlooksRight = object[CalloutKeys.overlooksRight],
      object.isReadable(CalloutKeys.subject), object.isReadable(CalloutKeys.margin)
    else { return nil }
    var settings = AdjusterSettings()
    settings.margin = object[CalloutKeys.margin]
    settings.isAnimated = isAnimated
    settings.precision = precision
    settings.subject = object[CalloutKeys.subject]
    settings.overlooksRight = overlooksRight
    settings.insets = insets
    if case .subview = style { settings.isSubview = true }
    return definition.make(settings)
  }

  private func calloutStyle(
    _ object: ReadObject, left: AccessorySetup?, right: AccessorySetup?, insets: EdgeInsets
  ) -> CalloutStyle? {
    guard let style = object[CalloutKeys.style], let height = object[CalloutKeys.contentHeight],
      let size = object[CalloutKeys.size],
      let arrow = object[CalloutKeys.arrow]
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
    guard object.isReadable(CalloutKeys.titleWidth), object.isReadable(CalloutKeys.subtitleWidth),
      object.isReadable(CalloutKeys.contentSize)
    else { return nil }
    if let title = object[CalloutKeys.titleWidth] {
      return .text(titleWidth: title, subtitleWidth: object[CalloutKeys.subtitleWidth])
    }
    return object[CalloutKeys.contentSize].map { .view($0) } ?? .whole(whole)
  }

  /// The bars that an adjuster is told of: its own, or those of the map; nil when they are faulty.
  private func toldInsets(_ callout: ReadObject) -> EdgeInsets? {
    callout.mark(ofKey: CalloutKeys.insets) == nil
      ? map?.insets ?? EdgeInsets(all: 0) : insets(callout)
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
    _ side: CalloutSide, _ callout: ReadObject, _ key: Key<ReadObject>
  ) -> AccessorySetup? {
    guard callout.mark(ofKey: key) != nil else { return nil }
    // A faulty one is there too, so that steps which tap it are not blamed.
    accessorySides.insert(side)
    guard let object = callout[key], let size = object[AccessoryKeys.size],
      let isControl = object[AccessoryKeys.control]
    else { return nil }
    guard size.height <= Limits.accessoryHeightPoints else {
      add(.map(.accessoryTooHigh(size.height)), at: object.mark(ofValue: AccessoryKeys.size))
      return nil
    }
    return AccessorySetup(size: size, isControl: isControl)
  }
}

/// The keys of callouts.
enum CalloutKeys {
  static let style = Key(
    "style", .choice(["bubble", "plain", "subview"]), .standard("bubble"),
    "A drawn bubble that spans the map, a plain rectangle above the pin, or a subview of the "
      + "annotation view with an arrow, placed as SMCalloutView 2.1.5 does.",
    example: "plain")
  static let contentHeight = Key(
    "content height", .points(Limits.viewSidePoints), .standard("80 pt"),
    "Height of what a bubble holds.", example: "80 pt")
  static let size = Key(
    "size", .size(Limits.viewSidePoints), .standard("200 x 108 pt"),
    "Width and height of a plain callout, or of a whole subview, its arrow of 13 pt included.",
    example: "200 x 108 pt")
  static let titleWidth = Key(
    "title width", .points(Limits.viewSidePoints), .optional,
    "Width of the text that a subview shows; it makes the callout 44 pt high and an arrow.",
    example: "120 pt")
  static let subtitleWidth = Key(
    "subtitle width", .points(Limits.viewSidePoints), .optional,
    "Width of a second line in a subview; with it the callout is 52 pt high and an arrow.",
    example: "90 pt")
  static let contentSize = Key(
    "content size", .size(Limits.viewSidePoints), .optional,
    "Width and height of a view that a subview shows in place of text.",
    example: "160 x 60 pt")
  static let arrow = Key(
    "arrow", ValueType<SubviewCallout.Directions>.word,
    .standard(SubviewCallout.Directions.down.word),
    "Where the arrow of a subview may point; any means down unless there is too little room "
      + "above and more below.",
    example: "any")
  static let animation = Key(
    "callout animation", .flag, .standard("yes"),
    "Whether a bubble or a subview grows when it opens.", example: "no")
  static func adjust(_ adjusters: AdjusterCatalogue) -> Key<String> {
    Key(
      "adjust", .choice(adjusters.names), .standard("none"),
      "The strategy that moves the map.", example: "contain rect")
  }
  static let margin = Key(
    AdjusterSettings.Key.margin.rawValue, .points(0...1_000),
    .derived("2 pt; for move center 8 pt, with a subview 10 pt"),
    "What stays free around callout and pin; for contain rect, ideal and move center only.",
    example: "2 pt")
  static let animated = Key(
    AdjusterSettings.Key.animated.rawValue, .flag, .standard("yes"),
    "Whether the map moves in an animation; for contain rect, ideal and move center only.",
    example: "no")
  static let insets = Key(
    "insets", .object(.insets), .derived("the insets of the map"),
    "The bars that the app tells of: a subview, ideal and move center stay away from them, the "
      + "others overlook them. `{}` tells of none. A callout is judged by these and by those "
      + "of the map, by the larger at each edge.",
    example: "{top: 64 pt, bottom: 49 pt}")
  static let precision = Key(
    AdjusterSettings.Key.precision.rawValue, ValueType<EdgedRegionAdjuster.Precision>.word,
    .standard(EdgedRegionAdjuster.Precision.single.word),
    "The numbers in which the edged region computes: single as published, or double.",
    example: "double")
  static let subject = Key(
    AdjusterSettings.Key.subject.rawValue, ValueType<MoveCenterAdjuster.Subject>.word,
    .derived("callout; with a subview callout and parent"),
    "What move center brings inside the view.", example: "callout and parent")
  static let overlooksRight = Key(
    AdjusterSettings.Key.overlooksRight.rawValue, .flag, .standard("no"),
    "Whether move center overlooks what sticks out on the right, as SMCalloutView 2.1.5 does.",
    example: "yes")
  static let leftAccessory = Key(
    "left accessory", .object(.accessory), .optional,
    "A view left of the text; without it there is none.",
    example: "{size: 30 x 30 pt, control: no}")
  static let rightAccessory = Key(
    "right accessory", .object(.accessory), .optional,
    "A view right of the text; without it there is none.", example: "{size: 30 x 30 pt}")
  static let takesTaps = Key(
    "takes taps", .choice(["everywhere", "inside view"]), .standard("everywhere"),
    "Which taps on it the callout takes: all, or only those inside the view that it belongs "
      + "to, as one without a hit test of its own; the map takes the others.",
    example: "inside view")

  static func all(_ adjusters: AdjusterCatalogue) -> [any ObjectKey] {
    [
      style, contentHeight, size, titleWidth, subtitleWidth, contentSize, arrow, animation,
      adjust(adjusters), margin, animated, insets, precision, subject, overlooksRight,
      leftAccessory, rightAccessory, takesTaps,
    ] + CalloutAnnotationKeys.all
  }

  static func rules(_ adjusters: AdjusterCatalogue) -> [KeyRule] {
    styleRules + adjusterRules(adjusters) + CalloutAnnotationKeys.rules
  }

  /// That a key makes sense only with some styles.
  static func only(_ key: some ObjectKey, in styles: String...) -> KeyRule {
    .only(key.field.key, when: style.field.key, isOneOf: styles)
  }

  private static let styleRules: [KeyRule] = [
    only(contentHeight, in: "bubble"), only(size, in: "plain", "subview"),
    only(titleWidth, in: "subview"), only(contentSize, in: "subview"), only(arrow, in: "subview"),
    .exactlyOneWhere(
      [titleWidth.field.key, contentSize.field.key, size.field.key],
      KeyCondition(style.field.key, isOneOf: ["subview"])),
    .needs(subtitleWidth.field.key, other: titleWidth.field.key),
    only(animation, in: "bubble", "subview"),
  ]

  /// A setting that only some adjusters take is refused where another one is chosen.
  private static func adjusterRules(_ adjusters: AdjusterCatalogue) -> [KeyRule] {
    AdjusterSettings.Key.allCases.map { key in
      .only(
        key.rawValue, when: adjust(adjusters).field.key,
        isOneOf: adjusters.definitions.filter { $0.keys.contains(key) }.map(\.name).sorted())
    }
  }
}

/// The keys of a view beside the text.
enum AccessoryKeys {
  static let size = Key(
    "size", .size(Limits.viewSidePoints), .standard("30 x 30 pt"),
    "Width and height, at most \(Shape.words(Limits.accessoryHeightPoints)) pt high.",
    example: "30 x 30 pt")
  static let control = Key(
    "control", .flag, .standard("yes"),
    "Whether it is a control, whose taps the app is told of.", example: "no")
}

extension Language {
  static let callout = callout(.standard)

  static func callout(_ adjusters: AdjusterCatalogue) -> ObjectSchema {
    ObjectSchema(
      .callout, "What opens when an annotation is selected, and how the map makes room for it.",
      keys: CalloutKeys.all(adjusters), rules: CalloutKeys.rules(adjusters),
      example: "{style: plain, size: 200 x 108 pt, adjust: contain rect, margin: 2 pt}")
  }

  static let insets = ObjectSchema(
    .insets, "What bars cover of the map view.",
    fields: [("top", "64 pt"), ("left", "20 pt"), ("bottom", "49 pt"), ("right", "20 pt")].map {
      Field(
        $0.0, .points(0...1_000), .standard("0 pt"), "Points from the \($0.0) edge inwards.",
        example: $0.1)
    },
    example: "{top: 64 pt, bottom: 49 pt}")

  static let accessory = ObjectSchema(
    .accessory, "A view beside the text of a callout, such as a button for more.",
    keys: [AccessoryKeys.size, AccessoryKeys.control],
    example: "{size: 30 x 30 pt, control: yes}")
}
