import Foundation
import Testing

@testable import Statistics

/// Apache Otava of PyPI, whose method ours carries on, before the same series.
@Suite("Agreement with Apache Otava")
struct OtavaTests {
  static let absence: Comment = "it takes apache-otava, which PyPI has"

  /// The Python of a folder on the path that has Otava too; nil where there is none.
  static let python: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":")
    .first { FileManager.default.isExecutableFile(atPath: "\($0)/otava") }
    .map { "\($0)/python3" }

  /// The indexes of Otava's change points of each series.
  private static func points(of series: [[Double]]) throws -> [[Int]] {
    let script = """
      import json, sys
      from otava.analysis import compute_change_points
      print(json.dumps([[int(p.index) for p in compute_change_points(s)[0]]
                        for s in json.load(sys.stdin)]))
      """
    let process = Process()
    process.executableURL = URL(filePath: python ?? "")
    process.arguments = ["-W", "ignore", "-c", script]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    input.fileHandleForWriting.write(try JSONEncoder().encode(series))
    try input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([[Int]].self, from: answer)
  }

  private static func ours(_ series: [Double]) -> [ChangePoint] {
    ChangePointDetector(noiseFloor: 0).changePoints(in: series)
  }

  /// Series that scatter by 1.2 % with steps of 4 to 10 %, each level of 15 to 60 values.
  private static let stepped: [(values: [Double], steps: [Int])] = (0..<100).map { seed in
    var steps: [Int] = []
    var series = ChangePointTests.noise(180, seed: seed, deviation: 0.012)
    var start = 15 + seed * 7 % 46
    while start < 165 {
      let step = 1.04 + 0.01 * Double((seed + start) % 7)
      for index in start..<180 { series[index] *= seed.isMultiple(of: 2) ? step : 1 / step }
      steps.append(start)
      start += 15 + (seed * 13 + start * 5) % 46
    }
    return (series, steps)
  }

  @Test(.enabled(if: python != nil, absence))
  func `steps of series with noise are found at the same places`() throws {
    let theirs = try OtavaTests.points(of: OtavaTests.stepped.map(\.values))
    var (same, ours, right) = (0, 0, (ours: 0, theirs: 0))
    for (series, points) in zip(OtavaTests.stepped, theirs) {
      let found = OtavaTests.ours(series.values).map(\.index)
      ours += found.count
      if found == points { same += 1 }
      if found == series.steps { right.ours += 1 }
      if points == series.steps { right.theirs += 1 }
      let alone = found.filter { index in !points.contains { abs($0 - index) <= 2 } }
      #expect(alone.isEmpty || alone.allSatisfy(series.steps.contains), "\(found), \(points)")
    }
    #expect(ours > 350)
    // Where they differ, theirs has one more by chance, or one of them is a value beside the step.
    #expect(same >= 80 && right.ours > right.theirs, "\(same) of 100 are the same, right \(right)")
  }

  /// Exact values, a step every ten to forty: there is nothing to be unsure of.
  @Test(.enabled(if: python != nil, absence))
  func `levels of exact values are the same ones`() throws {
    let exact: [[Double]] = (0..<50).map { seed in
      var series: [Double] = []
      while series.count < 150 {
        let length = 10 + (seed * 11 + series.count) % 31
        series += Array(repeating: Double(1_000 + series.count * (seed + 1) % 97), count: length)
      }
      return series
    }
    let theirs = try OtavaTests.points(of: exact)
    for (series, points) in zip(exact, theirs) {
      let steps = series.indices.dropFirst().filter { series[$0] != series[$0 - 1] }
      #expect(OtavaTests.ours(series).map(\.index) == steps)
      // Theirs misses what comes and goes within a window; it finds no other place.
      #expect(Set(points).isSubset(of: steps), "\(points), \(steps)")
    }
    #expect(theirs.filter { !$0.isEmpty }.count > 40)
  }

  /// Where the two differ by design, with what each says.
  @Test(.enabled(if: python != nil, absence))
  func `what comes and goes, and what is young, differs on purpose`() throws {
    let flat = ChangePointTests.noise(60, seed: 3, deviation: 0.012)
    var late = flat
    late[59] *= 1.2
    let soon = late + ChangePointTests.noise(4, seed: 2_003, deviation: 0.012)
    let excursion = [10, 4, 10].flatMap { Array(repeating: $0 == 4 ? 9.0 : 5, count: $0) }
    let step = Array(repeating: 1_000.0, count: 20) + Array(repeating: 1_001, count: 3)
    let series = [flat, late, soon, excursion, step, Array(step.dropLast(2))]
    #expect(try OtavaTests.points(of: series) == [[], [59], [], [], [20], [20]])
    let found = series.map { OtavaTests.ours($0).map { [$0.index, $0.missing] } }
    #expect(found == [[], [[59, 2]], [], [[10, 0], [14, 0]], [[20, 0]], [[20, 2]]])
  }

  /// The false alarms of Otava in the series of ``ChangePointTests``, for the number said there.
  @Test(.enabled(if: python != nil, absence))
  func `Otava has points in more of the series without any`() throws {
    let series = (0..<200).map { ChangePointTests.noise(60, seed: $0, deviation: 0.012) }
    let theirs = try OtavaTests.points(of: series).count { !$0.isEmpty }
    let ours = series.count { !OtavaTests.ours($0).isEmpty }
    #expect(ours < theirs, "\(ours) of 200, theirs \(theirs)")
  }
}
