internal import ExactMath
public import MapGeometry

/// Places as people leave them on a map: most in a few large cities, a tenth of them anywhere.
///
/// City number k, from 1 on, is as likely as 1 / k (G. K. Zipf, 1949). Places lie around its middle
/// as the sum of four uniform draws: only + - × ÷ and square roots, so every machine draws the
/// same. In a disc the largest city is in the middle, and a city is as large as a part of the disc.
public struct CityCrowd: Sendable {
  /// The area in which places are drawn.
  public let area: PlaceArea
  /// The middle of each city, the largest one first.
  public let cities: [Coordinate]

  /// The likelihood of each city and of all larger ones, up to 1.
  private var cumulativeShares: [Double] = []
  /// Degrees of latitude that a city reaches out from its middle.
  private var reaches: [Double] = []
  /// Degrees of longitude that it reaches out for each of latitude.
  private var stretch = 1.0
  private var stream: RandomStream

  /// The share of places outside cities: one in so many.
  private static let countryShare: UInt64 = 10
  /// The reach of the largest city as a part of the radius of a disc: its points are then four
  /// times as near to the middle as those anywhere in the disc.
  private static let reachInDisc = 0.25

  /// Founds at least one city, by the seed of the stream `cities`, in an area.
  public init(seed: UInt64, cityCount: Int = 300, in area: PlaceArea = .standard) {
    precondition(cityCount > 0, "a crowd needs a city")
    self.area = area
    var stream = RandomStream(seed: seed, name: "cities")
    var cities = (0..<cityCount).map { _ in area.place(&stream) }
    self.stream = stream
    // Half a degree for the largest city.
    var reach = 0.5
    if let disc = area.disc {
      cities[0] = disc.middle
      reach = disc.northward * CityCrowd.reachInDisc
      stretch = disc.eastward / disc.northward
    }
    self.cities = cities
    var total = 0.0
    for rank in 1...cityCount {
      total += 1 / Double(rank)
      cumulativeShares.append(total)
      // A city grows in area.
      reaches.append(reach / Double(rank).squareRoot())
    }
    for index in cumulativeShares.indices { cumulativeShares[index] /= total }
  }

  /// Draws the next places, as many at once as one after the other.
  ///
  /// - Complexity: O(count × log(cities)).
  public mutating func next(_ count: Int) -> [Coordinate] { (0..<count).map { _ in nextPlace() } }

  private mutating func nextPlace() -> Coordinate {
    guard stream.next(through: CityCrowd.countryShare - 1) > 0 else { return area.place(&stream) }
    let city = self.city(at: stream.fraction())
    let north = CityCrowd.spread(&stream) * reaches[city]
    let east = CityCrowd.spread(&stream) * reaches[city] * stretch
    return area.nearest(
      to: Coordinate(
        latitude: cities[city].latitude + north, longitude: cities[city].longitude + east))
  }

  /// The city whose share of the whole holds a number between 0 and 1.
  private func city(at share: Double) -> Int {
    var low = 0
    var high = cumulativeShares.count - 1
    while low < high {
      let middle = (low + high) / 2
      if cumulativeShares[middle] > share { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// A number from -1 to 1, usually near 0: four draws less their mean.
  private static func spread(_ stream: inout RandomStream) -> Double {
    var sum = 0.0
    for _ in 0..<4 { sum += stream.fraction() }
    return (sum - 2) / 2
  }
}
