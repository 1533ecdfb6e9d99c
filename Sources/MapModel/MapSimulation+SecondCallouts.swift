internal import Callouts
internal import MapEvents
internal import MapGeometry

/// Callouts that are annotations: the app adds one when another annotation is selected and removes
/// it when that is deselected.
extension MapSimulation {
  /// The layer of a callout annotation, in events; no layer has it.
  static let calloutLayer: Int32 = -2

  /// The app is told that an annotation with such a callout was selected.
  func addCallout(over slot: Int32, _ setup: CalloutSetup, makesRoom: Bool) {
    guard let own = setup.annotation else { return }
    seconds.selectedView = annotations[slot].view
    if own.lifetime == .moves, seconds.moving >= 0, seconds[seconds.moving].slot >= 0 {
      return moveCallout(to: slot)
    }
    if seconds.current >= 0, seconds[seconds.current].slot >= 0 { leaveBehind(seconds.current) }
    let parent = annotations[slot]
    let frame = setup.style.layout(over: self.parent(of: slot), in: viewport.size).frame
    var second = SecondCallout(
      setup: own, style: setup.style,
      identifier: layers[Int(parent.layer)].calloutIdentifiers[calloutKind(of: slot)],
      views: ViewSetup(
        identifiers: [own.identifier],
        size: ScreenSize(width: frame.width, height: frame.height), centerOffset: .zero,
        kind: .callout, isEnabled: own.isViewEnabled),
      parentSlot: slot, parent: parent.serial, content: content(of: parent), makesRoom: makesRoom)
    let index: Int32
    if own.lifetime == .moves, seconds.moving >= 0 {
      index = seconds.moving
    } else {
      index = Int32(seconds.all.count)
      seconds.all.append(second)
    }
    second.views.sizing = .eachTime
    seconds.additions += 1
    second.slot = show(
      Annotation(
        serial: 0, layer: MapSimulation.calloutLayer, coordinate: parent.coordinate,
        mapPoint: parent.mapPoint, content: content(UInt64(seconds.additions), layer: -2), count: 1,
        point: -1, cluster: -1, view: -1, callout: index))
    seconds[index] = second
    seconds.current = index
    if own.lifetime == .moves { seconds.moving = index }
    emit(
      .second(
        .added(
          annotation: annotations[second.slot].serial, parent: parent.serial,
          content: second.content, by: own.maker)))
    spend(self.setup.costs.annotationChange, times: 1)
  }

  /// What an annotation carries: the row of its point, or of a cluster's first one.
  private func content(of annotation: Annotation) -> Int32 {
    annotation.point >= 0 ? setup.rows[Int(annotation.point)] : -1
  }

  /// The one callout annotation is on the map already: it only gets another place.
  private func moveCallout(to slot: Int32) {
    let index = seconds.moving
    let parent = annotations[slot]
    seconds.current = index
    guard seconds[index].parent != parent.serial else { return }
    let own = seconds[index].slot
    seconds[index].parent = parent.serial
    seconds[index].parentSlot = slot
    seconds[index].content = content(of: parent)
    annotations.move(own, to: parent.coordinate, mapPoint: parent.mapPoint)
    areViewsStale = true
    let serial = annotations[own].serial
    emit(.data(.annotationMoved(annotation: serial, parent.coordinate)))
    emit(
      .second(
        .moved(annotation: serial, parent: parent.serial, content: seconds[index].content)))
    guard annotations[own].view >= 0 else { return }
    spend(setup.costs.viewLayout, times: 1)
    // Its view stays, drawn as it was for the other parent, and nobody asks for room.
    closeCallout()
    seconds[index].parentView = seconds.selectedView
    open(index, makesRoom: false)
  }

  /// The app is told that an annotation was deselected: it takes its callout away, unless the
  /// callout's button holds the selection.
  func removeCallout(ofDeselected slot: Int32) {
    guard calloutSetup(of: slot)?.annotation != nil, seconds.current >= 0,
      seconds[seconds.current].slot >= 0
    else { return }
    let view = annotations[slot].view
    guard view < 0 || !pools[view].holdsSelection else { return }
    removeCallout(seconds.current)
  }

  private func removeCallout(_ index: Int32) {
    let slot = seconds[index].slot
    assert(annotations[slot].callout == index, "a callout does not know its annotation")
    if selected == slot { deselect() }
    let annotation = annotations[slot]
    emit(.second(.removed(annotation: annotation.serial)))
    returnView(of: slot)
    emit(
      .data(
        .annotationRemoved(
          annotation: annotation.serial, layer: annotation.layer, content: annotation.content,
          isCluster: false)))
    annotations.remove(slot)
    shown.removeAll { $0 == slot }
    seconds.pending.removeAll { $0 == index }
    seconds[index].slot = -1
    seconds[index].layout = nil
    seconds.current = -1
    areViewsStale = true
    spend(setup.costs.annotationChange, times: 1)
  }

  /// The app loses sight of a callout annotation that is still on the map.
  func leaveBehind(_ index: Int32) {
    let serial = annotations[seconds[index].slot].serial
    emit(.second(.leftBehind(annotation: serial)))
    if seconds.open == index { closeCallout() }
    seconds.pending.removeAll { $0 == index }
    seconds.current = -1
  }

  /// An annotation leaves the map; a callout that was held over it stays alone.
  func calloutLosesParent(_ slot: Int32) {
    let index = seconds.current
    guard index >= 0, seconds[index].slot >= 0, seconds[index].parentSlot == slot,
      seconds[index].parent == annotations[slot].serial
    else { return }
    leaveBehind(index)
  }

  /// Tells what is drawn of callouts that the app lost sight of.
  func tellCalloutsLeftBehind() {
    for index in seconds.all.indices where index != Int(seconds.open) {
      let second = seconds.all[index]
      guard second.slot >= 0, let layout = second.layout, annotations[second.slot].view >= 0,
        index != Int(seconds.current) || !hasParent(second)
      else { continue }
      let frame = frame(of: second.slot)
      let origin = ScreenOffset(dx: frame.minX, dy: frame.minY)
      emit(
        .second(
          .stands(
            annotation: annotations[second.slot].serial, body: layout.body.offset(by: origin),
            tip: ScreenPoint(x: layout.tip.x + origin.dx, y: layout.tip.y + origin.dy))))
    }
  }

  /// Whether the parent of a callout annotation is on the map.
  private func hasParent(_ second: SecondCallout) -> Bool {
    annotations.isUsed[Int(second.parentSlot)]
      && annotations[second.parentSlot].serial == second.parent
  }

  // MARK: Its view

  /// The view of a callout annotation came: the app hands it what it needs, and it is laid out and
  /// drawn from where its parent's view is now.
  func layOutCallout(_ slot: Int32, isReused: Bool) {
    let index = annotations[slot].callout
    let view = annotations[slot].view
    assert(index >= 0 && view >= 0, "a callout without a view is laid out")
    var second = seconds[index]
    if hasParent(second), !second.setup.keepsParentView || seconds.selectedView < 0 {
      second.parentView = annotations[second.parentSlot].view
    } else {
      second.parentView = seconds.selectedView
    }
    let over = second.parentView >= 0 ? pools[second.parentView].annotation : -1
    let target = over >= 0 ? parent(of: over) : parent(of: slot)
    let layout = second.style.layout(over: target, in: viewport.size)
    let frame = layout.frame
    let point = target.coordinatePoint
    let back = ScreenOffset(dx: -frame.minX, dy: -frame.minY)
    let offset = ScreenOffset(dx: frame.midX - point.x, dy: frame.midY - point.y)
    second.layout = SecondCallout.Layout(
      body: layout.body.offset(by: back),
      tip: ScreenPoint(x: layout.tip.x + back.dx, y: layout.tip.y + back.dy),
      centerOffset: offset, mapPointsPerPoint: viewport.mapPointsPerPoint,
      headingDegrees: viewport.headingDegrees)
    second.views.size = ScreenSize(width: frame.width, height: frame.height)
    seconds[index] = second
    pools[view].appearance.size = second.views.size
    pools[view].appearance.centerOffset = offset
    let serial = annotations[slot].serial
    if !isReused || !second.setup.forgetsContent || pools[view].contentOwner < 0 {
      pools[view].content = second.content
      pools[view].contentOwner = serial
    }
    emit(
      .second(
        .laidOut(
          annotation: serial,
          SecondCalloutLayout(
            view: view, maker: second.setup.maker, parent: second.parent,
            over: over >= 0 ? annotations[over].serial : -1, content: second.content,
            shownContent: pools[view].content, contentOwner: pools[view].contentOwner))))
    seconds.pending.append(index)
  }

  /// The view of a callout annotation leaves the map.
  func calloutViewLeaves(_ slot: Int32) {
    let index = annotations[slot].callout
    guard index >= 0 else { return }
    seconds.pending.removeAll { $0 == index }
    if seconds.open == index { closeCallout() }
  }

  /// Opens the callouts whose views came onto the map, as soon as all views have.
  func openShownCallouts() {
    guard !seconds.pending.isEmpty else { return }
    let pending = seconds.pending
    seconds.pending.removeAll(keepingCapacity: true)
    for index in pending where index == seconds.current && hasParent(seconds[index]) {
      // Another one can have opened while the button of this one held it.
      guard callout == nil else { continue }
      lap(.callout) { open(index, makesRoom: seconds[index].makesRoom) }
      // Whenever its view comes back, it is new there.
      seconds[index].makesRoom = true
    }
  }

  private func open(_ index: Int32, makesRoom: Bool) {
    let second = seconds[index]
    guard hasParent(second), let scene = scene(of: index) else { return }
    seconds.open = index
    let shift = makesRoom ? pixelShift(of: second, scene) : nil
    openCallout(over: second.parentSlot, makesRoom: makesRoom, scene: scene)
    // The callout can be gone by then, when the app has moved the map on.
    guard let shift, seconds.open == index else { return }
    correctFrame(of: index, by: shift)
  }

  /// How far the published adjuster takes the content on the screen; nil for the others, which
  /// leave the callout's frame alone.
  private func pixelShift(of second: SecondCallout, _ scene: CalloutScene) -> ScreenOffset? {
    let adjuster = calloutSetup(of: second.parentSlot)?.adjuster as? EdgeMarginsAdjuster
    guard let shift = adjuster?.pixelShift(for: scene), shift != .zero else { return nil }
    return shift
  }

  /// Source: "Asynchrony", part 1: the frame is corrected by both shifts for now, and the centre
  /// offset by the horizontal one, which the next layout uses.
  private func correctFrame(of index: Int32, by shift: ScreenOffset) {
    let view = annotations[seconds[index].slot].view
    guard view >= 0 else { return }
    pools[view].appearance.centerOffset.dx -= shift.dx
    pools[view].appearance.centerOffset.dy -= shift.dy
    seconds[index].layout?.centerOffset.dx -= shift.dx
  }

  /// In a frame in which the map moved: a pan carries the frames of callout views along, a zoom and
  /// a turn lay them out with their centre offset, which is as it was.
  func layOutCallouts() {
    for index in seconds.all.indices {
      let second = seconds.all[index]
      guard second.slot >= 0, let layout = second.layout else { continue }
      let view = annotations[second.slot].view
      guard view >= 0,
        layout.mapPointsPerPoint != viewport.mapPointsPerPoint
          || layout.headingDegrees != viewport.headingDegrees
      else { continue }
      pools[view].appearance.centerOffset = layout.centerOffset
      seconds.all[index].layout?.mapPointsPerPoint = viewport.mapPointsPerPoint
      seconds.all[index].layout?.headingDegrees = viewport.headingDegrees
    }
  }

  /// The map has made room: the app may draw the callout with its tip over where the parent is now.
  func redrawCallout() {
    guard seconds.open >= 0, seconds[seconds.open].setup.redrawsAfterShift, let callout else {
      return
    }
    let second = seconds[seconds.open]
    let fresh = second.style.layout(over: parent(of: callout.slot), in: viewport.size)
    seconds[seconds.open].layout?.tip.x = fresh.tip.x - fresh.frame.minX
  }

  /// The open callout where its own view is; nil for a callout that is no annotation.
  var secondScene: CalloutScene? {
    seconds.open >= 0 ? scene(of: seconds.open) : nil
  }

  private func scene(of index: Int32) -> CalloutScene? {
    let second = seconds[index]
    guard second.slot >= 0, let layout = second.layout else { return nil }
    assert(hasParent(second), "an open callout has no parent")
    let frame = frame(of: second.slot)
    let origin = ScreenOffset(dx: frame.minX, dy: frame.minY)
    let tip = ScreenPoint(x: layout.tip.x + origin.dx, y: layout.tip.y + origin.dy)
    return CalloutScene(
      viewport: viewport, parent: parent(of: second.parentSlot), style: second.style,
      standing: CalloutLayout(
        frame: frame, body: layout.body.offset(by: origin), tip: tip, anchor: tip))
  }
}
