import MapEvents
import MapGeometry
import Testing

@testable import Reporting

@Suite("Scene recorder")
struct SnapshotRecorderTests {
  private static let legend = Legend(
    viewSize: ScreenSize(width: 320, height: 480), viewMarginFraction: 0.25,
    framePeriod: SimulatedTime(milliseconds: 16),
    camera: Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1), layers: [],
    marks: ["first", "second"], identifiers: [])

  private static func picture(
    _ occasion: Snapshot.Occasion, callout: CalloutRects? = nil
  ) -> Event.Kind {
    .snapshot(
      Snapshot(occasion: occasion, camera: legend.camera, grids: [], pins: [], callout: callout))
  }

  private static let rects: CalloutRects = {
    let rect = ScreenRect(minX: 0, minY: 0, width: 1, height: 1)
    return CalloutRects(parent: rect, body: rect, tip: ScreenPoint(x: 0, y: 0), contain: rect)
  }()

  private static func opened(
    _ number: Int32, bars: EdgeInsets = EdgeInsets(all: 0)
  ) -> Event.Kind {
    let opening = CalloutOpening(
      rects: rects, insets: EdgeInsets(all: 0), bars: bars, camera: legend.camera, move: .none,
      probes: CalloutProbes(
        atOnce: CalloutProbe(), center: legend.camera.center, mapPointsPerPoint: 1))
    return .callout(.opened(callout: number, annotation: 0, opening))
  }

  private func record(_ kinds: [Event.Kind]) -> SnapshotRecorder {
    var recorder = SnapshotRecorder()
    for (index, kind) in kinds.enumerated() {
      recorder.observe(
        Event(time: SimulatedTime(nanoseconds: Int64(index)), step: Int32(index), kind: kind))
    }
    return recorder
  }

  @Test
  func `names pictures by their mark, their callout and the end`() {
    let recorder = record([
      .session(.began(SnapshotRecorderTests.legend)), .session(.mark(1)),
      SnapshotRecorderTests.picture(.mark), SnapshotRecorderTests.opened(3),
      SnapshotRecorderTests.picture(.callout), .session(.mark(0)),
      SnapshotRecorderTests.picture(.mark), SnapshotRecorderTests.opened(7),
      SnapshotRecorderTests.picture(.callout), SnapshotRecorderTests.picture(.end),
    ])
    // The numbers are those that the tables and the log give to the callouts.
    #expect(
      recorder.snapshots.map(\.title) == ["second", "callout 3", "first", "callout 7", "end"])
    #expect(recorder.snapshots.map(\.step) == [2, 4, 6, 8, 9])
    #expect(recorder.snapshots.map(\.time.nanoseconds) == [2, 4, 6, 8, 9])
    #expect(recorder.legend == SnapshotRecorderTests.legend)
  }

  @Test
  func `knows the callout that is open in a picture, and the bars over it`() {
    let bars = EdgeInsets(top: 64, left: 0, bottom: 49, right: 0)
    let recorder = record([
      .session(.began(SnapshotRecorderTests.legend)), .session(.mark(1)),
      SnapshotRecorderTests.picture(.mark), SnapshotRecorderTests.opened(3),
      SnapshotRecorderTests.picture(.callout, callout: SnapshotRecorderTests.rects),
      SnapshotRecorderTests.opened(7, bars: bars),
      SnapshotRecorderTests.picture(.mark, callout: SnapshotRecorderTests.rects),
      SnapshotRecorderTests.picture(.end),
    ])
    #expect(recorder.snapshots.map(\.callout) == [nil, 3, 7, nil])
    #expect(recorder.bars == [7: bars])
    var session = Fixture.session()
    session.snapshots = recorder.snapshots
    #expect(RunFile.text(of: Fixture.run([session])).contains("\"callout\":7"))
  }

  @Test
  func `shows what is left behind in the picture that comes next`() {
    let body = ScreenRect(minX: 10, minY: 20, width: 100, height: 60)
    let tip = ScreenPoint(x: 60, y: 80)
    let recorder = record([
      .session(.began(SnapshotRecorderTests.legend)), .session(.mark(1)),
      .calloutAnnotation(.drawn(annotation: 4, body: body, tip: tip)),
      SnapshotRecorderTests.picture(.mark), SnapshotRecorderTests.picture(.end),
    ])
    let left = PlacedSnapshot.LeftCallout(body: body, tip: tip)
    #expect(recorder.snapshots.map(\.leftBehind) == [[left], []])
    var session = Fixture.session()
    session.snapshots = recorder.snapshots
    let run = Fixture.run([session])
    let page = Fixture.drawn(run)
    #expect(page.contains("1 callout left behind, drawn as a dashed outline"))
    #expect(page.contains("<path class=\"left\" d=\"M22 20H98a12 12 0 0 1 12 12V54"))
    #expect(RunFile.text(of: run).contains("\"body pt\":[10,20,100,60]"))
  }

  @Test
  func `keeps a limited number of callouts, and always the end`() {
    let many = Array(repeating: SnapshotRecorderTests.picture(.callout), count: 100)
    let callouts = record(many + [SnapshotRecorderTests.picture(.end)])
    #expect(callouts.snapshots.count == SnapshotRecorder.calloutLimit + 1)
    #expect(callouts.snapshots.last?.title == "end")

    let marks = record(
      Array(repeating: SnapshotRecorderTests.picture(.mark), count: 100)
        + [SnapshotRecorderTests.picture(.callout), SnapshotRecorderTests.picture(.end)])
    #expect(marks.snapshots.count == SnapshotRecorder.limit)
    #expect(marks.snapshots.last?.title == "end")
  }
}
