internal import Callouts
internal import MapEvents
public import MapGeometry

/// Region changes: one pair of will and did for each, none when nothing changes.
extension MapSimulation {
  /// A region change between its will and its did.
  struct RegionChange {
    /// Pairs are counted.
    var number: Int32
    var isAnimated: Bool
  }

  var camera: Camera {
    Camera(
      center: viewport.center, mapPointsPerPoint: viewport.mapPointsPerPoint,
      headingDegrees: viewport.headingDegrees)
  }

  /// Degrees from the western to the eastern edge, as the region of the map has them.
  var longitudeSpan: Double { visibleRect.width / MapSize.worldSide * 360 }

  /// Asks the map to show a region; an animation runs while later steps do.
  public func setRegion(_ region: CoordinateRegion, animated: Bool) {
    reentryDepth = 0
    change(animated: animated) { $0.showing(region) }
  }

  /// Asks the map to move its centre; an animation runs while later steps do.
  public func setCenter(_ coordinate: Coordinate, animated: Bool) {
    reentryDepth = 0
    change(animated: animated) { $0.centered(at: coordinate) }
  }

  /// Asks the map to show all annotations of some layers, as large as a padding in points lets it;
  /// without an annotation nothing happens.
  ///
  /// - Precondition: The padding leaves a part of the view.
  /// - Complexity: O(n log n) in the annotations of the layers.
  public func showAnnotations(of layers: [Int], padding: EdgeInsets, animated: Bool) {
    guard let rect = boundingRect(of: layers) else { return }
    reentryDepth = 0
    change(animated: animated) { $0.showing(rect, padding: padding) }
  }

  /// The smallest rect around the annotations of some layers.
  private func boundingRect(of layers: [Int]) -> MapRect? {
    var places: [MapPoint] = []
    for slot in annotations.slots.indices where annotations.isUsed[slot] {
      let annotation = annotations.slots[slot]
      // The place of an invalid coordinate lies outside the world.
      guard layers.contains(Int(annotation.layer)), annotation.mapPoint.x >= 0 else { continue }
      // The map's own clusters are where others are.
      guard annotation.cluster < 0 || !isBuiltInCluster(annotation) else { continue }
      places.append(annotation.mapPoint)
    }
    return MapSimulation.shortestRect(around: places)
  }

  /// The smallest rect around some points of the world, nil around none; it leaves the world when
  /// the shorter way around them crosses the 180th meridian.
  ///
  /// - Complexity: O(n log n).
  static func shortestRect(around points: [MapPoint]) -> MapRect? {
    guard !points.isEmpty else { return nil }
    let places = points.sorted { $0.x < $1.x }
    // All but the widest gap between neighbours around the world.
    var (west, widest) = (0, places[0].x + MapSize.worldSide - places[places.count - 1].x)
    for index in places.indices.dropFirst() {
      let gap = places[index].x - places[index - 1].x
      if gap > widest { (west, widest) = (index, gap) }
    }
    let (north, south) = places.reduce((Double.infinity, -Double.infinity)) {
      (min($0.0, $1.y), max($0.1, $1.y))
    }
    assert(widest >= 0 && widest <= MapSize.worldSide, "a gap of \(widest)")
    return MapRect(
      x: places[west].x, y: north, width: MapSize.worldSide - widest, height: south - north)
  }

  /// A programmatic change of the region; to where the map is, it stops a motion under way.
  ///
  /// - Parameters:
  ///   - animated: Whether it takes time.
  ///   - callout: The callout that waits for its end.
  ///   - isReentry: Whether the app asks for it at the end of another change.
  ///   - goal: Where a map ends; nil when it refuses to go there.
  /// - Returns: Whether the map changes at all.
  @discardableResult
  func change(
    animated: Bool, callout: Int32? = nil, isReentry: Bool = false,
    to goal: (Viewport) -> Viewport?
  ) -> Bool {
    guard viewport.hasSize, let first = goal(viewport) else { return false }
    interruptMotion(isContinued: first != viewport)
    if !isReentry { reentryDepth = 0 }
    // What the app did when the old change ended counts for the new one.
    guard let target = goal(viewport), target != viewport else {
      assert(change == nil, "a region change goes on without a motion")
      return false
    }
    guard animated else {
      willChangeRegion(animated: false)
      show(target)
      didChangeRegion(callout: callout)
      return true
    }
    let options = setup.options
    let zooms = target.mapPointsPerPoint != viewport.mapPointsPerPoint
    begin(
      .glide(animationPace), to: target,
      over: zooms ? options.zoomDuration : options.panDuration, animated: true, callout: callout)
    return true
  }

  /// The pace of programmatic changes.
  var animationPace: Motion.Pace {
    Motion.Pace(
      curve: AnimationCurve(setup.options.animationCurve), zoomPath: setup.options.zoomPath)
  }

  /// Begins a motion, and its pair of callbacks unless that goes on.
  func begin(
    _ path: Motion.Path, to target: Viewport, over duration: SimulatedTime, animated: Bool,
    callout: Int32? = nil
  ) {
    precondition(duration >= .zero, "a motion cannot take \(duration)")
    assert(motion == nil, "two motions at a time")
    willChangeRegion(animated: animated)
    motion = Motion(
      path: path, change: change?.number ?? 0, start: now, duration: duration, from: viewport,
      target: target, callout: callout)
  }

  /// Moves the map to where its motion is at this frame.
  func advanceMotion() {
    guard let motion else { return }
    let next = motion.viewport(at: now)
    if next != viewport { show(next) }
    guard now >= motion.end else { return }
    assert(viewport == motion.target, "the last frame of a motion misses its target")
    self.motion = nil
    didChangeRegion(callout: motion.callout)
  }

  /// Ends what moves the map where it is: its did comes before the next will, or, when the options
  /// want one pair, a change that follows goes on with its pair.
  func interruptMotion(isContinued: Bool) {
    // More than once when the app asks for the next motion as soon as one has ended; it may do so
    // only so often.
    while let motion {
      self.motion = nil
      if let number = motion.callout, number == callout?.number { interruptCallout() }
      if isContinued, setup.options.interruption == .onePair { return }
      emit(.map(.regionChangeInterrupted))
      didChangeRegion(callout: nil)
    }
  }

  func willChangeRegion(animated: Bool) {
    guard change == nil else {
      assert(
        setup.options.interruption == .onePair, "a region change began before the last one ended")
      return
    }
    change = RegionChange(number: changeCount, isAnimated: animated)
    changeCount += 1
    emit(.map(.regionWillChange(animated: animated)))
    clusterLayersWillSeeRegionChange()
    tell(.regionWillChange)
  }

  func show(_ next: Viewport) {
    assert(change != nil, "the map moves outside a region change")
    viewport = next
    areViewsStale = true
    didMapMove = true
    if setup.options.clusteringTimes == .eachFrame { groupsMayHaveChanged() }
    emit(.map(.visibleRegionChanged(camera)))
    requestViewsAtOnce()
  }

  func didChangeRegion(callout: Int32?) {
    guard let change else {
      return assertionFailure("a region change ended that did not begin")
    }
    assert(motion == nil, "a region change ended while the map still moves")
    self.change = nil
    collisionsMayHaveChanged()
    groupsMayHaveChanged()
    emit(.map(.regionDidChange(animated: change.isAnimated, camera)))
    if let callout, self.callout?.number == callout { settleCallout() }
    clusterLayersDidSeeRegionChange()
    guard tell(.regionDidChange) else { return }
    if let request = setup.app.onRegionDidChange { reenter(with: request) }
  }

  /// The app asks for a change when another one has ended.
  ///
  /// Its changes are counted until something else moves the map; beyond the limit they are refused,
  /// so that every session ends.
  private func reenter(with request: RegionRequest) {
    guard let target = request.target(in: viewport), target != viewport else { return }
    let depth = reentryDepth + 1
    guard depth <= setup.options.reentryLimit else {
      return emit(.map(.reentryRefused(depth: Int32(clamping: depth))))
    }
    assert(depth > 0, "a change asked for from a depth of \(depth)")
    reentryDepth = depth
    emit(.map(.reentered(depth: Int32(clamping: depth))))
    change(animated: request.isAnimated, isReentry: true) { request.target(in: $0) }
  }
}

extension RegionRequest {
  /// Where a map ends that is asked; nil when it refuses.
  fileprivate func target(in viewport: Viewport) -> Viewport? {
    switch self {
    case .center(let coordinate, _): return viewport.centered(at: coordinate)
    case .region(let region, _): return viewport.showing(region)
    case .move(let offset, _):
      guard offset.dx.isFinite, offset.dy.isFinite else { return nil }
      return viewport.moved(by: offset)
    }
  }

  fileprivate var isAnimated: Bool {
    switch self {
    case .center(_, let animated), .region(_, let animated), .move(_, let animated): animated
    }
  }
}
