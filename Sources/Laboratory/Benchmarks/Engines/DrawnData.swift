internal import ExactMath
public import MapGeometry
import Workloads

/// How the points of a bench are drawn.
public enum DrawnData: String, CaseIterable, Sendable {
  /// Crowded in a few large cities, sparse in many small ones.
  case cities
  /// Anywhere between 85 degrees south and north.
  case uniform
  case stacked
  /// On one parallel, all around the world.
  case line

  /// The seed of everything that a bench draws.
  public static let seed: UInt64 = 7

  /// Generates places; a larger count begins with the same places.
  ///
  /// - Complexity: O(count).
  public func places(_ count: Int) -> [Coordinate] {
    switch self {
    case .cities:
      var crowd = CityCrowd(seed: DrawnData.seed)
      return crowd.next(count)
    case .stacked:
      return [Coordinate](
        repeating: Coordinate(latitude: 52.5163, longitude: 13.3777), count: count)
    case .uniform:
      var stream = RandomStream(seed: DrawnData.seed, name: rawValue)
      return (0..<count).map { _ in
        let latitude = stream.fraction() * 170 - 85
        return Coordinate(latitude: latitude, longitude: stream.fraction() * 360 - 180)
      }
    case .line:
      var stream = RandomStream(seed: DrawnData.seed, name: rawValue)
      return (0..<count).map { _ in
        Coordinate(latitude: 45, longitude: stream.fraction() * 360 - 180)
      }
    }
  }
}

extension RandomStream {
  /// A number below a bound, which is at least 1.
  mutating func below(_ bound: Int) -> Int { Int(next(through: UInt64(bound - 1))) }
}
