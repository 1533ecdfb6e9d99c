import MapGeometry
import Scenarios
import Testing

@testable import Sensitivity

@Suite("Assumptions and their values")
struct AssumptionTests {
  @Test(arguments: [
    (OptionValues.flag, OptionValue.flag(true), OptionValue.flag(false), [OptionValue.flag(false)]),
    (.words(["a", "b", "c"]), .word("b"), .word("c"), [.word("c"), .word("a")]),
    (.whole(1...10), .whole(8), .whole(4), [.whole(4), .whole(10)]),
    (.points(0...100), .decimal(0), .decimal(10), [.decimal(10)]),
    (.decimals(0.05...1), .decimal(0.55), .decimal(0.4), [0.4, 0.275, 1].map { .decimal($0) }),
    (.zoomLevels(14...26), .decimal(22), .decimal(21), [.decimal(21), .decimal(23)]),
    (
      .times(.zero...SimulatedTime(milliseconds: 600)), .time(SimulatedTime(milliseconds: 500)),
      .time(SimulatedTime(milliseconds: 300)),
      [300, 250, 600].map { .time(SimulatedTime(milliseconds: $0)) }
    ),
  ])
  func `takes half, double and the example of an amount, and all words of a choice`(
    values: OptionValues, standard: OptionValue, example: OptionValue, others: [OptionValue]
  ) {
    #expect(values.others(than: standard, example: example) == others)
  }

  @Test
  func `has other values for each undocumented or contested option`() {
    let all = Assumption.options
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(all.prefix(2).map(\.name) == ["view margin", "region fit"])
    #expect(all[0].standard == "0.25" && all[0].values.map(\.words) == ["0.125", "0.5"])
    for assumption in all {
      let words = assumption.values.map(\.words)
      #expect(!words.isEmpty && !words.contains(assumption.standard), "\(assumption.name)")
      #expect(Set(words).count == words.count, "\(assumption.name)")
      #expect(assumption.evidence != OptionEvidence.documented.words)
    }
    let names = Set(all.map(\.name))
    #expect(names.contains("hit slop") && !names.contains("disabled views"))
    #expect(names.contains("overlay level"))
  }
}
