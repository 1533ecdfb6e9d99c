import Foundation
import Support
import Testing

@Suite("mapreplay init")
struct InitTests {
  private static let files = [
    ".vscode/settings.json", "Reports/.gitignore", "Scenarios/first.yaml",
    "Scenarios/mapreplay.schema.json", "Scenarios/tolerances.schema.json",
  ]
  private static let pipelines = [
    "github": [".github/workflows/mapreplay.yaml"], "gitlab": [".gitlab-ci.yml"], "none": [],
  ]

  /// The commands that `init` prints below `next:`.
  private static func commands(_ output: String) -> [String] {
    output.components(separatedBy: "next:\n").last?.split(separator: "\n").map(String.init) ?? []
  }

  @Test(arguments: ["github", "gitlab", "none"], [".", "an app/it's"])
  func `its next commands do what they say, typed one after the other`(
    pipeline: String, folder: String
  ) throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      ["init", "--pipeline", pipeline] + (folder == "." ? [] : [folder]), in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    let files = Self.files + (Self.pipelines[pipeline] ?? [])
    let written = scratch.files(below: folder)
    #expect(Set(written) == Set(files))
    for file in files { #expect(ending.output.contains("\(file) is written\n")) }
    #expect(ending.output.contains("MAPREPLAY_ARCHIVE") == (pipeline != "none"))
    let commands = Self.commands(ending.output)
    #expect(commands.count == 3)
    try scratch.script("tools/mapreplay", "#!/bin/sh\nexec '\(Program.debug.path)' \"$@\"\n")
    // Each command ends the shell where it fails.
    let typed = try Program(path: "/usr/bin/env").run(
      ["bash", "-e", "-c", commands.joined(separator: "\n")], in: scratch.folder,
      environment: [
        "PATH": "\(scratch.path)/tools:\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
        "CI": "",
      ])
    #expect(typed.code == 0, "\(typed.output)\(typed.complaints)")
    #expect(
      typed.output.contains("committed facts: 1 session compared, none differs"),
      "\(typed.output)")
    let after = scratch.files(below: folder)
    #expect(after.contains("Reports/first.json") && after.contains("Reports/latest/report.html"))
    let git = try Program(path: "/usr/bin/env").run(
      ["bash", "-e", "-c", "git init -q . && git add . && git ls-files"],
      in: scratch.folder.appending(path: folder))
    #expect(git.output.contains("Reports/first.json\n") && !git.output.contains("latest"))
  }

  /// A build server reads pipelines only in the root.
  @Test(arguments: ["github", "gitlab", "none"])
  func `a pipeline below the root of a repository is to be moved there`(pipeline: String) throws {
    let scratch = try Scratch()
    let git = try Program(path: "/usr/bin/env").run(["git", "init", "-q"], in: scratch.folder)
    try #require(git.code == 0)
    let outputs = try ["app", "."].map { folder in
      try Program.debug.run(["init", "--pipeline", pipeline, folder], in: scratch.folder).output
    }
    let words = "move \(Self.pipelines[pipeline]?.first ?? "") to \(scratch.path), "
    #expect(outputs.map { $0.contains(words) } == [pipeline != "none", false], "\(outputs)")
  }

  @Test
  func `a file that is there is kept, and the others are written`() throws {
    let scratch = try Scratch()
    for path in Self.files {
      let scratch = try Scratch()
      try scratch.file(path, "mine")
      let ending = try Program.debug.run(["init"], in: scratch.folder)
      #expect(ending.code == 0, "\(ending.complaints)")
      #expect(ending.output.contains("\(path) is there already, and is kept\n"))
      #expect(try scratch.text(path) == "mine")
      #expect(scratch.files().count == 6)
    }
    #expect(try Program.debug.run(["init"], in: scratch.folder).code == 0)
    let texts = try scratch.files().map { try scratch.text($0) }
    let again = try Program.debug.run(["init"], in: scratch.folder)
    #expect(again.code == 0 && !again.output.contains("written"))
    #expect(again.output.ranges(of: "is there already, and is kept\n").count == 6)
    #expect(try scratch.files().map { try scratch.text($0) } == texts)
  }

  @Test(arguments: [
    ("Scenarios", ["init"], "'Scenarios' is a file where a folder belongs"),
    (".github", ["init"], "'.github' is a file where a folder belongs"),
    ("a", ["init", "a"], "'a' is a file where a folder belongs"),
    ("a", ["init", "a/b"], "'a' is a file where a folder belongs"),
    (".gitlab-ci.yml/b", ["init", "--pipeline", "gitlab"], "'.gitlab-ci.yml' is a folder where"),
  ])
  func `what is in the way is named, and nothing is written`(
    path: String, arguments: [String], words: String
  ) throws {
    let scratch = try Scratch()
    try scratch.file(path, "mine")
    let ending = try Program.debug.run(arguments, in: scratch.folder)
    #expect(ending.code == 74)
    #expect(ending.complaints.hasPrefix("error: \(words)"), "\(ending.complaints)")
    #expect(ending.complaints.contains("\nhelp: move it away, or name another folder: mapreplay"))
    #expect(scratch.files() == [path])
    #expect(try scratch.text(path) == "mine")
  }

  @Test
  func `editors find the schema, which is that of this program`() throws {
    let scratch = try Scratch()
    _ = try Program.debug.run(["init"], in: scratch.folder)
    for (kind, name) in [("scenario", "mapreplay"), ("tolerances", "tolerances")] {
      let schema = try Program.debug.run(["schema", kind]).output
      #expect(try scratch.text("Scenarios/\(name).schema.json") == schema)
    }
    let settings = try #require(
      try JSONSerialization.jsonObject(
        with: Data(scratch.text(".vscode/settings.json").utf8)) as? [String: [String: [String]]])
    #expect(
      settings["yaml.schemas"]?["Scenarios/mapreplay.schema.json"]?.first == "Scenarios/**/*.yaml")
    #expect(
      settings["yaml.schemas"]?["Scenarios/tolerances.schema.json"] == ["Reports/tolerances.yaml"])
    #expect(
      try scratch.text("Scenarios/first.yaml")
        .hasPrefix("# yaml-language-server: $schema=mapreplay.schema.json\n"))
  }

  @Test(arguments: [["init", "--pipeline", "jenkins"], ["init", ""], ["init", "a", "b"]])
  func `it wants one folder and a build server that it knows`(arguments: [String]) throws {
    let scratch = try Scratch()
    #expect(try Program.debug.run(arguments, in: scratch.folder).code == 64)
    #expect(scratch.files().isEmpty)
  }
}
