internal import MapGeometry

/// A tree of squares, each quartered until it has few points, that knows the sum of every square.
///
/// The world is the root; the square of a place on level l shares the first 2 l bits of its key.
/// Nothing that the tree says depends on the order in which points came: sums are whole numbers,
/// and the points of a leaf are sorted by key.
struct SquareTree: Sendable {
  /// A point as the tree keeps it.
  struct Point: Sendable {
    var key: UInt64
    var place: Coordinate
  }

  /// The stretch of the points that a leaf has; it may have fewer than there is room for.
  struct Leaf: Sendable {
    var start: Int32
    var capacity: Int32
  }

  /// The bit of ``SquareSum/tag`` that says leaf: the others are its number, and else the first
  /// of four quarters.
  static let leafBit: UInt32 = 0x8000_0000
  static let emptyWorld = [SquareSum](repeating: .nothing, count: 4)

  /// More points in a square than this are quartered, down to the last level.
  let leafCapacity: Int
  /// The world, three nodes that are nobody's, and the quarters of all squares that have some.
  ///
  /// A square without points has neither quarters nor a leaf.
  var nodes: [SquareSum] = SquareTree.emptyWorld
  var leaves: [Leaf] = []
  var points: [Point] = []
  /// The numbers beside the points.
  var ids: [Int32] = []
  /// The leaf of each point by its number; negative for one that is not held.
  var leafOfID: [Int32] = []
  /// Points that their leaves have not taken in yet.
  var late = LatePoints()
  var spare = SpareParts()
  /// The cells of levels, when they are kept.
  var blocks: LevelBlocks?
  /// The keys of points that came or went while somebody wanted to know.
  var log: [UInt64] = []
  var isLogging = false
  /// A use for what is asked of memory before it is needed.
  var sink: UInt64 = 0

  init(leafCapacity: Int, keepsLevels: Bool = false) {
    precondition(leafCapacity > 0, "a leaf of \(leafCapacity) points can hold none")
    self.leafCapacity = leafCapacity
    blocks = keepsLevels ? LevelBlocks() : nil
  }

  /// The world.
  var root: SquareSum { nodes[0] }
  /// More points than this could have a sum that 64 bits do not hold.
  static let mostPoints = 1 << 25

  /// How many points it holds.
  var count: Int { Int(nodes[0].count) }

  /// Whether it holds the point with a number.
  func contains(_ id: Int32) -> Bool {
    id >= 0 && Int(id) < leafOfID.count && leafOfID[Int(id)] >= 0
  }

  /// The stretch of points of a leaf, without those that are late.
  @inline(__always)
  func slots(of node: SquareSum) -> Range<Int> {
    let number = Int(node.tag & ~SquareTree.leafBit)
    let start = Int(leaves[number].start)
    return start..<start &+ Int(node.count) &- late.count(of: number)
  }
}

/// What splits, merges and growth left behind.
struct SpareParts: Sendable {
  var groups: [UInt32] = []
  var leaves: [UInt32] = []
  /// Starts of stretches without an owner, by how many points they have room for.
  var stretches: [[Int32]] = []
  /// Room in all of these, and in those that are too small or too large to be taken again.
  var room = 0
  /// The way to a leaf, while one is looked for.
  var path: [UInt32] = []
}
