import Foundation
import Measuring
import Statistics
import Support
import Testing

@testable import Comparison

@Suite("Blocks of processes")
struct BlockSamplesTests {
  /// A program that says its letter in each round, and answers with three rounds.
  private func contender(
    _ letter: String, nanoseconds: Int, in scratch: Scratch
  ) throws -> Contender {
    let times = "[\(nanoseconds), \(nanoseconds), \(nanoseconds)]"
    let script = try scratch.script(
      letter,
      """
      #!/bin/sh
      while read -r turn; do printf \(letter) >>said; echo >&0; done
      echo '{"format": 1, "session": "s", "processor": \(times), "wall": \(times), "phases": {}}'

      """)
    return Contender(name: letter, label: letter, program: script.path, folder: scratch.path)
  }

  /// Each finds the caches as the one before left them: if that were now itself and now another, it
  /// would have rounds of two kinds.
  @Test(arguments: [
    ([BlockOrder.Leg.base, .control, .head], "OON"), ([.head, .control, .base], "NOO"),
    ([.base, .head, .control], "ONO"),
  ])
  func `each of them follows the same one in all rounds`(
    order: [BlockOrder.Leg], letters: String
  ) throws {
    let scratch = try Scratch()
    let old = try contender("O", nanoseconds: 1_000, in: scratch)
    let new = try contender("N", nanoseconds: 1_250, in: scratch)
    let samples = try BlockSamples(
      base: (old, "s.yaml"), head: (new, "s.yaml"), id: "s", order: order,
      rounds: BlockSamples.Rounds(count: 3))
    let warmUpAndRounds = String(repeating: letters, count: 4)
    #expect(try scratch.text("said") == warmUpAndRounds)
    let block = try #require(samples.block { $0.processor })
    #expect((block.head / block.base * 1_000).rounded() == 1_250)
  }
}
