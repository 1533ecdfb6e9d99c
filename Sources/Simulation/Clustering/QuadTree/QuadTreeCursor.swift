import MapGeometry

/// The way from the root of a tree down to the smallest node around a box, kept from one box to the
/// next.
///
/// The boxes of a row of cells are neighbors, so most of that way is the same for all of them; it
/// is walked once, and only the points of it that a row can hold are compared again. What is found,
/// in which order and how much work it counts as is the same as with a walk from the root for each.
public struct QuadTreeCursor: Sendable {
  /// A node on the way that holds the box, while the box of none of its siblings touches it.
  private struct Stop: Sendable {
    var node: Int
    /// The middles between which everything is below this node, and not on them.
    var south = -Double.infinity
    var north = Double.infinity
    var west = -Double.infinity
    var east = Double.infinity
    /// How many points the nodes above have.
    var pointsAbove: Int64 = 0
    /// How many of the kept ones lie above.
    var keptAbove = 0

    func holds(_ box: CoordinateBox) -> Bool {
      south < box.minLatitude && box.maxLatitude < north && west < box.minLongitude
        && box.maxLongitude < east
    }
  }

  /// The root first.
  private var stops: [Stop] = []
  /// The slots of points on the way that lie between the latitudes of the row.
  private var kept: [Int32] = []
  private var minLatitude = Double.infinity
  private var maxLatitude = -Double.infinity

  /// Makes a cursor that is nowhere.
  public init() {}

  /// Begins anew, for a tree that has changed.
  public mutating func reset() {
    stops.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
  }

  /// Goes to the smallest node around a box.
  private mutating func move(to box: CoordinateBox, in tree: borrowing QuadTree) {
    if box.minLatitude != minLatitude || box.maxLatitude != maxLatitude || stops.isEmpty {
      reset()
      stops.append(Stop(node: 0))
      (minLatitude, maxLatitude) = (box.minLatitude, box.maxLatitude)
    }
    // Beyond the bounds of the tree a box can touch no child at all, and so can one turned over.
    let isInside =
      tree.bounds.contains(box) && box.minLatitude <= box.maxLatitude
      && box.minLongitude <= box.maxLongitude
    while stops.count > 1, !isInside || !stops[stops.count - 1].holds(box) { stops.removeLast() }
    var stop = stops[stops.count - 1]
    kept.removeLast(kept.count - stop.keptAbove)
    guard isInside else { return }
    while let next = tree.onlyChild(of: stop.node, around: box) {
      let node = tree.nodes[stop.node]
      for slot in Int(node.bucket)..<Int(node.bucket) + Int(node.count) {
        let latitude = tree.places[slot].latitude
        if latitude >= minLatitude, latitude <= maxLatitude { kept.append(Int32(slot)) }
      }
      assert(tree.nodes[next.node].box.contains(box), "the way leads beside the box")
      stop.node = next.node
      stop.pointsAbove += Int64(node.count)
      stop.keptAbove = kept.count
      if next.isNorth { stop.south = next.latitude } else { stop.north = next.latitude }
      if next.isEast { stop.west = next.longitude } else { stop.east = next.longitude }
      stops.append(stop)
    }
  }

  /// Appends the ids of all points in a box, as ``QuadTree/query(_:into:work:)``.
  public mutating func query(
    _ box: CoordinateBox, in tree: borrowing QuadTree, into result: inout [Int32],
    work: inout Work
  ) {
    move(to: box, in: tree)
    let stop = stops[stops.count - 1]
    // Each node on the way was seen with its three siblings.
    work.nodesVisited += Int64(4 * (stops.count - 1))
    work.pointsTouched += stop.pointsAbove
    for slot in kept where box.contains(tree.places[Int(slot)]) {
      result.append(tree.ids[Int(slot)])
    }
    tree.walk(from: stop.node, box, into: &result, work: &work)
  }
}

extension QuadTree {
  /// The child of a node in which a box lies, apart from the middles; nil when there is none such.
  func onlyChild(
    of index: Int, around box: CoordinateBox
  ) -> (node: Int, isNorth: Bool, isEast: Bool, latitude: Double, longitude: Double)? {
    let node = nodes[index]
    guard node.firstChild >= 0 else { return nil }
    let latitude = (node.box.minLatitude + node.box.maxLatitude) / 2
    let longitude = (node.box.minLongitude + node.box.maxLongitude) / 2
    let isNorth = box.minLatitude > latitude
    guard isNorth || box.maxLatitude < latitude else { return nil }
    let isEast = box.minLongitude > longitude
    guard isEast || box.maxLongitude < longitude else { return nil }
    let child = Int(node.firstChild) + (isNorth ? 1 : 0) + (isEast ? 2 : 0)
    return (child, isNorth, isEast, latitude, longitude)
  }
}
