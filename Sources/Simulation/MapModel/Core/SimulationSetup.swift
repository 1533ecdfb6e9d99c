import Callouts
import Clustering
public import MapConfiguration
public import MapEvents
public import MapGeometry

/// Everything that decides how the simulated map behaves, fixed for a session.
public struct SimulationSetup: Sendable {
  /// The initial viewport.
  public var viewport: Viewport
  /// The area beyond each edge in which views exist, as a fraction of the visible rect.
  public var viewMarginFraction: Double
  /// The phone.
  public var costs: DeviceCosts
  /// The coordinates of every point of every data set; a point's number is its index here.
  public var coordinates: [Coordinate]
  /// The row of each point in its data set, by which an app chooses among kinds of view.
  public var rows: [Int32]
  /// The layers, back to front.
  public var layers: [LayerSetup]
  /// Names of the marks that the session may set.
  public var marks: [String]
  /// Whether each point has a title; empty when all have one.
  public var isTitled: [Bool]
  /// Decisions that published sources leave open.
  public var options: MapOptions
  /// Where the user is; nil shows no dot.
  public var userLocation: Coordinate?
  /// The map's callout over the user's location; nil for none.
  public var userCallout: CalloutSetup?
  /// Whether the session ever shows the user, so that the legend names the dot's identifier.
  public var showsUserLocation: Bool
  /// The overlays that steps can put on the map.
  public var overlays: [OverlaySetup]
  /// Names of the snapshots that the session may take.
  public var snapshots: [String]
  /// The app's behavior in callbacks.
  public var app: AppSetup
  /// Clustered layers that may draw their grid during the session, by index.
  public var griddedLayers: [Int]
  /// Whether the app ever leaves the map without a delegate, which needs default identifiers.
  public var losesDelegate: Bool
  /// The numbers of the points of each data set that the app's server has.
  public var served: [Range<Int>] = []
  /// Where the drawn part of the server's delays comes from.
  public var seed: UInt64 = 0
  /// The margins that bars cover, in points: fingers do not reach the map there.
  public var bars = EdgeInsets(all: 0)
  /// The gestures that the map follows.
  public var gestures = EnabledGestures.all
  /// The quantities whose numbers are emitted at the end of each instant in which they change.
  public var watched: [MapCondition.Counted] = []
  /// Whether a step may wait for events, which are counted for it.
  public var awaitsEvents = false
  /// For each point the smallest number of an equal one, by `isEqual`; empty when each is itself.
  package var identities: [PointID] = []
  /// For each point the first one that has its id, in any data set, by which an app knows points
  /// again; empty when each is itself.
  package var namesakes: [PointID] = []
  /// Whether a recording of CCHMapClusterController says which operations and blocks run when.
  package var isRecording = false

  /// Makes a setup; the user is shown by default when there is a location.
  public init(
    viewport: Viewport, viewMarginFraction: Double, costs: DeviceCosts, coordinates: [Coordinate],
    rows: [Int32], layers: [LayerSetup], marks: [String], isTitled: [Bool] = [],
    options: MapOptions = .standard, userLocation: Coordinate? = nil,
    showsUserLocation: Bool? = nil, overlays: [OverlaySetup] = [], snapshots: [String] = [],
    app: AppSetup = AppSetup(), griddedLayers: [Int]? = nil, losesDelegate: Bool = false
  ) {
    self.viewport = viewport
    self.viewMarginFraction = viewMarginFraction
    self.costs = costs
    precondition(rows.count == coordinates.count, "\(rows.count) rows, \(coordinates.count) points")
    self.coordinates = coordinates
    self.rows = rows
    self.layers = layers
    self.marks = marks
    precondition(
      isTitled.isEmpty || isTitled.count == coordinates.count,
      "\(isTitled.count) titles, \(coordinates.count) points")
    self.isTitled = isTitled
    self.options = options
    self.userLocation = userLocation
    self.showsUserLocation = showsUserLocation ?? (userLocation != nil)
    self.overlays = overlays
    self.snapshots = snapshots
    self.app = app
    self.losesDelegate = losesDelegate
    self.griddedLayers =
      griddedLayers ?? layers.indices.filter { layers[$0].cluster?.app.drawsGrid == true }
  }
}
