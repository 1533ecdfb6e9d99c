import Clustering
internal import ExactMath
import Instruments
import MapGeometry
import Workloads

struct Evictor {
  private var lines: [UInt64]
  /// Bytes that are walked over: more than caches of a core and its share of the last one hold.
  static let bytes = 64 << 20
  private static let lineWords = 8

  init() { lines = [UInt64](repeating: 1, count: Evictor.bytes / 8) }

  mutating func evict() {
    for index in stride(from: 0, to: lines.count, by: Evictor.lineWords) { lines[index] &+= 1 }
  }
}

/// The time that this machine takes for work that every engine has to do.
enum MachineLimits {
  private static let clock = MonotonicClock()

  /// Times a radix sort of the keys of points and the standard library's sort; nanoseconds of each
  /// run.
  static func sort(
    _ points: [Coordinate], runs: Int, budget: Int64
  ) -> (radix: [Double], standard: [Double]) {
    let keys = points.map { LocationKey($0)?.bits ?? 0 }
    var radix: [Double] = []
    var standard: [Double] = []
    let begin = clock.nanoseconds
    for _ in 0..<runs {
      var words = keys
      var other = [UInt64](repeating: 0, count: keys.count)
      words[0] = keys[0]
      var start = clock.nanoseconds
      radixSort(&words, by: &other)
      radix.append(Double(clock.nanoseconds - start))
      other = keys
      other[0] = keys[0]
      start = clock.nanoseconds
      other.sort()
      standard.append(Double(clock.nanoseconds - start))
      precondition(words == other, "two sorts differ")
      guard clock.nanoseconds - begin < budget else { break }
    }
    return (radix: radix, standard: standard)
  }

  /// Times updates of a thousand cells of 24 bytes in an array of as many as there are points;
  /// nanoseconds of each run.
  static func updates(count: Int, runs: Int) -> [Double] {
    struct Cell {
      var latitude: Int64 = 0
      var longitude: Int64 = 0
      var count: Int64 = 0
    }
    var cells = [Cell](repeating: Cell(), count: count)
    var stream = RandomStream(seed: DrawnData.seed, name: "updates")
    return (0..<runs).map { _ in
      let indices = (0..<1_000).map { _ in stream.below(count) }
      let start = clock.nanoseconds
      for index in indices {
        cells[index].latitude &+= 1
        cells[index].longitude &+= 1
        cells[index].count &+= 1
      }
      return Double(clock.nanoseconds - start)
    }
  }

  private static let digitBits = 12

  /// Sorts by the last 48 bits, four passes of twelve; needs as many words beside.
  static func radixSort(_ words: inout [UInt64], by other: inout [UInt64]) {
    let digits = 1 << digitBits
    let mask = UInt64(digits - 1)
    let passes = 48 / digitBits
    var starts = [Int](repeating: 0, count: passes * digits)
    for word in words {
      for pass in 0..<passes {
        starts[pass &* digits &+ Int(word >> UInt64(pass &* digitBits) & mask)] &+= 1
      }
    }
    for pass in 0..<passes {
      var total = 0
      for digit in pass * digits..<(pass + 1) * digits {
        let count = starts[digit]
        starts[digit] = total
        total += count
      }
      scatter(words, into: &other, starts: &starts, pass: pass)
      swap(&words, &other)
    }
  }

  private static func scatter(
    _ words: [UInt64], into other: inout [UInt64], starts: inout [Int], pass: Int
  ) {
    let mask = UInt64((1 << digitBits) - 1)
    let shift = UInt64(pass * digitBits)
    let first = pass << digitBits
    var target = other.mutableSpan
    var places = starts.mutableSpan
    for word in words {
      let digit = first &+ Int(truncatingIfNeeded: word >> shift & mask)
      target[places[digit]] = word
      places[digit] &+= 1
    }
  }
}
