import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

enum LayerKeys {
  static let cluster = Key(
    "cluster", .object(.cluster), .optional,
    "The clustering of the points. Without it every point is an annotation.",
    example: "{engine: reference, cell size: 60 pt}")
  static let view = Key(
    "view", .object(.view), .default("{}"), "The views of single points.",
    example: "{identifier: city, size: 32 x 39 pt, center offset: 8 x -16 pt}")
  static let clusterView = Key(
    "cluster view", .object(.clusterView), .derived("as view"),
    "The views of clusters of more than one point.", example: "{size: 44 x 44 pt}")
  static let oneLocationView = Key(
    "one location view", .object(.oneLocationView), .derived("as cluster view"),
    "The views of clusters of more than one point, all at one location, such as the flats of a "
      + "house: their geohashes of 9 characters are equal.",
    example: "{size: 28 x 28 pt, center offset: 0 x 14 pt}")
  static let callout = Key(
    "callout", .object(.callout), .optional,
    "The callout that opens when an annotation is selected. Without it no callout opens.",
    example: "{style: bubble, content height: 80 pt, adjust: contain rect}")
  static let callouts = Key(
    "callouts", .named(.callout, .callout, count: 1...100), .optional,
    "Callouts of several kinds, by content: the points take turns in the order of their rows.",
    example: "{tall: {content height: 120 pt}, flat: {content height: 40 pt}}")
}

/// The layers by their names, in the order of the file, with the effects of steps on them.
struct LayerNames {
  let all: [String]
  let isClustered: [Bool]
  /// The views of single points of each layer; nil after an error.
  fileprivate(set) var views: [ViewSetup?]
  /// The data sets that steps give to each layer, in the order of their first step.
  private(set) var feeds: [[Int]]
  /// The steps that change the clusters of each layer.
  private(set) var changes: [[ReadObject]]

  init(_ entries: [ReadEntry] = []) {
    all = entries.map(\.name)
    isClustered = entries.map { $0.object.isWritten(LayerKeys.cluster) }
    views = Array(repeating: nil, count: all.count)
    feeds = Array(repeating: [], count: all.count)
    changes = Array(repeating: [], count: all.count)
  }

  /// The index of the layer that a value names; nil without one.
  func index(of value: ReadValue?) -> Int? { value.flatMap { all.firstIndex(of: $0.text) } }

  mutating func feed(_ data: Int, to layer: Int) {
    if !feeds[layer].contains(data) { feeds[layer].append(data) }
  }

  mutating func change(_ layer: Int, by step: ReadObject) { changes[layer].append(step) }
}

extension ScenarioBuilder {
  /// The layers; those with an error are left out, their names are kept.
  mutating func layers(_ object: ReadObject) -> [LayerSetup] {
    let entries = object[HeadKeys.layers] ?? []
    layerNames = LayerNames(entries)
    return entries.enumerated().compactMap { index, entry in
      let layer = layer(entry.object, name: entry.name)
      layerNames.views[index] = layer?.view
      return layer
    }
  }

  private mutating func layer(_ object: ReadObject, name: String) -> LayerSetup? {
    // All parts are read before the first faulty one ends the layer.
    let view = views(LayerKeys.view, of: object, identifier: name)
    let clusterView = views(LayerKeys.clusterView, of: object, identifier: "\(name) cluster")
    let oneLocation = views(
      LayerKeys.oneLocationView, of: object, identifier: "\(name) one location")
    let cluster = object[LayerKeys.cluster].flatMap { try? clusterSetup($0) }
    let callouts = callouts(object, name: name)
    // A cluster annotation has one source.
    if object.isWritten(LayerKeys.cluster),
      let mark = object[LayerKeys.view]?.mark(ofKey: ViewKeys.clusteringIdentifier)
    {
      return refused(.clusteredTwice(name), at: mark)
    }
    guard let view, clusterView != nil || !object.isWritten(LayerKeys.clusterView),
      oneLocation != nil || !object.isWritten(LayerKeys.oneLocationView)
    else { return nil }
    var layer = LayerSetup(
      name: name, cluster: cluster, view: view, clusterView: clusterView ?? view,
      oneLocationView: oneLocation, callout: callouts.first)
    layer.furtherCallouts = Array(callouts.dropFirst())
    return layer
  }

  private mutating func views(
    _ key: Key<ReadObject>, of layer: ReadObject, identifier: String
  ) -> ViewSetup? {
    guard let object = layer[key] else { return nil }
    return try? viewSetup(object, identifier: identifier)
  }
}

extension ScenarioSchema {
  static let layer = ObjectSchema(
    .layer, "One kind of annotation: how it is clustered, shown and called out.",
    keys: [
      LayerKeys.cluster, LayerKeys.view, LayerKeys.clusterView, LayerKeys.oneLocationView,
      LayerKeys.callout, LayerKeys.callouts,
    ],
    rules: [
      .needs("one location view", other: "cluster"), .excludes("callout", other: "callouts"),
    ], example: "{cluster: {cell size: 60 pt}, callout: {adjust: contain rect}}")

  static let cluster = cluster(.standard)

  static func cluster(_ engines: EngineCatalog) -> ObjectSchema {
    ObjectSchema(
      .cluster, "How a layer's points become clusters.", keys: ClusterKeys.all(engines),
      rules: ClusterKeys.rules,
      example: "{engine: reference, cell size: 60 pt, margin: 0.5, maximum zoom: 14 levels}")
  }
}
