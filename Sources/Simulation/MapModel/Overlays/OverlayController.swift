internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The overlays on the map: renderers are requested when they are first seen.
final class OverlayController: MapComponent {
  private(set) var stacks: OverlayStacks

  override init(_ part: MapComponent) {
    stacks = OverlayStacks(
      part.context.setup.overlays, grids: part.context.setup.griddedLayers.count,
      level: part.context.setup.options.overlayLevel.level)
    super.init(part)
  }

  func add(_ overlay: Int, at placement: OverlayPlacement) {
    guard let place = stacks.add(Int32(overlay), at: placement) else { return }
    context.emit(.overlay(.added(overlay: Int32(overlay), level: place.level, index: place.index)))
    requestRenderers()
  }

  func remove(_ overlay: Int) {
    guard stacks.remove(Int32(overlay)) else { return }
    context.emit(.overlay(.removed(overlay: Int32(overlay))))
  }

  func exchange(_ first: Int, _ second: Int) {
    guard stacks.exchange(Int32(first), Int32(second)) else { return }
    context.emit(.overlay(.exchanged(Int32(first), Int32(second))))
  }

  /// Replaces the grid of a layer, by its index among those with grids: one overlay for all cells.
  func replaceGrid(_ index: Int, by grid: ClusterGrid) {
    let overlay = context.setup.overlays.count + index
    remove(overlay)
    // Longer cells than the library's would not show its mistakes.
    guard grid.count > 0, grid.doublings == 0 else { return }
    stacks.setOutline(OverlayOutline(cells: Array(grid.cells)), of: Int32(overlay))
    add(overlay, at: .last)
  }

  func requestRenderers() {
    guard stacks.unseenCount > 0 else { return }
    for overlay in stacks.overlays {
      let entry = stacks.entries[Int(overlay)]
      guard !entry.isRequested, entry.outline.meets(region.visibleRect) else { continue }
      context.emit(.overlay(.rendererRequested(overlay: overlay)))
      // The proxy itself answers with lines for a grid when the app has no renderer.
      let isGrid = Int(overlay) >= context.setup.overlays.count
      let isAnswered = (isGrid || proxy.call(.rendererFor)) && entry.hasRenderer
      stacks.didRequest(overlay, isDrawn: isAnswered)
      if !isAnswered { context.emit(.overlay(.rendererMissing(overlay: overlay))) }
    }
  }

  /// Charges the drawing of all overlays in view in a frame in which the map moved.
  func chargeDrawing() {
    guard stacks.drawnCount > 0 else { return }
    var points = 0
    for overlay in stacks.entries.indices where stacks.isDrawn(overlay) {
      guard stacks.entries[overlay].outline.meets(region.visibleRect) else { continue }
      points += stacks.entries[overlay].outline.points.count
    }
    context.chargeMainThread(context.setup.costs.overlayPoint, times: points)
  }

  /// The overlays in view that have renderers, back to front.
  var shapes: [Snapshot.Shape] {
    stacks.overlays.filter { stacks.entries[Int($0)].isDrawn }.flatMap { overlay in
      stacks.entries[Int(overlay)].outline.parts.filter { $0.meets(region.visibleRect) }
        .map { outline in
          let points = screenPoints(of: outline)
          assert(points.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "a shape without a place")
          return Snapshot.Shape(overlay: overlay, kind: outline.kind, points: points)
        }
    }
  }

  /// The points of an outline on one copy of the world, so that it is not torn apart.
  private func screenPoints(of outline: OverlayOutline) -> [ScreenPoint] {
    var plain = region.viewport
    plain.options.worldCopy = .asProjected
    let world = MapSize.worldSide
    let worlds = ((plain.center.x - outline.bounds.midX) / world).rounded(.toNearestOrEven)
    plain.center.x -= worlds * world
    return outline.points.map { plain.screenPoint(for: $0) }
  }
}

/// The overlays on the map: two levels, in each of them an order from back to front.
struct OverlayStacks {
  struct Entry {
    fileprivate(set) var outline: OverlayOutline
    let hasRenderer: Bool
    /// The level that it has unless it is put beside another one.
    let defaultLevel: OverlayLevel
    var level: OverlayLevel?
    var isRequested = false
    var isDrawn = false
  }

  private(set) var entries: [Entry]
  private var order: [[Int32]] = [[], []]
  /// Overlays on the map whose renderers were not requested yet.
  private(set) var unseenCount = 0
  /// Overlays on the map that have renderers.
  private(set) var drawnCount = 0

  /// Makes stacks for the overlays of a scenario and, numbered after them, so many grids.
  init(
    _ setups: [OverlaySetup], grids: Int = 0, level: OverlayLevel = .aboveRoads
  ) {
    entries =
      setups.map { setup in
        Entry(
          outline: OverlayOutline(setup.shape), hasRenderer: setup.hasRenderer,
          defaultLevel: setup.level ?? level)
      }
      + (0..<grids).map { _ in
        Entry(outline: OverlayOutline(cells: []), hasRenderer: true, defaultLevel: level)
      }
  }

  mutating func setOutline(_ outline: OverlayOutline, of overlay: Int32) {
    precondition(entries[Int(overlay)].level == nil, "overlay \(overlay) is on the map")
    entries[Int(overlay)].outline = outline
  }

  /// The overlays on the map from back to front, level by level.
  var overlays: [Int32] { order.flatMap { $0 } }

  /// Puts an overlay on the map; returns where it lies, or nil when it is there already.
  mutating func add(
    _ overlay: Int32, at placement: OverlayPlacement
  ) -> (level: OverlayLevel, index: Int32)? {
    precondition(entries.indices.contains(Int(overlay)), "there is no overlay \(overlay)")
    guard entries[Int(overlay)].level == nil else { return nil }
    defer { checkInvariants() }
    var level = entries[Int(overlay)].defaultLevel
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

  /// Takes an overlay with its renderer from the map; returns whether it was there.
  mutating func remove(_ overlay: Int32) -> Bool {
    guard let place = place(of: overlay) else { return false }
    defer { checkInvariants() }
    order[Int(place.level.rawValue)].remove(at: place.index)
    if !entries[Int(overlay)].isRequested { unseenCount -= 1 }
    if isDrawn(Int(overlay)) { drawnCount -= 1 }
    entries[Int(overlay)].level = nil
    return true
  }

  /// Exchanges the places of two overlays, and their levels; returns whether both are there.
  mutating func exchange(_ first: Int32, _ second: Int32) -> Bool {
    guard first != second, let one = place(of: first), let two = place(of: second)
    else { return false }
    defer { checkInvariants() }
    order[Int(one.level.rawValue)][one.index] = second
    order[Int(two.level.rawValue)][two.index] = first
    entries[Int(first)].level = two.level
    entries[Int(second)].level = one.level
    return true
  }

  mutating func didRequest(_ overlay: Int32, isDrawn: Bool) {
    assert(!entries[Int(overlay)].isRequested, "overlay \(overlay) is asked for twice")
    assert(entries[Int(overlay)].level != nil, "overlay \(overlay) is not on the map")
    entries[Int(overlay)].isRequested = true
    entries[Int(overlay)].isDrawn = isDrawn
    unseenCount -= 1
    if isDrawn { drawnCount += 1 }
    checkInvariants()
  }

  /// Whether an overlay is on the map and has a renderer.
  func isDrawn(_ overlay: Int) -> Bool {
    entries[overlay].level != nil && entries[overlay].isDrawn
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
    assert(
      drawnCount == entries.indices.count(where: isDrawn), "\(drawnCount) overlays are drawn")
  }
}

struct OverlayOutline {
  let kind: Snapshot.Shape.Kind
  /// A circle's middle and a point on its edge, or the points in their order.
  let points: [MapPoint]
  /// The rectangle by which the map decides whether the overlay is in view.
  let bounds: MapRect

  /// Projects a shape; as on MapKit's maps, only geodesic lines cross the 180th meridian.
  init(_ shape: OverlaySetup.Shape) {
    func mapPoints(_ places: [Coordinate]) -> [MapPoint] {
      places.map { Projection.mapKit.mapPoint(for: $0) }
    }
    switch shape {
    case .circle(let center, let radius):
      kind = .circle
      bounds = MapRect(boundingCircleAt: center, radius: radius)
      let middle = Projection.mapKit.mapPoint(for: center)
      points = [middle, MapPoint(x: middle.x + bounds.width / 2, y: middle.y)]
      return
    case .polyline(let line): (kind, points) = (.polyline, mapPoints(line))
    case .polygon(let corners): (kind, points) = (.polygon, mapPoints(corners))
    case .geodesicPolyline(let line):
      (kind, points) = (.polyline, GeodesicPolyline(line)?.points ?? [])
    }
    bounds = MapRect(bounding: points)
  }

  init(cells: [MapRect]) {
    self.init(
      cellCorners: cells.flatMap { cell in
        [
          MapPoint(x: cell.minX, y: cell.minY), MapPoint(x: cell.maxX, y: cell.minY),
          MapPoint(x: cell.maxX, y: cell.maxY), MapPoint(x: cell.minX, y: cell.maxY),
        ]
      })
  }

  private init(cellCorners: [MapPoint]) {
    kind = .cell
    points = cellCorners
    bounds = MapRect(bounding: points)
  }

  /// The outlines to draw: one for each cell of a grid.
  var parts: [OverlayOutline] {
    guard kind == .cell else { return [self] }
    assert(points.count.isMultiple(of: 4), "a cell has four corners")
    return stride(from: 0, to: points.count, by: 4).map { first in
      OverlayOutline(cellCorners: Array(points[first..<first + 4]))
    }
  }

  /// Whether the bounds and a visible rect meet on any copy of the world.
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
  var gridNames: [String] { griddedLayers.map { "grid of \(layers[$0].name)" } }
}
