import Foundation
import MapGeometry
import ScenarioFiles
import Testing

@Suite("The declaration of the language")
struct LanguageTests {
  @Test(arguments: ScenarioSchema.objects)
  func `says each thing once and in a sentence`(declaration: ObjectSchema) {
    #expect(Set(declaration.keys).count == declaration.keys.count)
    #expect(declaration.help.hasSuffix("."))
    for field in declaration.fields {
      #expect(field.help.hasSuffix("."), "\(field.key)")
      #expect(field.help.first?.isUppercase == true, "\(field.key)")
      #expect(field.type.isNothing || !field.example.isEmpty, "\(field.key)")
    }
  }

  @Test(arguments: ScenarioSchema.objects)
  func `has rules about keys and words that are there`(declaration: ObjectSchema) {
    for rule in declaration.rules {
      let conditions: [(String, [String])] =
        switch rule {
        case .only(_, let other, let words): [(other, words)]
        case .exactlyOneWhere(_, let condition): [(condition.key, condition.words)]
        case .exactlyOne, .needs, .needsOneOf, .excludes, .lends: []
        }
      for (other, words) in conditions {
        let known: [String]
        switch declaration.field(other)?.type {
        case .choice(let words): known = words
        case .flag: known = ["yes", "no"]
        default:
          Issue.record("'\(other)' has no words")
          continue
        }
        #expect(words.allSatisfy(known.contains) && words.count < known.count && !words.isEmpty)
      }
      let keys: [String] =
        switch rule {
        case .exactlyOne(let keys): keys
        case .needs(let key, let other), .excludes(let key, let other): [key, other]
        case .needsOneOf(let key, let others): [key] + others
        case .only(let key, let other, _): [key, other]
        case .exactlyOneWhere(let keys, let condition): keys + [condition.key]
        case .lends(let key, let keys): [key] + keys
        }
      for key in keys { #expect(declaration.field(key) != nil, "\(key)") }
    }
  }

  @Test
  func `declares each object once`() {
    #expect(Set(ScenarioSchema.objects.map(\.kind)).count == ScenarioSchema.objects.count)
  }

  @Test
  func `lets a step have exactly one of its verbs`() {
    let step = ScenarioSchema.object(.step)
    #expect(step.rules == [.exactlyOne(step.keys)])
  }

  /// A definition that is left out of its file's list would read no step.
  @Test
  func `lists every step that its sources define`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Language/ScenarioFiles/Steps")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let count = try files.reduce(0) { count, file in
      count + (try String(contentsOf: file, encoding: .utf8)).ranges(of: "= StepDefinition(").count
    }
    #expect(ScenarioSchema.object(.step).keys.count == count)
  }

  @Test(arguments: ScenarioSchema.objects.map(\.kind))
  func `declares the object that was asked for`(kind: ObjectKind) {
    #expect(ScenarioSchema.object(kind).kind == kind)
  }

  @Test(arguments: ScenarioSchema.objects)
  func `has scalar defaults and examples of the shape`(declaration: ObjectSchema) throws {
    for field in declaration.fields {
      switch field.type {
      case .object, .objects, .list, .named, .metric, .reference, .references, .variants, .some,
        .someNamed:
        continue
      default: break
      }
      // Quotes are YAML's, not the value's.
      let example = field.example.filter { $0 != "\"" }
      #expect(throws: Never.self, "\(field.key)") {
        _ = try ScalarReader.value(of: example, as: field.type).get()
        if case .default(let text) = field.need {
          _ = try ScalarReader.value(of: text, as: field.type).get()
        }
      }
    }
  }

  @Test
  func `puts shapes and limits into words`() {
    #expect(ValueType.whole(1...10).limits == "1 to 10")
    #expect(ValueType.decimal(-90...90).limits == "-90 to 90")
    #expect(ValueType.points(0...0.5).limits == "0 to 0.5 pt")
    #expect(
      ValueType.duration(SimulatedTime(milliseconds: 1)...Limits.stepTime).limits
        == "1 ms to 60 min")
    #expect(ValueType.list(.flag, count: 1...3).limits == "1 to 3")
    #expect(ValueType.flag.limits == nil)
    #expect(ValueType.object(.coordinate).words == "an object such as {lat: 52.5163, lon: 13.3777}")
  }
}

@Suite("The options of the model")
struct ModelOptionsTests {
  /// The region fit and the limits of the camera are set by the key `map`.
  @Test
  func `are all in the language`() {
    let options = ModelOptions()
    let count =
      Mirror(reflecting: options.map).children.count
      + Mirror(reflecting: options.viewport).children.count - 2
    #expect(ScenarioSchema.object(.options).fields.count == count)
  }

  @Test(arguments: ScenarioSchema.object(.options).fields)
  func `are set by their key, each a value of its own`(field: Field) throws {
    guard case .default(let standard) = field.need else {
      Issue.record("\(field.key) has no standard")
      return
    }
    #expect(standard != field.example, "an example shows what can be changed")
    var options = ModelOptions()
    let value = try ScalarReader.value(of: field.example, as: field.type).get()
    let isSet = options.set(field.key, to: value)
    #expect(isSet)
    #expect(options != ModelOptions())
    #expect(changes(options) == 1)
    let back = try ScalarReader.value(of: standard, as: field.type).get()
    let isBack = options.set(field.key, to: back)
    #expect(isBack)
    #expect(options == ModelOptions())
    let isWrong = options.set(field.key, to: .nothing) || options.set("no such key", to: value)
    #expect(!isWrong)
  }

  private func changes(_ options: ModelOptions) -> Int {
    func values(_ options: ModelOptions) -> [String] {
      [Mirror(reflecting: options.map), Mirror(reflecting: options.viewport)]
        .flatMap { $0.children.map { "\($0.value)" } }
    }
    return zip(values(options), values(ModelOptions())).count { $0 != $1 }
  }
}
