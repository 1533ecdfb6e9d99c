import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

/// What else the app does with its map.
extension StepDefinition {
  static let moveUserLocation = StepDefinition(
    "move user location", .app, .coordinate,
    "Reports another place of the user; the dot appears or goes there.",
    example: "{lat: 52.5163, lon: 13.3777}"
  ) { _, place in .moveUserLocation(place) }

  static let setDelegate = StepDefinition(
    "set delegate", .app, ValueType<DelegateTarget>.word,
    "Makes the app, another object that answers alike or none the delegate of the map; cluster "
      + "controllers hear the callbacks all the same.",
    example: "none"
  ) { _, delegate in .setDelegate(delegate) }

  private static let viewsOf = Key(
    "views of", .reference(.layer), .required, "The layer.", example: "places")
  private static let centerOffset = Key(
    "center offset", .offset(-10_000...10_000), .optional,
    "From the coordinate's screen point to the middle of the view, right x down; views that are "
      + "shown follow when they are laid out again.",
    example: "0 x -20 pt")
  private static let calloutOffset = Key(
    "callout offset", .offset(-10_000...10_000), .optional,
    "From the middle of the view's upper edge to where its callout points, right x down.",
    example: "0 x 4 pt")
  private static let enabled = Key(
    "enabled", .flag, .optional, "Whether the views react to fingers.", example: "no")
  private static let draggable = Key(
    "draggable", .flag, .optional, "Whether a finger can carry the annotations.", example: "yes")
  private static let zPriority = Key(
    "z priority", .decimal(0...1_000), .optional, "Views with a higher one lie in front.",
    example: "700")
  private static let selectedZPriority = Key(
    "selected z priority", .decimal(0...1_000), .optional, "The same for a selected view.",
    example: "900")
  private static let displayPriority = Key(
    "display priority", .displayPriority, .optional,
    "A view that collides with one of a higher priority is hidden.", example: "default low")

  static let change = StepDefinition(
    "change", .app, "Gives the views of a layer other properties.",
    example: "{views of: places, enabled: no}",
    object: ObjectSchema(
      ObjectKind("change"),
      "Properties of the views of a layer, those of its clusters too, that the app changes.",
      keys: [
        viewsOf, centerOffset, calloutOffset, enabled, draggable, zPriority, selectedZPriority,
        displayPriority,
      ],
      example: "{views of: places, center offset: 0 x -20 pt, enabled: no}")
  ) { scenario, object in
    let layer = scenario.index(object[viewsOf], .layer)
    guard scenario.hasMore(object, than: viewsOf) else { return nil }
    let change = ViewChange(
      centerOffset: object[centerOffset], calloutOffset: object[calloutOffset],
      isEnabled: object[enabled], isDraggable: object[draggable], zPriority: object[zPriority],
      selectedZPriority: object[selectedZPriority], displayPriority: object[displayPriority])
    return layer.map { .change(layer: $0, change) }
  }
}

extension ScenarioBuilder {
  /// Whether an object says anything beside whom it is about; otherwise that is a fault.
  mutating func hasMore(_ object: ReadObject, than key: some ObjectKey) -> Bool {
    guard object.hasNoOtherKey(than: [key]) else { return true }
    let keys = Language.declaration(of: object.kind).keys.filter { $0 != key.field.key }
    add(.key(.noneOf(keys, of: object.kind)), at: object.mark)
    return false
  }
}
