import Foundation
import Support
import Testing

@Suite("mapreplay fmt")
struct FormatVerbTests {
  private static let untidy = "steps:\n- wait: settled\nscenario: A\n"
  private static let tidy = "scenario: A\nsteps:\n  - wait: settled\n"

  @Test
  func `writes what is laid out otherwise, in every folder`() throws {
    let scratch = try Scratch()
    for name in ["a.yaml", "b/Parts/c.yml", "b/Devices/d.yaml", "b/defaults.yaml"] {
      try scratch.file(name, FormatVerbTests.untidy)
    }
    try scratch.file("b/tidy.yaml", FormatVerbTests.tidy)
    let ending = try Program.debug.run(["fmt", "."], in: scratch.folder)
    #expect(ending.code == 0 && ending.complaints.isEmpty)
    #expect(
      ending.output
        == "./a.yaml\n./b/defaults.yaml\n./b/Devices/d.yaml\n./b/Parts/c.yml\n"
        + "4 of 5 files formatted\n"
    )
    for name in scratch.files() {
      #expect(try scratch.text(name) == FormatVerbTests.tidy, "\(name)")
    }
    let again = try Program.debug.run(["fmt", ".", "--check"], in: scratch.folder)
    #expect(again.code == 0 && again.output == "0 of 5 files to be formatted\n")
  }

  @Test
  func `only checks`() throws {
    let scratch = try Scratch()
    try scratch.file("a.yaml", FormatVerbTests.untidy)
    let ending = try Program.debug.run(["fmt", "--check", "a.yaml"], in: scratch.folder)
    #expect(ending.code == 1 && ending.complaints.isEmpty)
    #expect(ending.output == "a.yaml\n1 of 1 file to be formatted\n")
    #expect(try scratch.text("a.yaml") == FormatVerbTests.untidy)
  }

  @Test
  func `leaves what is no YAML, and does the others`() throws {
    let scratch = try Scratch()
    try scratch.file("a.yaml", FormatVerbTests.untidy)
    try scratch.file("b.yaml", "steps: [\n")
    let ending = try Program.debug.run(["fmt", "a.yaml", "b.yaml"], in: scratch.folder)
    #expect(ending.code == 65)
    #expect(ending.output == "a.yaml\n1 of 2 files formatted\n")
    #expect(ending.complaints.hasPrefix("b.yaml:1:"))
    #expect(ending.complaints.hasSuffix("1 diagnostic in 1 of 2 files\n"))
    #expect(try scratch.text("a.yaml") == FormatVerbTests.tidy)
    #expect(try scratch.text("b.yaml") == "steps: [\n")
    let missing = try Program.debug.run(["fmt", "c.yaml"], in: scratch.folder)
    #expect(missing.code == 66 && missing.complaints.hasPrefix("error: there is no file"))
  }

  @Test
  func `writes the file behind a link`() throws {
    let scratch = try Scratch()
    try scratch.file("a.yaml", FormatVerbTests.untidy)
    let link = scratch.folder.appending(path: "link.yaml")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "a.yaml")
    #expect(try Program.debug.run(["fmt", "link.yaml"], in: scratch.folder).code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "a.yaml")
    #expect(try scratch.text("a.yaml") == FormatVerbTests.tidy)
  }
}
