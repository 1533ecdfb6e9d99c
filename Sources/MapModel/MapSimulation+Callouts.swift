internal import Callouts
internal import MapEvents
internal import MapGeometry

/// Callouts: opened on selection, given room by an adjuster, told in rectangles.
extension MapSimulation {
  /// The annotation view as a callout sees it.
  func parent(of slot: Int32) -> CalloutParent {
    let appearance = appearance(of: slot)
    return CalloutParent(
      frame: frame(of: slot), centerOffset: appearance.centerOffset,
      calloutOffset: appearance.calloutOffset)
  }

  /// Opens the callout over an annotation; one that is an annotation opens in this scene, when its
  /// view is there.
  func openCallout(over slot: Int32, makesRoom: Bool, scene: CalloutScene? = nil) {
    guard opensCallout(over: slot), let setup = calloutSetup(of: slot) else { return }
    if scene == nil, setup.annotation != nil {
      return addCallout(over: slot, setup, makesRoom: makesRoom)
    }
    if seconds.open >= 0, scene == nil { leaveBehind(seconds.open) }
    assert(callout == nil, "a callout opens beside another one")
    assert(selected == slot || scene != nil, "a callout opens for what was just selected")
    calloutKind = calloutKind(of: slot)
    askForTitle(of: slot)
    askForSubtitle(of: slot)
    let number = calloutCount
    calloutCount += 1
    let scene =
      scene ?? CalloutScene(viewport: viewport, parent: parent(of: slot), style: setup.style)
    let move = setup.adjuster.move(for: scene)
    let isAsked = makesRoom && move != .stay
    let overlooksRight = (setup.adjuster as? MoveCenterAdjuster)?.overlooksRight ?? false
    let open = OpenCallout(
      number: number, slot: slot, opening: scene,
      growth: CalloutGrowth(
        of: setup.style, animated: setup.isAnimated,
        movesMap: isAsked && scene.asksDelegateForRoom(overlooksRight: overlooksRight)),
      openedAt: now)
    callout = open
    let promise = setup.adjuster.promise(for: scene)
    let isRefused = isAsked && move.applied(to: viewport) == nil
    let opening = CalloutOpening(
      rects: rects(of: open, promise: promise, setup), insets: promise.insets, bars: setup.bars,
      camera: camera, move: !isAsked ? .none : (move.isAnimated ? .animated : .atOnce),
      isRefused: isRefused, probes: CalloutProbes(of: setup.adjuster, on: scene))
    emit(.callout(.opened(callout: number, annotation: annotations[slot].serial, opening)))

    if isAsked, !isRefused,
      change(animated: move.isAnimated, callout: number, to: { move.applied(to: $0) })
    {
      return
    }
    // Nothing to do, nobody to do it, or refused by the map: the callout rests where it opened.
    // While something else moves the map there is no rest to judge: that way is not the adjuster's.
    return motion == nil ? settleCallout() : interruptCallout()
  }

  /// Tells where the callout came to rest, and what a second adjustment would do.
  func settleCallout() {
    guard var open = callout, !open.isSettled,
      let setup = calloutSetup(of: open.slot)
    else { return }
    open.isSettled = true
    callout = open
    redrawCallout()
    let scene = scene(of: open)
    let second = setup.adjuster.move(for: scene).applied(to: viewport) ?? viewport
    let moved = scene.moved(to: second).parent.frame
    let frame = scene.parent.frame
    let rest = CalloutRest(
      rects: rects(of: open, promise: setup.adjuster.promise(for: scene), setup),
      camera: camera,
      secondShift: ScreenOffset(dx: moved.midX - frame.midX, dy: moved.minY - frame.minY),
      secondScaleRatio: second.mapPointsPerPoint / viewport.mapPointsPerPoint)
    emit(.callout(.settled(callout: open.number, rest)))
    tellScene(.callout)
  }

  /// The map stops making room for the callout; it stays open.
  func interruptCallout() {
    guard let open = callout, !open.isSettled else { return }
    callout?.isSettled = true
    emit(.callout(.interrupted(callout: open.number)))
  }

  func closeCallout() {
    interruptCallout()
    guard let open = callout else { return }
    callout = nil
    seconds.open = -1
    emit(.callout(.closed(callout: open.number)))
  }

  /// The rectangles of an open callout now, for taps and pictures.
  var calloutRects: CalloutRects? {
    guard let open = callout,
      let setup = calloutSetup(of: open.slot)
    else { return nil }
    var rects = rects(of: open, promise: setup.adjuster.promise(for: scene(of: open)), setup)
    rects.look.scale = open.scale(at: now) ?? 0
    return rects
  }

  private func rects(
    of open: OpenCallout, promise: CalloutPromise, _ setup: CalloutSetup
  ) -> CalloutRects {
    let scene = scene(of: open)
    let body = scene.layout.body
    let look = MapSimulation.look(of: scene)
    var left = setup.leftAccessory.map {
      MapSimulation.rect($0.size, x: body.minX + MapSimulation.accessoryMarginPoints, in: body)
    }
    var right = setup.rightAccessory.map {
      MapSimulation.rect(
        $0.size, x: body.maxX - MapSimulation.accessoryMarginPoints - $0.size.width, in: body)
    }
    if case .subview(let subview) = setup.style {
      (left, right) = subview.accessoryFrames(in: body, pointsUp: look.pointsUp)
    }
    if let size = setup.annotation?.button, case .bubble(let height, _) = setup.style {
      right = MapSimulation.buttonFrame(size, contentHeight: height, in: scene.layout.frame)
    }
    return CalloutRects(
      parent: scene.parent.frame, body: body, tip: scene.layout.tip, contain: promise.contain,
      leftAccessory: left, rightAccessory: right, look: look)
  }

  /// From the sides of a callout to its accessory views, in points; a model decision.
  static let accessoryMarginPoints = 8.0

  /// An accessory view at half the height of a callout.
  private static func rect(_ size: ScreenSize, x: Double, in body: ScreenRect) -> ScreenRect {
    ScreenRect(
      minX: x, minY: body.minY + (body.height - size.height) / 2, width: size.width,
      height: size.height)
  }
}
