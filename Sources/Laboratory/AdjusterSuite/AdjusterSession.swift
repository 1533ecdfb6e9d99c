public import Callouts
internal import MapConfiguration
internal import MapEvents
public import MapGeometry
internal import MapModel
public import Measures

/// A session in which a finger taps the pin of a scene, to judge frames, animations and callbacks.
///
/// It takes some hundred times as long as a trial, so a grid has few sessions; see
/// ``AdjusterGrid/hasSession(zoom:position:)``.
public enum AdjusterSession {
  /// The criteria that a session is asked for; trials ask the others.
  public static let criteria: [Criterion] = [.tipPinned, .animatedAsAtOnce, .callbacksPaired]

  /// The verdict on a callout that opens because its pin is tapped, on a phone whose work takes no
  /// time; nil when no finger can reach the pin or the map never settles.
  public static func verdict(
    of adjuster: any CalloutAdjuster, on scene: CalloutScene
  ) -> CalloutVerdict? {
    var recorder = FactsRecorder(stepExpectations: [], finalExpectations: [])
    let map = MapSimulation(
      setup: setup(of: adjuster, on: scene), meter: StillMeter()
    ) { recorder.observe($0) }
    map.begin()
    map.add([0], to: 0)
    map.advanceUntilSettled()
    guard map.tap(point: 0, layer: 0), map.advanceUntilSettled() else { return nil }
    map.end()
    return recorder.result.callouts.first
  }

  private static func setup(
    of adjuster: any CalloutAdjuster, on scene: CalloutScene
  ) -> SimulationSetup {
    let parent = scene.parent
    let place = scene.viewport.mapPoint(at: parent.coordinatePoint)
    let view = ViewSetup(
      identifiers: ["pin"],
      size: ScreenSize(width: parent.frame.width, height: parent.frame.height),
      centerOffset: parent.centerOffset, calloutOffset: parent.calloutOffset)
    return SimulationSetup(
      viewport: scene.viewport, viewMarginFraction: 0,
      costs: DeviceCosts(framesPerSecond: 60),
      coordinates: [Projection.coordinate(for: place)], rows: [0],
      layers: [
        LayerSetup(
          name: "pins", cluster: nil, view: view, clusterView: view,
          callout: CalloutSetup(style: scene.style, adjuster: adjuster))
      ], marks: [])
  }
}

extension AdjusterGrid {
  /// Whether a session is played at a place: at three columns, rows and zoom levels.
  public func hasSession(zoom: Int, position: Int) -> Bool {
    AdjusterGrid.some(of: zoomLevels.count, first: 0).contains(zoom)
      && AdjusterGrid.some(of: columns - 2, first: 1).contains(position % columns)
      && AdjusterGrid.some(of: rows - 2, first: 1).contains(position / columns)
  }

  /// The first, the middle and the last of some numbers; those beside the edges of the view a
  /// little inside, where a finger reaches them.
  private static func some(of count: Int, first: Int) -> [Int] {
    let inset = first == 0 ? 0 : (count - 1) / 8
    return [first + inset, first + (count - 1) / 2, first + count - 1 - inset]
  }
}
