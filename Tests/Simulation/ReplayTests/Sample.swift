import Callouts
import Clustering
import MapConfiguration
import MapGeometry
import Metrics
import Scenarios

/// A small scenario to play.
enum Sample {
  static let points = DataSet(
    name: "pins", file: nil, ids: (0..<60).map { "p\($0)" },
    coordinates: (0..<60).map {
      Coordinate(latitude: 50 + Double($0 / 10) * 0.01, longitude: 8 + Double($0 % 10) * 0.01)
    },
    titles: Array(repeating: "", count: 60))

  static let device = DeviceProfile(
    name: "test",
    costs: DeviceCosts(
      framesPerSecond: 60, viewCreation: SimulatedTime(milliseconds: 1),
      viewReuse: SimulatedTime(nanoseconds: 100_000),
      viewLayout: SimulatedTime(nanoseconds: 5_000),
      annotationChange: SimulatedTime(nanoseconds: 20_000),
      pointVisit: SimulatedTime(nanoseconds: 50), nodeVisit: SimulatedTime(nanoseconds: 80),
      annotationComparison: SimulatedTime(nanoseconds: 2_000)))

  static func layer(
    _ name: String, cluster: ClusterSetup?, callout: CalloutSetup? = nil
  ) -> LayerSetup {
    let view = ViewSetup(
      identifiers: [name], size: ScreenSize(width: 32, height: 39),
      centerOffset: ScreenOffset(dx: 8, dy: -16))
    return LayerSetup(name: name, cluster: cluster, view: view, clusterView: view, callout: callout)
  }

  static let clustering = ClusterSetup(
    engine: ReferenceEngine(fixes: .standard), cellSizePoints: 60, marginFraction: 0.5,
    method: .centerOfMass,
    reusesAnnotations: true, maximumZoomLevel: .infinity, minimumUniqueLocations: 0,
    fade: SimulatedTime(milliseconds: 200), fixes: .standard)

  /// A scenario of these actions over a plain and a clustered layer.
  static func scenario(_ actions: [Step.Action], seed: UInt64 = 1) -> Scenario {
    var count = 0
    let steps = numbered(actions, count: &count)
    var scenario = Scenario(
      name: "test", file: "test.yaml", tags: [], seed: seed, device: device,
      map: MapSetup(
        size: ScreenSize(width: 320, height: 480),
        region: CoordinateRegion(
          center: Coordinate(latitude: 50.03, longitude: 8.05),
          span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1)),
        viewMarginFraction: 0.25),
      data: [points],
      layers: [
        layer(
          "plain", cluster: nil,
          callout: CalloutSetup(
            style: .plain(size: ScreenSize(width: 100, height: 50)), adjuster: IdealAdjuster())),
        layer("clustered", cluster: clustering),
      ],
      steps: steps, expectations: [], mustFail: [], stepCount: count)
    // The session is that of the steps alone.
    scenario.options.firstLayout = .silent
    return scenario
  }

  static func numbered(_ actions: [Step.Action], count: inout Int) -> [Step] {
    actions.map { action in
      let id = count
      count += 1
      var action = action
      if case .repeat(let times, let steps) = action {
        action = .repeat(times: times, steps: numbered(steps.map(\.action), count: &count))
      }
      return Step(id: id, place: Place(line: id + 1, column: 1), action: action)
    }
  }
}
