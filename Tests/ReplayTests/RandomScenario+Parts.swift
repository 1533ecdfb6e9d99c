import MapGeometry
import Scenarios

/// The parts of random scenarios that are fixed for a session.
extension RandomScenario {
  mutating func layer(_ name: String, cluster: ClusterSettings?) -> Layer {
    var single = view(name)
    // Both plain layers can have the same.
    if cluster == nil { single.clusteringIdentifier = one(of: [nil, "shops", "shops", name]) }
    return Layer(
      name: name, cluster: cluster, view: single, clusterView: view(name + " cluster"),
      oneLocationView: cluster != nil && isSo() ? view(name + " one location") : nil,
      callout: some(4) > 0 ? callout() : nil)
  }

  private mutating func view(_ name: String) -> ViewSettings {
    let kind = one(of: ViewSettings.Kind.allCases)
    let size = one(of: [1.0, 30, 30, 400])
    var settings = ViewSettings(
      // One for all layers and roles, without a draw that would move the others.
      identifier: size == 30 ? name : "shared", kinds: 1 + some(3), kind: kind,
      size: kind == .image ? ScreenSize(width: size, height: size) : kind.standardSize,
      centerOffset: offset(40), calloutOffset: offset(40),
      provider: one(of: ViewSettings.Provider.allCases), isEnabled: some(6) > 0,
      canShowCallout: isSo(), isDraggable: some(4) > 0, zPriority: Double(some(1001)),
      selectedZPriority: Double(some(1001)), displayPriority: one(of: [0.0, 250, 1000, 1000]),
      collision: one(of: ViewSettings.Collision.allCases),
      forgets: ViewSettings.Part.allCases.filter { _ in some(4) == 0 },
      liftDuration: some(4) > 0 ? time() : nil)
    settings.sizing = size == 400 ? .eachTime : .whenMade
    return settings
  }

  mutating func clustering() -> ClusterSettings {
    var mends = one(of: ClusterSettings.Mode.allCases).mends
    if isSo() { mends.coalescesUpdates.toggle() }
    if isSo() { mends.comparesWhenApplied.toggle() }
    if isSo() { mends.keepsSelection.toggle() }
    if isSo() { mends.toleratesZoomNoise.toggle() }
    if isSo() { mends.movesReused.toggle() }
    if isSo() { mends.overlap = one(of: ClusterOverlap.allCases) }
    var app = ClusterAppSettings()
    app.titlesClusters = isSo()
    app.subtitlesClusters = isSo()
    app.refreshesReusedViews = isSo()
    app.drawsGrid = isSo()
    let method = one(of: ClusterSettings.Method.allCases)
    let isFree = mends.missingOfIndex.isEmpty && method != .firstMember
    return ClusterSettings(
      engine: isFree ? one(of: ClusterSettings.Engine.allCases) : .reference, cellSizePoints: 60,
      marginFraction: 0.5, method: method, reusesAnnotations: isSo(),
      maximumZoomLevel: isSo() ? 12 : nil, minimumUniqueLocations: some(4), fade: time(),
      mends: mends, app: app, animator: isSo() ? animator() : nil,
      zoomToleranceLevels: one(of: [0, 0.01, 1]))
  }

  /// One that says when it is done, so that the map settles.
  mutating func animator() -> ClusterSettings.Animator {
    ClusterSettings.Animator(fadeIn: time(), fadeOut: time(), done: time())
  }

  private mutating func callout() -> CalloutSettings {
    let extent = one(of: [1.0, 100, 900])
    let room = min(size.width, size.height) - Limits.subviewRoomPoints
    var style = CalloutSettings.Style.plain(size: ScreenSize(width: extent, height: extent))
    switch some(3) {
    case 0 where size.width >= Limits.bubbleViewPoints:
      style = .bubble(contentHeightPoints: extent)
    case 1 where room >= 0: style = .subview(subview(extent))
    default: break
    }
    var settings = CalloutSettings(
      style: style,
      adjuster: one(of: CalloutSettings.Adjuster.allCases), marginPoints: Double(some(20)),
      isAnimated: isSo(), leftAccessory: isSo() ? accessory() : nil,
      rightAccessory: isSo() ? accessory() : nil,
      taps: some(5) > 0 ? .everywhere : .insideView)
    if isSo() {
      let bar = min(40, max(0, room / 2))
      settings.insets = EdgeInsets(top: bar, left: 0, bottom: bar / 2, right: bar)
    }
    settings.precision = one(of: CalloutSettings.Precision.allCases)
    settings.subject = one(of: CalloutSettings.Subject.allCases)
    settings.overlooksRight = isSo()
    settings.grows = isSo()
    return settings
  }

  private mutating func subview(_ extent: Double) -> CalloutSettings.Subview {
    let content: CalloutSettings.Subview.Content =
      switch some(3) {
      case 0: .text(titleWidthPoints: extent, subtitleWidthPoints: isSo() ? 50 : nil)
      case 1: .view(ScreenSize(width: extent, height: 50))
      default: .whole(ScreenSize(width: extent, height: 100))
      }
    return CalloutSettings.Subview(
      content: content, arrow: one(of: CalloutSettings.Arrow.allCases))
  }

  private mutating func accessory() -> CalloutSettings.Accessory {
    let side = one(of: [1.0, 30, 32])
    return CalloutSettings.Accessory(
      size: ScreenSize(width: side, height: side), isControl: some(3) > 0)
  }

  mutating func request() -> AppSettings.Request? {
    switch some(6) {
    case 0: .setCenter(place(), animated: isSo())
    case 1: .setRegion(region(), animated: isSo())
    case 2: .moveContent(by: offset(500), animated: isSo())
    default: nil
    }
  }

  mutating func overlays() -> [Overlay] {
    let shapes: [Overlay.Shape] = [
      .circle(center: place(), radiusMetres: one(of: [1.0, 5_000, 10_000_000])),
      .polyline([place(), place(), place()]), .polygon([place(), place(), place()]),
      .geodesic([middle, place()]),
    ]
    return shapes.enumerated().map { number, shape in
      Overlay(
        name: "overlay \(number)", shape: shape,
        level: isSo() ? one(of: Overlay.Level.allCases) : nil, hasRenderer: some(3) > 0)
    }
  }

  mutating func viewportOptions() -> ViewportOptions {
    ViewportOptions(
      regionFit: one(of: RegionFit.allCases), worldCopy: one(of: WorldCopy.allCases),
      northSouthEdge: one(of: NorthSouthEdge.allCases),
      farthestScale: one(of: FarthestScale.allCases),
      closestMapPointsPerPoint: one(of: [0.01, 0.25, 100]),
      turnedBounds: one(of: TurnedBounds.allCases),
      regionConversion: one(of: RegionConversion.allCases),
      rectConversion: one(of: RectConversion.allCases),
      edgePadding: one(of: EdgePadding.allCases),
      headingOnRegionChange: one(of: HeadingOnRegionChange.allCases))
  }

  mutating func mapOptions() -> MapOptions {
    var options = MapOptions.standard
    options.viewRequests = one(of: MapOptions.ViewRequests.allCases)
    options.leavingViews = one(of: MapOptions.LeavingViews.allCases)
    options.selectedViews = one(of: MapOptions.SelectedViews.allCases)
    options.stacking = one(of: MapOptions.Stacking.allCases)
    options.selectionCallbacks = one(of: MapOptions.SelectionCallbacks.allCases)
    options.removalOfSelected = one(of: MapOptions.RemovalOfSelected.allCases)
    options.dragMovesMapAtEdge = isSo()
    options.pinchIsAnimated = isSo()
    options.interruption = one(of: MapOptions.Interruption.allCases)
    options.reentryLimit = one(of: [1, 3, 8, 100])
    options.deceleration = one(of: MapOptions.Deceleration.allCases)
    options.beyondEdge = one(of: MapOptions.BeyondEdge.allCases)
    options.doubleTapSnaps = isSo()
    options.panDuration = one(of: [SimulatedTime(milliseconds: 1), options.panDuration])
    options.zoomDuration = one(of: [SimulatedTime(milliseconds: 1), options.zoomDuration])
    options.animationCurve = one(of: MapOptions.AnimationPace.allCases)
    options.zoomPath = one(of: MapOptions.ZoomPath.allCases)
    options.clusteringOrder = one(of: MapOptions.ClusteringOrder.allCases)
    options.clusteringTimes = one(of: MapOptions.ClusteringTimes.allCases)
    options.clusterPlace = one(of: MapOptions.ClusterPlace.allCases)
    options.draggedViews = one(of: MapOptions.DraggedViews.allCases)
    options.collisionCircle = one(of: MapOptions.CollisionCircle.allCases)
    options.velocityWindow = one(of: [SimulatedTime(milliseconds: 1), options.velocityWindow])
    options.rubberBandCoefficient = one(of: [0.05, options.rubberBandCoefficient, 1])
    options.springStiffness = one(of: [1, options.springStiffness, 10_000])
    options.emptyFade = one(of: MapOptions.EmptyFade.allCases)
    options.driftRemainderPoints = one(of: [0.01, options.driftRemainderPoints, 10])
    options.springRemainderPoints = one(of: [0.01, options.springRemainderPoints, 10])
    return options
  }
}
