import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

extension StepDefinition {
  static let regions = [setRegion, setCenter, show]

  static let animated = Key(
    "animated", .flag, .default("yes"), "Whether the map moves in an animation.", example: "no")
  static let setRegion = StepDefinition(
    "set region", .app, "Asks the map to show a region.",
    example: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km, animated: no}",
    object: "A region that the app asks the map to show.",
    keys: [RegionKeys.center, RegionKeys.span, animated],
    whole: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km}"
  ) { scenario, object in try .setRegion(scenario.region(object), animated: object.get(animated)) }

  static let setCenter = StepDefinition(
    "set center", .app, "Asks the map to move its center.",
    example: "{lat: 52.5, lon: 13.4, animated: yes}",
    object: "A center that the app asks the map to move to.",
    keys: [CoordinateKeys.latitude, CoordinateKeys.longitude, animated],
    whole: "{lat: 52.5163, lon: 13.3777, animated: no}"
  ) { _, object in
    guard let center = object.coordinate else { return nil }
    return try .setCenter(center, animated: object.get(animated))
  }

  private static let layers = Key(
    "layers", .list(.reference(.layer), count: 1...1_000), .required,
    "The layers whose annotations are to be seen.", example: "[places]")
  static let padding = Key(
    "padding", .points(0...10_000), .default("0 pt"),
    "What stays free along each edge of the view.", example: "20 pt")

  static let show = StepDefinition(
    "show", .app, "Asks the map to show all annotations of layers.",
    example: "{layers: [places], padding: 20 pt}",
    object: "Annotations that the app wants to see together.",
    keys: [layers, padding, animated, mayDoNothing],
    whole: "{layers: [places], padding: 20 pt, animated: yes}"
  ) { scenario, object in
    let layers = scenario.layerList(object[layers])
    let padding = scenario.padding(object)
    guard let layers, let padding else { return nil }
    let sets = layers.flatMap { scenario.layerNames.feeds[$0] }
    scenario.progress.add(
      StepTotals(points: sets.reduce(0) { $0 + (scenario.data[$1]?.count ?? 0) }))
    return try .show(layers: layers, paddingPoints: padding, animated: object.get(animated))
  }
}

extension ScenarioBuilder {
  /// The free margin along each edge of the view, in points; nil if nothing of the view is left.
  mutating func padding(_ object: ReadObject) -> Double? {
    guard let padding = object[StepDefinition.padding] else { return nil }
    if let viewSize = view.current?.size, 2 * padding >= min(viewSize.width, viewSize.height) {
      let maximum = min(viewSize.width, viewSize.height) / 2
      return refused(
        .paddingTooLarge(maximumPoints: maximum), at: object.mark(ofValue: StepDefinition.padding))
    }
    return padding
  }
}
