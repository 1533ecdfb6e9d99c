package import MapGeometry

/// The map of a session over time, for players and pictures of any moment: the visible
/// objects with their places and times, in tables of whole numbers.
///
/// Places are in sixteenths of a map point, extents in thousandths of a point of the view.
/// An object that moves along with the map has one row. A step that begins in the instant
/// of a frame or a picture has a later time here, see ``MomentColumn``.
public struct SessionScene: Codable, Hashable, Sendable {
  /// The camera of the map, which moves evenly between two rows.
  public var camera = SceneTable<CameraColumn>()
  /// The extent of the map view.
  public var sizes = SceneTable<SizeColumn>()
  /// The looks of annotation views.
  public var looks = SceneTable<LookColumn>()
  /// The annotation views during the time in which they are visible.
  public var views = SceneTable<ViewColumn>()
  /// The cells of layers with clusters.
  public var grids = SceneTable<GridColumn>()
  /// The open callout, with a row for each change of its place on the map or its look.
  public var callouts = SceneTable<CalloutColumn>()
  /// The points of the drawn overlays.
  ///
  /// A change repeats all of them.
  public var shapes = SceneTable<ShapeColumn>()
  /// The places of taps.
  public var taps = SceneTable<TapColumn>()
  /// The selected annotation.
  public var selections = SceneTable<SelectionColumn>()
  /// A sample of the data's points, spread evenly over the areas that the map has shown.
  public var points = SceneTable<PointColumn>()
  /// The steps with a moment; nil in a run file of a version without them.
  public var moments: SceneTable<MomentColumn>?
  /// The names that annotations of single points have from a row of the views on, by their places;
  /// nil in a run file of a version without them.
  public var names: SceneTable<NameColumn>?
  /// The ids of the named points, in the order of their numbers.
  public var ids: [String]?
  /// The titles of the named points; empty for none.
  public var titles: [String]?

  /// Makes the scene of a session that never began.
  public init() {}

  /// The end of the recorded annotation views; nil when that is the end of the session.
  package var endOfViews: SimulatedTime? {
    views.isFull && views.count > 0 ? views.start(of: views.count - 1) : nil
  }

  /// The place of an annotation on the map.
  struct Place: Hashable, Sendable {
    var x: Int64
    var y: Int64
  }

  /// The place of a view's annotation.
  func place(ofView row: Int) -> Place { Place(x: views[row, .x], y: views[row, .y]) }

  /// The names of the points that the rows of views stand for; nil for clusters, for the user
  /// location and where they are unknown.
  ///
  /// - Complexity: O(views).
  package var viewNames: [PointName?] {
    var named: [Place: PointName] = [:]
    var next = 0
    let (names, ids, titles) = (names ?? SceneTable(), ids ?? [], titles ?? [])
    return views.indices.map { row in
      let place = place(ofView: row)
      while next < names.count, names[next, .view] <= Int64(row) {
        let name = Int(names[next, .name])
        named[place] =
          ids.indices.contains(name) && titles.indices.contains(name)
          ? PointName(id: ids[name], title: titles[name]) : nil
        next += 1
      }
      let look = Int(views[row, .look])
      let isUser = looks.indices.contains(look) && looks[look, .layer] < 0
      return views[row, .count] == 1 && !isUser ? named[place] : nil
    }
  }

  /// The moment near a time at which a callout is most visible, and whether it has its full
  /// size then; nil for a callout that is never visible.
  ///
  /// It is the first moment from the time on at which the callout has grown, but before it
  /// closes.
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

/// The columns of a table.
///
/// The first is the start of a row, in nanoseconds.
public protocol SceneColumn: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  /// The most rows of a session.
  static var limit: Int { get }
}

/// Rows of whole numbers in the order of time, up to a limit, with the number of omitted
/// rows.
public struct SceneTable<Column: SceneColumn>: Hashable, Sendable {
  private var numbers: [Int64] = []
  /// The number of columns, stored because counting them requires a list of all cases.
  private let width = Column.allCases.count
  /// The number of omitted rows.
  public private(set) var leftOut = 0

  /// A table without rows.
  public init() {}

  /// The number of rows.
  public var count: Int { numbers.count / width }
  /// The indexes of the rows.
  package var indices: Range<Int> { 0..<count }
  /// Whether a row was omitted because the table is full.
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

  /// Appends a row, if the table has capacity for it.
  ///
  /// - Returns: The index of the row; nil when it is omitted.
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

  /// Whether the table has capacity for more rows; counts them as omitted otherwise.
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

  /// The rows from the numbers of a file; nil when they are invalid.
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

/// The units of the whole numbers for places and extents.
package enum SceneUnit {
  /// The parts of a map point.
  package static let perMapPoint = 16.0
  /// The parts of a point of the view, of a degree and of a scale of 1.
  package static let perPoint = 1_000.0
  /// The parts of one map point for each point of the view.
  package static let perScale = 1_000_000.0

  /// The nearest whole number of parts, clamped; values beyond any screen are never drawn.
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

/// Further properties of an annotation view.
public struct SeenViewFlags: OptionSet, Sendable {
  /// The sum of the flags.
  public let rawValue: Int64

  /// Makes flags of their sum.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// The view shows its points as being at one location.
  static let unique = SeenViewFlags(rawValue: 1)
  static let selected = SeenViewFlags(rawValue: 2)
  /// The view was dequeued from a pool, not created.
  static let reused = SeenViewFlags(rawValue: 4)
  /// An earlier row describes the same view before it changed.
  static let continues = SeenViewFlags(rawValue: 8)
  /// A later row describes the same view after it changed.
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

/// The columns of names: the row of the views from which an annotation at its place has the name,
/// and the number of the name, -1 for none.
public enum NameColumn: Int, SceneColumn {
  case start, view, name
  /// As many as views, each of which may have its own.
  public static let limit = ViewColumn.limit
}

/// The columns of moments: the time of the session and the number of the event at the
/// beginning.
///
/// A step can begin in the instant of a frame or a picture. The scene then shows its
/// effects a nanosecond later, so that the frame and the picture stay unchanged.
public enum MomentColumn: Int, SceneColumn {
  case start, time, event
  /// The most rows of a session.
  public static let limit = 4_000
}
