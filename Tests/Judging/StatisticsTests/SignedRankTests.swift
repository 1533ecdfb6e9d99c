import ExactMath
import Testing
import Workloads

@testable import Statistics

/// Against all sets of signs, one by one, and against printed tables.
@Suite("Signed ranks")
struct SignedRankTests {
  /// The sums of positive ranks for every set of signs.
  private func sums(ofRanks ranks: [Int]) -> [Int] {
    (0..<1 << ranks.count).map { signs in
      ranks.indices.filter { signs >> $0 & 1 == 1 }.map { ranks[$0] }.reduce(0, +)
    }
  }

  @Test(arguments: 0...12)
  func `a sum is as likely as the sets of signs that give it`(count: Int) {
    let distribution = SignedRankDistribution(count: count)
    let sums = sums(ofRanks: Array(0..<count).map { $0 + 1 })
    for sum in -1...count * (count + 1) / 2 + 1 {
      let few = Double(sums.count { $0 <= sum }) / Double(sums.count)
      let many = Double(sums.count { $0 >= sum }) / Double(sums.count)
      #expect(distribution.chance(ofAtMost: sum) == few, "\(sum) of \(count)")
      #expect(distribution.chance(ofAtLeast: sum) == many, "\(sum) of \(count)")
    }
  }

  /// Wilcoxon's critical values: the largest sum that is significant on both sides together.
  @Test(arguments: [
    (0.05, [6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 12: 13, 15: 25, 20: 52, 25: 89, 30: 137]),
    (0.02, [7: 0, 8: 1, 9: 3, 10: 5, 12: 9, 15: 19, 20: 43, 25: 76, 30: 120]),
    (0.01, [8: 0, 9: 1, 10: 3, 12: 7, 15: 15, 20: 37, 25: 68, 30: 109]),
  ])
  func `critical values are those of the tables`(level: Double, values: [Int: Int]) {
    for (count, value) in values {
      #expect(ShiftEstimate.cut(count: count, level: level) == value + 1, "\(count) at \(level)")
    }
    let fewest = values.keys.min() ?? 0
    #expect(ShiftEstimate.cut(count: fewest - 1, level: level) == 0)
  }

  /// The p-value by flipping every sign; ranks are counted pair by pair.
  private func slowPValue(of differences: [Double]) -> Double {
    func twiceSum(_ values: [Double]) -> Int {
      values.indices.map { index -> Int in
        guard values[index] > 0 else { return 0 }
        let size = values[index].magnitude
        return values.reduce(1) {
          $0 + ($1.magnitude < size ? 2 : $1.magnitude == size ? 1 : 0)
        }
      }.reduce(0, +)
    }
    let signed = differences.indices.filter { differences[$0] != 0 }
    let sums = (0..<1 << signed.count).map { signs in
      var values = differences
      for (bit, index) in signed.enumerated() where signs >> bit & 1 == 1 { values[index].negate() }
      return twiceSum(values)
    }
    let seen = twiceSum(differences)
    let tail = min(sums.count { $0 <= seen }, sums.count { $0 >= seen })
    return min(1, 2 * Double(tail) / Double(sums.count))
  }

  /// All lists of up to five numbers of five: every pattern of signs, ties and zeros.
  @Test(arguments: 1...5)
  func `p-values are those of all flipped signs, with ties and zeros`(count: Int) {
    let numbers = [-2.0, -1, 0, 1, 2]
    var code = 0
    while true {
      var (rest, values) = (code, [Double]())
      for _ in 0..<count {
        values.append(numbers[rest % 5])
        rest /= 5
      }
      guard rest == 0 else { break }
      #expect(SignedRank.pValue(of: values) == slowPValue(of: values), "\(values)")
      code += 1
    }
    #expect(SignedRank.pValue(of: []) == 1)
  }

  /// Hamilton's depression scores in Hollander and Wolfe's book, table 3.1; 40 of 45 ranks.
  @Test
  func `published numbers come out`() throws {
    let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    let differences = zip(before, after).map { $0 - $1 }
    #expect(SignedRank.pValue(of: differences) == 20.0 / 512)
    let estimate = try #require(ShiftEstimate(of: differences, level: 0.05))
    #expect((estimate.shift - 0.46).magnitude < 1e-9)
    #expect((estimate.lower - 0.010).magnitude < 1e-9)
    #expect((estimate.upper - 0.786).magnitude < 1e-9)
    #expect(estimate.count == 9)
  }

  private func drawn(_ count: Int, seed: UInt64) -> [Double] {
    var stream = RandomStream(seed: seed, name: "differences")
    return (0..<count).map { _ in stream.fraction() - 0.3 }
  }

  /// A shift is in the interval exactly when the test of the differences less the shift accepts it.
  @Test(arguments: 6...12, [0.05, 0.02])
  func `the interval holds what the test does not reject`(count: Int, level: Double) throws {
    for seed in 0..<20 {
      let differences = drawn(count, seed: UInt64(seed))
      let estimate = try #require(ShiftEstimate(of: differences, level: level))
      #expect(estimate.lower <= estimate.shift && estimate.shift <= estimate.upper)
      for shift in stride(from: -0.5, to: 1, by: 0.037) {
        let isRejected = SignedRank.pValue(of: differences.map { $0 - shift }) <= level
        #expect(isRejected == !(estimate.lower...estimate.upper).contains(shift), "\(shift)")
      }
    }
  }

  @Test
  func `the estimate is the middle of all means of two`() throws {
    for (differences, shift) in [
      ([4.0], 4.0), ([1, 3], 2), ([1, 2, 9], 3.5), ([-1, -1, 5], 0.5),
    ] as [([Double], Double)] {
      let estimate = try #require(ShiftEstimate(of: differences, level: 0.02))
      #expect(estimate.shift == shift, "\(differences)")
      #expect(estimate.lower == -.infinity && estimate.upper == .infinity)
    }
    #expect(ShiftEstimate(of: [], level: 0.02) == nil)
  }

  @Test
  func `swapped sides give the same with the other sign`() throws {
    for seed in 0..<50 {
      let differences = drawn(9, seed: UInt64(seed))
      let estimate = try #require(ShiftEstimate(of: differences, level: 0.05))
      let swapped = try #require(ShiftEstimate(of: differences.map { -$0 }, level: 0.05))
      #expect(estimate.shift == -swapped.shift)
      #expect(estimate.lower == -swapped.upper && estimate.upper == -swapped.lower)
      #expect(
        SignedRank.pValue(of: differences) == SignedRank.pValue(of: differences.map { -$0 }))
      let reversed = try #require(ShiftEstimate(of: differences.reversed(), level: 0.05))
      #expect(reversed == estimate, "the order of differences does not matter")
    }
  }

  /// Holm's own definition: the smallest of them is held against level / count, and so on.
  @Test(
    arguments: [
      ([], []), ([0.02], [true]), ([0.021], [false]),
      ([0.01, 0.01], [true, true]), ([0.011, 0.001], [true, true]),
      ([0.011, 0.012], [false, false]), ([0.02, 0.01], [true, true]),
      ([0.021, 0.01], [false, true]), ([0.9, 0.004, 0.006, 0.01], [false, true, true, true]),
      ([0.9, 0.006, 0.004, 0.02], [false, true, true, false]),
      ([0.9, 0.007, 0.004, 0.001], [false, true, true, true]),
      ([0.001, 0.009, 0.009, 0.009], [true, false, false, false]),
    ] as [([Double], [Bool])])
  func `many tests are rejected in their order`(pValues: [Double], rejects: [Bool]) {
    #expect(Holm.rejects(pValues, level: 0.02) == rejects, "\(pValues)")
  }

  @Test
  func `the shift alone is that of the whole estimate`() {
    var stream = RandomStream(seed: 5, name: "shift alone")
    for count in 1...40 {
      // Few different values, so that many averages are equal.
      for limit in [1, 3, 1_000] as [UInt64] {
        let differences = (0..<count).map { _ in Double(stream.next(through: limit)) - 1 }
        #expect(
          ShiftEstimate.shift(of: differences)
            == ShiftEstimate(of: differences, level: 0.05)?.shift, "\(differences)")
      }
    }
    #expect(ShiftEstimate.shift(of: []) == nil)
  }
}
