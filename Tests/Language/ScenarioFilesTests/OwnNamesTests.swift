import Callouts
import Clustering
import MapConfiguration
import MapGeometry
import ScenarioFiles
import Scenarios
import Testing

/// Engines and adjusters that only the program knows which reads the scenario.
@Suite("Names of a program's own")
struct OwnNamesTests {
  /// Moves nothing, under another name.
  private struct Idle: CalloutAdjuster {
    let name = "idle"
    var margin: Double
    func move(for scene: CalloutScene) -> MapMove { .stay }
    func guarantee(for scene: CalloutScene) -> VisibilityGuarantee {
      NoAdjuster().guarantee(for: scene)
    }
  }

  private static let schema = ScenarioSchema(
    engines: EngineCatalog.standard.adding(
      EngineDefinition("own") { ReferenceEngine(fixes: $0) }),
    adjusters: AdjusterCatalog.standard.adding(
      AdjusterDefinition("idle", keys: [.margin]) { Idle(margin: $0.margin ?? 0) }))

  private static func read(_ layers: String, schema: ScenarioSchema) -> Result<
    [Scenario], Diagnostics
  > {
    let text = headText.replacing(/(?m)^layers: .*$/, with: "layers: {cities: {\(layers)}}")
    let files = FakeFiles([
      "x.yaml": text + "steps: [tap map]", "Devices/phone.yaml": deviceText,
      "Data/cities.csv": cityText,
    ])
    return ScenarioReader(files: files, schema: schema).read(path: "x.yaml")
  }

  @Test
  func `are read like those of the library`() throws {
    let layers = "cluster: {engine: own}, callout: {adjust: idle, margin: 7 pt}"
    let scenario = try #require(try Self.read(layers, schema: Self.schema).get().first)
    #expect(scenario.layers[0].cluster?.engine is ReferenceEngine)
    #expect((scenario.layers[0].callout?.adjuster as? Idle)?.margin == 7)
    guard case .failure(let diagnostics) = Self.read(layers, schema: ScenarioSchema()) else {
      Issue.record("a reader without the names takes them")
      return
    }
    #expect(diagnostics.all.map(\.place.line) == [5, 5])
  }

  @Test
  func `take the keys that they declare, and no others`() throws {
    let layers = "cluster: {engine: own, mode: upstream}, callout: {adjust: idle, animated: no}"
    guard case .failure(let diagnostics) = Self.read(layers, schema: Self.schema) else {
      Issue.record("a key that is not declared is taken")
      return
    }
    #expect(diagnostics.all.count == 2)
    #expect(diagnostics.all.first?.message.contains("'own'") == true)
    #expect(diagnostics.all.last?.remedy?.contains("idle") == false)
  }
}
