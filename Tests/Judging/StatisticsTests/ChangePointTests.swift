import ExactMath
import Testing
import Workloads

@testable import Statistics

/// Series in which something changes, or nothing.
@Suite("Change points")
struct ChangePointTests {
  /// A series with a digit for each value.
  private func series(_ digits: String) -> [Double] {
    digits.compactMap { $0.wholeNumberValue.map(Double.init) }
  }

  /// The points of a series, a suspected one with the values that it still needs.
  private func words(_ points: [ChangePoint]) -> [String] {
    points.map { $0.isSuspected ? "\($0.index)?\($0.missing)" : "\($0.index)" }
  }

  @Test(arguments: [
    ("", []), ("5", []), ("56", []), ("555555", []), ("0000", []),
    // Exact values: a level counts with its third value, and is suspected with its first.
    ("555666", ["3"]), ("55566", ["3?1"]), ("5556", ["3?2"]), ("5566", []), ("55666", []),
    ("0000007777", ["6"]), ("7777770000", ["6"]), ("00000007", ["7?2"]),
    ("5555566666777777", ["5", "10"]), ("5555599999555555", ["5", "10"]),
    ("555556666677", ["5", "10?1"]), ("555666777", ["3", "6"]),
    // What comes and goes within two values is no level.
    ("5555555955555555", []), ("5555555995555555", []), ("5555555999555555", ["7", "10"]),
    ("5555555555555559", ["15?2"]), ("5555555555555599", ["14?1"]),
    // An outlier among values that scatter hides nothing and is nothing.
    ("5656565656895656565656565656", []), ("56565656565656868686868686868", ["14"]),
    ("12121212128989898989", ["10"]),
  ])
  func `levels are found, younger ones suspected`(digits: String, points: [String]) {
    let found = ChangePointDetector(noiseFloor: 0).changePoints(in: series(digits))
    #expect(words(found) == points, "\(found)")
    for point in found where !point.isSuspected {
      #expect(point.before.count >= 3 && point.after.count >= 3)
      #expect(point.pValue < 0.001 && point.magnitude > 0)
    }
  }

  @Test(arguments: [
    (0.0, ["6"]), (0.0999, ["6"]), (0.1, []), (0.2, []),
  ])
  func `a change has to exceed the floor`(floor: Double, points: [String]) {
    let tenth = Array(repeating: 10.0, count: 6) + Array(repeating: 11.0, count: 6)
    let detector = ChangePointDetector(noiseFloor: floor + 1e-12)
    #expect(words(detector.changePoints(in: tenth)) == points)
    #expect(words(detector.changePoints(in: Array(tenth.prefix(7)))).isEmpty == points.isEmpty)
  }

  @Test
  func `a change has its levels, as parts of each other`() throws {
    let point = try #require(
      ChangePointDetector(noiseFloor: 0).changePoints(in: series("44445555")).first)
    #expect(point.before.mean == 4 && point.after.mean == 5)
    #expect(point.relativeChange == 0.25)
    #expect(point.magnitude == 0.25)
    let back = try #require(
      ChangePointDetector(noiseFloor: 0).changePoints(in: series("55554444")).first)
    #expect((try #require(back.relativeChange) + 0.2).magnitude < 1e-15 && back.magnitude == 0.25)
    let out = try #require(
      ChangePointDetector(noiseFloor: 0.99).changePoints(in: series("00004444")).first)
    #expect(out.relativeChange == nil && out.magnitude == 1)
  }

  // MARK: Spikes

  @Test(arguments: [
    ("", ""), ("5", "5"), ("595", "595"), ("5555955555", "5555555555"),
    ("5555995555", "5555555555"), ("5555999555", "5555999555"),
    // The step behind a spike, before its first value, and with a spike in it.
    ("55559666", "55555666"), ("55566966", "55566666"), ("55569666", "55566666"),
    ("5559866677", "5555566677"),
    // What may become a level, or comes again and again, stays.
    ("5555966", "5555966"), ("55559", "55559"), ("5656565656", "5656565656"),
    ("5565565565", "5565565565"), ("1234567898", "1234567898"),
  ])
  func `a spike is replaced by the level before it`(digits: String, steady: String) {
    let found = ExactLevels.withoutSpikes(series(digits), floor: 0)
    #expect(found.map { "\(Int($0))" }.joined() == steady)
    let scaled = series(digits).enumerated()
      .map { 1_000 * $1 + ($0.isMultiple(of: 3) ? 0.4 : 0) }
    #expect(
      ExactLevels.withoutSpikes(scaled, floor: 0.001)
        .map { "\(Int($0 / 1_000))" }.joined() == steady)
  }

  /// All histories of two levels with up to two values between them.
  @Test
  func `an exact step counts with its third value, whatever spike comes before it`() {
    for (old, new) in [(4, 6), (6, 4), (4, 5)] {
      for (before, after) in (3...8).flatMap({ before in (3...8).map { (before, $0) } }) {
        for spike in [[], [9], [2], [9, 9], [9, 2], [2, 8]] {
          let values =
            Array(repeating: old, count: before) + spike + Array(repeating: new, count: after)
          let found = ChangePointDetector(noiseFloor: 0).changePoints(
            in: ExactLevels.withoutSpikes(values.map(Double.init), floor: 0))
          #expect(words(found) == ["\(before + spike.count)"], "\(values)")
          #expect(found.first?.before.mean == Double(old) && found.first?.after.mean == Double(new))
        }
      }
    }
  }

  // MARK: Cuts

  /// The best distance by the definition, pair by pair, with every cut that has it.
  private func slowCuts(of values: [Double]) -> (Double, cuts: [Int]) {
    func mean(_ pairs: [Double]) -> Double {
      pairs.isEmpty ? 0 : pairs.reduce(0, +) / Double(pairs.count)
    }
    func within(_ part: ArraySlice<Double>) -> Double {
      mean(
        part.indices.flatMap { i in part.indices.filter { $0 > i }.map { abs(part[i] - part[$0]) } }
      )
    }
    var found: [(distance: Double, index: Int)] = []
    for split in values.indices.dropFirst() {
      for end in split + 1...values.count {
        let (left, right) = (values[..<split], values[split..<end])
        let between = mean(left.flatMap { x in right.map { abs(x - $0) } })
        let (m, n) = (Double(left.count), Double(right.count))
        found.append((m * n / (m + n) * (2 * between - within(left) - within(right)), split))
      }
    }
    let best = found.map(\.distance).max() ?? 0
    return (best, found.filter { $0.distance > best - 1e-9 }.map(\.index))
  }

  /// All series of up to six values of three.
  @Test(arguments: 2...6)
  func `a cut is the best of all by the definition`(count: Int) throws {
    for code in 0..<[1, 3, 9, 27, 81, 243, 729][count] {
      var (rest, values) = (code, [Double]())
      for _ in 0..<count {
        values.append([0, 1, 3][rest % 3])
        rest /= 3
      }
      let (best, cuts) = slowCuts(of: values)
      let cut = try #require(EnergyDistance.bestCut(of: values[...]))
      #expect(abs(cut.distance - best) < 1e-9, "\(values)")
      #expect(cuts.contains(cut.index), "\(values): \(cut)")
    }
    #expect(EnergyDistance.bestCut(of: [1]) == nil && EnergyDistance.bestCut(of: []) == nil)
  }

  // MARK: Noise

  /// Numbers that scatter like errors of measurements, by the sum of twelve draws.
  static func noise(_ count: Int, seed: Int, deviation: Double) -> [Double] {
    var stream = RandomStream(seed: UInt64(seed), name: "noise")
    return (0..<count).map { _ in
      100 * (1 + deviation * ((0..<12).reduce(0) { sum, _ in sum + stream.fraction() } - 6))
    }
  }

  /// At the level of 0.001 many places are tried: more than one of 1,000 series has a point.
  ///
  /// Otava has one in about 40 of them.
  @Test
  func `of 1,000 series of noise 6 have a point and 1 a suspicion`() {
    var (points, suspicions, aboveFloor) = (0, 0, 0)
    for seed in 0..<1_000 {
      let series = ChangePointTests.noise(60, seed: seed, deviation: 0.012)
      let found = ChangePointDetector(noiseFloor: 0).changePoints(in: series)
      if found.contains(where: { !$0.isSuspected }) { points += 1 }
      if found.contains(where: \.isSuspected) { suspicions += 1 }
      let detector = ChangePointDetector(noiseFloor: NoiseFloor.ofTimes(series))
      if !detector.changePoints(in: series).isEmpty { aboveFloor += 1 }
    }
    #expect([points, suspicions, aboveFloor] == [6, 1, 1])
  }

  @Test
  func `3 % more are found where times scatter by 1,2 %, near their place`() {
    let found = (0..<200).count { seed in
      var series = ChangePointTests.noise(120, seed: seed, deviation: 0.012)
      for index in 60..<120 { series[index] *= 1.03 }
      let points = ChangePointDetector(noiseFloor: 0.02).changePoints(in: series).map(\.index)
      return points.count == 1 && (57...63).contains(points[0])
    }
    #expect(found >= 196, "\(found) of 200")
  }

  @Test
  func `6 % more that come and go after ten values are found at both ends`() {
    let found = (0..<200).count { seed in
      var series = ChangePointTests.noise(120, seed: seed, deviation: 0.012)
      for index in 50..<60 { series[index] *= 1.06 }
      let points = ChangePointDetector(noiseFloor: 0.02).changePoints(in: series).map(\.index)
      return points.count == 2 && abs(points[0] - 50) <= 2 && abs(points[1] - 60) <= 2
    }
    #expect(found >= 199, "\(found) of 200")
  }

  @Test
  func `5 % more are found with the fifth value`() {
    let found = (0..<200).count { seed in
      var series = ChangePointTests.noise(65, seed: seed, deviation: 0.012)
      for index in 60..<65 { series[index] *= 1.05 }
      return ChangePointDetector(noiseFloor: 0.02).changePoints(in: series)
        .contains { !$0.isSuspected && (58...62).contains($0.index) }
    }
    #expect(found >= 195, "\(found) of 200")
  }

  @Test
  func `one slow value at the end is suspected, and forgotten when the next is as before`() throws {
    for seed in 0..<50 {
      var series = ChangePointTests.noise(60, seed: seed, deviation: 0.012)
      series[59] *= 1.2
      let suspected = try #require(
        ChangePointDetector(noiseFloor: 0.02).changePoints(in: series).last)
      #expect(suspected.index == 59 && suspected.missing == 2, "seed \(seed)")
      series += ChangePointTests.noise(4, seed: seed + 1_000, deviation: 0.012)
      #expect(ChangePointDetector(noiseFloor: 0.02).changePoints(in: series).isEmpty)
    }
  }

  @Test
  func `values in another unit, or with the time reversed, change at the same places`() {
    for seed in 0..<100 {
      var series = ChangePointTests.noise(90, seed: seed, deviation: 0.01)
      for index in 40..<90 { series[index] *= 1.1 }
      let detector = ChangePointDetector(noiseFloor: 0)
      let found = detector.changePoints(in: series).filter { !$0.isSuspected }.map(\.index)
      #expect(found.contains(40))
      let scaled = detector.changePoints(in: series.map { $0 * 1_024 })
      #expect(scaled.filter { !$0.isSuspected }.map(\.index) == found)
      let reversed = detector.changePoints(in: series.reversed())
      #expect(reversed.contains { $0.index == 50 }, "seed \(seed)")
    }
  }

  // MARK: Floors

  @Test(
    arguments: [
      ([], 0.02), ([7], 0.02), ([100, 101, 100, 101], 0.02), ([0, 0, 5], 0.02),
      // Neighbors that differ by a tenth: 1.4826 · ln 1.1 / √2 as a part.
      ([100, 110, 100, 110, 100], 0.105081),
      // One step of the level is one difference among many.
      ([100, 101, 100, 101, 200, 202, 200, 202], 0.02),
    ] as [([Double], Double)])
  func `the floor of times is what neighbors differ by`(times: [Double], floor: Double) {
    #expect((NoiseFloor.ofTimes(times) - floor).magnitude < 1e-6, "\(NoiseFloor.ofTimes(times))")
  }

  @Test(
    arguments: [
      ([], [], 0.02), ([7], [30_000], 0.03), ([7, 7, 7], [90_000, 0, 30_000], 0.03),
      ([7, 7], [1_000, 2_000], 0.02), ([100, 110, 100], [30_000, 30_000, 30_000], 0.105081),
    ] as [([Double], [Int64], Double)])
  func `the floor of times is at least the median of their spreads`(
    times: [Double], spreads: [Int64], floor: Double
  ) {
    #expect((NoiseFloor.ofTimes(times, spreads: spreads) - floor).magnitude < 1e-6)
  }

  @Test(
    arguments: [
      ([], 0), ([0, 5], 0), ([100_000], 0.01), ([2_000_000_000, 1_000_000_000], 1e-6),
    ] as [([Int64], Double)])
  func `the floor of instructions is what two counts of a build differ by`(
    counts: [Int64], floor: Double
  ) {
    #expect((NoiseFloor.ofInstructions(counts) - floor).magnitude < 1e-12)
  }
}
