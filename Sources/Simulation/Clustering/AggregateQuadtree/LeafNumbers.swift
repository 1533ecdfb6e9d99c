/// The leaf of each point id, in two bytes for each while there are few leaves.
struct LeafNumbers: Sendable {
  /// The last two bytes of one more than the number of the leaf; 0 for an id without one.
  private var low: [UInt16] = []
  /// The third bytes; empty while all of them are 0.
  private var middle: [UInt8] = []
  /// The first bytes; empty while all of them are 0.
  private var high: [UInt8] = []

  var count: Int { low.count }

  /// The leaf of an id, or -1.
  @inline(__always) subscript(id: Int32) -> Int32 {
    var number = UInt32(low[Int(id)])
    if !middle.isEmpty { number |= UInt32(middle[Int(id)]) << 16 }
    if !high.isEmpty { number |= UInt32(high[Int(id)]) << 24 }
    return Int32(bitPattern: number) - 1
  }

  /// Makes room for ids up to a count; new ones have no leaf.
  mutating func reserve(_ count: Int) {
    let added = count - low.count
    guard added > 0 else { return }
    low.append(contentsOf: repeatElement(0, count: added))
    if !middle.isEmpty { middle.append(contentsOf: repeatElement(0, count: added)) }
    if !high.isEmpty { high.append(contentsOf: repeatElement(0, count: added)) }
    assert(middle.isEmpty || middle.count == count, "ids without their third bytes")
  }

  /// Gives a leaf to ids with keys, so that an id that is held already or comes again is known;
  /// those lose their keys.
  ///
  /// - Returns: The number of ids that had no leaf.
  mutating func hold(_ ids: [Int32], keys: inout [UInt64]) -> Int {
    assert(ids.count == keys.count, "\(ids.count) ids, \(keys.count) keys")
    return LeafNumbers.hold(ids, keys: &keys, low: &low, above: (middle, high))
  }

  @inline(__always) private static func hold(
    _ ids: [Int32], keys: inout [UInt64], low: inout [UInt16], above: ([UInt8], [UInt8])
  ) -> Int {
    var low = low.mutableSpan
    var keys = keys.mutableSpan
    var taken = 0
    for index in ids.indices where keys[index] != UnitProjection.noKey {
      let id = Int(ids[index])
      let isHeld =
        low[id] > 0 || !above.0.isEmpty && above.0[id] > 0 || !above.1.isEmpty && above.1[id] > 0
      if isHeld {
        keys[index] = UnitProjection.noKey
      } else {
        low[id] = 1
        taken += 1
      }
    }
    return taken
  }

  /// Sets the leaf of an id, or -1.
  mutating func set(_ leaf: Int32, of id: Int32) {
    let number = widened(for: leaf)
    low[Int(id)] = UInt16(truncatingIfNeeded: number)
    if !middle.isEmpty { middle[Int(id)] = UInt8(truncatingIfNeeded: number >> 16) }
    if !high.isEmpty { high[Int(id)] = UInt8(truncatingIfNeeded: number >> 24) }
  }

  /// Sets the leaf of several points.
  @inline(__always) mutating func set(_ leaf: Int32, of badges: Span<PointPieces.Badge>) {
    let number = widened(for: leaf)
    var low = low.mutableSpan
    for index in badges.indices {
      low[Int(badges[index].id)] = UInt16(truncatingIfNeeded: number)
    }
    if !middle.isEmpty { setAbove(number, of: badges) }
  }

  @inline(never)
  private mutating func setAbove(_ number: UInt32, of badges: Span<PointPieces.Badge>) {
    for index in badges.indices {
      middle[Int(badges[index].id)] = UInt8(truncatingIfNeeded: number >> 16)
      if !high.isEmpty { high[Int(badges[index].id)] = UInt8(truncatingIfNeeded: number >> 24) }
    }
  }

  /// One more than the number of a leaf, with bytes for it.
  @inline(__always) private mutating func widened(for leaf: Int32) -> UInt32 {
    let number = UInt32(bitPattern: leaf &+ 1)
    if number > 0xFFFF { widen(for: number) }
    return number
  }

  @inline(never) private mutating func widen(for number: UInt32) {
    if middle.isEmpty { middle = [UInt8](repeating: 0, count: low.count) }
    if number > 0xFF_FFFF, high.isEmpty { high = [UInt8](repeating: 0, count: low.count) }
    assert(number <= 0xFF_FFFF || high.count == low.count, "ids without their first bytes")
  }
}
