import Clustering
import MapGeometry
import Testing

/// The sums of cells straight from their definition: every point is asked for its cell.
struct SlowSums {
  struct Sum: Hashable {
    var latitude: Int64
    var longitude: Int64
    var count: Int32
  }

  private(set) var places: [Int32: Coordinate] = [:]

  mutating func add(_ ids: [Int32], at coordinates: [Coordinate]) -> Int {
    var taken = 0
    for (id, place) in zip(ids, coordinates) where places[id] == nil {
      guard Projection.isValid(place) else { continue }
      places[id] = Coordinate(
        latitude: min(max(place.latitude, -85), 85),
        longitude: Projection.mapX(forLongitude: place.longitude) >= MapSize.worldSide
          ? -180 : place.longitude)
      taken += 1
    }
    return taken
  }

  mutating func remove(_ ids: [Int32]) -> Int {
    ids.count { places.removeValue(forKey: $0) != nil }
  }

  /// The sums of all cells of a view that have points, in any order.
  func sums(in view: ClusterView, side: Double) -> [Sum] {
    let columns = Int((MapSize.worldSide / side).rounded())
    let west = Int((view.rect.minX / side).rounded(.down))
    let east = min(Int((view.rect.maxX / side).rounded(.up)), west + columns)
    let north = Int((view.rect.minY / side).rounded(.down))
    let south = Int((view.rect.maxY / side).rounded(.up))
    let shown = Set((west..<max(east, west)).map { (($0 % columns) + columns) % columns })
    var sums: [Int: Sum] = [:]
    for place in places.values {
      let x = Projection.mapX(forLongitude: place.longitude)
      let y = Projection.mapKit.mapY(forLatitude: place.latitude)
      let column = min(Int(x / side), columns - 1)
      let row = Int((y / side).rounded(.down))
      guard shown.contains(column), row >= north, row < south else { continue }
      let units = SlowSums.units(place)
      let key = row * columns + column
      var sum = sums[key] ?? Sum(latitude: 0, longitude: 0, count: 0)
      sum.latitude += units.latitude
      sum.longitude += units.longitude
      sum.count += 1
      sums[key] = sum
    }
    return Array(sums.values)
  }

  private static func units(_ place: Coordinate) -> (latitude: Int64, longitude: Int64) {
    (
      Int64((place.latitude * 1_073_741_824).rounded(.toNearestOrEven)),
      Int64((place.longitude * 1_073_741_824).rounded(.toNearestOrEven))
    )
  }
}

/// Changes of an engine and of the slow sums beside it, which have to take or lose as many points.
extension AggregateEngine {
  mutating func add(
    _ ids: [Int32], at places: [Coordinate], beside slow: inout SlowSums,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var work = Work()
    let taken = add(ids, at: places, work: &work)
    #expect(taken == slow.add(ids, at: places), sourceLocation: sourceLocation)
  }

  mutating func remove(
    _ ids: [Int32], beside slow: inout SlowSums,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var work = Work()
    let gone = remove(ids, work: &work)
    #expect(gone == slow.remove(ids), sourceLocation: sourceLocation)
  }

  mutating func move(
    _ ids: [Int32], to places: [Coordinate], beside slow: inout SlowSums,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var work = Work()
    _ = slow.remove(ids)
    let moved = move(ids, to: places, work: &work)
    #expect(moved == slow.add(ids, at: places), sourceLocation: sourceLocation)
  }
}
