import Counts
import Foundation
import Instruments
import MapModel
import Statistics
import Support
import Testing

@testable import Measuring

@Suite("Counting instructions")
struct CountingTests {
  /// A counter that goes on by one at each reading.
  private final class Ticks {
    var value: Int64 = 100
    var isEstimate = false
    var isBroken = false

    func read() -> ProcessCounter.Reading? {
      guard !isBroken else { return nil }
      value += 1
      return ProcessCounter.Reading(
        value: value, enabled: value, running: isEstimate ? 1 : value)
    }
  }

  private func count(_ ticks: Ticks, _ play: (CounterMeter) -> Void) -> SessionCounts? {
    let meter = CounterMeter(ticks.read)
    return meter.session { play(meter) }
  }

  @Test
  func `what lies between two readings belongs to the innermost phase`() throws {
    let ticks = Ticks()
    let counts = try #require(
      count(ticks) { meter in
        ticks.value += 1_000
        meter.stepBegins(2)
        meter.measure(.frame, ofUpdate: nil) {
          ticks.value += 100
          meter.measure(.query, ofUpdate: 7) { ticks.value += 10 }
        }
        meter.updateEnds(7, step: 2, marks: 0)
        meter.stepEnds()
        meter.stepBegins(2)
        meter.stepEnds()
      })
    #expect(counts.phaseNames == Phase.allCases.map { "\($0)" })
    #expect(counts.rows.map(\.step) == [2, nil])
    #expect(counts.rows[0].phases[Phase.frame.rawValue] == 102)
    #expect(counts.rows[0].phases[Phase.query.rawValue] == 11)
    #expect(counts.rows[0].rest == 3)
    #expect(counts.rows[1].rest == 1_003)
    #expect(!counts.isEstimate)
    #expect(counts.functions == nil)
  }

  @Test
  func `a shared counter estimates, and one that cannot be read gives nothing`() {
    let shared = Ticks()
    shared.isEstimate = true
    #expect(count(shared) { _ in }?.isEstimate == true)
    let broken = Ticks()
    broken.isBroken = true
    #expect(count(broken) { _ in } == nil)
  }

  @Test
  func `a sample is one line that reads back, of one version`() throws {
    let counts = SessionCounts(
      phaseNames: ["query"], rows: [.init(step: nil, phases: [3], rest: 4)], functions: nil)
    let line = SessionSample(counts).line
    #expect(line.hasSuffix("}\n"))
    #expect(line.split(separator: "\n").count == 1)
    #expect(try SessionSample.counts(in: line) == counts)
    let other = line.replacing("\"format\":1", with: "\"format\":2")
    let error = #expect(throws: MeasuringError.self) { try SessionSample.counts(in: other) }
    #expect(error?.words == "its replay printed counts of version 2, not 1")
    #expect(throws: MeasuringError.self) { try SessionSample.counts(in: String(line.dropLast(9))) }
  }

  private static let output = """
    # callgrind format
    version: 1
    part: 1
    desc: Trigger: Client Request: session
    events: Ir
    fn=(1) main
    0 5
    totals: 5
    part: 2
    desc: Trigger: Client Request: step 1
    events: Ir
    fn=(1)
    0 10
    cfn=(2) mapreplay_phase_frame
    calls=1 0
    0 75
    fn=(2)
    0 1
    cfn=(3) mapreplay_within_frame
    calls=1 0
    0 40
    cfn=(5) $sSa6appendyyxnF
    calls=1 0
    0 34
    fn=(3)
    0 2
    cfn=(4) mapreplay_phase_query
    calls=1 0
    0 38
    fn=(4)
    0 38
    fn=(5)
    0 34
    totals: 85
    part: 3
    desc: Trigger: Client Request: step 1
    events: Ir
    fn=(1)
    0 7
    totals: 7
    part: 4
    desc: Trigger: Program termination
    events: Ir
    totals: 0

    """

  @Test
  func `callgrind's functions are phases, by themselves, of the steps that asked for a dump`()
    throws
  {
    let counts = try Callgrind.counts(of: [Array(CountingTests.output.utf8)])
    #expect(counts.rows.map(\.step) == [1, nil])
    let step = try #require(counts.rows.first)
    // What leads from one phase to another belongs to neither: it is in no phase.
    #expect(step.phases[Phase.frame.rawValue] == 35)
    #expect(step.phases[Phase.query.rawValue] == 38)
    #expect(step.rest == 19)
    #expect(counts.instructions == 97)
    #expect(
      counts.functions == [
        .init(name: "mapreplay_phase_query", instructions: 38),
        .init(name: "Array.append(_:)", instructions: 34), .init(name: "main", instructions: 22),
        .init(name: "mapreplay_within_frame", instructions: 2),
        .init(name: "mapreplay_phase_frame", instructions: 1),
      ])
  }

  @Test
  func `what callgrind wrote is refused when it is cut off or empty`() {
    let cut = String(CountingTests.output.prefix(200))
    for text in [cut, "", "# callgrind format\nevents: Ir\ntotals: 0\n"] {
      #expect(throws: MeasuringError.self) { try Callgrind.counts(of: [Array(text.utf8)]) }
    }
  }

  @Test
  func `a program that does not exist has no copy`() {
    #expect(throws: MeasuringError.self) { try StrippedCopy.path(of: "/nonexistent/program") }
  }

  @Test(.enabled(if: ChildProcess.path(of: "strip") != nil, "binutils are not installed"))
  func `a program that was replaced within its second has another copy`() throws {
    let scratch = try Scratch()
    var copies: [String] = []
    for source in ["/bin/true", "/bin/false"] {
      let program = try scratch.program("program", copying: source).path
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: program)
      let copy = try StrippedCopy.path(of: program)
      #expect(try StrippedCopy.path(of: program) == copy, "it is made once")
      let result = ChildProcess.run(ChildProcess.Program(path: copy, arguments: []))
      #expect(result?.isSuccess == (source == "/bin/true"))
      copies.append(copy)
    }
    #expect(copies[0] != copies[1])
    #expect(scratch.files().count == 2, "the older copy is gone: \(scratch.files())")
  }

  /// In a container neither the program's folder nor that of the user may be writable.
  @Test(.enabled(if: ChildProcess.path(of: "strip") != nil, "binutils are not installed"))
  func `a copy goes to a temporary folder of this process where no other can be written to`()
    throws
  {
    let sleeper = Process()
    sleeper.executableURL = URL(filePath: "/bin/sleep")
    sleeper.arguments = ["60"]
    try sleeper.run()
    defer { sleeper.terminate() }
    func copy() throws -> String {
      try StrippedCopy.path(
        of: "/proc/\(sleeper.processIdentifier)/exe", caches: URL(filePath: "/proc/none"))
    }
    let path = try copy()
    // A helper removes it with the process, as its name says to the process after it.
    #expect(path.contains("/mapreplay-\(ProcessInfo.processInfo.processIdentifier)-"))
    #expect(try copy() == path, "it is made once")
  }

  /// What is mapped into this process; the kernel does not say beforehand how long the text is.
  private static let mapped =
    (try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd())
    .map { String(decoding: $0, as: UTF8.self) } ?? ""

  @Test(.enabled(if: mapped.contains("/libc.so.6\n"), "the C library has another name here"))
  func `the loader finds the C library without its cache`() throws {
    let name = "LD_LIBRARY_PATH="
    let setting = try #require(Callgrind.environment.first { $0.hasPrefix(name) })
    #expect(FileManager.default.fileExists(atPath: setting.dropFirst(name.count) + "/libc.so.6"))
  }

  @Test
  func `counts are made on what matters to them`() {
    let print = Fingerprint.ofCounts(by: "callgrind 3.19.0")
    #expect(print.values[.counter] == "callgrind 3.19.0")
    #expect(print.values[.configuration] == "debug")
    #expect(print.values[.compiler]?.hasPrefix("Swift 6.") == true)
    #expect(print.values[.instructionSets]?.contains("avx512") == false)
    #expect(print.values[.kernel] == nil)
    #expect(print.values[.processor] == nil)
    #expect(Fingerprint.here.values[.kernel] != nil)
  }
}

@Suite("Folders for files in between")
struct ScratchFolderTests {
  @Test
  func `what a process that was killed left behind is removed in time, and nothing else`() throws {
    // A number that is no process any more.
    let gone = try #require(ChildProcess.start(.init(path: "/bin/true", arguments: [])))
    _ = gone.finish()
    let root = FileManager.default.temporaryDirectory
    let others = [
      "mapreplay-\(gone.id)-old", "mapreplay-\(gone.id)-young",
      "mapreplay-\(ProcessInfo.processInfo.processIdentifier)-old", "mapreplay-notes-old",
    ].map { root.appending(path: $0) }
    defer { for other in others { try? FileManager.default.removeItem(at: other) } }
    for other in others {
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      guard other.path.hasSuffix("old") else { continue }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: other.path)
    }
    let folder = try #require(ScratchFolder())
    try "text".write(toFile: folder.path("file"), atomically: false, encoding: .utf8)
    #expect(
      others.map { FileManager.default.fileExists(atPath: $0.path) } == [false, true, true, true])
    folder.remove()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }
}
