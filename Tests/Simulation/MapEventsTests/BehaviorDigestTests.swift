import MapGeometry
import Testing

@testable import MapEvents

@Suite("The fingerprint of what a session did")
struct BehaviorDigestTests {
  private static let legend = Legend(
    viewSize: ScreenSize(width: 320, height: 480), viewMarginFraction: 0.25,
    framePeriod: SimulatedTime(milliseconds: 16),
    camera: Camera(center: MapPoint(x: 1, y: 2), mapPointsPerPoint: 4), layers: ["pins"],
    marks: ["in"], identifiers: ["pin"], snapshots: ["start"])

  /// A session of steps, each with what happens in it.
  private static func digest(
    _ steps: [[Event.Kind]], legend: Legend = legend, id: (Int) -> Int32 = { Int32($0) },
    at milliseconds: (Int) -> Int64 = { Int64($0) }
  ) -> TraceDigest {
    var digest = BehaviorDigest()
    func see(_ kind: Event.Kind, _ step: Int) {
      digest.observe(
        Event(
          time: SimulatedTime(milliseconds: milliseconds(step)), step: id(step), kind: kind))
    }
    digest.observe(Event(time: .zero, step: -1, kind: .session(.began(legend))))
    for (index, kinds) in steps.enumerated() {
      see(.session(.stepBegan), index)
      for kind in kinds { see(kind, index) }
      see(.session(.stepEnded), index)
    }
    return digest.digest
  }

  private static let pan = [Event.Kind.map(.regionChangeInterrupted)]
  private static let mark = [Event.Kind.session(.mark(0))]
  private static let snapshot = [Event.Kind.session(.snapshot(0)), .map(.regionChangeInterrupted)]
  private static let expect = [Event.Kind.session(.expectationsDue)]

  @Test
  func `is the same without the steps that only look, whatever they are called`() {
    typealias Tests = BehaviorDigestTests
    let plain = Tests.digest([Tests.pan, [], Tests.mark], at: { _ in 5 })
    let looking = Tests.digest(
      [Tests.snapshot, Tests.pan, Tests.expect, [], Tests.snapshot, Tests.mark, Tests.expect],
      at: { _ in 5 })
    #expect(looking == plain)
    #expect(Tests.digest([Tests.pan, [], Tests.mark], id: { _ in 7 }, at: { _ in 5 }) == plain)
    var renamed = Tests.legend
    renamed.marks = ["out"]
    renamed.snapshots = ["a", "b"]
    #expect(Tests.digest([Tests.pan, [], Tests.mark], legend: renamed, at: { _ in 5 }) == plain)
  }

  @Test
  func `differs by a step, by its place, by what happens in it and by its time`() {
    typealias Tests = BehaviorDigestTests
    let digests = [
      Tests.digest([]), Tests.digest([[]]), Tests.digest([Tests.pan]), Tests.digest([Tests.mark]),
      Tests.digest([Tests.pan, []]), Tests.digest([[], Tests.pan]),
      Tests.digest([Tests.pan + Tests.pan]), Tests.digest([Tests.pan, Tests.pan]),
      Tests.digest([Tests.pan], at: { _ in 9 }), Tests.digest([[]], at: { _ in 9 }),
    ]
    #expect(Set(digests).count == digests.count)
  }
}
