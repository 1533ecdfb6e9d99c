import Foundation
import Support
import Testing

/// Two runs, or their logs, side by side.
@Suite("mapreplay diff")
struct DiffTests {
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/a.yaml", ExitStatusTests.scenario(""))
    try scratch.file(
      "in/b.yaml", ExitStatusTests.scenario("  - pan: {by: 30 x 0 pt, over: 100 ms}\n"))
    return scratch
  }

  @Test
  func `the facts of two runs that differ are named, with their values`() throws {
    let scratch = try DiffTests.scratch()
    func play(_ out: String) throws {
      let ending = try Program.debug.run(
        ["run", "in", "--no-times", "--out", out], in: scratch.folder)
      #expect(ending.code == 0, "\(ending.complaints)")
    }
    try play("old")
    let same = try Program.debug.run(["diff", "old", "old/run.json"], in: scratch.folder)
    #expect(same.code == 0, "\(same.complaints)")
    #expect(same.output.hasPrefix(Program.unchanged), "\(same.output)")
    try scratch.file(
      "in/b.yaml", ExitStatusTests.scenario("  - pan: {by: 60 x 0 pt, over: 100 ms}\n"))
    try play("new")
    let other = try Program.debug.run(["diff", "old", "new"], in: scratch.folder)
    #expect(other.code == 1)
    #expect(
      other.output.hasPrefix("changed, decided by facts: 1 of 2 sessions does something else"),
      "\(other.output)")
    #expect(other.output.contains("  in/b: "))
    let json = try Program.debug.run(["diff", "old", "new", "--json"], in: scratch.folder)
    #expect(json.code == 1 && json.output.hasPrefix("{"))
    let missing = try Program.debug.run(["diff", "old", "nowhere"], in: scratch.folder)
    #expect(missing.code == 66)
    #expect(missing.complaints.hasPrefix("error: there is no run file 'nowhere'\nhelp: "))
  }

  @Test
  func `the first event that differs is shown with its step, of logs and of programs`() throws {
    let scratch = try DiffTests.scratch()
    let log = try Program.debug.run(["run", "in", "--log", "--out", "out"], in: scratch.folder)
    #expect(log.code == 0, "\(log.complaints)")
    try scratch.file("old.log", log.output)
    let program = Program.debug.path
    let same = try Program.debug.run(
      ["diff", "--trace", "old.log", program, "in"], in: scratch.folder)
    #expect(same.code == 0, "\(same.complaints)")
    #expect(same.output == "the same: every event of 2 sessions\n")
    try scratch.file(
      "in/b.yaml", ExitStatusTests.scenario("  - pan: {by: 60 x 0 pt, over: 100 ms}\n"))
    let other = try Program.debug.run(
      ["diff", "--trace", "old.log", program, "in"], in: scratch.folder)
    #expect(other.code == 1, "\(other.complaints)")
    #expect(other.output.hasPrefix("1 of 2 sessions differs, first in/b at event "))
    #expect(
      other.output.contains("in line 10: pan: {by: 30 x 0 pt, over: 100 ms}\nHEAD in line 10: "))
    #expect(other.output.contains("\n- ") && other.output.contains("\n+ "))
    for (arguments, code) in [
      (["--trace", "old.log", program], 64), (["--trace", "old.log", "nowhere"], 66),
      (["old.log", "old.log", "in"], 64), (["--trace", "old.log", "in/a.yaml"], 66),
    ] as [([String], Int32)] {
      let ending = try Program.debug.run(["diff"] + arguments, in: scratch.folder)
      #expect(ending.code == code, "\(arguments) \(ending.complaints)")
    }
  }
}
