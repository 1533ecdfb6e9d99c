import MapGeometry
import Support
import Testing

@testable import Clustering

/// How many cells a map asks for: on every map, turned or not, wherever it is.
@Suite("Cells are limited")
struct BoundedGridTests {
  /// A map and what its clusters are asked for.
  struct World: CustomTestStringConvertible {
    var viewport: Viewport
    var cellSize: Double
    var margin: Double

    var testDescription: String {
      "\(viewport.size) at \(viewport.center), scale \(viewport.mapPointsPerPoint), heading "
        + "\(viewport.headingDegrees), cells of \(cellSize), margin \(margin)"
    }

    /// The grid with cells of a length.
    func grid(_ engine: any ClusterEngine, length: Double) -> ClusterGrid {
      ClusterGrid(
        visibleRect: viewport.visibleMapRect, marginFactor: margin,
        cellSide: engine.cellSide(forLength: length))
    }

    var length: Double {
      ClusterScale.mapLength(
        mapPointsPerPoint: viewport.mapPointsPerPoint, cellSize: cellSize)
    }

    var lengthOfLibrary: Double {
      ClusterScale.mapLength(viewport: viewport, cellSize: cellSize)
    }
  }

  static let headings = [
    0.0, 0.001, 17, 45, 89.999, 90, 90.001, 90.000_001, 135, 180, 180.001, 269.999, 270, 270.001,
    359.999,
  ]
  static let latitudes = [0.0, 52, -52, 84.9, 85, 85.05, -85.05]
  private static let sizes = [
    ScreenSize(width: 844, height: 390), ScreenSize(width: 390, height: 844),
    ScreenSize(width: 1_024, height: 1_366), ScreenSize(width: 300, height: 2),
  ]

  /// Maps at a heading and a latitude: all zooms, margins and options.
  static func worlds(heading: Double, latitude: Double) -> [World] {
    var worlds: [World] = []
    for size in sizes {
      for (edge, farthest, bounds) in [
        (NorthSouthEdge.closed, FarthestScale.worldOnLongerSide, TurnedBounds.boundingBox),
        (.open, .worldOnLongerSide, .boundingBox), (.open, .worldOnShorterSide, .boundingBox),
        (.closed, .worldOnShorterSide, .unturned),
      ] {
        var options = ViewportOptions()
        options.northSouthEdge = edge
        options.farthestScale = farthest
        options.turnedBounds = bounds
        for (index, scale) in [1e9, 60_000, 7, 0.001].enumerated() {
          let viewport = Viewport(
            size: size,
            center: MapPoint(
              x: Projection.mapX(forLongitude: [10, -179.999, 179.9, 180][index]),
              y: Projection.mapKit.mapY(forLatitude: latitude)),
            mapPointsPerPoint: scale, headingDegrees: heading, options: options
          ).clamped()
          let margin = [0.5, 0, 1.5, -0.2][index]
          worlds.append(World(viewport: viewport, cellSize: 60, margin: margin))
        }
      }
    }
    return worlds
  }

  /// Whether a scenario may ask for such cells: the bound of ``ClusterGrid/mostCells``.
  private static func isAllowed(_ world: World) -> Bool {
    let size = world.viewport.size
    let side = (size.width + size.height) / 2.0.squareRoot()
    let count = side * (1 + 2 * world.margin) / world.cellSize + 2
    return count * count <= 250_000
  }

  private static func check(_ world: World) {
    let scale = world.viewport.mapPointsPerPoint
    let engines: [any ClusterEngine] = [
      ReferenceEngine(fixes: .standard), AggregateEngine(.pyramid),
    ]
    for engine in engines {
      let grid = world.grid(engine, length: world.length)
      // The right length never needs the limit, and has the cells that were asked for.
      #expect(grid.doublings == 0 && grid.count <= ClusterGrid.mostCells, "\(world)")
      #expect(grid.cellSide >= world.cellSize * scale * (1 - 1e-8), "\(world)")
      let around = MapSize.worldSide / (world.cellSize * scale)
      #expect(
        engine.name == "pyramid" || around < 1
          || grid.cellSide <= MapSize.worldSide / (around.rounded(.down)) * (1 + 1e-8), "\(world)")
      // The library's may be wrong, but is limited too.
      let upstream = world.grid(engine, length: world.lengthOfLibrary)
      #expect(upstream.count <= ClusterGrid.mostCells, "\(world)")
      if upstream.doublings > 0 {
        let columns = MapSize.worldSide / upstream.cellSide
        #expect(abs(columns - columns.rounded()) < 1e-9 * columns, "\(world)")
        #expect(upstream.count > ClusterGrid.mostCells / 8, "coarser than needed: \(world)")
      }
    }
  }

  @Test(arguments: headings)
  func `a map of any heading, latitude, zoom and options has few cells`(heading: Double) {
    for latitude in BoundedGridTests.latitudes {
      for world in BoundedGridTests.worlds(heading: heading, latitude: latitude) {
        BoundedGridTests.check(world)
      }
    }
  }

  @Test
  func `whatever a scenario may ask for stays within the limit at every heading`() {
    var dice = Dice(seed: 5)
    var checked = 0
    var largest = 0
    while checked < 400 {
      let extent = [10.0, 400, 2_000, 10_000][dice.below(4)]
      let width = 1 + dice.fraction() * extent
      let height = 1 + dice.fraction() * extent
      let size = ScreenSize(width: width, height: height)
      let margin = [-0.45, 0, 0.5, 10][dice.below(4)]
      // As many cells as are allowed, and fewer.
      let most = 498 * (0.1 + dice.fraction() * 0.9)
      let side = (width + height) / 2.0.squareRoot() * (1 + 2 * margin) / most
      guard side >= 1 else { continue }
      let viewport = Viewport(
        size: size,
        center: MapPoint(
          x: dice.fraction() * MapSize.worldSide, y: dice.fraction() * MapSize.worldSide),
        mapPointsPerPoint: MapSize.worldSide / 20_000 / Double(1 << dice.below(20)),
        headingDegrees: [45, dice.fraction() * 360][dice.below(2)], options: .standard
      ).clamped()
      let world = World(viewport: viewport, cellSize: side, margin: margin)
      guard BoundedGridTests.isAllowed(world) else { continue }
      checked += 1
      let grid = world.grid(ReferenceEngine(fixes: .standard), length: world.length)
      largest = max(largest, grid.count)
      #expect(grid.doublings == 0, "\(world)")
    }
    #expect(largest > 200_000, "the limit is never put to the test")
  }

  @Test
  func `cells that came out too short are doubled until they fit`() {
    let world = MapRect.world
    let grid = ClusterGrid(
      visibleRect: world, marginFactor: 0, cellSide: MapSize.worldSide / 3_001)
    // 3001 around the world are 9 million, 1500 are 2.3 million, 750 are too many by the margin.
    #expect(grid.doublings == 3 && grid.columns == 375 && grid.rows == 375)
    #expect(grid.rect == world)
    for side in [1e-300, .leastNonzeroMagnitude, 1e-9] {
      let grid = ClusterGrid(visibleRect: world, marginFactor: 0.5, cellSide: side)
      #expect(grid.doublings > 30 && grid.count > 100_000, "\(side)")
      #expect(grid.count <= ClusterGrid.mostCells, "\(side)")
    }
    for side in [0, -0.0, -1, Double.infinity, .nan] {
      let grid = ClusterGrid(visibleRect: world, marginFactor: 0.5, cellSide: side)
      #expect(grid.count == 0 && grid.doublings == 0, "\(side)")
    }
  }

  @Test
  func `the library measures a turned map beyond the pole too short, the scale does not`() {
    let viewport = Viewport(
      size: ScreenSize(width: 844, height: 390),
      center: MapPoint(x: 1.4e8, y: Projection.mapKit.mapY(forLatitude: 85.05)),
      mapPointsPerPoint: 1e9, headingDegrees: 90.001, options: .standard
    ).clamped()
    let length = 60 * viewport.mapPointsPerPoint
    let library = ClusterScale.mapLength(viewport: viewport, cellSize: 60)
    #expect(library < length * 2e-5 && library > 0)
    let right = ClusterScale.mapLength(
      mapPointsPerPoint: viewport.mapPointsPerPoint, cellSize: 60)
    #expect(abs(right - length) < 2e-9 * length)
  }

  @Test(arguments: [0.0, 1, 11, 20])
  func `rounding of the scale does not decide how many cells go around the world`(zoom: Double) {
    let scale = MapSize.worldSide / 256 / Double(1 << Int(zoom))
    for scale in [scale, scale.nextUp, scale.nextDown, scale * (1 + 1e-13)] {
      let side = ClusterGrid.alignedCellSide(
        mapLength: ClusterScale.mapLength(mapPointsPerPoint: scale, cellSize: 64))
      #expect(MapSize.worldSide / side == Double(4 << Int(zoom)))
    }
  }
}
