import Formatting
import Foundation
import Sessions
import Support
import Testing

@Suite("Files of one run")
struct OutputFilesTests {
  @Test
  func `are written into a new folder, over those of before`() throws {
    let scratch = try Scratch()
    let folder = scratch.folder.appending(path: "a/b").path
    try OutputFiles.write([(name: "x", text: "1"), (name: "y", text: "2")], to: folder)
    try OutputFiles.write([(name: "y", text: "3"), (name: "z", text: "4")], to: folder)
    #expect(scratch.files(below: "a/b") == ["x", "y", "z"])
    #expect(try scratch.text("a/b/y") == "3")
  }

  /// The last one cannot be written: a folder is there.
  @Test
  func `are all written or none`() throws {
    let scratch = try Scratch()
    try scratch.file("x", "of before")
    try scratch.file("y/below", "")
    let error = #expect(throws: SessionsError.self) {
      try OutputFiles.write([(name: "x", text: "1"), (name: "y", text: "2")], to: scratch.path)
    }
    #expect(error?.cause == .cannotWrite)
    #expect(error?.description.contains("/y: something else is there") == true)
    #expect(scratch.files() == ["x", "y/below"])
    #expect(try scratch.text("x") == "of before")
  }

  /// Each is written while others are still made: none is put in its place before all are there.
  @Test
  func `that are made while others are written are all written or none`() throws {
    let scratch = try Scratch()
    try scratch.file("x", "of before")
    try scratch.file("y/below", "")
    func write(_ names: [String]) throws(SessionsError) {
      try OutputFiles.write(
        names.map { name in ReportFile(name, "") { "\(name) of \($0)" } }, of: "report",
        to: scratch.path)
    }
    // The folder of the second one cannot be made, since a file is there.
    let error = #expect(throws: SessionsError.self) { try write(["x", "x/z", "w"]) }
    #expect(error?.cause == .cannotWrite)
    #expect(scratch.files() == ["x", "y/below"])
    #expect(try scratch.text("x") == "of before")
    // A folder is in the place of the second one, or its name is too long: the first one is last.
    for name in ["y", String(repeating: "z", count: 300)] {
      #expect(throws: SessionsError.self) { try write(["x", name]) }
      #expect(scratch.files() == ["x", "y/below"])
      #expect(try scratch.text("x") == "of before")
    }
    try write(["x", "w"])
    #expect(scratch.files() == ["w", "x", "y/below"])
    #expect(try scratch.text("w") == "w of report")
  }

  @Test
  func `have room in a folder that is not there yet, which is not made to see that`() throws {
    let scratch = try Scratch()
    try scratch.file("file", "")
    func fits(_ folder: String) -> Bool {
      (try? OutputFiles.requireRoom(
        for: ["x"], in: scratch.folder.appending(path: folder).path)) != nil
    }
    #expect(fits("a/b"))
    #expect(!fits("file"))
    #expect(!fits("file/a"))
    #expect(scratch.files() == ["file"])
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "a").path))
  }

  @Test
  func `of a process that was killed are removed, by whatever number`() throws {
    let scratch = try Scratch()
    // No process has a number as high.
    for name in [".mapreplay-4194999.tmp", ".mapreplay-4194999-3.tmp"] {
      try scratch.file(name, "")
    }
    try scratch.file(".mapreplay-\(ProcessInfo.processInfo.processIdentifier)-0.tmp", "")
    OutputFiles.removeLeftovers(below: scratch.path)
    #expect(scratch.files().count == 1)
  }
}
