public import MapGeometry

extension CalloutScene {
  /// This scene seen in a mirror that changes left and right.
  ///
  /// West becomes east and the heading runs the other way. The callout stands where the mirror
  /// shows it, even if its style would round to the other side.
  func mirroredEastWest() -> CalloutScene {
    let width = viewport.size.width
    var world = viewport
    world.center.x = MapSize.worldSide - viewport.center.x
    if viewport.headingDegrees != 0 { world.headingDegrees = -viewport.headingDegrees }
    var pin = parent
    pin.frame.minX = width - parent.frame.maxX
    pin.centerOffset.dx = -parent.centerOffset.dx
    pin.calloutOffset.dx = -parent.calloutOffset.dx
    var callout = layout
    callout.frame.minX = width - layout.frame.maxX
    callout.body.minX = width - layout.body.maxX
    callout.tip.x = width - layout.tip.x
    callout.anchor.x = width - layout.anchor.x
    var result = CalloutScene(
      self, viewport: world, parent: pin, style: style.mirroredEastWest(over: parent),
      layout: callout)
    result.areSidesSwapped.toggle()
    return result
  }

  /// This scene seen in a mirror that changes up and down: its callout hangs below the pin.
  ///
  /// North becomes south and the heading runs the other way. No style lays a callout out like that,
  /// so an adjuster has to look at the rectangles.
  func mirroredNorthSouth() -> CalloutScene {
    let height = viewport.size.height
    var world = viewport
    world.center.y = MapSize.worldSide - viewport.center.y
    if viewport.headingDegrees != 0 { world.headingDegrees = -viewport.headingDegrees }
    var pin = parent
    pin.frame.minY = height - parent.frame.maxY
    pin.centerOffset.dy = -parent.centerOffset.dy
    pin.calloutOffset.dy = -parent.calloutOffset.dy
    var callout = layout
    callout.frame.minY = height - layout.frame.maxY
    callout.body.minY = height - layout.body.maxY
    callout.tip.y = height - layout.tip.y
    callout.anchor.y = height - layout.anchor.y
    var result = CalloutScene(
      self, viewport: world, parent: pin, style: style.mirroredNorthSouth(), layout: callout)
    result.areEndsSwapped.toggle()
    return result
  }

  /// The room that bars take of the view, where a mirror shows them.
  ///
  /// An adjuster that is told of bars asks here for each scene, since a scene seen in a mirror has
  /// its bars on the other side. Distances of the adjuster's own choice do not change sides: that
  /// they differ is a fault of it.
  public func bars(_ insets: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: areEndsSwapped ? insets.bottom : insets.top,
      left: areSidesSwapped ? insets.right : insets.left,
      bottom: areEndsSwapped ? insets.top : insets.bottom,
      right: areSidesSwapped ? insets.left : insets.right)
  }

  /// How far from the edges of the view something has to stay that keeps a margin to the bars.
  func distances(margin: Double, beside insets: EdgeInsets) -> EdgeInsets {
    let bars = bars(insets)
    return EdgeInsets(
      top: bars.top + margin, left: bars.left + margin, bottom: bars.bottom + margin,
      right: bars.right + margin)
  }
}

extension CalloutStyle {
  fileprivate func mirroredEastWest(over parent: CalloutParent) -> CalloutStyle {
    switch self {
    case .plain: return self
    case .bubble(let contentHeight, let offset):
      return .bubble(
        contentHeight: contentHeight,
        offsetFromParent: ScreenOffset(dx: parent.frame.width - offset.dx, dy: offset.dy))
    case .subview(var callout):
      swap(&callout.insets.left, &callout.insets.right)
      swap(&callout.leftAccessory, &callout.rightAccessory)
      return .subview(callout)
    }
  }

  fileprivate func mirroredNorthSouth() -> CalloutStyle {
    guard case .subview(var callout) = self else { return self }
    swap(&callout.insets.top, &callout.insets.bottom)
    switch callout.directions {
    case .down: callout.directions = .up
    case .up: callout.directions = .down
    case .any: break
    }
    return .subview(callout)
  }
}
