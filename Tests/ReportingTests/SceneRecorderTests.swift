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
      SceneRecorderTests.picture(.mark), SceneRecorderTests.picture(.callout),
      .session(.mark(0)), SceneRecorderTests.picture(.mark),
      SceneRecorderTests.picture(.callout), SceneRecorderTests.picture(.end),
    ])
    #expect(
      recorder.scenes.map(\.title) == ["second", "callout 1", "first", "callout 2", "end"])
    #expect(recorder.scenes.map(\.step) == [2, 3, 5, 6, 7])
    #expect(recorder.scenes.map(\.time.nanoseconds) == [2, 3, 5, 6, 7])
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
