import MapGeometry

/// Splits the members of a cell by location, in buffers that are kept from one cell to the next.
struct LocationSplitter: Sendable {
  /// A slot of the hash table, empty unless its round is the current one.
  private struct Slot {
    var key: UInt64
    var round: UInt32
    var group: Int32
  }

  /// Where each group ends, counted from the first member; filled by a split that succeeded.
  private(set) var ends: [Int32] = []
  private var slots: [Slot] = []
  private var round: UInt32 = 0
  /// The key of each group.
  private var keys: [UInt64] = []
  private var groupOfMember: [Int32] = []
  private var sorted: [Int32] = []

  /// Sorts the members in a range by location, in the order in which locations are first
  /// met, and writes ``ends``, unless there are too many locations.
  ///
  /// - Returns: Whether there are at most `limit` locations; otherwise nothing has changed.
  /// - Complexity: O(members); the split is given up at the first location over the limit.
  mutating func split(
    _ members: inout [Int32], in range: Range<Int>, coordinates: [Coordinate], limit: Int,
    work: inout Work
  ) -> Bool {
    let first = firstLocation(of: members, in: range, coordinates: coordinates)
    // Most cells have one location, or more than are asked for: neither needs the table.
    if first > 0, limit == 1 || limit > 1 && first == range.count {
      work.pointsTouched += Int64(min(first + 1, range.count))
      ends.removeAll(keepingCapacity: true)
      ends.append(Int32(first))
      return first == range.count
    }
    beginRound()
    var lastKey = UInt64.max
    var lastGroup: Int32 = -1
    for index in range {
      work.pointsTouched += 1
      let key = LocationSplitter.key(of: members[index], coordinates)
      if key != lastKey {
        lastKey = key
        lastGroup = group(for: key)
        guard keys.count <= limit else { return false }
      }
      groupOfMember.append(lastGroup)
      ends[Int(lastGroup)] += 1
    }
    sort(&members, in: range)
    return true
  }

  /// How many members are at the place of the first one before another follows.
  private func firstLocation(
    of members: [Int32], in range: Range<Int>, coordinates: [Coordinate]
  ) -> Int {
    guard !range.isEmpty else { return 0 }
    let first = LocationSplitter.key(of: members[range.lowerBound], coordinates)
    var index = range.lowerBound + 1
    while index < range.upperBound,
      LocationSplitter.key(of: members[index], coordinates) == first
    { index += 1 }
    return index - range.lowerBound
  }

  @inline(__always)
  private static func key(of member: Int32, _ coordinates: [Coordinate]) -> UInt64 {
    guard let key = LocationKey(coordinates[Int(member)])?.bits else {
      preconditionFailure("point \(member) has no location")
    }
    return key
  }

  /// Makes the sets of a cell of members that an answer has already: one for each location, or a
  /// single one when there are too many.
  mutating func closeSets(
    of members: Range<Int>, in sets: inout ClusterSets, coordinates: [Coordinate], limit: Int,
    work: inout Work
  ) {
    let isSplit = split(
      &sets.members, in: members, coordinates: coordinates, limit: limit, work: &work)
    guard isSplit else {
      return sets.closeSet(
        endingAt: members.upperBound, isUniqueLocation: false,
        coordinate: Coordinate(latitude: .nan, longitude: .nan))
    }
    var first = members.lowerBound
    for end in ends {
      let next = members.lowerBound + Int(end)
      assert(next > first, "a location without members")
      sets.closeSet(
        endingAt: next, isUniqueLocation: true, coordinate: coordinates[Int(sets.members[first])])
      first = next
    }
    assert(first == members.upperBound, "a member has been left out")
  }

  private mutating func beginRound() {
    ends.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    groupOfMember.removeAll(keepingCapacity: true)
    if slots.isEmpty || round == UInt32.max {
      let empty = Slot(key: 0, round: 0, group: 0)
      slots = Array(repeating: empty, count: max(slots.count, 64))
      round = 0
    }
    round += 1
  }

  /// The group of a key; a new one, with no members, when the key was not seen in this round.
  private mutating func group(for key: UInt64) -> Int32 {
    if 2 * keys.count >= slots.count { growTable() }
    let place = place(of: key)
    if slots[place].round == round { return slots[place].group }
    let group = Int32(keys.count)
    slots[place] = Slot(key: key, round: round, group: group)
    keys.append(key)
    ends.append(0)
    return group
  }

  /// Where a key is, or would be put, in the table.
  private func place(of key: UInt64) -> Int {
    assert(slots.count & (slots.count - 1) == 0, "the table must be a power of two long")
    let mask = slots.count - 1
    // Fibonacci hashing; only speed depends on it, results come in the order of the keys.
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while slots[place].round == round, slots[place].key != key { place = (place + 1) & mask }
    return place
  }

  private mutating func growTable() {
    slots = Array(repeating: Slot(key: 0, round: 0, group: 0), count: 2 * slots.count)
    for group in keys.indices {
      slots[place(of: keys[group])] = Slot(key: keys[group], round: round, group: Int32(group))
    }
  }

  /// Counting sort by group; turns the counts in ``ends`` into positions.
  private mutating func sort(_ members: inout [Int32], in range: Range<Int>) {
    guard ends.count > 1 else { return }
    var total: Int32 = 0
    for group in ends.indices {
      let count = ends[group]
      ends[group] = total
      total += count
    }
    assert(Int(total) == range.count, "a member is in no group or in two")
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: members[range])
    for index in sorted.indices {
      let group = Int(groupOfMember[index])
      members[range.lowerBound + Int(ends[group])] = sorted[index]
      ends[group] += 1
    }
    assert(ends.last == total, "the last group does not end with the last member")
  }
}
