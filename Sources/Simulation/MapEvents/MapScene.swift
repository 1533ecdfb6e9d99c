public import MapGeometry

/// The map as a frame shows it, in map coordinates, so that objects that move along with it
/// are at rest.
///
/// It can be read while an event is observed. The results are copies, and reading has no
/// side effects.
public protocol MapScene: AnyObject {
  /// The visible part of the world.
  var viewport: Viewport { get }
  /// The visible annotation views, back to front, without callouts that are annotations.
  ///
  /// - Complexity: O(n log n) for n views.
  var placedViews: [PlacedView] { get }
  /// Whether the last frame showed views that move without an event, or their arrival.
  var hasMovingViews: Bool { get }
  /// The cells of each layer with clusters.
  var placedGrids: [PlacedGrid] { get }
  /// The open callout, in points of the view; nil for none.
  var calloutRects: CalloutRects? { get }
  /// The drawn overlays, back to front, in points of the view.
  var overlayShapes: [Snapshot.Shape] { get }
}

/// An annotation view with the place of its annotation.
public struct PlacedView: Hashable, Sendable {
  /// The view.
  public var view: ViewID
  /// The place of its annotation.
  public var place: MapPoint
  /// The point of its annotation, or the first point of its cluster; none for the user location.
  public var point: PointID
  /// Its extent and content, in points of the view.
  public var pin: Snapshot.Pin

  /// Makes a view of its parts.
  public init(view: ViewID, place: MapPoint, point: PointID = .none, pin: Snapshot.Pin) {
    (self.view, self.place, self.point, self.pin) = (view, place, point, pin)
  }
}

/// The cells of a layer on the map: lines every side map points through the origin.
public struct PlacedGrid: Hashable, Sendable {
  /// Index of the layer.
  public var layer: LayerID
  /// The cells together.
  public var rect: MapRect
  /// Side of a cell, in map points.
  public var sideMapPoints: Double
  /// Columns from the origin to the east.
  public var columns: Int32
  /// Rows from the origin to the south.
  public var rows: Int32

  /// Makes a grid of its parts.
  public init(
    layer: LayerID, rect: MapRect, sideMapPoints: Double, columns: Int32, rows: Int32
  ) {
    (self.layer, self.rect, self.sideMapPoints) = (layer, rect, sideMapPoints)
    (self.columns, self.rows) = (columns, rows)
  }
}
