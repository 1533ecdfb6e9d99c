public import MapGeometry

/// A set of points that is shown as one pin.
public struct ClusterSet: Hashable, Sendable {
  /// The cell that the set was found in, as an index into ``ClusterSets/cells``.
  public let cell: Int
  /// The range of its members in ``ClusterSets/members``; never empty.
  public let memberRange: Range<Int>
  /// Whether all members are at one location.
  public let isUniqueLocation: Bool
  /// Where the pin goes: the first member's place for one location, else the method's choice.
  public internal(set) var coordinate: Coordinate

  /// The number of points in the set.
  public var count: Int { memberRange.count }
}

/// A cell of the grid in which points were found.
public struct ClusterCell: Hashable, Sendable {
  /// The place of the cell in the grid, row by row from 0.
  public let gridIndex: Int
  /// The square, in map points.
  public let rect: MapRect
  /// The same square in degrees, by which the points were found.
  public let box: CoordinateBox

  /// Makes a cell of its parts.
  public init(gridIndex: Int, rect: MapRect, box: CoordinateBox) {
    (self.gridIndex, self.rect, self.box) = (gridIndex, rect, box)
  }
}

/// The answer of a cluster engine, flat: all sets, all their members, and the cells they are in.
///
/// The order is canonical: cells as the grid delivers them, the sets of a cell by the first of
/// their members, members in the order of the engine's query. A cell without points is left out; a
/// point on an edge is in every cell that touches it. Buffers are kept for the next answer.
public struct ClusterSets: Sendable {
  /// The members of all sets, one set after the other.
  public internal(set) var members: [Int32] = []
  /// The cells that have sets, in the order of the grid.
  public private(set) var cells: [ClusterCell] = []
  private var sets: [ClusterSet] = []

  /// Makes an empty answer.
  public init() {}

  /// The number of sets.
  public var count: Int { sets.count }
  /// Whether there is no set.
  public var isEmpty: Bool { sets.isEmpty }
  /// The positions of the sets.
  public var indices: Range<Int> { sets.indices }
  /// The set at a position.
  public subscript(index: Int) -> ClusterSet { sets[index] }
  /// The numbers of the points in a set.
  public func members(of set: ClusterSet) -> ArraySlice<Int32> { members[set.memberRange] }

  /// Removes all sets.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    members.removeAll(keepingCapacity: keepingCapacity)
    cells.removeAll(keepingCapacity: keepingCapacity)
    sets.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Replaces this answer by another one, in the memory that it has.
  mutating func copy(_ other: ClusterSets) {
    removeAll(keepingCapacity: true)
    members.append(contentsOf: other.members)
    cells.append(contentsOf: other.cells)
    sets.append(contentsOf: other.sets)
  }

  /// Appends the sets of one cell of another answer.
  mutating func append(_ range: Range<Int>, of other: ClusterSets, gridIndex: Int) {
    guard let first = range.first else { return }
    let cell = other.cells[other[first].cell]
    openCell(ClusterCell(gridIndex: gridIndex, rect: cell.rect, box: cell.box))
    for index in range {
      let set = other[index]
      members.append(contentsOf: other.members(of: set))
      closeSet(isUniqueLocation: set.isUniqueLocation, coordinate: set.coordinate)
    }
  }

  /// Begins the next cell; for engines.
  ///
  /// - Precondition: The cell before has a set, and its place in the grid is an earlier one.
  public mutating func openCell(_ cell: ClusterCell) {
    if let last = cells.last {
      precondition(last.gridIndex < cell.gridIndex, "cell \(cell.gridIndex) comes too late")
      precondition(sets.last?.cell == cells.count - 1, "cell \(last.gridIndex) has no set")
    }
    cells.append(cell)
  }

  /// Adds a member to the set that is closed next; for engines.
  public mutating func append(_ member: Int32) { members.append(member) }

  /// Adds members to the set that is closed next; for engines.
  public mutating func append(contentsOf members: ArraySlice<Int32>) {
    self.members.append(contentsOf: members)
  }

  mutating func put(_ index: Int, at place: Coordinate) {
    assert(!place.latitude.isNaN && !place.longitude.isNaN, "a place must be a number")
    sets[index].coordinate = place
  }

  /// Makes a set of the members added since the last one, up to a position or all; for engines.
  ///
  /// - Precondition: A cell is open, and there is at least one such member.
  public mutating func closeSet(
    endingAt end: Int? = nil, isUniqueLocation: Bool, coordinate: Coordinate
  ) {
    let end = end ?? members.count
    let start = sets.last?.memberRange.upperBound ?? 0
    precondition(!cells.isEmpty, "a set must be in a cell")
    precondition(start < end && end <= members.count, "a set must have members")
    sets.append(
      ClusterSet(
        cell: cells.count - 1, memberRange: start..<end, isUniqueLocation: isUniqueLocation,
        coordinate: coordinate))
  }
}
