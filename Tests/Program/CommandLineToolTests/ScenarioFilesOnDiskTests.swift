import Foundation
import Glibc
import Support
import Testing

/// What the program says of files and folders that cannot be read, and what a filter leaves out.
@Suite("Scenario files on disk")
struct ScenarioFilesOnDiskTests {
  private func scratch(_ texts: [String: String]) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for (name, text) in texts { try scratch.file("in/\(name)", text) }
    return scratch
  }

  private func run(_ scratch: Scratch, _ more: [String] = []) throws -> Program.Ending {
    try Program.debug.run(["run", "in", "--out", "out"] + more, in: scratch.folder)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe is a diagnostic`() throws {
    let scratch = try scratch(["pin.yaml": ExitStatusTests.scenario("")])
    #expect(unsafe mkfifo("\(scratch.path)/in/pipe.yaml", 0o644) == 0)
    let ending = try run(scratch)
    #expect(ending.code == 65)
    #expect(ending.complaints.contains("in/pipe.yaml:1:1: error[MR0102]: 'in/pipe.yaml' is a pipe"))
    #expect(try run(scratch, ["--filter", "pin"]).code == 0)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe in place of data is a diagnostic`() throws {
    let text = ExitStatusTests.scenario("").replacing(
      "data: {pins: {", with: "data: {far: {file: far.csv}, pins: {")
    let scratch = try scratch(["pin.yaml": text])
    #expect(unsafe mkfifo("\(scratch.path)/in/far.csv", 0o644) == 0)
    let ending = try run(scratch)
    #expect(ending.code == 65)
    #expect(ending.complaints.contains("error[MR0102]: 'in/far.csv' is a pipe, not a file"))
  }

  /// What could be written under such a name, nothing could read.
  @Test(arguments: [
    "two\nlines.yaml", "a\ttab.yaml", "a\u{2028}line.yaml", "a\nfolder/pin.yaml", "...yaml",
  ])
  func `a name that cannot be in an id is a diagnostic`(name: String) throws {
    let scratch = try scratch(["pin.yaml": ExitStatusTests.scenario("")])
    try scratch.file("in/sub/\(name)", ExitStatusTests.scenario(""))
    // A name that begins with a dot is left out unless it is asked for.
    let path = name.hasPrefix(".") ? "in/sub/\(name)" : "in"
    for verb in [["validate", path], ["run", path, "--out", "out"]] {
      let ending = try Program.debug.run(verb, in: scratch.folder)
      #expect(ending.code == 65, "\(ending.complaints)")
      let first = ending.complaints.split(separator: "\n").first ?? ""
      #expect(first.hasPrefix("in/sub/") && first.contains(":1:1: error[MR0114]: the id '"))
      #expect(
        ending.complaints.contains("\nhelp: rename the file or the folder; "),
        "\(ending.complaints)")
    }
    let json = try Program.debug.run(["validate", path, "--format", "json"], in: scratch.folder)
    #expect(json.code == 65 && json.output.contains("MR0114"))
    #expect(!scratch.files().contains { $0.hasPrefix("out") })
    if path == "in" { #expect(try run(scratch, ["--filter", "in/pin"]).code == 0) }
  }

  @Test
  func `the id of a session means it alone, and diagnostics of its file are shown`() throws {
    let plain = ExitStatusTests.scenario("")
      .replacing("layers: {pins: {", with: "layers: {pins: {cluster: {}, ")
    let text = plain.replacing(
      "\nsteps:", with: "\nvariants: {a: {mode: upstream}, a b: {mode: corrected}}\nsteps:")
    let scratch = try scratch(["pin.yaml": text])
    let one = try run(scratch, ["--filter", "in/pin.a"])
    #expect(one.output.contains("decided by facts: 1 scenario passed"), "\(one.output)")
    let pins = try run(scratch, ["--filter", "in/pin"])
    #expect(pins.output.contains("decided by facts: 2 sessions of 1 scenario passed"))
    try scratch.file("in/pin.yaml", text + "  - wat: 1 s\n")
    let faulty = try run(scratch, ["--filter", "in/pin.a"])
    #expect(faulty.code == 65)
    #expect(faulty.complaints.contains("unknown step 'wat'"), "\(faulty.complaints)")
  }

  @Test
  func `a link to nothing is a diagnostic`() throws {
    let scratch = try scratch(["pin.yaml": ExitStatusTests.scenario("")])
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/in/link.yaml", withDestinationPath: "nowhere.yaml")
    #expect(try run(scratch).code == 65)
    #expect(try Program.debug.run(["run", "in/link.yaml"], in: scratch.folder).code == 65)
  }

  @Test(arguments: ["defaults.yaml", "nowhere.yaml"])
  func `defaults that are a link to nothing are a diagnostic`(target: String) throws {
    let scratch = try scratch(["pin.yaml": ExitStatusTests.scenario("")])
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/in/defaults.yaml", withDestinationPath: target)
    let ending = try run(scratch)
    #expect(ending.code == 65)
    #expect(
      ending.complaints.hasPrefix(
        "in/defaults.yaml:1:1: error[MR0102]: 'in/defaults.yaml' is a link that leads nowhere"),
      "\(ending.complaints)")
  }

  /// A whole disk, which would be searched for minutes.
  @Test
  func `more folders than a repository has are a mistake`() throws {
    let scratch = try scratch(["pin.yaml": ExitStatusTests.scenario("")])
    let folder = scratch.folder.appending(path: "in/many")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 0..<10_000 {
      #expect(unsafe mkdir("\(scratch.path)/in/many/\(number)", 0o755) == 0)
    }
    for verb in ["coverage", "list", "run"] {
      let ending = try Program.debug.run([verb, "in"], in: scratch.folder)
      #expect(ending.code == 66)
      #expect(
        ending.complaints == """
          error: there are more than 10000 folders below 'in'
          help: name the folder of the scenarios

          """)
    }
  }

  @Test(
    .enabled(
      if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      "root reads everything, and setpriv makes somebody else of it"),
    arguments: [("in/sub", "MR0109]: the folder cannot"), ("in/pin.yaml", "MR0103]: the file")])
  func `what may not be read is a diagnostic`(name: String, words: String) throws {
    let scratch = try scratch([
      "pin.yaml": ExitStatusTests.scenario(""), "sub/pin.yaml": ExitStatusTests.scenario(""),
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: "\(scratch.path)/\(name)")
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: "\(scratch.path)/\(name)")
    }
    let arguments = ["validate", "in"]
    let ending =
      geteuid() == 0
      ? try Program(path: "/usr/bin/setpriv").run(
        ["--reuid", "65534", "--clear-groups", Program.debug.path] + arguments, in: scratch.folder)
      : try Program.debug.run(arguments, in: scratch.folder)
    #expect(ending.code == 65, "\(ending.complaints)")
    #expect(ending.complaints.contains("\(name)"))
    #expect(ending.complaints.contains(words), "\(ending.complaints)")
    #expect(ending.complaints.contains("help: change its permissions so that you can read it"))
  }

  @Test(arguments: [
    "--filter pin": 0, "--filter bad": 65, "--filter Crooked": 65, "--tag good": 0,
    "--tag slow": 65, "": 65, "--tag good --filter crooked": 66,
  ])
  func `a filter does not stumble over what it leaves out`(
    options: String, code: Int32
  ) throws {
    let scratch = try scratch([
      "pin.yaml": ExitStatusTests.scenario("tags: [good]\n"),
      "bad.yaml": "scenario: 'Crooked'  # title\ntags: [\"slow\", b]\nsteps: {[\n",
    ])
    let arguments = options.split(separator: " ").map(String.init)
    for verb in [["validate", "in"], ["list", "in"], ["run", "in", "--out", "out"]] {
      let ending = try Program.debug.run(verb + arguments, in: scratch.folder)
      #expect(ending.code == code, "\(ending.complaints)")
      guard code == 0 else { continue }
      #expect(
        ending.complaints
          == "note: a faulty file left out by --filter and --tag: in/bad.yaml\n")
    }
  }
}
