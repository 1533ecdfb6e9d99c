import MapModel
import Measuring
import Profiles
import Testing

@Suite("Exact profiles")
struct CallgrindProfilerTests {
  private func piece(_ name: String, _ costs: [(stack: String, cost: Int64)]) -> String {
    let functions = costs.map { stack, cost in
      // Callgrind names the innermost function first.
      "fn=\(stack.split(separator: ";").reversed().joined(separator: "'"))\n7 \(cost)\n"
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
    let pieces = [
      piece("session", [("main;mapreplay_session;a", 5), ("main", 2)]),
      piece("step 0", [("main;mapreplay_session;a;mapreplay_phase_query;b", 30)]),
      piece("step 1", [("main;mapreplay_session;a", 7), ("main;0x123", 4)]),
      piece("step 1", [("main;mapreplay_session;a;std::'lambda'(int)", 8)]),
    ]
    var reader = CallgrindReader()
    for piece in pieces { try reader.take(Array(piece.utf8)) }
    return try reader.finish()
  }

  @Test(arguments: [
    (
      GateMeter.Part.session,
      "session;a 12\nsession;a;phase query;b 30\nsession;a;std::{lambda}(int) 8\n", Int64(56)
    ),
    (.steps([0]), "session;a;phase query;b 30\n", 30),
    (.steps([1]), "session;a 7\nsession;a;std::{lambda}(int) 8\n", 19),
    (.phase(.query), "phase query;b 30\n", 56),
  ])
  func `has the stacks of its part, and adds up`(
    part: GateMeter.Part, text: String, total: Int64
  ) throws {
    let count = try CallgrindProfiler.count(of: part, in: dumps(), program: "/x/mapreplay")
    #expect(FoldedStacks.text(of: count.profile) == text)
    #expect(count.total == total)
    #expect(count.profile.total + count.leftOut == total)
    #expect(count.lines.count == 1)
    #expect(count.lines.first?.cost == total)
  }

  @Test
  func `a part that was never at work is a fault, and lines of libraries are none`() throws {
    #expect(throws: ProfileFault.self) {
      try CallgrindProfiler.count(of: .steps([9]), in: dumps(), program: "")
    }
    let count = try CallgrindProfiler.count(of: .session, in: dumps(), program: "/x/other")
    #expect(count.lines.isEmpty)
  }
}
