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
  /// Its point, or the first point of its cluster.
  var point: Int32
  /// Its record in the layer's cluster controller; -1 for a plain annotation.
  var cluster: Int32
  /// Its view on the map; -1 when it has none.
  var view: Int32
}

/// The annotations on the map, in slots that are used again, with an index by place.
///
/// The index is a grid of cells over the world with a chain of slots in each, so that adding,
/// removing and moving cost O(1) and a query costs the cells and annotations near the rect.
struct AnnotationStore {
  private(set) var slots: [Annotation] = []
  private(set) var isUsed: [Bool] = []
  private(set) var count = 0
  private var free: [Int32] = []
  private var nextSerial: Int32 = 0

  private static let side = 512
  private static let cellSide = MapSize.worldSide / Double(side)
  private var heads = [Int32](repeating: -1, count: side * side)
  private var next: [Int32] = []
  private var previous: [Int32] = []

  subscript(slot: Int32) -> Annotation {
    get { slots[Int(slot)] }
    set {
      assert(slots[Int(slot)].mapPoint == newValue.mapPoint, "use move to change the place")
      slots[Int(slot)] = newValue
    }
  }

  /// Puts an annotation on the map and gives it its number.
  ///
  /// - Returns: The slot it lives in until it is removed.
  mutating func insert(_ annotation: Annotation) -> Int32 {
    var annotation = annotation
    annotation.serial = nextSerial
    nextSerial += 1
    count += 1
    let slot: Int32
    if let reused = free.popLast() {
      slot = reused
      slots[Int(slot)] = annotation
      isUsed[Int(slot)] = true
    } else {
      slot = Int32(slots.count)
      slots.append(annotation)
      isUsed.append(true)
      next.append(-1)
      previous.append(-1)
    }
    link(slot)
    return slot
  }

  /// Takes an annotation from the map.
  mutating func remove(_ slot: Int32) {
    precondition(isUsed[Int(slot)], "slot \(slot) holds no annotation")
    unlink(slot)
    isUsed[Int(slot)] = false
    free.append(slot)
    count -= 1
  }

  /// Moves an annotation to another place.
  mutating func move(_ slot: Int32, to coordinate: Coordinate, mapPoint: MapPoint) {
    precondition(isUsed[Int(slot)], "slot \(slot) holds no annotation")
    unlink(slot)
    slots[Int(slot)].coordinate = coordinate
    slots[Int(slot)].mapPoint = mapPoint
    link(slot)
  }

  /// Appends the slots of the annotations inside a map rect, edges included, in no useful order.
  ///
  /// The rect may leave the world on its west or east side; the other side then counts too. A slot
  /// is delivered once.
  func query(_ rect: MapRect, into result: inout [Int32]) {
    let world = MapSize.worldSide
    guard rect.width < world else { return scan(minY: rect.minY, maxY: rect.maxY, into: &result) }
    for copy in [-world, 0, world] {
      let minX = max(rect.minX + copy, 0)
      let maxX = min(rect.maxX + copy, world)
      guard minX <= maxX else { continue }
      queryCopy(minX: minX, maxX: maxX, minY: rect.minY, maxY: rect.maxY, into: &result)
    }
  }

  private func queryCopy(
    minX: Double, maxX: Double, minY: Double, maxY: Double, into result: inout [Int32]
  ) {
    let columns = AnnotationStore.cell(minX)...AnnotationStore.cell(maxX)
    let firstRow = AnnotationStore.cell(minY)
    let rows = firstRow...max(firstRow, AnnotationStore.cell(maxY))
    // Both edges of the world are the same meridian, so a scan must not take a point twice.
    if columns.count * rows.count > slots.count {
      for slot in slots.indices where isUsed[slot] {
        let point = slots[slot].mapPoint
        if point.x >= minX, point.x <= maxX, point.y >= minY, point.y <= maxY {
          result.append(Int32(slot))
        }
      }
      return
    }
    for row in rows {
      for column in columns {
        var slot = heads[row * AnnotationStore.side + column]
        while slot >= 0 {
          let point = slots[Int(slot)].mapPoint
          if point.x >= minX, point.x <= maxX, point.y >= minY, point.y <= maxY {
            result.append(slot)
          }
          slot = next[Int(slot)]
        }
      }
    }
  }

  private func scan(minY: Double, maxY: Double, into result: inout [Int32]) {
    for slot in slots.indices where isUsed[slot] {
      let y = slots[slot].mapPoint.y
      if y >= minY, y <= maxY { result.append(Int32(slot)) }
    }
  }

  private static func cell(_ coordinate: Double) -> Int {
    let cell = coordinate / cellSide
    return cell > 0 ? min(side - 1, Int(cell)) : 0
  }

  private func head(of slot: Int32) -> Int {
    let point = slots[Int(slot)].mapPoint
    return AnnotationStore.cell(point.y) * AnnotationStore.side + AnnotationStore.cell(point.x)
  }

  private mutating func link(_ slot: Int32) {
    let head = head(of: slot)
    let old = heads[head]
    next[Int(slot)] = old
    previous[Int(slot)] = -1
    if old >= 0 { previous[Int(old)] = slot }
    heads[head] = slot
  }

  private mutating func unlink(_ slot: Int32) {
    let after = next[Int(slot)]
    let before = previous[Int(slot)]
    if before >= 0 { next[Int(before)] = after } else { heads[head(of: slot)] = after }
    if after >= 0 { previous[Int(after)] = before }
  }
}
