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
    guard let lifetime = object[CalloutAnnotationKeys.lifetime],
      let maker = object[CalloutAnnotationKeys.maker],
      let isViewEnabled = object[CalloutAnnotationKeys.isViewEnabled],
      let keepsParentView = object[CalloutAnnotationKeys.keepsParentView],
      let redraws = object[CalloutAnnotationKeys.redraws],
      let notReset = object[CalloutAnnotationKeys.keepsStaleContent],
      object.isReadable(CalloutAnnotationKeys.button)
    else { return nil }
    var annotation = CalloutAnnotationSetup(
      identifier: object[CalloutAnnotationKeys.identifier] ?? "\(name) callout")
    annotation.lifetime = lifetime
    annotation.maker = maker
    annotation.isViewEnabled = isViewEnabled
    annotation.keepsParentView = keepsParentView
    annotation.redrawsAfterShift = redraws
    annotation.keepsStaleContent = notReset
    annotation.button = object[CalloutAnnotationKeys.button]
    return annotation
  }
}

/// The keys of callouts that are annotations.
enum CalloutAnnotationKeys {
  /// The word for a callout that is an annotation of its own.
  static let ownAnnotation = "callout annotation"

  static let form = Key(
    "as", .choice(["part of its view", ownAnnotation]), .standard("part of its view"),
    "What the callout is: a part of the annotation view, or an annotation of its own that the "
      + "app adds on selection, with a view that the map asks for.",
    example: ownAnnotation)
  static let identifier = Key(
    "identifier", .name, .derived("the name of the layer, or of the kind, and callout"),
    "The reuse identifier of its views, which share a pool with all views of the same one.",
    example: "bubble")
  static let lifetime = Key(
    "callout annotation", ValueType<CalloutAnnotationSetup.Lifetime>.word,
    .standard(CalloutAnnotationSetup.Lifetime.moves.word),
    "Whether the app keeps one annotation for all selections, or makes one for each.",
    example: "a new one each time")
  static let maker = Key(
    "made by", ValueType<CalloutMaker>.word, .standard(CalloutMaker.delegate.word),
    "Who adds the annotation and makes its view: the delegate of the map, or the view of the "
      + "selected annotation and the annotation itself.",
    example: "annotation")
  static let isViewEnabled = Key(
    "callout view enabled", .flag, .standard("yes"),
    "Whether the view can be selected; a tap on it then deselects its parent.", example: "no")
  static let keepsParentView = Key(
    "keeps parent view", .flag, .standard("yes"),
    "Whether the app keeps the selected view, which can show another annotation later, or looks "
      + "it up.",
    example: "no")
  static let redraws = Key(
    "redraws", .flag, .standard("no"),
    "Whether the app draws the callout anew when the map has made room for it.", example: "yes")
  static let keepsStaleContent = Key(
    "content not reset", .flag, .standard("no"),
    "Whether a view that is used again still shows what it showed before.", example: "yes")
  static let button = Key(
    "accessory button", .size(Limits.viewSidePoints), .optional,
    "Width and height of a button in a bubble that keeps its parent selected: it disables every "
      + "other view for a second. Without it there is none.",
    example: "29 x 31 pt")

  private static let own: [any ObjectKey] = [
    identifier, lifetime, maker, isViewEnabled, keepsParentView, redraws, keepsStaleContent, button,
  ]
  static let all = [form] + own

  static let rules: [KeyRule] =
    [CalloutKeys.only(form, in: "bubble", "plain")]
    + own.map { .only($0.field.key, when: form.field.key, isOneOf: [ownAnnotation]) }
    + [
      CalloutKeys.only(button, in: "bubble"),
      .excludes(button.field.key, other: CalloutKeys.rightAccessory.field.key),
    ]
}
