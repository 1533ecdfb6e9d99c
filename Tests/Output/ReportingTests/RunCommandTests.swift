import Measures
import Metrics
import Testing

@testable import Reporting

/// Commands that play again what a report is of: as it was, no more and no less.
@Suite("Commands that play again")
struct RunCommandTests {
  private static func typed(
    seed: UInt64? = nil, choosing: [String] = [], playing: [String] = []
  ) -> RunOptions {
    var options = RunOptions()
    (options.seed, options.choosing, options.playing) = (seed, choosing, playing)
    return options
  }

  /// What chose the scenarios does not choose one of them.
  @Test(arguments: [
    (typed(), "--seed 7"), (typed(seed: 7), "--seed 7"),
    (typed(choosing: ["--tag", "smoke"]), "--seed 7"),
    (
      typed(playing: ["--data", "my data", "--lift-limits", "--until", "step 3"]),
      "--seed 7 --data 'my data' --lift-limits --until 'step 3'"
    ),
  ])
  func `of a session name it alone, with what was typed`(options: RunOptions, end: String) {
    let session = Fixture.session(id: "a/it's", file: "in/a/it's.yaml")
    let command = #"mapreplay run 'in/a/it'\''s.yaml' --filter 'a/it'\''s' "# + end
    #expect(session.command(options) == command)
    #expect(session.command(options, ["--in-process"]) == command + " --in-process")
    var run = Fixture.run([session])
    run.options = options
    #expect(run.command == command)
  }

  /// Alone it would be held to a variant that was not played, and fail.
  @Test(arguments: [
    (typed(), true, ""), (typed(seed: 3, playing: ["--data", "d"]), true, " --seed 3 --data d"),
    // The other one was left out, and is again.
    (typed(choosing: ["--filter", "out"]), false, " --filter pins.out --seed 7"),
  ])
  func `of a session that was held to another one play both`(
    options: RunOptions, isPlayed: Bool, end: String
  ) {
    var verdict = Fixture.verdict()
    verdict.expectation = Metrics.Expectation(
      metric: .viewsCreated, rule: .within(.amount(.count(0)), of: "as it is"))
    verdict.other = isPlayed ? .count(38) : nil
    let session = Fixture.session(
      id: "pins.out", variant: VariantLine(name: "out", scenario: "pins"), file: "in/pins.yaml",
      verdicts: [Fixture.verdict(), verdict])
    #expect(session.command(options) == "mapreplay run in/pins.yaml" + end)
  }

  /// A seed that nobody typed is refused where facts are those of the scenarios' own.
  @Test(arguments: [
    (typed(), "Reports", "--compare"), (typed(seed: 3), "f", "--seed 3 --compare --facts f"),
    (
      typed(choosing: ["--filter", "a b"], playing: ["--devices", "phones"]), "Reports",
      "--filter 'a b' --devices phones --compare"
    ),
  ])
  func `of a run choose what it chose`(options: RunOptions, folder: String, end: String) {
    var run = Fixture.run(
      ["a", "b"].map { Fixture.session(id: $0, file: "Scenarios/\($0).yaml") })
    run.options = options
    run.comparison = FactsComparison(purpose: .compared, folder: folder, count: 2)
    #expect(run.command == "mapreplay run Scenarios " + end)
  }

  @Test
  func `that write facts and counts find the same data`() {
    var run = Fixture.run([Fixture.session(file: "in/a.yaml")])
    run.options = RunCommandTests.typed(
      choosing: ["--tag", "t"], playing: ["--devices", "phones"])
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    run.comparison?.missing = ["edges"]
    #expect(
      run.complaints().last?.hasSuffix(
        "mapreplay rebaseline in/a.yaml --tag t --devices phones") == true)
    #expect(run.command == "mapreplay run in/a.yaml --tag t --devices phones --compare")
    // Facts of another seed than the scenarios' own are written as they were compared.
    run.options.seed = 7
    run.comparison = FactsComparison(purpose: .compared, folder: "f", count: 1)
    run.comparison?.missing = ["edges"]
    #expect(
      run.complaints().last?.hasSuffix(
        "mapreplay run in/a.yaml --tag t --devices phones --facts f --seed 7 --update") == true)
  }

  @Test
  func `of a whole run are those of its parts`() throws {
    let parts = (1...2).map { number in
      var run = Fixture.run([Fixture.session(id: "s\(number)")])
      run.shard = ShardLine(number: number, count: 2, sessions: 2, digest: "d")
      run.options = RunCommandTests.typed(playing: ["--data", "of machine \(number)"])
      return (path: "part-\(number)", run: run)
    }
    let whole = try RunMerge.whole(of: parts.reversed())
    #expect(whole.options.playing == ["--data", "of machine 1"])
  }
}
