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
    let ending = try Program.debug.run(["schema", "--file", "a/b.json"], in: scratch.folder)
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

  /// A validator of others, where it is installed.
  private static let validator: Program? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/check-jsonschema" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }.map { Program(path: $0) }

  @Test(.enabled(if: validator != nil, "it takes check-jsonschema, which PyPI has"))
  func `has one for run files, which real ones keep`() throws {
    let scratch = try Scratch()
    let schema = try Program.debug.run(
      ["schema", "run", "--file", "schema.json"], in: scratch.folder)
    #expect(schema.code == 0)
    let out = scratch.path + "/out"
    let run = try Program.debug.run(["run", "Scenarios/Canaries", "--out", out, "-q"])
    #expect(run.code == 0, "\(run.complaints)")
    let text = try scratch.text("out/run.json")
    try scratch.file("more.json", text.replacing("\"step labels\":", with: "\"steps\":"))
    for (file, code) in [("out/run.json", 0), ("more.json", 1)] as [(String, Int32)] {
      let ending = try SchemaVerbTests.validator?.run(
        ["--schemafile", "schema.json", file], in: scratch.folder)
      #expect(ending?.code == code, "\(ending?.output.suffix(2_000) ?? "")")
    }
  }

  @Test
  func `leaves what cannot be replaced`() throws {
    let scratch = try Scratch()
    try scratch.file("folder/file", "kept")
    let ending = try Program.debug.run(["schema", "--file", "folder"], in: scratch.folder)
    #expect(ending.code == 74)
    #expect(ending.complaints.hasPrefix("error: cannot write folder: "))
    #expect(scratch.files() == ["folder/file"])
    let nothing = try Program.debug.run(["schema", "--file", ""], in: scratch.folder)
    #expect(nothing.code == 64)
    #expect(nothing.complaints.contains("--file names no file"))
  }
}
