internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// An annotation on the map.
struct Annotation {
  /// Number of the annotation in the session, in the order of coming.
  var serial: Int32
  var layer: Int32
  var coordinate: Coordinate
  var mapPoint: MapPoint
  /// The same for annotations of the same points.
  var content: UInt64
  /// Points that it stands for.
  var count: Int32
  /// Whether those lie at one location, as the layer's cluster controller says; false without one.
  var isUniqueLocation = false
  /// Its point, or the first point of its cluster.
  var point: Int32
  /// Its record in the layer's cluster controller, or its number among the native clusters; -1 for
  /// an annotation that stands for itself.
  var cluster: Int32
  /// Its view on the map; -1 when it has none.
  var view: Int32
  /// The number of the native cluster that stands for it; -1 when it is on its own.
  var group: Int32 = -1
  /// Whether the delegate was called for the title of the cluster as it is now.
  var isTitleCached = false
  /// The same for its subtitle.
  var isSubtitleCached = false
  /// Its number among the callout annotations; -1 for any other annotation.
  var callout: Int32 = -1
  /// The kind of the callout that is open over it; -1 when none is.
  var openCalloutKind: Int32 = -1
}

extension Annotation {
  /// Which views of its layer an app chooses for it.
  var role: ViewRole {
    guard count > 1 else { return .point }
    return isUniqueLocation ? .oneLocation : .cluster
  }

  /// What a cluster of a controller stands for.
  var size: ClusterSize {
    assert(cluster >= 0, "annotation \(serial) is no cluster")
    return ClusterSize(count: count, isUniqueLocation: count == 1 || isUniqueLocation)
  }
}

/// The annotations on the map, in slots that are used again, with an index by place.
///
/// The index is a grid of cells with a chain of slots in each, so that adding, removing and moving
/// cost O(1). The grid is finite and repeats: cells `side` apart share a chain. Its cells are about
/// as large as an eighth of the area of a query, so a query looks at a hundred chains and at little
/// more than the annotations in the area, at any scale; it is rebuilt when the scale of the
/// queries changed a lot.
final class AnnotationStore {
  private(set) var slots = SlotArray<Annotation>()
  private(set) var isUsed = SlotArray<Bool>()
  private(set) var count = 0
  private var free: [Int32] = []
  private var nextSerial: Int32 = 0

  private static let side = 128
  /// A power of two, so that dividing by it does not round and the world is whole cells wide.
  private(set) var cellSide = MapSize.worldSide / Double(side)
  private var heads = SlotArray(repeatElement(Int32(-1), count: side * side))
  private var next = SlotArray<Int32>()
  private var previous = SlotArray<Int32>()

  subscript(slot: Int32) -> Annotation { slots[Int(slot)] }

  /// Whether a slot holds the annotation with a number.
  func holds(_ serial: Int32, at slot: Int32) -> Bool {
    isUsed[Int(slot)] && slots[Int(slot)].serial == serial
  }

  /// Gives an annotation a view, or takes it away with -1.
  func setView(_ view: Int32, of slot: Int32) {
    assert(isUsed[Int(slot)], "slot \(slot) holds no annotation")
    slots[Int(slot)].view = view
  }

  /// Puts an annotation into a native cluster, or takes it out with -1.
  func setGroup(_ cluster: Int32, of slot: Int32) {
    assert(isUsed[Int(slot)], "slot \(slot) holds no annotation")
    slots[Int(slot)].group = cluster
  }

  /// Lets the annotation of a cluster stand for other points.
  ///
  /// Its title and its subtitle are those of the old ones from then on, so both are requested
  /// again.
  func setContent(
    _ content: UInt64, count: Int32, isUniqueLocation: Bool, point: Int32, of slot: Int32
  ) {
    assert(isUsed[Int(slot)], "slot \(slot) holds no annotation")
    slots[Int(slot)].content = content
    slots[Int(slot)].count = count
    slots[Int(slot)].isUniqueLocation = isUniqueLocation
    slots[Int(slot)].point = point
    slots[Int(slot)].isTitleCached = false
    slots[Int(slot)].isSubtitleCached = false
  }

  func cacheTitle(of slot: Int32) { slots[Int(slot)].isTitleCached = true }

  func cacheSubtitle(of slot: Int32) { slots[Int(slot)].isSubtitleCached = true }

  /// Notes the kind of the callout that opened over an annotation; -1 when it closes.
  func setOpenCalloutKind(_ kind: Int32, of slot: Int32) {
    slots[Int(slot)].openCalloutKind = kind
  }

  /// Puts an annotation on the map and gives it its number.
  ///
  /// - Returns: The slot it lives in until it is removed.
  func insert(_ annotation: Annotation) -> Int32 {
    defer { assert(count + free.count == slots.count, "a slot is neither used nor free") }
    var annotation = annotation
    annotation.serial = nextSerial
    nextSerial += 1
    count += 1
    let slot: Int32
    if let reused = free.popLast() {
      slot = reused
      assert(!isUsed[Int(slot)], "slot \(slot) was free and used")
      slots[Int(slot)] = annotation
      isUsed[Int(slot)] = true
    } else {
      slot = Int32(slots.count)
      if slots.isFull { _ = slots.moveElements(to: SlotArray(capacity: 2 * slots.count)) }
      if isUsed.isFull { _ = isUsed.moveElements(to: SlotArray(capacity: 2 * isUsed.count)) }
      if next.isFull { _ = next.moveElements(to: SlotArray(capacity: 2 * next.count)) }
      if previous.isFull { _ = previous.moveElements(to: SlotArray(capacity: 2 * previous.count)) }
      slots.append(annotation)
      isUsed.append(true)
      next.append(-1)
      previous.append(-1)
    }
    link(slot)
    return slot
  }

  /// Takes an annotation from the map.
  func remove(_ slot: Int32) {
    precondition(isUsed[Int(slot)], "slot \(slot) holds no annotation")
    unlink(slot)
    isUsed[Int(slot)] = false
    free.append(slot)
    count -= 1
    assert(count + free.count == slots.count, "a slot is neither used nor free")
  }

  /// Moves an annotation to another place.
  func move(_ slot: Int32, to coordinate: Coordinate, mapPoint: MapPoint) {
    precondition(isUsed[Int(slot)], "slot \(slot) holds no annotation")
    unlink(slot)
    slots[Int(slot)].coordinate = coordinate
    slots[Int(slot)].mapPoint = mapPoint
    link(slot)
  }

  /// Moves the slots of annotations outside an area from one list to another, in order; the slots
  /// `kept` and `dragged` stay in any case.
  func sortOut(
    _ area: MapArea, keeping kept: Int32?, and dragged: Int32? = nil,
    from shown: inout [Int32], into leaving: inout [Int32]
  ) {
    var count = 0
    for index in shown.indices {
      let slot = shown[index]
      assert(isUsed[Int(slot)], "slot \(slot) has a view and no annotation")
      if slot == kept || slot == dragged || area.contains(slots[Int(slot)].mapPoint) {
        shown[count] = slot
        count += 1
      } else {
        leaving.append(slot)
      }
    }
    shown.removeLast(shown.count - count)
  }

  /// Appends the slots of the annotations inside an area that have no view and should, each once,
  /// in no useful order; those that a cluster of the map's own stands for need none.
  ///
  /// - Complexity: O(annotations near the area); O(all) for an area as wide as the world, and once
  ///   when the extent of the area changed by more than a factor of two.
  func findHidden(in area: MapArea, into result: inout [Int32]) {
    let extent = max(area.maxX - area.minX, area.maxY - area.minY)
    if extent > 16 * cellSide || extent < 4 * cellSide { buildGrid(for: extent) }
    let rows = cell(area.minY)...max(cell(area.minY), cell(area.maxY))
    guard !area.isWholeWorldWide, rows.count * rows.count <= 4 * slots.count else {
      for slot in slots.indices where isUsed[slot] {
        append(Int32(slot), ifHiddenIn: area, to: &result)
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

  private func search(_ chain: Int, _ area: MapArea, into result: inout [Int32]) {
    var slot = heads[chain]
    while slot >= 0 {
      append(slot, ifHiddenIn: area, to: &result)
      slot = next[Int(slot)]
    }
  }

  private func append(_ slot: Int32, ifHiddenIn area: MapArea, to result: inout [Int32]) {
    guard area.contains(slots[Int(slot)].mapPoint), slots[Int(slot)].view < 0,
      slots[Int(slot)].group < 0
    else { return }
    result.append(slot)
  }

  /// Makes an eighth of an extent the size of the cells, as far as the world allows.
  private func buildGrid(for extent: Double) {
    var wanted = MapSize.worldSide / Double(AnnotationStore.side)
    // An area taller than the world keeps the coarsest grid: then all chains are all places.
    while wanted * 8 > extent, wanted > 1 { wanted /= 2 }
    guard wanted != cellSide else { return }
    cellSide = wanted
    for chain in heads.indices { heads[chain] = -1 }
    for slot in slots.indices where isUsed[slot] { link(Int32(slot)) }
  }

  private func cell(_ coordinate: Double) -> Int {
    assert(!coordinate.isNaN, "a place must be a number")
    return Int(max(0, min(coordinate, MapSize.worldSide - cellSide)) / cellSide)
  }

  private func chainOf(_ row: Int, _ column: Int) -> Int {
    (row % AnnotationStore.side) * AnnotationStore.side + column % AnnotationStore.side
  }

  private func chain(of slot: Int32) -> Int {
    let point = slots[Int(slot)].mapPoint
    return chainOf(cell(point.y), cell(point.x))
  }

  private func link(_ slot: Int32) {
    let chain = chain(of: slot)
    let old = heads[chain]
    next[Int(slot)] = old
    previous[Int(slot)] = -1
    if old >= 0 { previous[Int(old)] = slot }
    heads[chain] = slot
  }

  private func unlink(_ slot: Int32) {
    let after = next[Int(slot)]
    let before = previous[Int(slot)]
    if before >= 0 {
      next[Int(before)] = after
    } else {
      assert(heads[chain(of: slot)] == slot, "slot \(slot) is first of no chain")
      heads[chain(of: slot)] = after
    }
    if after >= 0 { previous[Int(after)] = before }
  }
}
