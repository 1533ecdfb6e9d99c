import MapGeometry
import Testing
import Workloads

/// Places like cities.
@Suite("City crowd")
struct CityCrowdTests {
  @Test
  func `pins the first places`() {
    var crowd = CityCrowd(seed: 7)
    let places = crowd.next(1_000)
    var bits: UInt64 = 0
    for place in places {
      bits = (bits ^ place.latitude.bitPattern) &* 0x0000_0100_0000_01b3
      bits = (bits ^ place.longitude.bitPattern) &* 0x0000_0100_0000_01b3
    }
    #expect(bits == 15_553_229_707_058_674_911)
    var parts = CityCrowd(seed: 7)
    #expect(parts.next(400) + parts.next(600) == places)
    var other = CityCrowd(seed: 8)
    #expect(other.next(10) != Array(places.prefix(10)))
  }

  @Test
  func `stays inside its bounds, at the world's edge too`() {
    let area = PlaceArea(latitudes: 84...90, longitudes: 179...180)
    var crowd = CityCrowd(seed: 1, cityCount: 40, in: area)
    for place in crowd.next(5_000) {
      #expect(area.latitudes.contains(place.latitude))
      #expect(area.longitudes.contains(place.longitude))
    }
  }

  @Test
  func `sizes of cities fall as one through their rank`() {
    var crowd = CityCrowd(seed: 3, cityCount: 100)
    let places = crowd.next(50_000)
    func share(_ rank: Int) -> Double {
      let city = crowd.cities[rank - 1]
      let reach = 0.5 / Double(rank).squareRoot()
      let near = places.filter {
        abs($0.latitude - city.latitude) <= reach && abs($0.longitude - city.longitude) <= reach
      }
      return Double(near.count) / Double(places.count)
    }
    // 0.9 / (1 + 1/2 + … + 1/100) of all, and what lies there by chance.
    let first = 0.9 / 5.187
    for rank in [1, 2, 5] {
      let expected = first / Double(rank)
      #expect(abs(share(rank) - expected) < 0.15 * expected, "city \(rank)")
    }
  }
}
