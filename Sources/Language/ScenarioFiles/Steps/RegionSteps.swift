import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

extension StepDefinition {
  static let regions = [setRegion, setCenter, show]

  static let animated = Key(
    "animated", .flag, .default("yes"), "Whether the map moves in an animation.", example: "no")
  static let animationTime = Key(
    "over", .duration(SimulatedTime(milliseconds: 1)...MapOptions.animationTimeLimit),
    .derived("the option `zoom duration`, or `pan duration` where the scale stays"),
    "The duration of the animation. The map still jumps to a region far away.",
    example: "1 s")
  static let overRule = KeyRule.only(animationTime.name, when: animated.name, isOneOf: ["yes"])
  static let setRegion = StepDefinition(
    "set region", .app, "Asks the map to show a region.",
    example: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km, animated: no}",
    object: "A region that the app asks the map to show.",
    keys: [RegionKeys.center, RegionKeys.span, animated, animationTime], rules: [overRule],
    whole: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km}"
  ) { scenario, object in
    try .setRegion(
      scenario.region(object), animated: object.get(animated), over: object.find(animationTime))
  }

  static let setCenter = StepDefinition(
    "set center", .app, "Asks the map to move its center.",
    example: "{lat: 52.5, lon: 13.4, animated: yes}",
    object: "A center that the app asks the map to move to.",
    keys: [CoordinateKeys.latitude, CoordinateKeys.longitude, animated, animationTime],
    rules: [overRule],
    whole: "{lat: 52.5163, lon: 13.3777, animated: no}"
  ) { _, object in
    guard let center = object.coordinate else { return nil }
    return try .setCenter(center, animated: object.get(animated), over: object.find(animationTime))
  }

  private static let layers = Key(
    "layers", .list(.reference(.layer), count: 1...1_000), .required,
    "The layers whose annotations are to be seen.", example: "[places]")
  static let edges = ObjectSchema(
    ObjectKind("padding"), "The space that stays free along the edges of the view.",
    keys: InsetKeys.all(0...10_000), example: "{bottom: 300 pt}")
  static let padding = Key(
    "padding", .unresolved(.either(.points(0...10_000), edges.kind)), .default("0 pt"),
    "The space that stays free along each edge of the view, or along some edges.", example: "20 pt")

  static let show = StepDefinition(
    "show", .app, "Asks the map to show all annotations of layers.",
    example: "{layers: [places], padding: 20 pt}",
    object: "Annotations that the app wants to see together.",
    keys: [layers, padding, animated, animationTime, mayDoNothing], rules: [overRule],
    whole: "{layers: [places], padding: {top: 20 pt, bottom: 300 pt}, animated: yes}",
    further: [edges]
  ) { scenario, object in
    let layers = scenario.layerList(object[layers])
    let padding = scenario.padding(object)
    guard let layers, let padding else { return nil }
    let sets = layers.flatMap { scenario.layerNames.feeds[$0] }
    scenario.progress.add(
      StepTotals(points: sets.reduce(0) { $0 + (scenario.data[$1]?.count ?? 0) }))
    return try .show(
      layers: layers, padding: padding, animated: object.get(animated),
      over: object.find(animationTime))
  }
}

extension ScenarioBuilder {
  /// The free margins along the edges of the view; nil if nothing of the view is left.
  mutating func padding(_ object: ReadObject) -> EdgeInsets? {
    guard let value = object[StepDefinition.padding] else { return nil }
    var isByEdge = false
    var padding = EdgeInsets(all: 0)
    if case .object(let edges) = value.content {
      guard let insets = try? Self.insets(edges) else { return nil }
      (padding, isByEdge) = (insets, true)
    } else if case .scalar(.decimal(let points)) = value.content {
      padding = EdgeInsets(all: points)
    }
    if let size = view.current?.size,
      padding.left + padding.right >= size.width || padding.top + padding.bottom >= size.height
    {
      return refused(.paddingTooLarge(size, isByEdge: isByEdge), at: value.mark)
    }
    return padding
  }
}
