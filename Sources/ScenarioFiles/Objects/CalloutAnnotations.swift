import MapConfiguration
import MapEvents
import Scenarios

/// Callouts of several kinds, and those that are annotations.
extension ScenarioBuilder {
  /// The callouts of a layer, one for each kind of points; faulty ones are left out.
  mutating func callouts(_ layer: ReadObject, name: String) -> [CalloutSetup] {
    if layer.keyMarks["callout"] != nil {
      return layer.object("callout").flatMap { callout($0, of: name) }.map { [$0] } ?? []
    }
    var callouts: [CalloutSetup] = []
    for entry in layer.named("callouts") ?? [] {
      if let callout = callout(entry.object, of: entry.name) { callouts.append(callout) }
    }
    return callouts
  }

  /// The callouts of a layer as they are written.
  static func writtenCallouts(_ layer: ReadObject) -> [ReadObject] {
    if layer.keyMarks["callout"] != nil { return [layer.object("callout")].compactMap(\.self) }
    return (layer.named("callouts") ?? []).map(\.object)
  }

  /// What makes a callout an annotation of its own; nil after a fault.
  func calloutAnnotation(_ object: ReadObject, of name: String) -> CalloutAnnotationSetup? {
    guard let lifetime = object.word("callout annotation", CalloutAnnotationSetup.Lifetime.self),
      let maker = object.word("made by", CalloutMaker.self),
      let isViewEnabled = object.flag("callout view enabled"),
      let keepsParentView = object.flag("keeps parent view"),
      let redraws = object.flag("redraws"), let forgets = object.flag("forgets content"),
      object.isReadable("accessory button")
    else { return nil }
    var annotation = CalloutAnnotationSetup(
      identifier: object.text("identifier") ?? "\(name) callout")
    annotation.lifetime = lifetime
    annotation.maker = maker
    annotation.isViewEnabled = isViewEnabled
    annotation.keepsParentView = keepsParentView
    annotation.redrawsAfterShift = redraws
    annotation.forgetsContent = forgets
    annotation.button = object.size("accessory button")
    return annotation
  }
}

/// Callouts that are annotations.
extension Language {
  /// The word for a callout that is an annotation of its own.
  public static let calloutAnnotationWord = "second annotation"

  static let secondCalloutFields: [Field] = [
    Field(
      "as", .choice(["part of its view", calloutAnnotationWord]),
      .standard("part of its view"),
      "What the callout is: a part of the annotation view, or an annotation of its own that the "
        + "app adds on selection, with a view that the map asks for.",
      example: calloutAnnotationWord),
    Field(
      "identifier", .text(maximumLength: Limits.nameLength),
      .derived("the name of the layer, or of the kind, and callout"),
      "The reuse identifier of its views, which share a pool with all views of the same one.",
      example: "bubble"),
    Field(
      "callout annotation", .choice(CalloutAnnotationSetup.Lifetime.words),
      .standard(CalloutAnnotationSetup.Lifetime.moves.rawValue),
      "Whether the app keeps one annotation for all selections, or makes one for each.",
      example: "a new one each time"),
    Field(
      "made by", .choice(CalloutMaker.words),
      .standard(CalloutMaker.delegate.word),
      "Who adds the annotation and makes its view: the delegate of the map, or the view of the "
        + "selected annotation and the annotation itself.",
      example: "annotation"),
    Field(
      "callout view enabled", .flag, .standard("yes"),
      "Whether the view can be selected; a tap on it then deselects its parent.", example: "no"),
    Field(
      "keeps parent view", .flag, .standard("yes"),
      "Whether the app keeps the selected view, which can show another annotation later, or looks "
        + "it up.",
      example: "no"),
    Field(
      "redraws", .flag, .standard("no"),
      "Whether the app draws the callout anew when the map has made room for it.", example: "yes"),
    Field(
      "forgets content", .flag, .standard("no"),
      "Whether a view that is used again still shows what it showed before.", example: "yes"),
    Field(
      "accessory button", .size(Limits.viewSidePoints), .optional,
      "Width and height of a button in a bubble that keeps its parent selected: it disables every "
        + "other view for a second. Without it there is none.",
      example: "29 x 31 pt"),
  ]

  static let secondCalloutRules: [KeyRule] =
    [KeyRule.only("as", when: "style", isOneOf: ["bubble", "plain"])]
    + secondCalloutFields.dropFirst().map {
      .only($0.key, when: "as", isOneOf: [calloutAnnotationWord])
    }
    + [
      .only("accessory button", when: "style", isOneOf: ["bubble"]),
      .excludes("accessory button", other: "right accessory"),
    ]
}
