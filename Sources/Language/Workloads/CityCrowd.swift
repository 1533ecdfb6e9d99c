internal import ExactMath
public import MapGeometry

/// Places as people leave them on a map: most in a few large cities, a tenth of them anywhere.
///
/// City number k, from 1 on, is as likely as 1 / k (G. K. Zipf, 1949). Places lie around its middle
/// as the sum of four uniform draws: only + - × ÷ and square roots, so every machine draws the
/// same.
public struct CityCrowd: Sendable {
  /// The latitudes that may be drawn, in degrees.
  public let latitudes: ClosedRange<Double>
  /// The longitudes that may be drawn, in degrees.
  public let longitudes: ClosedRange<Double>
  /// The middle of each city, the largest one first.
  public let cities: [Coordinate]

  /// The likelihood of each city and of all larger ones, up to 1.
  private var cumulativeShares: [Double] = []
  /// Degrees of latitude that a city reaches out from its middle.
  private var reaches: [Double] = []
  private var stream: RandomStream

  /// The share of places outside cities: one in so many.
  private static let countryShare: UInt64 = 10

  /// The corners of the area in which places are drawn unless another one is asked for: the states
  /// between Mexico and Canada.
  public static let standardArea = (
    southWest: Coordinate(latitude: 25, longitude: -124),
    northEast: Coordinate(latitude: 49, longitude: -67)
  )

  /// Founds at least one city, by the seed of the stream `cities`, in an area in degrees.
  public init(
    seed: UInt64, cityCount: Int = 300,
    latitudes: ClosedRange<Double> =
      standardArea.southWest.latitude...standardArea.northEast.latitude,
    longitudes: ClosedRange<Double> =
      standardArea.southWest.longitude...standardArea.northEast.longitude
  ) {
    precondition(cityCount > 0, "a crowd needs a city")
    self.latitudes = latitudes
    self.longitudes = longitudes
    var stream = RandomStream(seed: seed, name: "cities")
    cities = (0..<cityCount).map { _ in
      Coordinate(
        latitude: CityCrowd.place(in: latitudes, stream: &stream),
        longitude: CityCrowd.place(in: longitudes, stream: &stream))
    }
    self.stream = stream
    var total = 0.0
    for rank in 1...cityCount {
      total += 1 / Double(rank)
      cumulativeShares.append(total)
      // A city grows in area: half a degree for the largest one.
      reaches.append(0.5 / Double(rank).squareRoot())
    }
    for index in cumulativeShares.indices { cumulativeShares[index] /= total }
  }

  /// Draws the next places, as many at once as one after the other.
  ///
  /// - Complexity: O(count × log(cities)).
  public mutating func next(_ count: Int) -> [Coordinate] { (0..<count).map { _ in nextPlace() } }

  private mutating func nextPlace() -> Coordinate {
    guard stream.next(through: CityCrowd.countryShare - 1) > 0 else {
      return Coordinate(
        latitude: CityCrowd.place(in: latitudes, stream: &stream),
        longitude: CityCrowd.place(in: longitudes, stream: &stream))
    }
    let city = self.city(at: stream.fraction())
    let north = CityCrowd.spread(&stream) * reaches[city]
    let east = CityCrowd.spread(&stream) * reaches[city]
    return Coordinate(
      latitude: min(max(cities[city].latitude + north, latitudes.lowerBound), latitudes.upperBound),
      longitude: min(
        max(cities[city].longitude + east, longitudes.lowerBound), longitudes.upperBound))
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

  private static func place(in range: ClosedRange<Double>, stream: inout RandomStream) -> Double {
    range.lowerBound + stream.fraction() * (range.upperBound - range.lowerBound)
  }

  /// A number from -1 to 1, usually near 0: four draws less their mean.
  private static func spread(_ stream: inout RandomStream) -> Double {
    var sum = 0.0
    for _ in 0..<4 { sum += stream.fraction() }
    return (sum - 2) / 2
  }
}
