internal import Callouts
internal import Clustering
internal import MapGeometry
internal import MapModel
internal import Scenarios

extension DeviceCosts {
  /// The costs of a scenario's phone.
  init(_ device: DeviceProfile) {
    self.init(
      framesPerSecond: device.framesPerSecond, viewCreation: device.viewCreation,
      viewReuse: device.viewReuse, viewLayout: device.viewLayout,
      annotationChange: device.annotationChange, pointVisit: device.pointVisit,
      nodeVisit: device.nodeVisit, annotationComparison: device.annotationComparison)
  }
}

extension LayerSetup {
  /// A scenario's layer.
  init(_ layer: Layer) {
    self.init(
      name: layer.name, cluster: layer.cluster.map { ClusterSetup($0) },
      view: ViewSetup(layer.view), clusterView: ViewSetup(layer.clusterView),
      callout: layer.callout.map { CalloutSetup($0) })
    furtherCallouts = layer.furtherCallouts.map { CalloutSetup($0) }
  }
}

extension ClusterSetup {
  /// A scenario's cluster settings, with an empty engine.
  init(_ settings: ClusterSettings) {
    let engine: any ClusterEngine =
      switch settings.engine {
      case .reference: ReferenceEngine(mends: settings.mends)
      }
    self.init(
      engine: engine, cellSizePoints: settings.cellSizePoints,
      marginFraction: settings.marginFraction, method: ClusterMethod(settings.method),
      reusesAnnotations: settings.reusesAnnotations,
      maximumZoomLevel: settings.maximumZoomLevel ?? .infinity,
      minimumUniqueLocations: settings.minimumUniqueLocations, fade: settings.fade,
      mends: settings.mends, app: ClusterAppSetup(settings.app))
  }
}

extension ClusterAppSetup {
  /// What a scenario's app does around a cluster controller.
  init(_ settings: ClusterAppSettings) {
    self.init()
    titlesClusters = settings.titlesClusters
    refreshesReusedViews = settings.refreshesReusedViews
    drawsGrid = settings.drawsGrid
    hasClusterer = settings.clusterer == .kept
    hasAnimator = settings.animator == .kept
  }
}

extension ClusterMethod {
  /// Where a scenario puts its clusters.
  init(_ method: ClusterSettings.Method) {
    switch method {
    case .centerOfMass: self = .centerOfMass
    case .nearCenter: self = .nearCenter
    case .firstMember: self = .firstMember
    }
  }
}

extension ClusteringChange {
  /// A step's change of cluster settings.
  init(_ change: ClusterSettingsChange) {
    self.init()
    cellSizePoints = change.cellSizePoints
    marginFraction = change.marginFraction
    method = change.method.map { ClusterMethod($0) }
    reusesAnnotations = change.reusesAnnotations
    maximumZoomLevel = change.maximumZoomLevel
    minimumUniqueLocations = change.minimumUniqueLocations
    drawsGrid = change.drawsGrid
  }
}
