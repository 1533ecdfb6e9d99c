import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

/// What the app asks the map to show.
extension StepDefinition {
  static let regions = [setRegion, setCenter, show]

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
    object: ObjectSchema(
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
    object: ObjectSchema(
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
    object: ObjectSchema(
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
}
