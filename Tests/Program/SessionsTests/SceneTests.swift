import Foundation
import MapEvents
import MapGeometry
import Scenarios
import Sessions
import Support
import Testing

@testable import Reporting

/// Scenes are recorded beside snapshots by other code: read at the time of one, they must agree.
@Suite("Scenes beside snapshots")
struct SceneTests {
  private static let scenarios: [Scenario]? = {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let paths = [
      "Views", "Region", "Gestures", "Callouts", "Overlays", "Phone/selection-callbacks.yaml",
    ].map { repository.appending(path: "Scenarios/\($0)").path }
    return try? ScenarioQuery(paths: paths).read().scenarios
  }()

  private static let run = scenarios.map { scenarios in
    var run = SessionRun(scenarios)
    run.measuresTimes = false
    return run.report()
  }

  /// Half a point of the view, below which nobody sees a difference.
  private static func isNear(_ left: ScreenRect, _ right: ScreenRect) -> Bool {
    [
      left.minX - right.minX, left.minY - right.minY, left.width - right.width,
      left.height - right.height,
    ].allSatisfy { $0.magnitude <= 0.5 }
  }

  /// Pins in an order that does not depend on which of two lies in front.
  private static func sorted(_ pins: [Snapshot.Pin]) -> [Snapshot.Pin] {
    pins.sorted {
      ($0.layer.rawValue, $0.count, $0.frame.minX.rounded(), $0.frame.minY)
        < ($1.layer.rawValue, $1.count, $1.frame.minX.rounded(), $1.frame.minY)
    }
  }

  /// Whether the map goes elsewhere at the very time of a snapshot that is no step's, or begins to,
  /// as under a view that is dragged to its edge: then its scene has what came after it.
  private static func isLeft(_ time: SimulatedTime, in session: SessionReport) -> Bool {
    session.timeline.regionChanges.rows.contains { $0.start == time }
      || session.scene.map { scene in
        scene.camera.last(at: time).map { scene.camera.start(of: $0) == time } ?? false
      } ?? false
  }

  /// When the scene shows a callout at rest.
  private static func rest(of placed: PlacedSnapshot, in session: SessionReport) -> SimulatedTime {
    let row = session.timeline.callouts.rows.firstIndex { $0.callout == placed.callout }
    let times = SceneTimes(session)
    return times.time(
      of: placed.time, event: row.map { times.event(.calloutRests, $0) } ?? .max)
  }

  /// What differs between a picture of a step and the scene at its time.
  private static func differences(
    of placed: PlacedSnapshot, at time: SimulatedTime, from session: SessionReport
  ) -> [String] {
    guard let reader = SceneReader(session) else { return ["no scene"] }
    let (scene, found) = (placed.scene, reader.snapshot(at: time))
    let scale = scene.camera.mapPointsPerPoint
    func agrees(_ value: (Camera) -> Double, _ tolerance: Double) -> Bool {
      (value(scene.camera) - value(found.camera)).magnitude <= tolerance
    }
    func growth(of scene: Snapshot) -> Double? {
      scene.callout.map { ($0.look.scale * 1_000).rounded() }
    }
    func shows(_ pin: Snapshot.Pin, _ other: Snapshot.Pin) -> Bool {
      isNear(pin.frame, other.frame) && pin.isSelected == other.isSelected
    }
    // Of pins beside each other rounding may change the order.
    let hasPins =
      zip(sorted(scene.pins), sorted(found.pins)).allSatisfy(shows)
      || scene.pins.allSatisfy { pin in found.pins.contains { shows(pin, $0) } }
    let checks = [
      ("size", reader.size(at: time) == placed.viewSize ?? session.legend.viewSize),
      ("center", agrees(\.center.x, scale / 2) && agrees(\.center.y, scale / 2)),
      (
        "zoom",
        agrees(\.mapPointsPerPoint, scale / 1_000) && agrees(\.headingDegrees, 0.06)
      ),
      ("callout", reader.calloutNumber(at: time) == placed.callout),
      ("growth", growth(of: found) == growth(of: scene)),
      ("body", found.callout.map { isNear($0.body, scene.callout?.body ?? $0.parent) } ?? true),
      ("pins", scene.pins.count == found.pins.count && hasPins),
    ]
    return checks.filter { !$0.1 }.map(\.0)
  }

  @Test
  func `show the views of every snapshot at the end, each where it was`() throws {
    let sessions = try #require(SceneTests.run).sessions
    #expect(sessions.count > 90)
    var compared = 0
    for session in sessions {
      guard let end = session.snapshots.last, end.scene.occasion == .end,
        session.scene?.endOfViews == nil, let reader = SceneReader(session)
      else { continue }
      let found = SceneTests.sorted(reader.snapshot(at: SceneTimes(session).end).pins)
      let pins = SceneTests.sorted(end.scene.pins)
      #expect(found.count == pins.count, "\(session.id)")
      guard found.count == pins.count else { continue }
      for (one, other) in zip(found, pins) {
        compared += 1
        #expect(
          SceneTests.isNear(one.frame, other.frame) && one.count == other.count
            && one.isSelected == other.isSelected && one.kind == other.kind
            && one.isUniqueLocation == other.isUniqueLocation,
          "\(session.id): \(one) for \(other)")
      }
    }
    #expect(compared > 1_000)
  }

  /// Points that the app or a finger moves are elsewhere, and views on their way into a cluster.
  @Test
  func `name each view of a single point, at the place of that point`() throws {
    let scenarios = try #require(SceneTests.scenarios)
    let sessions = try #require(SceneTests.run).sessions
    var (named, placed) = (0, 0)
    for (scenario, session) in zip(scenarios, sessions) {
      let scene = try #require(session.scene)
      var places: [PointName: Set<SessionScene.Place>] = [:]
      for data in scenario.data {
        for row in 0..<data.count {
          let place = SceneUnit.place(Projection.mapKit.mapPoint(for: data.coordinates[row]))
          places[PointName(id: data.ids[row], title: data.titles[row]), default: []]
            .insert(SessionScene.Place(x: place[0], y: place[1]))
        }
      }
      for (row, name) in scene.viewNames.enumerated() {
        let isOfLayer = scene.looks[Int(scene.views[row, .look]), .layer] >= 0
        #expect((name != nil) == (isOfLayer && scene.views[row, .count] == 1), "\(session.id)")
        guard let name else { continue }
        named += 1
        if places[name]?.contains(scene.place(ofView: row)) == true { placed += 1 }
      }
    }
    #expect(named > 10_000 && placed * 10 > named * 9, "\(placed) of \(named)")
  }

  @Test
  func `show each callout as it was at rest`() throws {
    var compared = 0
    for session in try #require(SceneTests.run).sessions {
      guard let reader = SceneReader(session) else { continue }
      for placed in session.snapshots where placed.scene.occasion == .callout {
        let rest = SceneTests.rest(of: placed, in: session)
        guard let rects = placed.scene.callout, !SceneTests.isLeft(rest, in: session)
        else { continue }
        compared += 1
        let found = reader.snapshot(at: rest)
        #expect(
          found.callout.map { SceneTests.isNear($0.contain, rects.contain) } == true
            && found.callout.map { SceneTests.isNear($0.body, rects.body) } == true,
          "\(session.id), callout \(placed.callout ?? -1)")
      }
    }
    #expect(compared > 50)
  }

  @Test
  func `show each picture of a step as it was, whatever follows in its instant`() throws {
    var compared = 0
    for session in try #require(SceneTests.run).sessions {
      for (placed, time) in SceneTimes(session).pictures
      where session.scene?.endOfViews.map({ time < $0 }) ?? true {
        compared += 1
        let differences = SceneTests.differences(of: placed, at: time, from: session)
        #expect(differences.isEmpty, "\(session.id), \(placed.title) at \(time): \(differences)")
      }
    }
    #expect(compared > 200)
  }

  /// Sessions of steps that mostly follow each other at once, a picture after each.
  private static func crowded(_ seed: Int) -> String {
    var dice = Dice(seed: seed)
    let steps = [
      "add: {data: p, into: p}", "remove: {data: p, from: p, ids: [b]}",
      "select: {id: a, in: p}", "select: {id: b, in: p}", "tap map", "deselect annotation",
      "resize: {to: 844 x 390 pt}", "resize: {to: 390 x 844 pt}", "wait: 40 ms", "wait: 700 ms",
      "set center: {lat: 52.5163, lon: 13.3777, animated: no}",
      "set center: {lat: 52.53, lon: 13.39, animated: yes}",
      "pan: {by: 60 x -90 pt, over: 120 ms}", "zoom: {by: 0.4 levels, over: 90 ms}",
      "rotate: {by: 20 deg, over: 90 ms}", "mark: m",
    ]
    let drawn = (0..<30).map { number in
      "  - \(steps[dice.below(steps.count)])\n  - snapshot: picture \(number)\n"
    }
    return """
      scenario: Crowded
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 4 km x 4 km}
      data:
        p: {points: [{id: a, at: 195 x 422 pt, title: A}, {id: b, at: 370 x 200 pt, title: B}]}
      layers: {p: {callout: {style: bubble, content height: 60 pt, adjust: ideal}}}
      steps:
        - add: {data: p, into: p}
        - wait: settled
      \(drawn.joined())
      expect: {selections missed: at most 99}
      """
  }

  @Test
  func `show crowded instants picture by picture, and ask for no picture in vain`() throws {
    let scratch = try Scratch()
    for seed in 0..<24 { try scratch.file("\(seed).yaml", SceneTests.crowded(seed)) }
    var run = SessionRun(try ScenarioQuery(paths: [scratch.path]).read().scenarios)
    run.measuresTimes = false
    var shared = 0
    for session in run.report().sessions {
      let pictures = SceneTimes(session).pictures
      shared += zip(pictures, pictures.dropFirst()).count { $0.placed.time == $1.placed.time }
      for (placed, time) in pictures {
        let differences = SceneTests.differences(of: placed, at: time, from: session)
        #expect(differences.isEmpty, "\(session.id), \(placed.title) at \(time): \(differences)")
      }
      let asked = pictures.filter { $0.placed.scene.occasion == .snapshot }.map(\.time)
      let shown = Moments(session).choice(atMost: 99).moments
      #expect(shown.filter { $0.reason == .asked }.map(\.time) == asked, "\(session.id)")
    }
    #expect(shared > 200)
  }

  /// A caption of ours that names a callout shows it, and one at rest in its full size.
  @Test
  func `show what captions promise`() throws {
    var rests = 0
    for session in try #require(SceneTests.run).sessions {
      guard let reader = SceneReader(session) else { continue }
      for moment in Moments(session).choice(atMost: 99).moments
      where moment.placed == nil && moment.reason != .failure {
        let scene = reader.snapshot(at: moment.time)
        #expect(
          moment.title != "deselected" || scene.pins.allSatisfy { !$0.isSelected },
          "\(session.id) at \(moment.time)")
        guard moment.title.hasPrefix("callout ") else { continue }
        let scale = scene.callout?.look.scale
        let isAtRest = moment.title.hasSuffix(" at rest")
        #expect(
          isAtRest ? scale == 1 : scale != nil,
          "\(session.id), \(moment.title) at \(moment.time)")
        rests += isAtRest ? 1 : 0
      }
    }
    #expect(rests > 100)
  }

  @Test
  func `follow the camera, within two frames and a point`() throws {
    var compared = 0
    for session in try #require(SceneTests.run).sessions {
      guard let reader = SceneReader(session) else { continue }
      let frame = session.legend.framePeriod
      for placed in session.snapshots where !SceneTests.isLeft(placed.time, in: session) {
        let scale = placed.scene.camera.mapPointsPerPoint
        compared += 1
        // Between two frames a map stands still, where its scene moves evenly.
        let rows = session.scene?.camera
        // A late frame stands for two.
        let span = (placed.time - frame - frame)...(placed.time + frame)
        let times = (rows?.indices).map { $0.compactMap { rows?.start(of: $0) } } ?? []
        let cameras = ([span.lowerBound, span.upperBound] + times.filter(span.contains)).map {
          reader.snapshot(at: $0).camera
        }
        func isBetween(_ value: (Camera) -> Double, _ tolerance: Double) -> Bool {
          let values = cameras.map(value)
          let found = value(placed.scene.camera)
          return (values.min() ?? 0) - tolerance <= found
            && found <= (values.max() ?? 0) + tolerance
        }
        let isNear =
          isBetween(\.center.x, scale) && isBetween(\.center.y, scale)
          && isBetween(\.mapPointsPerPoint, scale / 500) && isBetween(\.headingDegrees, 0.1)
        #expect(isNear, "\(session.id), \(placed.title) at \(placed.time)")
      }
    }
    #expect(compared > 300)
  }

  @Test
  func `draw strips no larger than they may be, the same each time`() throws {
    for session in try #require(SceneTests.run).sessions where session.abort == nil {
      let strip = try #require(FilmStrip.text(of: session), "\(session.id)")
      #expect(strip.utf8.count <= FilmStrip.largestBytes, "\(session.id)")
      #expect(strip == FilmStrip.text(of: session))
      // GitHub shows pages 830 pixels wide.
      let width = try #require(strip.firstMatch(of: /width="([0-9.]+)"/)?.output.1)
      #expect(Double(width).map { $0 <= 830 } == true, "\(session.id): \(width)")
      #expect(!strip.contains("var(--"), "\(session.id)")
    }
  }
}
