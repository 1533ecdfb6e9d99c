import Foundation
import Support
import Testing

@Suite("mapreplay new")
struct NewVerbTests {
  private static let names = ["callout", "clustering", "download", "pan", "blank"]

  @Test
  func `lists the templates`() throws {
    let ending = try Program.debug.run(["new", "--list"])
    #expect(ending.code == 0)
    let lines = ending.output.split(separator: "\n")
    let names = lines.map { line in String(line.prefix { $0 != " " }) }
    #expect(names == NewVerbTests.names)
    #expect(lines.allSatisfy { $0.hasSuffix(".") })
  }

  @Test(arguments: names)
  func `writes what passes and is laid out as it should be`(template: String) throws {
    let scratch = try Scratch()
    let new = ["new", "a/my.yaml", "--template", template, "--title", "Mine: a test"]
    let ending = try Program.debug.run(new, in: scratch.folder)
    #expect(ending.code == 0 && ending.complaints.isEmpty)
    #expect(ending.output.hasPrefix("a/my.yaml is written; next: mapreplay run a/my.yaml\n"))
    #expect(try scratch.text("a/my.yaml").contains("\nscenario: \"Mine: a test\"\n"))
    let run = try Program.debug.run(["run", "a/my.yaml", "--quiet"], in: scratch.folder)
    #expect(run.code == 0, "\(run.output)\(run.complaints)")
    #expect(try Program.debug.run(["fmt", "--check", "a"], in: scratch.folder).code == 0)
  }

  @Test
  func `writes over nothing`() throws {
    let scratch = try Scratch()
    try scratch.file("a.yaml", "kept")
    try scratch.file("b.yaml/c", "kept")
    for name in ["a.yaml", "b.yaml"] {
      let ending = try Program.debug.run(["new", name], in: scratch.folder)
      #expect(ending.code == 74)
      #expect(ending.complaints.hasPrefix("error: '\(name)' is there already"))
    }
    #expect(scratch.files() == ["a.yaml", "b.yaml/c"])
    #expect(try scratch.text("a.yaml") == "kept")
  }

  @Test(arguments: [
    ("x.yaml", "mapreplay.schema.json"), ("a/x.yaml", "mapreplay.schema.json"),
    ("Scenarios/A/B/x.yaml", "../../mapreplay.schema.json"),
    ("Scenarios/x.yaml", "mapreplay.schema.json"),
    ("Other/x.yaml", "../Scenarios/mapreplay.schema.json"),
  ])
  func `names the schema that is nearest`(path: String, schema: String) throws {
    let scratch = try Scratch()
    let isThere = path.contains("/") && !path.hasPrefix("a/")
    if isThere { try scratch.file("Scenarios/mapreplay.schema.json", "{}") }
    if path.hasPrefix("a/") { try scratch.file("a/mapreplay.schema.json", "{}") }
    let ending = try Program.debug.run(["new", path], in: scratch.folder)
    let text = try scratch.text(path)
    #expect(text.hasPrefix("# yaml-language-server: $schema=\(schema)\n"))
    #expect(ending.output.contains("mapreplay schema --file") == (path == "x.yaml"))
  }

  @Test(arguments: [
    ["new"], ["new", "a.yaml", "--list"], ["new", "a.txt"], ["new", "a.yaml", "--template", "b"],
    ["new", "a.yaml", "--title", " "], ["new", "a.yaml", "--title", "${b}"],
  ])
  func `needs to know what to write`(arguments: [String]) throws {
    let scratch = try Scratch()
    #expect(try Program.debug.run(arguments, in: scratch.folder).code == 64)
    #expect(scratch.files().isEmpty)
  }
}
