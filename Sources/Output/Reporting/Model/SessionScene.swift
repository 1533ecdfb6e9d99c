package import MapGeometry

/// The map of a session over time, for players and pictures of any moment: what is at which place
/// from when to when, in tables of whole numbers.
///
/// Places are in sixteenths of a map point, extents in thousandths of a point of the view. What
/// moves along with the map has one row. A step that begins in the instant of a frame or a picture
/// has a later time here, see ``MomentColumn``.
public struct SessionScene: Codable, Hashable, Sendable {
  /// Where the map looks; between two rows it moves evenly.
  public var camera = SceneTable<CameraColumn>()
  /// The extent of the map view.
  public var sizes = SceneTable<SizeColumn>()
  /// How annotation views look.
  public var looks = SceneTable<LookColumn>()
  /// Annotation views while they can be seen.
  public var views = SceneTable<ViewColumn>()
  /// The cells of layers with clusters.
  public var grids = SceneTable<GridColumn>()
  /// The open callout, whenever it is elsewhere over the map, or looks otherwise.
  public var callouts = SceneTable<CalloutColumn>()
  /// The points of the overlays that are drawn, all of them whenever others are.
  public var shapes = SceneTable<ShapeColumn>()
  /// Where fingers tap.
  public var taps = SceneTable<TapColumn>()
  /// What is selected.
  public var selections = SceneTable<SelectionColumn>()
  /// Some of the points of the data, evenly drawn from those where the map has been.
  public var points = SceneTable<PointColumn>()
  /// The steps with moments to themselves; nil in a run file of a version without them.
  public var moments: SceneTable<MomentColumn>?

  /// Makes the scene of a session that never began.
  public init() {}

  /// The time until which it has annotation views; nil when that is the end of the session.
  package var endOfViews: SimulatedTime? {
    views.isFull && views.count > 0 ? views.start(of: views.count - 1) : nil
  }

  /// The moment near a time at which a callout is seen best, and whether it has its full size then;
  /// nil for a callout that nobody sees.
  ///
  /// It is the first moment from the time on at which the callout has grown, but before it closes.
  func bestMoment(ofCallout number: Int32, from time: SimulatedTime) -> (
    time: SimulatedTime, isFull: Bool
  )? {
    let rows = callouts.indices.filter { callouts[$0, .callout] == Int64(number) }
    guard let first = rows.first, let last = rows.last else { return nil }
    let full = rows.reversed().prefix { callouts[$0, .scale] == Int64(SceneUnit.perPoint) }.last
    var best = max(time, callouts.start(of: full ?? first))
    if last + 1 < callouts.count {
      let close = callouts.start(of: last + 1).nanoseconds
      best = min(best, SimulatedTime(nanoseconds: close - 1))
    }
    guard best >= callouts.start(of: first) else { return nil }
    return (best, full.map { callouts.start(of: $0) <= best } ?? false)
  }
}

/// The columns of a table; the first is when a row begins, in nanoseconds.
public protocol SceneColumn: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  /// The most rows of a session.
  static var limit: Int { get }
}

/// Rows of whole numbers in the order of time, up to a limit, and how many there were beyond.
public struct SceneTable<Column: SceneColumn>: Hashable, Sendable {
  private var numbers: [Int64] = []
  /// The number of columns, which takes a list of them to find out.
  private let width = Column.allCases.count
  /// The rows beyond the limit.
  public private(set) var leftOut = 0

  /// A table without rows.
  public init() {}

  /// The number of rows.
  public var count: Int { numbers.count / width }
  /// The indexes of the rows.
  package var indices: Range<Int> { 0..<count }
  /// Whether a row was left out, as no further one has a place.
  var isFull: Bool { leftOut > 0 }

  /// A number of a row.
  package subscript(row: Int, column: Column) -> Int64 {
    get { numbers[row * width + column.rawValue] }
    set { numbers[row * width + column.rawValue] = newValue }
  }

  /// When a row begins.
  func start(of row: Int) -> SimulatedTime {
    SimulatedTime(nanoseconds: numbers[row * width])
  }

  /// The numbers of a row.
  func row(_ row: Int) -> ArraySlice<Int64> {
    numbers[row * width..<(row + 1) * width]
  }

  /// Takes in a row, if there is a place for it.
  ///
  /// - Returns: Its index; nil when it is left out.
  @discardableResult
  mutating func append(at start: SimulatedTime, _ row: [Int64]) -> Int? {
    precondition(row.count + 1 == width, "a row has a number for each column")
    guard count < Column.limit else {
      leftOut += 1
      return nil
    }
    numbers.append(start.nanoseconds)
    numbers += row
    return count - 1
  }

  /// Whether some more rows have places; else they are left out.
  mutating func hasPlaces(for rows: Int) -> Bool {
    guard count + rows > Column.limit else { return true }
    leftOut += rows
    return false
  }

  /// The last row that begins at a time or before it; nil for none.
  func last(at time: SimulatedTime) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if start(of: middle) <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}

extension SceneTable: NumberRows {
  package static var columns: [String] { Column.allCases.map { "\($0)" } }
  package static var columnCount: Int { Column.allCases.count }

  package var parts: (numbers: [Int64], leftOut: Int) {
    var parts = numbers
    for row in indices.dropFirst() { parts[row * width] -= numbers[(row - 1) * width] }
    return (parts, leftOut)
  }

  /// The rows of numbers as files have them; nil when they are none.
  package init?(_ parts: [Int64], leftOut: Int) {
    // What files say is drawn by arithmetic that does not look for an overflow.
    let bound = 0...Int64(1) << 53
    guard parts.count.isMultiple(of: width), leftOut >= 0, parts.count / width <= Column.limit,
      parts.allSatisfy({ bound.contains(Int64(clamping: $0.magnitude)) })
    else { return nil }
    (numbers, self.leftOut) = (parts, leftOut)
    for row in indices.dropFirst() {
      numbers[row * width] += numbers[(row - 1) * width]
      guard bound.contains(numbers[row * width]) else { return nil }
    }
  }
}

/// How whole numbers stand for places and extents.
package enum SceneUnit {
  /// The parts of a map point.
  package static let perMapPoint = 16.0
  /// The parts of a point of the view, of a degree and of a scale of 1.
  package static let perPoint = 1_000.0
  /// The parts of one map point for each point of the view.
  package static let perScale = 1_000_000.0

  /// The nearest whole number of parts; what is beyond any screen is drawn nowhere.
  package static func whole(_ number: Double, _ parts: Double) -> Int64 {
    let product = (number * parts).rounded()
    return product.isFinite ? Int64(max(-1e15, min(1e15, product))) : 0
  }

  static func place(_ point: MapPoint) -> [Int64] {
    [whole(point.x, perMapPoint), whole(point.y, perMapPoint)]
  }

  static func points(_ numbers: Double...) -> [Int64] { numbers.map { whole($0, perPoint) } }

  /// A rectangle from a point of the view.
  static func rect(_ rect: ScreenRect, from point: ScreenPoint) -> [Int64] {
    points(rect.minX - point.x, rect.minY - point.y, rect.width, rect.height)
  }
}

// MARK: Columns

/// The columns of cameras: the map point in the middle of the view, map points for each point of
/// the view in millionths, and the bearing at its top in thousandths of a degree.
public enum CameraColumn: Int, SceneColumn {
  case start, x, y, scale, heading
  /// The most rows of a session.
  public static let limit = 4_000
}

/// The columns of extents of the map view.
public enum SizeColumn: Int, SceneColumn {
  case start, width, height
  /// The most rows of a session.
  public static let limit = 200
}

/// The columns of looks: the layer, -1 for the user's location, the class of the view, and its
/// extent from the place of its annotation.
public enum LookColumn: Int, SceneColumn {
  case start, layer, kind, left, top, width, height
  /// As many as views, each of which may have its own.
  public static let limit = ViewColumn.limit
}

/// The columns of annotation views: how long one is seen, -1 to the end, its number, the index of
/// its look, the place of its annotation, the points that it stands for, and ``SeenViewFlags``.
public enum ViewColumn: Int, SceneColumn {
  case start, length, view, look, x, y, count, flags
  /// The most rows of a session.
  public static let limit = 5_000
}

/// What else an annotation view is.
public struct SeenViewFlags: OptionSet, Sendable {
  /// The sum of the flags.
  public let rawValue: Int64

  /// Makes flags of their sum.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// It shows its points as being at one location.
  static let unique = SeenViewFlags(rawValue: 1)
  static let selected = SeenViewFlags(rawValue: 2)
  /// It was taken out of a pool, not made.
  static let reused = SeenViewFlags(rawValue: 4)
  /// An earlier row is the same view before it changed.
  static let continues = SeenViewFlags(rawValue: 8)
  /// A later row is the same view after it changed.
  static let continued = SeenViewFlags(rawValue: 16)
}

/// The columns of cells: the layer, the corner in the north-west, the side of a cell in sixteenths
/// of a map point, and how many there are from west to east and from north to south.
public enum GridColumn: Int, SceneColumn {
  case start, layer, x, y, side, columns, rows
  /// The most rows of a session.
  public static let limit = 1_000
}

/// The columns of callouts: the number, -1 for none, the place of the tip; from the tip the
/// annotation view, the drawn rectangle and what must be inside the view; the kind of drawing, the
/// height of what a bubble holds, from the corner of the annotation view to where a bubble points,
/// whether the arrow of a subview points up, and how large it is drawn in thousandths.
public enum CalloutColumn: Int, SceneColumn {
  case start, callout, x, y
  case parentLeft, parentTop, parentWidth, parentHeight
  case left, top, width, height
  case containLeft, containTop, containWidth, containHeight
  case kind, content, offsetX, offsetY, isUp, scale
  /// The most rows of a session.
  public static let limit = 1_500
}

/// The columns of points of overlays: the overlay, -1 when none is drawn any more, the kind of
/// shape, the place among the points of the shape, and where it is.
public enum ShapeColumn: Int, SceneColumn {
  case start, overlay, kind, number, x, y
  /// The most rows of a session.
  public static let limit = 3_000
}

/// The columns of taps: where, in the view.
public enum TapColumn: Int, SceneColumn {
  case start, x, y
  /// The most rows of a session.
  public static let limit = 1_000
}

/// The columns of selections: the annotation, -1 for none.
public enum SelectionColumn: Int, SceneColumn {
  case start, annotation
  /// The most rows of a session.
  public static let limit = 1_000
}

/// The columns of points of the data.
public enum PointColumn: Int, SceneColumn {
  case start, x, y
  /// The most rows of a session.
  public static let limit = 160
}

/// The columns of moments: the time of the session and the number of the event at the beginning.
///
/// A step can begin in the instant of a frame or a picture. Then the scene shows what follows a
/// nanosecond later, so that frame and picture stay what they were.
public enum MomentColumn: Int, SceneColumn {
  case start, time, event
  /// The most rows of a session.
  public static let limit = 4_000
}
