import MapGeometry
import Scenarios

extension StepDefinition {
  static let flow = [wait, mark, snapshot, `repeat`, forEach, run, expect]

  static let wait = StepDefinition(
    "wait", .flow, .unresolved(.moment(SimulatedTime(nanoseconds: 1)...Limits.stepTime)),
    "Lets time pass, or waits until nothing moves, arrives or computes any more.",
    example: "settled"
  ) { scenario, value in
    guard case .scalar(.duration(let time)) = value.content else { return .waitUntilSettled }
    scenario.current.nanoseconds = time.nanoseconds
    return .wait(time)
  }

  /// The words after `since` that name no mark.
  static let sinceWords = ["start", "last mark"]

  static let mark = StepDefinition(
    "mark", .flow, .unresolved(.name), "Begins a named part of the session.", example: "zooming",
    note: { scenario, value in
      if scenario.knownMarks.insert(value.text).inserted { scenario.markNames.append(value.text) }
    },
    build: { scenario, value in
      guard !sinceWords.contains(value.text) else {
        return scenario.refused(.reservedMark(value.text), at: value.mark)
      }
      scenario.current.marks = 1
      scenario.earlierMarks.insert(value.text)
      return .mark(value.text)
    })

  static let snapshot = StepDefinition(
    "snapshot", .flow, .name, "Keeps a picture of the map for the report, under this name.",
    example: "before the storm"
  ) { _, name in .snapshot(name) }

  private static let times = Key(
    "times", .whole(Limits.repeatTimes), .required, "How often.", example: "3")
  private static let steps = Key(
    "steps", .list(.object(.step), count: 1...Limits.unrolledSteps), .required,
    "What is done each time, in order.", example: "[{zoom: {by: 1 level}}, {wait: settled}]")

  static let `repeat` = StepDefinition(
    "repeat", .flow, "Does its steps several times.",
    example: "{times: 3, steps: [{zoom: {by: 1 level}}, {wait: settled}]}",
    object: "Steps that are done several times.", keys: [times, steps],
    whole: "{times: 3, steps: [{zoom: {by: 1 level}}, {wait: settled}]}",
    note: { scenario, object in scenario.collect(object[steps] ?? []) },
    build: { scenario, object in
      guard scenario.repeatDepth < Limits.repeatDepth else {
        return scenario.refused(.repeatTooDeep, at: object.mark)
      }
      scenario.repeatDepth += 1
      let (steps, totals) = scenario.steps(object[steps] ?? [])
      scenario.repeatDepth -= 1
      let times = try object.get(times)
      scenario.current.add(totals, times: times)
      return .repeat(times: times, steps: steps)
    })

  /// A step with those in it, as they are written.
  static func writtenCount(of step: ReadValue) -> Int {
    guard case .object(let step) = step.content,
      case .object(let round)? = step.values[`repeat`.field.key]?.content
    else { return 1 }
    return (round[steps] ?? []).reduce(1) { $0 + writtenCount(of: $1) }
  }

  static let roundSteps = Key(
    "steps", .list(.object(.step), count: 0...Limits.unrolledSteps), .required,
    "What is done each time, in order, with `${name}` where a value of that name belongs.",
    example: "[{mark: \"${edge}\"}, {select: {near: \"${edge}\", within: 12 pt}}]")

  /// The reader writes its rounds out before it reads a step.
  static let forEach = StepDefinition(
    "for each", .flow, "Does its steps once for each value of a list, under a name of your choice.",
    example: "{edge: [left edge, right edge], steps: [{mark: \"${edge}\"}]}",
    object: "Steps that are done once for each value, or for each combination of several lists, "
      + "the last one first. Inside of braces `\"${edge}\"` needs its quotes in YAML.",
    keys: [roundSteps], openKeys: .values,
    whole: "{edge: [left edge, right edge], steps: [{mark: \"${edge}\"}]}"
  ) { _, _ in nil }

  static let runFile = Key(
    "file", .unresolved(.path), .required,
    "The part's file, looked for beside the scenario and in the folders above it.",
    example: "Parts/open-and-close.yaml")
  static let runValues = Key(
    "with", .object(.arguments), .default("{}"), "The values of its parameters.",
    example: "{edge: left edge}")

  /// The reader writes its steps out before it reads a step.
  static let run = StepDefinition(
    "run", .flow, "Does the steps of another file, a part, with values for its parameters.",
    example: "{file: Parts/open-and-close.yaml, with: {edge: left edge}}",
    object: "A part and the values of its parameters.", keys: [runFile, runValues],
    further: [
      ObjectSchema(
        .arguments, "Values for the parameters of a part, under their names.", keys: [],
        openKeys: .values, example: "{edge: left edge}")
    ]
  ) { _, _ in nil }

  private static let since = Key(
    "since", .beginning, .default("start"),
    "From where it counts: the start of the session, the last mark before it, or the last mark of "
      + "this name before it, whatever marks follow that one.", example: "last mark")

  static let expect = StepDefinition(
    "expect", .flow, "Demands something of the session so far, or of what came since a mark.",
    example: "{callout inside map: always, since: last mark}",
    object: "What the session must keep so far.", keys: [since, ScenarioSchema.orNothing],
    openKeys: .metrics, whole: "{views created: at most 40, since: last mark}"
  ) { scenario, object in
    if object.rules.isEmpty, object.hasNoOtherKey(than: [since, ScenarioSchema.orNothing]) {
      scenario.add(.noMetric, at: object.mark)
    }
    let since = beginning(&scenario, object)
    let rules = scenario.placed(object)
    return since.map { .expect(rules, since: $0) }
  }

  private static func beginning(_ scenario: inout ScenarioBuilder, _ object: ReadObject) -> Step
    .Since?
  {
    guard let name = object[since] else { return nil }
    if name == "start" { return .start }
    if name == "last mark" { return .lastMark }
    let mark = object.mark(ofValue: since)
    let names = scenario.markNames
    guard names.contains(name) else {
      let suggestions = Spelling.suggestions(for: name, among: sinceWords + names)
      return scenario.refused(
        .unknownName(name, .mark, suggestions: suggestions, known: names), at: mark)
    }
    // In a repetition an earlier round may have set it.
    guard scenario.repeatDepth > 0 || scenario.earlierMarks.contains(name) else {
      return scenario.refused(.laterMark(name), at: mark)
    }
    return .mark(name)
  }
}

extension ScenarioSchema {
  /// Whether rules are kept where nothing gave them a chance to break.
  static let orNothing = Key(
    "or nothing", .flag, .default("no"),
    "Whether the rules of this block are kept, too, where nothing happened that they could count; "
      + "for a single rule write `exactly 0 or nothing`.", example: "yes")
}
