import Foundation
import Support
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
    let ending = try Program.debug.run(
      AdjustersTests.small + ["--verbose"], in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(scratch.files() == ["out/adjusters.html", "out/adjusters.md", "out/adjusters.svg"])
    for name in [
      "edge margins", "contain rect", "edged region", "move center", "centering", "ideal",
      "none",
    ] {
      #expect(ending.output.contains("\(name): "), "\(name)")
      #expect(try scratch.text("out/adjusters.html").contains("<h2>\(name)</h2>"), "\(name)")
    }
    // The whole grid once, and all of it for each other pair of a view and a callout.
    #expect(ending.output.hasSuffix("\n12,600 trials; out/adjusters.html\n"))
    #expect(
      ending.output.hasPrefix(
        """
        maps and zoom levels: callout 200 x 108 pt on 390 x 844 pt
        views: 390 x 844 pt, 844 x 390 pt and 820 x 1180 pt
        callouts: 200 x 108 pt, 80 x 40 pt, 480 x 90 pt, 260 x 400 pt and bubble


        """))
    #expect(ending.output.contains("\nkept "))
    // Callouts that do not fit are among them, so nothing is left out.
    let oversize = ending.output.split(separator: "\n")
      .filter { $0.hasPrefix("C13 oversize rule ") }
    #expect(oversize.count == 1)
    #expect(oversize.allSatisfy { $0.contains("%") && !$0.contains(" -") }, "\(oversize)")
    #expect(ending.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test
  func `gives the same bytes each time`() throws {
    let scratch = try Scratch()
    for folder in ["a", "b"] {
      let arguments = AdjustersTests.small.dropLast() + [folder]
      #expect(try Program.debug.run(Array(arguments), in: scratch.folder).code == 0)
    }
    for name in ["adjusters.html", "adjusters.md", "adjusters.svg"] {
      #expect(try scratch.text("a/\(name)") == scratch.text("b/\(name)"))
    }
  }

  /// The picture of the README, which is of the first view and callout alone.
  @Test
  func `draws the committed picture`() throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      ["adjusters", "--view", "390x844", "--callout", "200x108", "--out", "out"],
      in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    let picture = try scratch.text("out/adjusters.svg")
    let committed = Program.repository.appending(path: "Reports/adjusters.svg")
    #expect(
      try picture == String(contentsOf: committed, encoding: .utf8),
      "mapreplay adjusters --out Reports writes it; remove the other files")
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
    ["--view", "320x480,480x320", "--callout", "160x80", "--callout", "plain, 400 x 90"],
    ["--view", "320x480", "--view", "480x320", "--callout", "160x80,200x108,400x90"],
  ])
  func `tries every callout in every view, listed or repeated`(arguments: [String]) throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      AdjustersTests.small + ["--adjuster", "none"] + arguments, in: scratch.folder)
    #expect(ending.code == 0, "\(ending.complaints)")
    // 30 positions at two zoom levels and latitudes, three callouts in two views.
    #expect(ending.output.hasSuffix("\n720 trials; out/adjusters.html\n"))
    #expect(
      ending.output.hasPrefix(
        """
        maps and zoom levels: callout 160 x 80 pt on 320 x 480 pt
        views: 320 x 480 pt and 480 x 320 pt
        callouts: 160 x 80 pt, 200 x 108 pt and 400 x 90 pt
        """))
    // Only one of the callouts is too large, and only for one of the views.
    #expect(
      ending.output.contains(
        "\n    C13 oversize rule         93 % 1 of 1 400 x 90 pt on 320 x 480 pt\n"))
    #expect(
      ending.output.contains(
        "\n    C1 inside map             95 % 5 of 5 160 x 80 pt on 320 x 480 pt\n"))
    let page = try scratch.text("out/adjusters.html")
    #expect(page.contains("oversize rule, with 400 x 90 pt on 320 x 480 pt"))
    #expect(try scratch.text("out/adjusters.md").contains("| 1 of 1 | 400 x 90 pt on 320"))
  }

  @Test(arguments: [
    ("--callout", "round", "'round' is no callout; it is WIDTHxHEIGHT in points, plain for"),
    ("--callout", "200x108,", "'' is no callout"),
    ("--callout", "200x", "'200x' is no callout"),
    ("--callout", "0x20", "'0x20': a callout has sides from 1 to 4000 points"),
    ("--callout", "20x4001", "'20x4001': a callout has sides from 1 to 4000 points"),
    ("--callout", "nanx20", "'nanx20': a callout has sides from 1 to 4000 points"),
    ("--callout", "200x108,plain", "--callout names one twice"),
    ("--callout", "1x1,2x1,3x1,4x1,5x1,6x1,7x1,8x1,9x1,10x1,11x1,12x1,13x1", "at most 12 callouts"),
    ("--view", "390", "'390' is no view; it is WIDTHxHEIGHT in points"),
    ("--view", "390x844,phone", "'phone' is no view"),
    ("--view", "390x199", "'390x199': a view has sides from 200 to 4000 points"),
    ("--view", "390x844, 390 x 844", "--view names one twice"),
  ])
  func `says which word of a list it cannot read`(
    option: String, list: String, complaint: String
  ) throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      ["adjusters", "--out", "out", option, list], in: scratch.folder)
    #expect(ending.code == 64)
    #expect(ending.complaints.hasPrefix("Error: "))
    #expect(ending.complaints.contains(complaint), "\(ending.complaints)")
    #expect(scratch.files().isEmpty)
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

  /// At zoom 2 the world is 1,024 points high, so only the second view shows it.
  @Test
  func `says that the first view shows no zoom level, whatever the others do`() throws {
    let scratch = try Scratch()
    let ending = try Program.debug.run(
      ["adjusters", "--zooms", "2", "--view", "820x1180,390x844", "--out", "out"],
      in: scratch.folder)
    #expect(ending.code == 64)
    #expect(
      ending.complaints == """
        error: the first view is larger than the world at each zoom level
        help: --zooms names a level that it shows

        """)
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
