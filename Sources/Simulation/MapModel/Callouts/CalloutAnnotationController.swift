internal import Callouts
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

typealias CalloutAnnotationID = ID<CalloutAnnotation>

/// A callout that is an annotation.
struct CalloutAnnotation {
  /// The drawn body and the position of the view.
  struct Layout {
    /// The drawn rectangle, relative to the upper left corner of the view.
    var body: ScreenRect
    /// The drawn tip, relative to the upper left corner of the view.
    var tip: ScreenPoint
    /// The offset from the coordinate to the middle of the view, at its next layout.
    var centerOffset: ScreenOffset
    /// The scale of the map when the view was last laid out; panning carries it along.
    var mapPointsPerPoint: Double
    var headingDegrees: Double
  }

  let setup: CalloutAnnotationSetup
  let style: CalloutStyle
  var slot = AnnotationSlot.none
  /// The slot of its parent.
  ///
  /// The slot no longer holds the parent if the annotation's number differs.
  var parentSlot: AnnotationSlot
  var parent: AnnotationID
  var content: Int32
  /// Whether the map moves for it when it is first shown.
  var makesRoom: Bool
  /// The view that the app assumes to be its parent's.
  var parentView = ViewID.none
  var layout: Layout?
}

/// The app's callout annotations, and the layout of their views.
final class CalloutAnnotationController: MapComponent {
  private var all: [CalloutAnnotation] = []
  /// The number of additions of callout annotations to the map.
  private var additions = 0
  /// The callout annotation that the app removes when its parent is deselected.
  private(set) var current: CalloutAnnotationID?
  /// The callout annotation that the app moves from parent to parent.
  private var moving: CalloutAnnotationID?
  /// The callout annotation whose view is the open callout.
  private(set) var open: CalloutAnnotationID?
  private var selectedView = ViewID.none
  /// The callout annotations whose views were added to the map and have not opened yet.
  private var pending: [CalloutAnnotationID] = []

  subscript(index: CalloutAnnotationID) -> CalloutAnnotation { all[index.index] }
  /// The callout annotations on the map.
  var shown: [CalloutAnnotationID] {
    all.indices.map { CalloutAnnotationID($0) }.filter { self[$0].slot.isSome }
  }
  /// The callout annotation that the app moves from parent to parent, while it is on the map.
  var shownMoving: CalloutAnnotationID? { moving.flatMap { self[$0].slot.isSome ? $0 : nil } }

  func hasParent(_ callout: CalloutAnnotation) -> Bool {
    annotations.holds(callout.parent, at: callout.parentSlot)
  }

  func noteSelectedView(of slot: AnnotationSlot) { selectedView = annotations[slot].view }

  func add(over slot: AnnotationSlot, _ setup: CalloutSetup, makesRoom: Bool) {
    guard let own = setup.annotation else { return }
    let parent = annotations[slot]
    let frame = setup.style.layout(over: views.calloutParent(of: slot), in: region.viewport.size)
      .frame
    let content = content(of: parent)
    var callout = CalloutAnnotation(
      setup: own, style: setup.style, parentSlot: slot, parent: parent.serial, content: content,
      makesRoom: makesRoom)
    let index = (own.lifetime == .moves ? moving : nil) ?? CalloutAnnotationID(all.count)
    var view = ViewSetup(
      identifiers: [own.identifier], size: ScreenSize(width: frame.width, height: frame.height),
      centerOffset: .zero, kind: .callout, isEnabled: own.isViewEnabled)
    view.sizing = .eachTime
    let identifiers = settings.identifiers.layers[parent.layer.index].callouts
    guard let identifier = identifiers[settings.calloutKind(of: parent).index] else {
      preconditionFailure("a callout annotation without a reuse identifier")
    }
    settings.setCalloutView(view, identifier: identifier, of: index)
    additions += 1
    callout.slot = data.show(
      Annotation(
        serial: .none, layer: .callouts, coordinate: parent.coordinate, mapPoint: parent.mapPoint,
        content: Annotation.content(UInt64(additions), layer: .callouts), count: 1, point: .none,
        callout: index))
    if index.index == all.count { all.append(callout) } else { all[index.index] = callout }
    current = index
    if own.lifetime == .moves { moving = index }
    context.emit(
      .calloutAnnotation(
        .added(
          annotation: annotations[callout.slot].serial, parent: parent.serial, content: content,
          by: own.maker)))
    context.chargeMainThread(context.setup.costs.annotationChange)
    views.chargeRelayout()
  }

  /// The row of the annotation's point, or of a cluster's first one; -1 without one.
  private func content(of annotation: Annotation) -> Int32 {
    annotation.point.isSome ? context.setup.rows[annotation.point.index] : -1
  }

  /// Gives a callout annotation another parent; returns whether its view stays with it.
  func move(_ callout: CalloutAnnotationID, to slot: AnnotationSlot) -> Bool {
    let index = callout.index
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
      .calloutAnnotation(
        .moved(annotation: serial, parent: parent.serial, content: all[index].content)))
    guard annotations[own].view.isSome else { return false }
    context.chargeMainThread(context.setup.costs.viewLayout)
    return true
  }

  /// Assigns the last selected view to a callout annotation as its parent's view.
  func adoptSelectedView(_ callout: CalloutAnnotationID) {
    all[callout.index].parentView = selectedView
  }

  func remove(_ index: CalloutAnnotationID) {
    let slot = self[index].slot
    assert(annotations[slot].callout == index, "a callout does not know its annotation")
    context.emit(.calloutAnnotation(.removed(annotation: annotations[slot].serial)))
    views.returnView(of: slot)
    data.remove(slot)
    views.dropRemoved()
    pending.removeAll { $0 == index }
    all[index.index].slot = .none
    all[index.index].layout = nil
    current = nil
    context.chargeMainThread(context.setup.costs.annotationChange)
    views.chargeRelayout()
  }

  /// The app loses its reference to a callout annotation that is still on the map.
  func forget(_ index: CalloutAnnotationID) {
    pending.removeAll { $0 == index }
    current = nil
  }

  /// Emits the layouts of callouts that the app no longer references.
  func emitLeftBehind() {
    for (number, callout) in all.enumerated() {
      let index = CalloutAnnotationID(number)
      guard index != open, callout.slot.isSome, let layout = callout.layout,
        annotations[callout.slot].view.isSome, index != current || !hasParent(callout)
      else { continue }
      let frame = views.frame(of: callout.slot)
      let origin = ScreenOffset(dx: frame.minX, dy: frame.minY)
      context.emit(
        .calloutAnnotation(
          .drawn(
            annotation: annotations[callout.slot].serial, body: layout.body.offset(by: origin),
            tip: ScreenPoint(x: layout.tip.x + origin.dx, y: layout.tip.y + origin.dy))))
    }
  }

  /// A callout annotation's view was added: it is laid out and drawn at its parent's current
  /// view.
  func viewDidAppear(_ slot: AnnotationSlot, isReused: Bool) {
    let index = annotations[slot].callout
    let view = annotations[slot].view
    assert(index.isSome && view.isSome, "a callout without a view is laid out")
    var callout = self[index]
    if hasParent(callout), !callout.setup.keepsParentView || selectedView.isNone {
      callout.parentView = annotations[callout.parentSlot].view
    } else {
      callout.parentView = selectedView
    }
    let over = callout.parentView.isSome ? views.pools[callout.parentView].annotation : .none
    let target = views.calloutParent(of: over.isSome ? over : slot)
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
    all[index.index] = callout
    let size = ScreenSize(width: frame.width, height: frame.height)
    settings.setSize(size, ofCallout: index)
    views.layOutCallout(view, size: size, centerOffset: offset)
    let serial = annotations[slot].serial
    if !isReused || !callout.setup.keepsStaleContent || views.pools[view].contentOwner.isNone {
      views.setCalloutContent(callout.content, owner: serial, of: view)
    }
    let shown = views.pools[view]
    context.emit(
      .calloutAnnotation(
        .laidOut(
          annotation: serial,
          CalloutAnnotationLayout(
            view: view, maker: callout.setup.maker, parent: callout.parent,
            over: over.isSome ? annotations[over].serial : .none, content: callout.content,
            shownContent: shown.content, contentOwner: shown.contentOwner))))
    pending.append(index)
  }

  func viewWillLeave(_ index: CalloutAnnotationID) { pending.removeAll { $0 == index } }

  /// Whether views were added to the map since the last call of ``takePending()``.
  var hasPending: Bool { !pending.isEmpty }

  /// Returns the callout annotations whose views were added to the map since the last call.
  func takePending() -> [CalloutAnnotationID] {
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }

  /// Lays out callout views after a zoom or a turn; a pan carries their frames along.
  func layOut() {
    let viewport = region.viewport
    for index in all.indices {
      guard all[index].slot.isSome, let layout = all[index].layout else { continue }
      let view = annotations[all[index].slot].view
      guard view.isSome,
        layout.mapPointsPerPoint != viewport.mapPointsPerPoint
          || layout.headingDegrees != viewport.headingDegrees
      else { continue }
      views.layOutCallout(
        view, size: views.pools[view].appearance.size, centerOffset: layout.centerOffset)
      all[index].layout?.mapPointsPerPoint = viewport.mapPointsPerPoint
      all[index].layout?.headingDegrees = viewport.headingDegrees
    }
  }

  func willOpen(_ index: CalloutAnnotationID) { open = index }
  func didClose() { open = nil }
  /// Marks an opened callout, so that the map moves for it again whenever its view returns.
  func didOpen(_ index: CalloutAnnotationID) { all[index.index].makesRoom = true }

  /// The map has moved for the callout: the app may draw it with its tip at the parent's
  /// current place.
  func redraw(over slot: AnnotationSlot) {
    guard let open, self[open].setup.redrawsAfterShift else { return }
    let fresh = self[open].style.layout(
      over: views.calloutParent(of: slot), in: region.viewport.size)
    all[open.index].layout?.tip.x = fresh.tip.x - fresh.frame.minX
  }

  /// The callout at the place of its view; nil without a view.
  func scene(of index: CalloutAnnotationID) -> CalloutScene? {
    guard self[index].slot.isSome, let layout = self[index].layout else { return nil }
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

  /// The shift by which the frame is moved back; nil where the adjuster does not change it.
  func frameShift(of index: CalloutAnnotationID, _ scene: CalloutScene) -> ScreenOffset? {
    let adjuster = views.calloutSetup(of: self[index].parentSlot)?.adjuster
    guard let shift = adjuster?.frameShift(for: scene), shift != .zero else { return nil }
    return shift
  }

  /// Corrects the frame by both shifts for now, and the center offset by the horizontal one,
  /// which the next layout uses.
  ///
  /// Source: "Asynchrony", part 1.
  func correctFrame(of index: CalloutAnnotationID, by shift: ScreenOffset) {
    let view = annotations[self[index].slot].view
    guard view.isSome else { return }
    let appearance = views.pools[view].appearance
    views.layOutCallout(
      view, size: appearance.size,
      centerOffset: ScreenOffset(
        dx: appearance.centerOffset.dx - shift.dx, dy: appearance.centerOffset.dy - shift.dy))
    all[index.index].layout?.centerOffset.dx -= shift.dx
  }
}

extension AnnotationViewManager {
  /// The annotation view as the parent of a callout.
  func calloutParent(of slot: AnnotationSlot) -> CalloutParent {
    let appearance = appearance(of: slot)
    return CalloutParent(
      frame: frame(of: slot), centerOffset: appearance.centerOffset,
      calloutOffset: appearance.calloutOffset)
  }
}
