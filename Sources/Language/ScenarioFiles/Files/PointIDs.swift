/// The ids of points in their order, which can be looked up.
///
/// A table of numbers takes a fifth of the memory of a dictionary with texts as keys.
struct PointIDs {
  private(set) var all: [String] = []
  /// The byte at which each id was found.
  private var places: [UInt32] = []
  /// A hash table: each slot that is used holds half of the hash of an id and its number from 1.
  ///
  /// An id has the slot of its hash or, if that is taken, the next free one. Slots are looked up
  /// and never walked, since hashes differ between runs.
  private var slots: [UInt64] = []

  /// Reserves memory for a number of ids.
  mutating func reserve(_ count: Int) { all.reserveCapacity(count) }

  /// Adds an id that is not looked up.
  mutating func append(_ id: String) { all.append(id) }

  /// Adds an id, or returns the byte at which the same one was found before.
  mutating func take(_ id: String, at byte: Int) -> Int? {
    if all.count * 2 >= slots.count { grow() }
    let hash = PointIDs.hash(of: id)
    let slot = slot(of: id, hash)
    guard slots[slot] == 0 else { return Int(places[index(in: slot)]) }
    all.append(id)
    places.append(UInt32(byte))
    slots[slot] = hash | UInt64(all.count)
    return nil
  }

  /// Removes the ids that were added last.
  mutating func removeLast(_ count: Int) {
    for id in all.suffix(count) where !slots.isEmpty {
      var slot = slot(of: id, PointIDs.hash(of: id))
      slots[slot] = 0
      // The ids behind it may get its slot.
      slot = (slot + 1) & (slots.count - 1)
      while slots[slot] > 0 {
        let entry = slots[slot]
        slots[slot] = 0
        insert(entry)
        slot = (slot + 1) & (slots.count - 1)
      }
    }
    places.removeLast(min(count, places.count))
    all.removeLast(count)
  }

  /// Half of the hash of an id, in front of its number.
  private static func hash(of id: String) -> UInt64 {
    UInt64(truncatingIfNeeded: id.hashValue) << 32
  }

  private func index(in slot: Int) -> Int { Int(slots[slot] & 0xFFFF_FFFF) - 1 }

  /// The slot of an id, or the free one that it would get.
  private func slot(of id: String, _ hash: UInt64) -> Int {
    var slot = firstSlot(of: hash)
    while slots[slot] > 0, slots[slot] >> 32 != hash >> 32 || all[index(in: slot)] != id {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func firstSlot(of hash: UInt64) -> Int { Int(hash >> 32) & (slots.count - 1) }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(64, old.count * 2))
    for entry in old where entry > 0 { insert(entry) }
  }

  private mutating func insert(_ entry: UInt64) {
    var slot = firstSlot(of: entry)
    while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }
}
