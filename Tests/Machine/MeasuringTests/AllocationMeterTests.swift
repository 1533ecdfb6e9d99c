import Instruments
import MapEvents
import MapGeometry
import MapModel
import Metrics
import Testing

@testable import Measuring

@Suite("Allocation meter")
struct AllocationMeterTests {
  /// What is asked for in a phase belongs to it, less what phases within it ask for.
  @Test
  func `bytes belong to the step and the innermost phase in which they are asked for`() throws {
    let meter = try AllocationMeter(stepCount: 2)
    let counted = meter.session {
      AllocationCounters.allocateOnce()
      meter.stepBegins(1)
      meter.measure(.frame, ofUpdate: nil) {
        AllocationCounters.allocateOnce()
        meter.measure(.views, ofUpdate: nil) {
          AllocationCounters.allocateOnce()
          AllocationCounters.allocateOnce()
        }
        AllocationCounters.allocateOnce()
      }
      meter.stepEnds()
    }
    func phases(_ bytes: [Phase: Int64], none: Int64 = 0) -> [Int64] {
      Phase.allCases.map { bytes[$0] ?? 0 } + [none]
    }
    #expect(counted.rest.phases == phases([:], none: 64))
    #expect(counted.steps.map(\.phases) == [phases([:]), phases([.frame: 128, .views: 128])])
    #expect(counted.steps.map(\.bytes) == [0, 256])
    #expect(counted.bytes == 320)
    #expect(counted.phaseNames == Phase.allCases.map { "\($0)" })
    // All was given back at once.
    #expect(counted.peakLiveBytes == 0)
    #expect(counted.steps[1].liveBytes == 0)
  }

  @Test
  func `what is held at a border is live, and the most of it the peak`() throws {
    let meter = try AllocationMeter(stepCount: 2)
    var held: [UInt8]?
    let counted = meter.session {
      meter.stepBegins(0)
      meter.measure(.index, ofUpdate: nil) { held = [UInt8](repeating: 1, count: 1_000_000) }
      meter.stepEnds()
      meter.stepBegins(1)
      held = nil
      meter.stepEnds()
    }
    #expect(held == nil)
    #expect(counted.peakLiveBytes >= 1_000_000)
    #expect(counted.steps[0].liveBytes >= 1_000_000)
    #expect(counted.steps[1].liveBytes == 0)
  }

  private static let camera = Camera(center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1)

  /// A frame after events of the same name; `moved` alone makes it steady.
  @Test(
    arguments: [
      ([.map(.visibleRegionChanged(camera, by: .app))], true), ([], false),
      (
        [
          .map(.visibleRegionChanged(camera, by: .app)),
          .view(.reused(view: ViewID(1), identifier: 0)),
          .view(.didAdd(views: 1)),
        ], true
      ),
      (
        [
          .map(.visibleRegionChanged(camera, by: .app)),
          .view(.created(view: ViewID(1), identifier: 0)),
        ],
        false
      ),
      (
        [.map(.visibleRegionChanged(camera, by: .app)), .map(.regionWillChange(animated: false))],
        false
      ),
      ([.map(.visibleRegionChanged(camera, by: .app)), .session(.stepBegan)], false),
      (
        [
          .map(.visibleRegionChanged(camera, by: .app)),
          .data(.batchArrived(layer: LayerID(0), points: 1)),
        ],
        false
      ),
      (
        [
          .map(.visibleRegionChanged(camera, by: .app)),
          .cluster(.finished(update: 0, layer: LayerID(0))),
        ],
        false
      ),
    ] as [([Event.Kind], Bool)])
  func `a frame is steady when only the region moved on`(kinds: [Event.Kind], isSteady: Bool) {
    var frames = SteadyFrames()
    // What came before the first frame is no frame.
    frames.end(bytes: 0, requests: 0, step: -1)
    for kind in kinds { frames.observe(Event(time: .zero, step: 0, kind: kind)) }
    #expect(frames.isSteadySoFar == isSteady)
    frames.end(bytes: 96, requests: 2, step: 0)
    let summary = frames.summary(areCounted: true)
    #expect(summary.count == (isSteady ? 1 : 0))
    #expect(summary.allocating == (isSteady ? 1 : 0))
    #expect(summary.mostBytes == (isSteady ? 96 : 0))
    #expect(summary.mostRequests == (isSteady ? 2 : 0))
    #expect(summary.firstStep == (isSteady ? 0 : nil))
    #expect(frames.numbers == (isSteady ? [1] : []))
    #expect(frames.summary(areCounted: false).mostRequests == (isSteady ? nil : 0))
  }
}

@Suite("Stacks of the heap profiler")
struct AllocationStacksTests {
  private static let profile = """
    heap_v2/1
      t*: 2: 128 [7: 448]
      t0: 2: 128 [7: 448]
    @ 0x5555 0x6666
      t*: 1: 64 [2: 128]
      t0: 1: 64 [2: 128]
    @ 0x7777 0x5555
      t*: 1: 64 [5: 320]
      t0: 1: 64 [5: 320]
    @ 0x8888
      t*: 0: 0 [0: 0]

    MAPPED_LIBRARIES:
    5000-5400 r--p 00000000 fe:01 12                 /opt/a tool
    5400-6000 r-xp 00000400 fe:01 12                 /opt/a tool
    7000-8000 rw-p 00000000 00:00 0
    8000-9000 r-xp 00000000 00:00 0                  [vdso]

    """

  @Test
  func `a profile has the stacks that ask, those that ask most often first`() throws {
    let stacks = try #require(AllocationStacks(text: AllocationStacksTests.profile))
    #expect(
      stacks.stacks == [
        .init(count: 5, bytes: 320, addresses: [0x7777, 0x5555]),
        .init(count: 2, bytes: 128, addresses: [0x5555, 0x6666]),
      ])
    #expect(
      stacks.modules == [
        .init(path: "/opt/a tool", base: 0x5000, addresses: 0x5400..<0x6000)
      ])
  }

  @Test(arguments: ["", "heap profile: 1", "@ 0x5555"])
  func `another text is no profile`(text: String) {
    #expect(AllocationStacks(text: text) == nil)
  }
}
