import MapEvents
import MapGeometry
import Measures

/// A cluster on the map after an update: its annotation, the points it stands for as one number,
/// and its place in points right of the middle of the first camera.
struct Standing: Hashable, Sendable {
  var annotation: AnnotationID
  var content: UInt64
  var x: Double
  /// How many points it stands for.
  var count: Int32
  /// Whether those lie at one location.
  var isUniqueLocation: Bool

  init(
    _ annotation: AnnotationID, _ content: UInt64, x: Double = 0, count: Int32 = 2,
    isUniqueLocation: Bool = false
  ) {
    self.annotation = annotation
    self.content = content
    self.x = x
    self.count = count
    self.isUniqueLocation = isUniqueLocation
  }

  /// The place on the map.
  var coordinate: Coordinate {
    Projection.coordinate(for: MapPoint(x: Session.middle.x + x, y: Session.middle.y))
  }
}

extension Session {
  /// Where the map looks first in sessions with clusters; latitudes near the poles are no places.
  static let middle = MapPoint(x: 1_000, y: MapSize.worldSide / 2)

  /// A session on the equator.
  static func onEquator(x: Double = 0, scale: Double = 1) -> Session {
    Session(
      camera: Camera(
        center: MapPoint(x: middle.x + x, y: middle.y), mapPointsPerPoint: scale))
  }

  /// Lets an update run and tells what is on its layer then.
  mutating func picture(
    _ update: Int32, layer: LayerID = 1, _ standing: [Standing],
    audit: ClusterAudit = ClusterAudit(visible: 0, lost: 0, countedTwice: 0, ghosts: 0)
  ) {
    self.update(update, layer: layer, wait: 1, compute: 1, fade: 1)
    tell(standing, layer: layer)
    add(.cluster(.audited(update: update, layer: layer, audit)))
  }

  /// Tells what is on a layer.
  mutating func tell(_ standing: [Standing], layer: LayerID = 1) {
    for cluster in standing {
      add(
        .cluster(
          .listed(
            annotation: cluster.annotation, layer: layer, content: cluster.content,
            count: cluster.count,
            isUniqueLocation: cluster.isUniqueLocation, cluster.coordinate)))
    }
  }

  /// Lets fingers move the map.
  mutating func look(x: Double = 0, scale: Double = 1, heading: Double = 0) {
    add(
      .map(
        .visibleRegionChanged(
          Camera(
            center: MapPoint(x: Session.middle.x + x, y: Session.middle.y),
            mapPointsPerPoint: scale,
            headingDegrees: heading), by: .fingers)))
  }

  /// Lets data go into the index of a layer.
  mutating func index(layer: LayerID = 1) {
    add(
      .cluster(
        .indexed(
          layer: layer,
          began: .zero,
          work: ClusterWork(nodesVisited: 0, pointsTouched: 0, cellsVisited: 0, distances: 0))))
  }
}
