import MapConfiguration
import MapGeometry
import Metrics
import ScenarioFiles
import Scenarios
import Testing

/// What is written once: rounds, parts, the defaults of a folder, and what is around the steps.
@Suite("Things that are written once")
struct WrittenOnceTests {
  private static func read(
    _ scenario: String, _ others: [String: String] = [:]
  ) -> Result<[Scenario], Diagnostics> {
    let more = others.map { ("S/\($0.key)", $0.value) }
    return readVariants(scenario, more: Dictionary(uniqueKeysWithValues: more))
  }

  /// The steps of a session as their author could have written them, with their lines and files.
  private static func steps(
    _ text: String, _ others: [String: String] = [:]
  ) throws -> [String] {
    try read(headText + text, others).get()[0].steps.map { step in
      "\(step.place.file.map { "\($0):" } ?? "")\(step.place.line) \(step.text)"
    }
  }

  /// The actions of a session, apart from where they are written.
  private static func actions(
    _ text: String, _ others: [String: String] = [:]
  ) throws -> [Step.Action] {
    try read(headText + text, others).get()[0].steps.map(\.action)
  }

  // MARK: Rounds

  @Test
  func `rounds are steps that could have been written out`() throws {
    let short = """
      steps:
        - tap map
        - for each:
            edge: [left edge, top edge]
            room: [12 pt, 40 pt]
            steps:
              - mark: ${edge} by ${room}
              - select: {near: ${edge}, within: "${room}"}
              - for each: {pause: [1 s], steps: [{wait: "${pause}"}]}
        - tap map
      """
    var long = "steps:\n  - tap map\n"
    for edge in ["left edge", "top edge"] {
      for room in ["12 pt", "40 pt"] {
        long += "  - mark: \(edge) by \(room)\n  - select: {near: \(edge), within: \(room)}\n"
        long += "  - wait: 1 s\n"
      }
    }
    let written = try Self.read(headText + long + "  - tap map\n").get()[0]
    let rounds = try Self.read(headText + short).get()[0]
    #expect(rounds.steps.map(\.action) == written.steps.map(\.action))
    #expect(rounds.steps.map(\.id) == written.steps.map(\.id))
    #expect(rounds.stepCount == written.stepCount)
    // Each says what it does, and a step on one line with its round has the whole line.
    #expect(
      try Self.steps(short).prefix(4) == [
        "7 tap map", "12 mark: left edge by 12 pt",
        "13 select: {near: left edge, within: 12 pt}",
        "14 for each: {pause: [1 s], steps: [{wait: 1 s}]}",
      ])
  }

  @Test
  func `lists that go on together are steps that could have been written out`() throws {
    let short = """
      steps:
        - for each:
            edge: [left edge, top edge, right edge]
            together: yes
            room: [12 pt, 40 pt, 9 pt]
            steps:
              - select: {near: "${edge}", within: "${room}"}
      """
    let long = """
      steps:
        - select: {near: left edge, within: 12 pt}
        - select: {near: top edge, within: 40 pt}
        - select: {near: right edge, within: 9 pt}
      """
    #expect(try Self.actions(short) == Self.actions(long))
    let combined = short.replacing("together: yes", with: "together: no")
    #expect(try Self.actions(combined).count == 9)
    // As many rounds as a list has values: combinations of all of them would be too many.
    let values = (1...400).map { "\($0) ms" }.joined(separator: ", ")
    let lists = ["a", "b", "c"].map { "\($0): [\(values)]" }.joined(separator: ", ")
    let many = "steps: [{for each: {\(lists), together: yes, steps: [{wait: \"${c}\"}]}}]"
    #expect(try Self.actions(many).count == 400)
  }

  /// A value may be an object, a number or a part of a text; the place of its name reads it.
  @Test(
    arguments: [
      (
        "{place: [{lat: 1, lon: 2}], steps: [{select: {nearest to: \"${place}\"}}]}",
        "{select: {nearest to: {lat: 1, lon: 2}}}"
      ),
      (
        "{n: [3], steps: [{expect: {callouts opened: at most ${n}}}]}",
        "{expect: {callouts opened: at most 3}}"
      ),
      (
        "{n: [2], steps: [{repeat: {times: ${n}, steps: [{wait: ${n} s}]}}]}",
        "{repeat: {times: 2, steps: [{wait: 2 s}]}}"
      ),
      ("{\"two words\": [1 s], steps: [{wait: ${two words}}]}", "{wait: 1 s}"),
      (
        "{step: [{wait: 1 s}], steps: [{repeat: {times: 2, steps: [\"${step}\"]}}]}",
        "{repeat: {times: 2, steps: [{wait: 1 s}]}}"
      ),
    ])
  func `values are read by the place of their name`(rounds: String, step: String) throws {
    let actions = try Self.actions("steps: [{for each: \(rounds)}]")
    #expect(
      WrittenOnceTests.unplaced(actions)
        == WrittenOnceTests.unplaced(
          try Self.actions("steps: [\(step)]")))
  }

  /// Actions without the places of what is inside them.
  private static func unplaced(_ actions: [Step.Action]) -> [Step.Action] {
    actions.map { action in
      switch action {
      case .repeat(let times, let steps):
        .repeat(
          times: times,
          steps: zip(steps, unplaced(steps.map(\.action))).map {
            Step(id: $0.id, place: Place(line: 1, column: 1), action: $1)
          })
      case .expect(let all, let since):
        .expect(
          all.map {
            PlacedExpectation(
              expectation: $0.expectation, written: WrittenRule($0.written.text, line: 1, column: 1)
            )
          }, since: since)
      default: action
      }
    }
  }

  // MARK: Parts

  private static let part = """
    part: Opens and closes a callout
    parameters:
      edge: {type: edge}
      room: {type: distance, default: 12 pt}
    steps:
      - select: {near: "${edge}", within: "${room}"}
      - run: {file: Parts/rest.yaml, with: {pause: 2 s}}
    """
  private static let rest = """
    part: Rests
    parameters: {pause: {type: duration}}
    steps: [{wait: "${pause}"}]
    """

  @Test
  func `parts are steps with the values that they are given`() throws {
    let parts = ["Parts/open.yaml": Self.part, "Parts/rest.yaml": Self.rest]
    let steps = try Self.steps(
      """
      steps:
        - run: {file: Parts/open.yaml, with: {edge: left edge}}
        - for each:
            edge: [top edge]
            steps: [{run: {file: Parts/open.yaml, with: {edge: "${edge}", room: 40 pt}}}]
      """, parts)
    #expect(
      steps == [
        "S/Parts/open.yaml:6 select: {near: left edge, within: 12 pt}",
        "S/Parts/rest.yaml:3 steps: [{wait: 2 s}]",
        "S/Parts/open.yaml:6 select: {near: top edge, within: 40 pt}",
        "S/Parts/rest.yaml:3 steps: [{wait: 2 s}]",
      ])
  }

  // MARK: Around the steps

  @Test
  func `setup and teardown are around the steps`() throws {
    let actions = try Self.actions(
      "teardown: [{wait: 3 s}]\nsetup: [{wait: 1 s}]\nsteps: [{wait: 2 s}]")
    #expect(actions == (1...3).map { .wait(SimulatedTime(milliseconds: $0 * 1_000)) })
  }

  /// A scenario's own keys go before those of its folder, inside objects too; what excludes a
  /// default removes it.
  @Test
  func `defaults are what a scenario does not say itself`() throws {
    let defaults = """
      tags: [callout]
      seed: 9
      device: phone-120hz
      map: {size: 390 x 844 pt, center: {lat: 1, lon: 2}, span: 45 km x 45 km, view margin: 0.3}
      data: {cities: {file: Data/cities.csv}}
      layers:
        cities:
          view: {size: 10 x 20 pt, center offset: 3 x 4 pt}
          callout: {style: plain, size: 100 x 50 pt}
      setup: [{wait: 1 s}]
      teardown: [{wait: 4 s}]
      """
    let text = """
      scenario: A test
      device: phone
      tags: [smoke]
      map: {center: {lat: 3, lon: 4}}
      layers:
        cities: {view: {size: 30 x 30 pt}, callouts: {a: {}, b: {}}}
        towns: {}
      setup: [{wait: 2 s}]
      steps: [tap map]
      teardown: [{wait: 3 s}]
      """
    let scenario = try Self.read(text, ["defaults.yaml": defaults]).get()[0]
    #expect(scenario.tags == ["callout", "smoke"])
    #expect(scenario.seed == 9)
    #expect(scenario.device.name == "phone")
    #expect(scenario.map.region.center == Coordinate(latitude: 3, longitude: 4))
    #expect(scenario.map.size == ScreenSize(width: 390, height: 844))
    #expect(scenario.map.viewMarginFraction == 0.3)
    #expect(scenario.layers.map(\.name) == ["cities", "towns"])
    #expect(scenario.layers[0].view.size == ScreenSize(width: 30, height: 30))
    #expect(scenario.layers[0].view.centerOffset == ScreenOffset(dx: 3, dy: 4))
    #expect(scenario.layers[0].furtherCallouts.count == 1)
    let waits = scenario.steps.compactMap { step -> Int64? in
      if case .wait(let time) = step.action { time.nanoseconds / 1_000_000_000 } else { nil }
    }
    #expect(waits == [1, 2, 3, 4])
    #expect(
      scenario.steps.map(\.place.file) == [
        "S/defaults.yaml", nil, nil, nil, "S/defaults.yaml",
      ])
  }

  /// An object of the defaults may lack what the scenario says, at any depth; lists are whole.
  @Test
  func `defaults are put together key by key`() throws {
    let defaults = """
      map: {view margin: 0.5, center: {lon: 4}}
      data: {towns: {grid: {columns: 3, rows: 2}}}
      layers: {cities: {callout: {size: 100 x 50 pt}}}
      """
    let text = """
      scenario: A test
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 3}, span: 45 km x 45 km}
      data:
        cities: {file: Data/cities.csv}
        towns: {grid: {south west: {lat: 1, lon: 2}, north east: {lat: 2, lon: 3}}}
      layers: {cities: {callout: {style: plain}}}
      steps: [tap map]
      """
    let scenario = try Self.read(text, ["defaults.yaml": defaults]).get()[0]
    #expect(scenario.map.region.center == Coordinate(latitude: 3, longitude: 4))
    #expect(scenario.map.viewMarginFraction == 0.5)
    // What neither says is missing in the whole.
    let less = text.replacing("lat: 3", with: "")
    #expect(messages(Self.read(less, ["defaults.yaml": defaults])).count == 1)
  }

  @Test
  func `defaults are those of the scenario's own folder`() throws {
    let others = ["../defaults.yaml": "seed: 9", "deeper/defaults.yaml": "seed: 8"]
    #expect(try Self.read(headText + "steps: [tap map]", others).get()[0].seed == 1)
  }

  /// A few lines that stand for billions: each is refused before it takes time or memory.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (laughing(levels: 12, value: "\"" + String(repeating: "${v}", count: 10) + "\""), 222),
      (laughing(levels: 12, value: "[" + String(repeating: "\"${v}\", ", count: 10) + "]"), 603),
      (
        "  - for each: {"
          + (0..<10).map { "a\($0): [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]" }
          .joined(separator: ", ") + ", steps: [tap map]}", 603
      ),
    ] as [(String, Int)])
  func `steps that would be endless are refused at once`(steps: String, code: Int) {
    guard case .failure(let diagnostics) = Self.read(headText + "steps:\n" + steps) else {
      Issue.record("it was read")
      return
    }
    #expect(diagnostics.all.first?.code.rawValue == code)
  }

  /// Rounds inside of rounds, the value of each being ten times that of the one around it.
  private static func laughing(levels: Int, value: String) -> String {
    var text = "  - for each:\n      v0: [x]\n      steps:\n"
    for level in 1...levels {
      let indent = String(repeating: "    ", count: level)
      let own = value.replacing("${v}", with: "${v\(level - 1)}")
      text += "    \(indent)- for each:\n        \(indent)v\(level): [\(own)]\n"
      text += "        \(indent)steps:\n"
    }
    let indent = String(repeating: "    ", count: levels + 1)
    return text + "    \(indent)- mark: \"${v\(levels)}\"\n"
  }

  @Test
  func `parts that run parts in crowds are refused at once`() {
    var parts: [String: String] = [:]
    for number in 1...8 {
      let next = number == 8 ? "tap map" : "run: {file: Parts/p\(number + 1).yaml}"
      let steps = Array(repeating: "  - \(next)", count: 10).joined(separator: "\n")
      parts["Parts/p\(number).yaml"] = "part: P\nsteps:\n\(steps)"
    }
    let steps = "steps: [{run: {file: Parts/p1.yaml}}]"
    guard case .failure(let diagnostics) = Self.read(headText + steps, parts) else {
      Issue.record("it was read")
      return
    }
    #expect(diagnostics.all.map(\.code).contains(.tooMuchWrittenOut) && diagnostics.all.count <= 2)
  }

  /// A part knows its own names alone, and quotes stay unless they are a name's.
  @Test
  func `parts are scopes of their own, and texts keep their quotes`() throws {
    let part = """
      part: P
      steps:
        - for each: {edge: [top edge], steps: [{mark: "${edge} here"}]}
      """
    let steps = """
      steps:
        - for each:
            edge: [left edge]
            steps:
              - run: {file: Parts/p.yaml}
              - mark: "${edge} opened"
      """
    #expect(
      try Self.steps(steps, ["Parts/p.yaml": part]) == [
        "S/Parts/p.yaml:3 for each: {edge: [top edge], steps: [{mark: \"top edge here\"}]}",
        "11 mark: \"left edge opened\"",
      ])
  }

  // MARK: Faults

  /// Steps from line 7 on, and what is wrong with them: the place, the message, the remedy and the
  /// places that belong to it.
  @Test(arguments: writtenOnceFaults)
  func `diagnostics name the place and where its value comes from`(
    steps: String, others: [String: String], diagnostics: String
  ) {
    let result = Self.read(headText + "steps:\n" + steps, others)
    guard case .failure(let found) = result else {
      #expect(diagnostics == "none")
      return
    }
    let lines = found.all.map { diagnostic in
      ([
        "\(diagnostic.file):\(diagnostic.place.line):\(diagnostic.place.column) "
          + diagnostic.message,
        diagnostic.remedy.map { "  help: \($0)" },
      ].compactMap(\.self)
        + diagnostic.notes.map { note in
          "  note: \(note.file):\(note.place.line):\(note.place.column) \(note.message)"
        })
        .joined(separator: "\n")
    }
    #expect(lines.joined(separator: "\n") == diagnostics)
  }
}
