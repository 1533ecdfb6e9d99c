import Foundation
import Support
import Testing

@testable import Sessions

@Suite("Finding scenarios")
struct ScenarioFinderTests {
  /// What is found below a folder, without its path.
  private func found(_ scratch: Scratch, _ paths: [String]) throws -> [String] {
    let found = try ScenarioFinder.findings(at: paths.map { "\(scratch.path)/\($0)" })
    return found.files.map { String($0.path.dropFirst(scratch.path.count + 1)) }.sorted()
  }

  private func link(_ scratch: Scratch, _ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/\(name)", withDestinationPath: target)
  }

  @Test
  func `goes to the bottom and leaves out what is no scenario`() throws {
    let scratch = try Scratch()
    for name in [
      "S/b.yaml", "S/a/c.yaml", "S/a/c.txt", "S/Devices/d.yaml", "S/a/Data/e.yaml", "S/.f.yaml",
      "S/.g/h.yaml", "S/a/Parts/p.yaml", "S/parts/q.yaml", "S/a/defaults.yaml", "i.yml",
    ] { try scratch.file(name, "") }
    #expect(try found(scratch, ["S"]) == ["S/a/c.yaml", "S/b.yaml"])
    #expect(
      try found(scratch, ["S/", "S/b.yaml", "i.yml"]) == ["S/a/c.yaml", "S/b.yaml", "i.yml"])
    #expect(throws: SessionsError.self) { try found(scratch, ["S", "none"]) }
  }

  @Test(.timeLimit(.minutes(1)))
  func `does not follow links to folders below a path`() throws {
    let scratch = try Scratch()
    try scratch.file("S/a.yaml", "")
    try scratch.file("T/b.yaml", "")
    for number in 0..<4 { try link(scratch, "S/loop \(number)", to: ".") }
    try link(scratch, "S/other", to: "../T")
    try link(scratch, "S/file.yaml", to: "../T/b.yaml")
    try link(scratch, "S/broken.yaml", to: "../T/none.yaml")
    // A broken link is a file that cannot be read, and will be a diagnostic.
    #expect(try found(scratch, ["S"]) == ["S/a.yaml", "S/broken.yaml", "S/file.yaml"])
    // The one that was asked for is followed.
    #expect(
      try found(scratch, ["S/other", "S/loop 0"]) == [
        "S/loop 0/a.yaml", "S/loop 0/broken.yaml", "S/other/b.yaml",
      ])
  }

  @Test
  func `knows a file by whatever path it is reached`() throws {
    let scratch = try Scratch()
    try scratch.file("S/a.yaml", "")
    try link(scratch, "S/Link to a.yaml", to: "a.yaml")
    try link(scratch, "T", to: "S")
    #expect(
      try found(scratch, ["S", "T", "S//a.yaml", "./S/../S/a.yaml", "T/Link to a.yaml"])
        == ["S/a.yaml"])
    #expect(try found(scratch, ["T/Link to a.yaml", "S"]) == ["T/Link to a.yaml"])
  }

  @Test(arguments: [
    ("/p/Scenarios/sub", "/p", "sub"), ("/p/Scenarios", "/p", ""), ("/p", "/p", ""),
    ("/p/Scenarios/sub", "/p/Scenarios", "sub"), ("/p/Scenarios/sub", "/p/Scenarios/sub", "sub"),
    ("/p/Scenarios/sub", "/q", "sub"), ("/p/Scenarios/sub/Scenarios", "/q", "sub/Scenarios"),
    ("/p/in/sub", "/p", "in/sub"), ("/p/in/sub", "/p/in", "sub"),
    ("/p/in/Scenarios", "/p", "in/Scenarios"),
    ("/p/a", "/p/b", "a"), ("/a", "/b", "a"), ("/", "/b", ""), ("/p/a", "/", "p/a"),
    ("/p/Scenarios/sub", "/", "sub"),
    ("/home/Scenarios/p/a", "/home/Scenarios/p", "p/a"),
  ])
  func `names folders from the scenarios folder on`(
    folder: String, current: String, expected: String
  ) {
    #expect(FilePath.scenarioFolder(of: folder, from: current) == expected)
  }
}
