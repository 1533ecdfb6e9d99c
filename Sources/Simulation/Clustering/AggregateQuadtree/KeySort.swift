/// Sorts places by the leading bits of their keys.
///
/// A word holds as many bits of a key as there is capacity for beside the place's number, so that
/// eight bytes move in each pass.
struct KeySort {
  /// The sorted words: leading bits of a key, then the number of the place in the list.
  private(set) var words: [UInt64]
  /// How many bits at the end of a word are the number.
  let numberBits: Int
  /// How many leading bits of the keys have been sorted by.
  let keyBits: Int

  /// Sorts the places that have keys.
  ///
  /// - Complexity: O(n), passes of nine bits over the first eighteen levels.
  init(_ keys: [UInt64]) {
    numberBits = max(1, Int.bitWidth - max(keys.count - 1, 1).leadingZeroBitCount)
    keyBits = 2 * KeySort.levels
    assert(keys.count <= 1 << numberBits, "the number of a place does not fit into its bits")
    words = [UInt64](repeating: 0, count: keys.count)
    let low = (UInt64(1) << UInt64(numberBits)) - 1
    var kept = 0
    for index in keys.indices where keys[index] != UnitProjection.noKey {
      words[kept] = (keys[index] & ~low) | UInt64(index)
      kept += 1
    }
    words.removeLast(words.count - kept)
    sort()
  }

  static let levels = 18

  @inline(__always) func number(at position: Int) -> Int {
    Int(truncatingIfNeeded: words[position] & ((1 << UInt64(numberBits)) - 1))
  }

  private static let digitBits = 9

  private mutating func sort() {
    let digits = 1 << KeySort.digitBits
    let passes = keyBits / KeySort.digitBits
    var counts = [Int32](repeating: 0, count: digits * passes)
    let first = UInt64(64 - keyBits)
    let mask = UInt64(digits - 1)
    for word in words {
      var rest = word >> first
      for pass in 0..<passes {
        counts[pass &* digits &+ Int(truncatingIfNeeded: rest & mask)] &+= 1
        rest >>= UInt64(KeySort.digitBits)
      }
    }
    var other = [UInt64](repeating: 0, count: words.count)
    for pass in 0..<passes {
      var total: Int32 = 0
      var isSorted = false
      for digit in pass * digits..<(pass + 1) * digits {
        let count = counts[digit]
        if count == words.count { isSorted = true }
        counts[digit] = total
        total += count
      }
      guard !isSorted else { continue }
      let shift = first + UInt64(pass * KeySort.digitBits)
      KeySort.scatter(words, into: &other, counts: &counts, from: pass * digits, shift: shift)
      swap(&words, &other)
    }
  }

  @inline(__always) private static func scatter(
    _ words: [UInt64], into other: inout [UInt64], counts: inout [Int32], from first: Int,
    shift: UInt64
  ) {
    let mask = UInt64((1 << digitBits) - 1)
    var target = other.mutableSpan
    var places = counts.mutableSpan
    for word in words {
      let digit = first &+ Int(truncatingIfNeeded: (word >> shift) & mask)
      let place = places[digit]
      places[digit] = place &+ 1
      target[Int(place)] = word
    }
  }
}
