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
