import Clustering
import MapGeometry
import Support
import Testing

/// The rules of apps, against slow obvious answers.
@Suite("Rules for the place of a cluster")
struct PlacerRuleTests {
  private static let cell = MapRect(
    x: MapSize.worldSide / 2, y: MapSize.worldSide / 4, width: MapSize.worldSide / 16,
    height: MapSize.worldSide / 16)

  /// A stretch of members out of the middle of a list, so that indexes and numbers differ.
  private static func members(_ draw: inout Dice, of count: Int) -> ArraySlice<Int32> {
    var members: [Int32] = [-1]
    for _ in 0...draw.below(6) { members.append(Int32(draw.below(count))) }
    return members.dropFirst()
  }

  @Test
  func `are those of all members, whatever their order`() {
    var draw = Dice(seed: 5)
    for _ in 0..<2_000 {
      // A coarse grid of places, so that many are equally far to the north.
      let places = (0..<9).map { _ in
        Coordinate(latitude: Double(draw.below(8)) * 3 + 40, longitude: Double(draw.below(9)) * 2.5)
      }
      let members = PlacerRuleTests.members(&draw, of: places.count)
      let own = members.map { places[Int($0)] }
      func place(_ placer: ClusterPlacer) -> Coordinate {
        placer.coordinate(of: members, coordinates: places, cell: PlacerRuleTests.cell)
      }
      let north = own.map(\.latitude).max()
      #expect(place(.northernmostPoint) == own.first { $0.latitude == north })
      let extent = place(.middleOfExtent)
      let latitudes = own.map(\.latitude).sorted()
      let longitudes = own.map(\.longitude).sorted()
      #expect(extent.latitude == (latitudes[0] + latitudes[own.count - 1]) / 2)
      #expect(extent.longitude == (longitudes[0] + longitudes[own.count - 1]) / 2)
      let middle = Projection.mapKit.mapPoint(for: place(.middleOfCell))
      #expect(abs(middle.x - PlacerRuleTests.cell.midX) < 1e-6)
      #expect(abs(middle.y - PlacerRuleTests.cell.midY) < 1e-6)
    }
  }

  @Test(
    arguments: [
      ([179.0, -179], 180.0), ([178, -179], 179.5), ([177, -175, 179], -179), ([-175, 177], -179),
      ([90, -90], 0), ([10, 170], 90),
    ] as [([Double], Double)])
  func `take the short way around the world`(longitudes: [Double], middle: Double) {
    let places = longitudes.map { Coordinate(latitude: 10, longitude: $0) }
    let members = places.indices.map { Int32($0) }[...]
    let found = ClusterPlacer.middleOfExtent.coordinate(
      of: members, coordinates: places, cell: PlacerRuleTests.cell)
    #expect(found == Coordinate(latitude: 10, longitude: middle))
  }

  /// Grids reach beyond the world, and joined cells around it; no cluster is lost for that.
  @Test(arguments: [(-0.125, 157.5), (0.9375, 180), (1.0, -157.5)] as [(Double, Double)])
  func `stay in the world when their cell does not`(x: Double, longitude: Double) {
    let side = MapSize.worldSide
    for top in [-0.1, 0.5, 1.0] {
      let cell = MapRect(x: x * side, y: top * side, width: side / 8, height: side / 8)
      let place = ClusterPlacer.middleOfCell.coordinate(
        of: [0], coordinates: [Coordinate(latitude: 0, longitude: 0)], cell: cell)
      #expect(abs(place.latitude) <= 85 && abs(place.longitude - longitude) < 1e-9)
    }
  }

  @Test
  func `have names of their own`() {
    let rules = [ClusterPlacer.middleOfCell, .middleOfExtent, .northernmostPoint]
    #expect(rules.map(\.name) == ["middle of cell", "middle of extent", "northernmost point"])
  }
}
