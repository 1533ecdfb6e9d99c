import MapConfiguration
import MapGeometry
import Scenarios
import Testing

@Suite("The id of a scenario")
struct ScenarioIDTests {
  @Test(arguments: [
    ("a/b.yaml", nil, "b"), ("b.yml", "upstream", "b.upstream"),
    ("date-line.yaml", "only coalescing", "date-line.only-coalescing"),
  ])
  func `is the name of its file and its variant`(file: String, variant: String?, id: String) {
    let nothing = SimulatedTime.zero
    let scenario = Scenario(
      name: "n", file: file, tags: [], seed: 1,
      device: DeviceProfile(
        name: "d",
        costs: DeviceCosts(
          framesPerSecond: 60, viewCreation: nothing, viewReuse: nothing, viewLayout: nothing,
          annotationChange: nothing, pointVisit: nothing, nodeVisit: nothing)),
      map: MapSetup(
        size: ScreenSize(width: 1, height: 1),
        region: CoordinateRegion(
          center: Coordinate(latitude: 0, longitude: 0),
          span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1)), viewMarginFraction: 0),
      data: [], layers: [], steps: [], expectations: [], mustFail: [], stepCount: 0,
      variant: variant)
    #expect(scenario.id == id)
    #expect(scenario.fileID == id.prefix { $0 != "." })
  }
}
