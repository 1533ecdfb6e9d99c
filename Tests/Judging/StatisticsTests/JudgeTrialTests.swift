import Foundation
import Statistics
import Testing

/// The judge before real processes of one program: 400 blocks that took turns on a machine whose
/// two cores had eight times as much to do.
@Suite("Trial of the judge")
struct JudgeTrialTests {
  private static func stored() throws -> [PairedTimes.Block] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/blocks.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let times = try line.split(separator: " ").map { try #require(Double($0)) }
      try #require(times.count == 3)
      return PairedTimes.Block(base: times[0], control: times[1], head: times[2])
    }
  }

  @Test(arguments: [false, true])
  func `false alarms are at most 1 %, and 3 % are found`(isDisturbed: Bool) throws {
    let stored = try JudgeTrialTests.stored()
    var trial = JudgeTrial(
      blocks: isDisturbed ? JudgeTrial.disturbed(stored, seed: 1) : stored)
    trial.comparisons = 200
    let same = trial.outcome(slowdown: 0)
    #expect(same.count == 200)
    #expect(same.regressed + same.improved <= 2, "\(same)")
    #expect(same.unchanged >= 180, "\(same)")
    let slower = trial.outcome(slowdown: 0.03)
    #expect(slower.regressed >= 180, "\(slower)")
    #expect(slower.improved == 0, "\(slower)")
    let muchSlower = trial.outcome(slowdown: 0.05)
    #expect(muchSlower.regressed >= 198, "\(muchSlower)")
    #expect(muchSlower.blocks < slower.blocks, "what is plain is decided early")
  }

  @Test
  func `a trial says the same each time, and nothing without blocks`() throws {
    var trial = JudgeTrial(blocks: Array(try JudgeTrialTests.stored().prefix(40)))
    (trial.comparisons, trial.blockLimit) = (5, 20)
    #expect(trial.outcome(slowdown: 0.05) == trial.outcome(slowdown: 0.05))
    #expect(trial.outcome(slowdown: 0.5).regressed == 5)
    #expect(trial.outcome(slowdown: -0.3).improved == 5)
    #expect(JudgeTrial(blocks: []).outcome(slowdown: 0).count == 0)
  }
}
