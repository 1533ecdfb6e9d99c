public import Callouts
public import Clustering
public import MapConfiguration
public import MapEvents
public import MapGeometry
public import MapModel

/// A small simulated map with its trace; everything has a default, so that a test names only what
/// it is about.
public final class TestMap {
  /// The map under test.
  public let map: MapSimulation
  /// The events since the map began, or since they were last taken.
  public let trace: TraceBox
  /// The numbers of all points.
  public let allPoints: [PointID]

  /// Every update takes its fade, so that a test need not remove clusters to have one; views have
  /// no order but that of coming, and collide and cluster after changes, whatever their priority.
  public static let options: MapOptions = {
    var options = MapOptions.asRecorded
    options.emptyFade = .full
    return options
  }()

  /// The middle of the maps: far from every edge of the world.
  public static let middle = MapPoint(x: 100_000_000, y: 100_000_000)

  /// Makes a map of its parts and begins its session.
  public init(
    viewport: Viewport = TestMap.viewport(), margin: Double = 0,
    costs: DeviceCosts = .free, points: [Coordinate] = [], rows: [Int32]? = nil,
    layers: [LayerSetup] = [.plain()],
    marks: [String] = ["mark"], isTitled: [Bool] = [], options: MapOptions = TestMap.options,
    userLocation: Coordinate? = nil, showsUserLocation: Bool? = nil,
    overlays: [OverlaySetup] = [], app: AppSetup = AppSetup(), griddedLayers: [Int]? = nil,
    identities: [PointID] = [], namesakes: [PointID] = [], losesDelegate: Bool = false,
    bars: EdgeInsets = EdgeInsets(all: 0), gestures: EnabledGestures = .all,
    userCallout: CalloutSetup? = nil
  ) {
    let box = TraceBox()
    trace = box
    allPoints = points.indices.map { PointID($0) }
    var setup = SimulationSetup(
      viewport: viewport, viewMarginFraction: margin, costs: costs, coordinates: points,
      rows: rows ?? points.indices.map { Int32($0) }, layers: layers, marks: marks,
      isTitled: isTitled, options: options, userLocation: userLocation,
      showsUserLocation: showsUserLocation, overlays: overlays, app: app,
      griddedLayers: griddedLayers, losesDelegate: losesDelegate)
    setup.identities = identities
    setup.namesakes = namesakes
    setup.bars = bars
    setup.gestures = gestures
    setup.userCallout = userCallout
    map = MapSimulation(
      setup: setup, meter: StillMeter()
    ) { event in
      box.events.append(event)
      box.watch?(event)
    }
    map.begin()
  }

  /// Makes a map whose points are given by where they are on the screen at the beginning.
  public convenience init(
    viewport: Viewport = TestMap.viewport(), margin: Double = 0,
    costs: DeviceCosts = .free, screenPoints: [(x: Double, y: Double)], rows: [Int32]? = nil,
    layers: [LayerSetup] = [.plain()], isTitled: [Bool] = [],
    options: MapOptions = TestMap.options,
    userLocation: (x: Double, y: Double)? = nil, showsUserLocation: Bool? = nil,
    overlays: [OverlaySetup] = [], app: AppSetup = AppSetup(), losesDelegate: Bool = false,
    bars: EdgeInsets = EdgeInsets(all: 0)
  ) {
    func place(_ point: (x: Double, y: Double)) -> Coordinate {
      TestMap.coordinate(x: point.x, y: point.y, in: viewport)
    }
    self.init(
      viewport: viewport, margin: margin, costs: costs,
      points: screenPoints.map(place), rows: rows, layers: layers, isTitled: isTitled,
      options: options, userLocation: userLocation.map(place),
      showsUserLocation: showsUserLocation, overlays: overlays, app: app,
      losesDelegate: losesDelegate, bars: bars)
  }

  /// The coordinate at a point of the screen.
  public static func coordinate(
    x: Double, y: Double, in viewport: Viewport = TestMap.viewport()
  ) -> Coordinate {
    Projection.coordinate(for: viewport.mapPoint(at: ScreenPoint(x: x, y: y)))
  }

  /// A small unturned view at a whole scale.
  public static func viewport(
    width: Double = 300, height: Double = 200, center: MapPoint = TestMap.middle,
    scale: Double = 64
  ) -> Viewport {
    Viewport(
      size: ScreenSize(width: width, height: height), center: center, mapPointsPerPoint: scale,
      headingDegrees: 0, regionFit: .exactInverse)
  }

  /// Gives all points to a layer.
  public func addAll(to layer: Int = 0) {
    map.add(allPoints, to: layer)
  }

  /// The events since the last time, in words; only those of the named rooms unless none is named.
  ///
  /// Where the tip of an open callout is comes with every frame, which no list of words is about.
  public func take(_ rooms: EventRoom..., timed: Bool = false) -> [String] {
    defer { trace.events.removeAll() }
    return trace.events.filter { rooms.isEmpty || rooms.contains($0.room) }
      .filter { if case .callout(.pinned) = $0.kind { false } else { true } }
      .map { timed ? "\($0.time.nanoseconds / 1_000_000) \($0.words)" : $0.words }
  }
}

/// The events that a map told.
public final class TraceBox {
  /// The events in order.
  public var events: [Event] = []
  /// Who looks at each event at the moment it is told.
  public var watch: ((Event) -> Void)?

  /// Makes an empty box.
  public init() {}
}

extension DeviceCosts {
  /// A phone whose work takes no time.
  public static let free = phone()

  /// A phone with the named costs in nanoseconds, the others zero.
  public static func phone(
    framesPerSecond: Int64 = 50, creation: Int64 = 0, reuse: Int64 = 0, layout: Int64 = 0,
    change: Int64 = 0, point: Int64 = 0, node: Int64 = 0
  ) -> DeviceCosts {
    DeviceCosts(
      framesPerSecond: framesPerSecond, viewCreation: SimulatedTime(nanoseconds: creation),
      viewReuse: SimulatedTime(nanoseconds: reuse), viewLayout: SimulatedTime(nanoseconds: layout),
      annotationChange: SimulatedTime(nanoseconds: change),
      pointVisit: SimulatedTime(nanoseconds: point), nodeVisit: SimulatedTime(nanoseconds: node))
  }
}

extension MapOptions {
  /// The options of the model when the traces of sessions without costs were recorded.
  public static let asRecorded: MapOptions = {
    var options = MapOptions.standard
    options.restoreRecorded()
    return options
  }()

  /// Gives each option that has another default since the one of then, unless it was set.
  public mutating func restoreRecorded() {
    restore(\.collisionOrder, .insertion)
    restore(\.collisionTimes, .afterChanges)
    restore(\.clusteringTimes, .afterChanges)
    restore(\.clusterPriority, .required)
    restore(\.clusterTitles, .titleOnly)
    restore(\.requiredViewsCluster, true)
    restore(\.clusteredViews, .enqueued)
    restore(\.mergeDuration, .zero)
    restore(\.disabledViews, .swallowTouches)
    restore(\.repeatedTaps, .nothing)
    restore(\.selectionOfMembers, .cluster)
    restore(\.dragPress, .zero)
    restore(\.ownCallouts, .stay)
    restore(\.selectedMarkerScale, 1)
    restore(\.farChanges, .fly)
    restore(\.singleAnnotationSpanMeters, 0)
    restore(\.dragCoordinate, .continuous)
    restore(\.firstLayout, .silent)
    restore(\.deceleration, .normal)
    restore(\.shownAnnotations, .coordinates)
    restore(\.nextCallout, .mapGoesOn)
    restore(\.userDot, .amongViews)
    restore(\.userDotHidesViews, true)
    restore(\.droppedPins, .staySelected)
    restore(\.overlayLevel, .aboveLabels)
    restore(\.ownCalloutWidth, .asGiven)
    restore(\.selectionOfNew, .needsView)
    restore(\.trackingBegins, .keepsScale)
    restore(\.trackingAtCallouts, .goesOn)
    restore(\.clusterPlace, .meanMapPoint)
    restore(\.markerCallouts, .all)
  }

  private mutating func restore<Value: Equatable>(
    _ path: WritableKeyPath<MapOptions, Value>, _ value: Value
  ) {
    if self[keyPath: path] == MapOptions.standard[keyPath: path] { self[keyPath: path] = value }
  }

  /// The standard options of a map that its northern and southern edges stop.
  public static var stopping: MapOptions {
    var options = MapOptions.standard
    options.beyondEdge = .stop
    options.firstLayout = .silent
    options.farChanges = .fly
    options.deceleration = .normal
    return options
  }
}

extension LayerSetup {
  /// A layer that shows each point by itself.
  public static func plain(
    identifiers: [String] = ["pin"], callout: CalloutSetup? = nil
  ) -> LayerSetup {
    LayerSetup(
      name: "plain", cluster: nil, view: .pin(identifiers), clusterView: .pin(["cluster"]),
      callout: callout)
  }

  /// A layer that clusters as the reproduced library does by default.
  public static func clustered(
    cellSize: Double = 60, margin: Double = 0.5, method: ClusterMethod = .centerOfMass,
    reuses: Bool = true, maximumZoom: Double = .greatestFiniteMagnitude,
    minimumLocations: Int = 0, fade: SimulatedTime = SimulatedTime(milliseconds: 200),
    fixes: ClusterFixes = .none,
    identifiers: [String] = ["pin"], clusterIdentifiers: [String] = ["cluster"],
    callout: CalloutSetup? = nil
  ) -> LayerSetup {
    LayerSetup(
      name: "clustered",
      cluster: ClusterSetup(
        engine: ReferenceEngine(fixes: fixes), cellSizePoints: cellSize, marginFraction: margin,
        method: method, reusesAnnotations: reuses, maximumZoomLevel: maximumZoom,
        minimumUniqueLocations: minimumLocations, fade: fade, fixes: fixes),
      view: .pin(identifiers), clusterView: .pin(clusterIdentifiers), callout: callout)
  }
}

extension LayerSetup {
  /// The layer with another cluster controller, and another app around it.
  public func clustering(_ change: (inout ClusterSetup) -> Void) -> LayerSetup {
    var layer = self
    if var cluster = layer.cluster {
      change(&cluster)
      layer.cluster = cluster
    }
    return layer
  }

  /// The layer with other views, those of clusters too.
  public func with(_ change: (inout ViewSetup) -> Void) -> LayerSetup {
    var layer = self
    change(&layer.view)
    change(&layer.clusterView)
    return layer
  }
}

extension MapOptions {
  /// The recorded options but for a change.
  public static func with(_ change: (inout MapOptions) -> Void) -> MapOptions {
    var options = MapOptions.asRecorded
    change(&options)
    return options
  }
}

extension ViewSetup {
  /// Views of the size of a map's pin.
  public static func pin(_ identifiers: [String] = ["pin"]) -> ViewSetup {
    ViewSetup(
      identifiers: identifiers, size: ScreenSize(width: 20, height: 30),
      centerOffset: ScreenOffset(dx: 0, dy: -15))
  }
}

extension CalloutSetup {
  /// A rectangle over the pin, which the map moves to show in full.
  public static func plain(
    width: Double = 100, height: Double = 40, adjuster: any CalloutAdjuster = IdealAdjuster()
  ) -> CalloutSetup {
    CalloutSetup(style: .plain(size: ScreenSize(width: width, height: height)), adjuster: adjuster)
  }
}
