import Testing

@testable import Measuring

@Suite("Replays in turns with the reference work")
struct TimedReplaysTests {
  @Test(arguments: [1, 2, 7, 20])
  func `each replay is between two laps of the reference work, after one to warm up`(count: Int) {
    var calls = 0
    let replays = TimedReplays(count: count) { calls += 1 }
    #expect(calls == count + 1)
    #expect(replays.replays.count == count && replays.references.count == count + 1)
    #expect(replays.references.allSatisfy { $0 > 0 })
    #expect(replays.noise.count == (count < 2 ? 0 : 3))
    #expect(replays.noise.allSatisfy(replays.references.contains))
  }
}
