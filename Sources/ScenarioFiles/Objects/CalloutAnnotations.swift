import MapConfiguration
import MapEvents
import Scenarios

extension ScenarioBuilder {
  /// What makes a callout an annotation of the app.
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

/// The keys of callouts that are annotations.
enum CalloutAnnotationKeys {
  /// The word for a callout that is an annotation of its own.
  static let ownAnnotation = "callout annotation"

  static let form = Key(
    "as", .choice(["part of its view", ownAnnotation]), .default("part of its view"),
    "What the callout is: a part of the annotation view, or an annotation of its own that the "
      + "app adds on selection, with a view that the map asks for.", example: ownAnnotation)
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
    "Who adds the annotation and makes its view: the delegate of the map, or the view of the "
      + "selected annotation and the annotation itself.", example: "annotation")
  static let isViewEnabled = Key(
    "callout view enabled", .flag, .default("yes"),
    "Whether the view can be selected; a tap on it then deselects its parent.", example: "no")
  static let keepsParentView = Key(
    "keeps parent view", .flag, .default("yes"),
    "Whether the app keeps the selected view, which can show another annotation later, or looks "
      + "it up.", example: "no")
  static let redraws = Key(
    "redraws", .flag, .default("no"),
    "Whether the app draws the callout anew when the map has made room for it.", example: "yes")
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
