import MapEvents
import MapGeometry
import Reporting
import Testing

@Suite("Scene recorder")
struct SceneRecorderTests {
  private static let legend = Legend(
    viewSize: ScreenSize(width: 320, height: 480), viewMarginFraction: 0.25,
    framePeriod: SimulatedTime(milliseconds: 16),
    camera: Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1), layers: [],
    marks: ["first", "second"], identifiers: [])

  private static func picture(_ occasion: Scene.Occasion) -> Event.Kind {
    .scene(Scene(occasion: occasion, camera: legend.camera, grids: [], pins: [], callout: nil))
  }

  private static func opened(_ number: Int32) -> Event.Kind {
    let rect = ScreenRect(minX: 0, minY: 0, width: 1, height: 1)
    let rects = CalloutRects(
      parent: rect, body: rect, tip: ScreenPoint(x: 0, y: 0), contain: rect)
    let opening = CalloutOpening(
      rects: rects, insets: EdgeInsets(all: 0), camera: legend.camera, move: .none,
      probes: CalloutProbes(
        atOnce: CalloutProbe(), center: legend.camera.center, mapPointsPerPoint: 1))
    return .callout(.opened(callout: number, annotation: 0, opening))
  }

  private func record(_ kinds: [Event.Kind]) -> SceneRecorder {
    var recorder = SceneRecorder()
    for (index, kind) in kinds.enumerated() {
      recorder.observe(
        Event(time: SimulatedTime(nanoseconds: Int64(index)), step: Int32(index), kind: kind))
    }
    return recorder
  }

  @Test
  func `names pictures by their mark, their callout and the end`() {
    let recorder = record([
      .session(.began(SceneRecorderTests.legend)), .session(.mark(1)),
      SceneRecorderTests.picture(.mark), SceneRecorderTests.opened(3),
      SceneRecorderTests.picture(.callout), .session(.mark(0)),
      SceneRecorderTests.picture(.mark), SceneRecorderTests.opened(7),
      SceneRecorderTests.picture(.callout), SceneRecorderTests.picture(.end),
    ])
    // The numbers are those that the tables and the log give to the callouts.
    #expect(
      recorder.scenes.map(\.title) == ["second", "callout 3", "first", "callout 7", "end"])
    #expect(recorder.scenes.map(\.step) == [2, 4, 6, 8, 9])
    #expect(recorder.scenes.map(\.time.nanoseconds) == [2, 4, 6, 8, 9])
    #expect(recorder.legend == SceneRecorderTests.legend)
  }

  @Test
  func `keeps a limited number of callouts, and always the end`() {
    let many = Array(repeating: SceneRecorderTests.picture(.callout), count: 100)
    let callouts = record(many + [SceneRecorderTests.picture(.end)])
    #expect(callouts.scenes.count == SceneRecorder.calloutLimit + 1)
    #expect(callouts.scenes.last?.title == "end")

    let marks = record(
      Array(repeating: SceneRecorderTests.picture(.mark), count: 100)
        + [SceneRecorderTests.picture(.callout), SceneRecorderTests.picture(.end)])
    #expect(marks.scenes.count == SceneRecorder.limit)
    #expect(marks.scenes.last?.title == "end")
  }
}
