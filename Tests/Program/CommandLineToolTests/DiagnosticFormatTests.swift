import Foundation
import Support
import Testing

/// Faults as people, other programs and workflows of GitHub read them.
@Suite("Formats of diagnostics")
struct DiagnosticFormatTests {
  /// A file with odd signs in its name and in its mistakes.
  private static let name = "100 %, a:b \"é\".yaml"

  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/good.yaml", ExitStatusTests.scenario(""))
    try scratch.file(
      "in/\(DiagnosticFormatTests.name)",
      ExitStatusTests.scenario("  - 'a%0A,:\"\\é': 1\n  - wait: 250\n"))
    try scratch.file("in/typo.yaml", ExitStatusTests.scenario("  - zooom: {by: 1 level}\n"))
    return scratch
  }

  @Test(arguments: ["validate", "run"])
  func `are a text with the total in the last line`(verb: String) throws {
    let scratch = try scratch()
    let ending = try Program.debug.run([verb, "in"], in: scratch.folder)
    #expect(ending.code == 65)
    #expect(ending.output == "")
    #expect(
      ending.complaints.contains(
        """
        in/typo.yaml:10:5: error[MR0601]: unknown step 'zooom'
         10 |   - zooom: {by: 1 level}
            |     ^^^^^
        help: did you mean 'zoom'?

        more about a diagnostic: mapreplay explain MR0601
        3 diagnostics in 2 of 3 files

        """), "\(ending.complaints)")
  }

  private struct Fault: Decodable, Equatable {
    var code: String
    var file: String
    var line: Int
    var column: Int
    var endColumn: Int
    var message: String
    var help: String?
    var sourceLine: String
  }

  @Test(arguments: ["validate", "run"])
  func `are one array of JSON`(verb: String) throws {
    let scratch = try scratch()
    let ending = try Program.debug.run([verb, "in", "--format", "json"], in: scratch.folder)
    #expect(ending.code == 65)
    #expect(ending.complaints == "3 diagnostics in 2 of 3 files\n")
    let diagnostics = try JSONDecoder().decode([Fault].self, from: Data(ending.output.utf8))
    try #require(diagnostics.count == 3)
    #expect(diagnostics[0].file == "in/\(DiagnosticFormatTests.name)")
    #expect(diagnostics[0].message == "unknown step 'a%0A,:\"\\é'")
    #expect(diagnostics[0].sourceLine == "  - 'a%0A,:\"\\é': 1")
    #expect((diagnostics[0].column, diagnostics[0].endColumn) == (5, 16))
    #expect(
      diagnostics[2]
        == Fault(
          code: "MR0601", file: "in/typo.yaml", line: 10, column: 5, endColumn: 10,
          message: "unknown step 'zooom'", help: "did you mean 'zoom'?",
          sourceLine: "  - zooom: {by: 1 level}"))
  }

  @Test(arguments: ["validate", "run"])
  func `are commands of a workflow`(verb: String) throws {
    let scratch = try scratch()
    let ending = try Program.debug.run([verb, "in", "--format", "github"], in: scratch.folder)
    #expect(ending.code == 65)
    #expect(ending.complaints == "3 diagnostics in 2 of 3 files\n")
    let lines = ending.output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(
      lines[0].hasPrefix(
        "::error file=in/100 %25%2C a%3Ab \"é\".yaml,line=10,col=5,endColumn=16,title=MR0601"
          + "::unknown step 'a%250A,:\"\\é'%0Ahelp: steps are: "), "\(lines[0])")
    #expect(
      lines[2]
        == "::error file=in/typo.yaml,line=10,col=5,endColumn=10,title=MR0601"
        + "::unknown step 'zooom'%0Ahelp: did you mean 'zoom'?")
  }

  @Test(arguments: [
    ("text", "1 scenario is valid\n"), ("github", "1 scenario is valid\n"), ("json", "[]\n"),
  ])
  func `are none of a good scenario`(format: String, output: String) throws {
    let scratch = try scratch()
    let ending = try Program.debug.run(
      ["validate", "in/good.yaml", "--format", format], in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(ending.output == output)
  }

  @Test
  func `are those that are known`() throws {
    let ending = try Program.debug.run(["validate", "--format", "xml"])
    #expect(ending.code == 64)
    #expect(ending.complaints.contains("'text', 'json' or 'github'"), "\(ending.complaints)")
  }

  @Test
  func `of a file that several scenarios name are shown once`() throws {
    let scratch = try scratch()
    let text = ExitStatusTests.scenario("").replacing(
      "data: {pins: {", with: "data: {far: {file: far.csv}, pins: {")
    for name in ["one", "two"] { try scratch.file("many/\(name).yaml", text) }
    try scratch.file("many/far.csv", "id,lat,lon\n" + String(repeating: ",1,2\n", count: 15))
    try scratch.file("many/Devices/test-phone.yaml", TestDevice.text)
    let ending = try Program.debug.run(["validate", "many", "--verbose"], in: scratch.folder)
    #expect(ending.complaints.components(separatedBy: "the id is empty").count == 16)
    #expect(
      ending.complaints.hasSuffix("\n15 diagnostics in 2 of 2 files\n"), "\(ending.complaints)")
  }

  /// The pages of codes whose mistake is not in a text.
  @Test
  func `of folders and of ids have codes`() throws {
    let scratch = try scratch()
    try scratch.file("Scenarios/Devices/test-phone.yaml", TestDevice.text)
    for path in ["Scenarios/pin.yaml", "pin.yaml", "Devices/test-phone.yaml"] {
      let isDevice = path.hasPrefix("Devices")
      try scratch.file(path, isDevice ? TestDevice.text : ExitStatusTests.scenario(""))
    }
    let clash = try Program.debug.run(["run", "pin.yaml", "--update"], in: scratch.folder)
    #expect(clash.code == 65)
    #expect(clash.complaints.hasPrefix("pin.yaml:1:1: error[MR0112]: its facts, 'pin', would be"))
    #expect(clash.complaints.hasSuffix("\n1 diagnostic in 1 of 1 file\n"), "\(clash.complaints)")
    try scratch.file("Scenarios/pin.yml", ExitStatusTests.scenario(""))
    let twin = try Program.debug.run(["validate"], in: scratch.folder)
    #expect(twin.complaints.hasPrefix("Scenarios/pin.yml:1:1: error[MR0110]: the id 'pin' is"))
  }
}
