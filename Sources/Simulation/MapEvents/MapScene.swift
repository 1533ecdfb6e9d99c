public import MapGeometry

/// The map as a frame shows it, in its own terms, so that what moves along with it is at rest.
///
/// It can be asked while an event is observed; the answers are copies, and asking changes nothing.
public protocol MapScene: AnyObject {
  /// What the map view shows of the world.
  var viewport: Viewport { get }
  /// The annotation views that can be seen, back to front, without callouts that are annotations.
  ///
  /// - Complexity: O(n log n) for n views.
  var placedViews: [PlacedView] { get }
  /// The cells of each layer with clusters.
  var placedGrids: [PlacedGrid] { get }
  /// The open callout, in points of the view; nil for none.
  var calloutRects: CalloutRects? { get }
  /// The overlays that are drawn, back to front, in points of the view.
  var overlayShapes: [Snapshot.Shape] { get }
}

/// An annotation view with the place of its annotation.
public struct PlacedView: Hashable, Sendable {
  /// The view.
  public var view: ViewID
  /// The place of its annotation.
  public var place: MapPoint
  /// Its extent and content, in points of the view.
  public var pin: Snapshot.Pin

  /// Makes a view of its parts.
  public init(view: ViewID, place: MapPoint, pin: Snapshot.Pin) {
    (self.view, self.place, self.pin) = (view, place, pin)
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
