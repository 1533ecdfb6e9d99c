import MapEvents
import MapGeometry
import Measures
import Metrics
import Testing
import Wire

@testable import ReportPage
@testable import Reporting

@Suite("What the player of the page is given")
struct PlayerTests {
  private static let session: SessionReport = {
    var session = Fixture.session()
    session.scene = Fixture.seen
    session.timeline = TimelineTests.timeline(TimelineTests.events(TimelineTests.session))
    return session
  }()

  @Test(
    arguments: [
      ("camera", [[0, 100_000_000], [4000, 0], [6000, 200], [1_000_000, 1_000_000], [0, 0]]),
      ("sizes", [[0], [100000], [200000]]),
      ("looks", [[16_000_000], [0], [0], [-10000], [-20000], [20000], [20000]]),
      (
        "views",
        [
          [16_000_000, 100_000_000], [0, 1], [0, 0], [3, 0], [0, 0], [1, 1], [16, 10], [1, 0],
        ]
      ),
      ("places", [[4020], [6000]]), ("ends", [[116_000_000, -116_000_001]]),
      ("grids", [[16_000_000], [0], [3875], [5875], [100], [3], [4]]),
      ("shapes", [[16_000_000, 0], [0, 0], [1, 1], [0, 1], [3875, 250], [5875, 250]]),
      ("taps", [[110_000_000], [60000], [100000]]), ("points", [[0], [4020], [6000]]),
      ("bars", [[0, 0, 0, 0]]),
    ])
  func `has columns of whole numbers, as distances where those are small`(
    name: String, columns: [[Int64]]
  ) throws {
    let value = PlayerSection.context(of: PlayerTests.session)[name]
    #expect((value as? PageColumns)?.columns == columns)
  }

  /// The page's own test reads the same changes.
  @Test
  func `names change at places, and are found again whatever they are`() {
    var changes = PageNames.Changes()
    let found = zip([0, 1, 0, 1, nil, 0] as [Int64?], [0, 1, 0, 0, 1, 1] as [Int64])
      .map { changes.number(of: $0, at: $1) }
    #expect(found == [1, 1, 0, -1, 0, -2])
    for world in 0..<(6 * 6 * 6 * 6) {
      let rows = [1, 6, 36, 216].map { world / $0 % 6 }
        .map { (name: Int64($0 % 3), place: Int64($0 / 3)) }
      var (changes, named, last) = (PageNames.Changes(), [Int64: Int64](), Int64(-1))
      for row in rows {
        let change = changes.number(of: row.name, at: row.place)
        if change != 0 {
          last += change > 0 ? change : change + 1
          named[row.place] = last
        }
        #expect(named[row.place] == row.name, "\(rows)")
      }
    }
  }

  @Test
  func `names of all sessions are there once`() {
    var other = Fixture.seen
    (other.ids, other.titles) = (["8"], [""])
    let names = PageNames(of: [Fixture.seen, other, Fixture.seen, SessionScene()])
    #expect(names.ids == ["7", "8"] && names.titles == ["Seven", ""])
    // A file may say what it likes.
    other.names?.append(at: Fixture.ms(17), [1, 9])
    other.names?.append(at: Fixture.ms(18), [9, 0])
    #expect(other.viewNames == [PointName(id: "8", title: ""), nil])
    other.titles = nil
    #expect(other.viewNames == [nil, nil])
  }

  /// A step and a verdict of another file have no line in this one.
  @Test
  func `has the lines of the file, with what failed in them`() throws {
    var session = PlayerTests.session
    session.source = ["scenario: <b>", "", "expect: {}"]
    session.facts.verdicts = [Fixture.verdict(), Fixture.broken, Fixture.broken]
    session.facts.verdicts[2].written.file = "Parts/open.yaml"
    session.stepLabels = [
      StepLabel(id: 0, line: 12, depth: 0, text: "a"),
      StepLabel(id: 1, line: 13, file: "Parts/open.yaml", depth: 0, text: "b"),
    ]
    let context = PlayerSection.context(of: session)
    #expect(context["source"] as? String == "scenario: <b>\n\nexpect: {}")
    let broken = try #require(context["broken"] as? [PlayerSection.Context])
    let verdict = Fixture.broken
    #expect(broken.map { $0["line"] as? Int } == [verdict.written.line])
    #expect(broken.map { $0["text"] as? String } == ["\(verdict.rule): found \(verdict.found)"])
    let rows = session.timeline.steps.rows.map { $0.step == 0 ? 12 : 0 as Int64 }
    #expect(context["lines"] as? PageColumns == PageColumns([rows]))
  }

  /// For each event the time after the one before, its kind and the index of its text.
  private static func events(of context: PlayerSection.Context) throws -> [Int64] {
    try #require((context["events"] as? PageColumns)?.columns.first)
  }

  @Test
  func `lists what happens in the order of time, each text once`() throws {
    let context = PlayerSection.context(of: PlayerTests.session)
    let texts = try #require(context["texts"] as? [String])
    #expect(Set(texts).count == texts.count)
    #expect(
      texts.contains { $0.hasPrefix("update ") } && texts.contains { $0.hasPrefix("views: ") })
    let numbers = try PlayerTests.events(of: context)
    #expect(numbers.count.isMultiple(of: 3) && numbers.count > 30)
    for first in stride(from: 0, to: numbers.count, by: 3) {
      #expect(numbers[first] >= 0 && 0...8 ~= numbers[first + 1])
      #expect(texts.indices.contains(Int(numbers[first + 2])))
    }
  }

  /// The texts of the list in their order.
  private static func list(of session: SessionReport) throws -> [String] {
    let context = PlayerSection.context(of: session)
    let texts = try #require(context["texts"] as? [String])
    let numbers = try PlayerTests.events(of: context)
    return stride(from: 2, to: numbers.count, by: 3).map { texts[Int(numbers[$0])] }
  }

  @Test
  func `lists what happens at one time in the order of its events, by kind where none is known`()
    throws
  {
    var session = Fixture.session(verdicts: [Fixture.broken])
    session.scene = Fixture.seen
    session.timeline = TimelineTests.timeline(TimelineTests.events(TimelineTests.instant))
    for index in session.facts.updates.indices {
      session.facts.updates[index].triggeredAt = Fixture.ms(10)
    }
    session.facts.updates[1].latencyWithoutFade = Fixture.ms(10)
    var place = FailurePlace(judgedAt: Fixture.ms(30))
    // The end of the region change.
    (place.first, place.event) = (Fixture.ms(10), 2)
    session.evidence = [FailureEvidence(place: place)]
    let (step, will, did) = ("wait: settled", "region will change", "region did change")
    let broken = "expectation broken: \(Fixture.broken.rule)"
    let batch = "batch arrives: 5 points for cities"
    let requests = (0...1).map { "update \($0) of cities is requested" }
    let shown = "update 1 of cities is on the map after 10.0 ms"
    #expect(
      try PlayerTests.list(of: session) == [
        step, will, did, broken, requests[0], step, batch, requests[1], step, shown,
      ])
    // As a run file of an earlier version has it.
    session.timeline.occurrences = nil
    #expect(
      try PlayerTests.list(of: session) == [
        step, step, step, will, did, batch, requests[0], requests[1], broken, shown,
      ])
  }

  @Test
  func `lists every step and failure of a long session, and says what it leaves out`() throws {
    let views = (0..<1_000).flatMap { number -> [(Int64, Event.Kind)] in
      [
        (Int64(number), .view(.reused(view: 0, identifier: 0))),
        (Int64(number), TimelineTests.displayed(0, 0)),
      ]
    }
    var session = Fixture.session(verdicts: [Fixture.broken])
    session.scene = Fixture.seen
    session.facts.updates = []
    session.timeline = TimelineTests.timeline(
      TimelineTests.events(
        views + [(1_000, .session(.stepBegan)), (1_000, .session(.ended))]))
    session.evidence = [FailureEvidence(place: FailurePlace(judgedAt: Fixture.ms(1_000)))]
    let context = PlayerSection.context(of: session)
    let texts = try #require(context["texts"] as? [String])
    let numbers = try PlayerTests.events(of: context)
    let kinds = stride(from: 1, to: numbers.count, by: 3).map { numbers[$0] }
    #expect(kinds == Array(repeating: 5, count: 598) + [0, 8, 9])
    #expect(texts.last == "402 more events from 598.0 ms on are in run.json")
  }

  /// The facts have a mark, whose step is in no made-up timeline.
  @Test
  func `lists a mark as the step that it is, once`() throws {
    let texts = try #require(
      PlayerSection.context(of: PlayerTests.session)["texts"] as? [String])
    #expect(!PlayerTests.session.facts.marks.isEmpty)
    #expect(!texts.contains { $0.hasPrefix("mark: ") })
  }

  @Test
  func `has the name by which variants beside each other are told apart`() {
    var session = PlayerTests.session
    #expect(PlayerSection.context(of: session)["name"] as? String == session.title)
    session.variant = VariantLine(name: "upstream", scenario: "edges")
    #expect(PlayerSection.context(of: session)["name"] as? String == "upstream")
  }

  @Test
  func `is there for sessions with a scene, and pictures for those without`() {
    let with = Fixture.drawn(Fixture.run([Fixture.session()]))
    #expect(with.contains("<figure") && !with.contains("data-player"))
    let context = ScenarioSection.scenario(
      PlayerTests.session, assumptions: Assumptions(Fixture.run([PlayerTests.session])))
    #expect(context["sessionPlayer"] as? String == "player edges")
    #expect((context["pictures"] as? [Any])?.isEmpty == true)
  }

  @Test
  func `a map at a moment has what its rows say`() throws {
    let reader = try #require(SceneReader(PlayerTests.session))
    let early = reader.snapshot(at: Fixture.ms(50))
    #expect(early.camera.center == MapPoint(x: 2_000, y: 3_050))
    #expect(early.pins.map(\.point) == [ScreenPoint(x: 60, y: 50)])
    #expect(!early.pins[0].isSelected && early.callout == nil)
    let late = reader.snapshot(at: Fixture.ms(200))
    #expect(late.pins.map(\.isSelected) == [true])
    #expect(late.callout?.tip == ScreenPoint(x: 60, y: 0))
    #expect(late.callout?.body == ScreenRect(minX: 20, minY: -30, width: 80, height: 30))
    #expect(late.shapes.map(\.points.count) == [2])
    #expect(late.grids.map(\.sidePoints) == [50])
    #expect(reader.snapshot(at: .zero).pins.isEmpty)
  }

  /// What fails at once when something is selected shows a map that it has changed already.
  @Test
  func `shows the map before a selection that fails at once`() {
    func titles(failingAt milliseconds: Int64) -> [String] {
      var session = PlayerTests.session
      session.facts.verdicts = [Fixture.broken]
      session.evidence = [FailureEvidence(place: FailurePlace(judgedAt: Fixture.ms(milliseconds)))]
      return Moments(session).choice(atMost: 12).moments.map(\.title)
    }
    let offence = "\(Metric.viewsCreated.name): the first offence"
    #expect(titles(failingAt: 116) == ["the first views", "before the selection", offence])
    // A little earlier, it is the same picture.
    #expect(titles(failingAt: 90) == ["the first views", offence])
  }

  private static func sessions(_ ids: [String], failed: Set<String> = []) -> [SessionReport] {
    ids.map { id in
      var session = Fixture.session(
        id: id, title: id, verdicts: failed.contains(id) ? [Fixture.broken] : nil)
      session.scene = Fixture.seen
      session.timeline = Self.session.timeline
      return session
    }
  }

  /// Those without scripts see what failed before anything else.
  @Test
  func `has film strips of what failed and of each folder`() {
    let run = Fixture.run(
      Self.sessions(["A/one", "A/two", "B/one", "B/two", "C/one"], failed: ["B/two"]))
    let (strips, definitions) = FilmStrip.gallery(of: run, bytes: 1_000_000)
    #expect(strips.map(\.session.id) == ["B/two", "A/one", "B/one", "C/one"])
    #expect(strips.allSatisfy { $0.svg.hasPrefix("<svg class=\"strip\"") })
    let all = strips.reduce(definitions.utf8.count) { $0 + $1.svg.utf8.count }
    for limit in stride(from: 0, through: all, by: all / 7) {
      let (some, definitions) = FilmStrip.gallery(of: run, bytes: limit)
      let bytes = some.reduce(definitions.utf8.count) { $0 + $1.svg.utf8.count }
      #expect(bytes <= limit)
      #expect(some.map(\.session.id) == strips.prefix(some.count).map(\.session.id))
    }
    #expect(FilmStrip.gallery(of: run, bytes: 0).strips.isEmpty)
    #expect(HTMLPage.text(of: run).contains("<noscript><section id=\"strips\">"))
    #expect(!HTMLPage.text(of: Fixture.run([Fixture.session()])).contains("id=\"strips\""))
  }
}
