import MapGeometry
import Scenarios

/// Callouts of several kinds, and those that are annotations.
extension ScenarioBuilder {
  /// The callouts of a layer, one for each kind of points; faulty ones are left out.
  mutating func callouts(_ layer: ReadObject, name: String) -> [CalloutSettings] {
    if layer.keyMarks["callout"] != nil {
      return [layer.object("callout").flatMap { calloutSettings($0, layer: name) }]
        .compactMap(\.self)
    }
    var settings: [CalloutSettings] = []
    for entry in layer.named("callouts") ?? [] {
      if let callout = calloutSettings(entry.object, layer: entry.name) {
        settings.append(callout)
      }
    }
    return settings
  }

  /// The callouts of a layer as they are written.
  static func writtenCallouts(_ layer: ReadObject) -> [ReadObject] {
    if layer.keyMarks["callout"] != nil { return [layer.object("callout")].compactMap(\.self) }
    return (layer.named("callouts") ?? []).map(\.object)
  }

  /// A callout with what makes it an annotation of its own.
  private mutating func calloutSettings(_ object: ReadObject, layer: String) -> CalloutSettings? {
    let isButton = object.keyMarks["accessory button"] != nil
    // A faulty one is there too, so that steps which tap it are not blamed.
    if isButton { accessorySides.formUnion([.button, .cancelledButton]) }
    guard var settings = calloutSettings(object) else { return nil }
    guard object.text("as") == CalloutAnnotationSettings.word else { return settings }
    guard let lifetime = object.word("callout annotation", CalloutAnnotationSettings.Lifetime.self),
      let maker = object.word("made by", CalloutAnnotationSettings.Maker.self),
      let isViewEnabled = object.flag("callout view enabled"),
      let keepsParentView = object.flag("keeps parent view"),
      let redraws = object.flag("redraws"), let forgets = object.flag("forgets content")
    else { return nil }
    var annotation = CalloutAnnotationSettings(
      identifier: object.text("identifier") ?? "\(layer) callout")
    annotation.lifetime = lifetime
    annotation.maker = maker
    annotation.isViewEnabled = isViewEnabled
    annotation.keepsParentView = keepsParentView
    annotation.redrawsAfterShift = redraws
    annotation.forgetsContent = forgets
    if isButton {
      guard let size = object.size("accessory button") else { return nil }
      annotation.button = size
    }
    settings.annotation = annotation
    return settings
  }
}
