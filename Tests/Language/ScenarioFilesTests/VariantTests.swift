import Callouts
import Clustering
import MapConfiguration
import MapGeometry
import Metrics
import Scenarios
import Testing

@testable import ScenarioFiles

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

  /// Each may differ in whatever is declared; what it does not write is as in the scenario.
  @Test
  func `differ in anything that a scenario says`() throws {
    let scenarios = try readVariants(
      """
      scenario: A test
      device: phone
      seed: 3
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      data: {cities: {file: Data/cities.csv}, places: {points: [{lat: 1, lon: 2}]}}
      layers:
        cities: {callout: {style: plain, size: 100 x 50 pt, adjust: contain rect}}
        places:
          view: {size: 20 x 20 pt, center offset: 1 x 2 pt}
          callouts: {a: {style: plain}, b: {}}
      variants:
        as it is: {}
        turned: {map size: 844 x 390 pt}
        elsewhere: {map: {center: {lat: 1, lon: 2}}, seed: 4}
        fewer: {data: {cities: {first: 1}}}
        other layer: {layers: {places: {view: {size: 30 x 30 pt}}}}
        other callouts: {adjust: ideal, callout size: 60 x 60 pt}
      steps: [tap map]
      """
    ).get()
    func values<Value>(_ value: (Scenario) -> Value) -> [Value] { scenarios.map(value) }
    #expect(values(\.map.size.width) == [390, 844, 390, 390, 390, 390])
    #expect(
      values(\.map.region.center.latitude) == [52.5163, 52.5163, 1, 52.5163, 52.5163, 52.5163])
    #expect(values(\.seed) == [3, 3, 4, 3, 3, 3])
    #expect(
      values { $0.data.map(\.count) } == [[3, 1], [3, 1], [3, 1], [1, 1], [3, 1], [3, 1]])
    #expect(values { $0.layers.map(\.name) } == Array(repeating: ["cities", "places"], count: 6))
    #expect(values { $0.layers[1].view.size.width } == [20, 20, 20, 20, 30, 20])
    #expect(values { $0.layers[1].view.centerOffset.dx } == Array(repeating: 1, count: 6))
    let callouts = values {
      [$0.layers[0].callout] + [$0.layers[1].callout] + $0.layers[1].furtherCallouts
    }
    #expect(callouts.prefix(5).allSatisfy { $0 == callouts[0] })
    #expect(callouts[5].compactMap(\.?.adjuster.name) == ["ideal", "ideal", "ideal"])
    #expect(callouts[5].map { $0?.style == callouts[0][0]?.style } == [false, false, false])
    #expect(callouts[5][2]?.style == callouts[0][2]?.style)
    #expect(callouts[0].compactMap(\.?.adjuster.name) == ["contain rect", "none", "none"])
  }

  /// Lists of values, and the names and what varies of their combinations.
  @Test(
    arguments: [
      (
        "{mode: [upstream, corrected], cell size: [40 pt, 80 pt]}",
        ["upstream 40 pt", "upstream 80 pt", "corrected 40 pt", "corrected 80 pt"]
      ),
      (
        "{reuse: [yes, no], margin: [0.5, 1]}",
        ["reuse yes margin 0-5", "reuse yes margin 1", "reuse no margin 0-5", "reuse no margin 1"]
      ),
      (
        "{seed: {one: 1, two: 2}, options: {free: {main thread: free}, busy: {}}}",
        ["one free", "one busy", "two free", "two busy"]
      ),
      ("{device: [phone-60hz, phone-120hz]}", ["phone-60hz", "phone-120hz"]),
    ] as [(String, [String])])
  func `are the combinations of lists`(lists: String, names: [String]) throws {
    let scenarios = try variants("variants: \(lists)\nsteps: [tap map]")
    #expect(scenarios.map(\.variant) == names)
    let sides = scenarios.map { $0.layers[0].cluster?.cellSizePoints }
    #expect(sides == (lists.contains("80 pt") ? [40, 80, 40, 80] : names.map { _ in 60 }))
    if lists.contains("seed") {
      #expect(scenarios.map(\.seed) == [1, 1, 2, 2])
      #expect(scenarios.map(\.options.mainThread) == [.free, .takesTime, .free, .takesTime])
    }
  }

  @Test(
    arguments: [
      ("{mode: [upstream, corrected], seed: []}", ["6:41 'seed' has no list of values"]),
      ("{mode: [upstream, corrected], seed: 3}", ["6:41 'seed' has no list of values"]),
      (
        "{options: [{}, {main thread: free}]}",
        ["6:22 a value of 'options' that is not a text needs a name"]
      ),
      (
        "{seed: [1, 2, 3, 4, 5, 6, 7, 8], margin: [0, 1, 2], reuse: [yes, no], titles: [yes, no]}",
        ["6:1 'variants' has 96 entries"]
      ),
      ("{seed: [1, 2, 1]}", ["6:25 'seed 1' is there twice"]),
      ("{seed: [1, x]}", ["6:22 'x' is not a whole number such as 500"]),
      ("{a: {layers: {citys: {}}}, b: {}}", ["6:25 there is no layer 'citys'"]),
      ("{a: {map: {siez: 1 x 1 pt}}, b: {}}", ["6:22 unknown key 'siez' of the map"]),
      ("{a: {map size: 1 x 1 cm}, b: {}}", ["6:26 the unit 'cm' does not fit 'map size'"]),
      ("{a: {map: 3}, b: {}}", ["6:21 'map' is a single value"]),
      ("{a: {adjust: ideal}, b: {}}", []),
      (
        "{reuse: {reuse: yes}, without: {reuse: no}}",
        ["6:12 'reuse' is a key of variants, so no variant can have that name"]
      ),
      (
        "{without: {reuse: no}, reuse: {reuse: yes}}",
        ["6:34 'reuse' is a key of variants, so no variant can have that name"]
      ),
      (
        "{seed: {}, without: {margin: 1}}",
        ["6:12 'seed' is a key of variants, so no variant can have that name"]
      ),
      ("{sede: {one: 1, two: 2}, margin: {none: 0}}", ["6:12 unknown key 'sede' of the variant"]),
    ] as [(String, [String])])
  func `are refused where they make no sense`(written: String, diagnostics: [String]) {
    let text =
      headText.split(separator: "\n").dropLast().joined(separator: "\n")
      + "\nlayers: {cities: {cluster: {}, callout: {}}}\nvariants: \(written)\nsteps: [tap map]"
    #expect(messages(readVariants(text)) == diagnostics)
  }

  /// Data that variants share are read once, and the diagnostics of reading them are those of all.
  @Test(arguments: [
    ("[upstream, corrected]", nil),
    ("{a: {}, b: {data: {cities: {file: Data/there.csv}}}, c: {reuse: no}}", "'a', 'c'"),
    ("{a: {map size: 300 x 300 pt}, b: {data: {cities: {file: Data/there.csv}}}}", "'a'"),
    ("{a: {seed: 1}, b: {seed: 2, map size: 300 x 300 pt}, c: {seed: 3}}", nil),
  ])
  func `that need a missing file are all named`(written: String, names: String?) {
    let text =
      headText.replacing("cities.csv", with: "citys.csv") + "variants: \(written)\nsteps: [tap map]"
    guard
      case .failure(let diagnostics) = readVariants(text, more: ["S/Data/there.csv": cityText])
    else {
      Issue.record("the file was read")
      return
    }
    #expect(diagnostics.all.map(\.message) == ["there is no file 'Data/citys.csv'"])
    let words = names.map {
      [$0.contains(",") ? "in the variants \($0)" : "only in the variant \($0)"]
    }
    #expect(diagnostics.all[0].notes.map(\.message) == words ?? [])
  }

  /// A variant with another remedy is not the only one with the diagnostic.
  @Test
  func `that need another remedy for one diagnostic are not said to have it alone`() {
    let text =
      headText + "variants: {a: {cell size: 400 pt}, b: {}}\n"
      + "steps: [{resize: {to: 100 x 100 pt}}]"
    guard case .failure(let diagnostics) = readVariants(text) else {
      Issue.record("the cells were not refused")
      return
    }
    #expect(
      diagnostics.all.map { $0.notes.map(\.message) } == [
        ["in the variant 'a'"], ["in the variant 'b'"],
      ])
  }

  /// Only the first names are looked for in folders, in each variant the same.
  @Test
  func `that look for many missing files name each once`() {
    let names = (0..<8).map { "d\($0): {file: Data/citys\($0).csv}" }.joined(separator: ", ")
    let text =
      headText.replacing("data: {", with: "data: {\(names), ")
      + "variants: {a: {map size: 300 x 300 pt}, b: {map size: 400 x 400 pt}}\nsteps: [tap map]"
    let result = readVariants(text)
    #expect(messages(result).count == 8)
    guard case .failure(let diagnostics) = result else { return }
    #expect(diagnostics.all.allSatisfy { $0.notes.isEmpty })
  }

  @Test
  func `that play too long are all told from others`() {
    let text = """
      scenario: Ten thousand pins
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}
      data: {pins: {grid: {columns: 100, rows: 100}}}
      layers: {pins: {}}
      steps:
        - add: {data: pins, into: pins}
        - repeat: {times: 2000, steps: [{zoom: {by: 1 level, over: 10 s}}]}
      """
    func notes(_ variants: String) -> [[String]] {
      let written = text.replacing("\nsteps:", with: "\nvariants: \(variants)\nsteps:")
      guard case .failure(let diagnostics) = readVariants(written) else { return [] }
      return diagnostics.all.map { $0.notes.map(\.message) }
    }
    #expect(notes("{a: {seed: 1}, b: {seed: 2}}") == [[]])
    #expect(
      notes("{a: {seed: 1}, b: {data: {pins: {grid: {columns: 1, rows: 1}}}}, c: {seed: 2}}")
        == [["in the variants 'a', 'c'"]])
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
      return all.map { "\($0.expectation.metric.name) \($0.written.text) \($0.written.line)" }
    }
    #expect(
      scenarios.map(rules) == [
        ["churn at least 1 16", "frames at least 2 17", "hitches at most 1 14"],
        ["churn exactly 0 16", "frames at least 2 17", "hitches at most 1 14"],
        ["frames at least 2 17", "churn at most 3 14", "hitches at most 1 14"],
      ])
    let written = scenarios[0].expectations[0].written
    #expect(written.place(in: "a.yaml") == "a.yaml:16:11")
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
    #expect(
      try variants(text).map(\.mustFail)
        == Array(repeating: [ExpectedMetric(.churn), ExpectedMetric(.hitches)], count: 2))
  }

  @Test(arguments: [
    ("{metric: churn, ticket: T-1, until: 2027-01-31}", [["churn"], ["churn"]]),
    ("{metric: churn, ticket: T-1, until: 2027-01-31, variant: b}", [[], ["churn"]]),
    (
      "[{metric: frames later than 0.05 s, ticket: T-1, until: 2027-01-31}]",
      [["frames later than 50 ms"], ["frames later than 50 ms"]]
    ),
  ])
  func `says which failures are known, of all variants or of one`(
    known: String, metrics: [[String]]
  ) throws {
    let text = """
      known failure: \(known)
      expect: {churn: at most 1, frames later than 50 ms: exactly 0}
      variants: {a: {seed: 1}, b: {seed: 2}}
      steps: [tap map]
      """
    let failures = try variants(text).map(\.knownFailures)
    #expect(failures.map { $0.map(\.metric) } == metrics)
    for failure in failures.joined() {
      #expect(failure.ticket == "T-1" && failure.until == "2027-01-31")
      #expect(failure.line == headText.split(separator: "\n").count + 4)
      #expect(failure.column == (known.first == "[" ? 26 : 25))
    }
  }
}
