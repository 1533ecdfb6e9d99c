import Formatting
import Foundation
import FoundationXML
import Measures
import Metrics
import ReportPage
import Reporting
import Statistics
import Support
import Testing

@testable import History

/// Charts of a series, in characters and as a picture.
@Suite("Charts of a history")
struct ChartTests {
  private func charts(
    of name: String, session: String? = nil, branch: String? = nil
  ) throws -> HistoryCharts {
    let scratch = try Scratch()
    return try HistoryCharts(
      of: name, session: session, branch: branch, in: ChangesTests.mixed(in: scratch))
  }

  @Test
  func `a chart says what it finds, with units at its axis`() throws {
    let text = try wide { try charts(of: "views created").text }
    #expect(
      text == """
        views created of Views/many-identifiers is worse since run 7 (r7): 342 -> 347 (+1.5 %)
        facts of 12 runs

        348 ┤
            │
            │                                        ⠈──────⠁──────⠁─────⠈──────⠈──────⠈
            │
        346 ┤
            │
            │
        344 ┤
            │
            │
            │
        342 ┤⡀─────⢀──────⢀──────⡀──────⡀─────⢀
            └───────────────────────────────────────────────────────────────────────────
                                                     a
             run 1, 2026-09-21                                        run 12, 2026-09-21

        a: run 7 (r7), 2026-09-21: 342 -> 347 (+1.5 %), exact

        """)
  }

  @Test
  func `the page of a run has a chart for each series that changed`() throws {
    let scratch = try Scratch()
    let contents = try ChangesTests.mixed(in: scratch).contents()
    let changes = try HistoryChanges(in: contents)
    let page = changes.page(of: contents)
    #expect(page.charts.count == min(12, Set(changes.changes.map(\.series)).count))
    #expect(!page.charts.isEmpty)
    for chart in page.charts {
      _ = try XMLDocument(xmlString: chart.svg)
      #expect(chart.rows.allSatisfy { $0.count == chart.columns.count } && chart.rows.count > 3)
      #expect(!chart.title.isEmpty)
    }
    let views = try #require(
      page.charts.first { $0.title.hasPrefix("views created of Views/many") })
    #expect(views.columns == ["run", "views created"])
    #expect(views.rows[5].last == "342" && views.rows[6].last == "347")
    #expect(views.rows[6].first?.hasPrefix("run 7 (r7)") == true)
    let drawn = HTMLPage.parts(
      of: RunReport(sessions: [], version: "1.0.0", isDebugBuild: false, allocator: nil),
      history: page
    ) { (0..<$0).map($1) }
    let text = String(decoding: Array(drawn.joined()), as: UTF8.self)
    #expect(text.contains("<section id=\"history\">"))
    #expect(page.sentence == changes.headline + ".")
  }

  /// Sessions of which each reuses so many views of four, and one that the run does not play.
  private static func reusing(_ views: Int64...) -> [RunRecord.Session] {
    zip(["a", "b", "c", "other"], views + [0]).map { id, count in
      Sample.session(in: id, Reading(Quantity(.viewReuseRate), count, of: 4))
    }
  }

  @Test(
    arguments: [
      (3, nil, [0.25, 0.5, 0.75], "+25.0 percentage points, better, since run 2 (r2)"),
      (1, nil, [0.25, 0.5, 0.25], "-25.0 percentage points, worse, since run 2 (r2)"),
      (2, nil, [0.25, 0.5, 0.5], "unchanged since run 2 (r2)"),
      // The history has this run already.
      (2, "r2", [0.25, 0.5], "+25.0 percentage points, better, since run 1 (r1)"),
    ] as [(Int64, String?, [Double], String)])
  func `an answer has its medians of earlier runs, and how far it moved`(
    reused: Int64, revision: String?, medians: [Double], words: String
  ) throws {
    let scratch = try Scratch()
    let store = try Sample.store(
      in: scratch,
      [
        Sample.run(1, Self.reusing(1, 1, 4)), Sample.run(2, Self.reusing(2, 2, 2)),
        Sample.run(3, branch: "side", Self.reusing(4, 4, 4)),
      ])
    var run = RunRecordTests.run(
      ["a", "b", "c"].map { id in
        var session = RunRecordTests.session(id)
        session.facts.session[.viewsRequested] = .count(4)
        session.facts.session[.viewReuseRate] = .share(part: reused, of: 4)
        return session
      })
    (run.origin.branch, run.origin.revision) = ("main", revision)
    let trends = try store.trends(of: run)
    #expect(Array(trends.keys) == [.views])
    let trend = try #require(trends[.views])
    #expect(trend.medians == medians)
    #expect(trend.words == words)
    var page = PageHistory(sentence: "", charts: [])
    page.trends = trends
    let text = String(
      decoding: Array(HTMLPage.parts(of: run, history: page) { (0..<$0).map($1) }.joined()),
      as: UTF8.self)
    #expect(text.contains("<polyline points=\"2,22 ") && text.contains(" \(words)</p>"))
    #expect(try Sample.store(in: Scratch()).trends(of: run).isEmpty)
  }

  @Test
  func `fingerprints have charts of their own, and other sessions are named`() throws {
    let clocks = try charts(of: "processor time").text
    #expect(clocks.contains("times of 10 runs on EPYC, Swift 6.3\n"))
    #expect(clocks.contains("times of 2 runs on Xeon\n"))
    #expect(clocks.hasSuffix("\nruns of other fingerprints have charts of their own\n"))
    #expect(clocks.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let scratch = try Scratch()
    let store = try Sample.store(
      in: scratch,
      (0..<9).map { Sample.run($0, [Sample.views(1), Sample.views($0 > 4 ? 2 : 1, in: "b/a")]) })
    func text(_ session: String?) throws -> String {
      try HistoryCharts(of: "views created", session: session, branch: nil, in: store).text
    }
    #expect(try text(nil).contains("of b/a is worse"))
    #expect(
      try text(nil).hasSuffix("of 2 sessions this one changed most; --session ID shows another\n"))
    // A whole id, though the other one contains it.
    #expect(try text("a").hasPrefix("views created of a has always been 1\n"))
    #expect(try text("b").hasPrefix("views created of b/a is worse since run 6 (r5): 1 -> 2 "))
  }

  @Test(arguments: [
    ("views creatd", nil, "nothing is called 'views creatd'"),
    ("views created", "Nowhere", "no session with 'Nowhere' in its id has a value of"),
    ("instructions", nil, "has a value of 'instructions'"),
  ])
  func `what is not there is a sentence`(name: String, session: String?, words: String) throws {
    let error = #expect(throws: HistoryError.self) {
      _ = try charts(of: name, session: session)
    }
    #expect(error?.cause == .missingInput)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test
  func `one run is a chart too`() throws {
    let scratch = try Scratch()
    let store = try Sample.store(in: scratch, [Sample.run(1, [Sample.views(0)])])
    let charts = try HistoryCharts(of: "views created", session: nil, branch: nil, in: store)
    #expect(charts.text.hasPrefix("views created of a has always been 0\nfacts of 1 run\n"))
    #expect(charts.svg.contains("<circle"))
  }

  /// The elements of a picture with their classes and texts.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var texts: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
      texts.append("")
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if !texts.isEmpty { texts[texts.count - 1] += text }
    }
  }

  private func read(_ svg: String) throws -> Reader {
    let (parser, reader) = (XMLParser(data: Data(svg.utf8)), Reader())
    parser.delegate = reader
    try #require(parser.parse(), "\(parser.parserError?.localizedDescription ?? "")")
    return reader
  }

  @Test
  func `a picture has a point for each run within its frame, and rings for a young level`() throws {
    let reader = try read(charts(of: "hitch ratio").svg)
    let circles = reader.elements.filter { $0.name == "circle" }
    #expect(circles.count == 12)
    #expect(circles.count { $0.attributes["class"] == "young" } == 1)
    let size = try #require(reader.elements[0].attributes["viewBox"]).split(separator: " ")
      .compactMap { Double($0) }
    for circle in circles {
      let x = try #require(Double(circle.attributes["cx"] ?? ""))
      let y = try #require(Double(circle.attributes["cy"] ?? ""))
      #expect((0...size[2]).contains(x) && (0...size[3]).contains(y))
    }
    #expect(reader.texts[1].hasPrefix("hitch ratio of Callouts/pin may have changed since run 12"))
    #expect(reader.texts.contains("3.5 ms per s\n"), "units stand at the axis")
  }

  @Test
  func `names of others are escaped`() throws {
    let scratch = try Scratch()
    let name = "<script>&\"'\u{1b}[31m"
    let store = try Sample.store(
      in: scratch,
      (0..<8).map { number in
        Sample.run(
          number, revision: .some("\u{1b}<b>"), [Sample.views(number > 3 ? 2 : 1, in: name)])
      })
    let charts = try HistoryCharts(of: "views created", session: nil, branch: nil, in: store)
    let reader = try read(charts.svg)
    #expect(!reader.elements.contains { $0.name == "script" || $0.name == "b" })
    #expect(!charts.text.contains("\u{1b}"))
    #expect(try !HistoryChanges(in: store.contents()).text().contains("\u{1b}"))
    #expect(try !store.logText(last: 9).contains("\u{1b}"))
  }

  @Test(
    arguments: [
      (342, 347, true, [342, 344, 346, 348]), (0, 0, true, [-1, 0, 1]),
      (5, 5, true, [4, 5, 6]), (0.905, 0.909, false, [0.904, 0.906, 0.908, 0.91]),
      (0, 1, true, [0, 1]), (0, 1_000, true, [0, 500, 1_000]),
      (5_720_000, 6_360_000, true, [5_600_000, 5_800_000, 6_000_000, 6_200_000, 6_400_000]),
    ] as [(Double, Double, Bool, [Double])])
  func `an axis has a few round numbers around the values`(
    least: Double, most: Double, isWhole: Bool, ticks: [Double]
  ) {
    let axis = Axis(from: least, to: most, isWhole: isWhole)
    #expect(axis.ticks.count == ticks.count, "\(axis.ticks)")
    for (one, other) in zip(axis.ticks, ticks) { #expect(abs(one - other) < 1e-9) }
    #expect(axis.place(of: axis.ticks[0]) == 0)
    #expect(axis.place(of: least) <= axis.place(of: most))
  }

  /// A damaged history holds any numbers.
  @Test(arguments: [(0, .infinity), (-.infinity, .infinity), (.nan, .nan), (-1e308, 1e308)])
  func `an axis ends for numbers that are none`(least: Double, most: Double) {
    let axis = Axis(from: least, to: most, isWhole: false)
    #expect(axis.ticks.count >= 2 && axis.ticks.allSatisfy(\.isFinite))
  }
}
