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
    #expect(FaultBook.faults(result).contains("'south west' is not south and west of 'north east'"))
  }
}
