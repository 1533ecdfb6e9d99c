import Foundation
import MapModel
import Measuring
import Profiles
import Support
import Testing

@Suite("Exact profiles")
struct CallgrindProfilerTests {
  private func piece(_ name: String, _ costs: [(stack: String, cost: Int64)]) -> String {
    let functions = costs.map { stack, cost in
      // Callgrind names the innermost function first.
      "fn=\(stack.split(separator: ";").reversed().joined(separator: "'"))\n"
        + "fi=/checkouts/r/.build/checkouts/Y/Sources/Y.swift\n1 1\n"
        + "fi=/checkouts/r/Sources/B.swift\n7 \(cost - 1)\n"
    }
    return """
      # callgrind format
      version: 1
      desc: Trigger: Client Request: \(name)
      positions: line
      events: Ir
      ob=/x/mapreplay
      fl=A.swift
      \(functions.joined())totals: \(costs.reduce(0) { $0 + $1.cost })

      """
  }

  private func dumps() throws -> [CallgrindDump] {
    // Counting begins within the program: no stack has its beginning.
    let pieces = [
      piece("session", [("mapreplay_session;a", 5), ("$s9Measuring11RegionMeterC", 2)]),
      piece(
        "step 0",
        [
          ("mapreplay_session;a;mapreplay_phase_query;b", 30),
          ("mapreplay_session;a;mapreplay_phase_query;mapreplay_phase", 1),
          ("mapreplay_session;a;mapreplay_phase_query;mapreplay_phaser", 1),
        ]),
      piece("step 1", [("mapreplay_session;a", 7), ("0x123", 4)]),
      piece("step 1", [("mapreplay_session;a;std::'lambda'(int)", 8)]),
    ]
    var reader = CallgrindReader()
    for piece in pieces { try reader.take(Array(piece.utf8)) }
    return try reader.finish()
  }

  @Test(arguments: [
    (
      GateMeter.Section.session,
      """
      [unknown callers] 6
      session;a 12
      session;a;phase query 1
      session;a;phase query;b 30
      session;a;phase query;mapreplay_phaser 1
      session;a;std::{lambda}(int) 8

      """, Int64(58), Int64(50)
    ),
    (
      .steps([0]),
      "session;a;phase query 1\nsession;a;phase query;b 30\n"
        + "session;a;phase query;mapreplay_phaser 1\n", 58, 29
    ),
    (.steps([1]), "[unknown callers] 4\nsession;a 7\nsession;a;std::{lambda}(int) 8\n", 58, 16),
    (.phase(.query), "phase query 1\nphase query;b 30\nphase query;mapreplay_phaser 1\n", 58, 29),
  ])
  func `has the stacks of its part, and adds up`(
    part: GateMeter.Section, text: String, total: Int64, cost: Int64
  ) throws {
    let count = try CallgrindProfiler.count(of: part, in: dumps(), program: "/x/mapreplay")
    #expect(FoldedStacks.text(of: count.profile) == text)
    #expect(count.total == total)
    #expect(count.profile.total + count.leftOut == total)
    // Lines are those of the part; one of each stack is in a library that is built too.
    #expect(count.lines.map(\.file) == ["/checkouts/r/Sources/B.swift"])
    #expect(count.lines.first?.cost == cost)
  }

  /// Numbers of levels and versions are none of a function, wherever tools put them.
  @Test
  func `the second level of a recursion is the same function, and so is another version`() throws {
    let text =
      piece("session", [("mapreplay_session;a;a'2", 5)])
      + piece("session", [("mapreplay_session;a;a", 3)])
      + piece("session", [("mapreplay_session;memcpy@@GLIBC_2.14", 2)])
    var reader = CallgrindReader()
    try reader.take(Array(text.utf8))
    let dumps = try reader.finish()
    let count = try CallgrindProfiler.count(of: .session, in: dumps, program: "")
    #expect(FoldedStacks.text(of: count.profile) == "session;a;a 8\nsession;memcpy 2\n")
  }

  /// Neither tool is waited for longer than a replay can take.
  @Test
  func `a replay that never ends is killed`() throws {
    let scratch = try Scratch()
    let tool = try scratch.script("tool", "#!/bin/sh\nexec /bin/sleep 100\n").path
    let session = ProfiledSession(executable: "/bin/true", file: "x", id: "x", part: .session)
    for words in [
      #expect(throws: MeasuringError.self) {
        try CallgrindProfiler(Valgrind(path: tool, version: "1"), seconds: 1).count(session)
      },
      #expect(throws: MeasuringError.self) {
        try PerfProfiler(perf: tool, patience: 1).record(session, seconds: 0)
      },
    ] { #expect(words == .failed("the replay of x was killed, or took over 1 s")) }
  }

  @Test
  func `a part that was never at work is a error, and lines of libraries are none`() throws {
    for part in [GateMeter.Section.steps([9]), .phase(.callout)] {
      let error = #expect(throws: MeasuringError.self) {
        try CallgrindProfiler.count(of: part, in: dumps(), program: "")
      }
      #expect(error?.description == "error: the part was never at work in the session")
      #expect(
        error?.of("/old").description == "error: /old: the part was never at work in the session")
    }
    let count = try CallgrindProfiler.count(of: .session, in: dumps(), program: "/x/other")
    #expect(count.lines.isEmpty)
  }
}
