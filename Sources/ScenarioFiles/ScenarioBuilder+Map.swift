import MapConfiguration
import MapGeometry
import Scenarios

/// The map view, its options and the app around it.
extension ScenarioBuilder {
  /// The options of an object; what had a fault stays as the model has it.
  func options(_ object: ReadObject?) -> ModelOptions {
    var options = ModelOptions()
    guard let object else { return options }
    for key in Language.declaration(of: .options).keys {
      guard let scalar = object.scalar(key) else { continue }
      let isSet = options.set(key, to: scalar)
      assert(isSet, "the option '\(key)' is declared but never set")
    }
    return options
  }

  mutating func mapSetup(_ object: ReadObject, viewport: ViewportOptions) -> MapSetup? {
    guard let region = region(object), let size = object.size("size"),
      let margin = object.decimal("view margin"),
      let fit = object.word("region fit", RegionFit.self), let bars = insets(object)
    else { return nil }
    guard bars.left + bars.right < size.width, bars.top + bars.bottom < size.height else {
      add(
        .map(.barsCoverAll(width: size.width, height: size.height)),
        at: object.keyMarks["insets"] ?? object.mark)
      return nil
    }
    var viewport = viewport
    viewport.regionFit = fit
    var map = MapSetup(
      size: size, region: region, viewportOptions: viewport, viewMarginFraction: margin,
      userLocation: object.object("user location")?.coordinate)
    map.insets = bars
    return map
  }

  /// The region of an object with `center` and `span`.
  mutating func region(_ object: ReadObject) -> CoordinateRegion? {
    guard let center = object.object("center")?.coordinate, let span = object.span("span"),
      let value = object["span"]
    else { return nil }
    guard let degrees = span.degrees(atLatitude: center.latitude) else {
      add(.value(.spanTooLarge(value.text)), at: value.mark)
      return nil
    }
    return CoordinateRegion(center: center, span: degrees)
  }

  /// What the app does; nil after a fault.
  mutating func appSettings(_ object: ReadObject) -> AppSetup? {
    guard object.keyMarks["when region changed"] != nil else { return AppSetup() }
    guard let reaction = object.object("when region changed") else { return nil }
    if let change = reaction.object("set center") {
      guard let center = change.coordinate, let animated = change.flag("animated") else {
        return nil
      }
      return AppSetup(onRegionDidChange: .center(center, animated: animated))
    }
    if let change = reaction.object("set region") {
      guard let region = region(change), let animated = change.flag("animated") else { return nil }
      return AppSetup(onRegionDidChange: .region(region, animated: animated))
    }
    guard let change = reaction.object("move content"), let offset = change.offset("by"),
      let animated = change.flag("animated")
    else { return nil }
    return AppSetup(onRegionDidChange: .move(offset, animated: animated))
  }
}
