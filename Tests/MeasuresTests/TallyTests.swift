import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

@Suite("Tallies")
struct TallyTests {
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
    for list in TallyTests.ascendingLists(upTo: 6) {
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
    var tally = Tally()
    for latency in (1...count).reversed() {
      tally.add(SimulatedTime(nanoseconds: latency), to: .latencies)
    }
    #expect(tally.table[.latencyMedian] == .nanoseconds(median))
    #expect(tally.table[.latencyPercentile95] == .nanoseconds(high))
    #expect(tally.table[.latencyMaximum] == .nanoseconds(count))
  }

  @Test
  func `latencies are sorted in whatever order they come`() {
    for code in 0..<(4 * 4 * 4 * 4 * 4) {
      let latencies = (0..<5).map { Int64(code >> (2 * $0) & 3) }
      var tally = Tally()
      for count in latencies.indices {
        tally.add(SimulatedTime(nanoseconds: latencies[count]), to: .latencies)
        #expect(
          tally.times[.latencies].nanoseconds == latencies[...count].sorted(), "\(latencies)")
      }
    }
  }

  @Test(
    arguments: [
      (0, 0, 0), (1, 2, 3), (.max, 0, .max), (.max - 1, 1, .max), (.max - 1, 2, .max),
      (.max, .max, .max), (1, .max, .max),
    ] as [(Int64, Int64, Int64)])
  func `sums stay at the largest number`(left: Int64, right: Int64, sum: Int64) {
    #expect(Tally.sum(left, right) == sum)
    var tally = Tally()
    for part in [left, right] {
      tally.add(
        ClusterWork(nodesVisited: part, pointsTouched: part, cellsVisited: part, distances: part))
      tally.add(
        FrameReport(
          number: 0, mainThread: SimulatedTime(nanoseconds: part), liveViews: 0, pooledViews: 0),
        period: SimulatedTime(nanoseconds: 1))
    }
    for metric: Metric in [.nodesVisited, .pointsTouched, .cellsVisited, .distancesComputed] {
      #expect(tally.table[metric] == .count(sum), "\(metric.name)")
    }
    #expect(tally.mainThread == sum)
    #expect(tally.hitchTime == Tally.sum(max(0, left - 1), max(0, right - 1)))
  }

  /// A frame comes at the first beat by which its work is done; one beat later is in time.
  @Test(arguments: 1...8)
  func `a frame hitches by the beats that it misses`(period: Int64) {
    for work: Int64 in 0...40 {
      var tally = Tally()
      tally.add(
        FrameReport(
          number: 1, mainThread: SimulatedTime(nanoseconds: work), liveViews: 0, pooledViews: 0),
        period: SimulatedTime(nanoseconds: period))
      var beat: Int64 = 1
      while beat * period < work { beat += 1 }
      #expect(tally.hitchTime == (beat - 1) * period, "\(work) at \(period)")
      #expect(tally.hitches == (beat > 1 ? 1 : 0), "\(work) at \(period)")
      #expect(tally.droppedFrames == beat - 1, "\(work) at \(period)")
    }
  }

  @Test(
    arguments: [
      (0.0, 0), (1.0, 1_000_000), (0.000_000_4, 0), (0.000_000_6, 1), (123.456_789, 123_456_789),
      (1e9, 1_000_000_000_000_000), (1e300, 1_000_000_000_000_000),
      (.infinity, 1_000_000_000_000_000), (.nan, 1_000_000_000_000_000),
    ] as [(Double, Int64)])
  func `distances are whole millionths of a point`(points: Double, micropoints: Int64) {
    #expect(Tally.micropoints(points) == micropoints)
  }

  @Test
  func `nothing is measured where there was nothing to measure`() {
    let table = Tally().table
    var never: Set<Metric> = [
      .queueWaitMedian, .queueWaitPercentile95, .queueWaitMaximum, .computeMedian,
      .computePercentile95, .computeMaximum, .indexingMedian, .indexingPercentile95,
      .indexingMaximum, .latencyWithoutFadeMedian, .latencyWithoutFadePercentile95,
      .latencyWithoutFadeMaximum,
      .animationMaximum, .pointsLost, .pointsCountedTwice, .ghostClusters, .clustersMoved,
      .clustersFlickered, .clusterCountsChanged, .clustersOfOnePoint, .clustersOfOneLocation,
      .clustersOfSeveralLocations, .latencyMedian, .latencyPercentile95,
      .latencyMaximum, .clusterReuseRate,
      .viewReuseRate, .calloutsCorrect, .calloutOverflowMaximum, .calloutExcessShiftMaximum,
      .worstFrame, .hitchRatio, .viewsCreatedPerPan,
    ]
    never.formUnion(Criterion.allCases.map(\.metric))
    for metric in Metric.allCases {
      #expect(table[metric].isMeasured == !never.contains(metric), "\(metric.name)")
    }
  }

  /// The kind of value that each unit is written from.
  @Test
  func `each metric has a value of its unit`() {
    var tally = Tally()
    tally.updates = 1
    for samples in TimeSamples.allCases { tally.add(SimulatedTime(nanoseconds: 1), to: samples) }
    tally.add(ClusterAudit(visible: 1, lost: 1, countedTwice: 1, ghosts: 1))
    tally.add(StabilityChanges())
    tally.kindsShown = ClusterKinds()
    tally.clustersCreated = 1
    tally.viewsCreated = 1
    tally.frames = 1
    tally.duration = 1
    tally.micropointsPanned = 1
    for canary in CalloutCanaryTests.canaries { tally.add(canary.1.verdict) }
    for metric in Metric.allCases {
      let unit = metric.declaration.unit
      let fits =
        switch tally.table[metric] {
        case .count: unit == .count
        case .share(_, let whole):
          whole > 0 && [.share, .timePerSecond, .perThousandPoints].contains(unit)
        case .nanoseconds: unit == .time
        case .micropoints: unit == .distance
        case .never: false
        }
      #expect(fits, "\(metric.name): \(tally.table[metric])")
    }
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
    let all = Tally().table.measured.map(\.metric.ordinal)
    #expect(all == all.sorted())
  }
}
