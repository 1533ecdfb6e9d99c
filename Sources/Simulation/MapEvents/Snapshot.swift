public import MapGeometry

/// The map at a moment, as the rectangles that a picture of it needs.
public struct Snapshot: Codable, Hashable, Sendable {
  /// Why the moment was chosen.
  public enum Occasion: UInt8, Codable, Hashable, Sendable {
    case mark = 0
    case callout = 1
    case end = 2
    case snapshot = 3
  }

  /// Why the moment was chosen.
  public var occasion: Occasion
  /// The camera of the map.
  public var camera: Camera
  /// The cells of each clustered layer.
  public var grids: [Grid]
  /// Shown annotation views, back to front.
  public var pins: [Pin]
  /// The open callout.
  public var callout: CalloutRects?
  /// Overlays that are drawn, back to front.
  public var shapes: [Shape]

  /// Makes a scene of its parts.
  public init(
    occasion: Occasion, camera: Camera, grids: [Grid], pins: [Pin], callout: CalloutRects?,
    shapes: [Shape] = []
  ) {
    self.occasion = occasion
    self.camera = camera
    self.grids = grids
    self.pins = pins
    self.callout = callout
    self.shapes = shapes
  }

  /// A drawn overlay.
  public struct Shape: Codable, Hashable, Sendable {
    /// The kind of shape.
    public enum Kind: UInt8, Codable, Hashable, Sendable, CaseIterable {
      /// A circle: its middle and a point on its edge.
      case circle = 0
      /// A line through the points.
      case polyline = 1
      /// An area whose corners are the points.
      case polygon = 2
      /// A cell of a cluster grid, drawn as its lines; the points are its corners.
      case cell = 3
    }

    /// Index of the overlay.
    public var overlay: Int32
    /// The kind of shape.
    public var kind: Kind
    /// Points of the view; they may lie outside it.
    public var points: [ScreenPoint]

    /// Makes a shape of its parts.
    public init(overlay: Int32, kind: Kind, points: [ScreenPoint]) {
      self.overlay = overlay
      self.kind = kind
      self.points = points
    }
  }

  /// The cells of a layer on the screen: lines every `side` points through `origin`.
  public struct Grid: Codable, Hashable, Sendable {
    /// Index of the layer.
    public var layer: LayerID
    /// A corner of a cell, in points of the view.
    public var origin: ScreenPoint
    /// Side of a cell, in points.
    public var sidePoints: Double
    /// Columns from the origin to the right.
    public var columns: Int32
    /// Rows from the origin down.
    public var rows: Int32

    /// Makes a grid of its parts.
    public init(
      layer: LayerID, origin: ScreenPoint, sidePoints: Double, columns: Int32, rows: Int32
    ) {
      self.layer = layer
      self.origin = origin
      self.sidePoints = sidePoints
      self.columns = columns
      self.rows = rows
    }
  }

  /// A shown annotation view.
  public struct Pin: Codable, Hashable, Sendable {
    /// Index of the layer; -1 for the user location.
    public var layer: LayerID
    /// The annotation's point on the screen.
    public var point: ScreenPoint
    /// The view's frame.
    public var frame: ScreenRect
    /// Number of points.
    public var count: Int32
    /// Whether it is selected.
    public var isSelected: Bool
    /// The class of its view.
    public var kind: AnnotationViewKind
    /// Whether it shows its points as being at one location; false outside clustered layers.
    public var isUniqueLocation: Bool

    /// Makes a pin of its parts.
    public init(
      layer: LayerID, point: ScreenPoint, frame: ScreenRect, count: Int32, isSelected: Bool,
      kind: AnnotationViewKind = .image, isUniqueLocation: Bool = false
    ) {
      self.layer = layer
      self.point = point
      self.frame = frame
      self.count = count
      self.isSelected = isSelected
      self.kind = kind
      self.isUniqueLocation = isUniqueLocation
    }
  }
}
