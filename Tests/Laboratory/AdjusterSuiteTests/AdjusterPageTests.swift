import Callouts
import MapGeometry
import Measures
import Support
import Testing

@testable import AdjusterSuite

/// The map of an adjuster, on a terminal, in Markdown and as a page.
@Suite("Reports on adjusters")
struct AdjusterPageTests {
  /// Somebody's adjuster with a name that is none of markup's.
  private struct Named: CalloutAdjuster {
    let name = "<b>|*"

    func move(for scene: CalloutScene) -> MapMove { .stay }

    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      VisibilityGuarantee(contain: scene.calloutAndParent, insets: EdgeInsets(all: 0))
    }
  }

  private static let grid = AdjusterGrid(
    columns: 5, rows: 6, zoomLevels: [2, 8, 16], latitudes: [0, -35, 52.5])
  private static let report = AdjusterReport(
    of: [EdgeMarginsAdjuster(), IdealAdjuster(), NoAdjuster()], on: grid)

  @Test
  func `the table on a terminal`() {
    #expect(
      wide { AdjusterTable.text(of: AdjusterSurvey([AdjusterPageTests.report])) }
        == AdjusterPageTests.table)
  }

  private static let survey = AdjusterSurvey(
    of: [IdealAdjuster(), NoAdjuster()],
    on: AdjusterGrid(columns: 5, rows: 6, zoomLevels: [8, 16], latitudes: [52.5]).family(
      viewSizes: [ScreenSize(width: 390, height: 844), ScreenSize(width: 844, height: 390)],
      styles: [
        .plain(size: ScreenSize(width: 200, height: 108)),
        .plain(size: ScreenSize(width: 480, height: 90)),
      ]))

  @Test
  func `views and callouts of several sizes are told, and each failure with the first of them`() {
    let text = wide { AdjusterTable.text(of: AdjusterPageTests.survey) }
    #expect(text == AdjusterPageTests.surveyTable)
    let markdown = AdjusterMarkdown.text(of: AdjusterPageTests.survey)
    #expect(
      markdown.contains(
        "| C13 oversize rule | 93 % | 1 of 1 | 480 x 90 pt on 390 x 844 pt |"))
    #expect(markdown.contains("callouts 200 x 108 pt and 480 x 90 pt; pin"))
    let page = AdjusterPage.text(of: AdjusterPageTests.survey)
    for word in [
      "<th colspan=\"2\">844 x 390 pt</th>", "<th><small>480×<wbr>90</small></th>",
      "<td class=\"text\">480×90 on 390×844</td><td class=\"text\">1 of 1</td>",
      "oversize rule, with 480 x 90 pt on 390 x 844 pt",
    ] {
      #expect(page.contains(word), "\(word)")
    }
    #expect(
      !AdjusterPage.text(of: AdjusterSurvey([AdjusterPageTests.report])).contains(
        "<small>by view and"))
  }

  /// Of two views, the second one larger, at zoom levels that one, both or none of them show.
  private static func survey(zoomLevels: [Double]) -> AdjusterSurvey {
    AdjusterSurvey(
      of: [NoAdjuster()],
      on: AdjusterGrid(columns: 4, rows: 4, zoomLevels: zoomLevels, latitudes: [85]).family(
        viewSizes: [ScreenSize(width: 390, height: 844), ScreenSize(width: 820, height: 1_180)],
        styles: [.plain(size: ScreenSize(width: 200, height: 108))]))
  }

  @Test(arguments: [
    ([8.0, 22], []), ([0, 22], ["zoom 0 left out: smaller than the view"]),
    (
      [0, 1, 2, 22, 30],
      [
        "zoom 0 and 1 left out: smaller than the view",
        "zoom 2 left out on 820 x 1180 pt: smaller than the view",
        "zoom 30 left out: closer than the map goes",
      ]
    ),
  ])
  func `zoom levels at which nothing was tried are told everywhere`(
    zoomLevels: [Double], sentences: [String]
  ) {
    let survey = AdjusterPageTests.survey(zoomLevels: zoomLevels)
    #expect(AdjusterWords.leftOut(of: survey) == sentences)
    for text in [
      AdjusterTable.text(of: survey), AdjusterMarkdown.text(of: survey),
      AdjusterPage.text(of: survey),
    ] {
      #expect(text.contains("left out") == !sentences.isEmpty)
      for sentence in sentences { #expect(text.contains(sentence), "\(sentence)") }
    }
  }

  @Test(arguments: [([8.0, 16], false), ([2, 8], true)])
  func `a line says why shares do not add up, when they do not`(
    zoomLevels: [Double], isNeeded: Bool
  ) {
    let survey = AdjusterSurvey(
      of: [NoAdjuster()],
      on: AdjusterGrid(columns: 5, rows: 20, zoomLevels: zoomLevels, latitudes: [52.5]).family(
        viewSizes: [ScreenSize(width: 390, height: 844)],
        styles: [
          .plain(size: ScreenSize(width: 200, height: 108)),
          .plain(size: ScreenSize(width: 80, height: 40)),
        ]))
    let sums = AdjusterTrial.criteria.compactMap { criterion -> Bool? in
      let outcome = survey.outcome(of: 0, criterion)
      return outcome.first == nil ? nil : outcome.counts.brokenByWorldEnd > 0
    }
    #expect(sums.contains(true) == isNeeded)
    for text in [
      AdjusterTable.text(of: survey), AdjusterMarkdown.text(of: survey),
      AdjusterPage.text(of: survey),
    ] {
      #expect(text.contains("neither kept nor broken") == isNeeded)
    }
  }

  @Test
  func `the last line tells how fast it was, if anybody knows`() {
    let report = AdjusterPageTests.report
    #expect(AdjusterTable.closing(of: AdjusterSurvey([report]), nanoseconds: nil) == "690 trials")
    #expect(
      AdjusterTable.closing(of: AdjusterSurvey([report]), nanoseconds: 6_900_000)
        == "690 trials in 6.9 ms, on all cores")
  }

  @Test
  func `Markdown has a table of all and one for each that breaks something`() {
    let lines = AdjusterMarkdown.text(of: AdjusterSurvey([AdjusterPageTests.report])).split(
      separator: "\n")
    #expect(lines.count { $0.hasPrefix("| --- |") } == 3)
    #expect(lines.contains("## ideal"))
    #expect(lines.contains { $0.contains("(\\* but where the world ends") })
    #expect(lines.contains("| criterion | edge margins | ideal | none |"))
    #expect(lines.contains("| C1 inside map | 19 % | always\\* | 8 % |"))
    // A row of a table has as many cells as its head.
    for (head, row) in zip(lines, lines.dropFirst()) where head.hasPrefix("|") && row.hasPrefix("|")
    {
      #expect(head.count { $0 == "|" } == row.count { $0 == "|" }, "\(row)")
    }
  }

  @Test
  func `the page is whole, loads nothing and draws every failure`() {
    let text = AdjusterPage.text(of: AdjusterSurvey([AdjusterPageTests.report]))
    for tag in [
      "html", "head", "body", "main", "section", "table", "tr", "td", "svg", "g", "figure",
      "details", "div", "span", "a", "defs", "pattern",
    ] {
      let opened = text.ranges(of: "<\(tag)>").count + text.ranges(of: "<\(tag) ").count
      #expect(opened == text.ranges(of: "</\(tag)>").count, "\(tag)")
    }
    for word in ["<script", "http", "src=", "url(\"", "@import", "{{", "}}"] {
      #expect(!text.contains(word), "\(word)")
    }
    let failures = (0..<3).flatMap { adjuster in
      AdjusterWords.broken(by: adjuster, of: AdjusterPageTests.report).map {
        "id=\"adjuster-\(adjuster + 1)-\($0.code)\""
      }
    }
    #expect(failures.count >= 5)
    for failure in failures { #expect(text.contains(failure), "\(failure)") }
    #expect(text.ranges(of: "<details").count == failures.count)
  }

  @Test
  func `names cannot become markup`() {
    let report = AdjusterReport(of: [Named()], on: AdjusterPageTests.grid)
    let page = AdjusterPage.text(of: AdjusterSurvey([report]))
    #expect(!page.contains("<b>|") && page.contains("&lt;b&gt;|*"))
    let markdown = AdjusterMarkdown.text(of: AdjusterSurvey([report]))
    #expect(!markdown.contains("<b>") && markdown.contains("&lt;b&gt;\\|\\*"))
  }

  @Test
  func `equal neighbors are one rectangle`() throws {
    let grid = AdjusterGrid(columns: 4, rows: 4, zoomLevels: [8], latitudes: [0])
    let bad = try #require(AdjusterResultCell(code: 3 + 2))
    let worse = try #require(AdjusterResultCell(code: 3 + 6))
    var marks = Array(repeating: AdjusterResultCell.kept, count: 16)
    for index in [5, 6, 9, 10, 13, 0] { marks[index] = bad }
    marks[15] = worse
    let text = HeatMap(grid).markup(of: marks, .inside, named: "a <map>")
    #expect(text.contains("aria-label=\"a &lt;map&gt;\""))
    let path = try #require(text.ranges(of: "<path class=\"p2\" d=\"").first)
    let rest = text[path.upperBound...].prefix { $0 != "\"" }
    #expect(rest == "M0 0h1v1h-1zM1 1h2v2h-2zM1 3h1v1h-1z")
    #expect(text.contains("<path class=\"p6\" d=\"M3 3h1v1h-1z\"/>"))
    #expect(text.ranges(of: "<path").count == 2)
  }

  @Test
  func `every cell is drawn once, whatever the marks`() throws {
    let grid = AdjusterGrid(columns: 7, rows: 9, zoomLevels: [8], latitudes: [0])
    var state: UInt64 = 7
    for _ in 0..<200 {
      let marks = (0..<63).map { _ -> AdjusterResultCell in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return AdjusterResultCell(code: Int(state >> 60) % 4 + 3) ?? .kept
      }
      let text = HeatMap(grid).markup(of: marks, .zoomUnchanged, named: "")
      var drawn = Array(repeating: "", count: 63)
      for path in text.split(separator: "<path class=\"").dropFirst() {
        let name = path.prefix { $0 != "\"" }
        let data = path.drop { $0 != "M" }.prefix { $0 != "\"" }
        for piece in data.split(separator: "z") {
          let numbers = piece.split { !$0.isNumber }.compactMap { Int($0) }
          for row in numbers[1]..<numbers[1] + numbers[3] {
            for column in numbers[0]..<numbers[0] + numbers[2] {
              drawn[row * 7 + column] += name
            }
          }
        }
      }
      #expect(drawn == marks.map { ["s0", "s1", "s2", "s3"][Int($0.code) - 3] })
    }
  }

  @Test(arguments: [(0, 10, 0), (1, 1_000, 1), (999, 1_000, 99), (10, 10, 100), (1, 2, 50)])
  func `only the whole is 100 percent, and only nothing is 0`(part: Int, whole: Int, percent: Int) {
    #expect(AdjusterWords.percent(part, of: whole) == percent)
  }

  private static let surveyTable = """
    maps and zoom levels: callout 200 x 108 pt on 390 x 844 pt
    views: 390 x 844 pt and 844 x 390 pt
    callouts: 200 x 108 pt and 480 x 90 pt

    kept                       ideal   none
    ------------------------- ------ ------
    C1 inside map             always    6 %
    C2 zoom unchanged         always always
    C3 shift minimal          always   13 %
    C4 untouched when visible always always
    C5 adjustment idempotent  always always
    C6 tip pinned             always      -
    C7 animated as at once    always      -
    C8 shift mirrored         always always
    C9 same at any longitude  always always
    C10 same at any latitude  always always
    C11 move accepted         always always
    C12 same on a turned map  always always
    C13 oversize rule         always    7 %
    C14 steady at world edge       -      -
    C15 exact at zoom 20      always   13 %
    C16 parent visible        always   40 %
    C17 callbacks paired      always always

    ideal: Keeps every criterion that was asked.
    none: Leaves callouts cut off at every zoom level; moves the map more or less than needed at \
    every
        zoom level; errs when close at every zoom level; breaks C16 parent visible too. At other \
    sizes
        it loses the pin of what is too large (C13 oversize rule).

        broken               of trials  sizes first with
        -------------------- --------- ------ ----------------------------
        C1 inside map             94 % 3 of 3 200 x 108 pt on 390 x 844 pt
        C3 shift minimal          88 % 4 of 4 200 x 108 pt on 390 x 844 pt
        C13 oversize rule         93 % 1 of 1 480 x 90 pt on 390 x 844 pt
        C15 exact at zoom 20      88 % 4 of 4 200 x 108 pt on 390 x 844 pt
        C16 parent visible        60 % 4 of 4 200 x 108 pt on 390 x 844 pt

    C6 tip pinned, C7 animated as at once and C17 callbacks paired are asked in 144 sessions at a \
    few of
        the pins: frames, animations and callbacks are the map's.

    """

  private static let table = """
    kept                      edge margins   ideal   none
    ------------------------- ------------ ------- ------
    C1 inside map                     19 % always*    8 %
    C2 zoom unchanged               always  always always
    C3 shift minimal                  78 % always*    8 %
    C4 untouched when visible       always  always always
    C5 adjustment idempotent          85 %  always always
    C6 tip pinned                   always  always      -
    C7 animated as at once          always  always      -
    C8 shift mirrored                 39 %  always always
    C9 same at any longitude          20 %  always always
    C10 same at any latitude          71 %  always always
    C11 move accepted               always  always always
    C12 same on a turned map           7 %  always always
    C13 oversize rule                    -       -      -
    C14 steady at world edge             -  always      -
    C15 exact at zoom 20            always  always    8 %
    C16 parent visible              always  always   44 %
    C17 callbacks paired            always  always always
    * but where the world ends and no map can scroll on

    edge margins: Leaves callouts cut off at every zoom level; moves the map more or less than \
    needed up
        to zoom 8; moves again when asked again up to zoom 8; breaks C8 shift mirrored, C9 same \
    at any
        longitude, C10 same at any latitude and C12 same on a turned map too.
    ideal: Keeps every criterion that was asked. Where the world ends it cannot keep C1 inside \
    map and
        C3 shift minimal.
    none: Leaves callouts cut off at every zoom level; moves the map more or less than needed at \
    every
        zoom level; errs when close at every zoom level; breaks C16 parent visible too.

    C6 tip pinned, C7 animated as at once and C17 callbacks paired are asked in 225 sessions at a \
    few of
        the pins: frames, animations and callbacks are the map's.

    """
}
