import Callouts
import MapGeometry

/// Somebody's own adjuster that makes the room it should, but does not wrap the longitude of a
/// center that crosses the 180th meridian in one direction, or in none.
struct MeridianAdjuster: CalloutAdjuster {
  enum Direction: Sendable {
    case east
    case west
  }

  /// Where it goes wrong.
  let stuck: Direction?

  var name: String { "meridian" }

  func move(for scene: CalloutScene) -> MapMove {
    let ideal = IdealAdjuster(animated: false)
    guard case .point(let point, let animated) = ideal.move(for: scene) else { return .stay }
    let isStuck =
      switch stuck {
      case .east: point.x > MapSize.worldSide
      case .west: point.x < 0
      case nil: false
      }
    var center = Projection.coordinate(for: point)
    if isStuck { center.longitude = point.x / MapSize.worldSide * 360 - 180 }
    return .center(center, animated: animated)
  }

  func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
    IdealAdjuster(animated: false).guarantee(for: scene)
  }
}
