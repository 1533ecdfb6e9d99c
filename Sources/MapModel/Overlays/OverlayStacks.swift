internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The overlays on the map: two levels, in each of them an order from back to front.
struct OverlayStacks {
  /// What is known of an overlay.
  struct Entry {
    /// What it covers on the map, seen from no place in particular.
    fileprivate(set) var outline: OverlayOutline
    let hasRenderer: Bool
    /// The level of its own, which it has unless it is put beside another one.
    let ownLevel: OverlayLevel
    /// The level it lies on; nil while it is not on the map.
    var level: OverlayLevel?
    /// Whether its renderer was requested since it came onto the map.
    var isRequested = false
    /// Whether somebody had one then.
    var isDrawn = false
  }

  private(set) var entries: [Entry]
  private var order: [[Int32]] = [[], []]
  /// Overlays on the map whose renderers were not requested yet.
  private(set) var unseenCount = 0

  /// Makes stacks without overlays on the map; behind those of a scenario come so many grids, whose
  /// cells are not known yet.
  init(_ setups: [OverlaySetup], grids: Int = 0) {
    entries =
      setups.map { setup in
        Entry(
          outline: OverlayOutline(setup.shape), hasRenderer: setup.hasRenderer,
          ownLevel: setup.level ?? .aboveLabels)
      }
      + (0..<grids).map { _ in
        Entry(outline: OverlayOutline(cells: []), hasRenderer: true, ownLevel: .aboveLabels)
      }
  }

  /// Gives an overlay that is not on the map another outline.
  mutating func setOutline(_ outline: OverlayOutline, of overlay: Int32) {
    precondition(entries[Int(overlay)].level == nil, "overlay \(overlay) is on the map")
    entries[Int(overlay)].outline = outline
  }

  /// The overlays of a level from back to front.
  func overlays(in level: OverlayLevel) -> [Int32] { order[Int(level.rawValue)] }

  /// Puts an overlay on the map.
  ///
  /// Beside one that is not there, it lies in front of all of its own level.
  ///
  /// - Returns: Where it lies; nil when it is on the map already.
  mutating func add(
    _ overlay: Int32, at placement: OverlayPlacement
  ) -> (level: OverlayLevel, index: Int32)? {
    precondition(entries.indices.contains(Int(overlay)), "there is no overlay \(overlay)")
    guard entries[Int(overlay)].level == nil else { return nil }
    defer { checkInvariants() }
    var level = entries[Int(overlay)].ownLevel
    var index = order[Int(level.rawValue)].count
    switch placement {
    case .last: break
    case .index(let wanted): index = max(0, min(wanted, index))
    case .below(let other), .above(let other):
      if let place = place(of: Int32(other)) {
        level = place.level
        index = place.index
        if case .above = placement { index += 1 }
      }
    }
    order[Int(level.rawValue)].insert(overlay, at: index)
    entries[Int(overlay)].level = level
    entries[Int(overlay)].isRequested = false
    entries[Int(overlay)].isDrawn = false
    unseenCount += 1
    return (level: level, index: Int32(index))
  }

  /// Takes an overlay from the map; it loses its renderer.
  ///
  /// - Returns: Whether it was there.
  mutating func remove(_ overlay: Int32) -> Bool {
    guard let place = place(of: overlay) else { return false }
    defer { checkInvariants() }
    order[Int(place.level.rawValue)].remove(at: place.index)
    if !entries[Int(overlay)].isRequested { unseenCount -= 1 }
    entries[Int(overlay)].level = nil
    return true
  }

  /// Lets two overlays change places, and levels if theirs differ.
  ///
  /// - Returns: Whether both are there and are two.
  mutating func exchange(_ first: Int32, _ second: Int32) -> Bool {
    guard first != second, let one = place(of: first), let two = place(of: second) else {
      return false
    }
    defer { checkInvariants() }
    order[Int(one.level.rawValue)][one.index] = second
    order[Int(two.level.rawValue)][two.index] = first
    entries[Int(first)].level = two.level
    entries[Int(second)].level = one.level
    return true
  }

  /// Notes that a renderer was requested, and whether there is one.
  mutating func didRequest(_ overlay: Int32, isDrawn: Bool) {
    assert(!entries[Int(overlay)].isRequested, "overlay \(overlay) is asked for twice")
    assert(entries[Int(overlay)].level != nil, "overlay \(overlay) is not on the map")
    entries[Int(overlay)].isRequested = true
    entries[Int(overlay)].isDrawn = isDrawn
    unseenCount -= 1
  }

  private func place(of overlay: Int32) -> (level: OverlayLevel, index: Int)? {
    guard entries.indices.contains(Int(overlay)), let level = entries[Int(overlay)].level,
      let index = order[Int(level.rawValue)].firstIndex(of: overlay)
    else { return nil }
    return (level: level, index: index)
  }

  private func checkInvariants() {
    assert(
      order.reduce(0) { $0 + $1.count } == entries.count { $0.level != nil },
      "an overlay is on the map and in no order, or the other way round")
    assert(
      unseenCount == entries.count { $0.level != nil && !$0.isRequested },
      "\(unseenCount) overlays wait for a renderer")
  }
}

/// An overlay as points of the map.
struct OverlayOutline {
  let kind: Snapshot.Shape.Kind
  /// A circle's middle and a point on its edge; otherwise the points in their order.
  ///
  /// They may lie outside the world when the overlay crosses the 180th meridian.
  let points: [MapPoint]
  /// What the map looks at to see whether the overlay is in view.
  let bounds: MapRect

  /// Projects a shape.
  ///
  /// A straight line between two longitudes never crosses the 180th meridian, as on MapKit's maps;
  /// geodesic lines do.
  init(_ shape: OverlaySetup.Shape) {
    let projection = Projection.mapKit
    switch shape {
    case .circle(let center, let radius):
      kind = .circle
      bounds = MapRect(boundingCircleAt: center, radius: radius)
      let middle = projection.mapPoint(for: center)
      points = [middle, MapPoint(x: middle.x + bounds.width / 2, y: middle.y)]
    case .polyline(let line):
      kind = .polyline
      points = line.map { projection.mapPoint(for: $0) }
      bounds = MapRect(bounding: points)
    case .polygon(let corners):
      kind = .polygon
      points = corners.map { projection.mapPoint(for: $0) }
      bounds = MapRect(bounding: points)
    case .geodesicPolyline(let line):
      kind = .polyline
      points = GeodesicPolyline(line)?.points ?? []
      bounds = MapRect(bounding: points)
    }
  }

  /// Makes an outline of its parts.
  init(kind: Snapshot.Shape.Kind, points: [MapPoint], bounds: MapRect) {
    self.kind = kind
    self.points = points
    self.bounds = bounds
  }

  /// Whether the bounds and a visible rect have a point in common, on whatever copy of the world;
  /// those of a straight line from west to east have no height.
  func meets(_ visible: MapRect) -> Bool {
    guard !bounds.isNull, bounds.width.isFinite, bounds.minY <= visible.maxY,
      bounds.maxY >= visible.minY
    else { return false }
    let world = MapSize.worldSide
    return (-1...1).contains { copy in
      let shift = Double(copy) * world
      return bounds.minX + shift <= visible.maxX && bounds.maxX + shift >= visible.minX
    }
  }
}

extension SimulationSetup {
  /// The names of the grids that can be drawn.
  var gridNames: [String] { griddedLayers.map { "grid of \(layers[$0].name)" } }
}

extension OverlayOutline {
  /// Makes an outline of cells, each where it is said to be.
  init(cells: [MapRect]) {
    kind = .cell
    points = cells.flatMap { cell in
      [
        MapPoint(x: cell.minX, y: cell.minY), MapPoint(x: cell.maxX, y: cell.minY),
        MapPoint(x: cell.maxX, y: cell.maxY), MapPoint(x: cell.minX, y: cell.maxY),
      ]
    }
    bounds = MapRect(bounding: points)
  }

  /// The outlines to draw: one for each cell of a grid.
  var parts: [OverlayOutline] {
    guard kind == .cell else { return [self] }
    assert(points.count.isMultiple(of: 4), "a cell has four corners")
    return stride(from: 0, to: points.count, by: 4).map { first in
      let corners = Array(points[first..<first + 4])
      return OverlayOutline(kind: .cell, points: corners, bounds: MapRect(bounding: corners))
    }
  }
}
