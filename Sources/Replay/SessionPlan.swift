internal import Callouts
internal import Clustering
internal import MapGeometry
internal import MapModel
internal import Scenarios

/// A scenario in the map model's terms: the setup, the numbers of points, the indexes of marks.
struct SessionPlan {
  let setup: SimulationSetup
  /// The number of each data set's first point.
  private let firstPoints: [Int]
  private let markIndexes: [Int]

  init(_ scenario: Scenario) {
    var firstPoints: [Int] = []
    var coordinates: [Coordinate] = []
    var rows: [Int32] = []
    for data in scenario.data {
      firstPoints.append(coordinates.count)
      coordinates += data.coordinates
      rows += (0..<Int32(data.count))
    }
    var marks: [String] = []
    var markIndexes = Array(repeating: -1, count: scenario.stepCount)
    SessionPlan.visit(scenario.steps) { step in
      guard case .mark(let name) = step.action else { return }
      markIndexes[step.id] = marks.count
      marks.append(name)
    }
    self.firstPoints = firstPoints
    self.markIndexes = markIndexes
    setup = SimulationSetup(
      viewport: SessionPlan.viewport(of: scenario.map),
      viewMarginFraction: scenario.map.viewMarginFraction,
      costs: DeviceCosts(scenario.device), coordinates: coordinates, rows: rows,
      layers: scenario.layers.map { LayerSetup($0) }, marks: marks)
  }

  /// The number of a point.
  func point(data: Int, row: Int) -> Int32 {
    Int32(firstPoints[data] + row)
  }

  /// The numbers of the points that a change means, in its order.
  func points(of change: DataChange) -> [Int32] {
    switch change.points {
    case .rows(let from, let to): (from..<to).map { point(data: change.data, row: $0) }
    case .list(let rows): rows.map { point(data: change.data, row: $0) }
    }
  }

  /// The index of the mark that a step sets.
  func markIndex(ofStep id: Int) -> Int {
    assert(markIndexes[id] >= 0, "step \(id) sets no mark")
    return markIndexes[id]
  }

  /// Visits every step once, those inside repetitions too, in the order of the file.
  static func visit(_ steps: [Step], _ look: (Step) -> Void) {
    for step in steps {
      look(step)
      if case .repeat(_, let inner) = step.action { visit(inner, look) }
    }
  }

  private static func viewport(of map: MapSetup) -> Viewport {
    let blank = Viewport(
      size: map.size, center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1, headingDegrees: 0,
      regionFit: map.regionFit)
    let shown = blank.showing(map.region)
    precondition(shown != nil, "a validated map has a valid centre")
    return shown ?? blank
  }
}

extension DeviceCosts {
  /// The costs of a scenario's phone.
  init(_ device: DeviceProfile) {
    self.init(
      framesPerSecond: device.framesPerSecond, viewCreation: device.viewCreation,
      viewReuse: device.viewReuse, viewLayout: device.viewLayout,
      annotationChange: device.annotationChange, pointVisit: device.pointVisit,
      nodeVisit: device.nodeVisit)
  }
}

extension LayerSetup {
  /// A scenario's layer.
  init(_ layer: Layer) {
    self.init(
      name: layer.name, cluster: layer.cluster.map { ClusterSetup($0) },
      view: ViewSetup(layer.view), clusterView: ViewSetup(layer.clusterView),
      callout: layer.callout.map { CalloutSetup($0) })
  }
}

extension ClusterSetup {
  /// A scenario's cluster settings, with an empty engine.
  init(_ settings: ClusterSettings) {
    let engine: any ClusterEngine =
      switch settings.engine {
      case .reference: ReferenceEngine()
      }
    let method: ClusterMethod =
      switch settings.method {
      case .centerOfMass: .centerOfMass
      case .nearCenter: .nearCenter
      }
    self.init(
      engine: engine, cellSizePoints: settings.cellSizePoints,
      marginFraction: settings.marginFraction, method: method,
      reusesAnnotations: settings.reusesAnnotations,
      maximumZoomLevel: settings.maximumZoomLevel ?? .infinity,
      minimumUniqueLocations: settings.minimumUniqueLocations, fade: settings.fade)
  }
}

extension ViewSetup {
  /// A scenario's view settings; one kind keeps the plain identifier.
  init(_ settings: ViewSettings) {
    let identifiers =
      settings.kinds == 1
      ? [settings.identifier] : (1...settings.kinds).map { "\(settings.identifier) \($0)" }
    self.init(
      identifiers: identifiers, size: settings.size, centerOffset: settings.centerOffset)
  }
}

extension CalloutSetup {
  /// A scenario's callout.
  init(_ settings: CalloutSettings) {
    let style: CalloutStyle =
      switch settings.style {
      case .plain(let size): .plain(size: size)
      case .bubble(let height):
        .bubble(contentHeight: height, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
      }
    let adjuster: any CalloutAdjuster =
      switch settings.adjuster {
      case .none: NoAdjuster()
      case .edgeMargins: EdgeMarginsAdjuster()
      case .containRect:
        ContainRectAdjuster(margin: settings.marginPoints, animated: settings.isAnimated)
      case .ideal:
        IdealAdjuster(margin: settings.marginPoints, animated: settings.isAnimated)
      }
    self.init(style: style, adjuster: adjuster)
  }
}
