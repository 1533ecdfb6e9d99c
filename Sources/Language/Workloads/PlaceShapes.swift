internal import ExactMath
public import MapGeometry

/// An area between two parallels and two meridians, which does not cross the 180th one; or a disc
/// around a place, whose sides these are.
public struct PlaceArea: Hashable, Sendable {
  /// Its latitudes, in degrees.
  public let latitudes: ClosedRange<Double>
  /// Its longitudes, in degrees.
  public let longitudes: ClosedRange<Double>
  /// The disc; nil for an area with corners.
  let disc: Disc?

  /// The states between Mexico and Canada, in which places are drawn unless an area is given.
  public static let standard = PlaceArea(latitudes: 25...49, longitudes: -124 ... -67)

  /// The corner with the least latitude and longitude.
  public var southWest: Coordinate {
    Coordinate(latitude: latitudes.lowerBound, longitude: longitudes.lowerBound)
  }
  /// The corner with the greatest latitude and longitude.
  public var northEast: Coordinate {
    Coordinate(latitude: latitudes.upperBound, longitude: longitudes.upperBound)
  }

  /// Makes an area of its latitudes and longitudes, in degrees.
  public init(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
    (self.latitudes, self.longitudes, disc) = (latitudes, longitudes, nil)
  }

  /// Makes a disc around a place, which may reach beyond the 180th meridian.
  public init(around middle: Coordinate, radiusMeters: Double) {
    let disc = Disc(middle: middle, radiusMeters: radiusMeters)
    latitudes =
      max(middle.latitude - disc.northward, -90)...min(middle.latitude + disc.northward, 90)
    longitudes = (middle.longitude - disc.eastward)...(middle.longitude + disc.eastward)
    self.disc = disc
  }

  /// Makes an area of its corners; nil when they are exchanged.
  public init?(southWest: Coordinate, northEast: Coordinate) {
    guard southWest.latitude <= northEast.latitude, southWest.longitude <= northEast.longitude
    else { return nil }
    self.init(
      latitudes: southWest.latitude...northEast.latitude,
      longitudes: southWest.longitude...northEast.longitude)
  }

  /// The place of the area that is nearest to a coordinate, in degrees; of a disc the place on the
  /// way to its middle.
  func nearest(to place: Coordinate) -> Coordinate {
    if let disc { return PlaceArea.onEarth(disc.nearest(to: place)) }
    return Coordinate(
      latitude: min(max(place.latitude, latitudes.lowerBound), latitudes.upperBound),
      longitude: min(max(place.longitude, longitudes.lowerBound), longitudes.upperBound))
  }

  /// The place on the earth of a coordinate that may lie beyond a pole or the 180th meridian.
  static func onEarth(_ place: Coordinate) -> Coordinate {
    Coordinate(
      latitude: min(max(place.latitude, -90), 90),
      longitude: place.longitude.remainder(dividingBy: 360))
  }

  func place(_ stream: inout RandomStream) -> Coordinate {
    if let disc { return PlaceArea.onEarth(disc.place(&stream)) }
    let latitude = PlaceShapes.between(latitudes, share: stream.fraction())
    return Coordinate(
      latitude: latitude, longitude: PlaceShapes.between(longitudes, share: stream.fraction()))
  }
}

/// Places in plain shapes, each of which asks something else of a map and its clusters.
///
/// Shapes are straight and even in degrees. What is drawn comes from streams that no other shape
/// draws from, so that a new draw in one moves no other; of more places, the first ones are the
/// same, but for the line and the grid.
public enum PlaceShapes {
  /// Places anywhere in an area: each of its latitudes and longitudes is as likely as another.
  ///
  /// - Complexity: O(count).
  public static func uniform(_ count: Int, in area: PlaceArea, seed: UInt64) -> [Coordinate] {
    var stream = RandomStream(seed: seed, name: "uniform places")
    return (0..<count).map { _ in area.place(&stream) }
  }

  /// Places in round blobs of one size, whose middles are anywhere in an area; each blob is as
  /// likely as another, and as dense at its rim as in its middle.
  ///
  /// A place beyond the area is moved to its edge. The first blob of a disc is in its middle.
  ///
  /// - Complexity: O(count + blobs).
  public static func blobs(
    _ count: Int, blobs: Int, radiusMeters: Double, in area: PlaceArea, seed: UInt64
  ) -> [Coordinate] {
    precondition(blobs > 0, "there is no blob for \(count) places")
    var middles = RandomStream(seed: seed, name: "middles of blobs")
    let discs = (0..<blobs).map { blob in
      let place = area.place(&middles)
      let middle = blob == 0 ? area.disc?.middle ?? place : place
      return Disc(middle: middle, radiusMeters: radiusMeters)
    }
    var stream = RandomStream(seed: seed, name: "places in blobs")
    return (0..<count).map { _ in
      let disc = discs[Int(stream.next(through: UInt64(blobs - 1)))]
      return area.nearest(to: disc.place(&stream))
    }
  }

  /// Places with even steps from one to another, both of which are among them; a single one is the
  /// first.
  ///
  /// - Complexity: O(count).
  public static func line(_ count: Int, from: Coordinate, to: Coordinate) -> [Coordinate] {
    (0..<count).map { index in
      let share = share(of: index, in: count)
      return Coordinate(
        latitude: between(from.latitude, to.latitude, share: share),
        longitude: between(from.longitude, to.longitude, share: share))
    }
  }

  /// Places in rows from the south to the north, each from the west to the east, with the first and
  /// the last at the corners.
  ///
  /// A single row is in the south, a single column in the west.
  ///
  /// - Complexity: O(columns × rows).
  public static func grid(columns: Int, rows: Int, in area: PlaceArea) -> [Coordinate] {
    (0..<rows).flatMap { row in
      let latitude = between(area.latitudes, share: share(of: row, in: rows))
      return (0..<columns).map { column in
        let longitude = between(area.longitudes, share: share(of: column, in: columns))
        let place = Coordinate(latitude: latitude, longitude: longitude)
        return area.disc == nil ? place : PlaceArea.onEarth(place)
      }
    }
  }

  /// Places at one and the same coordinate, or anywhere in a disc around it.
  ///
  /// Beyond the 180th meridian they go on at its other side.
  ///
  /// - Complexity: O(count).
  public static func stacked(
    _ count: Int, at place: Coordinate, radiusMeters: Double, seed: UInt64
  ) -> [Coordinate] {
    guard radiusMeters > 0 else { return Array(repeating: place, count: count) }
    var stream = RandomStream(seed: seed, name: "stacked places")
    let disc = Disc(middle: place, radiusMeters: radiusMeters)
    return (0..<count).map { _ in
      PlaceArea.onEarth(disc.place(&stream))
    }
  }

  /// How far along an item of an even row is, from 0 to 1.
  private static func share(of index: Int, in count: Int) -> Double {
    count > 1 ? Double(index) / Double(count - 1) : 0
  }

  static func between(_ range: ClosedRange<Double>, share: Double) -> Double {
    // Rounded, the way from one to the other may be a little too long.
    min(range.upperBound, between(range.lowerBound, range.upperBound, share: share))
  }

  /// The number that is a share of the way from one to another; both are met to the last bit.
  private static func between(_ start: Double, _ end: Double, share: Double) -> Double {
    share == 1 ? end : start + share * (end - start)
  }
}

/// The places around a middle, up to a distance for which the earth is nearly flat.
struct Disc: Hashable, Sendable {
  let middle: Coordinate
  /// How far it reaches, in degrees.
  let northward: Double
  let eastward: Double

  init(middle: Coordinate, radiusMeters: Double) {
    self.middle = middle
    northward = radiusMeters / MetersPerDegree.ofLatitude(atLatitude: middle.latitude)
    // At the poles meridians meet.
    eastward = radiusMeters / max(1, MetersPerDegree.ofLongitude(atLatitude: middle.latitude))
  }

  /// A place itself, or the one on the rim on the way from it to the middle.
  func nearest(to place: Coordinate) -> Coordinate {
    let north = (place.latitude - middle.latitude) / northward
    let east = (place.longitude - middle.longitude).remainder(dividingBy: 360) / eastward
    let distance = (north * north + east * east).squareRoot()
    guard distance > 1 else { return place }
    return Coordinate(
      latitude: middle.latitude + north / distance * northward,
      longitude: middle.longitude + east / distance * eastward)
  }

  func place(_ stream: inout RandomStream) -> Coordinate {
    while true {
      let north = 2 * stream.fraction() - 1
      let east = 2 * stream.fraction() - 1
      guard north * north + east * east <= 1 else { continue }
      return Coordinate(
        latitude: middle.latitude + north * northward,
        longitude: middle.longitude + east * eastward)
    }
  }
}
