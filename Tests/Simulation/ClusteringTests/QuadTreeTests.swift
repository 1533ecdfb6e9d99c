import Clustering
import MapGeometry
import Testing

/// The tree against a look at every point, and its own order.
@Suite("Quad tree")
struct QuadTreeTests {
  /// A tree over 0…4 degrees whose middle lines meet points of a 4×4 grid.
  static let small = CoordinateBox(
    minLatitude: 0, minLongitude: 0, maxLatitude: 4, maxLongitude: 4)

  static func coordinate(ofGridPoint point: Int) -> Coordinate {
    Coordinate(latitude: Double(point / 4), longitude: Double(point % 4))
  }

  /// The boxes that are asked for: all with corners on points of the grid, degenerate ones too.
  static let boxes: [CoordinateBox] = {
    var boxes: [CoordinateBox] = []
    for (south, north) in pairs {
      for (west, east) in pairs {
        boxes.append(
          CoordinateBox(
            minLatitude: south, minLongitude: west, maxLatitude: north, maxLongitude: east))
      }
    }
    return boxes
  }()

  private static let pairs = (0..<4).flatMap { low in
    (low..<4).map { (Double(low), Double($0)) }
  }

  /// All sets of up to four of the sixteen points.
  static let worlds: [[Int]] = (0..<(1 << 16)).compactMap { bits in
    guard bits.nonzeroBitCount <= 4 else { return nil }
    return (0..<16).filter { bits & 1 << $0 != 0 }
  }

  @Test(arguments: [1, 2])
  func `finds what a look at every point finds`(capacity: Int) {
    #expect(QuadTreeTests.worlds.count == 2517)
    var wrong = 0
    var found: [Int32] = []
    for world in QuadTreeTests.worlds {
      var tree = QuadTree(bucketCapacity: capacity, bounds: QuadTreeTests.small)
      var work = Work()
      for point in world {
        tree.insert(Int32(point), at: QuadTreeTests.coordinate(ofGridPoint: point), work: &work)
      }
      for box in QuadTreeTests.boxes {
        found.removeAll(keepingCapacity: true)
        tree.query(box, into: &found, work: &work)
        let expected = world.filter {
          box.contains(QuadTreeTests.coordinate(ofGridPoint: $0))
        }
        if found.sorted() != expected.map({ Int32($0) }) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test
  func `drops any point of any small world and keeps the others`() {
    let everything = QuadTreeTests.small
    var wrong = 0
    for world in QuadTreeTests.worlds {
      for gone in world {
        var tree = QuadTree(bucketCapacity: 1, bounds: QuadTreeTests.small)
        var work = Work()
        for point in world {
          tree.insert(Int32(point), at: QuadTreeTests.coordinate(ofGridPoint: point), work: &work)
        }
        let place = QuadTreeTests.coordinate(ofGridPoint: gone)
        let isDropped = tree.remove(Int32(gone), at: place, work: &work)
        let isDroppedTwice = tree.remove(Int32(gone), at: place, work: &work)
        var found: [Int32] = []
        tree.query(everything, into: &found, work: &work)
        let expected = world.filter { $0 != gone }.map { Int32($0) }
        if !isDropped || isDroppedTwice || found.sorted() != expected { wrong += 1 }
        if tree.count != expected.count { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test
  func `delivers the bucket of a node before its children`() {
    // The first point stays in the root although it lies in the last child.
    let order = QuadTreeTests.delivered([(3, 3), (3, 3.5), (1, 3), (3, 1), (1, 1)])
    #expect(order == [0, 4, 3, 2, 1])
  }

  @Test(arguments: [
    ((2.0, 2.0), 1), ((2.1, 2.0), 2), ((2.0, 2.1), 3), ((2.1, 2.1), 4),
  ])
  func `gives a point on a middle line to the south and west`(
    place: (Double, Double), position: Int
  ) {
    // The root is full, and each child but the one in question has a point: the position of the
    // newcomer, delivered after the first point of its child, tells which child took it.
    let fixed = [(0.0, 0.0), (1.0, 1.0), (3.0, 1.0), (1.0, 3.0), (3.0, 3.0)]
    let order = QuadTreeTests.delivered(fixed + [place])
    #expect(order.firstIndex(of: 5) == position + 1)
  }

  @Test
  func `puts the last point of a bucket in the place of a dropped one`() {
    var tree = QuadTree(bucketCapacity: 4, bounds: QuadTreeTests.small)
    var work = Work()
    let place = Coordinate(latitude: 1, longitude: 1)
    for id in 0..<4 { tree.insert(Int32(id), at: place, work: &work) }
    #expect(tree.remove(1, at: place, work: &work))
    var found: [Int32] = []
    tree.query(QuadTreeTests.small, into: &found, work: &work)
    #expect(found == [0, 3, 2])
  }

  @Test
  func `drops only the first of two points with a number`() {
    var tree = QuadTree()
    var work = Work()
    let place = Coordinate(latitude: 1, longitude: 1)
    for _ in 0..<2 { tree.insert(7, at: place, work: &work) }
    #expect(tree.remove(7, at: place, work: &work))
    #expect(tree.count == 1)
  }

  @Test(arguments: [
    (85.0, 180.0, true), (-85.0, -180.0, true), (85.1, 0.0, false), (0.0, 180.1, false),
    (-90.0, 0.0, false), (.nan, 0.0, false), (0.0, .nan, false), (.infinity, 0.0, false),
  ])
  func `refuses what lies outside its bounds`(
    latitude: Double, longitude: Double, isTaken: Bool
  ) {
    var tree = QuadTree()
    var work = Work()
    let place = Coordinate(latitude: latitude, longitude: longitude)
    #expect(tree.insert(0, at: place, work: &work) == isTaken)
    #expect(tree.count == (isTaken ? 1 : 0))
    #expect(tree.remove(0, at: place, work: &work) == isTaken)
  }

  @Test
  func `does not find a point at another place`() {
    var tree = QuadTree(bucketCapacity: 1, bounds: QuadTreeTests.small)
    var work = Work()
    tree.insert(0, at: Coordinate(latitude: 3, longitude: 3), work: &work)
    tree.insert(1, at: Coordinate(latitude: 3, longitude: 3), work: &work)
    #expect(!tree.remove(1, at: Coordinate(latitude: 1, longitude: 1), work: &work))
    #expect(tree.count == 2)
  }

  @Test
  func `counts what it looks at`() {
    var tree = QuadTree(bucketCapacity: 1, bounds: QuadTreeTests.small)
    var work = Work()
    tree.insert(0, at: Coordinate(latitude: 1, longitude: 1), work: &work)
    #expect(work == Work(nodesVisited: 1))
    work = Work()
    tree.insert(1, at: Coordinate(latitude: 1, longitude: 1), work: &work)
    #expect(work == Work(nodesVisited: 2))
    work = Work()
    var found: [Int32] = []
    tree.query(QuadTreeTests.small, into: &found, work: &work)
    #expect(work == Work(nodesVisited: 5, pointsTouched: 2))
    work = Work()
    #expect(tree.remove(1, at: Coordinate(latitude: 1, longitude: 1), work: &work))
    #expect(work == Work(nodesVisited: 2, pointsTouched: 2))
  }

  @Test
  func `holds many equal coordinates without recursion`() {
    var tree = QuadTree()
    var work = Work()
    let place = Coordinate(latitude: 10.1, longitude: 10.1)
    for id in 0..<20_000 { tree.insert(Int32(id), at: place, work: &work) }
    #expect(tree.count == 20_000)
    var found: [Int32] = []
    tree.query(.world, into: &found, work: &work)
    #expect(found == Array(0..<20_000))
    #expect(tree.remove(19_999, at: place, work: &work))
    #expect(tree.count == 19_999)
  }

  /// The order in which a query of everything delivers points kept by a tree of buckets of one.
  private static func delivered(_ places: [(Double, Double)]) -> [Int32] {
    var tree = QuadTree(bucketCapacity: 1, bounds: small)
    var work = Work()
    for (id, place) in places.enumerated() {
      tree.insert(
        Int32(id), at: Coordinate(latitude: place.0, longitude: place.1), work: &work)
    }
    var found: [Int32] = []
    tree.query(small, into: &found, work: &work)
    return found
  }
}
