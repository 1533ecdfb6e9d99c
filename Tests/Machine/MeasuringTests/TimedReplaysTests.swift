import Statistics
import Testing

@testable import Measuring

@Suite("Replays in turns with the reference work")
struct TimedReplaysTests {
  @Test(arguments: [0, 1, 2, 7, 20])
  func `each replay is between two laps of the reference work, after one to warm up`(count: Int) {
    var calls = 0
    let replays = TimedReplay.times(count: count) { calls += 1 }
    #expect(calls == count + 1 && replays.count == count)
    #expect(replays.allSatisfy { $0.before > 0 && $0.after > 0 && $0.replay >= 0 })
    for (one, next) in zip(replays, replays.dropFirst()) { #expect(one.after == next.before) }
  }

  @Test
  func `the reference work is the same each time, and is done`() {
    var reference = ReferenceWork()
    reference.work()
    let state = reference.state
    reference.work()
    #expect(reference.state == state && state != 0)
    #expect(ReferenceWork().state == 0)
  }
}
