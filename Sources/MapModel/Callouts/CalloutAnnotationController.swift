internal import Callouts
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// A callout that is an annotation.
struct CalloutAnnotation {
  /// What was drawn, and where the view was put.
  struct Layout {
    /// What is drawn, from the upper left corner of the view.
    var body: ScreenRect
    /// The drawn tip, from there.
    var tip: ScreenPoint
    /// From the coordinate to the middle of the view, at its next layout.
    var centerOffset: ScreenOffset
    /// The map when the view was last put there; panning carries it along.
    var mapPointsPerPoint: Double
    var headingDegrees: Double
  }

  let setup: CalloutAnnotationSetup
  let style: CalloutStyle
  /// Its own slot; -1 while it is not on the map.
  var slot: Int32 = -1
  /// The slot of its parent, which holds that no longer if its number is another one.
  var parentSlot: Int32
  var parent: Int32
  /// The content carried along.
  var content: Int32
  /// Whether the map makes room for it when it is shown first.
  var makesRoom: Bool
  /// The view that it takes for its parent's; -1 before it has one.
  var parentView: Int32 = -1
  var layout: Layout?
}

/// What the app knows of its callout annotations, and where it puts their views.
///
/// It adds one when another annotation is selected and removes it when that is deselected.
final class CalloutAnnotationController: MapPart {
  /// The layer of a callout annotation, in events; no layer has it.
  static let layer: Int32 = -2

  private var all: [CalloutAnnotation] = []
  /// How often one was put on the map.
  private var additions = 0
  /// The one on the map that the app removes when its parent is deselected.
  private(set) var current: Int32?
  /// The one that the app gives other places.
  private var moving: Int32?
  /// The one whose view is the open callout.
  private(set) var open: Int32?
  /// The view that was selected last.
  private var selectedView: Int32 = -1
  /// Those whose views came onto the map and did not open yet.
  private var pending: [Int32] = []

  subscript(index: Int32) -> CalloutAnnotation { all[Int(index)] }

  /// The one that the app gives other places, while it is on the map.
  var shownMoving: Int32? { moving.flatMap { self[$0].slot >= 0 ? $0 : nil } }

  /// Whether the parent of a callout annotation is on the map.
  func hasParent(_ callout: CalloutAnnotation) -> Bool {
    annotations.holds(callout.parent, at: callout.parentSlot)
  }

  func noteSelectedView(of slot: Int32) { selectedView = annotations[slot].view }

  /// Adds one over a selected annotation.
  func add(over slot: Int32, _ setup: CalloutSetup, makesRoom: Bool) {
    guard let own = setup.annotation else { return }
    let parent = annotations[slot]
    let frame = setup.style.layout(over: views.calloutParent(of: slot), in: region.viewport.size)
      .frame
    let content = content(of: parent)
    var callout = CalloutAnnotation(
      setup: own, style: setup.style, parentSlot: slot, parent: parent.serial, content: content,
      makesRoom: makesRoom)
    let index = (own.lifetime == .moves ? moving : nil) ?? Int32(all.count)
    var view = ViewSetup(
      identifiers: [own.identifier], size: ScreenSize(width: frame.width, height: frame.height),
      centerOffset: .zero, kind: .callout, isEnabled: own.isViewEnabled)
    view.sizing = .eachTime
    let identifiers = settings.identifiers.layers[Int(parent.layer)].callouts
    settings.setCalloutView(
      view, identifier: identifiers[settings.calloutKind(of: parent)], of: index)
    additions += 1
    callout.slot = data.show(
      Annotation(
        serial: 0, layer: CalloutAnnotationController.layer, coordinate: parent.coordinate,
        mapPoint: parent.mapPoint,
        content: Annotation.content(UInt64(additions), layer: -2), count: 1, point: -1,
        cluster: -1, view: -1, callout: index))
    if Int(index) == all.count { all.append(callout) } else { all[Int(index)] = callout }
    current = index
    if own.lifetime == .moves { moving = index }
    context.emit(
      .second(
        .added(
          annotation: annotations[callout.slot].serial, parent: parent.serial, content: content,
          by: own.maker)))
    context.chargeMainThread(context.setup.costs.annotationChange, times: 1)
  }

  /// What an annotation carries: the row of its point, or of a cluster's first one.
  private func content(of annotation: Annotation) -> Int32 {
    annotation.point >= 0 ? context.setup.rows[Int(annotation.point)] : -1
  }

  /// Gives a callout annotation another parent and so another place.
  ///
  /// - Returns: Whether it did, with a view that stays.
  func move(_ callout: Int32, to slot: Int32) -> Bool {
    let index = Int(callout)
    let parent = annotations[slot]
    current = callout
    guard all[index].parent != parent.serial else { return false }
    all[index].parent = parent.serial
    all[index].parentSlot = slot
    all[index].content = content(of: parent)
    let own = all[index].slot
    annotations.move(own, to: parent.coordinate, mapPoint: parent.mapPoint)
    views.setNeedsUpdate()
    let serial = annotations[own].serial
    context.emit(.data(.annotationMoved(annotation: serial, parent.coordinate)))
    context.emit(
      .second(.moved(annotation: serial, parent: parent.serial, content: all[index].content)))
    guard annotations[own].view >= 0 else { return false }
    context.chargeMainThread(context.setup.costs.viewLayout, times: 1)
    return true
  }

  /// A callout annotation takes the view that was selected last for its parent's.
  func adoptSelectedView(_ callout: Int32) { all[Int(callout)].parentView = selectedView }

  /// Removes the current one from the map.
  func remove(_ index: Int32) {
    let slot = self[index].slot
    assert(annotations[slot].callout == index, "a callout does not know its annotation")
    context.emit(.second(.removed(annotation: annotations[slot].serial)))
    views.returnView(of: slot)
    data.remove(slot)
    views.dropRemoved()
    pending.removeAll { $0 == index }
    all[Int(index)].slot = -1
    all[Int(index)].layout = nil
    current = nil
    context.chargeMainThread(context.setup.costs.annotationChange, times: 1)
  }

  /// The app has lost sight of one that is still on the map.
  func forget(_ index: Int32) {
    pending.removeAll { $0 == index }
    current = nil
  }

  /// Emits what is drawn of those that the app lost sight of.
  func emitLeftBehind() {
    for (index, callout) in zip(Int32(0)..., all) where index != open {
      guard callout.slot >= 0, let layout = callout.layout, annotations[callout.slot].view >= 0,
        index != current || !hasParent(callout)
      else { continue }
      let frame = views.frame(of: callout.slot)
      let origin = ScreenOffset(dx: frame.minX, dy: frame.minY)
      context.emit(
        .second(
          .stands(
            annotation: annotations[callout.slot].serial, body: layout.body.offset(by: origin),
            tip: ScreenPoint(x: layout.tip.x + origin.dx, y: layout.tip.y + origin.dy))))
    }
  }

  // MARK: Views

  /// The view of one came: the app hands it what it needs, and it is laid out and drawn from where
  /// its parent's view is now.
  func viewDidAppear(_ slot: Int32, isReused: Bool) {
    let index = annotations[slot].callout
    let view = annotations[slot].view
    assert(index >= 0 && view >= 0, "a callout without a view is laid out")
    var callout = self[index]
    if hasParent(callout), !callout.setup.keepsParentView || selectedView < 0 {
      callout.parentView = annotations[callout.parentSlot].view
    } else {
      callout.parentView = selectedView
    }
    let over = callout.parentView >= 0 ? views.pools[callout.parentView].annotation : -1
    let target = views.calloutParent(of: over >= 0 ? over : slot)
    let layout = callout.style.layout(over: target, in: region.viewport.size)
    let frame = layout.frame
    let point = target.coordinatePoint
    let back = ScreenOffset(dx: -frame.minX, dy: -frame.minY)
    let offset = ScreenOffset(dx: frame.midX - point.x, dy: frame.midY - point.y)
    callout.layout = CalloutAnnotation.Layout(
      body: layout.body.offset(by: back),
      tip: ScreenPoint(x: layout.tip.x + back.dx, y: layout.tip.y + back.dy),
      centerOffset: offset, mapPointsPerPoint: region.viewport.mapPointsPerPoint,
      headingDegrees: region.viewport.headingDegrees)
    all[Int(index)] = callout
    let size = ScreenSize(width: frame.width, height: frame.height)
    settings.setSize(size, ofCallout: index)
    views.layOutCallout(view, size: size, centerOffset: offset)
    let serial = annotations[slot].serial
    if !isReused || !callout.setup.keepsStaleContent || views.pools[view].contentOwner < 0 {
      views.setCalloutContent(callout.content, owner: serial, of: view)
    }
    let shown = views.pools[view]
    context.emit(
      .second(
        .laidOut(
          annotation: serial,
          SecondCalloutLayout(
            view: view, maker: callout.setup.maker, parent: callout.parent,
            over: over >= 0 ? annotations[over].serial : -1, content: callout.content,
            shownContent: shown.content, contentOwner: shown.contentOwner))))
    pending.append(index)
  }

  /// The view of one leaves the map.
  func viewWillLeave(_ index: Int32) { pending.removeAll { $0 == index } }

  /// Returns those whose views came onto the map since the last call; none needs no memory.
  func takePending() -> [Int32] {
    guard !pending.isEmpty else { return [] }
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }

  /// In a frame in which the map moved: a pan carries the frames of callout views along, a zoom and
  /// a turn lay them out with their centre offset, which is as it was.
  func layOut() {
    let viewport = region.viewport
    for index in all.indices {
      guard all[index].slot >= 0, let layout = all[index].layout else { continue }
      let view = annotations[all[index].slot].view
      guard view >= 0,
        layout.mapPointsPerPoint != viewport.mapPointsPerPoint
          || layout.headingDegrees != viewport.headingDegrees
      else { continue }
      views.layOutCallout(
        view, size: views.pools[view].appearance.size, centerOffset: layout.centerOffset)
      all[index].layout?.mapPointsPerPoint = viewport.mapPointsPerPoint
      all[index].layout?.headingDegrees = viewport.headingDegrees
    }
  }

  // MARK: The open one

  func willOpen(_ index: Int32) { open = index }

  func didClose() { open = nil }

  /// Whenever the view of a callout that opened comes back, it is new there.
  func didOpen(_ index: Int32) { all[Int(index)].makesRoom = true }

  /// The map has made room: the app may draw the callout with its tip over where the parent is now.
  func redraw(over slot: Int32) {
    guard let open, self[open].setup.redrawsAfterShift else { return }
    let fresh = self[open].style.layout(
      over: views.calloutParent(of: slot), in: region.viewport.size)
    all[Int(open)].layout?.tip.x = fresh.tip.x - fresh.frame.minX
  }

  /// The callout where its own view is; nil while it has none.
  func scene(of index: Int32) -> CalloutScene? {
    guard self[index].slot >= 0, let layout = self[index].layout else { return nil }
    let callout = self[index]
    assert(hasParent(callout), "an open callout has no parent")
    let frame = views.frame(of: callout.slot)
    let origin = ScreenOffset(dx: frame.minX, dy: frame.minY)
    let tip = ScreenPoint(x: layout.tip.x + origin.dx, y: layout.tip.y + origin.dy)
    return CalloutScene(
      viewport: region.viewport, parent: views.calloutParent(of: callout.parentSlot),
      style: callout.style,
      layout: CalloutLayout(
        frame: frame, body: layout.body.offset(by: origin), tip: tip, anchor: tip))
  }

  /// How far the published adjuster takes the content on the screen; nil for the others, which
  /// leave the callout's frame alone.
  func pixelShift(of index: Int32, _ scene: CalloutScene) -> ScreenOffset? {
    let adjuster =
      views.calloutSetup(of: self[index].parentSlot)?.adjuster as? EdgeMarginsAdjuster
    guard let shift = adjuster?.pixelShift(for: scene), shift != .zero else { return nil }
    return shift
  }

  /// Source: "Asynchrony", part 1: the frame is corrected by both shifts for now, and the centre
  /// offset by the horizontal one, which the next layout uses.
  func correctFrame(of index: Int32, by shift: ScreenOffset) {
    let view = annotations[self[index].slot].view
    guard view >= 0 else { return }
    let appearance = views.pools[view].appearance
    views.layOutCallout(
      view, size: appearance.size,
      centerOffset: ScreenOffset(
        dx: appearance.centerOffset.dx - shift.dx, dy: appearance.centerOffset.dy - shift.dy))
    all[Int(index)].layout?.centerOffset.dx -= shift.dx
  }
}

extension AnnotationViewManager {
  /// The annotation view as a callout sees it.
  func calloutParent(of slot: Int32) -> CalloutParent {
    let appearance = appearance(of: slot)
    return CalloutParent(
      frame: frame(of: slot), centerOffset: appearance.centerOffset,
      calloutOffset: appearance.calloutOffset)
  }
}
