import Clustering
import MapConfiguration
import MapGeometry
import Scenarios

/// What the app asks of cluster controllers.
extension ScenarioBuilder {
  /// A step that has nothing to say but the layer.
  mutating func controllerOrder(_ verb: String, _ step: ReadObject) -> Step.Action? {
    guard let layer = clusteredLayer(step, verb) else { return nil }
    switch verb {
    case "pause clustering": return .setClusteringPaused(layer: layer, true)
    case "resume clustering": return .setClusteringPaused(layer: layer, false)
    default:
      assert(verb == "update clusters", "the step '\(verb)' is declared but never built")
      return .updateClusters(layer: layer)
    }
  }

  /// A step of the controller with an object.
  mutating func controllerRequest(_ verb: String, _ object: ReadObject) -> Step.Action? {
    switch verb {
    case "change clustering": return clusteringChange(object)
    case "select and zoom": return selectAndZoom(object)
    default:
      assert(verb == "zoom to cluster", "the step '\(verb)' is declared but never built")
      return zoomToCluster(object)
    }
  }

  /// The index of a layer with clusters that a key names, or nil after a fault.
  private mutating func clusteredLayer(_ object: ReadObject, _ key: String) -> Int? {
    guard let index = index(object, key, .layer) else { return nil }
    guard isClustered[index] else {
      add(.map(.plainLayer(layerNames[index])), at: object[key]?.mark ?? object.mark)
      return nil
    }
    return index
  }

  private mutating func clusteringChange(_ object: ReadObject) -> Step.Action? {
    let layer = clusteredLayer(object, "layer")
    if object.hasNoOtherKey(than: "layer") {
      let keys = Language.declaration(of: .changeClustering).keys.filter { $0 != "layer" }
      add(.key(.noneOf(keys, of: .changeClustering)), at: object.mark)
      return nil
    }
    var change = ClusteringChange()
    change.cellSizePoints = object.decimal("cell size")
    change.marginFraction = object.decimal("margin")
    if let placing = placing(object) { (change.method, change.placer) = placing }
    change.reusesAnnotations = object.flag("reuse")
    change.maximumZoomLevel = object.decimal("maximum zoom")
    change.minimumUniqueLocations = object.whole("minimum locations").map { Int($0) }
    change.fade = object.duration("fade")
    change.animator = object.object("custom animator").flatMap(animator)
    change.titlesClusters = object.flag("titles")
    change.subtitlesClusters = object.flag("subtitles")
    change.refreshesReusedViews = object.flag("refreshes reused views")
    change.zoomToleranceLevels = object.decimal("zoom tolerance")
    change.drawsGrid = object.flag("debug grid")
    change.hasClusterer = isKept(object, "clusterer")
    change.hasAnimator = isKept(object, "animator")
    return layer.map { .changeClustering(layer: $0, change) }
  }

  private mutating func selectAndZoom(_ object: ReadObject) -> Step.Action? {
    let layer = clusteredLayer(object, "in")
    guard let point = layer.flatMap({ point(object, layer: $0) }),
      let width = object.decimal("width"), let widthValue = object["width"],
      let height = object.keyMarks["height"] == nil ? width : object.decimal("height"),
      let animated = object.flag("animated"), let set = data[point.data]
    else { return nil }
    let span = EarthSpan(width: .kilometres(width / 1000), height: .kilometres(height / 1000))
    guard span.degrees(atLatitude: set.coordinates[point.row].latitude) != nil else {
      let text = "\(widthValue.text) x \((object["height"] ?? widthValue).text)"
      add(.value(.spanTooLarge(text)), at: widthValue.mark)
      return nil
    }
    return .selectAndZoom(
      point, latitudinalMeters: height, longitudinalMeters: width, animated: animated)
  }

  private mutating func zoomToCluster(_ object: ReadObject) -> Step.Action? {
    if object.keyMarks["in"] != nil {
      guard clusteredLayer(object, "in") != nil else { return nil }
    } else if !isClustered.contains(true) {
      add(.map(.noClusters), at: object.mark)
    }
    let target = target(object)
    let padding = padding(object)
    guard let target, let padding, let animated = object.flag("animated") else { return nil }
    return .zoomToCluster(target, paddingPoints: padding, animated: animated)
  }
}
