import MapConfiguration
import MapEvents
import MapGeometry

@testable import MapModel

extension MapSimulation {
  func makeSnapshot(_ occasion: Snapshot.Occasion) -> Snapshot { liveScene.makeSnapshot(occasion) }

  /// Downloads a single batch.
  func planBatch(_ points: [PointID], for layer: Int, after time: SimulatedTime) {
    beginDownload([PlannedBatch(points: points, layer: layer, arrival: time)])
  }

  /// Pinches about the middle of the view that bars leave free.
  func zoom(byLevels levels: Double, over time: SimulatedTime) {
    pinch(byLevels: levels, about: nil, over: time)
  }

  @discardableResult
  func tap(near edge: MapEdge, withinPoints limit: Double) -> Bool {
    tap(.near(edge, withinPoints: limit))
  }

  @discardableResult
  func tap(nearestTo coordinate: Coordinate) -> Bool { tap(.nearest(coordinate)) }
}
