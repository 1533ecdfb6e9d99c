internal import ExactMath

/// Chance at one place of a session.
///
/// Each key below a place has a chance that is derived from its name alone, so that a new key of
/// the language moves no draw of another one.
struct Chance: Sendable {
  let seed: UInt64

  /// Returns the chance of a key below this place.
  subscript(name: String) -> Chance {
    var stream = RandomStream(seed: seed, name: name)
    return Chance(seed: stream.next())
  }

  /// Returns the chance of an item below this place.
  subscript(number: Int) -> Chance { self["\(number)"] }

  /// Returns a number in 0..<limit, each equally likely.
  func below(_ limit: Int) -> Int {
    var stream = RandomStream(seed: seed, name: "")
    return Int(stream.next(through: UInt64(limit - 1)))
  }

  /// Returns a number of a range, each equally likely.
  func number(in range: ClosedRange<Int64>) -> Int64 {
    var stream = RandomStream(seed: seed, name: "")
    return range.lowerBound &+ Int64(bitPattern: stream.next(through: range.width))
  }

  /// Returns one of some values, each equally likely.
  func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// Returns true in `percent` of 100 cases.
  func happens(percent: Int) -> Bool { below(100) < percent }

  /// Returns keys in a random order; each comes first as often as its weight says.
  ///
  /// The key that comes first stays first when another one is added, unless that one comes before
  /// it: each has a score of its name, the largest of as many draws as it weighs.
  func ranked<Key>(_ keys: [Key], name: (Key) -> String, weight: (Key) -> Int) -> [Key] {
    let scores = keys.enumerated().map { index, key in
      var stream = RandomStream(seed: seed, name: name(key))
      var score: UInt64 = 0
      for _ in 0..<weight(key) { score = max(score, stream.next()) }
      return (score, index)
    }
    return scores.sorted { ($0.0, $1.1) > ($1.0, $0.1) }.map { keys[$0.1] }
  }
}

extension ClosedRange<Int64> {
  /// The distance from its first to its last number.
  fileprivate var width: UInt64 {
    UInt64(bitPattern: upperBound) &- UInt64(bitPattern: lowerBound)
  }
}
