public import MapGeometry

/// What an adjuster sees, frozen when the callout opens.
public struct CalloutScene: Hashable, Sendable {
  /// The map before the adjustment.
  public private(set) var viewport: Viewport
  /// The annotation view that the callout belongs to.
  public let parent: CalloutParent
  /// The shape of the callout.
  public let style: CalloutStyle
  /// Where the callout stands over its parent.
  public let layout: CalloutLayout
  /// Where the map view stands in its own superview; all other points count from the map view.
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

  init(viewport: Viewport, parent: CalloutParent, style: CalloutStyle, layout: CalloutLayout) {
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

  /// A scene like another one, with a layout of its own instead of that of the style.
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

  /// The same callout after the map moved: laid out anew over its parent, or, as a subview that was
  /// placed when it opened, carried along by it.
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
    let rect = layout.body.covering(parent.frame)
    // Far off the screen the places round, so the extents can come out a little shorter.
    let slack = (rect.minX.magnitude + rect.minY.magnitude) * 0x1p-48
    assert(
      rect.width >= parent.frame.width - slack && rect.height >= layout.body.height - slack,
      "a covering rectangle is smaller than what it covers")
    return rect
  }
}

extension ScreenRect {
  func covering(_ other: ScreenRect) -> ScreenRect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return ScreenRect(
      minX: left, minY: top, width: max(maxX, other.maxX) - left,
      height: max(maxY, other.maxY) - top)
  }

  func grown(by distance: Double) -> ScreenRect {
    ScreenRect(
      minX: minX - distance, minY: minY - distance, width: width + 2 * distance,
      height: height + 2 * distance)
  }
}
