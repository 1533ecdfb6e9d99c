import Counts
import Formatting
import MapEvents
import MapGeometry
import Metrics
import Pages
import Statistics
import Testing
import Wire

@testable import Measures
@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

@Suite("The page")
struct PageTests {
  private static let page = Fixture.drawn(Sample.run)

  @Test(arguments: [
    "html", "head", "body", "header", "main", "section", "details", "summary", "table", "thead",
    "tbody", "tr", "td", "div", "span", "figure", "svg", "g", "ul", "li", "a",
    "p",
  ])
  func `closes what it opens`(tag: String) {
    let opened = PageTests.count("<\(tag)>") + PageTests.count("<\(tag) ")
    #expect(opened == PageTests.count("</\(tag)>"))
    #expect(opened > 0)
  }

  @Test(arguments: [
    "http:", "https:", "<script", "<link", "@import", "url(", "<img", "{{", "Optional(",
  ])
  func `loads nothing and leaves no template behind`(text: String) {
    #expect(!PageTests.page.contains(text))
  }

  @Test
  func `leads to every scenario`() {
    let parts = HTMLPage.parts(of: Sample.run).map(\.name)
    for session in Sample.run.sessions {
      #expect(parts.count { $0 == "/\(session.id)" } == 1)
      #expect(PageTests.count("href=\"#\(session.anchor)\"") > 0)
    }
  }

  @Test
  func `answers the questions and names assumptions`() {
    for text in [
      "How long does clustering take?", "How well are annotation views reused?",
      "Do callouts end up where they should?", "Does the map move smoothly?",
      "17 of 18 callouts in all",
      "(assumptions)", "good below 5 ms per s",
      "1 of 6 scenarios failed, 1 of 2 canaries not caught: "
        + "a check no longer detects its planted mistake.",
    ] {
      #expect(PageTests.page.contains(text), "\(text)")
    }
  }

  /// What decided is the headline, also where every expectation was kept.
  @Test
  func `says that facts differ, leads to them, and how to play all again`() throws {
    let sessions = ["a/one", "a/b/two"].map { id in
      var session = Fixture.session(id: id)
      session.file = "Scenarios/\(id).yaml"
      return session
    }
    var run = Fixture.run(sessions)
    var comparison = FactsComparison(purpose: .compared, folder: "Other", count: 2)
    run.comparison = comparison
    let calm = HTMLPage.text(of: run)
    #expect(calm.contains("<h1 class=\"good\">2 scenarios passed.</h1>"))
    #expect(calm.contains("<code>mapreplay run Scenarios/a --compare --facts Other</code>"))
    comparison.changes = [FactsComparison.Change(id: "a/one", values: [])]
    run.comparison = comparison
    let page = HTMLPage.text(of: run)
    #expect(page.contains("<h1 class=\"bad\">failed: facts of 1 session differ, a/one.</h1>"))
    #expect(page.contains("<a href=\"#/a/one\"><b>a/one</b> only in their layout</a>"))
    run.options.playing = ["--data", "points"]
    let again = "mapreplay run Scenarios/a/one.yaml --filter a/one --seed 7 --data points"
    #expect(Fixture.drawn(run).contains("<code>\(again)</code>"))
  }

  /// A run of sessions of which each differs from its committed facts in so many values.
  private static func changed(
    _ counts: [Int], verdicts: [Verdict] = [Fixture.verdict()]
  ) -> RunReport {
    var run = Fixture.run(
      counts.indices.map { Fixture.session(id: "s\($0)", verdicts: verdicts) })
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: counts.count)
    run.comparison?.changes = counts.enumerated().filter { $0.element > 0 }.map { index, count in
      FactsComparison.Change(
        id: "s\(index)",
        values: (0..<count).map {
          FactsDifference.Value(
            part: "mark \"<\($0)>\"", key: "worst frame ns", old: "16000000", new: "50000000")
        })
    }
    return run
  }

  private static let fold = "<details class=\"followers changed\""

  /// Differences from the committed facts follow the failures.
  @Test
  func `has failures before facts that differ, and these in a list`() throws {
    var run = PageTests.changed(
      [Int](repeating: 3, count: 70), verdicts: [Fixture.verdict(), Fixture.broken])
    run.contradictions = ["two replays of s1 differ"]
    run.comparison?.missing = ["s70"]
    let page = HTMLPage.text(of: run)
    let places = try [
      "<b>two replays of s1 differ</b>", "<article class=\"failure\">\n<h2><a href=\"#/s0\">",
      "10 more failures",
      "<summary>Facts of 70 sessions are not the committed ones</summary>",
      "<li><a href=\"#/s0\"><b>s0</b> mark &quot;&lt;0&gt;&quot;: worst frame 16.0 ms -&gt; 50.0",
      "<li><a href=\"#/s59\"><b>", "<li>facts missing in &#39;Reports&#39;: s70</li>",
      "10 more sessions: the list below", "<section id=\"scenarios\">",
    ].map { text in try #require(page.firstRange(of: text), "\(text)").lowerBound }
    #expect(places == places.sorted())
    #expect(page.matches(of: /<li><a href="#\/s[0-9]+"><b>/).count == 60)
    #expect(page.contains("\(PageTests.fold)>"), "it is folded")
    let summary = Summary.text(of: run)
    let items = try [
      "- two replays of s1 differ", "- **A pin near the edge**: ", "- facts of s0 differ: ",
      "- facts missing in ",
    ].map { text in try #require(summary.firstRange(of: text), "\(text)").lowerBound }
    #expect(items == items.sorted())
    let short = HTMLPage.text(of: PageTests.changed([1, 0, 2]))
    #expect(short.contains("\(PageTests.fold) open>"))
    #expect(short.contains("Facts of 2 sessions are not the committed ones"))
    #expect(!HTMLPage.text(of: PageTests.changed([0])).contains(PageTests.fold))
  }

  private static let heading = "<h3>Differences from the committed facts</h3>"

  /// The section of a session as its templates draw it.
  private static func section(_ id: String, of run: RunReport) throws -> String {
    let part = try #require(HTMLPage.parts(of: run).first { $0.name == "/\(id)" })
    return HTMLPage.templates.render(part.template, part.context())
  }

  /// The run file alone says so, also of a run that was made before.
  @Test
  func `a session has a table of what differs in its section, or none`() throws {
    let run = PageTests.changed([25, 0, 2])
    let text = [UInt8](RunFile.text(of: run).utf8)
    let read = try RunFile.report(of: JSONText(text), named: "run.json")
    let row =
      "<tr><th>worst frame <small>mark &quot;&lt;0&gt;&quot;</small></th>\n<td>16.0 ms</td>\n"
      + "<td>50.0 ms</td>\n<td class=\"bad\">+34.0 ms</td><td class=\"bad\">worse</td></tr>"
    for run in [run, read] {
      let long = try PageTests.section("s0", of: run)
      #expect(long.contains(PageTests.heading) && long.contains(row), "\(long)")
      let fold = "<details class=\"all\"><summary>5 more changed values</summary>"
      let parts = long.split(separator: fold)
      #expect(parts.map { $0.ranges(of: "<tr><th>worst frame <small>mark").count } == [20, 5])
      let short = try PageTests.section("s2", of: run)
      #expect(short.contains(row) && !short.contains("more changed value"))
      let none = try PageTests.section("s1", of: run)
      #expect(!none.contains(PageTests.heading))
      let context = HTMLPage.parts(of: run).first { $0.name == "/s1" }?.context()
      #expect(context?["changed"] == nil, "nothing is carried for it")
    }
  }

  @Test
  func `a session says what differs of its facts where that is no value`() throws {
    var run = PageTests.changed([1])
    run.comparison?.changes = [FactsComparison.Change(id: "s0", values: [])]
    let section = try PageTests.section("s0", of: run)
    #expect(section.contains(PageTests.heading) && !section.contains("<th>committed</th>"))
    #expect(
      section.contains("<p class=\"more\">The facts differ: only in their layout.</p>"))
    run = PageTests.changed([1])
    run.comparison?.hasFacts = false
    #expect(try !PageTests.section("s0", of: run).contains(PageTests.heading))
  }

  @Test
  func `says where and on what a run was made, as far as it is known`() {
    var run = Fixture.run([Fixture.session()])
    #expect(!HTMLPage.text(of: run).contains("Where and when"))
    run.fingerprint = Fingerprint([.processor: "Ten <cores>"])
    run.origin.revision = "c0ffee"
    run.origin.isModified = true
    run.origin.startedAtSeconds = 86_399
    let page = HTMLPage.text(of: run)
    for (name, value) in [
      ("revision", "c0ffee, modified"), ("played", "1970-01-01T23:59:59 UTC"),
      ("processor", "Ten &lt;cores&gt;"),
    ] {
      #expect(page.contains("<li><span>\(name)</span> <div>\(value)</div></li>"), "\(name)")
    }
  }

  /// A long fade, and a scenario that is slow on purpose, say nothing of how quick clustering is.
  @Test
  func `answers for clustering with the middle scenario, without fades`() {
    let metric = Metric.latencyWithoutFadePercentile95
    func session(_ title: String, milliseconds: Int64) -> SessionReport {
      var session = Fixture.session(title: title)
      session.facts.session[metric] = .nanoseconds(milliseconds * 1_000_000)
      return session
    }
    let one = session("calm", milliseconds: 36)
    let alone = Fixture.drawn(Fixture.run([one]))
    #expect(alone.contains("36.0 ms") && alone.contains("\(metric.name), in “calm”"))
    let page = Fixture.drawn(
      Fixture.run([
        session("slow", milliseconds: 9_020), one, session("quick", milliseconds: 1),
      ]))
    #expect(
      page.contains(
        "\(metric.name): the median of 3 sessions; the worst has 9.02\u{a0}s:\n<a href"))
    #expect(page.contains("<span class=\"words\">worst: 9.02\u{a0}s, <a href=\"#/"))
    var none = one
    none.facts.session[metric] = .never
    #expect(Fixture.drawn(Fixture.run([none])).contains("no clusters were requested"))
  }

  /// What is large on the page is what a scenario can demand.
  @Test
  func `answers with metrics that a scenario can demand`() {
    var session = Fixture.session()
    session.facts.session[.latencyWithoutFadePercentile95] = .nanoseconds(1)
    let page = Fixture.drawn(Fixture.run([session]))
    for metric: Metric in [
      .latencyWithoutFadePercentile95, .viewReuseRate, .calloutsCorrect, .hitchRatio,
    ] {
      let answers = page.split(separator: "<section id=\"scenarios\"").first ?? ""
      #expect(answers.contains(metric.name), "\(metric.name)")
    }
  }

  @Test
  func `shows nothing in red where all is passed`() {
    #expect(PageTests.count(".passed { --bad: var(--warn); --bad-tint: var(--warn-tint); }") == 1)
    #expect(PageTests.count("<body>") == 1)
    let critical = Fixture.session(callouts: [Fixture.callout(0, kept: [false, true])])
    let good = Fixture.drawn(Fixture.run([critical]))
    #expect(good.contains("<body class=\"passed\">"))
    var compared = Fixture.run([critical])
    compared.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    compared.comparison?.missing = ["a"]
    #expect(Fixture.drawn(compared).contains("<body>"))
  }

  @Test
  func `says how much it left out`() {
    let scenes = (0..<20).map { Fixture.scene(title: "picture \($0)") }
    let callouts = (0..<70).map { Fixture.callout($0, kept: [$0 > 2, true, nil, nil, true, true]) }
    let text = Fixture.drawn(Fixture.run([Fixture.session(callouts: callouts, snapshots: scenes)]))
    #expect(text.contains("8 more pictures in the run file."))
    #expect(text.contains("67 more callouts in the run file."))
    #expect(text.contains("<small>callout 2</small>"))
    #expect(!text.contains("<small>callout 3</small>"))
  }

  private static func count(_ text: String) -> Int {
    page.ranges(of: text).count
  }
}

@Suite("Pictures of the map")
struct MapPictureTests {
  /// Numbers of clusters are as large as they have to be in a picture that is shown smaller, or
  /// left out where their views have no room.
  @Test(arguments: [(nil, "11"), (3.0, "11"), (14.0, "14"), (40.0, nil)] as [(Double?, String?)])
  func `numbers of a picture have a least size`(least: Double?, size: String?) {
    var picture = MapPicture(Fixture.scene().scene, Fixture.legend, .kept)
    picture.leastNumber = least
    let found = picture.markup(named: "").firstMatch(of: /font-size="(?<size>[0-9.]+)">12</)
    #expect(found.map { String($0.output.size) } == size)
  }

  @Test
  func `show viewport, margin, grid, clusters, pins and the callout`() {
    let picture = MapPicture(Fixture.scene().scene, Fixture.legend, .kept)
    #expect(
      picture.markup(named: "a \"b\"").replacing("><", with: ">\n<") == #"""
        <svg class="map" role="img" aria-label="a &quot;b&quot;" viewBox="-30 -60 160 320">
        <rect class="land" x="-30" y="-60" width="160" height="320"/>
        <path class="grid layer0" d="M-10 -20V40M50 -20V40M110 -20V40M-10 -20H110M-10 40H110"/>
        <g class="cluster layer0">
        <ellipse cx="50" cy="20.5" rx="16" ry="19.5"/>
        <circle cx="50" cy="40" r="2.2"/>
        <text x="50" y="24.46" font-size="11">12</text>
        </g>
        <g class="pin layer0 selected">
        <rect class="image" x="4" y="21" width="32" height="39" rx="5"/>
        <circle cx="20" cy="60" r="2.2"/>
        </g>
        <path class="veil" fill-rule="evenodd" d="M-30 -60H130V260H-30ZM0 0H100V200H0Z"/>
        <rect class="viewport" x="0" y="0" width="100" height="200"/>
        <rect class="contain" x="2" y="-59" width="90" height="119"/>
        <g class="callout">
        <path d="M14 -59H80a12 12 0 0 1 12 12V-5a12 12 0 0 1 -12 12H34L20 21L14 7H14\#
        a12 12 0 0 1 -12 -12V-47a12 12 0 0 1 12 -12Z"/>
        <rect class="title" x="16" y="-45" width="38.44" height="9" rx="4.5"/>
        <rect class="line" x="16" y="-27" width="55.8" height="6.3" rx="3"/>
        </g>
        </svg>
        """#)
  }

  @Test
  func `hold a callout beside the map whole, and the views in the map before others`() {
    var scene = Fixture.scene().scene
    scene.callout?.body = ScreenRect(minX: 2, minY: -80, width: 90, height: 60)
    scene.pins = [Fixture.pin(x: 50, y: 40, count: 12), Fixture.pin(x: 50, y: -30, count: 12)]
    var picture = MapPicture(scene, Fixture.legend, .broken, widestMargin: 0.08)
    picture.fullPins = 1
    let text = picture.markup(named: "")
    // Two fifths of the height and a little more.
    #expect(text.contains("viewBox=\"-43 -86 186 372\""))
    #expect(text.contains("<ellipse cx=\"50\" cy=\"20.5\"") && !text.contains("cy=\"-49.5\""))
  }

  @Test
  func `survive numbers that cannot be drawn`() {
    var scene = Fixture.scene().scene
    scene.grids = [
      Snapshot.Grid(
        layer: 0, origin: ScreenPoint(x: .nan, y: .infinity), sidePoints: 1e-300,
        columns: .max, rows: .max),
      Snapshot.Grid(
        layer: 0, origin: ScreenPoint(x: .nan, y: -.infinity), sidePoints: 60, columns: 1, rows: 1),
    ]
    scene.pins.append(Fixture.pin(x: .nan, y: .infinity, count: .min))
    scene.callout?.body = ScreenRect(minX: .nan, minY: 0, width: 0, height: 0)
    var legend = Fixture.legend
    legend.viewSize = ScreenSize(width: 0, height: 0)
    let text = MapPicture(scene, legend, .broken).markup(named: "")
    #expect(!text.contains("nan") && !text.contains("inf"))
  }

  @Test(arguments: [
    (1, "1"), (999, "999"), (1_000, "1k"), (1_250, "1.2k"), (9_999, "9.9k"), (10_000, "10k"),
    (999_999, "999k"), (1_000_000, "1M"), (3_450_000, "3.4M"), (Int32.max, "2147M"),
  ])
  func `shorten numbers of points`(count: Int32, text: String) {
    #expect(NumberFormat.abbreviated(count) == text)
  }
}
