/// The work of less than a tenth of a millisecond with which replays take turns.
///
/// A program on the same core slows it about as much as a replay: it keeps all arithmetic units
/// busy, and it searches a table in the nearest cache with branches that cannot be predicted.
/// Without disturbance its times differ by less than 1 %.
public struct ReferenceWork {
  /// The version of the work.
  ///
  /// Another loop is another version: it begins new series of times in histories.
  public static let version = "1"

  private var keys = [UInt64](repeating: 0, count: 1 << 11)
  private(set) var state: UInt64 = 0

  /// The same work each time.
  mutating func work() {
    var (one, two, three, four): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    for round in 0..<UInt64(45_000) {
      one = (one &+ round) ^ (one >> 3)
      two = (two &+ round) ^ (two >> 5)
      three = (three &+ round) ^ (three >> 7)
      four = (four &+ round) ^ (four >> 9)
    }
    state = one ^ two ^ three ^ four
    for slot in keys.indices { keys[slot] = 0 }
    for _ in 0..<12_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = (state >> 54) + 1
      var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 53)
      while keys[slot] != key, keys[slot] != 0 { slot = (slot + 1) & (keys.count - 1) }
      keys[slot] = key
    }
  }
}
