import Foundation
import Support
import Testing

/// Counts of allocations are exact for one build, and budgets of them fail a run.
@Suite("Allocations")
struct AllocationTests {
  /// Nothing happens but that the map moves.
  static let scenario = """
    scenario: A steady map
    device: test-phone
    map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
    steps:
      - pan: {by: 60 x 0 pt, over: 200 ms, release: moving}
      - wait: settled
    expect:
      allocations per steady frame: exactly 0
      allocations: at most 100000
      allocated bytes: at most 100 MiB
      peak live bytes: between 1 KiB and 100 MiB

    """

  private func world(_ text: String = scenario) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/a.yaml", text)
    return scratch
  }

  private func run(
    _ scratch: Scratch, _ more: [String] = [], environment: [String: String] = [:]
  ) throws -> Program.Ending {
    try Program.checked.run(
      ["run", "in", "--out", "out"] + more, in: scratch.folder, environment: environment)
  }

  /// Clusters, selections and callouts; and once more with jitter, zooms and thousands of places.
  @Test(
    Program.whenOptimized,
    arguments: [("Cookbook/cluster-tapped", 20), ("Callouts/callout-near-the-edge", 6)])
  func `many processes count the same`(scenario: String, count: Int) throws {
    let lines = try (0..<count).map { seed in
      // Whatever the seed of hashing is.
      try Program.checked.run(
        ["sample", "Scenarios/\(scenario).yaml", "--meter", "allocations"],
        environment: seed < count / 2 ? [:] : ["SWIFT_DETERMINISTIC_HASHING": "1"]
      ).output
    }
    #expect(Set(lines).count == 1)
    #expect(lines[0].hasPrefix("{\"format\": 1, \"allocations\": {\"bytes\": "), "\(lines[0])")
  }

  @Test(Program.whenOptimized)
  func `a kept budget passes, and its number is in the reports`() throws {
    let scratch = try world()
    let ending = try run(scratch)
    #expect(ending.code == 0, "\(ending.output)")
    #expect(ending.output.contains("; none in "), "\(ending.output)")
    let text = try scratch.text("out/run.json")
    #expect(text.contains("\"count\":\"allocations per steady frame\""))
    #expect(text.contains("\"frames\":{\"count\":"))
    #expect(try scratch.text("out/report.html").contains("<h3>Allocations</h3>"))
    #expect(try scratch.text("out/junit.xml").contains("allocations: at most 100,000"))
  }

  /// Reading it side by side would leave threads behind, among which nothing can be counted.
  @Test(Program.whenOptimized)
  func `a large earlier run is read by the thread that plays`() throws {
    let scratch = try world()
    let padding = String(repeating: " ", count: 1 << 20)
    let sessions = (1...4).map { "{\"id\":\"\($0)\",\(padding)\"measurements\":null}" }
    try scratch.file(
      "before.json",
      "{\n\"version\":7,\n\"sessions\":[\n\(sessions.joined(separator: ",\n"))\n]\n}\n")
    let ending = try run(
      scratch, ["--in-process", "--shard", "1/1", "--durations", "before.json"])
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
    #expect(try scratch.text("out/run.json").contains("\"frames\":{\"count\":"))
  }

  /// The canary: a single allocation more, in one of many frames.
  @Test(Program.whenOptimized)
  func `one allocation more in one frame fails the run`() throws {
    let scratch = try world()
    let ending = try run(scratch, ["--sabotage", "allocate:in/a"])
    #expect(ending.code == 1)
    let words = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "in/a.yaml:8:3: expected allocations per steady frame: exactly 0, but was 1, first in "
          + "line 5 'pan:"), "\(words)")
    #expect(words.contains("decided by counts: 1 of 1 scenario failed"))
    #expect(try scratch.text("out/junit.xml").contains("failures=\"1\""))
    #expect(try scratch.text("out/summary.md").contains("but was 1"))
  }

  @Test(Program.whenOptimized)
  func `an exact count of a session finds one allocation more`() throws {
    let scratch = try world()
    #expect(try run(scratch).code == 0)
    let text = try scratch.text("out/run.json")
    let found = try #require(
      text.components(separatedBy: "\"count\":\"allocations\"").dropFirst().first)
    let value = try #require(
      found.components(separatedBy: "\"number\":").dropFirst().first?.prefix { $0.isNumber })
    try scratch.file(
      "in/a.yaml",
      AllocationTests.scenario.replacing(
        "allocations: at most 100000", with: "allocations: exactly \(value)"))
    #expect(try run(scratch).code == 0)
    let ending = try run(scratch, ["--sabotage", "allocate:in/a"])
    #expect(ending.code == 1)
    #expect(ending.output.contains("expected allocations: exactly \(value), but was "))
  }

  @Test(Program.whenOptimized)
  func `the stack of one allocation more is listed`() throws {
    let scratch = try world()
    let ending = try run(scratch, ["--sabotage", "allocate:in/a", "--explain-allocations"])
    #expect(ending.code == 1)
    let missing: Comment = "no addr2line: functions have no names"
    #expect(
      ending.output.contains("Allocations of in/a: 1 allocation of 64 bytes in steady frames"),
      "\(ending.output)")
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/addr2line") {
      let planted = ending.output.contains("AllocationCounters.allocateOnce()")
      #expect(planted, "\(missing) \(ending.output)")
    }
  }

  /// The same without what another build asks for.
  @Test(Program.whenOptimized)
  func `only the stacks that ask otherwise than in another build are listed`() throws {
    let scratch = try world()
    let against = ["--explain-allocations", "--against", Program.checked.path]
    let same = try run(scratch, against)
    #expect(same.code == 0)
    #expect(same.output.contains(", from the same stacks as in "), "\(same.output)")
    let more = try run(scratch, ["--sabotage", "allocate:in/a"] + against)
    #expect(more.code == 1)
    #expect(more.output.contains("in steady frames, 1 stack not as in "), "\(more.output)")
    #expect(more.output.contains("        +1 of +64 bytes\n"), "\(more.output)")
    let other = try run(scratch, ["--explain-allocations", "--against", "/bin/true"])
    #expect(other.code == 65)
    #expect(other.complaints.hasPrefix("error: --against '/bin/true' is no mapreplay: "))
    #expect(try run(scratch, ["--against", Program.checked.path]).code == 64)
  }

  /// What cannot be counted is never zero, and no budget passes by it.
  @Test(Program.whenOptimized)
  func `an allocator with other options leaves allocations unavailable`() throws {
    let scratch = try world()
    let ending = try run(scratch, environment: ["MALLOC_CONF": "tcache:false"])
    #expect(ending.code == 0)
    let words = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "in/a.yaml:8:3: not judged: allocations per steady frame: exactly 0: unavailable "
          + "(MALLOC_CONF changes what the allocator counts)"), "\(words)")
    #expect(words.contains("allocations unavailable: MALLOC_CONF changes"))
    #expect(
      try scratch.text("out/run.json").contains(
        "\"unavailable\":\"MALLOC_CONF changes what the allocator counts\""))
    #expect(!(try scratch.text("out/junit.xml").contains("allocations")))
  }

  @Test(Program.whenOptimized)
  func `a session without a steady frame keeps no budget of one`() throws {
    let text = AllocationTests.scenario.replacing(
      "  - pan: {by: 60 x 0 pt, over: 200 ms, release: moving}\n", with: "")
    let ending = try run(try world(text))
    #expect(ending.code == 1)
    #expect(
      ending.output.contains("exactly 0, but there was no steady frame"), "\(ending.output)")
    let orNothing = text.replacing("exactly 0\n", with: "exactly 0 or nothing\n")
    #expect(try run(try world(orNothing)).code == 0)
  }
}
