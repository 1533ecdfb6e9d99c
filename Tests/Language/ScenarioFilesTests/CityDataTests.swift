import MapGeometry
import ScenarioFiles
import Scenarios
import Testing
import Workloads

@Suite("Points like cities")
struct CityDataTests {
  private func data(_ text: String) throws -> DataSet {
    let scenario = try read(
      headText.replacing("file: Data/cities.csv", with: "like cities: \(text)")
        + "steps: [tap map]"
    ).get()
    return try #require(scenario.data.first)
  }

  @Test
  func `are those of the generator, with ids and titles`() throws {
    let set = try data("{points: 50}")
    var crowd = CityCrowd(seed: 1)
    #expect(set.coordinates == crowd.next(50))
    #expect(set.ids.first == "p1" && set.ids.last == "p50" && Set(set.ids).count == 50)
    #expect(set.titles.last == "Place 50")
    #expect(set.file == nil)
    #expect(try data("{points: 20}").coordinates == Array(set.coordinates.prefix(20)))
  }

  @Test
  func `follow seed, cities and area`() throws {
    let area = "south west: {lat: 10, lon: 20}, north east: {lat: 12, lon: 23}"
    let set = try data("{points: 200, cities: 4, \(area), seed: 9}")
    #expect(
      set.coordinates.allSatisfy {
        (10...12).contains($0.latitude) && (20...23).contains($0.longitude)
      })
    #expect(try data("{points: 200, cities: 4, \(area), seed: 8}") != set)
    #expect(try data("{points: 200, cities: 5, \(area), seed: 9}") != set)
  }

  @Test(arguments: [
    "{points: 5, south west: {lat: 50, lon: 0}}", "{points: 5, north east: {lat: 30, lon: -125}}",
    "{points: 5, south west: {lat: 1, lon: 170}, north east: {lat: 2, lon: -170}}",
  ])
  func `lie in an area with a south-west and a north-east`(text: String) {
    let result = read(
      headText.replacing("file: Data/cities.csv", with: "like cities: \(text)")
        + "steps: [tap map]")
    #expect(
      DiagnosticBook.diagnostics(result).contains(
        "'south west' is not south and west of 'north east'"))
  }
}

@Suite("Points around a place")
struct DiscDataTests {
  private static let around = "around: {lat: 52.5, lon: 13.4}, within: 20 km"

  private func read(shape: String) -> Result<Scenario, Diagnostics> {
    ScenarioFilesTests.read(
      headText.replacing("file: Data/cities.csv", with: shape) + "steps: [tap map]")
  }

  @Test(arguments: [
    "like cities: {points: 200", "uniform: {points: 200", "blobs: {points: 200",
    "grid: {columns: 20, rows: 10",
  ])
  func `are as many as are asked for`(shape: String) throws {
    let scenario = try read(shape: "\(shape), \(DiscDataTests.around)}").get()
    let set = try #require(scenario.data.first)
    let nearest = try #require(set.nearest(to: Coordinate(latitude: 52.5, longitude: 13.4)))
    #expect(set.count == 200 && set.isDrawn && nearest.kilometers < 3)
    // The corners of a grid are farther away.
    let limit = shape.hasPrefix("grid") ? 29.0 : 20.1
    let middle = Coordinate(latitude: 52.5, longitude: 13.4)
    #expect(set.filtered(around: middle, withinKilometers: limit).count == 200)
    // The keys of the data set still choose among drawn points.
    let chosen = try read(
      shape: "\(shape), \(DiscDataTests.around)}, around: {lat: 52.5, lon: 13.4}, within: 15 km"
    ).get()
    let count = try #require(chosen.data.first).count
    #expect(1..<200 ~= count)
  }

  @Test(arguments: [
    ("around: {lat: 1, lon: 2}", "'around' makes no sense without 'within'"),
    ("within: 2 km", "'within' makes no sense without 'around'"),
    (around + ", south west: {lat: 1, lon: 2}", "'south west' and 'around' exclude each other"),
    (
      "around: {lat: 1, lon: 2}, within: 201 km", "'within' is out of range: '201 km'"
    ),
  ])
  func `have a middle and a radius, and no corners`(keys: String, message: String) {
    let found = DiagnosticBook.diagnostics(read(shape: "uniform: {points: 5, \(keys)}"))
    #expect(found.contains(message), "\(found)")
  }
}

@Suite("Points in plain shapes")
struct ShapeDataTests {
  private func read(shape: String) -> Result<Scenario, Diagnostics> {
    ScenarioFilesTests.read(
      headText.replacing("file: Data/cities.csv", with: shape) + "steps: [tap map]")
  }

  private static let corners = (
    southWest: Coordinate(latitude: 52.3, longitude: 13),
    northEast: Coordinate(latitude: 52.7, longitude: 13.8)
  )
  private static let area = "south west: {lat: 52.3, lon: 13}, north east: {lat: 52.7, lon: 13.8}"

  @Test
  func `are those of the generator, with ids and titles`() throws {
    let (southWest, northEast) = ShapeDataTests.corners
    let area = try #require(PlaceArea(southWest: southWest, northEast: northEast))
    let states = PlaceArea.standard
    let text = ShapeDataTests.area
    let shapes: [(String, [Coordinate])] = [
      (
        "uniform: {points: 50, \(text), seed: 3}",
        PlaceShapes.uniform(50, in: area, seed: 3)
      ), ("uniform: {points: 50}", PlaceShapes.uniform(50, in: states, seed: 1)),
      (
        "blobs: {points: 50, \(text), blobs: 7, radius: 500 m, seed: 3}",
        PlaceShapes.blobs(50, blobs: 7, radiusMeters: 500, in: area, seed: 3)
      ),
      (
        "blobs: {points: 50}",
        PlaceShapes.blobs(50, blobs: 5, radiusMeters: 2_000, in: states, seed: 1)
      ),
      (
        "line: {points: 50, from: {lat: 52.3, lon: 13}, to: {lat: 52.7, lon: 13.8}}",
        PlaceShapes.line(50, from: southWest, to: northEast)
      ),
      (
        "grid: {columns: 10, rows: 5, \(text)}", PlaceShapes.grid(columns: 10, rows: 5, in: area)
      ),
      (
        "stacked: {points: 50, at: {lat: 52.3, lon: 13}}",
        Array(repeating: southWest, count: 50)
      ),
      (
        "stacked: {points: 50, at: {lat: 52.3, lon: 13}, radius: 5 m, seed: 4}",
        PlaceShapes.stacked(50, at: southWest, radiusMeters: 5, seed: 4)
      ),
    ]
    for (text, places) in shapes {
      let set = try #require(try read(shape: text).get().data.first)
      #expect(set.coordinates == places, "\(text)")
      #expect(set.ids == (1...50).map { "p\($0)" })
      #expect(set.titles.first == "Place 1" && set.titles.last == "Place 50")
    }
  }

  @Test(arguments: [
    ("uniform: {points: 5, south west: {lat: 50, lon: 0}}", "MR1005"),
    ("grid: {columns: 5, rows: 5, north east: {lat: 30, lon: -125}}", "MR1005"),
    ("grid: {columns: 1001, rows: 5}", "MR0406"),
    ("stacked: {points: 5, at: {lat: 1, lon: 2}, seed: 3}", "MR0304"),
    ("stacked: {points: 5, at: {lat: 1, lon: 2}, radius: 2 km}", "MR0406"),
    ("line: {points: 5, from: {lat: 1, lon: 2}}", "MR0302"),
    ("uniform: {points: 5}, grid: {columns: 2, rows: 2}", "MR0303"),
    ("grid: {columns: 2, rows: 2}, first: 5", "MR1004"),
  ])
  func `have diagnostics`(shape: String, code: String) {
    #expect(DiagnosticBook.diagnostics(read(shape: shape)).contains("] \(code) "))
  }

  /// A thousand data sets of the largest size would fill the memory.
  @Test
  func `are not drawn any more when there are too many`() {
    let sets = """
      a: {uniform: {points: \(Limits.points)}}, b: {grid: {columns: 2, rows: 1}},
      c: {grid: {columns: 5, rows: 1}}
      """
    let text = headText.replacing("cities: {file: Data/cities.csv}", with: sets)
    let diagnostics = DiagnosticBook.diagnostics(ScenarioFilesTests.read(text + "steps: [tap map]"))
    #expect(diagnostics.contains("MR1001 the scenario has \(Limits.points + 2) points"))
  }
}
