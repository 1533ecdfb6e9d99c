internal import ExactMath
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Receives changes of the region.
protocol RegionDelegate: AnyObject {
  func regionWillChange()
  func visibleRegionDidChange()
  /// Fingers pan or turn the map.
  func fingersDidMoveMap(_ gesture: Gesture)
  /// The map begins to move to make room for a callout.
  func calloutMovesMap()
  /// The map goes elsewhere while a view that is dragged to its edge moves it.
  func mapIsTaken()
  /// A camera animation that moves the map for a callout stops before its end.
  func regionChangeWasInterrupted(callout: Int32)
  /// A region change has ended, which a callout may have waited for.
  func regionDidChange(callout: Int32?)
  /// The app's delegate hears that a region change has ended.
  func appHearsOfRegion()
}

/// The viewport, with one pair of will and did callbacks for each change.
final class RegionController {
  private let context: SimulationContext
  private let proxy: DelegateProxy
  private let options: MapOptions
  unowned var delegate: (any RegionDelegate)?

  private(set) var viewport: Viewport
  private(set) var visibleRect: MapRect
  private(set) var hasMoved = false
  private(set) var animation: CameraAnimation?
  private(set) var change: (number: Int32, isAnimated: Bool)?
  private var changeCount: Int32 = 0
  /// The depth of changes that the app requested at the end of others.
  private var reentryDepth = 0
  /// Whether moving fingers are on the map.
  ///
  /// Animations that follow wait until they leave.
  private(set) var isTouched = false
  /// The finger that will be lifted in motion.
  private var finger: Finger?
  /// The way of the finger that drags the map; nil for a straight line.
  private var way: FingerWay?
  /// The map before and after it was resized, once or several times in a row.
  private var resized: (from: Viewport, to: Viewport)?
  /// The motion that continues when two fingers are lifted in motion.
  private var momentum: Momentum?

  init(_ context: SimulationContext, proxy: DelegateProxy) {
    self.context = context
    self.proxy = proxy
    options = context.setup.options
    // A map without size shows nothing, and never will.
    let viewport = context.setup.viewport
    self.viewport = viewport.hasSize ? viewport.clamped() : viewport
    visibleRect = self.viewport.visibleMapRect
  }

  var camera: Camera {
    Camera(
      center: viewport.center, mapPointsPerPoint: viewport.mapPointsPerPoint,
      headingDegrees: viewport.headingDegrees)
  }

  /// The degrees from the western to the eastern edge of the map's region.
  var longitudeSpan: Double { visibleRect.width / MapSize.worldSide * 360 }
  /// The part of the view outside the bars, where fingers reach the map.
  var touchArea: ScreenRect { viewport.bounds.inset(by: context.setup.bars) }
  /// The middle of the view without its bars.
  var touchMiddle: ScreenPoint { ScreenPoint(x: touchArea.midX, y: touchArea.midY) }

  /// The area in which annotations have views.
  var viewArea: MapArea { area(marginFraction: context.setup.viewMarginFraction) }

  /// The visible area, with so much more of it beyond each edge.
  func area(marginFraction: Double) -> MapArea {
    let dx = visibleRect.width * marginFraction
    let dy = visibleRect.height * marginFraction
    return MapArea(
      MapRect(
        x: visibleRect.minX - dx, y: visibleRect.minY - dy, width: visibleRect.width + 2 * dx,
        height: visibleRect.height + 2 * dy))
  }

  /// Resets the count of changes that the app requested at the end of others.
  func resetReentry() { reentryDepth = 0 }
  func didShowFrame() { hasMoved = false }

  /// Lays the map out for the first time: it shows the world before the requested region.
  func layOutFirst() {
    let asked = viewport
    change(animated: false, by: .system) {
      $0.showing(MapRect.world, padding: EdgeInsets(all: 0))
    }
    change(animated: false, by: .system) { _ in asked }
  }

  // MARK: Changes by the app

  /// Changes the region by program, and returns whether the map changes at all.
  ///
  /// An animation takes the given time, or what the options say.
  @discardableResult
  func change(
    animated: Bool, over time: SimulatedTime? = nil, by mover: RegionMover = .app,
    callout: Int32? = nil, isReentry: Bool = false,
    to goal: (Viewport) -> Viewport?
  ) -> Bool {
    if !isReentry, callout == nil { reentryDepth = 0 }
    guard viewport.hasSize, let first = goal(viewport) else { return false }
    if change != nil, animation == nil { delegate?.mapIsTaken() }
    interrupt(isContinued: first != viewport)
    if !isReentry { reentryDepth = 0 }
    // The goal includes what the app did when the old change ended.
    guard let target = goal(viewport), target != viewport else {
      assert(change == nil, "a region change goes on without an animation")
      return false
    }
    guard animated, !jumps(to: target) else {
      willChange(animated: animated)
      if mover == .callout { delegate?.calloutMovesMap() }
      show(target, by: mover)
      didChange(callout: callout)
      return true
    }
    begin(
      .transition(timing), to: target, over: time ?? duration(to: target), animated: true,
      by: mover, callout: callout)
    if mover == .callout { delegate?.calloutMovesMap() }
    return true
  }

  /// The duration of an animation by program.
  func duration(to target: Viewport) -> SimulatedTime {
    target.mapPointsPerPoint == viewport.mapPointsPerPoint
      ? options.panDuration : options.zoomDuration
  }

  /// Resizes the map view, as when the phone is turned.
  ///
  /// The middle stays.
  func resize(to size: ScreenSize) {
    precondition(size.width > 0 && size.height > 0, "a map view of \(size)")
    guard viewport.hasSize, size != viewport.size else { return }
    interrupt(isContinued: false)
    reentryDepth = 0
    // Turned and turned back, the map shows what it did.
    let base = resized.map { $0.to == viewport ? $0.from : viewport } ?? viewport
    var target = viewport
    target.size = size
    if options.resizedMap == .keepsRegion {
      target.center = base.center
      target.mapPointsPerPoint =
        base.mapPointsPerPoint * max(base.size.width / size.width, base.size.height / size.height)
    }
    resized = (from: base, to: target.clamped())
    context.emit(.map(.resized(size)))
    willChange(animated: false)
    show(target.clamped(), by: .system)
    didChange(callout: nil)
  }

  /// Whether a region is so far away that the map jumps to it.
  private func jumps(to target: Viewport) -> Bool {
    guard options.farChanges == .jump else { return false }
    let east = CameraAnimation.shortWay(
      viewport.center.x, target.center.x, around: MapSize.worldSide)
    let south = target.center.y - viewport.center.y
    let scale = max(viewport.mapPointsPerPoint, target.mapPointsPerPoint)
    let way = (east * east + south * south).squareRoot() / scale
    return way > options.farDistanceViews * max(viewport.size.width, viewport.size.height)
  }

  private var timing: CameraAnimation.Timing {
    CameraAnimation.Timing(
      curve: AnimationCurve(options.animationCurve), zoomPath: options.zoomPath)
  }

  /// Begins an animation, and its pair of callbacks unless a pair continues.
  private func begin(
    _ path: CameraAnimation.Path, to target: Viewport, over duration: SimulatedTime,
    animated: Bool, by mover: RegionMover = .fingers, callout: Int32? = nil,
    start: SimulatedTime? = nil
  ) {
    precondition(duration >= .zero, "an animation cannot take \(duration)")
    assert(animation == nil, "two animations at a time")
    willChange(animated: animated)
    animation = CameraAnimation(
      path: path, change: change?.number ?? 0, mover: mover, start: start ?? context.doneTime,
      duration: duration, from: viewport, target: target, callout: callout)
  }

  func advanceAnimation() {
    guard let animation else { return }
    if isTouched, animation.followsFingers {
      context.chargeMainThread(context.setup.costs.touch)
    }
    let next = animation.viewport(at: context.now, along: way)
    if next != viewport { show(next, by: animation.mover) }
    guard context.now >= animation.end, !(isTouched && animation.followsFingers) else { return }
    assert(viewport == animation.target, "the last frame of an animation misses its target")
    self.animation = nil
    didChange(callout: animation.callout)
  }

  /// Stops the animation at the current state of the map.
  ///
  /// Its did callback comes before the next will. When the options request one pair, a change
  /// that follows continues the pair.
  func interrupt(isContinued: Bool) {
    // More than once when the app requests the next animation as soon as one has ended; it may do
    // so only so often.
    while let animation {
      self.animation = nil
      if let callout = animation.callout { delegate?.regionChangeWasInterrupted(callout: callout) }
      if isContinued, options.interruption == .onePair { return }
      context.emit(.map(.regionChangeInterrupted))
      didChange(callout: nil)
    }
  }

  /// Begins a change with the next number, or goes on with that of the change before it.
  func willChange(animated: Bool, number: Int32? = nil) {
    guard change == nil else {
      assert(options.interruption == .onePair, "a region change began before the last one ended")
      return
    }
    change = (number: number ?? changeCount, isAnimated: animated)
    if number == nil { changeCount += 1 }
    context.emit(.map(.regionWillChange(animated: animated)))
    delegate?.regionWillChange()
    proxy.call(.regionWillChange)
  }

  func show(_ next: Viewport, by mover: RegionMover) {
    assert(change != nil, "the map moves outside a region change")
    viewport = next
    visibleRect = next.visibleMapRect
    hasMoved = true
    context.emit(.map(.visibleRegionChanged(camera, by: mover)))
    proxy.chargeVisibleRegion()
    delegate?.visibleRegionDidChange()
  }

  func didChange(callout: Int32?) {
    guard let change else { return assertionFailure("a region change ended that did not begin") }
    assert(animation == nil, "a region change ended while the map still moves")
    self.change = nil
    context.emit(.map(.regionDidChange(animated: change.isAnimated, camera)))
    delegate?.regionDidChange(callout: callout)
    guard proxy.call(.regionDidChange) else { return }
    delegate?.appHearsOfRegion()
    if let request = context.setup.app.onRegionDidChange { reenter(with: request) }
  }

  /// Runs a change that the app requests at the end of another one, up to a limit.
  private func reenter(with request: RegionRequest) {
    guard let target = request.target(in: viewport), target != viewport else { return }
    let depth = reentryDepth + 1
    guard depth <= options.reentryLimit else {
      return context.emit(.map(.reentryRefused(depth: Int32(clamping: depth))))
    }
    assert(depth > 0, "a change requested from a depth of \(depth)")
    reentryDepth = depth
    context.emit(.map(.reentered(depth: Int32(clamping: depth))))
    change(animated: request.isAnimated, over: request.duration, isReentry: true) {
      request.target(in: $0)
    }
  }

  // MARK: Gestures, as the façade describes them
  // Each returns the number of its region change; nil when the map does not move.

  func pan(
    _ way: FingerWay, over time: SimulatedTime, curve: MapOptions.TimingCurve,
    release: GestureRelease
  ) -> Int32? {
    let offset = way.offset
    precondition(offset.dx.isFinite && offset.dy.isFinite, "a pan by \(offset)")
    let scrolling = Scrolling(options)
    let curve = AnimationCurve(curve)
    let began = context.dueTime
    let change = gesture(.pan, over: time, animated: false) { start in
      let target = CameraAnimation.viewport(start, draggedBy: offset, scrolling)
      // A whole world further, or back where it began, the map looks the same, but it moved, if a
      // frame saw it.
      let east =
        Deceleration.mapOffset(of: offset, in: start).east.magnitude * start.mapPointsPerPoint
      let leaves =
        east >= MapSize.worldSide / 2
        || way.corners.contains {
          CameraAnimation.viewport(start, draggedBy: $0, scrolling) != start
        }
      guard target != start || (leaves && isSeen(during: time)) else { return nil }
      return (path: .drag(offset, curve, scrolling), target: target)
    }
    if change != nil { self.way = way.corners.isEmpty ? nil : way }
    guard release == .moving else { return change }
    finger = Finger(
      way: way, duration: time, curve: curve, end: began + time,
      window: options.velocityWindow)
    // What it waited for came before its first touch was delivered.
    finger?.mainThreadWorked(from: began, until: context.now)
    return change
  }

  /// The main thread is busy until a time, and gets no touch meanwhile.
  func mainThreadWorked(until time: SimulatedTime) {
    finger?.mainThreadWorked(from: context.now, until: time)
  }

  /// The speed of the lifted finger, from its last touches; zero for a resting finger.
  func speedOfFinger() -> ScreenOffset { finger?.speed ?? .zero }

  /// Releases the content, and returns the duration of its deceleration and the region
  /// change, if any.
  func fling(pointsPerSecond velocity: ScreenOffset) -> (duration: SimulatedTime, change: Int32?) {
    fingersTouch()
    context.touch(.began(.pan))
    context.touch(.ended(.pan, pointsPerSecond: velocity))
    let first = Deceleration(from: viewport, pointsPerSecond: velocity, options: options)
    interrupt(isContinued: first.moves)
    reentryDepth = 0
    let deceleration = Deceleration(from: viewport, pointsPerSecond: velocity, options: options)
    guard deceleration.moves else { return (deceleration.duration, nil) }
    if options.flingCallbacks == .fingerAndDrift {
      willChange(animated: false)
      delegate?.fingersDidMoveMap(.pan)
      guard drifts(from: viewport) else { return (.zero, nil) }
    }
    begin(
      .deceleration(deceleration), to: deceleration.target, over: deceleration.duration,
      animated: false)
    if options.flingCallbacks == .onePair { delegate?.fingersDidMoveMap(.pan) }
    return (deceleration.duration, change?.number)
  }

  func pinch(
    byLevels levels: Double, about point: ScreenPoint?, over time: SimulatedTime,
    release: GestureRelease
  ) -> Int32? {
    precondition(levels.isFinite, "a map cannot be zoomed by \(levels) levels")
    // The limits of the map are far nearer than this.
    let levels = max(-64, min(64, levels))
    // Whole levels are exact powers of two.
    let factor =
      levels == levels.rounded()
      ? Double(sign: .plus, exponent: Int(levels), significand: 1)
      : Elementary.exp(levels * Elementary.log(2))
    let point = point ?? touchMiddle
    let change = gesture(.pinch, over: time, animated: options.pinchIsAnimated) { start in
      let target = start.scaled(by: factor, about: point)
      guard target != start else { return nil }
      return (path: .scaling(about: point, .fingers), target: target)
    }
    setMomentum(release, over: time) {
      Momentum(.levels(perSecond: levels / $0), about: point, options: options)
    }
    return change
  }

  func rotate(
    byDegrees degrees: Double, about point: ScreenPoint?, over time: SimulatedTime,
    release: GestureRelease
  ) -> Int32? {
    precondition(degrees.isFinite, "a map cannot be turned by \(degrees) degrees")
    let point = point ?? touchMiddle
    let change = gesture(.rotation, over: time, animated: options.pinchIsAnimated) { start in
      guard degrees != 0 else { return nil }
      let target = start.turned(byDegrees: degrees, about: point)
      // A whole turn leads back, and counts only if a frame saw something of it.
      guard target != start || isSeen(during: time) else { return nil }
      return (path: .turning(degrees: degrees, about: point), target: target)
    }
    setMomentum(release, over: time) {
      Momentum(.degrees(perSecond: degrees / $0), about: point, options: options)
    }
    return change
  }

  /// Records the motion that continues when evenly moving fingers are lifted in motion.
  private func setMomentum(
    _ release: GestureRelease, over time: SimulatedTime, _ make: (_ seconds: Double) -> Momentum
  ) {
    guard release == .moving, time > .zero else { return }
    momentum = make(Double(time.nanoseconds) / 1_000_000_000)
  }

  func doubleTap(at point: ScreenPoint) -> Int32? {
    fingersTouch()
    context.touch(.doubleTapped(point))
    return scaleByTap(about: point) { start in
      var factor = 2.0
      if options.doubleTapSnaps {
        let level = (start.zoomLevel + 1).rounded()
        // Level 20 shows a map point in a point.
        factor =
          start.mapPointsPerPoint * Double(sign: .plus, exponent: Int(level) - 20, significand: 1)
      }
      return start.scaled(by: factor, about: point)
    }
  }

  func tapWithTwoFingers() -> Int32? {
    fingersTouch()
    context.touch(.twoFingersTapped)
    let point = ScreenPoint(x: viewport.size.width / 2, y: viewport.size.height / 2)
    return scaleByTap(about: point) { $0.scaled(by: 0.5, about: point) }
  }

  /// A finger touches the screen: the count of the app's changes is reset.
  func fingersTouch() {
    reentryDepth = 0
    assert(change == nil || animation != nil, "a region change neither moves nor ends")
  }

  /// A finger touches the screen for a tap, which stops a decelerating map.
  func fingerTaps() {
    fingersTouch()
    switch animation?.path {
    case .deceleration, .momentum:
      interrupt(isContinued: false)
      reentryDepth = 0
    case .drag, .scaling, .turning, .transition, nil: break
    }
  }

  /// Fingers leave the map; content released in motion or beyond an edge moves on.
  func lift(_ gesture: Gesture, pointsPerSecond speed: ScreenOffset) {
    isTouched = false
    self.finger = nil
    if let momentum, let fingers = animation, fingers.followsFingers {
      go(on: momentum, after: fingers)
    }
    self.momentum = nil
    guard gesture == .pan, let finger = animation, case .drag = finger.path else { return }
    assert(finger.end <= context.now, "a finger is lifted before it has come to its end")
    let deceleration = Deceleration(from: finger.target, pointsPerSecond: speed, options: options)
    guard deceleration.moves, deceleration.duration > .zero || deceleration.isBack else { return }
    goOn(after: finger, .deceleration(deceleration), deceleration.duration, to: deceleration.target)
  }

  private func go(on momentum: Momentum, after fingers: CameraAnimation) {
    let target = momentum.target(from: fingers.target)
    guard momentum.duration > .zero, target != fingers.target else { return }
    goOn(after: fingers, .momentum(momentum), momentum.duration, to: target)
  }

  /// Continues the change that fingers began, without them.
  private func goOn(
    after fingers: CameraAnimation, _ path: CameraAnimation.Path, _ duration: SimulatedTime,
    to target: Viewport
  ) {
    let ofFingers = change
    animation = nil
    guard drifts(from: fingers.target) else { return }
    if change == nil, let ofFingers {
      willChange(animated: ofFingers.isAnimated, number: ofFingers.number)
    }
    animation = CameraAnimation(
      path: path, change: fingers.change, mover: .fingers, start: context.doneTime,
      duration: duration, from: fingers.target, target: target)
  }

  /// Whether the map drifts on from where fingers left it.
  ///
  /// If the options say so, the change of the fingers ends before. The app can move the map then,
  /// which does not drift.
  private func drifts(from start: Viewport) -> Bool {
    guard options.flingCallbacks == .fingerAndDrift, change != nil else { return true }
    assert(animation == nil, "fingers have left a map that an animation moves")
    // The fingers leave the map before the frame that would show it there.
    if viewport != start { show(start, by: .fingers) }
    didChange(callout: nil)
    return change == nil && viewport == start
  }

  /// Whether a frame is shown within a time from now.
  private func isSeen(during time: SimulatedTime) -> Bool {
    let costs = context.setup.costs
    return costs.time(ofFrame: costs.frame(after: context.now)) < context.dueTime + time
  }

  private func scaleByTap(about point: ScreenPoint, to goal: (Viewport) -> Viewport) -> Int32? {
    interrupt(isContinued: goal(viewport) != viewport)
    reentryDepth = 0
    let target = goal(viewport)
    guard target != viewport else { return nil }
    begin(.scaling(about: point, timing), to: target, over: options.zoomDuration, animated: true)
    return change?.number
  }

  /// Begins a gesture.
  ///
  /// Fingers on the map stop its current motion.
  private func gesture(
    _ gesture: Gesture, over time: SimulatedTime, animated: Bool,
    plan: (Viewport) -> (path: CameraAnimation.Path, target: Viewport)?
  ) -> Int32? {
    precondition(time >= .zero, "fingers cannot move for \(time)")
    let start = context.dueTime
    fingersTouch()
    context.touch(.began(gesture))
    interrupt(isContinued: plan(viewport) != nil)
    reentryDepth = 0
    finger = nil
    momentum = nil
    isTouched = true
    guard let (path, target) = plan(viewport) else { return nil }
    begin(path, to: target, over: time, animated: animated, start: start)
    delegate?.fingersDidMoveMap(gesture)
    return change?.number
  }

  // MARK: Recorded sessions

  /// Shows a rect exactly, inside or outside the world, without a callback.
  func show(exactly rect: MapRect) {
    viewport.center = MapPoint(x: rect.midX, y: rect.midY)
    if viewport.hasSize { viewport.mapPointsPerPoint = rect.width / viewport.size.width }
    visibleRect = rect
  }
}

extension Viewport { var hasSize: Bool { size.width > 0 && size.height > 0 } }

extension RegionRequest {
  /// The viewport that a request leads to; nil when the map refuses it.
  fileprivate func target(in viewport: Viewport) -> Viewport? {
    switch goal {
    case .center(let coordinate): return viewport.centered(at: coordinate)
    case .region(let region): return viewport.showing(region)
    case .move(let offset):
      guard offset.dx.isFinite, offset.dy.isFinite else { return nil }
      return viewport.moved(by: offset)
    }
  }
}

extension MapRect {
  /// The smallest rect around some points, nil around none; it may cross the 180th meridian.
  static func shortest(around points: [MapPoint]) -> MapRect? {
    guard !points.isEmpty else { return nil }
    let places = points.sorted { $0.x < $1.x }
    // All but the widest gap between neighbors around the world.
    var (west, widest) = (0, places[0].x + MapSize.worldSide - places[places.count - 1].x)
    for index in places.indices.dropFirst() {
      let gap = places[index].x - places[index - 1].x
      if gap > widest { (west, widest) = (index, gap) }
    }
    let (north, south) = places.reduce((Double.infinity, -Double.infinity)) {
      (min($0.0, $1.y), max($0.1, $1.y))
    }
    assert(widest >= 0 && widest <= MapSize.worldSide, "a gap of \(widest)")
    // Not the world less the gap, which leaves a rounded width around points at one place.
    let east = west > 0 ? places[west - 1].x + MapSize.worldSide : places[places.count - 1].x
    return MapRect(x: places[west].x, y: north, width: east - places[west].x, height: south - north)
  }
}

/// A map rect that may leave the world in the west or in the east, where it continues on
/// the other side.
///
/// Its edges belong to it.
///
/// All tests for nearby points use this type, so that no two comparisons round differently.
struct MapArea {
  let minX: Double
  let maxX: Double
  let minY: Double
  let maxY: Double
  /// Whether the area contains every meridian.
  let isWholeWorldWide: Bool

  init(_ rect: MapRect) {
    precondition(rect.width >= 0 && rect.height >= 0, "an area of negative extent")
    minX = rect.minX
    maxX = rect.maxX
    minY = rect.minY
    maxY = rect.maxY
    isWholeWorldWide = rect.width >= MapSize.worldSide
  }

  /// Whether a point lies inside; false for the place of an invalid coordinate.
  func contains(_ point: MapPoint) -> Bool {
    guard point.y >= minY, point.y <= maxY, point.x >= 0 else { return false }
    if isWholeWorldWide || (point.x >= minX && point.x <= maxX) { return true }
    let world = MapSize.worldSide
    return (point.x >= minX + world && point.x <= maxX + world)
      || (point.x >= minX - world && point.x <= maxX - world)
  }
}
