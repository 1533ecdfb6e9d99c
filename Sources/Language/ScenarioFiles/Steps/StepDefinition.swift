import Scenarios

/// A step as scenarios write it: its key with what follows it, and how that becomes an action.
///
/// How the action is played is in one place too, an exhaustive switch of `Player`: files are read
/// without a model.
package struct StepDefinition: Sendable {
  /// The family under which documents list a step.
  enum Family: Int, CaseIterable { case data, fingers, app, clusters, flow }

  /// Makes the action of a step; nil, or an error, where a diagnostic was added.
  typealias Build<Value> =
    @Sendable (_ scenario: inout ScenarioBuilder, _ value: Value) throws -> Step.Action?

  /// Notes, before any step is made, what other parts of the scenario have to know.
  typealias Note<Value> = @Sendable (_ scenario: inout ScenarioBuilder, _ value: Value) -> Void

  let family: Family
  package let field: Field
  /// The objects that are written only here, the one that follows the key first.
  package let objects: [ObjectSchema]
  let note: Note<ReadObject>
  /// Makes the action of the object that has the key.
  let action: Build<ReadObject>

  init<Value>(
    _ key: String, _ family: Family, _ type: ValueDecoder<Value>, _ help: String, example: String,
    objects: [ObjectSchema] = [], note: @escaping Note<Value> = { _, _ in },
    build: @escaping Build<Value>
  ) {
    let key = Key(key, type, .optional, help, example: example)
    self.family = family
    field = key.field
    self.objects = objects
    self.note = { scenario, step in if let value = step[key] { note(&scenario, value) } }
    action = { scenario, step in try build(&scenario, step.get(key)) }
  }

  /// A step with an object of the same name; `whole` is an example that shows more of it.
  init(
    _ key: String, _ family: Family, _ help: String, example: String, object: String,
    keys: [any ObjectKey], openKeys: OpenKeys = .none, rules: [KeyRule] = [], whole: String? = nil,
    further: [ObjectSchema] = [], note: @escaping Note<ReadObject> = { _, _ in },
    build: @escaping Build<ReadObject>
  ) {
    let schema = ObjectSchema(
      ObjectKind(key), object, keys: keys, openKeys: openKeys, rules: rules,
      example: whole ?? example)
    self.init(
      key, family, .object(schema.kind), help, example: example, objects: [schema] + further,
      note: note, build: build)
  }

  /// The key of steps that fail when they change nothing.
  static let mayDoNothing = Key(
    "may do nothing", .flag, .default("no"),
    "Whether the step is allowed to have no effect. Otherwise it fails, unless it is a part of "
      + "`setup` or `teardown`: see `steps without effect` and, for `cancel download`, `cancels "
      + "without effect`.", example: "yes")

  /// An object for a step that can do without one.
  static func options(_ step: String, _ keys: [any ObjectKey] = []) -> ObjectSchema {
    ObjectSchema(
      ObjectKind(step), "Options of the step `\(step)`.", keys: keys + [mayDoNothing],
      example: keys.isEmpty ? "{may do nothing: yes}" : "{name: places, may do nothing: yes}")
  }

  /// Every step, in the order in which documents show their objects.
  package static let all =
    points + gestures + regions + selections + app + clusters + flow

  package static let fields = Family.allCases.flatMap { family in
    all.filter { $0.family == family }.map(\.field)
  }

  private static let places = Dictionary(
    uniqueKeysWithValues: zip(all.map(\.field.key), all.indices))

  /// The steps that an object names, in the order of `all`; one that has no diagnostic names one.
  ///
  /// - Complexity: O(keys of the object).
  static func named(in object: ReadObject) -> [StepDefinition] {
    object.keyMarks.pairs.compactMap { places[$0.key] }.sorted().map { all[$0] }
  }
}

extension ScenarioBuilder {
  /// Collects what steps require of other parts, anywhere in the session.
  mutating func collect(_ values: [ReadValue]) {
    for value in values {
      guard case .object(let step) = value.content else { continue }
      for definition in StepDefinition.named(in: step) { definition.note(&self, step) }
    }
  }

  /// The steps of a list, and what they amount to; those with an error are left out.
  mutating func steps(_ values: [ReadValue]) -> (steps: [Step], totals: StepTotals) {
    var steps: [Step] = []
    var totals = StepTotals()
    for value in values {
      guard case .object(let object) = value.content else { continue }
      let written = StepDefinition.named(in: object)
      guard written.count == 1, let definition = written.first,
        let mark = object.keyMarks[definition.field.key]
      else { continue }
      let (id, outer) = progress.beginStep()
      // A thrown error already has its diagnostic.
      let action = try? definition.action(&self, object)
      let own = progress.endStep(inside: outer)
      guard let action else { continue }
      totals.add(own)
      var step = progress.step(id, action, at: mark, in: reader.texts)
      if case .object(let inner)? = object.values[definition.field.key]?.content,
        inner[StepDefinition.mayDoNothing] == true
      {
        step.mayDoNothing = true
      }
      steps.append(step)
    }
    return (steps, totals)
  }
}
