import Statistics
import Testing

@Suite("Differences of counts")
struct CountsDifferenceTests {
  /// Counts of two steps, of 1,000 instructions a phase, and of what lies between them.
  private func counts(
    _ change: (inout [SessionCounts.Row]) -> Void = { _ in },
    functions: [(String, Int64)]? = [("a()", 3_000), ("b()", 2_000)]
  ) -> SessionCounts {
    var rows = [
      SessionCounts.Row(step: nil, phases: [0, 0], rest: 500),
      SessionCounts.Row(step: 3, phases: [1_000, 1_000], rest: 0),
      SessionCounts.Row(step: 1, phases: [1_000, 1_000], rest: 10),
    ]
    change(&rows)
    return SessionCounts(
      phaseNames: ["query", "views"], rows: rows,
      functions: functions?.map { SessionCounts.Function(name: $0.0, instructions: $0.1) })
  }

  @Test
  func `adds up rows and phases, with steps in their order`() {
    let counts = counts()
    #expect(counts.rows.map(\.step) == [1, 3, nil])
    #expect(counts.instructions == 4_510)
    #expect(counts.phases == [2_000, 2_000])
    #expect(counts.rest == 510)
    #expect(counts.functions?.map(\.name) == ["a()", "b()"])
  }

  @Test(arguments: [(200, false), (-200, false), (201, true), (-201, true)])
  func `what two counts of one build differ by is no difference`(more: Int64, isFound: Bool) {
    let difference = CountsDifference(from: counts(), to: counts { $0[1].phases[1] += more })
    #expect((difference != nil) == isFound)
  }

  @Test
  func `allows more of many instructions`() {
    #expect(CountsDifference.allowed(of: 0) == 200)
    #expect(CountsDifference.allowed(of: 1_000_000_000) == 300)
  }

  @Test
  func `names the step, the phase and the functions behind a change`() throws {
    let now = counts(functions: [("a()", 2_500), ("b()", 2_050), ("c()", 9_000), ("d()", 1_900)])
    var changed = now
    changed.rows[1].phases[1] += 9_000
    changed.rows[0].rest += 200
    let difference = try #require(CountsDifference(from: counts(), to: changed))
    #expect(difference.session.more == 9_200)
    #expect(difference.step?.name == 3)
    #expect(difference.step?.more == 9_000)
    #expect(difference.phase?.name == "views")
    // Changes up to what two counts of one build differ by are none.
    #expect(difference.functions.map(\.name) == ["c()", "d()", "a()"])
    #expect(difference.functions.map(\.more) == [9_000, 1_900, -500])
    #expect(difference.functions.map(\.before) == [nil, nil, 3_000])
  }

  @Test
  func `what is kept of functions adds up to all of them`() throws {
    var whole = counts(
      functions: [("a()", 4_000), ("b()", 300), ("c()", 200), ("d()", 3), ("e()", 2)])
    // Less than two counts of one build differ by is no row.
    let others = SessionCounts.othersName
    #expect(whole.keptFunctions()?.map(\.name) == ["a()", "b()", "c()", others])
    #expect(whole.keptFunctions()?.map(\.instructions) == [4_000, 300, 200, 5])
    #expect(
      whole.keptFunctions(besides: ["e()"])?.map(\.name) == ["a()", "b()", "c()", "e()", others])
    // Those that cost too little to be named then have no row of their own now.
    let kept = whole.keptFunctions()
    whole.functions?[4].instructions = 3
    whole.functions?.append(SessionCounts.Function(name: "f()", instructions: 900))
    whole.rows[0].rest += 901
    let before = SessionCounts(
      phaseNames: whole.phaseNames, rows: counts().rows, functions: kept)
    let difference = try #require(CountsDifference(from: before, to: whole))
    #expect(difference.functions.map(\.name) == ["f()"])
  }

  @Test
  func `a change that another step makes up for is seen`() throws {
    let now = counts {
      $0[1].phases[0] += 700
      $0[2].phases[0] -= 700
    }
    let difference = try #require(CountsDifference(from: counts(), to: now))
    #expect(difference.session.more == 0)
    #expect(difference.step?.more.magnitude == 700)
  }

  @Test
  func `a step that only one side has is a change`() throws {
    var now = counts()
    now.rows.removeFirst()
    let gone = try #require(CountsDifference(from: counts(), to: now))
    #expect(gone.step?.name == 1)
    #expect(gone.step?.more == -2_010)
    let new = try #require(CountsDifference(from: now, to: counts()))
    #expect(new.step?.before == nil)
    #expect(new.phase?.before == nil)
  }

  @Test
  func `names no more than ten functions, and none where none are known`() throws {
    let many = counts(functions: (0..<30).map { ("f\($0)()", 10_000 + Int64($0)) })
    var now = counts { $0[0].rest += 1_000 }
    #expect(CountsDifference(from: many, to: now)?.functions.count == 10)
    now.functions = nil
    #expect(CountsDifference(from: many, to: now)?.functions == [])
  }
}
