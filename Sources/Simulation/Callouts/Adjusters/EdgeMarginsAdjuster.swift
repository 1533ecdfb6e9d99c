public import MapGeometry

/// Keeps the parent 38 points from the sides, the callout 7 from the top, the parent 10 from the
/// bottom, by a shift of the center in degrees.
///
/// Source: "Asynchrony", custom callouts part 1, `adjustMapRegionIfNeeded`. Kept as published:
///
/// - One degree of latitude is taken for the same length everywhere in the view, so the shift is
///   wrong where the map shows many degrees.
/// - Screen x and y are taken for east and north, so a turned map goes the wrong way.
/// - The new longitude is not wrapped; across the 180th meridian the map refuses it.
/// - The origin of the map view in its superview is converted as if it were content.
/// - A callout that does not fit is pushed under the top margin, its parent off the bottom.
public struct EdgeMarginsAdjuster: CalloutAdjuster, Hashable {
  /// Makes the published adjuster.
  public init() {}

  static let sideMargin = 38.0
  static let topMargin = 7.0
  static let bottomMargin = 10.0

  /// The name in scenarios and reports.
  public var name: String { "edge margins" }

  /// A new center, always animated, or ``MapMove/stay`` when all distances are kept.
  public func move(for scene: CalloutScene) -> MapMove {
    let shift = frameShift(for: scene)
    guard shift.dx != 0 || shift.dy != 0 else { return .stay }
    let size = scene.viewport.size
    let region = scene.viewport.region
    assert(region.span.latitudeDelta > 0 && region.span.longitudeDelta > 0, "a view without span")
    let pointsPerLongitude = size.width / region.span.longitudeDelta
    let pointsPerLatitude = size.height / region.span.latitudeDelta
    return .center(
      Coordinate(
        latitude: region.center.latitude + shift.dy / pointsPerLatitude,
        longitude: region.center.longitude - shift.dx / pointsPerLongitude), animated: true)
  }

  /// How far the content should move on the screen, which the source also takes off the callout's
  /// frame.
  public func frameShift(for scene: CalloutScene) -> ScreenOffset {
    let reach = Reach(of: scene)
    let size = scene.viewport.size
    var shift = ScreenOffset.zero
    if reach.parentX < Self.sideMargin {
      shift.dx = Self.sideMargin - reach.parentX
    } else if reach.parentX > size.width - Self.sideMargin {
      shift.dx = size.width - Self.sideMargin - reach.parentX
    }
    let originDown = scene.mapOrigin.dy - scene.parent.frame.minY
    let fromTop = -(originDown + reach.height)
    let fromBottom = size.height + originDown - scene.parent.frame.height
    if fromTop < Self.topMargin {
      shift.dy = Self.topMargin - fromTop
    } else if fromBottom < Self.bottomMargin {
      shift.dy = -(Self.bottomMargin - fromBottom)
    }
    assert(shift.dx.isFinite && shift.dy.isFinite, "a shift out of the number range")
    return shift
  }

  /// The scale, and the criteria that the map itself keeps: a shift in degrees is never exact.
  public var keptCriteria: Set<Criterion> {
    [.zoomUnchanged, .untouchedWhenVisible, .tipPinned, .animatedAsAtOnce, .callbacksPaired]
  }

  /// The vertical line through the parent's point from the top of the callout to the bottom of the
  /// parent.
  public func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    let reach = Reach(of: scene)
    let parent = scene.parent.frame
    return VisibilityGuarantee(
      contain: ScreenRect(
        minX: reach.parentX, minY: parent.minY - reach.height, width: 0,
        height: reach.height + parent.height),
      insets: EdgeInsets(
        top: Self.topMargin, left: Self.sideMargin, bottom: Self.bottomMargin,
        right: Self.sideMargin))
  }

  private struct Reach {
    /// The x of the parent's point, from the left edge of the map view.
    var parentX: Double
    /// From the parent's upper edge to the top of the callout.
    var height: Double

    init(of scene: CalloutScene) {
      switch scene.style {
      case .plain, .subview:
        // No space for the shadow here: all of the frame is drawn.
        parentX = scene.layout.tip.x
        height = scene.layout.frame.height
      case .bubble(_, let offset):
        parentX = scene.parent.frame.minX + offset.dx
        height = scene.layout.frame.height - BubbleMeasures.bottomShadow
      }
    }
  }
}
