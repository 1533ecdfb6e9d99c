import Authoring
import Foundation
import Scenarios
import Sessions
import Testing

@testable import Sensitivity

/// Committed scenarios under other values of what the model assumes.
@Suite("Sensitivity of scenarios")
struct SensitivityTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Sessions of which two fling and one compares itself with a variant, or short ones, where
  /// replays are slow.
  private static let samples: [String] = {
    #if OPTIMIZED
    [
      "Gestures/touch-stops-deceleration", "Canaries/far-from-a-variant", "Gestures/turned-map",
      "Views/views-made-for-others",
    ]
    #else
    ["Gestures/one-finger-zoom", "Gestures/tap-overlapping-pins"]
    #endif
  }()

  private func scenarios(_ name: String) throws -> [Scenario] {
    let path = SensitivityTests.repository.appending(path: "Scenarios/\(name).yaml").path
    return try ScenarioQuery(paths: [path]).read().scenarios
  }

  private func study(_ name: String) throws -> [(id: String, found: SessionSensitivity)] {
    let report = AssumptionStudy(try scenarios(name), limits: nil).report()
    return try report.sessions.map { ($0.id, try #require($0.sensitivity)) }
  }

  @Test(arguments: samples)
  func `finds in groups what it finds one at a time`(name: String) throws {
    let all = try scenarios(name)
    for (scenario, (_, found)) in zip(all, try study(name)) {
      let judge = SessionJudge(scenario, among: all)
      let trials = judge.open.flatMap { assumption in
        Assumption.options[assumption].values.indices.compactMap { value -> Trial? in
          let setting = Setting(assumption: assumption, value: value)
          let judgment = judge.judgment(under: [setting])
          guard judgment != judge.standard else { return nil }
          return Trial(settings: [setting], judgment: judgment)
        }
      }
      #expect(Set(trials) == Set(found.trials) && trials.count == found.trials.count)
      #expect(found.consulted == Set(trials.flatMap(\.settings).map(\.assumption)).sorted())
      #expect(!found.consulted.isEmpty && found.consulted.count < judge.open.count)
      #expect(judge.standard == found.standard)
    }
  }

  /// The scenario counts region changes that another one interrupts.
  @Test
  func `says which value changes which verdict`() throws {
    let found = try #require(try study("Gestures/touch-stops-deceleration").first).found
    let onePair = try #require(
      found.trials.first { trial in
        let setting = trial.settings[0]
        let assumption = Assumption.options[setting.assumption]
        return assumption.name == "interruption"
          && assumption.values[setting.value].words == "one pair"
      })
    let changed = found.flips(of: onePair).map { found.verdicts[$0] }
    #expect(Set(changed.map(\.subject)).contains("region changes interrupted"))
    #expect(changed.allSatisfy { $0.kind == .written && $0.place?.hasPrefix("line ") == true })
    #expect(found.verdicts.last?.kind == .implied && found.isRobust.last == true)
    #expect(!found.standard.isGood.contains(false))
  }

  /// `make assumptions` writes the file; a test that studied all scenarios would take minutes.
  @Test
  func `has committed counts of each assumption`() throws {
    let file = SensitivityTests.repository.appending(path: "Reports/Assumptions.csv")
    let text = try String(contentsOf: file, encoding: .utf8)
    let counts = try #require(AssumptionCounts(csv: text))
    let names = counts.rows.filter { $0.kind == .option }.map(\.name)
    #expect(names == Assumption.options.map(\.name))
    let costs = counts.rows.filter { $0.kind == .cost }.map(\.name)
    #expect(costs.count > 5 && Set(costs).isSubset(of: DeviceCost.all.map(\.name)))
  }

  /// Its verdict is that it fails as it must.
  @Test
  func `takes a canary that is caught for good`() throws {
    for (id, found) in try study("Canaries/view-of-another-role") {
      #expect(found.verdicts.map(\.kind) == [.canary] && found.standard.isGood == [true], "\(id)")
    }
  }

  /// Its callout is carried out of view only while its pin stays selected.
  @Test
  func `says which value lets a canary go`() throws {
    let found = try #require(try study("Canaries/callout-carried-away").first).found
    let lets = found.trials.filter { !found.flips(of: $0).isEmpty }.map(\.settings[0].words)
    #expect(lets == ["`selected views` deselected"] && found.isRobust == [false])
  }

  /// A margin that no annotation ever reaches is only drawn.
  @Test
  func `consults the view margin only where views depend on it`() throws {
    for (name, isConsulted) in [
      ("Gestures/tap-overlapping-pins", false), ("Views/where-views-come-from", true),
    ] {
      let found = try #require(try study(name).first).found
      let names = found.consulted.map { Assumption.options[$0].name }
      #expect(names.contains("view margin") == isConsulted, "\(name)")
    }
  }

  @Test
  func `ends where the model contradicts itself`() throws {
    let all = try scenarios("Gestures/tap-overlapping-pins")
    var study = AssumptionStudy(all, limits: nil)
    study.sabotage = [try #require(Sabotage(argument: "deafen:\(all[0].id)"))]
    let failure = try #require(study.report().unfinished.first?.failure)
    #expect(failure.hasPrefix("under the defaults the model contradicts itself: "), "\(failure)")
  }

  /// The scenario sets every option, so that it assumes nothing.
  @Test
  func `leaves alone what a scenario sets`() throws {
    let found = try #require(try study("Region/every-option-changed").first).found
    #expect(found.consulted == [] && found.trials == [])
    #expect(found.replayCount == 1 && found.oneAtATimeCount == 1)
  }

  /// A default that a scenario writes out is its own decision too.
  @Test
  func `leaves alone a default that a scenario writes`() throws {
    for scenario in try scenarios("Phone/pool-order") {
      let open = Assumption.open(in: scenario).map { Assumption.options[$0].name }
      #expect(!open.contains("pool order") && open.contains("view requests"), "\(scenario.id)")
    }
  }

  /// No other session is there to screen, and none of its annotations is a marker.
  @Test
  func `tries pairs of what changes verdicts, and screens costs`() throws {
    let all = try scenarios("Gestures/touch-stops-deceleration")
    let report = AssumptionStudy(all, limits: nil).report()
    let strong = report.ranking.filter { $0.flips > 0 }.count
    #expect(strong > 2 && report.pairReplayCount == strong * (strong - 1) / 2)
    #expect(report.costs.sample == "1 session" && report.costs.results.count == 1)
    let names = report.costs.ranking.map(\.name)
    #expect(names.contains("touch") && !names.contains("marker creation"))
  }

  @Test
  func `finds the same with fewer replays, whatever other sessions showed first`() throws {
    let all = try ["Gestures/one-finger-zoom", "Gestures/tap-overlapping-pins"].flatMap(scenarios)
    let alone = AssumptionStudy(all, limits: nil).report()
    let many = Array(repeating: all, count: 2).flatMap(\.self)
    let after = AssumptionStudy(many, limits: nil, samplesFrom: many.count).report()
    func trials(_ session: StudiedSession) -> Set<Trial> {
      Set(session.sensitivity?.trials ?? [])
    }
    #expect(after.sessions.map(trials) == many.indices.map { trials(alone.sessions[$0 % 2]) })
    #expect(after.replayCount < alone.replayCount * 2)
    #expect(alone.sessions.allSatisfy { !trials($0).isEmpty })
  }
}
