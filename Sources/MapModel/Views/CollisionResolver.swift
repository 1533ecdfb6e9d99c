internal import MapConfiguration
internal import MapGeometry

/// Finds which views are hidden because they collide with others.
///
/// Views are visited by descending display priority, then in the order in which their annotations
/// came. One is hidden when its shape collides with that of a shown one visited before, unless it
/// is required, selected or dragged. Shapes are kept in a grid whose cells are as wide as the
/// widest shape, so that those that can collide are in neighbouring cells.
struct CollisionResolver {
  /// A view as others see it.
  struct Shape: Comparable {
    var priority: Double
    var serial: Int32
    var slot: Int32
    var frame: ScreenRect
    var mode: CollisionMode
    /// Its circle, for those that collide as one.
    var circle = MapOptions.CollisionCircle.inscribed
    /// Whether it is selected, or dragged.
    var isHeld: Bool
    /// Index of the shape that hides it; -1 while it is shown.
    var blocker: Int32 = -1

    /// From here on a view is always shown.
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

    /// The longest side of what collides, in points.
    var extent: Double {
      max(frame.width, frame.height, mode == .circle ? 2 * radius : 0)
    }

    /// Whether it is shown whatever it collides with.
    var isAlwaysShown: Bool { priority >= Shape.required || isHeld }

    /// Whether the left one is visited first.
    static func < (left: Shape, right: Shape) -> Bool {
      guard left.priority == right.priority else { return left.priority > right.priority }
      return left.serial < right.serial
    }
  }

  /// The shapes, after solving in the order in which they were visited.
  private(set) var shapes: [Shape] = []

  /// Cells in a row; the grid repeats beyond.
  private static let side = 32
  private var heads = [Int32](repeating: -1, count: side * side)
  private var next: [Int32] = []
  private var cellSide = 1.0

  mutating func removeAll() {
    shapes.removeAll(keepingCapacity: true)
  }

  mutating func append(_ shape: Shape) {
    assert(shape.blocker == -1, "a shape is hidden before the others are known")
    assert(shape.frame.minX.isFinite && shape.frame.minY.isFinite, "a frame without a place")
    shapes.append(shape)
  }

  /// Finds for each shape the first visited one that hides it.
  ///
  /// - Complexity: O(n log n + n · shapes near each); no memory beyond that of the last time.
  mutating func solve() {
    shapes.heapSort()
    next.removeAll(keepingCapacity: true)
    var extent = 0.0
    for shape in shapes { extent = max(extent, shape.extent) }
    // A little wider, so that rounding puts no two that collide two cells apart.
    cellSide = max(extent, 1) * 1.001
    for index in shapes.indices {
      next.append(-1)
      guard shapes[index].mode != .none else { continue }
      let (column, row) = cell(of: shapes[index])
      if !shapes[index].isAlwaysShown {
        shapes[index].blocker = blocker(of: shapes[index], column, row)
      }
      guard shapes[index].blocker < 0 else { continue }
      let chain = chainOf(column, row)
      next[index] = heads[chain]
      heads[chain] = Int32(index)
    }
    for shape in shapes {
      let (column, row) = cell(of: shape)
      heads[chainOf(column, row)] = -1
    }
    assert(
      shapes.allSatisfy { $0.blocker < 0 || shapes[Int($0.blocker)].blocker < 0 },
      "a view gives way to one that is not shown")
  }

  private func cell(of shape: Shape) -> (column: Int, row: Int) {
    (
      column: Int((shape.frame.midX / cellSide).rounded(.down)),
      row: Int((shape.frame.midY / cellSide).rounded(.down))
    )
  }

  private func chainOf(_ column: Int, _ row: Int) -> Int {
    // The side is a power of two: negative cells too fall into the grid.
    (row & (CollisionResolver.side - 1)) * CollisionResolver.side + column
      & (CollisionResolver.side - 1)
  }

  /// The first visited of the shown shapes around a cell that collide with one.
  private func blocker(of shape: Shape, _ column: Int, _ row: Int) -> Int32 {
    var first: Int32 = -1
    for row in row - 1...row + 1 {
      for column in column - 1...column + 1 {
        var other = heads[chainOf(column, row)]
        while other >= 0 {
          if first < 0 || other < first, CollisionResolver.collide(shape, shapes[Int(other)]) {
            first = other
          }
          other = next[Int(other)]
        }
      }
    }
    return first
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
