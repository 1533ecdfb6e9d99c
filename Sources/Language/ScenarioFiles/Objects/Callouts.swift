import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

extension ScenarioBuilder {
  /// Refuses callouts in a view that is too small for them: bubbles for their corners and
  /// their tip, subviews next to the bars.
  mutating func checkCallouts(_ object: ReadObject, in size: ScreenSize) {
    for entry in object[HeadKeys.layers] ?? [] {
      for (_, callout) in writtenCallouts(entry.object, name: "") { checkRoom(callout, in: size) }
    }
  }

  private mutating func checkRoom(_ callout: ReadObject, in size: ScreenSize) {
    switch callout[CalloutKeys.style] {
    case .bubble where size.width < Limits.bubbleViewPoints:
      add(.viewTooNarrow, at: callout.mark(ofKey: CalloutKeys.style) ?? callout.mark)
    case .subview:
      guard let bars = try? barsOfAdjuster(callout),
        size.width - bars.left - bars.right < Limits.subviewRoomPoints
          || size.height - bars.top - bars.bottom < Limits.subviewRoomPoints
      else { return }
      add(.noRoomForSubview, at: callout.mark(ofKey: CalloutKeys.insets) ?? callout.mark)
    case .bubble, .plain, nil: break
    }
  }

  /// The callouts of a layer, one for each kind of points; faulty ones are left out.
  mutating func callouts(_ layer: ReadObject, name: String) -> [CalloutSetup] {
    writtenCallouts(layer, name: name).compactMap { try? callout($0.object, of: $0.name) }
  }

  /// The callouts of a layer in the file, each with its name or that of the layer.
  private func writtenCallouts(
    _ layer: ReadObject, name: String
  ) -> [(name: String, object: ReadObject)] {
    layer.isWritten(LayerKeys.callout)
      ? layer[LayerKeys.callout].map { [(name, $0)] } ?? []
      : (layer[LayerKeys.callouts] ?? []).map { ($0.name, $0.object) }
  }

  private mutating func callout(_ object: ReadObject, of name: String) throws -> CalloutSetup {
    // A faulty button is there too, so that steps which tap it are not blamed.
    if object.isWritten(CalloutAnnotationKeys.button) {
      accessorySides.formUnion([.button, .cancelledButton])
    }
    let left = accessory(.left, object, CalloutKeys.leftAccessory)
    let right = accessory(.right, object, CalloutKeys.rightAccessory)
    let told = try barsOfAdjuster(object)
    let style = try calloutStyle(object, left: left, right: right, insets: told)
    var setup = try CalloutSetup(
      style: style, adjuster: adjuster(object, style: style, insets: told), leftAccessory: left,
      rightAccessory: right,
      takesTapsOutsideView: object.get(CalloutKeys.takesTaps) == "everywhere",
      isAnimated: object.get(CalloutKeys.animation))
    setup.hasDetail = try object.get(CalloutKeys.detail)
    let bars = view.first?.insets ?? EdgeInsets(all: 0)
    setup.bars = EdgeInsets(
      top: max(told.top, bars.top), left: max(told.left, bars.left),
      bottom: max(told.bottom, bars.bottom), right: max(told.right, bars.right))
    let isAdjusted = object.isWritten(CalloutKeys.anyAdjust)
    if object[CalloutAnnotationKeys.form] != CalloutAnnotationKeys.ownAnnotation {
      setup.isOwn = object[CalloutKeys.style] == .plain && !isAdjusted
    } else {
      setup.annotation = try calloutAnnotation(object, of: name)
    }
    return setup
  }

  private func adjuster(
    _ object: ReadObject, style: CalloutStyle, insets: EdgeInsets
  ) throws -> any CalloutAdjuster {
    let name = try object.get(CalloutKeys.anyAdjust)
    guard let definition = reader.schema.adjusters[name] else { throw InvalidValue() }
    var settings = AdjusterSettings()
    settings.margin = try object.find(CalloutKeys.margin)
    settings.isAnimated = try object.get(CalloutKeys.animated)
    settings.precision = try object.get(CalloutKeys.precision)
    settings.subject = try object.find(CalloutKeys.subject)
    settings.overlooksRight = try object.get(CalloutKeys.overlooksRight)
    settings.insets = insets
    if case .subview = style { settings.isSubview = true }
    return definition.make(settings)
  }

  private func calloutStyle(
    _ object: ReadObject, left: AccessorySetup?, right: AccessorySetup?, insets: EdgeInsets
  ) throws -> CalloutStyle {
    let style = try object.get(CalloutKeys.style)
    let height = try object.get(CalloutKeys.contentHeight)
    let size = try object.get(CalloutKeys.size)
    let arrow = try object.get(CalloutKeys.arrow)
    switch style {
    case .bubble:
      return .bubble(contentHeight: height, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    case .plain: return .plain(size: size)
    case .subview:
      return .subview(
        SubviewCallout(
          content: try content(of: object, whole: size), leftAccessory: left?.size,
          rightAccessory: right?.size, directions: arrow, insets: insets))
    }
  }

  private func content(of object: ReadObject, whole: ScreenSize) throws -> SubviewCallout.Content {
    let subtitle = try object.find(CalloutKeys.subtitleWidth)
    let size = try object.find(CalloutKeys.contentSize)
    if let title = try object.find(CalloutKeys.titleWidth) {
      return .text(titleWidth: title, subtitleWidth: subtitle)
    }
    return size.map { .view($0) } ?? .whole(whole)
  }

  /// The bars that an adjuster knows: those of the callout, or those of the map.
  private func barsOfAdjuster(_ callout: ReadObject) throws -> EdgeInsets {
    try callout.isWritten(CalloutKeys.insets)
      ? Self.insets(callout.get(CalloutKeys.insets)) : view.first?.insets ?? EdgeInsets(all: 0)
  }

  static func insets(_ object: ReadObject) throws -> EdgeInsets {
    try EdgeInsets(
      top: object.get(InsetKeys.top), left: object.get(InsetKeys.left),
      bottom: object.get(InsetKeys.bottom), right: object.get(InsetKeys.right))
  }

  /// The accessory view on a side; nil without one and after a diagnostic.
  private mutating func accessory(
    _ side: CalloutSide, _ callout: ReadObject, _ key: Key<ReadObject>
  ) -> AccessorySetup? {
    guard callout.isWritten(key) else { return nil }
    // A faulty one is there too, so that steps which tap it are not blamed.
    accessorySides.insert(side)
    guard let object = callout[key], let size = object[AccessoryKeys.size],
      let isControl = object[AccessoryKeys.control]
    else { return nil }
    guard size.height <= tallestAccessoryPoints else {
      return refused(
        .accessoryTooHigh(size.height, limit: tallestAccessoryPoints),
        at: object.mark(ofValue: AccessoryKeys.size))
    }
    return AccessorySetup(size: size, isControl: isControl)
  }
}

enum CalloutForm: String, CaseIterable, Keyword { case bubble, plain, subview }

enum CalloutKeys {
  static let style = Key(
    "style", ValueDecoder<CalloutForm>.word, .default("bubble"),
    "A drawn bubble that spans the map, a plain rectangle above the pin, or a subview of the "
      + "annotation view with an arrow, placed as SMCalloutView 2.1.5 does.", example: "plain")
  static let contentHeight = Key(
    "content height", .points(Limits.viewSidePoints), .default("80 pt"),
    "Height of the content of a bubble.", example: "80 pt")
  static let size = Key(
    "size", .size(Limits.viewSidePoints), .default("200 x 108 pt"),
    "Width and height of a plain callout, or of a whole subview, its arrow of 13 pt included.",
    example: "200 x 108 pt")
  static let titleWidth = Key(
    "title width", .points(Limits.viewSidePoints), .optional,
    "The width of the title of a subview callout. With a title the callout is 44 pt high, plus the "
      + "arrow.",
    example: "120 pt")
  static let subtitleWidth = Key(
    "subtitle width", .points(Limits.viewSidePoints), .optional,
    "The width of the subtitle of a subview callout. With a subtitle the callout is 52 pt high, "
      + "plus the arrow.",
    example: "90 pt")
  static let contentSize = Key(
    "content size", .size(Limits.viewSidePoints), .optional,
    "Width and height of a view that a subview shows in place of text.", example: "160 x 60 pt")
  static let arrow = Key(
    "arrow", ValueDecoder<SubviewCallout.Directions>.word,
    .default(SubviewCallout.Directions.down.word),
    "The direction of a subview's arrow. 'any' means down, unless there is too little room above "
      + "and more below.", example: "any")
  static let animation = Key(
    "callout animation", .flag, .default("yes"),
    "Whether a bubble or a subview grows when it opens.", example: "no")
  /// The key of an adjuster of any catalog, by which its name is read.
  static let anyAdjust = adjust(.standard)
  static func adjust(_ adjusters: AdjusterCatalog) -> Key<String> {
    let strategies = adjusters.definitions.filter { !$0.help.isEmpty }
      .map { "`\($0.name)` \($0.help)" }.joined(separator: "; ")
    return Key(
      "adjust", .choice(adjusters.names), .default("none"),
      "The strategy by which the app moves the map: \(strategies). For a plain callout without "
        + "this key, over views that can show callouts, the map makes room as the option "
        + "`own callouts` says.",
      example: "contain rect")
  }
  static let margin = Key(
    AdjusterSettings.Key.margin.rawValue, .points(0...1_000),
    .derived("2 pt; for move center 8 pt, with a subview 10 pt"),
    "The free space around callout and pin; for contain rect, ideal and move center only.",
    example: "2 pt")
  static let animated = Key(
    AdjusterSettings.Key.animated.rawValue, .flag, .default("yes"),
    "Whether the map moves in an animation; not every adjuster takes it.",
    example: "no")
  static let insets = Key(
    "insets", .object(.insets), .derived("the insets of the map"),
    "The bars that the app declares. A subview, ideal and move center stay clear of them; the "
      + "other adjusters ignore them. `{}` declares none. The judge uses the larger one of these "
      + "bars and the bars of the map at each edge.", example: "{top: 64 pt, bottom: 49 pt}")
  static let precision = Key(
    AdjusterSettings.Key.precision.rawValue, ValueDecoder<EdgedRegionAdjuster.Precision>.word,
    .default(EdgedRegionAdjuster.Precision.single.word),
    "The numbers in which the edged region computes: single as published, or double.",
    example: "double")
  static let subject = Key(
    AdjusterSettings.Key.subject.rawValue, ValueDecoder<MoveCenterAdjuster.Subject>.word,
    .derived("callout; with a subview callout and parent"),
    "The part that move center brings inside the view.", example: "callout and parent")
  static let overlooksRight = Key(
    AdjusterSettings.Key.overlooksRight.rawValue, .flag, .default("no"),
    "Whether move center overlooks what sticks out on the right, as SMCalloutView 2.1.5 does.",
    example: "yes")
  static let leftAccessory = Key(
    "left accessory", .object(.accessory), .optional,
    "A view left of the text; without it there is none.",
    example: "{size: 30 x 30 pt, control: no}")
  static let rightAccessory = Key(
    "right accessory", .object(.accessory), .optional,
    "A view right of the text; without it there is none.", example: "{size: 30 x 30 pt}")
  static let detail = Key(
    "detail", .flag, .default("no"),
    "Whether a view of the app takes the place of the subtitle. 'size' is that of the callout with "
      + "it.", example: "yes")
  static let takesTaps = Key(
    "takes taps", .choice(["everywhere", "inside view"]), .default("everywhere"),
    "Which taps on it the callout takes: all, or only those inside the view that it belongs "
      + "to, as one without its own hit test; the map takes the others.",
    example: "inside view")

  static func all(_ adjusters: AdjusterCatalog) -> [any ObjectKey] {
    [
      style, contentHeight, size, titleWidth, subtitleWidth, contentSize, arrow, animation,
      adjust(adjusters), margin, animated, insets, precision, subject, overlooksRight,
      leftAccessory, rightAccessory, detail, takesTaps,
    ] + CalloutAnnotationKeys.all
  }

  static func rules(_ adjusters: AdjusterCatalog) -> [KeyRule] {
    styleRules + adjusterRules(adjusters) + CalloutAnnotationKeys.rules
  }

  static func only(_ key: some ObjectKey, in styles: CalloutForm...) -> KeyRule {
    .only(key.name, when: style.name, isOneOf: styles.map(\.word))
  }

  private static let styleRules: [KeyRule] = [
    only(contentHeight, in: .bubble), only(size, in: .plain, .subview), only(detail, in: .plain),
    only(titleWidth, in: .subview), only(contentSize, in: .subview), only(arrow, in: .subview),
    .exactlyOneWhere(
      [titleWidth.name, contentSize.name, size.name], KeyCondition(style.name, isOneOf: ["subview"])
    ), .needs(subtitleWidth.name, other: titleWidth.name), only(animation, in: .bubble, .subview),
  ]

  /// The rules that refuse a setting of some adjusters where another one is chosen.
  private static func adjusterRules(_ adjusters: AdjusterCatalog) -> [KeyRule] {
    AdjusterSettings.Key.allCases.map { key in
      .only(
        key.rawValue, when: adjust(adjusters).name,
        isOneOf: adjusters.definitions.filter { $0.keys.contains(key) }.map(\.name).sorted())
    }
  }
}

enum InsetKeys {
  static let top = edge("top", example: "64 pt")
  static let left = edge("left", example: "20 pt")
  static let bottom = edge("bottom", example: "49 pt")
  static let right = edge("right", example: "20 pt")

  private static func edge(
    _ name: String, example: String, _ range: ClosedRange<Double> = 0...1_000
  ) -> Key<Double> {
    Key(
      name, .points(range), .default("0 pt"), "Points from the \(name) edge inwards.",
      example: example)
  }

  /// The same keys with other limits.
  static func all(_ range: ClosedRange<Double>) -> [Key<Double>] {
    [top, left, bottom, right].map { edge($0.name, example: $0.field.example, range) }
  }
}

enum AccessoryKeys {
  static let size = Key(
    "size", .size(Limits.viewSidePoints), .default("30 x 30 pt"),
    "Width and height; the option `tallest accessory` limits the height.",
    example: "30 x 30 pt")
  static let control = Key(
    "control", .flag, .default("yes"),
    "Whether it is a control, whose taps the delegate gets.", example: "no")
}

extension ScenarioSchema {
  static let callout = callout(.standard)

  static func callout(_ adjusters: AdjusterCatalog) -> ObjectSchema {
    ObjectSchema(
      .callout,
      "The callout that opens when an annotation is selected, and how the map makes room for it.",
      keys: CalloutKeys.all(adjusters), rules: CalloutKeys.rules(adjusters),
      example: "{style: plain, size: 200 x 108 pt, adjust: contain rect, margin: 2 pt}")
  }

  static let insets = ObjectSchema(
    .insets, "The parts of the map view that bars cover.",
    keys: [InsetKeys.top, InsetKeys.left, InsetKeys.bottom, InsetKeys.right],
    example: "{top: 64 pt, bottom: 49 pt}")

  static let alignmentInsets = ObjectSchema(
    .alignmentInsets, "The alignment rectangle of a view within its frame, or beyond it.",
    keys: InsetKeys.all(-1_000...1_000), example: "{top: -5 pt, bottom: 7 pt}")

  static let accessory = ObjectSchema(
    .accessory, "A view beside the text of a callout, such as a button for more.",
    keys: [AccessoryKeys.size, AccessoryKeys.control], example: "{size: 30 x 30 pt, control: yes}")
}

extension ScenarioBuilder {
  func calloutAnnotation(_ object: ReadObject, of name: String) throws -> CalloutAnnotationSetup {
    var annotation = CalloutAnnotationSetup(
      identifier: object[CalloutAnnotationKeys.identifier] ?? "\(name) callout")
    annotation.lifetime = try object.get(CalloutAnnotationKeys.lifetime)
    annotation.maker = try object.get(CalloutAnnotationKeys.maker)
    annotation.isViewEnabled = try object.get(CalloutAnnotationKeys.isViewEnabled)
    annotation.keepsParentView = try object.get(CalloutAnnotationKeys.keepsParentView)
    annotation.redrawsAfterShift = try object.get(CalloutAnnotationKeys.redraws)
    annotation.keepsStaleContent = try object.get(CalloutAnnotationKeys.keepsStaleContent)
    annotation.button = try object.find(CalloutAnnotationKeys.button)
    return annotation
  }
}

enum CalloutAnnotationKeys {
  /// The keyword for a callout that is a separate annotation.
  static let ownAnnotation = "callout annotation"

  static let form = Key(
    "as", .choice(["part of its view", ownAnnotation]), .default("part of its view"),
    "The kind of callout: a part of the annotation view, or a separate annotation that the app "
      + "adds on selection, with a view that the map asks for.", example: ownAnnotation)
  static let identifier = Key(
    "identifier", .name, .derived("the name of the layer, or of the kind, and callout"),
    "The reuse identifier of its views, which share a pool with all views of the same one.",
    example: "bubble")
  static let lifetime = Key(
    "callout annotation", ValueDecoder<CalloutAnnotationSetup.Lifetime>.word,
    .default(CalloutAnnotationSetup.Lifetime.moves.word),
    "Whether the app keeps one annotation for all selections, or makes one for each.",
    example: "a new one each time")
  static let maker = Key(
    "made by", ValueDecoder<CalloutMaker>.word, .default(CalloutMaker.delegate.word),
    "The code that adds the annotation and makes its view: the delegate of the map, or the view of "
      + "the selected annotation and the annotation itself.", example: "annotation")
  static let isViewEnabled = Key(
    "callout view enabled", .flag, .default("yes"),
    "Whether the view can be selected; a tap on it then deselects its parent.", example: "no")
  static let keepsParentView = Key(
    "keeps parent view", .flag, .default("yes"),
    "Whether the app keeps the selected view, which can show another annotation later, or looks "
      + "it up.", example: "no")
  static let redraws = Key(
    "redraws", .flag, .default("no"),
    "Whether the app redraws the callout when the map has made room for it.", example: "yes")
  static let keepsStaleContent = Key(
    "content not reset", .flag, .default("no"),
    "Whether a view that is used again still shows what it showed before.", example: "yes")
  static let button = Key(
    "accessory button", .size(Limits.viewSidePoints), .optional,
    "Width and height of a button in a bubble that keeps its parent selected: it disables every "
      + "other view for a second. Without it there is none.", example: "29 x 31 pt")

  private static let own: [any ObjectKey] = [
    identifier, lifetime, maker, isViewEnabled, keepsParentView, redraws, keepsStaleContent, button,
  ]
  static let all = [form] + own

  static let rules: [KeyRule] =
    [CalloutKeys.only(form, in: .bubble, .plain)]
    + own.map { .only($0.name, when: form.name, isOneOf: [ownAnnotation]) } + [
      CalloutKeys.only(button, in: .bubble),
      .excludes(button.name, other: CalloutKeys.rightAccessory.name),
    ]
}
