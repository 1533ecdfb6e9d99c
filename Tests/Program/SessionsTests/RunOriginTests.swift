import Foundation
import Instruments
import Support
import Testing

@testable import Reporting
@testable import Sessions

/// The repository and the revision that a run records.
@Suite("Origin of a run")
struct RunOriginTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @discardableResult
  private func git(_ arguments: String..., in folder: String) throws -> String {
    let path = try #require(ChildProcess.path(of: "git"))
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    let program = ChildProcess.Program(
      path: path, arguments: ["-C", "\(scratch.path)/\(folder)"] + identity + arguments,
      environment: ["HOME=\(scratch.path)"])
    let result = try #require(ChildProcess.run(program, seconds: 10))
    try #require(result.isSuccess, "\(result)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A repository with files that are committed; its commit.
  private func repository(_ name: String, _ files: [String]) throws -> String {
    for file in files { try scratch.file("\(name)/\(file)", name) }
    try git("init", "--quiet", "-b", "trunk", in: name)
    try git("add", ".", in: name)
    try git("commit", "--quiet", "-m", "A", in: name)
    return try git("rev-parse", "HEAD", in: name)
  }

  private func origin(_ files: [String]) -> RunOrigin {
    .of(files.map { "\(scratch.path)/\($0)" }, measures: false)
  }

  /// The working folder of tests lies in another repository.
  @Test
  func `is the repository of the scenarios, not of the working folder`() throws {
    let commit = try repository("maps", ["Scenarios/Views/a.yaml", "Scenarios/Data/p.csv", "b"])
    let origin = origin(["maps/Scenarios/Views/a.yaml"])
    #expect(origin.revision == commit && origin.branch == "trunk")
    #expect(origin.committedAtSeconds != nil && !origin.isModified)
  }

  @Test(arguments: [
    ("Scenarios/Views/a.yaml", true), ("Scenarios/Data/p.csv", true),
    ("Scenarios/new.yaml", true), ("b", false), ("Reports/latest/run.json", false),
  ])
  func `is modified when a file beside the scenarios is edited or new`(
    file: String, isModified: Bool
  ) throws {
    _ = try repository("maps", ["Scenarios/Views/a.yaml", "Scenarios/Data/p.csv", "b"])
    try scratch.file("maps/\(file)", "other")
    #expect(origin(["maps/Scenarios/Views/a.yaml"]).isModified == isModified)
  }

  @Test(arguments: [
    ("points/p.csv", true), ("points/other.csv", false), ("../elsewhere.csv", false),
  ])
  func `is modified when data outside of the scenarios' folder are edited`(
    file: String, isModified: Bool
  ) throws {
    _ = try repository("maps", ["Scenarios/a.yaml", "points/p.csv", "points/other.csv"])
    try scratch.file("maps/\(file)", "other")
    let origin = RunOrigin.of(
      ["\(scratch.path)/maps/Scenarios/a.yaml"],
      reading: ["\(scratch.path)/maps/points/p.csv", "\(scratch.path)/elsewhere.csv"],
      measures: false)
    #expect(origin.revision != nil && origin.isModified == isModified)
  }

  /// A scenario that git ignores is of no revision.
  @Test
  func `is modified when a scenario is ignored`() throws {
    _ = try repository("maps", ["Scenarios/a.yaml", ".gitignore"])
    try scratch.file("maps/.git/info/exclude", "own*\n")
    try scratch.file("maps/Scenarios/own.yaml", "own")
    #expect(!origin(["maps/Scenarios/a.yaml"]).isModified)
    #expect(origin(["maps/Scenarios/a.yaml", "maps/Scenarios/own.yaml"]).isModified)
  }

  @Test
  func `is unknown where the scenarios lie in several repositories`() throws {
    let files = ["one/Scenarios/a.yaml", "two/Scenarios/a.yaml"]
    let commits = try ["one", "two"].map { try repository($0, ["Scenarios/a.yaml"]) }
    let origin = origin(files)
    #expect(origin.committedAtSeconds == nil && origin.branch != "trunk")
    #expect(!commits.contains(origin.revision ?? ""))
  }
}
