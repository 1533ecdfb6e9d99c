import Foundation
import Support
import Testing

/// What a run says of the folder of the committed facts, and what it changes there when asked.
@Suite("Committed facts")
struct CommittedFactsTests {
  /// A folder with a device profile and scenarios that differ in their last lines.
  private func scratch(_ scenarios: [String: String]) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("Scenarios/Devices/test-phone.yaml", TestDevice.text)
    for (name, rest) in scenarios {
      try scratch.file("Scenarios/\(name).yaml", ExitStatusTests.scenario(rest))
    }
    return scratch
  }

  private func run(
    _ path: String, _ more: [String] = [], in scratch: Scratch
  ) throws -> Program.Ending {
    try Program.debug.run(
      ["run", path, "--facts", "facts", "--out", "out"] + more, in: scratch.folder,
      environment: RebaselineTests.noServer)
  }

  /// The options that write facts of any session.
  private static let update = ["--update", "--reason", "a test"]

  private func update(_ path: String, in scratch: Scratch) throws {
    let ending = try run(path, CommittedFactsTests.update, in: scratch)
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
  }

  @Test
  func `are for those who ask`() throws {
    let scratch = try scratch(["pin": ""])
    for _ in 0..<2 {
      let ending = try run("Scenarios", in: scratch)
      #expect(ending.code == 0, "\(ending.complaints)")
      #expect(
        ending.output.hasSuffix(
          "decided by facts: 1 scenario passed; nothing was asked; committed facts not compared "
            + "(see --compare)\n"))
      #expect(scratch.files(below: "facts").isEmpty)
    }
    try update("Scenarios", in: scratch)
    try scratch.file("Scenarios/pin.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    #expect(try run("Scenarios", in: scratch).code == 0)
    #expect(try run("Scenarios", ["--compare"], in: scratch).code == 1)
  }

  @Test
  func `that differ are told by their numbers until they are updated`() throws {
    let scratch = try scratch(["pin": "", "sub/other": ""])
    try update("Scenarios", in: scratch)
    let same = try run("Scenarios", ["--compare"], in: scratch)
    #expect(same.code == 0)
    #expect(
      same.output.hasSuffix(
        "2 scenarios passed; nothing was asked; committed facts: 2 sessions compared, none "
          + "differs\n"))

    try scratch.file("Scenarios/pin.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    for _ in 0..<2 {
      let changed = try run("Scenarios", ["--compare"], in: scratch)
      #expect(changed.code == 1)
      #expect(
        changed.output.hasSuffix(
          "2 scenarios passed; nothing was asked; committed facts: 2 sessions compared, 1 "
            + "differs\n"))
      #expect(changed.complaints.contains("error: facts of pin differ: "))
      #expect(
        changed.complaints.hasSuffix(
          "if this is meant, write the new facts: "
            + "mapreplay rebaseline Scenarios --facts facts --reason '...'\n"))
    }
    let all = try run("Scenarios", ["--compare", "--verbose"], in: scratch)
    #expect(all.complaints.hasPrefix("error: facts of pin differ:\n  "), "\(all.complaints)")
    #expect(all.complaints.contains("\n  simulated time "), "\(all.complaints)")
    let before = try scratch.text("facts/pin.json")
    let refused = try run("Scenarios", ["--update"], in: scratch)
    #expect(refused.code == 1)
    #expect(
      refused.complaints.contains("error: facts that changed are not written without a reason\n"))
    #expect(try scratch.text("facts/pin.json") == before)
    let updated = try run("Scenarios", CommittedFactsTests.update, in: scratch)
    #expect(updated.code == 0)
    #expect(updated.output.hasSuffix("updated: 2 sessions, 1 changed\n"), "\(updated.output)")
    #expect(try run("Scenarios", ["--compare"], in: scratch).code == 0)
  }

  @Test
  func `that cannot be read end every verb with 65, and stay as they are`() throws {
    let scratch = try scratch(["pin": ""])
    try update("Scenarios", in: scratch)
    let facts = try scratch.text("facts/pin.json")
    for (text, place, words) in [
      (
        "<<<<<<< HEAD\n\(facts)=======\n\(facts)>>>>>>> other\n", "1:1",
        "cannot be read: a merge is unfinished, and this is a conflict marker"
      ),
      (String(facts.prefix(facts.count / 2)), "", "cannot be read as JSON"),
      ("", "1:1", "cannot be read as JSON"),
      ("{}\n", "1:1", "cannot be read: these are no facts"),
    ] {
      try scratch.file("facts/pin.json", text)
      for options in [["--compare"], ["--gate", "facts"], CommittedFactsTests.update] {
        let ending = try run("Scenarios", options, in: scratch)
        #expect(ending.code == 65, "\(options)")
        let complaint = ending.complaints.split(separator: "\n").first ?? ""
        #expect(complaint.hasPrefix("error: facts/pin.json:\(place)"), "\(ending.complaints)")
        #expect(complaint.hasSuffix(words), "\(ending.complaints)")
        #expect(ending.output.hasPrefix("failed, decided by facts: facts/pin.json:"))
      }
      let ending = try Program.debug.run(
        ["rebaseline", "Scenarios", "--facts", "facts", "--reason", "a test"], in: scratch.folder,
        environment: RebaselineTests.noServer)
      #expect(ending.code == 65 && ending.complaints.contains(words), "\(ending.complaints)")
      #expect(try scratch.text("facts/pin.json") == text)
    }
    // The remedy.
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "facts/pin.json"))
    #expect(try run("Scenarios", ["--update"], in: scratch).code == 0)
    #expect(try scratch.text("facts/pin.json") == facts)
    // So do those of a scenario that is gone.
    for text in ["", String(facts.prefix(facts.count / 2)), ">>>>>>> other\n"] {
      try scratch.file("facts/gone.json", text)
      let ending = try run("Scenarios", ["--compare"], in: scratch)
      #expect(ending.code == 65, "\(ending.complaints)")
      #expect(ending.complaints.hasPrefix("error: facts/gone.json:"), "\(ending.complaints)")
    }
  }

  @Test
  func `are the same with the line ends of another system`() throws {
    let scratch = try scratch(["pin": "  - snapshot: end\n"])
    try update("Scenarios", in: scratch)
    for name in scratch.files(below: "facts") {
      let text = try scratch.text("facts/\(name)")
      try scratch.file("facts/\(name)", text.replacing("\n", with: "\r\n"))
    }
    let ending = try run("Scenarios", ["--compare"], in: scratch)
    #expect(ending.code == 0 && ending.complaints.isEmpty, "\(ending.complaints)")
    try scratch.file("Scenarios/pin.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    let changed = try run("Scenarios", ["--compare"], in: scratch)
    #expect(changed.complaints.hasPrefix("error: facts of pin differ: "), "\(changed.complaints)")
  }

  @Test
  func `are written only for a reason, by hand, and of a run that ends well`() throws {
    let scratch = try scratch(["pin": ""])
    try update("Scenarios", in: scratch)
    let facts = try scratch.text("facts/pin.json")
    try scratch.file("Scenarios/pin.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    try scratch.file("Scenarios/new.yaml", ExitStatusTests.scenario("  - wait: 3 s\n"))
    let onServer = try Program.debug.run(
      ["run", "Scenarios", "--facts", "facts", "--out", "out"] + CommittedFactsTests.update,
      in: scratch.folder, environment: RebaselineTests.noServer.merging(["CI": "true"]) { $1 })
    #expect(onServer.code == 1)
    #expect(
      onServer.complaints.contains("error: facts that changed are not written in CI (CI is set)"))
    try scratch.file(
      "Scenarios/broken.yaml", ExitStatusTests.scenario("expect: {callouts opened: exactly 9}\n"))
    let broken = try run("Scenarios", CommittedFactsTests.update, in: scratch)
    #expect(broken.code == 1)
    #expect(
      broken.complaints.contains("facts that changed are not written, as the run does not end"))
    #expect(try scratch.text("facts/pin.json") == facts)
    #expect(!scratch.files(below: "facts").contains("Reasons.md"))
  }

  /// They need no reason, wherever they are written, unless they are no baseline.
  @Test
  func `of new sessions are written whatever else changed, but not of those that fail`() throws {
    let scratch = try scratch(["pin": ""])
    try update("Scenarios", in: scratch)
    let facts = try scratch.text("facts/pin.json")
    try scratch.file("Scenarios/pin.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    try scratch.file("Scenarios/new.yaml", ExitStatusTests.scenario("  - snapshot: end\n"))
    try scratch.file(
      "Scenarios/broken.yaml", ExitStatusTests.scenario("expect: {callouts opened: exactly 9}\n"))
    let failed = "note: facts of new sessions that fail are not written: broken\n"
    let part = try run("Scenarios", ["--update"], in: scratch)
    #expect(part.code == 1)
    #expect(
      part.complaints.contains(
        "error: facts that changed are not written, as the run does not end well\n"))
    #expect(
      part.complaints.contains("note: facts of new sessions are written: new\n\(failed)"),
      "\(part.complaints)")
    #expect(part.complaints.contains("error: facts missing in 'facts': broken\n"))
    #expect(try scratch.text("facts/pin.json") == facts)
    let files = scratch.files(below: "facts")
    #expect(files == ["README.md", "new.json", "new.svg", "pin.json", "pin.svg"])
    // Nothing changed, in a place where nothing may change.
    try scratch.file("Scenarios/pin.yaml", ExitStatusTests.scenario(""))
    try scratch.file("Scenarios/newer.yaml", ExitStatusTests.scenario("  - wait: 3 s\n"))
    let added = try Program.debug.run(
      ["run", "Scenarios", "--facts", "facts", "--out", "out", "--update"],
      in: scratch.folder, environment: ["CI": "true"])
    let words = added.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(added.code == 1 && words.contains("updated: 4 sessions, 1 new"), "\(words)")
    #expect(added.complaints.contains(failed) && !added.complaints.contains("are written: "))
    #expect(scratch.files(below: "facts").contains("newer.json"))
    #expect(!scratch.files(below: "facts").contains { $0.hasPrefix("broken") })
    // Comparisons of builds need them all.
    let all = try run("Scenarios", ["--update", "--facts-of-failed"], in: scratch)
    #expect(all.code == 1 && scratch.files(below: "facts").contains("broken.json"))
  }

  /// A comment and a title may change with the name; what the session does may not.
  @Test
  func `of a renamed scenario are those of its former name`() throws {
    let scratch = try scratch(["pin": "  - wait: 2 s\n", "other": "", "twin": "  - wait: 1 s\n"])
    try update("Scenarios", in: scratch)
    let facts = try scratch.text("facts/pin.json")
    func rename(_ old: String, _ new: String, _ rest: String) throws {
      try FileManager.default.removeItem(
        at: scratch.folder.appending(path: "Scenarios/\(old).yaml"))
      try scratch.file(
        "Scenarios/\(new).yaml",
        "# A comment.\n"
          + ExitStatusTests.scenario(rest).replacing("scenario: One pin", with: "scenario: A pin"))
    }
    try rename("pin", "sub/needle", "  - wait: 2 s\n")
    let ending = try run("Scenarios", ["--compare"], in: scratch)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(ending.output.contains("committed facts: 3 sessions compared, 1 renamed"))
    #expect(ending.complaints.hasPrefix("note: facts of sub/needle: renamed from pin\n"))
    let moved = try Program.debug.run(
      ["rebaseline", "Scenarios", "--facts", "facts"], in: scratch.folder,
      environment: RebaselineTests.noServer)
    #expect(moved.code == 0, "\(moved.complaints)")
    #expect(try scratch.text("facts/sub/needle.json") == facts)
    #expect(!scratch.files(below: "facts").contains { $0.hasPrefix("pin.") })
    #expect(!scratch.files(below: "facts").contains("Reasons.md"))
    #expect(try run("Scenarios", ["--compare"], in: scratch).complaints.isEmpty)
    // Renamed and edited is gone and new, and two of one kind are not told apart.
    try rename("sub/needle", "edited", "  - wait: 3 s\n")
    let edited = try run("Scenarios", ["--compare"], in: scratch)
    #expect(edited.code == 1)
    #expect(
      edited.complaints.contains("note: facts of edited: renamed from sub/needle and changed?\n"))
    try update("Scenarios", in: scratch)
    try rename("twin", "first", "  - wait: 1 s\n")
    try scratch.file("Scenarios/second.yaml", try scratch.text("Scenarios/first.yaml"))
    let twins = try run("Scenarios", ["--compare"], in: scratch)
    #expect(twins.code == 1 && !twins.complaints.contains("renamed"), "\(twins.complaints)")
  }

  @Test
  func `are found and written through links, which stay`() throws {
    let scratch = try scratch(["pin": ""])
    try update("Scenarios", in: scratch)
    let files = FileManager.default
    func path(_ name: String) -> String { scratch.folder.appending(path: name).path }
    try files.moveItem(atPath: path("facts"), toPath: path("elsewhere"))
    try files.createSymbolicLink(atPath: path("facts"), withDestinationPath: "elsewhere")
    try files.moveItem(atPath: path("elsewhere/pin.json"), toPath: path("pin-facts.json"))
    try files.createSymbolicLink(
      atPath: path("elsewhere/pin.json"), withDestinationPath: "../pin-facts.json")
    #expect(try run("Scenarios", ["--compare"], in: scratch).code == 0)
    let before = try scratch.text("pin-facts.json")
    try scratch.file("Scenarios/pin.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    try update("Scenarios", in: scratch)
    #expect(try scratch.text("pin-facts.json") != before)
    for link in ["facts", "elsewhere/pin.json"] {
      #expect((try? files.destinationOfSymbolicLink(atPath: path(link))) != nil, "\(link)")
    }
    // A link moves with a renamed session, also before its file is there.
    let now = try scratch.text("pin-facts.json")
    try files.moveItem(atPath: path("Scenarios/pin.yaml"), toPath: path("Scenarios/needle.yaml"))
    #expect(try run("Scenarios", ["--update"], in: scratch).code == 0)
    #expect(try scratch.text("pin-facts.json") == now)
    #expect((try? files.destinationOfSymbolicLink(atPath: path("elsewhere/pin.json"))) == nil)
    #expect(
      try files.destinationOfSymbolicLink(atPath: path("elsewhere/needle.json"))
        == "../pin-facts.json")
    try files.createDirectory(
      atPath: path("Scenarios/sub"), withIntermediateDirectories: true)
    try files.moveItem(
      atPath: path("Scenarios/needle.yaml"), toPath: path("Scenarios/sub/pin.yaml"))
    #expect(try run("Scenarios", ["--update"], in: scratch).code == 0)
    let link = try files.destinationOfSymbolicLink(atPath: path("elsewhere/sub/pin.json"))
    #expect(link == "../../pin-facts.json")
    try files.removeItem(atPath: path("pin-facts.json"))
    #expect(try run("Scenarios", ["--update"], in: scratch).code == 0)
    #expect(try scratch.text("pin-facts.json") == now)
    try files.moveItem(atPath: path("Scenarios/sub/pin.yaml"), toPath: path("Scenarios/pin.yaml"))
    #expect(try run("Scenarios", ["--update"], in: scratch).code == 0)
    // What is gone is gone through links too.
    try files.removeItem(atPath: path("Scenarios/pin.yaml"))
    try scratch.file("Scenarios/new.yaml", ExitStatusTests.scenario(""))
    #expect(
      try run("Scenarios", ["--compare"], in: scratch).complaints
        .contains("facts of no scenario in 'facts': pin"))
  }

  @Test
  func `that are missing are a difference, and so is a folder without any`() throws {
    let scratch = try scratch(["one": "", "two": ""])
    for facts in ["facts", "fcats"] {
      let ending = try Program.debug.run(
        ["run", "Scenarios", "--compare", "--facts", facts, "--out", "out"], in: scratch.folder)
      #expect(ending.code == 1)
      #expect(ending.complaints.contains("error: there are no facts in '\(facts)'\n"))
      #expect(ending.output.contains("no facts in '\(facts)' for 2 sessions"))
    }
    try update("Scenarios/one.yaml", in: scratch)
    let ending = try run("Scenarios", ["--compare"], in: scratch)
    #expect(ending.code == 1)
    #expect(ending.complaints.contains("error: facts missing in 'facts': two\n"))
  }

  @Test
  func `do not follow how or from where the path was typed`() throws {
    let scratch = try scratch(["one": "", "sub/two": ""])
    try update("Scenarios", in: scratch)
    let index = try scratch.text("facts/README.md")
    let files = [
      "README.md", "one.json", "one.svg", "sub/README.md", "sub/two.json", "sub/two.svg",
    ]
    #expect(scratch.files(below: "facts") == files)
    for path in [
      "./Scenarios", "Scenarios/", "\(scratch.path)/Scenarios", "Scenarios/../Scenarios",
      "./Scenarios/sub", "Scenarios//sub/two.yaml", ".",
    ] {
      let ending = try run(path, ["--compare"], in: scratch)
      #expect(ending.code == 0, "\(path): \(ending.complaints)")
    }
    for (folder, path) in [("Scenarios", "sub/two.yaml"), ("Scenarios/sub", "."), ("/", "")] {
      let typed = path.isEmpty ? "\(scratch.path)/Scenarios/sub" : path
      let ending = try Program.debug.run(
        [
          "run", typed, "--compare", "--facts", "\(scratch.path)/facts", "--out",
          "\(scratch.path)/out",
        ], in: folder == "/" ? URL(filePath: "/") : scratch.folder.appending(path: folder))
      #expect(ending.code == 0, "\(folder): \(ending.complaints)")
    }
    #expect(scratch.files(below: "facts") == files)
    #expect(try scratch.text("facts/README.md") == index)
    #expect(try !scratch.text("facts/sub/two.json").contains("sub/"))
  }

  @Test(arguments: ["", "Scenarios/"])
  func `of two files of one name are two, in one run and in two`(root: String) throws {
    let scratch = try Scratch()
    for (folder, rest) in [("a", ""), ("b", "  - wait: 1 s\n")] {
      try scratch.file("\(root)\(folder)/Devices/test-phone.yaml", TestDevice.text)
      try scratch.file("\(root)\(folder)/pin.yaml", ExitStatusTests.scenario(rest))
    }
    for folder in ["a", "b"] { try update("\(root)\(folder)", in: scratch) }
    #expect(
      scratch.files(below: "facts").filter { $0.hasSuffix(".json") }
        == ["a/pin.json", "b/pin.json"])
    #expect(try scratch.text("facts/a/pin.json") != scratch.text("facts/b/pin.json"))
    let both = try Program.debug.run(
      ["run", "\(root)a", "\(root)b", "--compare", "--facts", "facts", "--out", "out"],
      in: scratch.folder)
    #expect(both.code == 0)
    // Neither run knew of the other folder when it wrote the index.
    #expect(both.complaints.contains("note: 'facts/README.md' is not up to date"))
    #expect(both.complaints.split(separator: "\n").count == 2, "\(both.complaints)")
    #expect(try scratch.text("out/run.json").contains("\"id\":\"b/pin\""))
  }

  @Test
  func `of a file outside stay when all scenarios are replayed, and never take another's place`()
    throws
  {
    let scratch = try scratch(["one": ""])
    for folder in ["", "Extra/"] {
      try scratch.file("\(folder)Devices/test-phone.yaml", TestDevice.text)
    }
    let outside = ExitStatusTests.scenario("  - wait: 1 s\n")
    try scratch.file("Extra/two.yaml", outside)
    try update("Extra", in: scratch)
    try update("Scenarios", in: scratch)
    #expect(scratch.files(below: "facts").contains("Extra/two.json"))
    #expect(try run("Scenarios", ["--compare"], in: scratch).code == 0)

    try scratch.file("one.yaml", outside)
    #expect(try run("one.yaml", in: scratch).code == 0)
    let ending = try Program.debug.run(["run", "one.yaml", "--update"], in: scratch.folder)
    #expect(ending.code == 65)
    #expect(ending.complaints.contains("facts, 'one', would be those of Scenarios/one.yaml\n"))
  }

  @Test
  func `are never among the reports`() throws {
    let scratch = try scratch(["latest/one": ""])
    let ending = try Program.debug.run(["run", "--update"], in: scratch.folder)
    #expect(ending.code == 65)
    #expect(ending.complaints.contains("would lie among the reports in 'Reports/latest'\n"))
    #expect(try Program.debug.run(["run"], in: scratch.folder).code == 0)
  }

  @Test
  func `of a link are those of its file`() throws {
    let scratch = try scratch(["x/same": "", "z/link": "  - wait: 1 s\n"])
    try update("Scenarios", in: scratch)
    let files = scratch.files(below: "facts")
    // A link that comes before its file in the order of folders, and has the name of another one.
    try FileManager.default.createDirectory(
      atPath: "\(scratch.path)/Scenarios/a", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Scenarios/a/link.yaml", withDestinationPath: "../x/same.yaml")
    let ending = try run("Scenarios", ["--compare"], in: scratch)
    #expect(ending.code == 0, "\(ending.complaints)")
    let alone = try run("Scenarios/a", ["--update"], in: scratch)
    #expect(alone.output.hasSuffix("updated: 1 session, nothing changed\n"), "\(alone.output)")
    #expect(scratch.files(below: "facts") == files)
  }

  @Test
  func `keep their index when not every scenario was replayed`() throws {
    let scratch = try scratch(["one": "", "two": ""])
    try update("Scenarios", in: scratch)
    let index = try scratch.text("facts/README.md")
    #expect(index.contains("two.json"))
    #expect(try run("Scenarios", ["--filter", "one", "--update"], in: scratch).code == 0)
    #expect(try scratch.text("facts/README.md") == index)
  }

  @Test
  func `are not for another seed, unless in a folder of their own`() throws {
    let scratch = try scratch(["pin": ""])
    for flag in ["--compare", "--update"] {
      let ending = try Program.debug.run(
        ["run", "Scenarios", "--seed", "99", flag, "--out", "out"], in: scratch.folder)
      #expect(ending.code == 64)
      #expect(ending.complaints.contains("name another folder with --facts"))
    }
    #expect(try run("Scenarios", ["--seed", "99", "--update"], in: scratch).code == 0)
    #expect(try scratch.text("facts/pin.json").contains("\"99\""))
  }

  @Test
  func `whose scenario is gone are a difference, and deleted by an update`() throws {
    let scratch = try scratch(["one": "", "sub/two": "", "sub/three": ""])
    try update("Scenarios", in: scratch)
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "Scenarios/one.yaml"))
    try scratch.file("facts/notes.json", "{}")

    // Runs of a part know nothing of the rest.
    for part in [
      ["Scenarios/sub"], ["Scenarios/sub/two.yaml"], ["Scenarios", "--filter", "two"],
    ] {
      let ending = try run(part[0], part.dropFirst() + ["--compare"], in: scratch)
      #expect(ending.code == 0, "\(part): \(ending.complaints)")
    }
    let ending = try run("Scenarios", ["--compare"], in: scratch)
    #expect(ending.code == 1)
    #expect(ending.complaints.contains("error: facts of no scenario in 'facts': one\n"))
    #expect(
      ending.complaints.contains(
        "mapreplay rebaseline Scenarios --facts facts --reason '...'\n"))
    let updated = try run("Scenarios", CommittedFactsTests.update, in: scratch)
    #expect(updated.output.contains("1 deleted"))
    #expect(
      scratch.files(below: "facts") == [
        "README.md", "Reasons.md", "notes.json", "sub/README.md", "sub/three.json", "sub/three.svg",
        "sub/two.json", "sub/two.svg",
      ])
    #expect(try !scratch.text("facts/README.md").contains("one.json"))
    #expect(try run("Scenarios", ["--compare"], in: scratch).code == 0)
    // The page of a folder goes with its last scenario.
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "Scenarios/sub"))
    try scratch.file("Scenarios/four.yaml", ExitStatusTests.scenario(""))
    try update("Scenarios", in: scratch)
    #expect(
      scratch.files(below: "facts")
        == ["README.md", "Reasons.md", "four.json", "four.svg", "notes.json"])
  }

  @Test
  func `are never a run file, and stand apart from it`() throws {
    let scratch = try scratch(["run": ""])
    let out = ["--out", "facts/latest"]
    #expect(
      try Program.debug.run(
        ["run", "Scenarios", "--update", "--facts", "facts"] + out, in: scratch.folder
      ).code == 0)
    #expect(
      try Program.debug.run(
        ["run", "Scenarios", "--compare", "--facts", "facts"] + out, in: scratch.folder
      ).code == 0)
    #expect(scratch.files(below: "facts").contains("run.json"))
    for same in ["facts", "./facts/", "facts/latest/.."] {
      let ending = try run("Scenarios", ["--update", "--out", same], in: scratch)
      #expect(ending.code == 64, "\(same)")
      #expect(ending.complaints.contains("--out and --facts are one folder"))
    }
    try scratch.file("other/run.json", try scratch.text("facts/latest/run.json"))
    let ending = try Program.debug.run(
      ["run", "Scenarios", "--compare", "--facts", "other", "--out", "out"], in: scratch.folder)
    #expect(ending.code == 65)
    #expect(ending.complaints.contains("other/run.json:1:1: cannot be read: these are no facts"))
  }

  @Test
  func `stay as they were when the reports cannot be written`() throws {
    let scratch = try scratch(["pin": ""])
    try update("Scenarios", in: scratch)
    let facts = try scratch.text("facts/pin.json")
    try scratch.file("Scenarios/pin.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    try scratch.file("blocked", "a file where a folder should be")
    let ending = try run("Scenarios", ["--update", "--out", "blocked/out"], in: scratch)
    #expect(ending.code == 74)
    #expect(ending.output.contains("1 scenario passed"))
    #expect(try scratch.text("facts/pin.json") == facts)
  }

  @Test
  func `keep their index when a file of them cannot be written`() throws {
    let scratch = try scratch(["one": "", "two": ""])
    try update("Scenarios", in: scratch)
    let index = try scratch.text("facts/README.md")
    try scratch.file("Scenarios/one.yaml", ExitStatusTests.scenario("  - wait: 1 s\n"))
    let two = scratch.folder.appending(path: "facts/two.json")
    try FileManager.default.removeItem(at: two)
    try scratch.file("facts/two.json/blocked", "a folder where a file should be")
    let ending = try run("Scenarios", CommittedFactsTests.update, in: scratch)
    #expect(ending.code == 74)
    #expect(ending.complaints.contains("cannot write facts/two.json"))
    #expect(try scratch.text("facts/README.md") == index)
  }

  @Test
  func `and reports lose the temporary files of a run that was killed, and no others`() throws {
    let scratch = try scratch(["pin": ""])
    // No process has this number.
    for folder in ["facts", "facts/sub", "out"] {
      try scratch.file("\(folder)/.mapreplay-2147483647.tmp", "half a file")
    }
    try scratch.file("facts/.mapreplay-\(ProcessInfo.processInfo.processIdentifier).tmp", "")
    try scratch.file("facts/.mapreplay-notes.tmp", "")
    #expect(try run("Scenarios", in: scratch).code == 0)
    let left = scratch.files().filter { $0.hasSuffix(".tmp") }
    #expect(left.count == 2, "\(left)")
    #expect(left.allSatisfy { !$0.contains("2147483647") })
  }
}
