import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

extension ScenarioBuilder {
  /// The layers; those with a fault are left out, their names are kept.
  mutating func layers(_ object: ReadObject) -> [LayerSetup] {
    var layers: [LayerSetup] = []
    for entry in object.named("layers") ?? [] {
      layerNames.append(entry.name)
      isClustered.append(entry.object.keyMarks["cluster"] != nil)
      if let layer = layer(entry.object, name: entry.name) { layers.append(layer) }
    }
    feeds = Array(repeating: [], count: layerNames.count)
    clusterChanges = Array(repeating: [], count: layerNames.count)
    return layers
  }

  private mutating func layer(_ object: ReadObject, name: String) -> LayerSetup? {
    // All parts are read before the first faulty one ends the layer.
    let view = object.object("view").flatMap { viewSetup($0, identifier: name) }
    let clusterView =
      object.keyMarks["cluster view"] == nil
      ? view
      : object.object("cluster view").flatMap {
        viewSetup($0, identifier: "\(name) cluster")
      }
    let oneLocation = object.keyMarks["one location view"].flatMap { _ in
      object.object("one location view")
    }.flatMap { viewSetup($0, identifier: "\(name) one location") }
    let cluster = object.keyMarks["cluster"].flatMap { _ in object.object("cluster") }
      .flatMap(clusterSetup)
    let callouts = callouts(object, name: name)
    // A cluster annotation has one source.
    if object.keyMarks["cluster"] != nil, object.keyMarks["view"] != nil,
      let mark = object.object("view")?.keyMarks["clustering identifier"]
    {
      add(.map(.clusteredTwice(name)), at: mark)
      return nil
    }
    guard let view, let clusterView,
      oneLocation != nil || object.keyMarks["one location view"] == nil
    else { return nil }
    var layer = LayerSetup(
      name: name, cluster: cluster, view: view, clusterView: clusterView,
      oneLocationView: oneLocation, callout: callouts.first)
    layer.furtherCallouts = Array(callouts.dropFirst())
    return layer
  }
}

extension Language {
  static let layer = ObjectSchema(
    .layer, "One kind of annotation: how it is clustered, shown and called out.",
    fields: [
      Field(
        "cluster", .object(.cluster), .optional,
        "How points become clusters; without it every point is an annotation.",
        example: "{engine: reference, cell size: 60 pt}"),
      Field(
        "view", .object(.view), .standard("{}"), "The views of single points.",
        example: "{identifier: city, size: 32 x 39 pt, center offset: 8 x -16 pt}"),
      Field(
        "cluster view", .object(.clusterView), .derived("as view"),
        "The views of clusters of more than one point.", example: "{size: 44 x 44 pt}"),
      Field(
        "one location view", .object(.oneLocationView), .derived("as cluster view"),
        "The views of clusters of more than one point, all at one location, such as the flats of a "
          + "house: their geohashes of 9 characters are equal.",
        example: "{size: 28 x 28 pt, center offset: 0 x 14 pt}"),
      Field(
        "callout", .object(.callout), .optional,
        "What opens when an annotation is selected; without it nothing opens.",
        example: "{style: bubble, content height: 80 pt, adjust: contain rect}"),
      Field(
        "callouts", .named(.callout, .callout, count: 1...100), .optional,
        "Callouts of several kinds, by content: the points take turns in the order of their rows.",
        example: "{tall: {content height: 120 pt}, flat: {content height: 40 pt}}"),
    ],
    rules: [
      .needs("one location view", other: "cluster"), .excludes("callout", other: "callouts"),
    ],
    example: "{cluster: {cell size: 60 pt}, callout: {adjust: contain rect}}")

  static let cluster = cluster(.standard)

  static func cluster(_ engines: EngineCatalogue) -> ObjectSchema {
    ObjectSchema(
      .cluster, "How a layer's points become clusters.", fields: ClusterKeys.fields(engines),
      rules: ClusterKeys.rules,
      example: "{engine: reference, cell size: 60 pt, margin: 0.5, maximum zoom: 14 levels}")
  }

  static let sessionExpectations = ObjectSchema(
    .sessionExpectations, "What the whole session must keep, judged at its end.",
    fields: [orNothing.field],
    openKeys: .metrics, example: "{views created: at most 40, callout inside map: always}")
}
