import Callouts
import Clustering
import Foundation
import Metrics
import Testing

@testable import Authoring
@testable import ScenarioFiles

@Suite("JSON Schema")
struct JSONSchemaTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let scenarios = JSONSchema().scenarios
  private let schema = scenarios

  @Test
  func `is the file beside the scenarios`() throws {
    let file = JSONSchemaTests.folder.appending(path: "Scenarios/mapreplay.schema.json")
    let committed = try String(contentsOf: file, encoding: .utf8)
    let difference = zip(committed.split(separator: "\n"), schema.split(separator: "\n"))
      .first { $0 != $1 }
    #expect(
      committed == schema,
      "make docs writes it; first: \(String(describing: difference))")
  }

  @Test
  func `defines each kind of object once, with all of its keys`() throws {
    let schemas = JSONSchema()
    let scenarios = try SchemaWalk(schema)
    let parts = try SchemaWalk(schemas.parts)
    for declaration in ScenarioSchema.objects {
      let name = JSONSchema.name(of: declaration.kind)
      let definition: SchemaWalk.Object =
        switch declaration.kind {
        case .scenario: scenarios.root
        case .part: parts.root
        case .defaults: try SchemaWalk(schemas.defaults).root
        case .device: try SchemaWalk(schemas.devices).root
        default:
          try #require(
            (scenarios.definitions[name] ?? parts.definitions[name]) as? SchemaWalk.Object,
            "\(name)")
        }
      let keys = (definition["properties"] as? SchemaWalk.Object ?? [:]).keys
      let metrics = declaration.openKeys.names
      #expect(keys.sorted() == (declaration.keys + metrics).sorted(), "\(name)")
      let isOpen = declaration.openKeys == .values
      #expect(isOpen == (definition["additionalProperties"] as? Bool != false), "\(name)")
      #expect((definition["description"] as? String)?.hasPrefix(declaration.help) == true)
    }
    #expect(
      Set(ScenarioSchema.objects.map { JSONSchema.name(of: $0.kind) }).count
        == ScenarioSchema.objects.count)
  }

  @Test
  func `puts nothing beside a reference that validators would have to obey`() throws {
    let notes: Set = ["$ref", "default", "defaultSnippets", "description", "examples"]
    var open: [Any] = [try SchemaWalk(schema).root]
    var references = 0
    while let next = open.popLast() {
      if let list = next as? [Any] { open += list }
      guard let object = next as? SchemaWalk.Object else { continue }
      if object["$ref"] is String {
        references += 1
        #expect(notes.isSuperset(of: object.keys), "\(object.keys.sorted())")
      }
      open += object.filter { $0.key != "examples" && $0.key != "defaultSnippets" }.values
    }
    #expect(references > 500)
  }

  @Test
  func `describes every key, with an example or what is inserted`() throws {
    let walk = try SchemaWalk(schema)
    let definitions = walk.definitions.values.compactMap { $0 as? SchemaWalk.Object } + [walk.root]
    for case let properties as SchemaWalk.Object in definitions.map({ $0["properties"] as Any }) {
      for (key, value) in properties {
        let property = walk.resolved(try #require(value as? SchemaWalk.Object))
        #expect((property["description"] as? String)?.contains(".") == true, "\(key)")
        #expect(property["examples"] != nil || property["defaultSnippets"] != nil, "\(key)")
      }
    }
  }

  @Test
  func `names engines and adjusters of others`() {
    let own = ScenarioSchema(
      engines: EngineCatalog.standard.adding(
        EngineDefinition("my engine") { ReferenceEngine(fixes: $0) }),
      adjusters: AdjusterCatalog.standard.adding(
        AdjusterDefinition("my adjuster") { _ in NoAdjuster() }))
    for name in ["my engine", "my adjuster"] {
      #expect(JSONSchema(own).scenarios.contains(", \"\(name)\"]"))
      #expect(!schema.contains(name))
    }
  }

  @Test
  func `has a refusal for every keyword`() throws {
    let notes: Set = [
      "$schema", "$comment", "$ref", "title", "description", "examples", "default", "definitions",
      "defaultSnippets", "enumDescriptions", "errorMessage", "patternErrorMessage",
    ]
    var keywords: Set<String> = []
    for text in [schema, JSONSchema().devices] {
      keywords.formUnion(SchemaWalk.keywords(in: try SchemaWalk(text).root))
    }
    let refused = Set(SchemaRefusal.all.map(\.keyword))
    #expect(keywords.subtracting(notes).sorted() == refused.sorted())
  }

  /// The other half is what a validator of others says of the same files.
  @Test(arguments: SchemaRefusal.all)
  func `has refusals that the reader shares`(row: SchemaRefusal) {
    #expect(!messages(readVariants(row.faulty)).isEmpty)
    #expect(messages(readVariants(row.mended)) == [])
  }

  /// Loaders of YAML 1.1 would make booleans of such words, which only flags allow.
  @Test(arguments: ScenarioSchema.objects)
  func `has no choice among words that loaders take for booleans`(declaration: ObjectSchema) {
    let booleans: Set = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "~"]
    for field in declaration.fields {
      switch field.type {
      case .choice(let words), .either(.choice(let words), _), .list(.choice(let words), _):
        #expect(booleans.isDisjoint(with: words), "\(field.key)")
      default: continue
      }
    }
  }
}

@Suite("Editors")
struct EditorTests {
  private let walk: SchemaWalk

  init() throws { walk = try SchemaWalk(JSONSchemaTests.scenarios) }

  @Test(arguments: ["steps/0", "steps/7/repeat/steps/0"])
  func `offer each verb once, explained and with what is inserted`(place: String) {
    let offers = walk.offers(at: place)
    #expect(offers.map(\.key) == ScenarioSchema.object(.step).keys.sorted())
    for offer in offers {
      #expect(!offer.description.isEmpty && offer.snippets == 1, "\(offer.key)")
    }
    // Editors would offer a verb again for each of these.
    let step = walk.definitions["step"] as? SchemaWalk.Object ?? [:]
    #expect(Set(step.keys).isDisjoint(with: ["anyOf", "oneOf", "enum", "defaultSnippets"]))
  }

  @Test(arguments: [
    ("", ObjectKind.scenario), ("layers/x/callout", .callout), ("layers/x/callouts/y", .callout),
    ("layers/x", .layer), ("map/center", .coordinate), ("data/x/points/3", .point),
    ("steps/0/repeat/steps/1/pan", ObjectKind("pan")), ("variants/slow/fixes", .fixes),
    ("steps/2/select/cluster", ObjectKind("annotation")), ("options", .options),
  ])
  func `offer the keys of a place, explained`(place: String, kind: ObjectKind) {
    let offers = walk.offers(at: place)
    #expect(offers.map(\.key) == ScenarioSchema.object(kind).keys.sorted())
    for offer in offers {
      let help = ScenarioSchema.object(kind).field(offer.key)?.help ?? "?"
      #expect(offer.description.hasPrefix(help), "\(offer.key)")
    }
  }

  @Test(arguments: ["expect", "steps/0/expect"])
  func `offer every metric with what it counts`(place: String) {
    let offers = walk.offers(at: place)
    for metric in Metric.allCases {
      let found = offers.filter { $0.key == metric.name }
      #expect(found.count == 1 && found.first?.snippets == 1, "\(metric.name)")
      #expect(found.first?.description.hasPrefix(metric.definition.help) == true)
    }
  }

  @Test
  func `offer a whole scenario in an empty file`() throws {
    let snippets = try #require(walk.root["defaultSnippets"] as? [SchemaWalk.Object])
    #expect(snippets.map { $0["label"] as? String } == ["a whole scenario"])
    let body = try #require(snippets.first?["body"] as? SchemaWalk.Object)
    #expect(body["device"] as? String == "${2:phone-60hz}")
  }

  @Test
  func `offer nothing where a value stands`() {
    #expect(walk.offers(at: "seed").isEmpty)
    #expect(walk.offers(at: "steps/0/zoom/by").isEmpty)
    #expect(walk.offers(at: "no/such/place").isEmpty)
  }
}
