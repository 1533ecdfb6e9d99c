public import MapGeometry

/// The input of an adjuster, frozen when the callout opens.
public struct CalloutScene: Hashable, Sendable {
  /// The map before the adjustment.
  public private(set) var viewport: Viewport
  /// The annotation view that the callout belongs to.
  public let parent: CalloutParent
  /// The shape of the callout.
  public let style: CalloutStyle
  /// The place of the callout over its parent.
  public let layout: CalloutLayout
  /// The origin of the map view in its superview; all other points count from the map view.
  public let mapOrigin: ScreenOffset
  /// Whether the scene is seen in a mirror that changes left and right.
  var areSidesSwapped = false
  /// Whether the scene is seen in a mirror that changes up and down.
  var areEndsSwapped = false

  /// Makes the scene of a callout that opens over a parent.
  public init(
    viewport: Viewport, parent: CalloutParent, style: CalloutStyle, mapOrigin: ScreenOffset = .zero
  ) {
    precondition(viewport.mapPointsPerPoint > 0, "a map without scale")
    precondition(parent.frame.width >= 0 && parent.frame.height >= 0, "a parent of negative extent")
    (self.viewport, self.parent, self.style) = (viewport, parent, style)
    self.layout = style.layout(over: parent, in: viewport.size)
    self.mapOrigin = mapOrigin
  }

  /// Makes the scene of a callout that is laid out elsewhere, as a callout annotation is; its
  /// anchor is that of a layout over the parent.
  public init(
    viewport: Viewport, parent: CalloutParent, style: CalloutStyle, layout: CalloutLayout
  ) {
    var layout = layout
    layout.anchor = style.layout(over: parent, in: viewport.size).anchor
    (self.viewport, self.parent, self.style, self.layout) = (viewport, parent, style, layout)
    mapOrigin = .zero
  }

  private init(_ scene: CalloutScene, viewport: Viewport, parent: CalloutParent) {
    self.init(
      scene, viewport: viewport, parent: parent, style: scene.style,
      layout: scene.layout.moved(
        by: ScreenOffset(
          dx: parent.frame.minX - scene.parent.frame.minX,
          dy: parent.frame.minY - scene.parent.frame.minY)))
  }

  /// A scene like another one, with a custom layout instead of that of the style.
  init(
    _ scene: CalloutScene, viewport: Viewport, parent: CalloutParent, style: CalloutStyle,
    layout: CalloutLayout
  ) {
    (self.viewport, self.parent, self.style, self.layout) = (viewport, parent, style, layout)
    mapOrigin = scene.mapOrigin
    areSidesSwapped = scene.areSidesSwapped
    areEndsSwapped = scene.areEndsSwapped
  }

  /// The same rectangles on the screen, over another part of the world.
  func seen(in viewport: Viewport) -> CalloutScene {
    assert(viewport.size == self.viewport.size, "a scene in a view of another size")
    var result = self
    result.viewport = viewport
    return result
  }

  /// The same callout after the map moved: laid out again over its parent, or, as a subview,
  /// carried along by it.
  public func moved(to viewport: Viewport) -> CalloutScene {
    carried(by: parent.moved(from: self.viewport, to: viewport), in: viewport)
  }

  /// The same callout over its parent wherever that is now, of whatever size and offsets.
  public func carried(by parent: CalloutParent, in viewport: Viewport) -> CalloutScene {
    if case .subview = style { return CalloutScene(self, viewport: viewport, parent: parent) }
    // No style lays a callout out as a mirror shows it.
    if areSidesSwapped || areEndsSwapped {
      return CalloutScene(self, viewport: viewport, parent: parent)
    }
    return CalloutScene(viewport: viewport, parent: parent, style: style, mapOrigin: mapOrigin)
  }

  /// The smallest rectangle around the drawn callout and its parent.
  public var calloutAndParent: ScreenRect {
    let rect = layout.body.union(parent.frame)
    // Far off the screen the places round, so the extents can come out a little shorter.
    let slack = (rect.minX.magnitude + rect.minY.magnitude) * 0x1p-48
    assert(
      rect.width >= parent.frame.width - slack && rect.height >= layout.body.height - slack,
      "a covering rectangle is smaller than what it covers")
    return rect
  }
}

extension ScreenRect {
  func grown(by distance: Double) -> ScreenRect {
    ScreenRect(
      minX: minX - distance, minY: minY - distance, width: width + 2 * distance,
      height: height + 2 * distance)
  }
}

extension CalloutScene {
  /// This scene in a mirror that changes left and right: west becomes east and the heading runs the
  /// other way.
  ///
  /// The callout is where the mirror shows it, even if its style would round to the other side.
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

  /// This scene in a mirror that changes up and down: its callout hangs below the pin.
  ///
  /// No style lays a callout out like that, so an adjuster has to use the rectangles.
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
  /// An adjuster calls this for each scene, since a mirrored scene has its bars on the other side.
  /// Distances of the adjuster's own choice do not change sides: that they differ is its fault.
  public func bars(_ insets: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: areEndsSwapped ? insets.bottom : insets.top,
      left: areSidesSwapped ? insets.right : insets.left,
      bottom: areEndsSwapped ? insets.top : insets.bottom,
      right: areSidesSwapped ? insets.left : insets.right)
  }

  /// The distances from the edges of the view that keep a margin to the bars.
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
