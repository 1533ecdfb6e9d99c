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
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - bars: What bars cover of the map view.
  init(_ layer: Layer, under bars: EdgeInsets) {
    self.init(
      name: layer.name, cluster: layer.cluster.map { ClusterSetup($0) },
      view: ViewSetup(layer.view), clusterView: ViewSetup(layer.clusterView),
      oneLocationView: layer.oneLocationView.map { ViewSetup($0) },
      callout: layer.callout.map { CalloutSetup($0, under: bars) })
    furtherCallouts = layer.furtherCallouts.map { CalloutSetup($0, under: bars) }
  }
}

extension ClusterSetup {
  /// A scenario's cluster settings, with an empty engine.
  init(_ settings: ClusterSettings) {
    let engine: any ClusterEngine =
      settings.ownEngine?.make(settings.mends) ?? ClusterSetup.engine(settings)
    self.init(
      engine: engine, cellSizePoints: settings.cellSizePoints,
      marginFraction: settings.marginFraction, method: ClusterMethod(settings.method),
      reusesAnnotations: settings.reusesAnnotations,
      maximumZoomLevel: settings.maximumZoomLevel ?? .infinity,
      minimumUniqueLocations: settings.minimumUniqueLocations, fade: settings.fade,
      mends: settings.mends, app: ClusterAppSetup(settings.app),
      zoomToleranceLevels: settings.zoomToleranceLevels)
    placer = ClusterPlacer(settings.method)
    animator = settings.animator.map { ClusterAnimator($0) }
  }

  private static func engine(_ settings: ClusterSettings) -> any ClusterEngine {
    switch settings.engine {
    case .reference: ReferenceEngine(mends: settings.mends)
    case .aggregate: AggregateEngine(.aggregate)
    case .pyramid: AggregateEngine(.pyramid)
    }
  }
}

extension ClusterAppSetup {
  /// What a scenario's app does around a cluster controller.
  init(_ settings: ClusterAppSettings) {
    self.init()
    titlesClusters = settings.titlesClusters
    subtitlesClusters = settings.subtitlesClusters
    refreshesReusedViews = settings.refreshesReusedViews
    drawsGrid = settings.drawsGrid
    hasClusterer = settings.clusterer == .kept
    hasAnimator = settings.animator == .kept
  }
}

extension ClusterMethod {
  /// Where a scenario puts its clusters; that of a rule of the app's own is never asked.
  init(_ method: ClusterSettings.Method) {
    switch method {
    case .centerOfMass, .middleOfCell, .middleOfExtent, .northernmostPoint: self = .centerOfMass
    case .nearCenter: self = .nearCenter
    case .firstMember: self = .firstMember
    }
  }
}

extension ClusterPlacer {
  /// The rule of the app's own by which a scenario puts its clusters; nil for the other methods.
  init?(_ method: ClusterSettings.Method) {
    switch method {
    case .centerOfMass, .nearCenter, .firstMember: return nil
    case .middleOfCell: self = .middleOfCell
    case .middleOfExtent: self = .middleOfExtent
    case .northernmostPoint: self = .northernmostPoint
    }
  }
}

extension ClusterAnimator {
  /// A scenario's animator.
  init(_ animator: ClusterSettings.Animator) {
    self.init(fadeIn: animator.fadeIn, fadeOut: animator.fadeOut, done: animator.done)
  }
}

extension ClusteringChange {
  /// A step's change of cluster settings.
  init(_ change: ClusterSettingsChange) {
    self.init()
    cellSizePoints = change.cellSizePoints
    marginFraction = change.marginFraction
    method = change.method.map { ClusterMethod($0) }
    placer = change.method.flatMap { ClusterPlacer($0) }
    reusesAnnotations = change.reusesAnnotations
    maximumZoomLevel = change.maximumZoomLevel
    minimumUniqueLocations = change.minimumUniqueLocations
    fade = change.fade
    animator = change.animator.map { ClusterAnimator($0) }
    titlesClusters = change.titlesClusters
    subtitlesClusters = change.subtitlesClusters
    refreshesReusedViews = change.refreshesReusedViews
    drawsGrid = change.drawsGrid
    hasClusterer = change.clusterer.map { $0 == .kept }
    hasAnimator = change.animatorLifetime.map { $0 == .kept }
    zoomToleranceLevels = change.zoomToleranceLevels
  }
}
