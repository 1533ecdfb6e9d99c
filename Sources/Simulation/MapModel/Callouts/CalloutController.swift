internal import Callouts
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// A callout between its opening and its end.
struct OpenCallout {
  let number: Int32
  let slot: AnnotationSlot
  /// The scene at the opening.
  ///
  /// A subview keeps its place over its parent from then on.
  let opening: CalloutScene
  let growth: CalloutGrowth
  let openedAt: SimulatedTime
  /// Whether `settled` or `interrupted` was emitted.
  fileprivate(set) var isSettled = false
  /// Whether a frame has shown it in its full size.
  fileprivate(set) var isGrown: Bool
  /// The place in the last frame that emitted one.
  fileprivate var emittedPin: CalloutPin? {
    didSet { if let emittedPin { whole = emittedPin.body.union(emittedPin.parent) } }
  }
  /// The callout with its pin as it was emitted last.
  fileprivate var whole = ScreenRect(minX: 0, minY: 0, width: 0, height: 0)
  /// The margins that bars cover, as they were when it opened.
  fileprivate var bars = EdgeInsets(all: 0)

  func scale(at time: SimulatedTime) -> Double? {
    growth.scale(after: max(time, openedAt) - openedAt)
  }
}

/// Receives events of callouts.
protocol CalloutDelegate: AnyObject {
  /// A callout is about to open over an annotation and shows its text.
  func calloutWillOpen(over slot: AnnotationSlot)
  func calloutDidSettle()
}

/// The open callout: runs its adjuster, and emits its rectangles.
final class CalloutController: MapComponent {
  let own: CalloutAnnotationController
  unowned var delegate: (any CalloutDelegate)?

  private(set) var open: OpenCallout?
  private var count: Int32 = 0

  override init(_ part: MapComponent) {
    own = CalloutAnnotationController(part)
    super.init(part)
  }

  /// Opens the callout over an annotation; a callout annotation opens in this scene.
  func open(over slot: AnnotationSlot, makesRoom: Bool, scene: CalloutScene? = nil) {
    guard views.opensCallout(over: slot), let setup = views.calloutSetup(of: slot) else { return }
    if scene == nil, setup.annotation != nil { return add(over: slot, setup, makesRoom: makesRoom) }
    if let other = own.open, scene == nil { leaveBehind(other) }
    assert(open == nil, "a callout opens beside another one")
    annotations.setOpenCalloutKind(settings.calloutKind(of: annotations[slot]), of: slot)
    views.requestTitle(of: slot)
    views.requestSubtitle(of: slot)
    delegate?.calloutWillOpen(over: slot)
    let number = count
    count += 1
    let viewport = region.viewport
    let scene =
      scene
      ?? CalloutScene(
        viewport: viewport, parent: views.calloutParent(of: slot),
        style: style(of: setup, over: slot))
    let adjuster = adjuster(of: setup, over: slot)
    let move = adjuster.move(for: scene)
    let isRequested = makesRoom && move != .stay
    let growth = CalloutGrowth(
      of: setup.style, animated: setup.isAnimated,
      movesMap: isRequested && scene.asksDelegateForRoom(overlooksRight: adjuster.overlooksRight))
    let callout = OpenCallout(
      number: number, slot: slot, opening: scene, growth: growth, openedAt: context.doneTime,
      isGrown: growth.duration == .zero)
    open = callout
    views.noteCallout(over: slot, growsUntil: callout.openedAt + growth.duration)
    let promise = adjuster.guarantee(for: scene)
    let target = isRequested ? move.applied(to: viewport) : nil
    let isRefused = isRequested && target == nil
    let moveDuration = target.map { move.isAnimated ? region.duration(to: $0) : .zero } ?? .zero
    let opening = CalloutOpening(
      rects: rects(of: callout, promise: promise, setup), insets: promise.insets, bars: setup.bars,
      camera: region.camera, move: !isRequested ? .none : (move.isAnimated ? .animated : .atOnce),
      isRefused: isRefused, probes: CalloutProbes(of: adjuster, on: scene),
      duration: max(growth.duration, moveDuration))
    open?.whole = opening.rects.body.union(opening.rects.parent)
    open?.bars = opening.bars
    context.emit(.callout(.opened(callout: number, annotation: annotations[slot].serial, opening)))

    if isRequested, !isRefused,
      region.change(
        animated: move.isAnimated, by: .callout, callout: number, to: { move.applied(to: $0) })
    {
      return
    }
    if makesRoom, !isRequested, region.animation?.callout != nil,
      context.setup.options.nextCallout == .stopsMap
    {
      region.interrupt(isContinued: false)
      // A cluster layer or the app may have deselected when it heard of that.
      guard open?.number == number else { return }
    }
    // No move, or one that the map refused: the callout rests where it opened. While something else
    // moves the map, or has just moved it, there is no rest to judge: that way is not the
    // adjuster's.
    return region.animation == nil && region.viewport == viewport ? settle() : interrupt()
  }

  /// The adjuster that moves the map for a callout: the app's, or the map's for a built-in
  /// callout.
  private func adjuster(
    of setup: CalloutSetup, over slot: AnnotationSlot
  ) -> any CalloutAdjuster {
    guard setup.isOwn, context.setup.options.ownCallouts == .scroll,
      views.settings(of: slot).canShowCallout
    else { return setup.adjuster }
    return IdealAdjuster(margin: 0, insets: setup.bars)
  }

  /// The style of a callout; the map's own is no wider than the map, if the options say so.
  private func style(of setup: CalloutSetup, over slot: AnnotationSlot) -> CalloutStyle {
    guard case .plain(var size) = setup.style, setup.annotation == nil,
      context.setup.options.ownCalloutWidth == .withinMap,
      size.width > region.viewport.size.width, views.settings(of: slot).canShowCallout
    else { return setup.style }
    size.width = region.viewport.size.width
    assert(size.width > 0, "a callout opens on a map without extent")
    return .plain(size: size)
  }

  /// Emits the settled callout, and the effect of a second adjustment.
  func settle() {
    guard let callout = open, !callout.isSettled, let setup = views.calloutSetup(of: callout.slot)
    else { return }
    open?.isSettled = true
    own.redraw(over: callout.slot)
    let viewport = region.viewport
    let scene = scene(of: callout)
    let adjuster = adjuster(of: setup, over: callout.slot)
    let second = adjuster.move(for: scene).applied(to: viewport) ?? viewport
    let moved = scene.moved(to: second).parent.frame
    let frame = scene.parent.frame
    let rest = SettledCallout(
      rects: rects(of: callout, promise: adjuster.guarantee(for: scene), setup),
      camera: region.camera,
      secondShift: ScreenOffset(dx: moved.midX - frame.midX, dy: moved.minY - frame.minY),
      secondScaleRatio: second.mapPointsPerPoint / viewport.mapPointsPerPoint)
    open?.whole = rest.rects.body.union(rest.rects.parent)
    context.emit(.callout(.settled(callout: callout.number, rest)))
    delegate?.calloutDidSettle()
  }

  /// Interrupts the map's move for the callout, which stays open.
  func interrupt() {
    guard let callout = open, !callout.isSettled else { return }
    open?.isSettled = true
    context.emit(.callout(.interrupted(callout: callout.number)))
  }

  func close() {
    interrupt()
    guard let callout = open else { return }
    open = nil
    annotations.setOpenCalloutKind(.none, of: callout.slot)
    own.didClose()
    context.emit(.callout(.closed(callout: callout.number)))
  }

  // MARK: From frame to frame

  /// The next frame in which the open callout grows; none is needed while it is hidden.
  var nextFrame: Int64? {
    guard let open, !open.isGrown else { return nil }
    let appearance = open.openedAt + open.growth.delay
    let instantBefore = appearance - SimulatedTime(nanoseconds: 1)
    return context.setup.costs.frame(after: max(context.now, instantBefore))
  }

  func grow() {
    guard let open, !open.isGrown else { return }
    if context.now - open.openedAt >= open.growth.duration { self.open?.isGrown = true }
  }

  /// Whether the open callout lies inside the map with its pin, as it was emitted last; nil without
  /// one.
  var isInside: Bool? {
    open.map { callout in
      assert(callout.whole.width > 0, "the place of callout \(callout.number) was never emitted")
      return callout.whole.isInside(region.viewport.size, bars: callout.bars)
    }
  }

  /// The place of the open callout; nil while it is hidden.
  func pin() -> CalloutPin? {
    guard let open, let scale = open.scale(at: context.now) else { return nil }
    let scene = scene(of: open)
    return CalloutPin(
      tip: scene.style.tip(of: scene.layout, scale: scale), anchor: scene.layout.anchor,
      scale: scale, parent: scene.parent.frame, body: scene.layout.body)
  }

  /// Emits the place of the callout in this frame if it just came, moved or grew.
  func emitPin() {
    guard let open, let pin = pin(), pin != open.emittedPin else { return }
    self.open?.emittedPin = pin
    context.emit(.callout(.pinned(callout: open.number, pin)))
  }

  // MARK: Rectangles

  /// The rectangles of the open callout now, for taps and snapshots.
  var rects: CalloutRects? {
    guard let open, let setup = views.calloutSetup(of: open.slot) else { return nil }
    let adjuster = adjuster(of: setup, over: open.slot)
    var rects = rects(of: open, promise: adjuster.guarantee(for: scene(of: open)), setup)
    rects.look.scale = open.scale(at: context.now) ?? 0
    return rects
  }

  /// The open callout over its parent's current place.
  private func scene(of callout: OpenCallout) -> CalloutScene {
    if let scene = own.open.flatMap({ own.scene(of: $0) }) { return scene }
    // A resized map has room for another width.
    if callout.opening.viewport.size.width != region.viewport.size.width,
      let setup = views.calloutSetup(of: callout.slot)
    {
      let style = style(of: setup, over: callout.slot)
      if style != callout.opening.style {
        return CalloutScene(
          viewport: region.viewport, parent: views.calloutParent(of: callout.slot), style: style)
      }
    }
    return callout.opening.carried(by: views.calloutParent(of: callout.slot), in: region.viewport)
  }

  private func rects(
    of callout: OpenCallout, promise: VisibilityGuarantee, _ setup: CalloutSetup
  ) -> CalloutRects {
    let scene = scene(of: callout)
    let body = scene.layout.body
    let look = CalloutLook(of: scene)
    let margin = CalloutController.accessoryMarginPoints
    var left = setup.leftAccessory.map {
      CalloutController.rect($0.size, x: body.minX + margin, in: body)
    }
    var right = setup.rightAccessory.map {
      CalloutController.rect($0.size, x: body.maxX - margin - $0.size.width, in: body)
    }
    if case .subview(let subview) = setup.style {
      (left, right) = subview.accessoryFrames(in: body, pointsUp: look.pointsUp)
    }
    if let size = setup.annotation?.button, case .bubble(let height, _) = setup.style {
      right = CalloutController.buttonFrame(size, contentHeight: height, in: scene.layout.frame)
    }
    return CalloutRects(
      parent: scene.parent.frame, body: body, tip: scene.layout.tip, contain: promise.contain,
      leftAccessory: left, rightAccessory: right, look: look)
  }

  /// The distance from the sides of a callout to its accessory views, in points; a model
  /// decision.
  static let accessoryMarginPoints = 8.0

  /// An accessory view at half the height of a callout.
  private static func rect(_ size: ScreenSize, x: Double, in body: ScreenRect) -> ScreenRect {
    ScreenRect(
      minX: x, minY: body.minY + (body.height - size.height) / 2, width: size.width,
      height: size.height)
  }

  /// The frame of a bubble's button, in the view with this frame.
  static func buttonFrame(
    _ size: ScreenSize, contentHeight: Double, in frame: ScreenRect
  ) -> ScreenRect {
    ScreenRect(
      minX: frame.maxX - size.width - 15, minY: frame.minY + (contentHeight + 3 - size.height) / 2,
      width: size.width, height: size.height)
  }

  // MARK: Callouts that are annotations

  /// Adds a callout annotation over a selected annotation, or moves the one on the map.
  private func add(over slot: AnnotationSlot, _ setup: CalloutSetup, makesRoom: Bool) {
    own.noteSelectedView(of: slot)
    if setup.annotation?.lifetime == .moves, let moving = own.shownMoving {
      guard own.move(moving, to: slot) else { return }
      // Its view stays, drawn as it was for the other parent, and the map makes no room.
      close()
      own.adoptSelectedView(moving)
      return open(moving, makesRoom: false)
    }
    if let current = own.current { leaveBehind(current) }
    own.add(over: slot, setup, makesRoom: makesRoom)
  }

  /// The app loses its reference to a callout annotation that is still on the map.
  private func leaveBehind(_ index: CalloutAnnotationID) {
    context.emit(.calloutAnnotation(.leftBehind(annotation: annotations[own[index].slot].serial)))
    if own.open == index { close() }
    own.forget(index)
  }

  /// Called before an annotation leaves the map.
  ///
  /// A callout over it stays without a parent.
  func parentWillLeave(_ slot: AnnotationSlot) {
    guard let current = own.current, own[current].parentSlot == slot,
      own[current].parent == annotations[slot].serial
    else { return }
    leaveBehind(current)
  }

  /// The view of a callout annotation is about to leave the map.
  func viewWillLeave(_ slot: AnnotationSlot) {
    let index = annotations[slot].callout
    own.viewWillLeave(index)
    if own.open == index { close() }
  }

  func layOut() { own.layOut() }

  /// Opens the callouts whose views were added to the map, after all views have been added.
  func openPending() {
    guard own.hasPending else { return }
    for index in own.takePending() where index == own.current && own.hasParent(own[index]) {
      // Another one can have opened while the button of this one held it.
      guard open == nil else { continue }
      context.measured(.callout) { open(index, makesRoom: own[index].makesRoom) }
      own.didOpen(index)
    }
  }

  private func open(_ index: CalloutAnnotationID, makesRoom: Bool) {
    guard own.hasParent(own[index]), let scene = own.scene(of: index) else { return }
    own.willOpen(index)
    let shift = makesRoom ? own.frameShift(of: index, scene) : nil
    open(over: own[index].parentSlot, makesRoom: makesRoom, scene: scene)
    // The callout can be gone by then, when the app has moved the map on.
    guard let shift, own.open == index else { return }
    own.correctFrame(of: index, by: shift)
  }
}

extension CalloutLook {
  init(of scene: CalloutScene) {
    switch scene.style {
    case .plain: self.init(kind: .plain)
    case .bubble(let height, let offset):
      self.init(kind: .bubble, contentHeightPoints: height, offsetFromParent: offset)
    case .subview: self.init(kind: .subview, pointsUp: scene.layout.tip.y < scene.layout.frame.midY)
    }
  }
}
