public import MapGeometry

/// Compares the edges of two regions in degrees and shifts the region by the part that sticks out.
///
/// Source: the solution for iOS 6 in Stanislaw's answer on fitting a callout. Kept as published:
///
/// - The edges are computed in single precision, whose steps are points wide at street zoom, so
///   that a callout that fits is moved, and a callout that does not fit still sticks out.
/// - A center moves by degrees of latitude and keeps its span, so towards a pole the map zooms.
/// - Of two edges that stick out the left one and the lower one win.
/// - The region is always set, without an animation.
public struct EdgedRegionAdjuster: CalloutAdjuster, Hashable {
  /// The numbers in which the edges are computed: 32 bits, as published, or 64.
  public enum Precision: String, Hashable, Sendable, CaseIterable { case single, double }

  /// The numbers in which the edges are computed.
  public let precision: Precision

  /// Makes the published adjuster, or one that computes with more bits.
  public init(precision: Precision = .single) { self.precision = precision }

  /// The name in scenarios and reports.
  public var name: String { "edged region" }

  /// Always a region with the present span; the map refuses it when its center is invalid.
  public func move(for scene: CalloutScene) -> MapMove {
    var region = scene.viewport.region
    let shift = shift(for: scene)
    region.center.longitude += shift.longitude
    region.center.latitude += shift.latitude
    return .region(region, animated: false)
  }

  /// The map accepts the region, wherever that is.
  public var keptCriteria: Set<Criterion> {
    [.tipPinned, .animatedAsAtOnce, .moveAccepted, .callbacksPaired]
  }

  /// Callout and parent, up to the very edges.
  public func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    VisibilityGuarantee(contain: scene.calloutAndParent, insets: EdgeInsets(all: 0))
  }

  /// By how many degrees the center moves, north and east.
  public func shift(for scene: CalloutScene) -> Coordinate {
    let map = scene.viewport.region
    let callout = scene.viewport.region(for: scene.calloutAndParent)
    switch precision {
    case .single: return EdgedRegionAdjuster.shift(of: Edges<Float>(map), to: Edges(callout))
    case .double: return EdgedRegionAdjuster.shift(of: Edges<Double>(map), to: Edges(callout))
    }
  }

  private static func shift<Number>(of map: Edges<Number>, to callout: Edges<Number>) -> Coordinate
  {
    let left = callout.left - map.left
    let right = callout.right - map.right
    let bottom = callout.bottom - map.bottom
    let top = callout.top - map.top
    return Coordinate(
      latitude: bottom < 0 ? Double(bottom) : (top > 0 ? Double(top) : 0),
      longitude: left < 0 ? Double(left) : (right > 0 ? Double(right) : 0))
  }

  /// A region by its edges, in degrees.
  private struct Edges<Number: BinaryFloatingPoint> {
    var left: Number
    var right: Number
    var top: Number
    var bottom: Number

    init(_ region: CoordinateRegion) {
      let latitude = Number(region.center.latitude)
      let longitude = Number(region.center.longitude)
      let height = Number(region.span.latitudeDelta)
      let width = Number(region.span.longitudeDelta)
      left = longitude - width / 2
      right = longitude + width / 2
      top = latitude + height / 2
      bottom = latitude - height / 2
    }
  }
}
