import Foundation
import Support
import Testing

/// What a run changes in the folder of the committed facts, and what it leaves alone.
@Suite("Committed facts")
struct CommittedFactsTests {
  private static let arguments = ["--facts", "facts", "--out", "out"]

  /// A folder with a device profile and scenarios that differ in their last lines.
  private func scratch(_ scenarios: [String: String]) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for (name, rest) in scenarios {
      try scratch.file("in/\(name).yaml", ExitStatusTests.scenario(rest))
    }
    return scratch
  }

  private func run(
    _ path: String, _ more: [String] = [], in scratch: Scratch
  ) throws -> Program.Ending {
    try Program.debug.run(
      ["run", path] + CommittedFactsTests.arguments + more, in: scratch.folder)
  }

  @Test
  func `end the run with 1 when they change, once`() throws {
    let scratch = try scratch(["pin": ""])
    #expect(try run("in", in: scratch).code == 0)
    #expect(try run("in", in: scratch).code == 0)

    try scratch.file("in/pin.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    let changed = try run("in", in: scratch)
    #expect(changed.code == 1)
    #expect(changed.complaints.contains("facts changed: pin"))
    #expect(try run("in", in: scratch).code == 0)
  }

  @Test
  func `do not follow how the path was typed`() throws {
    let scratch = try scratch(["one": "", "Canaries/two": ""])
    #expect(try run("in", in: scratch).code == 0)
    let index = try scratch.text("facts/README.md")
    for path in [
      "./in", "in/", "\(scratch.path)/in", "in/../in", "./in/Canaries", "in/Canaries/two.yaml",
    ] {
      let ending = try run(path, in: scratch)
      #expect(ending.code == 0, "\(path): \(ending.complaints)")
      #expect(try scratch.text("facts/README.md") == index, "\(path)")
    }
    #expect(try !scratch.text("facts/two.json").contains("Canaries"))
    #expect(try scratch.text("out/run.json").contains("in/Canaries/two.yaml"))
  }

  @Test
  func `keep their index when not every scenario was replayed`() throws {
    let scratch = try scratch(["one": "", "two": ""])
    #expect(try run("in", in: scratch).code == 0)
    let index = try scratch.text("facts/README.md")
    #expect(index.contains("two.json"))
    #expect(try run("in", ["--filter", "one"], in: scratch).code == 0)
    #expect(try scratch.text("facts/README.md") == index)
  }

  @Test
  func `are not touched by another seed`() throws {
    let scratch = try scratch(["pin": ""])
    let ending = try Program.debug.run(
      ["run", "in", "--seed", "99", "--out", "out"], in: scratch.folder)
    #expect(ending.code == 0)
    #expect(scratch.files().allSatisfy { !$0.hasPrefix("Reports") })
    #expect(try scratch.text("out/run.json").contains("\"99\""))
  }

  @Test
  func `end the run with 1 when their scenario is gone, until they are deleted`() throws {
    let scratch = try scratch(["one": "", "Canaries/two": "", "Canaries/three": ""])
    #expect(try run("in", in: scratch).code == 0)
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "in/one.yaml"))

    // Runs of a part know nothing of the rest.
    for part in [["in/Canaries"], ["in/Canaries/two.yaml"], ["in", "--filter", "two"]] {
      let ending = try run(part[0], Array(part.dropFirst()), in: scratch)
      #expect(ending.code == 0, "\(part): \(ending.complaints)")
    }
    for _ in 0..<2 {
      let ending = try run("in", in: scratch)
      #expect(ending.code == 1)
      #expect(ending.complaints.contains("help: delete facts/one.json"))
      #expect(!ending.complaints.contains("two"))
      #expect(try !scratch.text("facts/README.md").contains("one.json"))
    }
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "facts/one.json"))
    #expect(try run("in", in: scratch).code == 0)
  }

  @Test
  func `stay as they were when the reports cannot be written`() throws {
    let scratch = try scratch(["pin": ""])
    #expect(try run("in", in: scratch).code == 0)
    let facts = try scratch.text("facts/pin.json")
    try scratch.file("in/pin.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    try scratch.file("blocked", "a file where a folder should be")
    let ending = try run("in", ["--out", "blocked/out"], in: scratch)
    #expect(ending.code == 74)
    #expect(ending.output.contains("1 scenario passed"))
    #expect(try scratch.text("facts/pin.json") == facts)
    #expect(try run("in", in: scratch).code == 1)
  }

  @Test
  func `that changed are named even when a later file cannot be written`() throws {
    let scratch = try scratch(["one": "", "two": ""])
    #expect(try run("in", in: scratch).code == 0)
    let index = try scratch.text("facts/README.md")
    try scratch.file("in/one.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    let two = scratch.folder.appending(path: "facts/two.json")
    try FileManager.default.removeItem(at: two)
    try scratch.file("facts/two.json/blocked", "a folder where a file should be")
    let ending = try run("in", in: scratch)
    #expect(ending.code == 74)
    #expect(ending.complaints.contains("facts changed: one\n"), "\(ending.complaints)")
    #expect(ending.complaints.contains("cannot write facts/two.json"))
    #expect(try scratch.text("facts/README.md") == index)
  }
}
