import Clustering
import MapConfiguration
import MapGeometry
import Scenarios

extension StepDefinition {
  static let clusters = [
    changeClustering, selectAndZoom, zoomToCluster, pauseClustering, resumeClustering,
    updateClusters,
  ]

  private static let layer = layerKey("layer", "The layer; one with clusters.")

  static let changeClustering = StepDefinition(
    "change clustering", .clusters,
    "Gives the cluster controller of a layer other settings; the next update follows them.",
    example: "{layer: cities, cell size: 90 pt}",
    object: "Settings of a cluster controller that the app changes; nothing happens until the next "
      + "update.", keys: [layer] + ClusterKeys.changeable.map { $0.needing(.derived("unchanged")) },
    rules: ClusterKeys.rules, whole: "{layer: cities, cell size: 90 pt, margin: 0.2}",
    note: { scenario, object in
      guard let layer = scenario.layerNames.index(of: object[layer]) else { return }
      scenario.layerNames.change(layer, by: object)
      scenario.view.note(.changed(layer: layer, object))
    },
    build: { scenario, object in
      let layer = scenario.clusteredLayer(object[layer])
      guard scenario.hasMore(object, than: [Self.layer]) else { return nil }
      let change = scenario.clusteringChange(object)
      return layer.map { .changeClustering(layer: $0, change) }
    })

  private static let id = Key("id", .name, .required, "The point with this id.", example: "\"123\"")
  private static let holder = layerKey("in", "The layer of the point; one with clusters.")
  private static let data = Key(
    "of", .reference(.data), .derived("the only data set of the layer with that id"),
    "The data set of the point.", example: "cities")
  private static let width = Key(
    "width", .meters(Limits.regionMeters), .required,
    "The length that must be visible from west to east.",
    example: "2 km")
  private static let height = Key(
    "height", .meters(Limits.regionMeters), .derived("as `width`"),
    "The length that must be visible from north to south.", example: "500 m")

  static let selectAndZoom = StepDefinition(
    "select and zoom", .clusters,
    "Lets the cluster controller of a layer select a point and show what is around it.",
    example: "{id: a, in: cities, width: 2 km}",
    object:
      "The point that a cluster controller selects, be it in a cluster, and how much is shown "
      + "around it.", keys: [id, holder, data, width, height, animated],
    whole: "{id: \"123\", in: cities, width: 2 km, height: 1 km, animated: no}"
  ) { scenario, object in
    let layer = scenario.clusteredLayer(object[holder])
    guard let point = layer.flatMap({ scenario.point(object, layer: $0) }),
      let set = scenario.data[point.data]
    else { return nil }
    let longitudinal = try object.get(width)
    let latitudinal = try object.find(height) ?? longitudinal
    let animated = try object.get(animated)
    let span = EarthSpan(
      width: .kilometers(longitudinal / 1000), height: .kilometers(latitudinal / 1000))
    guard span.degrees(atLatitude: set.coordinates[point.row].latitude) != nil else {
      let texts = [width, height].compactMap { object.values[$0.name]?.text }
      return scenario.refused(
        .spanTooLarge("\(texts[0]) x \(texts[texts.count - 1])"), at: object.mark(ofValue: width))
    }
    return .selectAndZoom(
      point, latitudinalMeters: latitudinal, longitudinalMeters: longitudinal, animated: animated)
  }

  static let zoomToCluster = StepDefinition(
    "zoom to cluster", .clusters, "Asks the map to show all points of a cluster.",
    example: "{id: a, in: cities}",
    object: "The annotation whose points the map is to show, all of them.",
    keys: TargetKeys.all + [padding, animated], rules: TargetKeys.rules,
    whole: "{id: \"123\", in: cities, padding: 20 pt}"
  ) { scenario, object in
    if object.mark(ofKey: TargetKeys.layer) != nil {
      guard scenario.clusteredLayer(object[TargetKeys.layer]) != nil else { return nil }
    } else if !scenario.layerNames.isClustered.contains(true) {
      scenario.add(.noClusters, at: object.mark)
    }
    let target = scenario.target(object)
    let padding = scenario.padding(object)
    guard let target, let padding else { return nil }
    return try .zoomToCluster(target, padding: padding, animated: object.get(animated))
  }

  static let pauseClustering = StepDefinition(
    "pause clustering", .clusters, .reference(.layer),
    "Pauses the cluster controller of a layer, which remembers the updates to make. Without the "
      + "fix `pause and resume` the controller cannot pause, and `calls not supported` counts the "
      + "step.",
    example: "cities"
  ) { scenario, value in
    scenario.clusteredLayer(value).map { .setClusteringPaused(layer: $0, true) }
  }

  static let resumeClustering = StepDefinition(
    "resume clustering", .clusters, .reference(.layer),
    "Lets the cluster controller of a layer go on and catch up.", example: "cities"
  ) { scenario, value in
    scenario.clusteredLayer(value).map { .setClusteringPaused(layer: $0, false) }
  }

  static let updateClusters = StepDefinition(
    "update clusters", .clusters, .reference(.layer),
    "Lets the cluster controller of a layer update now. Without the fix `update on request` it "
      + "cannot, which `calls not supported` counts.", example: "cities"
  ) { scenario, value in scenario.clusteredLayer(value).map { .updateClusters(layer: $0) } }
}

extension ScenarioBuilder {
  mutating func clusteredLayer(_ value: ReadValue?) -> Int? {
    guard let value, let index = index(value, .layer) else { return nil }
    guard layerNames.isClustered[index] else {
      return refused(.plainLayer(layerNames.all[index]), at: value.mark)
    }
    return index
  }
}
