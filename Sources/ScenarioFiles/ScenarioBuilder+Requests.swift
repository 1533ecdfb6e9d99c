import MapConfiguration
import MapGeometry
import Scenarios

extension ScenarioBuilder {
  /// What the app asks of the map.
  mutating func request(_ verb: String, _ object: ReadObject) -> Step.Action? {
    switch verb {
    case "set region":
      guard let region = region(object), let animated = object.flag("animated") else { return nil }
      return .setRegion(region, animated: animated)
    case "set center":
      guard let center = object.coordinate, let animated = object.flag("animated") else {
        return nil
      }
      return .setCenter(center, animated: animated)
    case "show": return show(object)
    case "open callout": return target(object).map(Step.Action.openCallout)
    default:
      assert(verb == "move user location", "the step '\(verb)' is declared but never built")
      return object.coordinate.map(Step.Action.moveUserLocation)
    }
  }

  private mutating func show(_ object: ReadObject) -> Step.Action? {
    let layers = layerList(object, "layers")
    let padding = padding(object)
    guard let layers, let padding, let animated = object.flag("animated") else { return nil }
    return .show(layers: layers, paddingPoints: padding, animated: animated)
  }

  /// What stays free along each edge of the view; nil when nothing of the view is left.
  mutating func padding(_ object: ReadObject) -> Double? {
    guard let padding = object.decimal("padding") else { return nil }
    if let viewSize = map?.size, 2 * padding >= min(viewSize.width, viewSize.height) {
      let maximum = min(viewSize.width, viewSize.height) / 2
      add(
        .map(.paddingTooLarge(maximumPoints: maximum)), at: object["padding"]?.mark ?? object.mark)
      return nil
    }
    return padding
  }

  /// Other properties for the views of a layer.
  mutating func viewChange(_ object: ReadObject) -> Step.Action? {
    let layer = index(object, "views of", .layer)
    if object.hasNoOtherKey(than: "views of") {
      let keys = Language.declaration(of: .change).keys.filter { $0 != "views of" }
      add(.key(.noneOf(keys, of: .change)), at: object.mark)
      return nil
    }
    let change = ViewChange(
      centerOffset: object.offset("center offset"), calloutOffset: object.offset("callout offset"),
      isEnabled: object.flag("enabled"), isDraggable: object.flag("draggable"),
      zPriority: object.decimal("z priority"),
      selectedZPriority: object.decimal("selected z priority"),
      displayPriority: object.decimal("display priority"))
    return layer.map { .change(layer: $0, change) }
  }
}
