public import MapGeometry

/// Upper limits of a session; each limit has its own diagnostic.
///
/// They keep a typing mistake (three zeros too many) from filling the memory or taking all night. A
/// useful session needs far less.
public enum Limits {
  /// Variants of a scenario.
  public static let variants = 2...64
  /// Blocks in the expectations of a session.
  public static let expectationBlocks = 1_000
  /// Bytes of a scenario or of a device profile.
  public static let scenarioBytes = 4 << 20
  /// Keys, items and brackets of a scenario; beyond that reading it takes longer than a second.
  public static let values = 100_000
  /// Bytes of a file of points.
  public static let dataBytes = 256 << 20
  /// Bytes of a line of a scenario; limits the work to find a place in it.
  public static let lineBytes = 20_000
  /// Bytes of a line that a diagnostic shows whole, even if the diagnostic is about an object
  /// inside it.
  static let shownBytes = 160
  /// Columns of a table of points.
  public static let columns = 1_000
  /// Bytes of a row of a table of points.
  public static let rowBytes = 16 << 20
  /// Rows of a file of points that are listed after they were skipped.
  public static let listedRows = 20
  /// Mistakes that are listed for one file, a scenario or a file of points.
  public static let diagnostics = 200
  /// Objects and lists inside each other.
  public static let nesting = 200
  /// Steps of a session when every `repeat` is written out.
  public static let unrolledSteps = 100_000
  /// Steps of all variants of a scenario, with every `for each` and `run` expanded, but no
  /// `repeat`; each variant has separate steps.
  public static let variantSteps = 50_000
  /// Marks of a session when every `repeat` is written out; each has a table of all metrics.
  public static let unrolledMarks = 1_000
  /// Points that all steps of a session together add, remove, move or look at, with every
  /// `repeat` expanded; a point takes about a microsecond.
  public static let unrolledPoints = 100_000_000
  /// The deepest nesting of `repeat` in `repeat`.
  public static let repeatDepth = 8
  /// Nodes of YAML that replace a `for each` or a `run`.
  public static let writtenOutNodes = 250_000
  /// The number of rounds of a `repeat`.
  public static let repeatTimes: ClosedRange<Int64> = 1...10_000
  /// Cells that the cluster updates of all layers query, at any heading that the map can have.
  public static let clusterCells = 250_000.0
  /// Bytes of the id of a point; reports show ids.
  public static let idBytes = 1_000
  /// Points of all data sets of a scenario.
  public static let points = 2_000_000
  /// Columns and rows of a grid of points.
  public static let gridSide: ClosedRange<Int64> = 1...1_000
  /// Radius of a blob of points, in meters; farther on the earth is not flat.
  public static let blobMeters = 0.0...200_000.0
  /// Radius of a stack of points, in meters.
  public static let stackMeters = 0.0...1_000.0
  /// Drawn way of a point, in meters; farther on the earth is not flat.
  public static let wayMeters = 1.0...200_000.0
  /// Pins that fingers drop in a session: two in each step.
  public static let droppedPins = 2 * unrolledSteps
  /// Points of all data sets of a scenario at the same coordinate, where they may enter the
  /// index of CCHMapClusterController, whose time grows with their square.
  public static let pointsAtOnePlace = 20_000
  /// Simulated time of a single step.
  public static let stepTime = SimulatedTime(milliseconds: 3_600_000)
  /// Simulated time that all steps of a session ask for, `wait: settled` apart.
  public static let sessionTime = SimulatedTime(milliseconds: 24 * 3_600_000)
  /// Real time of playing a session, as estimated from its scenario, in seconds; may be lifted.
  public static let sessionSeconds = 60.0
  /// Memory of a session, as estimated from its scenario, in bytes; may be lifted.
  public static let sessionBytes = Double(1 << 30)
  /// Simulated time of one device cost.
  public static let deviceCost = SimulatedTime(milliseconds: 1_000)
  /// Bits that the line of a network carries in a second.
  public static let bandwidth: ClosedRange<Int64> = 1_000...10_000_000_000
  /// Bytes of a point that is downloaded.
  public static let downloadedBytes: ClosedRange<Int64> = 1...(1 << 20)
  /// Attempts in a million that a network loses; with all of them nothing would ever arrive.
  public static let lossPerMillion: ClosedRange<Int64> = 0...990_000
  /// The number of times that an app requests a batch.
  public static let tries: ClosedRange<Int64> = 1...20
  /// Memory of a view or of a part of it, in bytes.
  public static let viewBytes: ClosedRange<Int64> = 0...(64 << 20)
  /// Memory of a square point of a bitmap, in bytes: 16 pixels of 4 bytes.
  public static let squarePointBytes: ClosedRange<Int64> = 0...64
  /// Sides of the map view, of annotation views and of callouts, in points.
  public static let viewSidePoints = 1.0...10_000.0
  /// Side of a cell, in points.
  public static let cellPoints = 1.0...10_000.0
  /// Width of a map view from which a bubble has room for its corners and its tip, in points.
  public static let bubbleViewPoints = 60.0
  /// The least sides of a map view that bars must leave for a subview, in points: its least width
  /// and the space around it.
  public static let subviewRoomPoints = 81.0
  /// Radius of a circle, in meters, up to a quarter of the way around the earth.
  public static let radiusMeters = 1.0...10_000_000.0
  /// Distance of the camera from the map, in meters, up to one that shows more than the earth.
  public static let cameraMeters = 1.0...100_000_000.0
  /// Extent of a region around a point, in meters, up to once around the earth.
  public static let regionMeters = 1.0...40_000_000.0
  /// Length of all geodesic lines of a scenario together, in kilometers; the map makes a point of
  /// them for each kilometer, and each picture in the report holds all of these.
  public static let geodesicKilometers = 200_000.0
  /// Distance of a pan along one axis, in points.
  public static let panPoints = -100_000.0...100_000.0
  /// Points of the path of a pan.
  static let pathPoints = 1...100
  /// Speed of a fling along one axis, in points a second.
  public static let flingPointsPerSecond = -100_000.0...100_000.0
  /// Characters of a title.
  public static let titleLength = 200
  /// Characters of a name of a layer, a data set, an overlay, a variant, a mark, a picture, a tag.
  public static let nameLength = 60
}
