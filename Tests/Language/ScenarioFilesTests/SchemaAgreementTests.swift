import Foundation
import Testing

@testable import Authoring
@testable import ScenarioFiles

/// The schema and the reader agree, as a validator of others sees it.
@Suite(
  "Agreement of schema and reader",
  .enabled(if: SchemaValidator.path != nil, SchemaValidator.absence))
struct SchemaAgreementTests {
  private typealias Object = SchemaWalk.Object

  private let schema = JSONSchemaTests.scenarios

  @Test
  func `takes every scenario that is there, and those in its pages`() throws {
    let folder = JSONSchemaTests.folder.appending(path: "Scenarios")
    var texts: [String: String] = [:]
    var (parts, defaults) = (texts, texts)
    for path in FileManager.default.subpaths(atPath: folder.path) ?? [] {
      let isScenario = path.hasSuffix(".yaml") && !path.contains("Devices/")
      guard isScenario || path.hasSuffix(".md") else { continue }
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      if path.hasSuffix("/defaults.yaml") {
        defaults[path] = text
      } else if path.contains("/Parts/") {
        parts[path] = text
      } else if isScenario {
        texts[path] = text
      } else {
        texts.merge(blocks(of: text, in: path)) { $1 }
      }
    }
    let readme = JSONSchemaTests.folder.appending(path: "README.md")
    let front = try String(contentsOf: readme, encoding: .utf8)
    texts.merge(blocks(of: front, in: "README.md")) { $1 }
    #expect(texts.count > 150)
    #expect(texts.keys.contains { $0.hasPrefix("Reference.md") })
    #expect(texts.keys.contains { $0.hasPrefix("README.md") })
    try expectTaken(texts, by: schema)
    #expect(parts.count > 2 && defaults.count > 1)
    try expectTaken(parts, by: JSONSchema().parts)
    try expectTaken(defaults, by: JSONSchema().defaults)
  }

  /// The whole scenarios among the examples of a page.
  private func blocks(of page: String, in path: String) -> [String: String] {
    let parts = page.split(separator: "```yaml\n", omittingEmptySubsequences: false).dropFirst()
    var found: [String: String] = [:]
    for (index, part) in parts.enumerated() where part.hasPrefix("scenario:") {
      found["\(path) \(index)"] = String(
        part[..<(part.firstRange(of: "```")?.lowerBound ?? part.endIndex)])
    }
    return found
  }

  @Test
  func `takes every device profile`() throws {
    var texts: [String: String] = [:]
    for name in BuiltInDevices.names { texts[name] = BuiltInDevices.text(of: name) }
    texts["from another"] = "device: phone\nfrom: other-phone\n"
    let file = JSONSchemaTests.folder.appending(path: "Scenarios/Devices/phone-slow-views.yaml")
    texts["file"] = try String(contentsOf: file, encoding: .utf8)
    try expectTaken(texts, by: JSONSchema().devices)
    let faulty = [
      "no unit": deviceText.replacing("450 us", with: "450"),
      "most left out": "device: phone\nframes per second: 60\n",
    ]
    let refusals = try SchemaValidator.refusals(of: faulty, by: JSONSchema().devices)
    #expect(refusals["no unit"]?.map(\.path) == ["$['view creation']"])
    #expect(refusals["most left out"]?.isEmpty == false)
  }

  @Test
  func `takes every example and every default of the declaration`() throws {
    for (schema, kind) in [
      (schema, ObjectKind.scenario), (JSONSchema().parts, .part),
      (JSONSchema().defaults, .defaults), (JSONSchema().devices, .device),
    ] {
      var definitions = try SchemaWalk(schema).definitions
      definitions[JSONSchema.name(of: kind)] = try SchemaWalk(schema).root
      let examples = PlacedExamples(of: definitions)
      #expect(examples.places.count > (kind == .device ? 30 : kind == .scenario ? 500 : 290))
      try expectTaken(
        ["examples": examples.text], by: try SchemaAgreementTests.json(examples.schema))
    }
  }

  /// What an editor inserts, with its tab stops as they are at first.
  @Test
  func `takes what is inserted`() throws {
    let root = try SchemaWalk(schema)
    let verbs = try #require(
      (root.definitions["step"] as? Object)?["properties"] as? [String: Object])
    var steps: [[String: Any]] = []
    for (verb, property) in verbs.sorted(by: { $0.key < $1.key }) {
      let snippets = try #require(property["defaultSnippets"] as? [Object], "\(verb)")
      let body = try #require(snippets.first?["body"])
      steps.append([verb: SchemaAgreementTests.inserted(body)])
    }
    let snippets = try #require(root.root["defaultSnippets"] as? [Object])
    let body = try #require(snippets.first?["body"])
    var whole = try #require(SchemaAgreementTests.inserted(body) as? Object)
    try expectTaken(["whole": SchemaAgreementTests.json(whole)], by: schema)
    whole["steps"] = steps
    try expectTaken(["steps": SchemaAgreementTests.json(whole)], by: schema)
  }

  private static func json(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
  }

  private static func inserted(_ body: Any) -> Any {
    if let object = body as? Object { return object.mapValues(inserted) }
    if let list = body as? [Any] { return list.map(inserted) }
    guard let text = body as? String, text.hasPrefix("${"), let colon = text.firstIndex(of: ":")
    else { return body }
    let value = String(text[text.index(after: colon)...].dropLast())
    return NumberText(Substring(value)).map { $0.double as Any } ?? value
  }

  @Test
  func `refuses what the reader refuses, each for its keyword, and takes what is mended`() throws {
    var texts: [String: String] = [:]
    for (index, row) in SchemaRefusal.all.enumerated() {
      texts["\(index) faulty"] = row.faulty
      texts["\(index) mended"] = row.mended
    }
    let refusals = try SchemaValidator.refusals(of: texts, by: schema)
    for (index, row) in SchemaRefusal.all.enumerated() {
      let words = (refusals["\(index) faulty"] ?? []).map(\.words).joined(separator: "\n")
      #expect(words.contains(row.words), "\(row): \(words)")
      #expect(refusals["\(index) mended"] == nil, "\(row): \(refusals["\(index) mended"] ?? [])")
    }
  }

  /// Spellings that a loader makes something else of than a text.
  @Test
  func `takes whatever the reader takes`() throws {
    let values = [
      "seed: \"7\"", "seed: 7", "tags: [7, 1.5, true, yes, 2024-01-01, 12:30, 010, 1e3, on]",
      "tags: [\"7\", 'x']", "expect: {frames: exactly  3 or nothing}",
      "variants: [upstream, corrected]",
      "options: {re-entry limit: \"4\"}",
      "variants: [upstream, corrected]\nexpect: {frames: {upstream: at least 1}}",
      "variants: [upstream, corrected]\nexpect: {churn: {corrected: within 5 % of upstream}}",
      "variants: [upstream, corrected]\nexpect: {view reuse rate: within 2.5% of upstream}",
      "variants: [upstream, corrected]\nexpect: {worst frame: within 2 ms of upstream}",
      "variants: [upstream, corrected]\nexpect: {worst frame: at most 105 % of upstream}",
      "variants: [upstream, corrected]\nexpect: {view reuse rate: at least 9.5% of  upstream}",
      "variants: [upstream, corrected]\nexpect: {churn: no worse than upstream or nothing}",
      "expect: [{between: [start, end], frames: between 1 and  9 or nothing}]",
      "expect: [{layer: cities, view reuse rate: between 20 % and 40.5 %}, {frames: at least 1}]",
      "expect: {allocations per steady frame: exactly 0 or nothing, allocations: at most 40}",
      "expect: {allocated bytes: at most 2 MiB, peak live bytes: between 1 KiB and 1 MiB}",
      "expect: {allocations: at most 4}\nmust fail with: [allocations]",
      "expect: {real time: at most 4 s, real clustering compute p95: between 1 ms and 2 s}",
    ]
    let steps = [
      "tap map", "tap map:", "tap map: \"\"", "\"tap map\"", "mark: 7", "mark: true", "wait: 250ms",
      "wait: 0.5 min", "pan: {by: 120x-40pt}", "pan: {by: 1 pt x 2 pt, over: \"1 s\"}",
      "pan: {by: -0.5 x 0 pt}", "zoom: {by: -1 levels, release: \"moving\"}",
      "set center: {lat: \"52.5\", lon: 13, animated: \"no\"}",
      "set region: {center: {lat: 1, lon: 2}, span: 10 deg x 20000 m}",
      "change: {views of: cities, display priority: 700}",
      "expect: {or nothing: yes, view reuse rate: at least 99.5%, hitch ratio: at most 5 ms per s}",
      "download: {data: cities, into: cities}", "download: {data: cities, into: [cities]}",
    ]
    var texts: [String: String] = [:]
    for value in values { texts[value] = headText + "steps: [wait: settled]\n\(value)\n" }
    for step in steps { texts[step] = headText + "steps:\n  - \(step)\n" }
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      #expect(messages(readVariants(text)) == [], "\(name)")
    }
    // What a loader of YAML 1.1 makes of yes and no.
    texts["booleans"] = """
      {"scenario": true, "device": "phone", "map": {"size": "390 x 844 pt", "center": {"lat": 1, \
      "lon": 2}, "span": "1 km x 1 km"}, "layers": {"a": {"callout": {"animated": false, \
      "adjust": "ideal"}}}, "steps": [{"set center": {"lat": 1, "lon": 2, "animated": true}}]}
      """
    texts["no boolean"] = texts["booleans"]?.replacing(
      "\"animated\": false", with: "\"animated\": 0")
    let refusals = try SchemaValidator.refusals(of: texts, by: schema)
    #expect(refusals.keys.sorted() == ["no boolean"], "\(refusals)")
  }

  /// A key that was just completed has no value yet, which is the only thing to say about it.
  @Test
  func `takes each verb that is offered, at once`() throws {
    let offers = try SchemaWalk(schema).offers(at: "steps/0").map(\.key)
    let texts = offers.map { ($0, headText + "steps:\n  - \($0):\n") }
    let refusals = try SchemaValidator.refusals(
      of: Dictionary(uniqueKeysWithValues: texts), by: schema)
    for verb in offers {
      let places = Set((refusals[verb] ?? []).map(\.path))
      let plain = "$.steps[0].\(verb)"
      let isComplete = ScenarioSchema.object(.step).field(verb)?.type.isNothing == true
      #expect(isComplete ? places.isEmpty : places.count == 1, "\(places)")
      #expect(places.isSubset(of: [plain, "$.steps[0]['\(verb)']"]), "\(places)")
    }
  }

  /// Documents as they are while their author types: diagnostics are where that is, and nowhere
  /// else.
  @Test
  func `finds the diagnostics where the author is typing`() throws {
    let steps = headText + "steps:\n"
    let places: KeyValuePairs = [
      "": ["$"], "scenario: A test\n": ["$"], headText: ["$"], steps: ["$.steps"],
      steps + "  -\n": ["$.steps[0]"], steps + "  - pa\n": ["$.steps[0]"],
      steps + "  - pan:\n": ["$.steps[0].pan"],
      steps + "  - pan:\n      by: 1\n": ["$.steps[0].pan.by"],
      steps + "  - wait: settled\n  - sel: {}\n": ["$.steps[1]"],
      steps + "  - select: {cluster: {nea: left edge}}\n": ["$.steps[0].select.cluster"],
      steps + "  - wait: settled\nexpect:\n  fram: at most 4\n": ["$.expect"],
      steps + "  - wait: settled\nexpect:\n  frames: at m\n": ["$.expect.frames"],
      steps + "  - wait: settled\noverlays: {a: {circle: {radius: 5}}}\n": [
        "$.overlays.a.circle", "$.overlays.a.circle.radius",
      ],
    ]
    let texts = Dictionary(uniqueKeysWithValues: places.map { ($0.key, $0.key) })
    let refusals = try SchemaValidator.refusals(of: texts, by: schema)
    for (text, places) in places {
      #expect((refusals[text] ?? []).map(\.path).sorted() == places, "\(text)")
    }
  }

  @Test
  func `lets placeholders stand for values in steps`() throws {
    let texts = [
      "whole": "select: {near: \"${edge}\", within: \"${far}\"}", "inside": "wait: \"${time} ms\"",
      "number": "repeat: {times: \"${n}\", steps: [mark: \"round ${n}\"]}",
      "flag": "set center: {lat: \"${lat}\", lon: 2, animated: \"${animated}\"}",
      "rule": "expect: {frames: \"at most ${n}\"}",
      "list": "remove: {data: cities, from: cities, ids: [\"${id}\"]}",
      "object": "select: \"${target}\"", "step": "repeat: {times: 2, steps: [\"${step}\"]}",
      "rounds": "for each: {edge: [left edge, {lat: 1}], to: \"${all}\", steps: [tap map]}",
    ].mapValues { headText + "steps:\n  - \($0)\n" }
    try expectTaken(texts, by: schema)
    let elsewhere = ["seed": headText + "steps: [wait: settled]\nseed: \"${seed}\"\n"]
    #expect(try SchemaValidator.refusals(of: elsewhere, by: schema).count == 1)
  }

  private func expectTaken(_ texts: [String: String], by schema: String) throws {
    let refusals = try SchemaValidator.refusals(of: texts, by: schema)
    for (name, found) in refusals.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(name): \(found.map { "\($0.path) \($0.words)" }.joined(separator: "\n"))")
    }
  }
}

/// Every example and every default of the declaration, each under a key that names its place, and
/// the schema that checks it there.
private struct PlacedExamples {
  private let definitions: SchemaWalk.Object
  private(set) var places: SchemaWalk.Object = [:]
  private(set) var text = ""

  init(of definitions: SchemaWalk.Object) {
    self.definitions = definitions
    for declaration in ScenarioSchema.objects {
      let name = JSONSchema.name(of: declaration.kind)
      guard definitions[name] != nil else { continue }
      add(declaration.example, at: name, name)
      for field in declaration.fields {
        let pointer = "\(name)/properties/\(field.key.replacing(" ", with: "%20"))"
        add(field.example, at: "\(name)/\(field.key)", pointer)
        if case .default(let value) = field.need {
          add(value, at: "\(name)/\(field.key) by default", pointer)
        }
      }
    }
  }

  private mutating func add(_ value: String, at place: String, _ pointer: String) {
    places[place] = ["$ref": "#/definitions/\(pointer)"]
    let isLong = value.contains("\n")
    text += "\(place):\(isLong ? "\n  " : " ")\(value.replacing("\n", with: "\n  "))\n"
  }

  var schema: SchemaWalk.Object {
    [
      "$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": places,
      "required": places.keys.sorted(), "additionalProperties": false, "definitions": definitions,
    ]
  }
}
