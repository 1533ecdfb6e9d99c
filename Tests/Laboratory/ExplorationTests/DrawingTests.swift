import MapConfiguration
import MapGeometry
import ScenarioFiles
import Scenarios
import Testing

@testable import Exploration

/// Scenarios are drawn from the schema, and a new key takes part by itself.
@Suite("Drawing sessions")
struct DrawingTests {
  private static let maker = ScenarioMaker()

  private static func drawn(_ seeds: Range<UInt64>) -> [MadeScenario] {
    let drawer = SessionDrawer(schema: ScenarioSchema())
    return seeds.compactMap { maker.mended(drawer.scenario(Chance(seed: $0))) }
  }

  @Test
  func `Nine draws of ten make a session, each in the bounds of a search`() {
    let drawn = Self.drawn(0..<300)
    #expect(drawn.count >= 270)
    #expect(drawn.allSatisfy { $0.scenario.stepCount <= 60 })
  }

  @Test
  func `Every step that needs no other file is drawn`() {
    let drawer = SessionDrawer(schema: ScenarioSchema())
    let drawn = (UInt64(0)..<900).map { drawer.scenario(Chance(seed: $0)) }
    func missing(in roots: [YAMLNode]) -> Set<String> {
      var keys: Set<String> = []
      for root in roots {
        root.visit { node, _ in
          for item in node.items { keys.formUnion(item.pairs.compactMap(\.key.text)) }
        }
      }
      return Set(StepDefinition.fields.map(\.key)).subtracting(keys)
    }
    // A part is in another file.
    #expect(missing(in: drawn) == ["run"])
    let played = drawn.compactMap { Self.maker.mended($0)?.root }
    #expect(missing(in: played) == ["run"])
  }

  private static func kind(of place: TouchPlace) -> String {
    switch place {
    case .point: "a point"
    case .annotation: "an annotation"
    }
  }

  /// The forms of values in which steps can be written, each drawn in sessions that are played.
  @Test
  func `Starts, paths and limits of steps are drawn`() {
    var forms: Set<String> = []
    for seed in UInt64(0)..<2_000 where forms.count < 6 {
      Self.drawn(seed..<seed + 1).first?.scenario.steps.visit { step, _ in
        switch step.action {
        case .pan(_, let place?, _, _, _, _): forms.insert("pan from \(Self.kind(of: place))")
        case .panAlong(_, let place, _, _, _, _):
          forms.insert("path from \(Self.kind(of: place))")
        case .fling(_, .some, _): forms.insert("fling from a place")
        case .waitUntilSettled(.some): forms.insert("settled within a limit")
        default: break
        }
      }
    }
    #expect(forms.count == 6, "\(forms.sorted())")
  }

  @Test
  func `A loop has up to three values, each of them once`() {
    let drawer = SessionDrawer(schema: ScenarioSchema())
    var counts: Set<Int> = []
    for seed in UInt64(0)..<300 {
      drawer.scenario(Chance(seed: seed)).visit { node, _ in
        guard let values = node["for each"]?["each"]?.items else { return }
        counts.insert(values.count)
        #expect(Set(values.map(\.text)).count == values.count)
      }
    }
    #expect(counts == [1, 2, 3])
  }

  @Test
  func `A loop has two lists of as many values where they go on together`() {
    let drawer = SessionDrawer(schema: ScenarioSchema())
    var forms: Set<String> = []
    for seed in UInt64(0)..<4_000 where forms.isEmpty {
      drawer.scenario(Chance(seed: seed)).visit { node, _ in
        guard let loop = node["for each"], let each = loop["each"]?.items,
          let other = loop["other"]?.items
        else { return }
        #expect(each.count == other.count)
        forms.insert(loop["together"]?.text ?? "combined")
      }
    }
    #expect(forms == ["yes"])
  }

  @Test
  func `What makes no sense without removed nodes goes with them`() throws {
    let head = """
      scenario: Holes
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 0, lon: 0}, span: 1 km x 1 km}
      steps:

      """
    let holes = """
        - select: {in: pins}
        - tap: {}
        - repeat: {times: 2, steps: [{exchange overlays: [fence]}]}
        - wait: settled

      """
    let root = try #require(ScenarioText.root(of: head + holes))
    let rest = try #require(root.withoutLeftovers(ScenarioSchema()))
    #expect(ScenarioText(rest).text == head + "  - wait: settled\n")
  }

  @Test
  func `A key that joins the schema is drawn, and moves no other draw`() {
    let new = Field(
      "speed of light", .choice(["fast", "faster"]), .optional, "A key of a test.",
      example: "fast")
    let old = SessionDrawer(schema: ScenarioSchema())
    let next = SessionDrawer(schema: ScenarioSchema().adding(new, to: .map))
    var words: Set<String> = []
    for seed in 0..<200 {
      let chance = Chance(seed: UInt64(seed))
      var root = next.scenario(chance)
      if let map = root["map"], let word = map["speed of light"]?.text {
        words.insert(word)
        let rest = map.pairs.filter { $0.key.text != "speed of light" }
        root.set("map", to: YAMLNode(.map(rest)))
      }
      #expect(ScenarioText(root).text == ScenarioText(old.scenario(chance)).text)
    }
    #expect(words == ["fast", "faster"])
  }

  @Test
  func `A value that is given stands wherever its key is drawn`() throws {
    let given = try #require(GivenValue("mode: upstream"))
    let drawer = SessionDrawer(schema: ScenarioSchema(), given: [given])
    var modes: [String] = []
    for seed in UInt64(0)..<100 {
      drawer.scenario(Chance(seed: seed)).visit { node, _ in
        if let mode = node["mode"]?.text { modes.append(mode) }
      }
    }
    #expect(modes.count > 30)
    #expect(Set(modes) == ["upstream"])
  }

  @Test
  func `Each number of the schema is drawn within its bounds`() {
    var kinds = 0
    for field in ScenarioSchema.objects.flatMap(\.fields) where field.type.isNumber {
      kinds += 1
      let number = DrawnNumber(field.type, example: field.example)
      for seed in UInt64(0)..<60 {
        let text = number.text(Chance(seed: seed))
        let read = ScalarReader.value(of: text, as: field.type)
        #expect(throws: Never.self, "\(field.key): \(text)") { try read.get() }
      }
    }
    #expect(kinds > 100)
  }

  @Test
  func `A heavier key comes first as often as it weighs`() {
    var first = 0
    for seed in UInt64(0)..<4_000 {
      let ranked = Chance(seed: seed).ranked(
        ["light", "heavy"], name: { $0 }, weight: { $0 == "heavy" ? 3 : 1 })
      first += ranked[0] == "heavy" ? 1 : 0
    }
    #expect((2_880...3_120).contains(first))
  }
}

extension ValueType {
  /// Whether it is a number that a search draws.
  fileprivate var isNumber: Bool {
    switch self {
    case .whole, .decimal, .duration, .memory, .bandwidth, .share, .points, .size, .offset,
      .position, .velocity, .distance, .length, .angle, .earthOffset, .levels:
      true
    default: false
    }
  }
}
