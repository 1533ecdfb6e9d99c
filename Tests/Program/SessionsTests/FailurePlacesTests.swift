import MapEvents
import MapGeometry
import Measures
import Sessions
import Support
import Testing
import Wire

@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

/// What a replay keeps of a session for those who look at it, of a map at the 180th meridian.
@Suite("What is kept of a replay")
struct FailurePlacesTests {
  /// Two pins whose callouts stick out of the map, one further than the other, and one far away.
  private static func session(
    selecting pins: [String], latitudes: [Double] = [0, -0.3],
    style: String = "plain, size: 200 x 60 pt", adjust: String = "none", then end: String = ""
  ) throws -> SessionReport {
    let scratch = try Scratch()
    let steps =
      pins.map { "  - select: {id: \($0), in: places}\n  - wait: settled\n" }.joined() + end
    try scratch.file(
      "pins.yaml",
      """
      scenario: Callouts beyond the edge
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 0, lon: 179.9}, span: 100 km x 216 km}
      data:
        places:
          points:
            - {id: out, lat: \(latitudes[0]), lon: -179.8}
            - {id: farther, lat: \(latitudes[1]), lon: -179.75}
            - {id: elsewhere, lat: 0, lon: 0}
      layers:
        places:
          callout: {style: \(style), adjust: \(adjust)}
      steps:
        - add: {data: places, into: places}
        - wait: settled
      \(steps)
      expect:
        callout inside map: always
      """)
    let run = SessionRun(try ScenarioQuery(paths: [scratch.path]).read().scenarios).report()
    return try #require(run.sessions.first)
  }

  /// A declared margin and one that a step sets, be it in a round, have one warning.
  @Test(arguments: [
    ("margin: -0.3", "  - wait: settled"),
    ("margin: 0.5", "  - change clustering: {layer: cities, margin: -0.3}"),
    (
      "margin: 0.5",
      "  - repeat: {times: 2, steps: [{change clustering: {layer: cities, margin: -0.3}}]}"
    ),
  ])
  func `a negative margin is a warning, whoever sets it`(margin: String, step: String) throws {
    let scratch = try Scratch()
    try scratch.file(
      "margin.yaml",
      """
      scenario: Points near the edge
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 0, lon: 0}, span: 100 km x 216 km}
      data: {cities: {points: [{id: a, at: 1 x 400 pt}, {id: b, at: 200 x 400 pt}]}}
      layers: {cities: {cluster: {\(margin)}}}
      steps:
        - add: {data: cities, into: cities}
      \(step)
        - pan: {by: 1 x 0 pt}
        - wait: settled
      """)
    let run = SessionRun(try ScenarioQuery(paths: [scratch.path]).read().scenarios).report()
    let session = try #require(run.sessions.first)
    #expect(session.warnings.count { $0.contains("the negative margin of cities") } == 1)
  }

  @Test(arguments: [(["out", "farther"], 1), (["farther", "out"], 0)])
  func `the worst of broken callouts is the one furthest out, at rest`(
    pins: [String], worst: Int
  ) throws {
    let session = try FailurePlacesTests.session(selecting: pins)
    let verdict = try #require(session.facts.verdicts.first)
    let place = try #require(session.evidence.first).place
    let rests = session.timeline.callouts.rows.map(\.rest)
    #expect(rests.count == 2)
    #expect(place.first == rests[0])
    #expect(session.worstTime(of: verdict, place) == rests[worst])
  }

  /// It is judged when it opens, as the map does not move, and is too small to be seen then.
  @Test
  func `a failed callout is drawn in its full size`() throws {
    let session = try FailurePlacesTests.session(
      selecting: ["out", "farther"], latitudes: [0.8, 0.85],
      style: "bubble, content height: 60 pt")
    let reader = try #require(SceneReader(session))
    let evidence = try #require(session.evidence.first)
    let moments = session.moments(of: evidence, SceneTimes(session))
    #expect(moments.count == 2)
    for (moment, callout) in zip(moments, session.timeline.callouts.rows) {
      #expect(callout.rest.map { $0 < moment } == true)
      #expect(reader.calloutNumber(at: moment) == callout.callout)
      #expect(reader.snapshot(at: moment).callout?.look.scale == 1)
    }
  }

  /// The clusters fade for longer than the map waits until the next step.
  @Test
  func `a moved cluster is the diagnostic of the update that moved it, not of the next step`()
    throws
  {
    let scratch = try Scratch()
    try scratch.file(
      "there-and-back.yaml",
      """
      scenario: There and back
      device: phone-60hz
      map: {size: 320 x 568 pt, center: {lat: 48.8566, lon: 2.3522}, span: 40 km x 40 km}
      data:
        places:
          like cities:
            points: 300
            cities: 15
            south west: {lat: 48.6, lon: 2}
            north east: {lat: 49.1, lon: 2.7}
      layers: {places: {cluster: {cell size: 60 pt, fade: 1.5 s}}}
      steps:
        - add: {data: places, into: places}
        - wait: settled
        - zoom: {by: 0.06 levels, over: 100 ms}
        - wait: settled
        - zoom: {by: -0.06 levels, over: 100 ms}
        - wait: settled
        - wait: 3 s
        - rotate: {by: 1 deg, over: 100 ms}
        - wait: settled
      expect: {clusters moved: exactly 0}
      """)
    let run = SessionRun(try ScenarioQuery(paths: [scratch.path]).read().scenarios).report()
    let session = try #require(run.sessions.first)
    let evidence = try #require(session.evidence.first)
    let applied = try #require(session.timeline.occurrences).rows
      .filter { $0.kind == .updateApplied }.map(\.start)
    #expect(applied.contains { $0 == evidence.place.first }, "\(evidence.place)")
    #expect(evidence.events.filter(\.isOffence).map { $0.text.contains("(update ") } == [true])
  }

  /// The callout had its room first: the cause is the resize, and not the step that opened it.
  @Test
  func `a callout that is cut off later is missed there, with the cause`() throws {
    let session = try FailurePlacesTests.session(
      selecting: ["out"], adjust: "ideal",
      then: "  - resize: {to: 260 x 844 pt}\n  - wait: settled\n  - wait: 1 s\n")
    let verdict = try #require(session.facts.verdicts.first)
    let place = try #require(session.evidence.first).place
    let moment = try #require(session.facts.callouts.first?.moment(of: .inside))
    #expect(moment.cause == .system)
    #expect(session.label(of: moment.step)?.text == "wait: settled")
    #expect(place.first == moment.since && place.time < place.judgedAt)
    #expect(session.worstTime(of: verdict, place) == moment.since)
    let text = try #require(session.listedFailures.first?.sentence)
    #expect(text.contains("63 pt beyond the right edge (0.5 pt allowed) at "))
    #expect(
      text.contains(
        ", after the map view had been resized in line 18 'resize: {to: 260 x 844 pt}'"))
  }

  /// A criterion broken later is none until then: in pictures, in the list of the player and in a
  /// terminal.
  @Test
  func `a callout that is cut off later is shown as correct until then`() throws {
    let session = try FailurePlacesTests.session(
      selecting: ["out"], adjust: "ideal",
      then: "  - wait: 1 s\n  - resize: {to: 260 x 844 pt}\n  - wait: settled\n  - wait: 1 s\n")
    let row = try #require(session.timeline.callouts.rows.first)
    let rest = try #require(row.rest)
    let since = try #require(session.facts.callouts.first?.firstBroken?.since)
    let frame = SimulatedTime(nanoseconds: 1)
    #expect(rest < since)
    for (time, judgment) in [
      (rest - frame, MapPicture.Judgment.unjudged), (rest, .kept), (since - frame, .kept),
      (since, .broken), (session.timeline.length, .broken),
    ] {
      #expect(session.judgment(ofCallout: 0, at: time) == judgment)
    }
    let context = PlayerSection.context(of: session)
    let texts = try #require(context["texts"] as? [String])
    #expect(texts.contains("callout 0 is at rest, correct"))
    #expect(texts.contains("callout 0 breaks C1 inside map"))
    #expect(context["kept"] as? PageColumns == PageColumns([[0, 3, since.nanoseconds]]))
    let strip = try #require(FilmStrip.text(of: session))
    #expect(
      strip.contains("<g class=\"callout\">") && strip.contains("<g class=\"callout broken\">"))
    let map = try #require(TerminalMap(session, rows: 14, columns: 100))
    #expect(map.frame(at: rest).contains("callout 0, correct"))
    #expect(map.frame(at: since).contains("callout 0, broken"))
  }

  /// A frame shows what a step did when the next step may wait for it.
  @Test(arguments: [
    (
      "move: {data: places, in: places, ids: [out], to: {lat: 0.95, lon: -179.8}}", "its annotation"
    ),
    ("set center: {lat: 0, lon: 179.2, animated: no}", "the app"),
    ("resize: {to: 260 x 844 pt}", "the map view"),
  ])
  func `the step that moved an open callout is named`(step: String, mover: String) throws {
    let session = try FailurePlacesTests.session(
      selecting: ["out"], adjust: "ideal",
      then: "  - \(step)\n  - snapshot: after\n  - wait: settled\n  - wait: 1 s\n")
    let text = try #require(session.listedFailures.first?.sentence)
    let verb = step.prefix { $0 != ":" }
    #expect(text.contains(", after \(mover) had "), "\(text)")
    #expect(text.contains(" in line 18 '\(verb): "), "\(text)")
  }

  @Test
  func `points of the data are drawn where the map has been`() throws {
    let session = try FailurePlacesTests.session(selecting: ["out"])
    let points = try #require(session.scene).points
    let found = points.indices.map { Double(points[$0, .x]) / SceneUnit.perMapPoint }
    let expected = [-179.8, -179.75].map {
      Projection.mapKit.mapPoint(for: Coordinate(latitude: 0, longitude: $0)).x.rounded()
    }
    #expect(found.map { $0.rounded() } == expected)
  }
}
