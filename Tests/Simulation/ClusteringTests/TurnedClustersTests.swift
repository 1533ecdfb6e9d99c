import MapGeometry
import Support
import Testing

@testable import Clustering

/// Clusters of maps at every heading, against the cell of each point by definition.
@Suite("Clusters of turned maps")
struct TurnedClustersTests {
  /// Points everywhere, many of them near the poles, the date line and each other.
  private static func places(_ draw: inout Dice) -> [Coordinate] {
    (0..<400).map { index in
      let latitude = draw.fraction() * 180 - 90
      let longitude = draw.fraction() * 360 - 180
      switch index % 5 {
      case 0: return Coordinate(latitude: 84 + draw.fraction() * 1.1, longitude: longitude)
      case 1: return Coordinate(latitude: -84 - draw.fraction() * 1.1, longitude: longitude)
      case 2: return Coordinate(latitude: latitude, longitude: 179.5 + draw.fraction() / 2)
      case 3: return Coordinate(latitude: latitude, longitude: -180 + draw.fraction() / 2)
      default: return Coordinate(latitude: latitude, longitude: longitude)
      }
    }
  }

  /// Where a point is kept: no latitude beyond 85 degrees.
  private static func mapPoint(_ place: Coordinate) -> MapPoint {
    var place = place
    place.latitude = min(max(place.latitude, -85), 85)
    return Projection.mapKit.mapPoint(for: place)
  }

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  /// The points of each cell.
  private static func cells(_ points: [MapPoint], side: Double) -> [Cell: [Int32]] {
    var cells: [Cell: [Int32]] = [:]
    let columns = Int((MapSize.worldSide / side).rounded())
    for (id, point) in points.enumerated() {
      let column = point.x < MapSize.worldSide ? min(Int(point.x / side), columns - 1) : 0
      let cell = Cell(column: column, row: Int((point.y / side).rounded(.down)))
      cells[cell, default: []].append(Int32(id))
    }
    return cells
  }

  /// Whether a map rect shows a map point on some copy of the world.
  private static func shows(_ rect: MapRect, _ point: MapPoint) -> Bool {
    // A loop over numbers: unoptimized, a closure for each of millions of points takes seconds.
    var copy = -3.0
    while copy <= 3 {
      let x = point.x + copy * MapSize.worldSide
      if rect.contains(MapPoint(x: x, y: point.y)) { return true }
      copy += 1
    }
    return false
  }

  @Test(arguments: BoundedGridTests.headings)
  func `each visible point is in exactly one cluster, that of its cell`(heading: Double) throws {
    var draw = Dice(seed: 71)
    let places = TurnedClustersTests.places(&draw)
    let points = places.map(TurnedClustersTests.mapPoint)
    let ids = Array(Int32(0)..<400)
    var engines: [any ClusterEngine] = [
      ReferenceEngine(fixes: .standard), AggregateEngine(.aggregate), AggregateEngine(.pyramid),
    ]
    var work = Work()
    for index in engines.indices {
      #expect(engines[index].add(ids, at: places, work: &work) == 400)
    }
    var sets = ClusterSets()
    var seen = 0
    for latitude in BoundedGridTests.latitudes {
      for world in BoundedGridTests.worlds(heading: heading, latitude: latitude) {
        for index in engines.indices {
          let grid = world.grid(engines[index], length: world.length)
          engines[index].clusters(ClusterQuery(grid: grid), into: &sets, work: &work)
          guard grid.count > 0 else { continue }
          let cells = TurnedClustersTests.cells(points, side: grid.cellSide)
          var clusters = [Int](repeating: 0, count: places.count)
          for position in sets.indices {
            let members = sets.members(of: sets[position])
            for member in members { clusters[Int(member)] += 1 }
            let rect = sets.cells[sets[position].cell].rect
            let cell = Cell(
              column: Int((rect.minX / grid.cellSide).rounded()),
              row: Int((rect.minY / grid.cellSide).rounded()))
            // An expectation for each of millions of points would take most of the time.
            if cells[cell] != members.sorted() {
              Issue.record("\(cell): \(engines[index].name), \(world)")
            }
          }
          let visible = world.viewport.visibleMapRect
          for id in 0..<places.count {
            if clusters[id] > 1 {
              Issue.record("\(places[id]) twice: \(engines[index].name), \(world)")
            }
            guard world.margin >= 0, TurnedClustersTests.shows(visible, points[id])
            else { continue }
            seen += 1
            if clusters[id] != 1 {
              Issue.record("\(places[id]) lost: \(engines[index].name), \(world)")
            }
          }
        }
      }
    }
    #expect(seen > 10_000)
  }
}
