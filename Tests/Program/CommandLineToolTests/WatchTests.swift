import Foundation
import Support
import Testing

@Suite("The verb watch")
struct WatchTests {
  private static let scenario = ExitStatusTests.scenario(
    "  - run: {file: Parts/rest.yaml}\nexpect: {callouts opened: exactly 1}\n")

  /// A program that has played once and waits.
  private func watch(_ arguments: [String], in scratch: Scratch) throws -> Process {
    let output = try scratch.emptyFile("output")
    let complaints = try scratch.emptyFile("complaints")
    let process = Process()
    process.executableURL = URL(filePath: Program.debug.path)
    process.arguments = ["watch", "in"] + arguments
    process.currentDirectoryURL = scratch.folder
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: complaints)
    try process.run()
    for _ in 0..<1_000 where try !scratch.text("output").contains("to be saved\n") {
      usleep(20_000)
    }
    return process
  }

  /// The exit code; nil for a program that does not end by itself.
  private func ending(of process: Process) -> Int32? {
    for _ in 0..<1_000 where process.isRunning { usleep(20_000) }
    guard !process.isRunning else {
      kill(process.processIdentifier, SIGKILL)
      return nil
    }
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }

  @Test(
    arguments: [
      ("in/pin.yaml", "exactly 1", "exactly 7", "callouts opened: exactly 7, but was 1"),
      ("in/Parts/rest.yaml", "1 s", "1", "error[MR0404]"),
      ("in/Devices/test-phone.yaml", "frames", "frame", "error[MR0301]"),
      ("in/defaults.yaml", "", "tags: [1, {}]", "in/defaults.yaml:1:"),
    ])
  func `plays again when a file is saved`(
    file: String, old: String, new: String, words: String
  ) throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/Parts/rest.yaml", "part: Rest\nsteps:\n  - wait: 1 s\n")
    try scratch.file("in/pin.yaml", WatchTests.scenario)
    let process = try watch(["--once"], in: scratch)
    let first = try scratch.text("output")
    #expect(first.contains("1 scenario passed") && first.contains("\ntook "), "\(first)")
    let text = (try? scratch.text(file)) ?? ""
    try scratch.file(file, old.isEmpty ? new : text.replacing(old, with: new))
    #expect(ending(of: process) == 0)
    let all = try scratch.text("output") + scratch.text("complaints")
    #expect(all.contains(words), "\(all)")
    #expect(try scratch.text("output").split(separator: "\n").count { $0.hasPrefix("took ") } == 2)
  }

  @Test
  func `ends with 0 when it is interrupted`() throws {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/pin.yaml", ExitStatusTests.scenario(""))
    let process = try watch([], in: scratch)
    process.interrupt()
    #expect(ending(of: process) == 0)
  }

  @Test
  func `ends with 66 when there is nothing to watch`() throws {
    #expect(try Program.debug.run(["watch", "nowhere"]).code == 66)
  }
}
