import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

@Suite("Metric accumulators")
struct MetricAccumulatorTests {
  /// Every ascending list of the numbers 1 to 4, up to a length.
  static func ascendingLists(upTo length: Int) -> [[Int64]] {
    var lists: [[Int64]] = []
    var longest: [[Int64]] = [[]]
    for _ in 0..<length {
      longest = longest.flatMap { list in ((list.last ?? 1)...4).map { list + [$0] } }
      lists += longest
    }
    return lists
  }

  @Test
  func `the nearest rank is the least value that enough values do not exceed`() {
    for list in MetricAccumulatorTests.ascendingLists(upTo: 6) {
      for percent in 1...100 {
        let best = list.first { value in
          list.filter { $0 <= value }.count * 100 >= percent * list.count
        }
        let found = AscendingTimes.value(at: percent, of: list)
        #expect(found == best.map { .nanoseconds($0) }, "\(percent) % of \(list)")
      }
    }
    #expect(AscendingTimes.value(at: 50, of: []) == .never)
  }

  @Test(
    arguments: [
      (1, 1, 1), (2, 1, 2), (3, 2, 3), (4, 2, 4), (19, 10, 19), (20, 10, 19), (21, 11, 20),
      (100, 50, 95), (101, 51, 96),
    ] as [(Int64, Int64, Int64)])
  func `latencies of 1 to n have known ranks`(count: Int64, median: Int64, high: Int64) {
    var counts = MetricAccumulator()
    for latency in (1...count).reversed() {
      counts.add(SimulatedTime(nanoseconds: latency), to: .latencies)
    }
    #expect(counts.value(of: .latencyMedian) == .nanoseconds(median))
    #expect(counts.value(of: .latencyPercentile95) == .nanoseconds(high))
    #expect(counts.value(of: .latencyMaximum) == .nanoseconds(count))
    #expect(counts.sampleCount(of: .latencyMaximum) == Int(count))
  }

  @Test
  func `latencies are sorted in whatever order they come`() {
    for code in 0..<(4 * 4 * 4 * 4 * 4) {
      let latencies = (0..<5).map { Int64(code >> (2 * $0) & 3) }
      var times = AscendingTimes()
      for count in latencies.indices {
        times.insert(latencies[count])
        #expect(times.nanoseconds == latencies[...count].sorted(), "\(latencies)")
      }
    }
  }

  @Test(
    arguments: [
      (0, 0, 0), (1, 2, 3), (.max, 0, .max), (.max - 1, 1, .max), (.max - 1, 2, .max),
      (.max, .max, .max), (1, .max, .max),
    ] as [(Int64, Int64, Int64)])
  func `sums stay at the largest number`(left: Int64, right: Int64, sum: Int64) {
    #expect(left.clampedSum(right) == sum)
    var counts = MetricAccumulator()
    for part in [left, right] { counts.add(.taps, part) }
    #expect(counts.value(of: .taps) == .count(sum))
  }

  /// A step that is encoded meanwhile still counts a callout once.
  @Test
  func `verdicts on one callout count once, with all that they broke`() {
    var outside = JudgedCallout.visible
    outside.containAfter.minX = -60
    var counts = MetricAccumulator()
    for verdict in [JudgedCallout.visible.verdict, outside.verdict, JudgedCallout.visible.verdict] {
      counts.add(verdict)
      guard let decoded = MetricAccumulator(bytes: counts.bytes) else {
        Issue.record("the counts cannot be read")
        return
      }
      #expect(decoded == counts)
      counts = decoded
    }
    #expect(counts.value(of: .calloutsJudged) == .count(1))
    #expect(counts.value(of: .calloutInside) == .share(part: 0, of: 1))
    #expect(counts.value(of: .calloutParentVisible) == .share(part: 1, of: 1))
    #expect(counts.value(of: .calloutOverflowMaximum) == .micropoints(60_000_000))
  }

  @Test(arguments: [1, 16_666_666] as [Int64])
  func `a frame hitches by the periods that it comes late`(period: Int64) {
    for late: Int64 in 0...5 {
      var session = Session(framePeriod: SimulatedTime(nanoseconds: period))
      session.add(
        .frame(
          FrameReport(
            number: 1, mainThread: SimulatedTime(nanoseconds: 7), liveViews: 0, pooledViews: 0,
            lateness: SimulatedTime(nanoseconds: late * period))))
      session.wait(100)
      let table = session.facts().session
      #expect(table[.hitchTime] == .nanoseconds(late * period))
      #expect(table[.hitches] == .count(late > 0 ? 1 : 0))
      #expect(table[.droppedFrames] == .count(late))
      #expect(table[.worstFrame] == .nanoseconds(7))
    }
  }

  @Test(
    arguments: [
      (0.0, 0), (1.0, 1_000_000), (0.000_000_4, 0), (0.000_000_6, 1), (123.456_789, 123_456_789),
      (1e9, 1_000_000_000_000_000), (1e300, 1_000_000_000_000_000),
      (.infinity, 1_000_000_000_000_000), (.nan, 1_000_000_000_000_000),
    ] as [(Double, Int64)])
  func `distances are whole millionths of a point`(points: Double, micropoints: Int64) {
    #expect(Int64(micropoints: points) == micropoints)
  }

  @Test
  func `nothing is measured where there was nothing to measure`() {
    let table = MetricAccumulator().table
    var never: Set<Metric> = [
      .queueWaitMedian, .queueWaitPercentile95, .queueWaitMaximum, .computeMedian,
      .computePercentile95, .computeMaximum, .indexingMedian, .indexingPercentile95,
      .indexingMaximum, .latencyWithoutFadeMedian, .latencyWithoutFadePercentile95,
      .latencyWithoutFadeMaximum, .mainThreadWaitPercentile95, .mainThreadWaitMaximum,
      .mainThreadWorkMaximum, .animationMaximum, .pointsLost, .pointsCountedTwice, .ghostClusters,
      .clustersMoved,
      .clustersFlickered, .clusterCountsChanged, .clustersOfOnePoint, .clustersOfOneLocation,
      .clustersOfSeveralLocations, .latencyMedian, .latencyPercentile95, .latencyPercentile90,
      .latencyPercentile99, .latencyWithoutFadePercentile90, .latencyWithoutFadePercentile99,
      .latencyMaximum, .clusterReuseRate,
      .viewReuseRate, .calloutVisibleTime, .calloutsCorrect, .calloutOverflowMaximum,
      .calloutExcessShiftMaximum,
      .worstFrame, .longestHitch,
      .hitchRatio, .viewsCreatedPerPan, .viewMemoryPeak, .pooledMemoryPeak,
      .downloadTime, .promisesKept,
    ]
    never.formUnion(Criterion.allCases.map(\.metric))
    for metric in Metric.allCases {
      #expect(table[metric].isMeasured == !never.contains(metric), "\(metric.name)")
    }
  }

  /// The kind of value that each unit is written from.
  @Test
  func `each metric has a value of its unit`() {
    var counts = MetricAccumulator()
    for occasion in Occasion.allCases { counts.add(occasion) }
    for samples in TimeSamples.allCases { counts.add(SimulatedTime(nanoseconds: 1), to: samples) }
    for metric in Metric.allCases {
      if metric.definition.combination == .share {
        counts.add(metric, isKept: true)
      } else {
        counts[metric] = 1
      }
    }
    for metric in Metric.allCases {
      let unit = metric.definition.unit
      let fits =
        switch counts.value(of: metric) {
        case .count: [.count, .bytes].contains(unit)
        case .share(_, let whole):
          whole > 0 && [.share, .timePerSecond, .perThousandPoints].contains(unit)
        case .nanoseconds: unit == .time
        case .micropoints: unit == .distance
        case .never: false
        }
      #expect(fits, "\(metric.name): \(counts.value(of: metric))")
    }
  }

  /// What is taken for zero where the facts leave it out is zero, and nothing else is.
  @Test
  func `is zero by nature where nothing happened and nothing is never measured`() {
    for metric in Metric.allCases {
      let value = MetricAccumulator().value(of: metric)
      #expect(value.isMeasured == metric.definition.isZeroByNature, "\(metric.name)")
      #expect(value.isNothing, "\(metric.name)")
    }
  }

  /// A state lasts from one scope into the next, a sum does not.
  @Test
  func `a scope begins with the states that there are`() {
    var states = MetricAccumulator()
    for metric in Metric.allCases { states[metric] = 3 }
    states.add(.selectionInForce)
    var counts = MetricAccumulator()
    counts[.liveViewsPeak] = 5
    counts[.clustersShown] = 5
    counts.begin(with: states)
    #expect(counts[.liveViewsPeak] == 5 && counts[.largestPoolPeak] == 3)
    #expect(counts[.clustersShown] == 3)
    #expect(counts[.taps] == 0 && counts[.worstFrame] == 0)
    #expect(counts.count(of: .selectionInForce) == 1)
  }

  @Test
  func `a table keeps each metric apart`() {
    for metric in Metric.allCases {
      var table = MetricTable()
      #expect(table.measured.isEmpty)
      table[metric] = .count(3)
      #expect(table.measured.map(\.metric) == [metric])
      for other in Metric.allCases {
        #expect(table[other] == (other == metric ? .count(3) : .never))
      }
    }
    let all = MetricAccumulator().table.measured.map(\.metric.rawValue)
    #expect(all == all.sorted())
  }
}
