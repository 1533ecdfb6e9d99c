internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Counts region changes, and knows where the map looks.
struct RegionCounter {
  private(set) var camera = Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1)
  private(set) var viewSize = ScreenSize(width: 0, height: 0)
  private(set) var isChanging = false
  private(set) var changedAt = SimulatedTime.zero

  mutating func begin(_ legend: Legend) { (camera, viewSize) = (legend.camera, legend.viewSize) }

  mutating func observe(_ event: MapEvent, _ tally: inout Tally) {
    switch event {
    case .regionWillChange(let animated):
      isChanging = true
      tally.count(.regionChanges)
      if animated { tally.count(.animatedRegionChanges) }
    case .visibleRegionChanged(let next, let mover):
      // The center may wrap at the 180th meridian.
      let world = MapSize.worldSide
      var dx = next.center.x - camera.center.x
      dx -= world * (dx / world).rounded(.toNearestOrEven)
      let dy = next.center.y - camera.center.y
      let way = (dx * dx + dy * dy).squareRoot() / next.mapPointsPerPoint
      camera = next
      tally.count(
        mover == .fingers ? .pointsPanned : .pointsMovedByApp, by: Int64(micropoints: way))
    case .regionDidChange: (isChanging, changedAt) = (false, tally.now)
    case .regionChangeInterrupted: tally.count(.regionChangesInterrupted)
    case .reentered: tally.count(.reentries)
    case .reentryRefused: tally.report(.reentriesRefused)
    case .resized(let size): viewSize = size
    case .trackingChanged: break
    }
  }
}
