internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The storage index of an annotation on the map; used again after it is removed.
typealias AnnotationSlot = ID<Annotation>

struct Annotation {
  var serial: AnnotationID
  var layer: LayerID
  var coordinate: Coordinate
  var mapPoint: MapPoint
  /// The content number, equal for annotations of the same points.
  var content: UInt64
  var count: Int32
  /// Whether the points lie at one location, according to the layer's cluster controller;
  /// false without one.
  var isUniqueLocation = false
  /// Its point, or the first point of its cluster.
  var point: PointID
  var record = RecordID.none
  /// Its number among the native clusters.
  var nativeCluster = NativeClusterID.none
  var view = ViewID.none
  /// The native cluster that represents it.
  var group = NativeClusterID.none
  /// Whether the delegate has already been called for the current title of the cluster.
  var isTitleCached = false
  var isSubtitleCached = false
  /// Its number among the callout annotations.
  var callout = CalloutAnnotationID.none
  /// The kind of the callout that is open over it.
  var openCalloutKind = CalloutKind.none
}

extension Annotation {
  /// Whether it is a cluster, of a cluster controller or of native clustering.
  var isCluster: Bool { record.isSome || nativeCluster.isSome }

  /// The kind of view that an app chooses for it.
  var role: ViewRole {
    guard count > 1 else { return .point }
    return isUniqueLocation ? .oneLocation : .cluster
  }

  var size: ClusterSize {
    assert(record.isSome, "annotation \(serial) is no cluster")
    return ClusterSize(count: count, isUniqueLocation: count == 1 || isUniqueLocation)
  }
}

/// The annotations on the map in reusable slots, with a spatial index: a grid of cells with
/// a chain of slots in each.
///
/// The grid repeats: cells `side` apart share a chain. A cell is about an eighth of the
/// area of a query, so a query visits a hundred chains at any scale. The grid is rebuilt
/// when the scale changes a lot.
final class AnnotationStore {
  private(set) var slots = SlotArray<Annotation>()
  private(set) var isUsed = SlotArray<Bool>()
  private(set) var count = 0
  private var free: [AnnotationSlot] = []
  private var serialCount = 0
  /// Whether members of native clusters need views like other annotations.
  private let keepsClusteredViews: Bool

  private static let side = 128
  /// A power of two, so that dividing by it does not round and the world is whole cells wide.
  private(set) var cellSide = MapSize.worldSide / Double(side)
  private var heads = SlotArray(repeating: AnnotationSlot.none, count: side * side)
  private var next = SlotArray<AnnotationSlot>()
  private var previous = SlotArray<AnnotationSlot>()

  init(keepsClusteredViews: Bool = false) { self.keepsClusteredViews = keepsClusteredViews }

  subscript(slot: AnnotationSlot) -> Annotation { slots[slot] }

  func holds(_ serial: AnnotationID, at slot: AnnotationSlot) -> Bool {
    isUsed[slot] && slots[slot].serial == serial
  }

  func setView(_ view: ViewID, of slot: AnnotationSlot) {
    assert(isUsed[slot], "slot \(slot) holds no annotation")
    slots[slot].view = view
  }

  func setGroup(_ cluster: NativeClusterID, of slot: AnnotationSlot) {
    assert(isUsed[slot], "slot \(slot) holds no annotation")
    slots[slot].group = cluster
  }

  /// Changes the points that a cluster represents.
  ///
  /// Its title and subtitle are requested again.
  func setContent(
    _ content: UInt64, count: Int32, isUniqueLocation: Bool, point: PointID, of slot: AnnotationSlot
  ) {
    assert(isUsed[slot], "slot \(slot) holds no annotation")
    slots[slot].content = content
    slots[slot].count = count
    slots[slot].isUniqueLocation = isUniqueLocation
    slots[slot].point = point
    slots[slot].isTitleCached = false
    slots[slot].isSubtitleCached = false
  }

  func cacheTitle(of slot: AnnotationSlot) { slots[slot].isTitleCached = true }
  func cacheSubtitle(of slot: AnnotationSlot) { slots[slot].isSubtitleCached = true }

  /// Records the kind of the callout that opened over an annotation; none when it closes.
  func setOpenCalloutKind(_ kind: CalloutKind, of slot: AnnotationSlot) {
    slots[slot].openCalloutKind = kind
  }

  /// Adds an annotation to the map under the next number, and returns its slot.
  func insert(_ annotation: Annotation) -> AnnotationSlot {
    defer { assert(count + free.count == slots.count, "a slot is neither used nor free") }
    var annotation = annotation
    annotation.serial = AnnotationID(serialCount)
    serialCount += 1
    count += 1
    let slot: AnnotationSlot
    if let reused = free.popLast() {
      slot = reused
      assert(!isUsed[slot], "slot \(slot) was free and used")
      slots[slot] = annotation
      isUsed[slot] = true
    } else {
      slot = AnnotationSlot(slots.count)
      if slots.isFull { _ = slots.moveElements(to: SlotArray(capacity: 2 * slots.count)) }
      if isUsed.isFull { _ = isUsed.moveElements(to: SlotArray(capacity: 2 * isUsed.count)) }
      if next.isFull { _ = next.moveElements(to: SlotArray(capacity: 2 * next.count)) }
      if previous.isFull { _ = previous.moveElements(to: SlotArray(capacity: 2 * previous.count)) }
      slots.append(annotation)
      isUsed.append(true)
      next.append(.none)
      previous.append(.none)
    }
    link(slot)
    return slot
  }

  func remove(_ slot: AnnotationSlot) {
    precondition(isUsed[slot], "slot \(slot) holds no annotation")
    unlink(slot)
    isUsed[slot] = false
    free.append(slot)
    count -= 1
    assert(count + free.count == slots.count, "a slot is neither used nor free")
  }

  func move(_ slot: AnnotationSlot, to coordinate: Coordinate, mapPoint: MapPoint) {
    precondition(isUsed[slot], "slot \(slot) holds no annotation")
    unlink(slot)
    slots[slot].coordinate = coordinate
    slots[slot].mapPoint = mapPoint
    link(slot)
  }

  /// Moves the slots outside an area, except for two of them, from one list to another, in
  /// order.
  func sortOut(
    _ area: MapArea, keeping kept: AnnotationSlot?, and dragged: AnnotationSlot? = nil,
    from shown: inout [AnnotationSlot], into leaving: inout [AnnotationSlot]
  ) {
    var count = 0
    var list = shown.mutableSpan
    for index in list.indices {
      let slot = list[index]
      assert(isUsed[slot], "slot \(slot) has a view and no annotation")
      if slot == kept || slot == dragged || area.contains(slots[slot].mapPoint) {
        list[count] = slot
        count += 1
      } else {
        leaving.append(slot)
      }
    }
    if count < shown.count { shown.removeLast(shown.count - count) }
  }

  /// Appends the annotations in an area that need a view but have none, each once, in any
  /// order.
  func findHidden(in area: MapArea, into result: inout [AnnotationSlot]) {
    let extent = max(area.maxX - area.minX, area.maxY - area.minY)
    if extent > 16 * cellSide || extent < 4 * cellSide { buildGrid(for: extent) }
    let rows = cell(area.minY)...max(cell(area.minY), cell(area.maxY))
    guard !area.isWholeWorldWide, rows.count * rows.count <= 4 * slots.count else {
      for slot in slots.indices where isUsed[slot] {
        append(AnnotationSlot(slot), ifHiddenIn: area, to: &result)
      }
      return
    }
    // The area and its copies a world away; a column that two of them touch is searched once.
    var done = -1
    for worlds in -1...1 {
      let copy = Double(worlds) * MapSize.worldSide
      let west = max(area.minX + copy, 0)
      let east = min(area.maxX + copy, MapSize.worldSide)
      guard west <= east else { continue }
      let first = max(done + 1, cell(west))
      let last = cell(east)
      guard first <= last else { continue }
      done = last
      for row in rows {
        for column in first...last { search(chainOf(row, column), area, into: &result) }
      }
    }
  }

  private func search(_ chain: Int, _ area: MapArea, into result: inout [AnnotationSlot]) {
    var slot = heads[chain]
    while slot.isSome {
      append(slot, ifHiddenIn: area, to: &result)
      slot = next[slot]
    }
  }

  private func append(
    _ slot: AnnotationSlot, ifHiddenIn area: MapArea, to result: inout [AnnotationSlot]
  ) {
    guard area.contains(slots[slot].mapPoint), slots[slot].view.isNone,
      keepsClusteredViews || slots[slot].group.isNone
    else { return }
    result.append(slot)
  }

  /// Sets the size of the cells to an eighth of an extent, as far as the world allows.
  private func buildGrid(for extent: Double) {
    var wanted = MapSize.worldSide / Double(AnnotationStore.side)
    // An area taller than the world keeps the coarsest grid: then all chains are all places.
    while wanted * 8 > extent, wanted > 1 { wanted /= 2 }
    guard wanted != cellSide else { return }
    cellSide = wanted
    for chain in heads.indices { heads[chain] = .none }
    for slot in slots.indices where isUsed[slot] { link(AnnotationSlot(slot)) }
  }

  private func cell(_ coordinate: Double) -> Int {
    assert(!coordinate.isNaN, "a place must be a number")
    return Int(max(0, min(coordinate, MapSize.worldSide - cellSide)) / cellSide)
  }

  private func chainOf(_ row: Int, _ column: Int) -> Int {
    (row % AnnotationStore.side) * AnnotationStore.side + column % AnnotationStore.side
  }

  private func chain(of slot: AnnotationSlot) -> Int {
    let point = slots[slot].mapPoint
    return chainOf(cell(point.y), cell(point.x))
  }

  private func link(_ slot: AnnotationSlot) {
    let chain = chain(of: slot)
    let old = heads[chain]
    next[slot] = old
    previous[slot] = .none
    if old.isSome { previous[old] = slot }
    heads[chain] = slot
  }

  private func unlink(_ slot: AnnotationSlot) {
    let after = next[slot]
    let before = previous[slot]
    if before.isSome {
      next[before] = after
    } else {
      assert(heads[chain(of: slot)] == slot, "slot \(slot) is first of no chain")
      heads[chain(of: slot)] = after
    }
    if after.isSome { previous[after] = before }
  }
}
