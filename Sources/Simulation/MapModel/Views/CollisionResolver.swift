internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Finds which views are hidden because they collide with others.
///
/// Views are visited by descending display priority, then by their rank, then as their annotations
/// came. One is hidden when it collides with a shown one visited before, unless it is required,
/// selected or dragged. Titles that collide by themselves hide required ones too.
struct CollisionResolver {
  /// A view as others see it.
  struct Shape: Comparable {
    var priority: Double
    /// The order among views of one priority, lowest first; held views get the lowest rank.
    var rank = 0.0
    var serial: AnnotationID
    var slot: AnnotationSlot
    var frame: ScreenRect
    var mode: CollisionMode
    /// Its circle, for those that collide as one.
    var circle = MapOptions.CollisionCircle.inscribed
    /// Whether it is selected, or dragged.
    var isHeld: Bool
    /// Whether the title at the lower edge of its frame hides required views too.
    var hidesByTitle = false
    var blocker = ID<Shape>.none

    /// The priority from which on a view is always shown.
    static let required = 1000.0

    /// The radius of its circle, in points; an empty frame has none.
    var radius: Double {
      let (width, height) = (frame.width, frame.height)
      guard width > 0, height > 0 else { return 0 }
      switch circle {
      case .inscribed: return min(width, height) / 2
      case .circumscribed: return (width * width + height * height).squareRoot() / 2
      }
    }

    var extent: Double { max(frame.width, frame.height, mode == .circle ? 2 * radius : 0) }
    var isAlwaysShown: Bool { priority >= Shape.required || isHeld }

    static func < (left: Shape, right: Shape) -> Bool {
      guard left.priority == right.priority else { return left.priority > right.priority }
      guard left.rank == right.rank else { return left.rank < right.rank }
      return left.serial < right.serial
    }
  }

  /// The extent of the titles below markers, in points.
  let titleSize: ScreenSize
  private(set) var shapes: [Shape] = []

  private var grid = ShapeGrid<Shape>()
  private var titles = ShapeGrid<Shape>()

  init(titleSize: ScreenSize = ScreenSize(width: 0, height: 0)) { self.titleSize = titleSize }

  mutating func removeAll() { shapes.removeAll(keepingCapacity: true) }

  mutating func append(_ shape: Shape) {
    assert(shape.blocker.isNone, "a shape is hidden before the others are known")
    assert(shape.frame.minX.isFinite && shape.frame.minY.isFinite, "a frame without a place")
    shapes.append(shape)
    if shape.isHeld { shapes[shapes.count - 1].rank = -.infinity }
  }

  /// Finds for each shape the first visited one that hides it.
  mutating func solve() {
    shapes.heapSort()
    let extent = shapes.reduce(0) { max($0, $1.extent) }
    grid.removeAll(extent: extent)
    let hasTitles = shapes.contains(where: \.hidesByTitle)
    assert(!hasTitles || extent > 0, "a title without extent")
    if hasTitles { titles.removeAll(extent: extent) }
    for index in shapes.indices {
      let shape = shapes[index]
      if shape.mode != .none, !shape.isAlwaysShown {
        shapes[index].blocker = grid.first(near: shape.frame) {
          CollisionResolver.collide(shape, shapes[$0.index])
        }
      }
      if hasTitles, shape.mode != .none, !shape.isHeld, shapes[index].blocker.isNone {
        shapes[index].blocker = titles.first(near: shape.frame) {
          CollisionResolver.collide(shape, title: title(of: shapes[$0.index]))
        }
      }
      let isShown = shapes[index].blocker.isNone
      grid.append(shape.frame, isFound: shape.mode != .none && isShown)
      if hasTitles {
        titles.append(title(of: shape), isFound: shape.hidesByTitle && isShown)
      }
    }
    assert(
      shapes.allSatisfy { $0.blocker.isNone || shapes[$0.blocker.index].blocker.isNone },
      "a view is hidden by one that is not shown")
  }

  /// Whether two shapes share more than an edge or a point; an empty one shares nothing.
  static func collide(_ left: Shape, _ right: Shape) -> Bool {
    switch (left.mode, right.mode) {
    case (.none, _), (_, .none): false
    case (.rectangle, .rectangle): left.frame.intersects(right.frame)
    case (.circle, .circle): circles(left, right)
    case (.circle, .rectangle): circle(left, rectangle: right.frame)
    case (.rectangle, .circle): circle(right, rectangle: left.frame)
    }
  }

  /// The title of a marker, which is centered at a place.
  func titleFrame(middleX: Double, top: Double) -> ScreenRect {
    ScreenRect(
      minX: middleX - titleSize.width / 2, minY: top, width: titleSize.width,
      height: titleSize.height)
  }

  private func title(of shape: Shape) -> ScreenRect {
    titleFrame(middleX: shape.frame.midX, top: shape.frame.maxY - titleSize.height)
  }

  private static func collide(_ shape: Shape, title: ScreenRect) -> Bool {
    shape.mode == .circle ? circle(shape, rectangle: title) : title.intersects(shape.frame)
  }

  private static func circles(_ left: Shape, _ right: Shape) -> Bool {
    let (first, second) = (left.radius, right.radius)
    guard first > 0, second > 0 else { return false }
    let dx = left.frame.midX - right.frame.midX
    let dy = left.frame.midY - right.frame.midY
    let reach = first + second
    return dx * dx + dy * dy < reach * reach
  }

  /// Whether the point of a rectangle nearest to a circle's middle lies within the circle.
  private static func circle(_ shape: Shape, rectangle: ScreenRect) -> Bool {
    let radius = shape.radius
    let circle = shape.frame
    guard radius > 0, rectangle.width > 0, rectangle.height > 0 else { return false }
    let dx = max(rectangle.minX - circle.midX, 0, circle.midX - rectangle.maxX)
    let dy = max(rectangle.minY - circle.midY, 0, circle.midY - rectangle.maxY)
    return dx * dx + dy * dy < radius * radius
  }
}

extension MapOptions.CollisionOrder {
  /// The rank of a view with a frame, in points or their squares; less is shown rather.
  func rank(of frame: ScreenRect, around middle: ScreenPoint) -> Double {
    switch self {
    case .center:
      let (dx, dy) = (frame.midX - middle.x, frame.midY - middle.y)
      return dx * dx + dy * dy
    case .top: return frame.midY
    case .insertion: return 0
    }
  }
}

/// Numbered shapes in a repeating grid, where those that can collide are in neighboring cells.
struct ShapeGrid<Item> {
  private static var side: Int { 32 }
  private var heads = [ID<Item>](repeating: .none, count: side * side)
  /// For each shape the next one in its cell.
  private var next: [ID<Item>] = []
  private var cellSide = 1.0

  /// Empties the grid for shapes with sides up to an extent.
  mutating func removeAll(extent: Double) {
    next.removeAll(keepingCapacity: true)
    for chain in heads.indices { heads[chain] = .none }
    // A little wider, so that rounding puts no two that collide two cells apart.
    cellSide = max(extent, 1) * 1.001
  }

  /// Gives a shape the next number; one that collides with none need not be found.
  mutating func append(_ frame: ScreenRect, isFound: Bool) {
    let id = ID<Item>(next.count)
    next.append(.none)
    guard isFound else { return }
    let (column, row) = cell(of: frame)
    let chain = ShapeGrid.chain(column, row)
    next[id.index] = heads[chain]
    heads[chain] = id
  }

  /// The shape with the smallest number that matches, among those that can collide with a frame.
  func first(near frame: ScreenRect, where matches: (ID<Item>) -> Bool) -> ID<Item> {
    let (column, row) = cell(of: frame)
    var first = ID<Item>.none
    for row in row - 1...row + 1 {
      for column in column - 1...column + 1 {
        var other = heads[ShapeGrid.chain(column, row)]
        while other.isSome {
          if first.isNone || other < first, matches(other) { first = other }
          other = next[other.index]
        }
      }
    }
    return first
  }

  private func cell(of frame: ScreenRect) -> (column: Int, row: Int) {
    (
      column: Int((frame.midX / cellSide).rounded(.down)),
      row: Int((frame.midY / cellSide).rounded(.down))
    )
  }

  private static func chain(_ column: Int, _ row: Int) -> Int {
    // The side is a power of two: negative cells too fall into the grid.
    (row & (side - 1)) * side + column & (side - 1)
  }
}
