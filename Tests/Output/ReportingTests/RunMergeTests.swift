import Counts
import Formatting
import Statistics
import Testing

@testable import Reporting

/// Parts of a run, which make a whole or do not.
@Suite("Merging runs")
struct RunMergeTests {
  /// The two parts of a run of two sessions.
  private static func parts(
    firstTime time: RelativeTime? = nil, _ change: (inout RunReport) -> Void = { _ in }
  ) -> [RunMerge.ShardRun] {
    var runs = (1...2).map { number in
      var session = Fixture.session(id: "s\(number)")
      session.time = number == 1 ? time : nil
      var run = Fixture.run([session], isDebugBuild: false)
      run.shard = ShardLine(number: number, count: 2, sessions: 2, digest: "d")
      run.fingerprint = Fingerprint([.compiler: "Swift 6.3", .processor: "EPYC", .kernel: "6.1"])
      run.counts = CountsReport()
      run.counts?.fingerprint = Fingerprint([.counter: "callgrind 3.19.0", .library: "2.36"])
      return run
    }
    change(&runs[1])
    return runs.enumerated().map { (path: "part-\($0 + 1)", run: $1) }
  }

  @Test
  func `what the machines of parts have in common is that of the whole`() throws {
    let parts = RunMergeTests.parts()
    let whole = try RunMerge.whole(of: parts)
    #expect(whole.sessions.map(\.id) == ["s1", "s2"])
    #expect(whole.fingerprint == parts[0].run.fingerprint)
    #expect(whole.counts?.fingerprint == parts[0].run.counts?.fingerprint)
  }

  /// What is left out is unknown, and two runs that do not know it would agree in it.
  @Test
  func `what they differ in is mixed, and not left out`() throws {
    let whole = try RunMerge.whole(
      of: RunMergeTests.parts { run in
        run.fingerprint.values[.processor] = "Xeon"
        run.fingerprint.values[.kernel] = nil
        run.counts?.fingerprint.values[.library] = "2.31"
      })
    #expect(
      whole.fingerprint.values == [
        .compiler: "Swift 6.3", .processor: "mixed", .kernel: "mixed",
      ])
    #expect(
      whole.counts?.fingerprint.values == [.counter: "callgrind 3.19.0", .library: "mixed"])
  }

  @Test
  func `what could not be compared is listed as one machine lists it`() throws {
    var parts = RunMergeTests.parts()
    for (index, name) in ["b", "a"].enumerated() {
      var comparison = CountsComparison(purpose: .compared, folder: "f")
      comparison.unreadable = ["f/\(name).json: cut off"]
      comparison.note(incomparable: "another \(name)")
      parts[index].run.counts?.comparison = comparison
    }
    let whole = try RunMerge.whole(of: parts).counts?.comparison
    #expect(whole?.unreadable == ["f/a.json: cut off", "f/b.json: cut off"])
    #expect(whole?.incomparable.map(\.words) == ["another a", "another b"])
  }

  /// What is modified need not be the scenarios, which have a digest.
  @Test
  func `a part of a modified checkout is of another run than one of a clean one`() throws {
    let parts = RunMergeTests.parts { run in run.origin.isModified = true }
    let error = try #require(throws: RunMerge.MergeError.self) { try RunMerge.whole(of: parts) }
    #expect(error.cause == .faultyInput)
    #expect(
      error.description.hasPrefix(
        "error: part-2 is of another run than part-1: checkout modified instead of not modified\n"))
    let modified = parts.map { part in
      var run = part.run
      run.origin.isModified = true
      return (path: part.path, run: run)
    }
    #expect(try RunMerge.whole(of: modified).origin.isModified)
  }

  /// Two commits with equal sources build the same program.
  @Test(
    arguments: [
      (ProgramSource(digest: "d", commit: "aaaa", isModified: false), nil),
      (ProgramSource(digest: "d", commit: nil, isModified: true), nil),
      (
        ProgramSource(digest: "e", commit: "aaaa", isModified: true),
        "mapreplay of aaaa+ (digest e) instead of bbbb (digest d)"
      ),
      (nil, "mapreplay of unknown instead of bbbb (digest d)"),
    ] as [(ProgramSource?, String?)])
  func `parts of two programs are refused`(source: ProgramSource?, words: String?) throws {
    var parts = RunMergeTests.parts { run in run.programSource = source }
    let first = ProgramSource(digest: "d", commit: "bbbb", isModified: false)
    parts[0].run.programSource = first
    guard let words else {
      return #expect(try RunMerge.whole(of: parts.reversed()).programSource == first)
    }
    let error = try #require(throws: RunMerge.MergeError.self) { try RunMerge.whole(of: parts) }
    #expect(
      error.description.hasPrefix("error: part-2 is of another run than part-1: \(words)\n"))
  }

  @Test
  func `every check that failed on a machine of the whole is one of the whole`() throws {
    let fit = MachineVerdict(failures: [])
    let busy = MachineVerdict(failures: ["pressure"])
    let unfit = MachineVerdict(failures: ["cores", "noise"])
    let both = MachineVerdict(failures: ["cores", "pressure", "noise"])
    for (machines, expected) in [
      ([nil, nil], nil), ([fit, nil], fit), ([fit, fit], fit), ([fit, busy], busy),
      ([busy, unfit], both), ([unfit, busy], both),
    ] as [([MachineVerdict?], MachineVerdict?)] {
      var parts = RunMergeTests.parts()
      for (index, machine) in machines.enumerated() { parts[index].run.machine = machine }
      #expect(try RunMerge.whole(of: parts).machine == expected)
    }
  }

  @Test
  func `the times of a fit machine stay, and the busy one is named`() throws {
    let time = RelativeTime(
      processorNanoseconds: 4, referenceNanoseconds: 3, spreadMillionths: 2, samples: 9)
    var parts = RunMergeTests.parts(firstTime: time)
    parts[0].run.machine = MachineVerdict(failures: [])
    parts[1].run.machine = MachineVerdict(failures: ["other programs", "pressure"])
    let whole = try RunMerge.whole(of: parts)
    #expect(whole.sessions.map(\.time) == [time, nil])
    #expect(whole.machineWords == "partly busy: other programs, pressure")
    #expect(
      whole.unrecordedTimes
        == "times of 1 session not recorded: a machine is busy (other programs, pressure)")
  }

  @Test
  func `a part that could count nothing has nothing that differs`() throws {
    let parts = RunMergeTests.parts { run in run.counts = CountsReport() }
    let whole = try RunMerge.whole(of: parts)
    #expect(whole.counts?.fingerprint == parts[0].run.counts?.fingerprint)
  }
}
