import Foundation
import Reporting
import Support
import Testing

/// The sources that a program names as its own.
@Suite("Sources of the program")
struct ProgramSourceTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.program(
      "maps/.ci/sources", copying: Program.repository.appending(path: ".ci/sources").path)
    try scratch.file("maps/Package.swift", "package")
    try scratch.file("maps/Sources/A/a.swift", "a")
    try scratch.file("maps/Scenarios/s.yaml", "s")
  }

  /// Types lines into a shell, and reads what the last one prints.
  private func source(after lines: String = "") throws -> ProgramSource {
    let git = "git -c user.name=A -c user.email=a@example.com"
    let ending = try Program(path: "/usr/bin/env").run(
      [
        "bash", "-e", "-c",
        "commit() { git add . && \(git) commit --quiet -m A; }\n\(lines)\n.ci/sources",
      ],
      in: scratch.folder.appending(path: "maps"),
      environment: [
        "HOME": scratch.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
      ])
    let line = try #require(ending.output.split(separator: "\n").last, "\(ending)")
    return try #require(ProgramSource(String(line)))
  }

  @Test
  func `equal sources have one digest, in every commit and outside of git`() throws {
    let outside = try source()
    #expect(outside.commit == nil && !outside.isModified && outside.shortText.hasPrefix("sources "))
    let first = try source(after: "git init --quiet . && commit")
    let second = try source(after: "echo t >> Scenarios/s.yaml && commit")
    #expect(Set([outside, first, second].map(\.digest)).count == 1)
    #expect(first.commit != second.commit && first.commit?.count == 40)
    #expect(try !source(after: "echo u >> Scenarios/s.yaml").isModified)
  }

  @Test(arguments: [
    "echo b >> Sources/A/a.swift", "echo b > Sources/A/b.swift", "rm Sources/A/a.swift",
    "mv Sources/A/a.swift Sources/A/c.swift", "echo b >> Package.swift",
  ])
  func `an edit of the sources changes the digest`(edit: String) throws {
    let before = try source(after: "git init --quiet . && commit")
    let after = try source(after: edit)
    #expect(before.digest != after.digest && after.isModified && after.commit == before.commit)
    #expect(after.shortText == "\(before.shortText)+")
    let committed = try source(after: "commit")
    #expect(committed.digest == after.digest && !committed.isModified)
  }

  @Test(arguments: ["", "abc", "abc def", "abc def changed", "abc def modified more"])
  func `a text of another form is refused`(text: String) {
    #expect(ProgramSource(text) == nil)
  }

  /// Users read in it what a version changes.
  @Test
  func `the latest release is the version of the program`() throws {
    let page = try String(
      contentsOf: Program.repository.appending(path: "Reports/Releases.md"), encoding: .utf8)
    let latest = try #require(page.firstMatch(of: /\n## (.+)\n/)).1
    let ending = try Program.debug.run(["--version"])
    #expect(ending.output.prefix { !$0.isWhitespace } == latest)
  }
}
