import Foundation
import Testing

/// The verb that maps adjusters, run as a user runs it.
@Suite("Adjusters")
struct AdjustersTests {
  private static let small = [
    "adjusters", "--columns", "5", "--rows", "6", "--zooms", "8,18", "--latitudes", "-35,52.5",
    "--out", "out",
  ]

  @Test
  func `prints a table and writes a page and a summary`() throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(AdjustersTests.small, in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(scratch.files() == ["out/adjusters.html", "out/adjusters.md"])
    for name in ["edge margins", "contain rect", "edged region", "move center", "ideal", "none"] {
      #expect(ending.output.contains("\(name): "), "\(name)")
      #expect(try scratch.text("out/adjusters.html").contains("<h2>\(name)</h2>"), "\(name)")
    }
    #expect(ending.output.hasSuffix("\n720 trials; out/adjusters.html\n"))
  }

  @Test
  func `gives the same bytes each time`() throws {
    let scratch = try Scratch()
    for folder in ["a", "b"] {
      let arguments = AdjustersTests.small.dropLast() + [folder]
      #expect(try Program.debug.run(Array(arguments), in: scratch.folder).code == 0)
    }
    for name in ["adjusters.html", "adjusters.md"] {
      #expect(try scratch.text("a/\(name)") == scratch.text("b/\(name)"))
    }
  }

  @Test
  func `tries the chosen ones on the chosen view, and says little when asked to`() throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      AdjustersTests.small + [
        "--adjuster", "edge-margins", "--adjuster", "ideal", "--view", "320 x 480",
        "--callout", "bubble", "--longitude", "-179.99", "--quiet",
      ], in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(ending.output == "240 trials; out/adjusters.html\n")
    let text = try scratch.text("out/adjusters.md")
    #expect(text.contains("view 320 x 480 pt; callout bubble"))
    #expect(text.contains("longitude 179.99° W"))
    #expect(!text.contains("none |"))
  }

  @Test(arguments: [
    ["--adjuster", "best"], ["--adjuster", "ideal", "--adjuster", "ideal"], ["--zooms", "2,,3"],
    ["--zooms", "23"], ["--zooms", "4,4"], ["--latitudes", "86"], ["--longitude", "181"],
    ["--columns", "3"], ["--rows", "201"], ["--view", "390"], ["--view", "390x0"],
    ["--callout", "round"], ["--out", ""], ["--zooms", "1"],
  ])
  func `refuses what it cannot do`(arguments: [String]) throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      ["adjusters", "--out", "out"] + arguments, in: scratch.folder)
    #expect(ending.code == 64)
    #expect(ending.complaints.lowercased().contains("error: "))
    #expect(scratch.files().isEmpty)
  }

  @Test
  func `ends with 74 when a file cannot be written`() throws {
    let scratch = try Scratch()
    try scratch.file("out", "a file, not a folder")
    let ending = try Program.debug.run(AdjustersTests.small, in: scratch.folder)
    #expect(ending.code == 74)
    #expect(ending.complaints.contains("error: cannot write out/adjusters.html"))
  }
}
