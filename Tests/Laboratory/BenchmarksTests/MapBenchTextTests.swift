import MapGeometry
import Testing

@testable import Benchmarks

@Suite("Reports of the bench of the map")
struct MapBenchTextTests {
  private static func run(_ nanoseconds: [Int64], bytes: Int64?) -> BenchReport {
    BenchReport(
      name: "map", simulated: SimulatedTime(milliseconds: 60_000), shownViews: 312, frames: 7_200,
      nanoseconds: nanoseconds, digest: "00ff", bytes: bytes,
      allocatingFrames: bytes == 0 ? 0 : 3, steadyFrames: 5_744)
  }

  @Test(
    arguments: [
      (
        [50_000_000, 40_000_000, 90_000_000], 0,
        "targets: best below 100 ms: met; 0 allocations per steady frame: met"
      ),
      (
        [100_000_000], 4_096,
        "targets: best below 100 ms: missed; 0 allocations per steady frame: missed"
      ),
      (
        [20_000_000, 10_000_000], nil,
        "targets: best below 100 ms: met; 0 allocations per steady frame: not known"
      ),
    ] as [([Int64], Int64?, String)])
  func `a bench says whether its targets are met`(times: [Int64], bytes: Int64?, line: String) {
    let text = BenchText.text(of: MapBenchTextTests.run(times, bytes: bytes))
    #expect(text.hasSuffix(line + "\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test
  func `a bench shows best and median, and what was allocated`() {
    let run = MapBenchTextTests.run([50_000_000, 40_000_000, 90_000_000], bytes: 4_096)
    #expect((run.best, run.median) == (40_000_000, 50_000_000))
    let words = BenchText.text(of: run).split(whereSeparator: \.isWhitespace)
    let text = words.joined(separator: " ")
    for part in [
      "best 40 ms", "median 50 ms", "5,555 ns", "4,096 bytes in 3 of 5744 steady frames",
      "digest 00ff", "frames 7,200",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
    #expect(MapBenchTextTests.run([], bytes: 0).median == 0)
  }
}
