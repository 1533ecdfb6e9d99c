internal import ExactMath

/// A line of great circles through coordinates, with as many points as
/// `MKGeodesicPolyline`: ceil(meters / 1000) + 1 on each segment, on a sphere with a radius
/// of 6378137 meters.
///
/// The points of a segment are equally spaced, and a shared vertex occurs once. Vertices
/// are kept exactly as given. Between antipodes the line leaves northwards.
public struct GeodesicPolyline: Hashable, Sendable {
  /// The radius of the sphere, in meters.
  public static let radius = 6_378_137.0
  /// The points as coordinates; longitudes lie in -180...180, so they jump at the 180th meridian.
  public let coordinates: [Coordinate]

  /// The points as map points, each on the copy of the world nearest to the point before it, so
  /// that the bounding rect of a line across the 180th meridian spans it.
  public let points: [MapPoint]

  /// Makes the line through some vertices, in O(points); nil when one of them is invalid.
  public init?(_ vertices: [Coordinate], projection: Projection = .mapKit) {
    guard vertices.allSatisfy({ Projection.isValid($0) }) else { return nil }
    var coordinates = Array(vertices.prefix(1))
    for (start, end) in zip(vertices, vertices.dropFirst()) {
      GreatCircle(from: start, to: end).addSteps(to: &coordinates)
    }
    self.coordinates = coordinates
    points = GeodesicPolyline.continued(coordinates.map { projection.mapPoint(for: $0) })
  }

  /// The points, each moved by whole worlds to the copy nearest to the point before it.
  private static func continued(_ points: [MapPoint]) -> [MapPoint] {
    var result = points
    for index in result.indices.dropFirst() {
      let way = result[index - 1].x - result[index].x
      let worlds = (way / MapSize.worldSide).rounded(.toNearestOrEven)
      result[index].x += worlds * MapSize.worldSide
    }
    return result
  }
}

/// The shorter arc between two places on a sphere.
private struct GreatCircle {
  /// A vector from the middle of the earth, x to 0 N 0 E, z to the north pole.
  struct Vector {
    var x: Double
    var y: Double
    var z: Double

    var length: Double { dot(self).squareRoot() }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Vector) -> Vector {
      Vector(
        x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }
  }

  let end: Coordinate
  private let origin: Vector
  /// The direction a quarter of a turn further along the circle.
  private let ahead: Vector
  private let angle: Double

  init(from start: Coordinate, to end: Coordinate) {
    self.end = end
    let degree = Double.pi / 180
    let (north, east) = (start.latitude * degree, start.longitude * degree)
    origin = GreatCircle.direction(north: north, east: east)
    let target = GreatCircle.direction(north: end.latitude * degree, east: end.longitude * degree)
    let pole = origin.cross(target)
    let sine = pole.length
    angle = start == end ? 0 : Elementary.direction(y: sine, x: origin.dot(target))
    guard sine > 1e-15 else {
      ahead = GreatCircle.direction(north: north + Double.pi / 2, east: east)
      return
    }
    let way = pole.cross(origin)
    ahead = Vector(x: way.x / sine, y: way.y / sine, z: way.z / sine)
  }

  private static func direction(north: Double, east: Double) -> Vector {
    let cosine = Elementary.cos(north)
    return Vector(
      x: cosine * Elementary.cos(east), y: cosine * Elementary.sin(east), z: Elementary.sin(north))
  }

  /// Appends the points of the arc after its start.
  ///
  /// The end is appended exactly as given.
  func addSteps(to coordinates: inout [Coordinate]) {
    let steps = Int((angle * GeodesicPolyline.radius / 1_000).rounded(.up))
    guard steps > 0 else { return }
    coordinates.reserveCapacity(coordinates.count + steps)
    for step in 1..<steps {
      coordinates.append(coordinate(at: angle * (Double(step) / Double(steps))))
    }
    coordinates.append(end)
  }

  private func coordinate(at angle: Double) -> Coordinate {
    let (sine, cosine) = (Elementary.sin(angle), Elementary.cos(angle))
    let x = origin.x * cosine + ahead.x * sine
    let y = origin.y * cosine + ahead.y * sine
    let z = origin.z * cosine + ahead.z * sine
    let radian = 180 / Double.pi
    return Coordinate(
      latitude: Elementary.direction(y: z, x: (x * x + y * y).squareRoot()) * radian,
      longitude: Elementary.direction(y: y, x: x) * radian)
  }
}
