import Metrics
import ScenarioFiles
import Testing

@Suite("Rules of metrics")
struct RuleReaderTests {
  @Test(arguments: [
    ("at most 40", Metric.viewsCreated, Metrics.Expectation.Rule.atMost(.count(40))),
    ("at least 0", .viewsCreated, .atLeast(.count(0))),
    ("exactly 3", .viewsCreated, .exactly(.count(3))),
    ("at least 80 %", .viewReuseRate, .atLeast(.share(part: 80, of: 100))),
    ("at least 99.5%", .viewReuseRate, .atLeast(.share(part: 995, of: 1000))),
    // As programs print it; rounded where run files do not hold all digits.
    (
      "at least 33.333333333333336 %", .viewReuseRate,
      .atLeast(.share(part: 333_333_333_333_333, of: 1_000_000_000_000_000))
    ),
    ("at most 9007199254740992", .viewsCreated, .atMost(.count(9_007_199_254_740_992))),
    ("at most 16.7 ms", .worstFrame, .atMost(.nanoseconds(16_700_000))),
    ("at most 0.5 pt", .calloutOverflowMaximum, .atMost(.micropoints(500_000))),
    ("at most 5 ms per s", .hitchRatio, .atMost(.share(part: 5, of: 1000))),
    ("at most 2.5 ms per s", .hitchRatio, .atMost(.share(part: 25, of: 10_000))),
    ("at most 30 us per s", .hitchRatio, .atMost(.share(part: 30, of: 1_000_000))),
    ("between 3 and 40", .viewsCreated, .between(.count(3), .count(40))),
    ("between 3  and 3", .viewsCreated, .between(.count(3), .count(3))),
    (
      "between 10 ms and 0.03 s", .worstFrame,
      .between(.nanoseconds(10_000_000), .nanoseconds(30_000_000))
    ),
    (
      "between 20 % and 40.5 %", .viewReuseRate,
      .between(.share(part: 20, of: 100), .share(part: 405, of: 1_000))
    ),
    ("within 5 % of upstream", .viewsCreated, .within(.part(5, of: 100), of: "upstream")),
    ("within 2.5% of a b", .viewReuseRate, .within(.part(25, of: 1_000), of: "a b")),
    ("within 3 of upstream", .viewsCreated, .within(.amount(.count(3)), of: "upstream")),
    (
      "within 2 ms of upstream", .worstFrame,
      .within(.amount(.nanoseconds(2_000_000)), of: "upstream")
    ),
    ("at most 105 % of old", .viewsCreated, .held(.atMost(105, of: 100), to: "old")),
    ("at least 99.5% of a b", .viewReuseRate, .held(.atLeast(995, of: 1_000), to: "a b")),
    ("at most 90 % of best of two", .worstFrame, .held(.atMost(90, of: 100), to: "best of two")),
    ("no worse than old one", .frames, .held(.noWorse, to: "old one")),
    ("always", .calloutInside, .always),
    ("never", .calloutInside, .never),
  ])
  func `are read in the unit of the metric`(
    text: String, metric: Metric, rule: Metrics.Expectation.Rule
  ) {
    #expect(RuleReader.rule(of: text, in: metric.definition.unit) == .success(rule))
  }

  @Test(arguments: [
    ("at most", Metric.viewsCreated, RuleError.wrongValue(example: "40")),
    ("at most 40 ms", .viewsCreated, .wrongValue(example: "40")),
    ("at most -1", .viewsCreated, .wrongValue(example: "40")),
    // Run files would not hold it.
    ("at most 9007199254740993", .viewsCreated, .wrongValue(example: "40")),
    ("at most 1.5", .viewsCreated, .wrongValue(example: "40")),
    ("at least 80", .viewReuseRate, .wrongValue(example: "80 %")),
    ("at least 101 %", .viewReuseRate, .wrongValue(example: "80 %")),
    ("at most 5 ms", .hitchRatio, .wrongValue(example: "5 ms per s")),
    ("at most 5 pt per s", .hitchRatio, .wrongValue(example: "5 ms per s")),
    ("at most 5", .worstFrame, .wrongValue(example: "250 ms")),
    ("at most 0.0000001 pt", .pointsPanned, .wrongValue(example: "12 pt")),
    ("at most 40 50", .viewsCreated, .wrongValue(example: "40")),
    ("exactly 4 4", .viewsCreated, .wrongValue(example: "40")),
    ("at most 2.5 3", .viewsCreatedPerPan, .wrongValue(example: "2.5")),
    ("at most 5 ms 3", .worstFrame, .wrongValue(example: "250 ms")),
    ("always", .viewsCreated, .needsShare),
    ("never", .worstFrame, .needsShare),
    ("always 3", .calloutInside, .unreadable),
    ("0", .viewsCreated, .otherwise(["exactly 0", "at most 0", "at least 0"])),
    ("<= 40", .viewsCreated, .otherwise(["at most 40"])),
    ("< 40", .viewsCreated, .otherwise(["at most 39"])),
    ("> 40", .viewsCreated, .otherwise(["at least 41"])),
    ("== 3", .viewsCreated, .otherwise(["exactly 3"])),
    (">= 70 %", .viewReuseRate, .otherwise(["at least 70 %"])),
    ("< 300", .worstFrame, .otherwise(["at most 300 ms"])),
    ("less than 5", .viewsCreated, .otherwise(["at most 4"])),
    ("None", .worstFrame, .otherwise(["exactly 0 ms"])),
    ("zero", .calloutInside, .otherwise(["never"])),
    ("between 1 and 4 ms", .worstFrame, .otherwise(["between 1 ms and 4 ms"])),
    ("Between 1 and 4", .viewsCreated, .otherwise(["between 1 and 4"])),
    ("between 40 and 3", .viewsCreated, .exchanged("between 3 and 40")),
    ("between 30 % and 20.5 %", .viewReuseRate, .exchanged("between 20.5 % and 30 %")),
    ("between 1", .viewsCreated, .unreadable),
    ("within 5 % of", .viewsCreated, .unreadable),
    (
      "at most 105 of old", .viewsCreated,
      .otherwise(["within 105 of old", "at most 105 % of old"])
    ),
    ("at most 105 of old", .worstFrame, .otherwise(["at most 105 % of old"])),
    ("at least 0.95 of old", .viewsCreated, .otherwise(["at least 95 % of old"])),
    ("at most 1.055 of old", .viewsCreated, .otherwise(["at most 105.5 % of old"])),
    ("less than 105 % of old", .viewsCreated, .otherwise(["at most 105 % of old"])),
    (">= 95 percent of old", .viewsCreated, .otherwise(["at least 95 % of old"])),
    ("exactly 100 % of the old", .viewsCreated, .otherwise(["within 0 % of the old"])),
    (
      "between 95 % and 105 % of old", .worstFrame,
      .otherwise(["within 5 % of old"])
    ),
    ("between 90 % and 105 % of old", .worstFrame, .wrongValue(example: "250 ms")),
    ("exactly 95 % of old", .viewsCreated, .wrongValue(example: "40")),
    (
      "less than 105 of old", .viewsCreated,
      .otherwise(["within 105 of old", "at most 105 % of old"])
    ),
    ("At Most 9 % of best of both", .viewsCreated, .otherwise(["at most 9 % of best of both"])),
    ("no better than old", .viewsCreated, .unreadable),
    ("No worse then old", .worstFrame, .otherwise(["no worse than old"])),
    ("better than Old one", .worstFrame, .otherwise(["no worse than Old one"])),
    ("at most 105 % of", .viewsCreated, .wrongValue(example: "40")),
    ("at most a % of old", .viewsCreated, .wrongValue(example: "40")),
    ("not worse than old", .viewsCreated, .otherwise(["no worse than old"])),
    ("no worse than", .viewsCreated, .unreadable),
    ("within 5 ms of upstream", .viewsCreated, .wrongValue(example: "40")),
    ("within 5", .viewsCreated, .unreadable),
    ("between 1 and", .viewsCreated, .unreadable),
    (">= 1.0", .viewReuseRate, .otherwise(["at least 100 %"])),
    ("At Least 0.05", .viewReuseRate, .otherwise(["at least 5 %"])),
    ("at least 0.7", .viewReuseRate, .wrongValue(example: "70 %")),
    ("<= many", .viewsCreated, .unreadable),
    ("at 40", .viewsCreated, .unreadable),
    ("", .viewsCreated, .unreadable),
  ])
  func `are refused when they do not fit`(text: String, metric: Metric, problem: RuleError) {
    #expect(RuleReader.rule(of: text, in: metric.definition.unit) == .failure(problem))
  }

  @Test(arguments: [
    ("exactly 0 or nothing", "exactly 0", true), ("never or nothing", "never", true),
    ("exactly 0", "exactly 0", false), ("or nothing", "or nothing", false),
    ("nothing", "nothing", false), ("exactly 0 or  nothing", "exactly 0", true),
  ])
  func `may be kept by nothing`(text: String, rule: String, isKeptByNothing: Bool) {
    let parts = RuleReader.parts(of: text)
    #expect(parts.rule == rule)
    #expect(parts.isKeptByNothing == isKeptByNothing)
  }

  @Test(arguments: Metric.allCases)
  func `take the example of every unit`(metric: Metric) {
    let text = "at most " + metric.definition.unit.definition.example
    guard case .success(.atMost) = RuleReader.rule(of: text, in: metric.definition.unit) else {
      Issue.record("\(text) was refused for \(metric.name)")
      return
    }
  }
}
