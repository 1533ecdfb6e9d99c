import Formatting
import MapEvents
import MapGeometry
import Metrics
import Support
import Testing
import Wire

@testable import Measures
@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

/// Criteria broken by callouts, with the place of the worst one's step, in every format.
@Suite("Faults and timelines of callouts in reports")
struct CalloutFailureTests {
  /// A callout that sticks out by some points, zooms by some part and has some callback errors.
  private static func callout(
    _ number: Int32, points: Double, part: Double, callbacks: Double
  ) -> CalloutVerdict {
    var callout = Fixture.callout(number, kept: [nil, nil, nil, nil, nil, true])
    callout.measures?[.inside] = CriterionMeasure(points, of: .inside, within: 0.5)
    callout.measures?[.zoomUnchanged] = CriterionMeasure(part, of: .zoomUnchanged, within: 1e-6)
    callout.measures?[.callbacksPaired] = CriterionMeasure(
      callbacks, of: .callbacksPaired, within: 0)
    return callout
  }

  private static let callouts = [
    callout(0, points: 0.5, part: 1e-6, callbacks: 0),
    callout(1, points: 12.25, part: 2.5e-6, callbacks: 2),
    callout(2, points: 40, part: 0.2625, callbacks: 2),
    Fixture.callout(3, kept: []),
  ]

  private static let timelines: [CalloutTimeline] = {
    var timeline = CalloutTimeline(callout: 2, annotation: 7)
    let kinds: [CalloutTimeline.Kind] = [
      .opened(.animated), .interrupted, .followed(frames: 3, offPoints: 0.25),
      .accessoryTapped(.left), .closed(.leftInUpdate(12)),
    ]
    timeline.entries = kinds.enumerated().map { index, kind in
      CalloutTimeline.Entry(
        time: Fixture.ms(100 * Int64(index)), step: index == 0 ? 1 : 0, kind: kind)
    }
    return [timeline]
  }()

  private static func session(verdicts: [Verdict] = []) -> SessionReport {
    var session = Fixture.session(verdicts: verdicts, callouts: callouts)
    session.facts.calloutTimelines = timelines
    return session
  }

  /// Among the annotations of a timeline the one over which the callout opened.
  @Test
  func `stand on the page with the name of their annotation, where it is known`() throws {
    var session = CalloutFailureTests.session()
    session.pointNames = [5: PointName(id: "gate", title: "The gate")]
    session.facts.calloutTimelines[0].subjects = [
      CalloutTimeline.Subject(annotation: 8, layer: 0, content: 6),
      CalloutTimeline.Subject(annotation: 7, layer: 0, content: 5),
    ]
    let context = CalloutSection.callouts(of: session, SVGDefinitions())
    let callouts = try #require(context["callouts"] as? [CalloutSection.Context])
    let layer = session.layerName(0)
    #expect(
      callouts.map { $0["subject"] as? String } == [
        "", "", "The gate (\"gate\" in \(layer))", "",
      ])
  }

  @Test
  func `name the worst of each criterion and how many broke it`() {
    let errors = CalloutFailureTests.session().calloutFailures
    #expect(errors.map(\.criterion) == [.inside, .zoomUnchanged, .callbacksPaired])
    // Of equals the first one.
    #expect(errors.map(\.worst.callout) == [2, 2, 1])
    #expect(
      errors.map(\.words) == [
        "C1 inside map broken by 2 of 3 callouts, worst 40 pt (0.5 pt allowed)",
        "C2 zoom unchanged broken by 2 of 3 callouts, worst 262,500 ppm (1 ppm allowed)",
        "C17 callbacks paired broken by 2 of 3 callouts, worst 2 faults (none allowed)",
      ])
    #expect(Fixture.session().calloutFailures.isEmpty)
  }

  @Test
  func `stand in every format with the line of the step`() {
    let session = CalloutFailureTests.session(verdicts: [
      Fixture.verdict(
        .calloutInside, text: "always", line: 33, value: .share(part: 1, of: 3), outcome: .broken)
    ])
    let run = Fixture.run([session])
    let place =
      "Scenarios/edges.yaml:21: C1 inside map broken by 2 of 3 callouts, worst 40 pt "
      + "(0.5 pt allowed)"
    let console = Fixture.verbose(run)
    // Lines are broken between words.
    #expect(console.components(of: String(place.prefix(70))) == 1, "among the faults")
    let width = wide { TextLayout.width }
    #expect(
      console.split(separator: "\n")
        .allSatisfy { $0.count <= width || $0.hasPrefix("decided by facts") })
    #expect(JUnit.text(of: run).components(of: place) == 2)
    #expect(
      Summary.text(of: run).contains(
        "| A pin near the edge | C1 inside map | 2 of 3 | 40 pt | 0.5 pt | "
          + "Scenarios/edges.yaml:21 |"
      ))
    let page = Fixture.drawn(run)
    #expect(page.contains("4 callouts opened, 3 were judged, 1 keep every"))
    #expect(page.contains("<td class=\"bad\">2 of 3</td><td>40 pt</td><td>0.5 pt</td>"))
    #expect(page.contains("callout 2, Scenarios/edges.yaml:21"))
    #expect(page.contains("C1 inside map 40 pt, C2 zoom unchanged 262,500 ppm"))
    #expect(page.contains("class=\"before\""))
    #expect(page.contains("colspan=\"17\">never settled"))
    let facts = FactsFile.text(of: session)
    #expect(
      facts.contains(
        "\"broken\": \"C1 inside map, C2 zoom unchanged, C17 callbacks paired\", "
          + "\"broken by\": {\"C1 inside map micropoints\": 40000000, "
          + "\"C17 callbacks paired faults\": 2, \"C2 zoom unchanged ppm\": 262500}"))
    #expect(
      RunFile.text(of: run).contains("\"C2 zoom unchanged\":[0.2625,1e-06]"))
  }

  @Test
  func `what the map refused has no amount`() {
    var callout = Fixture.callout(0, kept: [nil, nil, nil, nil, nil, true])
    callout.measures?[.mirrored] = CriterionMeasure(.infinity, of: .mirrored, within: 0.5)
    let session = Fixture.session(callouts: [callout])
    #expect(
      session.calloutFailures.map(\.words) == [
        "C8 shift mirrored broken by 1 of 1 callouts, worst refused by the map (0.5 pt allowed)"
      ])
    #expect(
      FactsFile.text(of: session).contains(
        "\"broken by\": {\"C8 shift mirrored micropoints\": \"refused by the map\"}"))
    #expect(
      RunFile.text(of: Fixture.run([session])).contains("\"C8 shift mirrored\":[\"inf\",0.5]"))
  }

  /// A zoom is a zoom in every format, whichever criterion found it, and comes back from run.json.
  @Test
  func `a change of scale keeps its unit`() throws {
    var callout = Fixture.callout(0, kept: [nil, nil, nil, nil, nil, true])
    callout.measures?[.idempotent] = CriterionMeasure(
      15, of: .idempotent, within: 1e-6, in: .scale)
    callout.measures?[.mirrored] = CriterionMeasure(15, of: .mirrored, within: 0.5)
    let session = Fixture.session(callouts: [callout])
    #expect(
      session.calloutFailures.map(\.words) == [
        "C5 adjustment idempotent broken by 1 of 1 callouts, worst 15,000,000 ppm (1 ppm allowed)",
        "C8 shift mirrored broken by 1 of 1 callouts, worst 15 pt (0.5 pt allowed)",
      ])
    #expect(
      FactsFile.text(of: session).contains(
        "\"broken by\": {\"C5 adjustment idempotent ppm\": 15000000, "
          + "\"C8 shift mirrored micropoints\": 15000000}"))
    let text = RunFile.text(of: Fixture.run([session]))
    #expect(text.contains("\"changes of scale\":[\"C5 adjustment idempotent\"]"))
    #expect(
      try RunFile.report(of: JSONText([UInt8](text.utf8)), named: "run.json").sessions[0].facts
        .callouts == [callout])
  }

  @Test
  func `a canary's callouts are no news`() {
    var session = CalloutFailureTests.session()
    session.mustFail = [ExpectedMetric(.calloutInside)]
    let run = Fixture.run([session])
    #expect(
      !Fixture.verbose(run).contains("C1 inside map broken"))
    #expect(!Summary.text(of: run).contains("Criteria broken by callouts"))
    #expect(!JUnit.text(of: run).contains("C1 inside map broken"))
  }

  @Test
  func `tell timelines entry by entry`() {
    let session = CalloutFailureTests.session()
    let entries = CalloutTimelineText(session: session).entries(
      of: CalloutFailureTests.timelines[0])
    #expect(
      entries.map(\.words) == [
        "opens over annotation 7; the map begins to make space",
        "is interrupted (line 20: wait: settled)",
        "moves or grows in 3 frames, its tip at most 0.25 pt off",
        "its left control is tapped",
        "is closed, since its annotation leaves in cluster update 12",
      ])
    #expect(entries.map(\.time) == ["0.0 ms", "100.0 ms", "200.0 ms", "300.0 ms", "400.0 ms"])
    var open = CalloutFailureTests.timelines[0]
    open.entries.removeLast()
    #expect(
      CalloutTimelineText(session: session).entries(of: open).last?.words
        == "is still open at the end")
    #expect(Fixture.drawn(Fixture.run([session])).contains("leaves in cluster update 12"))
  }

  @Test(arguments: [
    (CalloutTimeline.Cause.tap, "is closed by a tap beside it (line 20: wait: settled)"),
    (
      .selected(annotation: 4), "is closed, since annotation 4 is selected (line 20: wait: settled)"
    ),
    (.step, "is closed by `wait: settled` at line 20"),
    (.regionChange, "is closed by the app, since the region changed (line 20: wait: settled)"),
    (.leftInUpdate(3), "is closed, since its annotation leaves in cluster update 3"),
    (
      .handedOver(update: 3, successor: 4),
      "is closed, since its selection moves to annotation 4 in cluster update 3"
    ),
    (.tappedItself, "is closed by a tap on itself (line 20: wait: settled)"),
    (.removed, "is closed, since its annotation is removed (line 20: wait: settled)"),
    (.outOfSight, "is closed, since its view leaves the map (line 20: wait: settled)"),
  ])
  func `say why a callout closes`(cause: CalloutTimeline.Cause, words: String) {
    var timeline = CalloutFailureTests.timelines[0]
    timeline.entries[4].kind = .closed(cause)
    let text = CalloutTimelineText(session: CalloutFailureTests.session())
    #expect(text.entries(of: timeline).last?.words == words)
  }

  @Test(arguments: [
    (CalloutTimeline.Subject(annotation: 7, layer: -1, content: 1), "the user location"),
    (CalloutTimeline.Subject(annotation: 7, layer: -2, content: 1), "a callout"),
    (CalloutTimeline.Subject(annotation: 7, layer: 0, content: 1), "an annotation in cities"),
    (CalloutTimeline.Subject(annotation: 7, layer: 0, content: 2), "\"12\" in cities"),
    (CalloutTimeline.Subject(annotation: 7, layer: 0, content: 3), "Oslo (\"13\" in cities)"),
    (
      CalloutTimeline.Subject(annotation: 7, layer: 0, content: 3, isCluster: true, count: 1),
      "Oslo (\"13\" in cities)"
    ),
    (
      CalloutTimeline.Subject(annotation: 7, layer: 0, content: 4, isCluster: true, count: 1_200),
      "a cluster of 1,200 in cities"
    ),
    (
      CalloutTimeline.Subject(annotation: 7, layer: 0, content: 4, isCluster: true),
      "a cluster in cities"
    ),
    (CalloutTimeline.Subject(annotation: 8, layer: 0, content: 3), "annotation 7"),
  ])
  func `name annotations as a reader knows them`(subject: CalloutTimeline.Subject, name: String) {
    var session = CalloutFailureTests.session()
    session.pointNames = [
      2: PointName(id: "12", title: ""), 3: PointName(id: "13", title: "Oslo"),
    ]
    var timeline = CalloutFailureTests.timelines[0]
    timeline.subjects = [subject]
    timeline.entries[4].kind = .closed(.selected(annotation: 7))
    let words = CalloutTimelineText(session: session).entries(of: timeline).map(\.words)
    #expect(words.first == "opens over \(name); the map begins to make space")
    #expect(words.last == "is closed, since \(name) is selected (line 20: wait: settled)")
    timeline.entries[4].kind = .closed(.handedOver(update: 3, successor: 7))
    #expect(
      CalloutTimelineText(session: session).entries(of: timeline).last?.words
        == "is closed, since its selection moves to \(name) in cluster update 3")
  }

  @Test(
    arguments: [
      (3, 3, 0, 0, false, nil),
      (3, 3, 0, 0, true, "its view comes back and is laid out again"),
      (
        -1, 3, 0, 0, true,
        "its view comes back and is laid out again over a view in its pool"
      ),
      (4, 3, 0, 0, false, "its view is laid out over annotation 4 in place of annotation 3"),
      (3, 3, 0, 1, false, "its view is laid out, with the content of an earlier callout"),
    ] as [(AnnotationID, AnnotationID, Int32, Int32, Bool, String?)])
  func `tell layouts that are news`(
    over: AnnotationID, parent: AnnotationID, content: Int32, shown: Int32, isAgain: Bool,
    words: String?
  ) {
    let layout = CalloutAnnotationLayout(
      view: 1, maker: .delegate, parent: parent, over: over, content: content, shownContent: shown,
      contentOwner: 0)
    var timeline = CalloutFailureTests.timelines[0]
    timeline.entries = [
      CalloutTimeline.Entry(time: .zero, step: 0, kind: .laidOut(layout, isAgain: isAgain)),
      CalloutTimeline.Entry(time: .zero, step: 0, kind: .closed(.removed)),
      CalloutTimeline.Entry(time: .zero, step: 0, kind: .leftBehind),
    ]
    let text = CalloutTimelineText(session: CalloutFailureTests.session()).entries(of: timeline)
      .map(
        \.words)
    #expect(text.count == (words == nil ? 2 : 3))
    if let words { #expect(text.first == words) }
    #expect(text.last == "stays on the map and is never removed")
  }

  @Test(arguments: [
    (CriterionMeasure(12.25, of: .inside, within: 0.5), "12.25 pt", "0.5 pt"),
    (CriterionMeasure(0.001, of: .idempotent, within: 0.000_422), "0.001 pt", "0.000422 pt"),
    (CriterionMeasure(15, of: .idempotent, within: 1e-6, in: .scale), "15,000,000 ppm", "1 ppm"),
    (
      CriterionMeasure(3e-12, of: .animatedAsAtOnce, within: 1e-12, in: .scale), "0.000003 ppm",
      "0.000001 ppm"
    ),
    (
      CriterionMeasure(0.000_999_9, of: .animatedAsAtOnce, within: 4.2e-10), "0.001 pt",
      "under 0.000001 pt"
    ),
    (CriterionMeasure(1e-6, of: .idempotent, within: 9.9e-7), "0.000001 pt", "under 0.000001 pt"),
    (
      CriterionMeasure(.leastNonzeroMagnitude, of: .parentVisible, within: 0),
      "under 0.000001 pt", "0 pt"
    ),
    (CriterionMeasure(.infinity, of: .mirrored, within: 0.5), "refused by the map", "0.5 pt"),
    (CriterionMeasure(.nan, of: .inside, within: 0.5), "- pt", "0.5 pt"),
    (CriterionMeasure(0.000_084, of: .zoomUnchanged, within: 1e-6), "84 ppm", "1 ppm"),
    (CriterionMeasure(0.2625, of: .zoomUnchanged, within: 1e-6), "262,500 ppm", "1 ppm"),
    (CriterionMeasure(1, of: .moveAccepted, within: 0), "1 fault", "none"),
    (
      CriterionMeasure(.infinity, of: .callbacksPaired, within: 0),
      "9,223,372,036,854,775,807 faults", "none"
    ),
  ])
  func `say amounts in their units`(measure: CriterionMeasure, amount: String, allowed: String) {
    #expect(MetricText.amount(measure) == amount)
    #expect(MetricText.allowed(measure) == allowed)
  }
}

extension String {
  /// How often a text stands in this one, broken into lines or not.
  fileprivate func components(of text: String) -> Int {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var count = 0
    var rest = line[...]
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
