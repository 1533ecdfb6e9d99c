import Foundation
import Support
import Testing

@Suite("mapreplay schema")
struct SchemaVerbTests {
  private static func committed() throws -> String {
    let file = Program.repository.appending(path: "Scenarios/mapreplay.schema.json")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test
  func `prints the file beside the scenarios`() throws {
    let ending = try Program.debug.run(["schema"])
    #expect(ending.code == 0 && ending.complaints.isEmpty)
    #expect(try ending.output == SchemaVerbTests.committed())
  }

  @Test
  func `writes it whole, with its folder`() throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(["schema", "--out", "a/b.json"], in: scratch.folder)
    #expect(ending.code == 0 && ending.output.isEmpty)
    #expect(scratch.files() == ["a/b.json"])
    #expect(try scratch.text("a/b.json") == SchemaVerbTests.committed())
  }

  @Test
  func `has one for device profiles`() throws {
    let ending = try Program.debug.run(["schema", "device"])
    #expect(ending.code == 0)
    let json = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
    let keys = ((json as? [String: Any])?["properties"] as? [String: Any])?.keys
    #expect(keys?.contains("frames per second") == true && keys?.contains("steps") == false)
  }

  @Test
  func `leaves what cannot be replaced`() throws {
    let scratch = try Scratch()
    try scratch.file("folder/file", "kept")
    let ending = try Program.debug.run(["schema", "--out", "folder"], in: scratch.folder)
    #expect(ending.code == 74)
    #expect(ending.complaints.hasPrefix("error: cannot write folder: "))
    #expect(scratch.files() == ["folder/file"])
    let nothing = try Program.debug.run(["schema", "--out", ""], in: scratch.folder)
    #expect(nothing.code == 64)
    #expect(nothing.complaints.contains("--out names no file"))
  }
}
