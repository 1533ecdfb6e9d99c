import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Frames, modeled costs and the plan of what comes, up to sessions of years.
@Suite("Costs and plans")
struct CostTests {
  @Test
  func `numbers frames without adding up rounding`() {
    let costs = DeviceCosts.phone(framesPerSecond: 60)
    #expect(
      (0...3).map { costs.time(ofFrame: $0).nanoseconds } == [
        0, 16_666_666, 33_333_333, 50_000_000,
      ])
    #expect(costs.time(ofFrame: 60 * 3600).nanoseconds == 3_600_000_000_000)
    for rate: Int64 in [1, 7, 24, 60, 90, 120, 1000] {
      let costs = DeviceCosts.phone(framesPerSecond: rate)
      for number: Int64 in [0, 1, 2, 3, 59, 1_000_003] {
        let time = costs.time(ofFrame: number)
        #expect(costs.frame(after: time) == number + 1)
        #expect(costs.frame(after: SimulatedTime(nanoseconds: time.nanoseconds + 1)) == number + 1)
        guard number > 0 else { continue }
        #expect(costs.frame(after: SimulatedTime(nanoseconds: time.nanoseconds - 1)) == number)
      }
    }
  }

  @Test
  func `keeps tasks in the order of time and of planning`() {
    let agenda = EventScheduler<String>()
    let plans: [(String, Int64)] = [("c", 2), ("a", 1), ("d", 2), ("f", 3), ("b", 1), ("e", 2)]
    for (task, time) in plans { agenda.schedule(task, at: SimulatedTime(nanoseconds: time)) }
    var order = ""
    while let next = agenda.next(mainThreadFreeAt: .zero), let task = agenda.pop(next) {
      order += task
    }
    #expect(order == "abcdef")
    #expect(agenda.isEmpty)
  }

  /// Frame numbers of up to 250 years, against numbers that are wide enough.
  @Test(arguments: [1, 7, 24, 60, 90, 120, 1000] as [Int64])
  func `numbers frames in sessions of years`(rate: Int64) {
    let costs = DeviceCosts.phone(framesPerSecond: rate)
    let year = rate * 365 * 86_400
    for years: Int64 in [0, 1, 29, 100, 250] {
      for number in years * year...years * year + 2 * rate + 1 {
        let time = costs.time(ofFrame: number)
        #expect(Int128(time.nanoseconds) == Int128(number) * 1_000_000_000 / Int128(rate))
        #expect(costs.frame(after: time) == number + 1)
        guard number > 0 else { continue }
        #expect(costs.frame(after: SimulatedTime(nanoseconds: time.nanoseconds - 1)) == number)
      }
    }
  }

  private static let day: Int64 = 86_400_000_000_000

  @Test(
    arguments: [
      (0, 0, 0), (0, .max, 0), (.max, 0, 0), (1, 5, 5), (7, 3, 21), (1, day - 1, day - 1),
      (day, 1, day), (1, day + 1, day), (.max, 1, day), (1, .max, day), (.max, .max, day),
      (1 << 32, 1 << 32, day),
    ] as [(Int64, Int64, Int64)])
  func `cost a day at the most`(cost: Int64, times: Int64, nanoseconds: Int64) {
    let found = DeviceCosts.cost(SimulatedTime(nanoseconds: cost), times: times)
    #expect(found == SimulatedTime(nanoseconds: nanoseconds))
    #expect(found <= DeviceCosts.longestOperation)
  }

  @Test(
    arguments: [
      (0, 0, 0, 0), (1, 0, 0, 10), (0, 1, 0, 10), (0, 0, 1, 300), (2, 3, 4, 1_250),
      (.max, .max, .max, day), (.max, 0, 0, day), (0, .max, 0, day), (0, 0, .max, day),
      (day / 20, day / 20, 0, day), (day / 20, day / 20 - 1, 0, day - 10),
    ] as [(Int64, Int64, Int64, Int64)])
  func `compute as long as points, distances and nodes ask for`(
    points: Int64, distances: Int64, nodes: Int64, nanoseconds: Int64
  ) {
    var work = Work()
    work.pointsTouched = points
    work.distances = distances
    work.nodesVisited = nodes
    work.cellsVisited = 1_000_000
    let costs = DeviceCosts.phone(point: 10, node: 300)
    #expect(costs.compute(work) == SimulatedTime(nanoseconds: nanoseconds))
  }

  @Test(
    arguments: [
      (.image, [], 0, 1), (.image, .shadow, 0, 1), (.pin, [], 1, 1_001), (.userDot, [], 0, 1),
      (.image, .resizedImage, 0, 3_300_001), (.pin, [.shadow, .resizedImage], 2, 3_302_001),
      (.marker, [], 0, 3_300_101), (.marker, .resizedImage, 1, 3_301_101),
      (.callout, [], 2, 3_302_001),
    ] as [(AnnotationViewKind, ViewContents, Int, Int64)])
  func `weigh a view by its class, its extent and what is in it`(
    kind: AnnotationViewKind, contents: ViewContents, accessories: Int, bytes: Int64
  ) {
    var costs = DeviceCosts(framesPerSecond: 60)
    (costs.viewBytes, costs.markerBytes, costs.accessoryBytes) = (1, 100, 1_000)
    costs.squarePointBytes = 10_000
    // A bitmap has whole points: 11 by 30.
    let appearance = ViewAppearance(
      kind: kind, size: ScreenSize(width: 10.5, height: 30), centerOffset: .zero,
      calloutOffset: .zero)
    #expect(
      costs.bytes(appearance, contents: contents, accessories: accessories) == bytes)
  }

  /// Two layers share the views of one identifier: one view serves both, and weighs as the layer
  /// that made it has it, unless the other one gives it an extent each time.
  @Test(arguments: ViewSizing.allCases)
  func `a view is weighed each time that it is shown`(sizing: ViewSizing) {
    var costs = DeviceCosts(framesPerSecond: 60)
    (costs.viewBytes, costs.squarePointBytes) = (5, 1)
    let layers = [10.0, 20].map { side in
      LayerSetup.plain().with {
        ($0.kind, $0.size) = (.marker, ScreenSize(width: side, height: side))
        $0.sizing = sizing
      }
    }
    let test = TestMap(
      costs: costs, screenPoints: [(x: 10, y: 10), (x: 20, y: 20)], layers: layers)
    test.map.add([0], to: 0)
    #expect(test.map.advanceUntilSettled())
    test.map.remove([0], from: 0)
    test.map.add([1], to: 1)
    #expect(test.map.advanceUntilSettled())
    let weights = test.trace.events.compactMap { event -> Int64? in
      guard case .view(.memoryChanged(let view, let bytes)) = event.kind else { return nil }
      #expect(view == 0)
      return bytes
    }
    #expect(weights == (sizing == .eachTime ? [105, 405] : [105]))
  }

  @Test
  func `keep a frame and an operation of any cost to a day`() {
    let test = TestMap(
      costs: .phone(creation: .max, change: .max, point: .max, node: .max),
      screenPoints: [(x: 10, y: 10), (x: 20, y: 20)], layers: [.plain(), .clustered()])
    test.addAll(to: 0)
    #expect(test.map.advanceUntilSettled())
    let frames = test.trace.events.compactMap { event -> SimulatedTime? in
      guard case .frame(let frame) = event.kind else { return nil }
      return frame.mainThread
    }
    #expect(frames == [DeviceCosts.longestOperation])
    let start = test.map.now
    _ = test.take()
    test.addAll(to: 1)
    #expect(!test.map.advanceUntilSettled())
    #expect(test.take(.cluster, .session) == ["never settled"])
    test.map.advance(by: start + SimulatedTime(nanoseconds: CostTests.day - 1) - test.map.now)
    #expect(test.take(.cluster) == [])
    test.map.advance(by: SimulatedTime(nanoseconds: 1))
    #expect(test.take(.cluster) == ["indexed", "queued 0 pointsAdded", "started 0"])
  }

  /// Plans and tasks taken in a random order, while the main thread works for longer and longer,
  /// against a list that is searched each time.
  @Test(arguments: 0..<20)
  func `keeps many tasks in the order of time and of planning`(seed: Int) {
    var dice = Dice(seed: seed)
    let agenda = EventScheduler<Int>()
    var list: [(time: Int64, task: Int, isInBackground: Bool)] = []
    var free: Int64 = 0
    // First it grows, then it shrinks.
    for number in 0..<2_000 {
      let isPlanned = dice.below(10) < (number < 1_000 ? 7 : 3)
      if isPlanned {
        let time = Int64(dice.below([3, 50, 100_000][seed % 3]))
        let isInBackground = seed % 2 == 1 && dice.below(2) == 0
        agenda.schedule(
          number, at: SimulatedTime(nanoseconds: time), inBackground: isInBackground)
        list.append((time: time, task: number, isInBackground: isInBackground))
      } else {
        let first = list.indices.min { left, right in
          func order(_ task: (time: Int64, task: Int, isInBackground: Bool)) -> (Int64, Int64, Int)
          {
            (task.isInBackground ? task.time : max(task.time, free), task.time, task.task)
          }
          return order(list[left]) < order(list[right])
        }
        let next = agenda.next(mainThreadFreeAt: SimulatedTime(nanoseconds: free))
        #expect(next.flatMap { agenda.pop($0) } == first.map { list.remove(at: $0).task })
        if seed % 2 == 1 { free += Int64(dice.below([2, 3, 200][seed % 3])) }
      }
      #expect(agenda.isEmpty == list.isEmpty)
    }
  }
}
