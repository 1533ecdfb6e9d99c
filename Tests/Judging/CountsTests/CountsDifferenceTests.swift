import Metrics
import Statistics
import Testing

@testable import Counts

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

  @Test(arguments: [(1_000, false), (-1_000, false), (1_001, true), (-1_001, true)])
  func `what two counts of one build differ by is no difference`(more: Int64, isFound: Bool) {
    let difference = CountsDifference(from: counts(), to: counts { $0[1].phases[1] += more })
    #expect((difference != nil) == isFound)
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
    // Smaller changes are none.
    #expect(difference.functions.map(\.name) == ["c()", "d()", "a()"])
    #expect(difference.functions.map(\.more) == [9_000, 1_900, -500])
    #expect(difference.functions.map(\.before) == [nil, nil, 3_000])
  }

  @Test
  func `what is kept of functions adds up to all of them`() throws {
    var whole = counts(
      functions: [("a()", 4_000), ("b()", 300), ("c()", 200), ("d()", 3), ("e()", 2)])
    // Less than 200 is no row.
    let others = SessionCounts.othersName
    #expect(whole.keptFunctions()?.map(\.name) == ["a()", "b()", "c()", others])
    #expect(whole.keptFunctions()?.map(\.instructions) == [4_000, 300, 200, 5])
    #expect(
      whole.keptFunctions(besides: ["e()"])?.map(\.name) == ["a()", "b()", "c()", "e()", others])
    // Those that cost too little to be named then have no row of their own now.
    let kept = whole.keptFunctions()
    whole.functions?[4].instructions = 3
    whole.functions?.append(SessionCounts.Function(name: "f()", instructions: 1_900))
    whole.rows[0].rest += 1_901
    let before = SessionCounts(
      phaseNames: whole.phaseNames, rows: counts().rows, functions: kept)
    let difference = try #require(CountsDifference(from: before, to: whole))
    #expect(difference.functions.map(\.name) == ["f()"])
  }

  /// A step within its limit may move by more than the one that breaks the limit.
  @Test
  func `the step is one beyond the limit, where there is one`() throws {
    let limit = CountLimit(millionths: 100_000)
    let limits = CountTolerances([.init(.instructions, .all, hard: limit)]).hard(for: "a")
    var (before, now) = (counts(), counts())
    for (place, more) in [(0, (100_000, 9_000)), (1, (0, 900))] {
      before.rows[place].rest += Int64(more.0)
      now.rows[place].rest += Int64(more.0 + more.1)
    }
    let difference = try #require(CountsDifference(from: before, to: now, within: limits))
    #expect(difference.step?.name == 3 && difference.step?.more == 900)
    #expect(difference.growth?.name == 3)
  }

  @Test
  func `a change that another step makes up for is seen`() throws {
    let now = counts {
      $0[1].phases[0] += 1_700
      $0[2].phases = [0, 300]
    }
    let difference = try #require(CountsDifference(from: counts(), to: now))
    #expect(difference.session.more == 0)
    #expect(difference.step?.more.magnitude == 1_700)
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
    var now = counts { $0[0].rest += 2_000 }
    #expect(CountsDifference(from: many, to: now)?.functions.count == 10)
    now.functions = nil
    #expect(CountsDifference(from: many, to: now)?.functions == [])
  }

  /// Counts that ask for memory: 5 times in step 1, twice in step 3, once besides.
  private func asking(
    _ change: (inout [SessionCounts.Row]) -> Void = { _ in }, peak: Int64? = 900
  ) -> SessionCounts {
    var counts = counts()
    let asked: [(Int64, Int64)] = [(5, 80), (2, 64), (1, 16)]
    for (index, (count, bytes)) in asked.enumerated() {
      (counts.rows[index].allocations, counts.rows[index].allocatedBytes) = (count, bytes)
    }
    change(&counts.rows)
    counts.peakLiveBytes = peak
    return counts
  }

  /// What changes, and what is said of it: the counts of the session, the step, whether it grows.
  @Test(arguments: [
    (step: 1, count: 1, bytes: 0, peak: 900, said: "1 3 allocations +1", grows: true),
    (step: 1, count: 0, bytes: 16, peak: 900, said: "1 3 allocated bytes +16", grows: true),
    (step: 0, count: -1, bytes: -16, peak: 900, said: "2 1 allocations -1", grows: false),
    (step: 0, count: -1, bytes: 16, peak: 900, said: "2 1 allocated bytes +16", grows: true),
    (step: 2, count: 0, bytes: 0, peak: 901, said: "1 none", grows: true),
    (step: 2, count: 0, bytes: 0, peak: 899, said: "1 none", grows: false),
    (step: 2, count: 1, bytes: 0, peak: 899, said: "2 between allocations +1", grows: true),
  ])
  func `one request, one byte more or less is a difference`(
    change: (step: Int, count: Int64, bytes: Int64, peak: Int64, said: String, grows: Bool)
  ) throws {
    let now = asking(
      {
        $0[change.step].allocations = ($0[change.step].allocations ?? 0) + change.count
        $0[change.step].allocatedBytes = ($0[change.step].allocatedBytes ?? 0) + change.bytes
      }, peak: change.peak)
    let difference = try #require(CountsDifference(from: asking(), to: now))
    let step = difference.allocatingStep.map { step in
      "\(step.name.step.map { "\($0)" } ?? "between") \(step.name.count.name) "
        + (step.more > 0 ? "+" : "") + "\(step.more)"
    }
    #expect("\(difference.allocations.count) \(step ?? "none")" == change.said)
    #expect(difference.hasGrown == change.grows)
    #expect(!difference.instructionsDiffer)
    #expect(CountsDifference(from: now, to: now) == nil)
  }

  @Test
  func `requests that move from one step to another are a difference, and growth of that step`()
    throws
  {
    let now = asking {
      $0[0].allocations = 4
      $0[1].allocations = 3
    }
    let difference = try #require(CountsDifference(from: asking(), to: now))
    #expect(difference.allocations.isEmpty)
    #expect(difference.allocatingStep?.name.step == 3)
    #expect(difference.hasGrown)
  }

  @Test
  func `a step that asks for more bytes is growth, though another one asks less often`() throws {
    let now = asking {
      ($0[0].allocations, $0[0].allocatedBytes) = (4, 64)
      $0[1].allocatedBytes = 80
    }
    let difference = try #require(CountsDifference(from: asking(), to: now))
    #expect(difference.allocations.map(\.more) == [-1])
    #expect(difference.allocatingStep?.name.step == 3)
    #expect(difference.allocatingStep?.name.count == .bytes)
    #expect(difference.hasGrown)
    #expect(difference.step == nil && difference.functions.isEmpty, "instructions are the same")
  }

  @Test
  func `what one side did not count is no difference`() {
    #expect(CountsDifference(from: counts(), to: asking()) == nil)
    #expect(CountsDifference(from: asking(), to: counts()) == nil)
  }

  @Test
  func `takes what a session asks of the allocator, by its steps`() {
    func part(_ count: Int64) -> Allocations.Share {
      Allocations.Share(count: count, bytes: 16 * count, liveBytes: 0, phases: [])
    }
    var counts = counts()
    counts.add(
      Allocations(
        count: 10, bytes: 160, peakLiveBytes: 99, rest: part(1),
        steps: [part(0), part(2), part(3), part(4)],
        frames: Allocations.Frames(
          count: 0, allocating: 0, mostBytes: 0, mostRequests: nil, firstStep: nil),
        phaseNames: []))
    // Step 2 executes nothing that was counted; step 0 asks for nothing either.
    #expect(counts.rows.map(\.step) == [1, 2, 3, nil])
    #expect(counts.rows.map(\.allocations) == [2, 3, 4, 1])
    #expect(counts.value(of: .requests) == 10)
    #expect(counts.value(of: .bytes) == 160)
    #expect(counts.value(of: .peak) == 99)
    #expect(counts.instructions == 4_510)
  }
}
