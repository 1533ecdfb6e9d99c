import Testing

@testable import Measuring

@Suite("Replays in turns with a control")
struct ControlledReplaysTests {
  @Test(arguments: [1, 2, 7, 20])
  func `each replay is between two controls, after one to warm up`(count: Int) {
    var calls = 0
    let replays = ControlledReplays(count: count, within: nil) { calls += 1 }
    #expect(calls == count + 1)
    #expect(replays.replays.count == count && replays.controls.count == count + 1)
    #expect(replays.controls.allSatisfy { $0 > 0 })
    #expect(replays.noise.count == (count < 2 ? 0 : 3))
    #expect(replays.noise.allSatisfy(replays.controls.contains))
  }

  @Test
  func `behind the limit no replay begins`() {
    var calls = 0
    let replays = ControlledReplays(count: 9, within: 0) { calls += 1 }
    #expect(calls == 1 && replays.replays.isEmpty && replays.controls.count == 1)
  }
}
