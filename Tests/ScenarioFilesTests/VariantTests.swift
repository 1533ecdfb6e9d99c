import MapConfiguration
import MapGeometry
import Metrics
import ScenarioFiles
import Scenarios
import Testing

@Suite("Variants of a scenario")
struct VariantTests {
  private static let layers = """
    layers:
      piles: {cluster: {cell size: 60 pt, fixes: {cells once: no, overlap: left alone}}}
      places: {}
      heaps: {cluster: {mode: upstream, margin: 1, reuse: no}}

    """

  private func variants(_ text: String) throws -> [Scenario] {
    let head = headText.split(separator: "\n").dropLast().joined(separator: "\n")
    return try readVariants("\(head)\n\(VariantTests.layers)\(text)\n").get()
  }

  @Test
  func `are one scenario each, in the order of the file`() throws {
    let scenarios = try variants("variants: [upstream, corrected]\nsteps: [tap map]")
    #expect(scenarios.map(\.variant) == ["upstream", "corrected"])
    #expect(scenarios.map(\.id) == ["x.upstream", "x.corrected"])
    #expect(scenarios.allSatisfy { $0.file == "S/x.yaml" && $0.name == "A test" })
    #expect(scenarios[0].steps == scenarios[1].steps)
    #expect(scenarios[0].data == scenarios[1].data)
    // The layer's own fixes stay, whatever the mode of the variant.
    var fixed = ClusterFixes.standard
    fixed.visitsCellsOnce = false
    fixed.overlap = .left
    #expect(scenarios.map { $0.layers[0].cluster?.fixes } == [ClusterFixes.none, fixed])
    #expect(scenarios.map { $0.layers[2].cluster?.fixes } == [ClusterFixes.none, .standard])
    #expect(scenarios.allSatisfy { $0.layers[1].cluster == nil })
    #expect(scenarios.allSatisfy { $0.layers[2].cluster?.marginFraction == 1 })
  }

  @Test
  func `override what they name in every layer with clusters`() throws {
    let scenarios = try variants(
      """
      variants:
        as it is: {}
        Only 1: {mode: upstream, fixes: {coalesce updates: yes, overlap: pushed apart}}
        wide-cells: {cell size: 100 pt, maximum zoom: 9 levels, titles: yes}
      steps: [tap map]
      """)
    #expect(scenarios.map(\.id) == ["x.as-it-is", "x.Only-1", "x.wide-cells"])
    let clusters = scenarios.map { $0.layers.compactMap(\.cluster) }
    #expect(clusters[0].map(\.cellSizePoints) == [60, 60])
    #expect(clusters[0].map(\.reusesAnnotations) == [true, false])
    var only = ClusterFixes.none
    only.coalescesUpdates = true
    only.overlap = .pushedApart
    #expect(clusters[1].map(\.fixes) == [only, only])
    #expect(clusters[2].map(\.cellSizePoints) == [100, 100])
    #expect(clusters[2].map(\.maximumZoomLevel) == [9, 9])
    #expect(clusters[2].map(\.app.titlesClusters) == [true, true])
    #expect(clusters[2].map(\.marginFraction) == [0.5, 1])
    #expect(clusters[2].map(\.fixes) == clusters[0].map(\.fixes))
  }

  /// No layer needs clusters for that.
  @Test
  func `have options and a phone of their own`() throws {
    let scenarios = try readVariants(
      headText.replacing(
        "{cluster: {cell size: 60 pt}, callout: {adjust: contain rect}}", with: "{}")
          + """
          options: {stacking: insertion, world copy: as projected}
          variants:
            as it is: {}
            free: {options: {main thread: free}, device: phone-120hz}
            other: {options: {stacking: southern in front, world copy: nearest}}
          steps: [tap map]

          """
    ).get()
    #expect(scenarios.map(\.options.mainThread) == [.takesTime, .free, .takesTime])
    #expect(scenarios.map(\.options.stacking) == [.insertion, .insertion, .southernInFront])
    #expect(
      scenarios.map(\.map.viewportOptions.worldCopy) == [.asProjected, .asProjected, .nearest])
    #expect(scenarios.map(\.device.costs.framesPerSecond)[1] == 120)
    #expect(scenarios[0].device == scenarios[2].device)
    #expect(scenarios[0].map.regionFit == scenarios[2].map.regionFit)
  }

  /// The layers' own animator is the library's in one of them, the app's in the other.
  @Test
  func `exchange animators`() throws {
    let text = headText.replacing(
      "layers: {cities: {cluster: {cell size: 60 pt}, callout: {adjust: contain rect}}}",
      with: """
        layers: {cities: {cluster: {fade: 90 ms}}, towns: {cluster: {custom animator: \
        {in: 1 ms, out: 2 ms, done: 3 ms}}}}
        """)
    let scenarios = try readVariants(
      text + """
        variants:
          as they are: {}
          fading: {fade: 70 ms}
          own: {custom animator: {out: 5 ms}}
        steps: [tap map]
        """
    ).get()
    let clusters = scenarios.map { $0.layers.compactMap(\.cluster) }
    func times(_ animator: ClusterAnimator?) -> [Int64]? {
      animator.map {
        [$0.fadeIn, $0.fadeOut, $0.done].map { ($0 ?? .zero).nanoseconds / 1_000_000 }
      }
    }
    #expect(
      clusters.map { $0.map { times($0.animator) } } == [
        [nil, [1, 2, 3]], [nil, nil], [[200, 5, 5], [1, 5, 3]],
      ])
    #expect(clusters[0][0].fade == SimulatedTime(milliseconds: 90))
    #expect(clusters[1].allSatisfy { $0.fade == SimulatedTime(milliseconds: 70) })
  }

  @Test
  func `have expectations of their own`() throws {
    let scenarios = try variants(
      """
      variants: {a: {mode: upstream}, b: {mode: corrected}, c: {cell size: 90 pt}}
      steps:
        - repeat:
            times: 2
            steps:
              - expect: {churn: {c: at most 3}, hitches: at most 1}
      expect:
        churn: {a: at least 1, b: exactly 0}
        frames: at least 2
      """)
    func rules(_ scenario: Scenario) -> [String] {
      var all = scenario.expectations
      if case .repeat(_, let steps) = scenario.steps[0].action,
        case .expect(let inner, _) = steps[0].action
      {
        all += inner
      }
      return all.map { "\($0.expectation.metric.name) \($0.text) \($0.place.line)" }
    }
    #expect(
      scenarios.map(rules) == [
        ["churn at least 1 16", "frames at least 2 17", "hitches at most 1 14"],
        ["churn exactly 0 16", "frames at least 2 17", "hitches at most 1 14"],
        ["frames at least 2 17", "churn at most 3 14", "hitches at most 1 14"],
      ])
    #expect(scenarios[0].expectations[0].place == Place(line: 16, column: 11))
    #expect(scenarios[1].expectations[0].variant == "b")
  }

  @Test
  func `must each fail as a canary, by a rule for all or one for each`() throws {
    let text = """
      variants: [upstream, corrected]
      steps: [tap map]
      must fail with: [churn, hitches]
      expect: {churn: {upstream: at most 1, corrected: at most 2}, hitches: at most 1}
      """
    #expect(try variants(text).map(\.mustFail) == [[.churn, .hitches], [.churn, .hitches]])
  }
}
