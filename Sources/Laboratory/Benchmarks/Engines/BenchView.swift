public import Clustering
internal import ExactMath
public import MapGeometry
import Workloads

/// The view of a phone, for engines with cells of any size.
public struct BenchView: Hashable, Sendable {
  /// The visible rect, in map points.
  public var rect: MapRect
  /// How far the map is zoomed out.
  public var mapPointsPerPoint: Double
  /// The zoom level to the nearest whole one; at 0 the world is 256 points wide.
  public var zoom: Int
  /// The width of the screen, in points.
  public static let width = 780.0
  /// The height of the screen, in points.
  public static let height = 1_688.0
  /// The most points that a view may be high, so that none has more than some 20,000 cells.
  public static let mostHeight = 100_000.0
  /// The zoom levels at which a bench looks.
  public static let zooms = 2...16

  /// Makes a view of its edges on the square of the world, 1 wide, y to the south.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    let side = MapSize.worldSide
    rect = MapRect(
      x: minX * side, y: minY * side, width: (maxX - minX) * side, height: (maxY - minY) * side)
    mapPointsPerPoint = rect.width / BenchView.width
    let exact = BenchView.width / (256 * (maxX - minX))
    zoom = Int((Elementary.log(exact) / Elementary.log(2)).rounded())
  }

  /// Makes the view of a whole zoom level around a place.
  public init(center: Coordinate, zoom: Int) {
    let middle = Projection.mapKit.mapPoint(for: center)
    mapPointsPerPoint = Viewport.mapPointsPerPoint(atZoomLevel: Double(zoom))
    let width = BenchView.width * mapPointsPerPoint
    let height = BenchView.height * mapPointsPerPoint
    rect = MapRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    self.zoom = zoom
  }

  /// The view as an engine is asked for it.
  public func view(cellPoints: Double) -> ClusterView {
    ClusterView(rect: rect, mapPointsPerPoint: mapPointsPerPoint, cellPoints: cellPoints)
  }

  func moved(columns: Int, cellPoints: Double) -> BenchView {
    var view = self
    view.rect.origin.x += Double(columns) * cellPoints * mapPointsPerPoint
    return view
  }

  /// Views at all zoom levels around points of the data: one of each level, then the next of each,
  /// so that any first part of them is fair to all levels.
  ///
  /// - Precondition: There are points.
  public static func drawn(around points: [Coordinate], perZoom: Int) -> [BenchView] {
    var stream = RandomStream(seed: DrawnData.seed, name: "views")
    return (0..<perZoom).flatMap { _ in
      zooms.map { BenchView(center: points[stream.below(points.count)], zoom: $0) }
    }
  }

  /// As many views as there are zoom levels: the first of each level in their order.
  static func firstOfEachZoom(_ views: [BenchView]) -> [BenchView] {
    var seen: Set<Int> = []
    return views.filter { seen.insert($0.zoom).inserted }
  }
}
