import Callouts
import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import ScenarioFiles
import Scenarios

/// The parts of random scenarios that are fixed for a session.
extension RandomScenario {
  mutating func layer(_ name: String, cluster: ClusterSetup?) -> LayerSetup {
    var single = view(name)
    // Both plain layers can have the same.
    if cluster == nil { single.clusteringIdentifier = one(of: [nil, "shops", "shops", name]) }
    // Without a draw, which would move the others.
    if single.clusteringIdentifier != nil {
      single.clusterAnnotation = ClusterAnnotation.allCases[single.identifiers.count]
      if single.identifiers.count == 1 { single.notReset.insert(.clustering) }
    }
    return LayerSetup(
      name: name, cluster: cluster, view: single, clusterView: view(name + " cluster"),
      oneLocationView: cluster != nil && isSo() ? view(name + " one location") : nil,
      callout: some(4) > 0 ? callout() : nil)
  }

  private mutating func view(_ name: String) -> ViewSetup {
    let kind = one(of: [AnnotationViewKind.image, .pin, .marker])
    let size = one(of: [1.0, 30, 30, 400])
    // One for all layers and roles, without a draw that would move the others.
    let identifier = size == 30 ? name : "shared"
    let kinds = 1 + some(3)
    var settings = ViewSetup(
      identifiers: kinds == 1 ? [identifier] : (1...kinds).map { "\(identifier) \($0)" },
      size: kind.standardSize ?? ScreenSize(width: size, height: size),
      centerOffset: offset(40), kind: kind, calloutOffset: offset(40),
      provider: one(of: ViewProvider.allCases), isEnabled: some(6) > 0,
      canShowCallout: isSo(), isDraggable: some(4) > 0,
      zPriority: ZPriority(unselected: Double(some(1001)), selected: Double(some(1001))),
      displayPriority: one(of: [0.0, 250, 1000, 1000]),
      collision: one(of: CollisionMode.allCases),
      notReset: StaleState(
        StaleState.words.map(\.part).filter { $0 != .clustering && some(4) == 0 }),
      liftDuration: some(4) > 0 ? time() : nil)
    settings.sizing = size == 400 ? .eachTime : .whenMade
    // Without draws, which would move the others.
    settings.alignmentInsets = EdgeInsets(
      all: min(size, 12) * (settings.canShowCallout ? 0.25 : -0.25))
    settings.contents = ViewContents(rawValue: ViewContents.RawValue(kinds))
    settings.hasPriorityOfMembers = settings.displayPriority == 250
    return settings
  }

  mutating func clustering() -> ClusterSetup {
    var fixes = one(of: ClusterMode.allCases).fixes
    if isSo() { fixes.coalescesUpdates.toggle() }
    if isSo() { fixes.comparesWhenApplied.toggle() }
    if isSo() { fixes.keepsSelection.toggle() }
    if isSo() { fixes.toleratesZoomNoise.toggle() }
    if isSo() { fixes.movesReused.toggle() }
    if isSo() { fixes.overlap = one(of: ClusterOverlap.allCases) }
    var app = ClusterAppSetup()
    app.titlesClusters = isSo()
    app.subtitlesClusters = isSo()
    app.refreshesReusedViews = isSo()
    app.drawsGrid = isSo()
    let (method, placer) = placing()
    let isFree = fixes.missingOfIndex.isEmpty && (method != .firstMember || placer != nil)
    let engines = EngineCatalog.standard.definitions
    let engine = isFree ? one(of: engines) : engines[0]
    var setup = ClusterSetup(
      engine: engine.make(fixes), cellSizePoints: 60, marginFraction: 0.5, method: method,
      reusesAnnotations: isSo(), maximumZoomLevel: isSo() ? 12 : .infinity,
      minimumUniqueLocations: some(4), fade: time(), fixes: fixes, app: app)
    setup.placer = placer
    setup.animator = isSo() ? animator() : nil
    setup.zoomToleranceLevels = one(of: [0, 0.01, 1])
    return setup
  }

  /// A method of the library, or a rule of the app's own.
  mutating func placing() -> (method: ClusterMethod, placer: ClusterPlacer?) {
    let number = some(6)
    return number < 3
      ? ([.centerOfMass, .nearCenter, .firstMember][number], nil)
      : (.centerOfMass, ClusterPlacer.rules[number - 3])
  }

  /// One that says when it is done, so that the map settles.
  mutating func animator() -> ClusterAnimator {
    ClusterAnimator(fadeIn: isSo() ? time() : nil, fadeOut: time(), done: time())
  }

  private mutating func callout() -> CalloutSetup {
    let extent = one(of: [1.0, 100, 900])
    let room = min(size.width, size.height) - Limits.subviewRoomPoints
    var style = CalloutStyle.plain(size: ScreenSize(width: extent, height: extent))
    var subview: SubviewCallout?
    switch some(3) {
    case 0 where size.width >= Limits.bubbleViewPoints:
      style = .bubble(contentHeight: extent, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    case 1 where room >= 0: subview = self.subview(extent)
    default: break
    }
    let definition = one(of: AdjusterCatalog.standard.definitions)
    var settings = AdjusterSettings()
    settings.margin = Double(some(20))
    settings.isAnimated = isSo()
    let left = isSo() ? accessory() : nil
    let right = isSo() ? accessory() : nil
    let takesTaps = some(5) > 0
    if isSo() {
      let bar = min(40, max(0, room / 2))
      settings.insets = EdgeInsets(top: bar, left: 0, bottom: bar / 2, right: bar)
    }
    draw(&settings.precision)
    settings.subject = one(of: MoveCenterAdjuster.Subject.allCases)
    settings.overlooksRight = isSo()
    if var subview {
      (subview.leftAccessory, subview.rightAccessory) = (left?.size, right?.size)
      subview.insets = settings.insets
      style = .subview(subview)
    }
    var setup = CalloutSetup(
      style: style, adjuster: definition.make(settings), leftAccessory: left,
      rightAccessory: right, takesTapsOutsideView: takesTaps, isAnimated: isSo())
    setup.bars = settings.insets
    setup.hasDetail = isSo()
    return setup
  }

  private mutating func subview(_ extent: Double) -> SubviewCallout {
    let content: SubviewCallout.Content =
      switch some(3) {
      case 0: .text(titleWidth: extent, subtitleWidth: isSo() ? 50 : nil)
      case 1: .view(ScreenSize(width: extent, height: 50))
      default: .whole(ScreenSize(width: extent, height: 100))
      }
    return SubviewCallout(
      content: content, directions: one(of: SubviewCallout.Directions.allCases))
  }

  private mutating func accessory() -> AccessorySetup {
    let side = one(of: [1.0, 30, 32])
    return AccessorySetup(
      size: ScreenSize(width: side, height: side), isControl: some(3) > 0)
  }

  mutating func request() -> RegionRequest? {
    let goal: RegionRequest.Goal? =
      switch some(6) {
      case 0: .center(place())
      case 1: .region(region())
      case 2: .move(offset(500))
      default: nil
      }
    return goal.map { goal in
      let isAnimated = isSo()
      // By what is drawn already, so that it moves no other draw.
      let isTimed = isAnimated && spread > 0.1
      return RegionRequest(
        goal, animated: isAnimated, over: isTimed ? SimulatedTime(milliseconds: 120) : nil)
    }
  }

  mutating func overlays() -> [OverlaySetup] {
    let shapes: [OverlaySetup.Shape] = [
      .circle(center: place(), radiusMeters: one(of: [1.0, 5_000, 10_000_000])),
      .polyline([place(), place(), place()]), .polygon([place(), place(), place()]),
      .geodesicPolyline([middle, place()]),
    ]
    return shapes.enumerated().map { number, shape in
      OverlaySetup(
        name: "overlay \(number)", shape: shape,
        level: isSo() ? one(of: OverlayLevel.allCases) : nil, hasRenderer: some(3) > 0)
    }
  }

  mutating func viewportOptions() -> ViewportOptions {
    var options = ViewportOptions()
    draw(&options.regionFit)
    draw(&options.worldCopy)
    draw(&options.northSouthEdge)
    draw(&options.farthestScale)
    options.closestMapPointsPerPoint = one(of: [0.01, 0.25, 100])
    draw(&options.turnedBounds)
    draw(&options.regionConversion)
    draw(&options.rectConversion)
    draw(&options.edgePadding)
    draw(&options.headingOnRegionChange)
    if some(3) == 0 { options.cameraLimits = cameraLimits() }
    return options
  }

  private mutating func cameraLimits() -> CameraLimits {
    let place = Projection.mapKit.mapPoint(for: place())
    let side = one(of: [1_000.0, 1_000_000])
    return CameraLimits(
      boundary: isSo()
        ? MapRect(x: place.x - side / 2, y: place.y - side / 2, width: side, height: side) : nil,
      closestMeters: one(of: [nil, 10, 50_000]), farthestMeters: one(of: [nil, 100_000]))
  }

  mutating func mapOptions() -> MapOptions {
    var options = MapOptions.standard
    draw(&options.viewRequests)
    draw(&options.leavingViews)
    draw(&options.selectedViews)
    draw(&options.stacking)
    draw(&options.selectionCallbacks)
    draw(&options.removalOfSelected)
    options.dragMovesMapAtEdge = isSo()
    options.pinchIsAnimated = isSo()
    draw(&options.interruption)
    options.reentryLimit = one(of: [1, 3, 8, 100])
    draw(&options.deceleration)
    draw(&options.beyondEdge)
    options.doubleTapSnaps = isSo()
    options.panDuration = one(of: [SimulatedTime(milliseconds: 1), options.panDuration])
    options.zoomDuration = one(of: [SimulatedTime(milliseconds: 1), options.zoomDuration])
    draw(&options.animationCurve)
    draw(&options.zoomPath)
    draw(&options.clusteringOrder)
    draw(&options.clusteringTimes)
    draw(&options.clusterPlace)
    draw(&options.draggedViews)
    draw(&options.collisionCircle)
    options.velocityWindow = one(of: [SimulatedTime(milliseconds: 1), options.velocityWindow])
    options.rubberBandCoefficient = one(of: [0.05, options.rubberBandCoefficient, 1])
    options.springStiffness = one(of: [1, options.springStiffness, 10_000])
    draw(&options.emptyFade)
    options.driftRemainderPoints = one(of: [0.01, options.driftRemainderPoints, 10])
    options.springRemainderPoints = one(of: [0.01, options.springRemainderPoints, 10])
    addPhone(to: &options)
    return options
  }

  /// What phones do to time, touches and regions, each option at one value or the other.
  private mutating func addPhone(to options: inout MapOptions) {
    draw(&options.mainThread)
    draw(&options.collisionOrder)
    draw(&options.collisionTimes)
    draw(&options.disabledViews)
    draw(&options.repeatedTaps)
    draw(&options.selectionOfMembers)
    draw(&options.clusteredViews)
    draw(&options.clusterPriority)
    draw(&options.clusterTitles)
    options.requiredViewsCluster = isSo()
    options.annotationsHoldClusters = isSo()
    draw(&options.poolOrder)
    options.hitSlopPoints = one(of: [0, 12, 44])
    options.tapDelay = one(of: [.zero, SimulatedTime(milliseconds: 350)])
    options.dragPress = one(of: [.zero, options.dragPress])
    draw(&options.dragCoordinate)
    draw(&options.ownCallouts)
    draw(&options.markerCallouts)
    draw(&options.shownAnnotations)
    draw(&options.flingCallbacks)
    draw(&options.nextCallout)
    draw(&options.userDot)
    draw(&options.slidingFinger)
    options.userDotHidesViews = isSo()
    draw(&options.droppedPins)
    draw(&options.ownCalloutWidth)
    draw(&options.overlayLevel)
    options.hasDeadAccessories = isSo()
    draw(&options.selectionOfNew)
    draw(&options.trackingBegins)
    options.trackingSpanMeters = one(of: [10, options.trackingSpanMeters])
    draw(&options.trackingAtCallouts)
    draw(&options.farChanges)
    options.farDistanceViews = one(of: [1, options.farDistanceViews])
    options.singleAnnotationSpanMeters = one(of: [0, options.singleAnnotationSpanMeters])
    draw(&options.pinchDeceleration)
    draw(&options.firstLayout)
    draw(&options.resizedMap)
    options.selectedMarkerScale = one(of: [1, options.selectedMarkerScale, 3])
    options.markerTitleWidthPoints = one(of: [0, 60])
    draw(&options.titleCollisions)
    options.mergeDuration = one(of: [.zero, options.mergeDuration])
    options.tallestAccessoryPoints = one(of: [32, 44])
  }
}
