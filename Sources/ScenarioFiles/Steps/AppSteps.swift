import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

/// What the app asks of the map.
extension StepDefinition {
  static let animated = Key(
    "animated", .flag, .standard("yes"), "Whether the map moves in an animation.", example: "no")
  private static let center = Key(
    "center", .coordinate, .required, "The coordinate in the middle.",
    example: "{lat: 52.5163, lon: 13.3777}")
  private static let span = Key(
    "span", .span, .required, "What must be visible at least, east-west x north-south.",
    example: "10 km x 10 km")

  static let setRegion = StepDefinition(
    "set region", .app, "Asks the map to show a region.",
    example: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km, animated: no}",
    object: Declaration(
      .setRegion, "A region that the app asks the map to show.", keys: [center, span, animated],
      example: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km}")
  ) { scenario, object in
    guard let region = scenario.region(object), let animated = object[animated] else { return nil }
    return .setRegion(region, animated: animated)
  }

  private static let latitude = Key(
    "lat", .decimal(-90...90), .required, "Degrees north of the equator.", example: "52.5163")
  private static let longitude = Key(
    "lon", .decimal(-180...180), .required, "Degrees east of Greenwich.", example: "13.3777")

  static let setCenter = StepDefinition(
    "set center", .app, "Asks the map to move its centre.",
    example: "{lat: 52.5, lon: 13.4, animated: yes}",
    object: Declaration(
      .setCenter, "A centre that the app asks the map to move to.",
      keys: [latitude, longitude, animated],
      example: "{lat: 52.5163, lon: 13.3777, animated: no}")
  ) { _, object in
    guard let center = object.coordinate, let animated = object[animated] else { return nil }
    return .setCenter(center, animated: animated)
  }

  private static let layers = Key(
    "layers", .list(.list(.reference(.layer), count: 1...1_000)), .required,
    "The layers whose annotations are to be seen.", example: "[places]")
  static let padding = Key(
    "padding", .points(0...10_000), .standard("0 pt"),
    "What stays free along each edge of the view.", example: "20 pt")

  static let show = StepDefinition(
    "show", .app, "Asks the map to show all annotations of layers.",
    example: "{layers: [places], padding: 20 pt}",
    object: Declaration(
      ObjectKind("show"), "Annotations that the app wants to see together.",
      keys: [layers, padding, animated],
      example: "{layers: [places], padding: 20 pt, animated: yes}")
  ) { scenario, object in
    let layers = scenario.layerList(object[layers])
    let padding = scenario.padding(object)
    guard let layers, let padding, let animated = object[animated] else { return nil }
    scenario.current.points = layers.flatMap { scenario.feeds[$0] }
      .reduce(0) { $0 + (scenario.data[$1]?.count ?? 0) }
    return .show(layers: layers, paddingPoints: padding, animated: animated)
  }

  static let openCallout = StepDefinition(
    "open callout", .app, "Selects an annotation by the app, without a finger.",
    example: "{id: a, in: places}",
    object: Declaration(
      ObjectKind("open callout"), "The annotation that the app selects, without a finger.",
      keys: TargetKeys.all, rules: TargetKeys.rules, example: "{id: \"123\", in: cities}")
  ) { scenario, object in scenario.target(object).map { .openCallout($0) } }

  static let closeCallout = StepDefinition(
    "close callout", .app, .nothing, "Deselects what is selected by the app, without a finger.",
    example: ""
  ) { _, _ in .closeCallout }

  static let moveUserLocation = StepDefinition(
    "move user location", .app, .coordinate,
    "Reports another place of the user; the dot appears or goes there.",
    example: "{lat: 52.5163, lon: 13.3777}"
  ) { _, place in .moveUserLocation(place) }

  static let setDelegate = StepDefinition(
    "set delegate", .app, ValueType<DelegateTarget>.word,
    "Makes the app, another object that answers alike or nobody the delegate of the map; cluster "
      + "controllers hear the callbacks all the same.",
    example: "nobody"
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
    object: Declaration(
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
  /// What stays free along each edge of the view; nil when nothing of the view is left.
  mutating func padding(_ object: ReadObject) -> Double? {
    guard let padding = object[StepDefinition.padding] else { return nil }
    if let viewSize = map?.size, 2 * padding >= min(viewSize.width, viewSize.height) {
      let maximum = min(viewSize.width, viewSize.height) / 2
      add(
        .map(.paddingTooLarge(maximumPoints: maximum)),
        at: object.mark(ofValue: StepDefinition.padding))
      return nil
    }
    return padding
  }

  /// Whether an object says anything beside whom it is about; otherwise that is a fault.
  mutating func hasMore(_ object: ReadObject, than key: some ObjectKey) -> Bool {
    guard object.hasNoOtherKey(than: [key]) else { return true }
    let keys = Language.declaration(of: object.kind).keys.filter { $0 != key.field.key }
    add(.key(.noneOf(keys, of: object.kind)), at: object.mark)
    return false
  }
}
