import Clustering
import MapConfiguration
import MapEvents
import MapGeometry

@testable import MapModel

extension ClusterController {
  /// The records that the tree of visible clusters holds.
  var visibleRecords: [Int] { records.indices.filter { records[$0].isVisible } }
}

/// What audits measure, counted slowly and another way.
extension MapSimulation {
  /// Whether the controller of a layer can do what an app asks of it.
  func supports(_ request: ClusterEvent.Request, of layer: Int) -> Bool {
    request == .update ? fixes(of: layer).updatesOnRequest : fixes(of: layer).pausesAndResumes
  }

  /// What is fixed of a layer's controller.
  func fixes(of layer: Int) -> ClusterFixes {
    clusters.layers[layer]?.controller.setup.fixes ?? .none
  }

  /// The points that the index of a layer was given and that lie in a rect: those of the app, less
  /// what waits in the queue, undone from its end.
  func indexedPoints(of layer: Int, in rect: MapRect) -> [Int] {
    let held = data.layers[layer]
    var places: [Coordinate?] = held.coordinates.indices.map {
      held.isMember[$0] ? held.coordinates[$0] : nil
    }
    for operation in clusters.layers[layer]?.queue.waiting.reversed() ?? [] {
      guard case .index(let change)? = operation else { continue }
      for (index, point) in change.points.enumerated().reversed() {
        switch change.kind {
        case .add: places[point.index] = nil
        case .remove: places[point.index] = change.places?[index] ?? held.coordinates[point.index]
        case .move(let old): places[point.index] = old[index]
        }
      }
    }
    return places.indices.filter { point in
      guard let place = places[point] else { return false }
      return AnnotationStoreTests.isInside(rect, Projection.mapKit.mapPoint(for: place))
    }
  }
}
