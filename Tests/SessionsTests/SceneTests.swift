import Foundation
import MapEvents
import MapGeometry
import Sessions
import Testing

@testable import Reporting

/// Scenes are recorded beside snapshots by other code: read at the time of one, they must agree.
@Suite("Scenes beside snapshots")
struct SceneTests {
  private static let run: RunReport? = {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let paths = ["Views", "Region", "Gestures", "Callouts", "Overlays"].map {
      repository.appending(path: "Scenarios/\($0)").path
    }
    guard let scenarios = try? ScenarioQuery(paths: paths).read().scenarios else { return nil }
    var run = SessionRun(scenarios)
    run.measuresTimes = false
    return run.report()
  }()

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

  /// Whether the map goes elsewhere at the very time of a snapshot: then its scene has what came
  /// after it.
  private static func isLeft(_ time: SimulatedTime, in scene: SessionScene?) -> Bool {
    scene.map { scene in
      scene.camera.last(at: time).map { scene.camera.start(of: $0) == time } ?? false
    } ?? false
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
      let found = SceneTests.sorted(reader.snapshot(at: end.time).pins)
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

  @Test
  func `show each callout as it was at rest`() throws {
    var compared = 0
    for session in try #require(SceneTests.run).sessions {
      guard let reader = SceneReader(session) else { continue }
      for placed in session.snapshots where placed.scene.occasion == .callout {
        guard let rects = placed.scene.callout, !SceneTests.isLeft(placed.time, in: session.scene)
        else { continue }
        let found = reader.snapshot(at: placed.time)
        compared += 1
        #expect(
          found.callout.map { SceneTests.isNear($0.contain, rects.contain) } == true
            && found.callout.map { SceneTests.isNear($0.body, rects.body) } == true,
          "\(session.id), callout \(placed.callout ?? -1)")
      }
    }
    #expect(compared > 50)
  }

  @Test
  func `follow the camera, within two frames and a point`() throws {
    var compared = 0
    for session in try #require(SceneTests.run).sessions {
      guard let reader = SceneReader(session) else { continue }
      let frame = session.legend.framePeriod
      for placed in session.snapshots where !SceneTests.isLeft(placed.time, in: session.scene) {
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
    }
  }
}
