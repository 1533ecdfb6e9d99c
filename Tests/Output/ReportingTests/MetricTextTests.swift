import Formatting
import Measures
import Metrics
import ReportTexts
import Reporting
import Testing

@Suite("Words for values")
struct MetricTextTests {
  @Test(arguments: [
    (MetricValue.count(0), Metric.churn, "0"),
    (.count(999), .churn, "999"),
    (.count(1_000), .churn, "1,000"),
    (.count(-1_234_567), .churn, "-1,234,567"),
    (.count(.min), .churn, "-9,223,372,036,854,775,808"),
    (.nanoseconds(0), .latencyMaximum, "0 ms"),
    (.nanoseconds(1), .latencyMaximum, "0.000001 ms"),
    (.nanoseconds(236_400_000), .latencyMaximum, "236.4 ms"),
    (.nanoseconds(16_666_667), .latencyMaximum, "16.666667 ms"),
    (.nanoseconds(1_999_999_999), .latencyMaximum, "1,999.999999 ms"),
    (.nanoseconds(2_000_000_000), .simulatedTime, "2 s"),
    (.nanoseconds(12_345_678_901), .simulatedTime, "12.345678901 s"),
    (.nanoseconds(-500_000), .latencyMaximum, "-0.5 ms"),
    (.micropoints(12_500_000), .pointsPanned, "12.5 pt"),
    (.micropoints(1), .pointsPanned, "0.000001 pt"),
    (.micropoints(-12_345_500_000), .pointsPanned, "-12,345.5 pt"),
    (.share(part: 400, of: 440), .viewReuseRate, "90.9 % (400 of 440)"),
    (.share(part: 0, of: 0), .viewReuseRate, "-"),
    (.share(part: 800_000_000, of: 800_000_000), .calloutVisibleTime, "100.0 % (800 ms of 800 ms)"),
    (
      .share(part: 2_216_666_667, of: 3_000_000_000), .calloutVisibleTime,
      "73.9 % (2,216.666667 ms of 3,000 ms)"
    ),
    (.share(part: 3_200_000, of: 1_000_000_000), .hitchRatio, "3.2 ms per s, good"),
    (.share(part: 5_000_000, of: 1_000_000_000), .hitchRatio, "5.0 ms per s, warning"),
    (.share(part: 10, of: 4_000_000_000), .viewsCreatedPerPan, "2.5 (10 in 4,000 pt)"),
    (.share(part: 0, of: 0), .viewsCreatedPerPan, "-"),
    (.count(1_468_006), .viewMemoryPeak, "1,468,006 B"),
    (.share(part: 0, of: 0), .hitchRatio, "-"),
    (.nanoseconds(3_250_000), .hitchRatio, "3.3 ms per s"),
    (.never, .churn, "-"),
  ])
  func `are exact`(value: MetricValue, metric: Metric, text: String) {
    #expect(MetricText.exact(value, of: metric) == text)
  }

  @Test(arguments: [
    (MetricValue.count(6_537_600), Metric.viewMemoryPeak, "at most 5 MiB", "6.2347412 MiB"),
    (.count(5 << 20), .viewMemoryPeak, "at least 6MiB", "5 MiB"),
    (.count((5 << 20) + 1), .viewMemoryPeak, "at most 5 MiB", "5.000001 MiB"),
    (.count(6_537_600), .viewMemoryPeak, "between 1 KiB and 2 GiB", "6,384.375 KiB"),
    (.count(6_537_600), .viewMemoryPeak, "at most 9 B", "6,537,600 B"),
    (.count(6_537_600), .viewMemoryPeak, "within 5 % of MiB", "6,537,600 B"),
    (.nanoseconds(1_200_000_000), .simulatedTime, "at least 3 s", "1.2 s"),
    (.nanoseconds(2_500_000_001), .simulatedTime, "at most 900 ms", "2,500.000001 ms"),
    (.nanoseconds(90_000_000_000), .simulatedTime, "at most 1 min or nothing", "1.5 min"),
    (.nanoseconds(2_500_000), .latencyMaximum, "at most 40 us", "2,500 us"),
    (
      .share(part: 3_200_000, of: 1_000_000_000), .hitchRatio, "at most 9 us per s",
      "3,200 us per s"
    ),
    (
      .share(part: 3_200_000, of: 1_000_000_000), .hitchRatio, "at most 2 ms per s",
      "3.2 ms per s, good"
    ),
    (.share(part: 4, of: 5), .viewReuseRate, "at least 90 %", "80.0 % (4 of 5)"),
    (.count(7), .churn, "at most 5", "7"), (.never, .viewMemoryPeak, "at most 5 MiB", "-"),
  ])
  func `have the unit of their limit`(
    value: MetricValue, metric: Metric, rule: String, text: String
  ) {
    #expect(MetricText.exact(value, of: metric, inUnitOf: [rule]) == text)
  }

  @Test(
    arguments: [
      (
        MetricValue.share(part: 8_998, of: 10_000), [MetricValue.share(part: 90, of: 100)],
        Metric.viewReuseRate, "89.98 % (8,998 of 10,000)"
      ),
      (
        .share(part: 89, of: 100), [.share(part: 90, of: 100)], .viewReuseRate, "89.0 % (89 of 100)"
      ),
      (.share(part: 9, of: 10), [.share(part: 90, of: 100)], .viewReuseRate, "90.0 % (9 of 10)"),
      (
        .share(part: 99_999, of: 100_000), [.share(part: 999, of: 1_000)], .viewReuseRate,
        "99.99 % (99,999 of 100,000)"
      ),
      (
        .share(part: 10_000_400, of: 1_000_000_000), [.share(part: 1, of: 100)], .hitchRatio,
        "10.0004 ms per s, critical"
      ),
      (
        .share(part: 5, of: 1_000_001_000), [.share(part: 5, of: 1_000_000_000)],
        .viewsCreatedPerPan, "4.999995 (5 in 1,000.001 pt)"
      ),
      (
        .share(part: 30_001, of: 100_000),
        [.share(part: 300, of: 1_000), .share(part: 3_001, of: 10_000)], .viewReuseRate,
        "30.001 % (30,001 of 100,000)"
      ),
    ] as [(MetricValue, [MetricValue], Metric, String)])
  func `have as many decimals as tell them from a limit`(
    value: MetricValue, limits: [MetricValue], metric: Metric, text: String
  ) {
    #expect(MetricText.exact(value, of: metric, inUnitOf: [], apartFrom: limits) == text)
  }

  @Test(arguments: [
    (MetricValue.nanoseconds(300_100_000), "0.366766666 s", "0.3001 s"),
    (.nanoseconds(300_149_999), "366.766666 ms", "300.1 ms"),
    (.nanoseconds(2_500_100_000), "9,000.5 ms", "2,500.1 ms"),
    (.nanoseconds(90_000_000_000), "2 min", "1.500000 min"),
    (.nanoseconds(9_000_000), "3.2 ms per s, good", "9.0 ms"),
    (.nanoseconds(1_499_999), "9 us", "1,500 us"), (.nanoseconds(9_000_000), "5", "9.0 ms"),
    (.count(1_234), "9 s", "1,234"),
  ])
  func `have the unit of what was told before`(value: MetricValue, told: String, text: String) {
    #expect(MetricText.short(value, inUnitOf: told) == text)
  }

  /// What is just beyond a limit never reads as the limit, in any unit.
  @Test(arguments: [
    (Metric.viewMemoryPeak, AmountUnits.memory), (.simulatedTime, AmountUnits.time),
  ])
  func `tell amounts apart that differ by the least unit`(
    metric: Metric, units: [(name: String, size: Int64)]
  ) {
    func text(_ amount: Int64, _ unit: String) -> String {
      let value = metric == .simulatedTime ? MetricValue.nanoseconds(amount) : .count(amount)
      return MetricText.exact(value, of: metric, inUnitOf: ["at most 1 \(unit)"])
    }
    for unit in units {
      for factor in [0, 1, 3, 1_000, 12_345] as [Int64] {
        let limit = factor * unit.size
        #expect(text(limit, unit.name) == "\(MetricText.count(factor)) \(unit.name)")
        #expect(text(limit + 1, unit.name) != text(limit, unit.name))
        #expect(text(limit + 2, unit.name) != text(limit + 1, unit.name))
      }
    }
  }

  @Test(arguments: [
    (MetricValue.nanoseconds(236_449_999), Metric.latencyMaximum, "236.4 ms"),
    (.nanoseconds(236_450_000), .latencyMaximum, "236.5 ms"),
    (.nanoseconds(0), .latencyMaximum, "0.0 ms"),
    (.nanoseconds(1_999_960_000), .latencyMaximum, "2,000.0 ms"),
    (.nanoseconds(2_005_000_000), .simulatedTime, "2.01 s"),
    (.nanoseconds(3_600_000_000_000), .simulatedTime, "3,600.00 s"),
    (.micropoints(49_999), .pointsPanned, "0.0 pt"),
    (.micropoints(50_000), .pointsPanned, "0.1 pt"),
    (.share(part: 1, of: 3), .viewReuseRate, "33.3 %"),
    (.share(part: 2, of: 3), .viewReuseRate, "66.7 %"),
    (.share(part: 1, of: 2_000), .viewReuseRate, "0.1 %"),
    (.share(part: 3, of: 3), .viewReuseRate, "100.0 %"),
    (.share(part: .max - 1, of: .max), .viewReuseRate, "99.9 %"),
    (.share(part: 1, of: .max), .viewReuseRate, "0.1 %"),
    (.share(part: 0, of: 3), .viewReuseRate, "0.0 %"),
    (.share(part: 50_000, of: 1_000_000_000), .hitchRatio, "0.1 ms per s, good"),
    (.share(part: 49_999, of: 1_000_000_000), .hitchRatio, "0.0 ms per s, good"),
    (.share(part: .max, of: .max), .hitchRatio, "1,000.0 ms per s, critical"),
    (.share(part: 1, of: 3_000_000_000), .viewsCreatedPerPan, "0.3"),
    (.count(0), .viewMemoryPeak, "0 B"), (.count(1_023), .viewMemoryPeak, "1023 B"),
    (.count(1_024), .viewMemoryPeak, "1.0 KiB"),
    (.count(1_048_524), .viewMemoryPeak, "1,023.9 KiB"),
    (.count(1_048_525), .viewMemoryPeak, "1.0 MiB"),
    (.count(1_468_006), .viewMemoryPeak, "1.4 MiB"),
    (.count(3 << 30), .pooledMemoryPeak, "3.0 GiB"),
    (.share(part: .max, of: 1), .viewsCreatedPerPan, "9,223,372,036,854,775,807.0"),
    (.never, .latencyMaximum, "-"),
  ])
  func `are rounded for tables`(value: MetricValue, metric: Metric, text: String) {
    #expect(MetricText.short(value, of: metric) == text)
  }

  /// Of no frame any came late, and none in time.
  @Test
  func `say nothing of hitches without a frame`() {
    var session = Fixture.session()
    session.facts.session[.hitchRatio] = .share(part: 0, of: 1_000_000_000)
    let rated = "0.0 ms per s, good"
    #expect(Fixture.drawn(Fixture.run([session])).contains(rated))
    session.facts.session[.frames] = .count(0)
    let run = Fixture.run([session])
    #expect(!Fixture.drawn(run).contains(rated))
    #expect(Fixture.drawn(run).contains("no frame was shown"))
    #expect(!Summary.text(of: run).contains(rated))
  }

  @Test(arguments: [
    (0, "0 ns"), (850, "850 ns"), (999, "999 ns"), (1_000, "1 µs"), (1_234, "1.23 µs"),
    (12_345, "12.3 µs"), (123_456, "123 µs"), (999_499, "999 µs"), (999_500, "1 ms"),
    (4_560_000, "4.56 ms"), (1_234_000_000, "1.23 s"), (61_000_000_000, "61 s"),
    (3_600_000_000_000, "3,600 s"),
  ])
  func `give real times three digits`(nanoseconds: Int64, text: String) {
    #expect(MetricText.lap(nanoseconds) == text)
  }
}
