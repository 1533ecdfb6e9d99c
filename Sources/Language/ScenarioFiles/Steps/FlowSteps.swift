import MapEvents
import MapGeometry
import Metrics
import Scenarios

extension StepDefinition {
  static let flow = [wait, mark, snapshot, `repeat`, forEach, run, expect]

  private static let until = Key(
    "until", .awaited, .required,
    "The condition that must be true of the map, or the event that must happen after the step "
      + "begins. `settled` waits until nothing moves, arrives or computes.",
    example: "clusters shown at most 40")
  private static let longest = Key(
    "at most", .someTime, .default("10 s"),
    "The longest time to wait. A wait that takes longer gives up, and fails.", example: "5 s")
  private static let waitedLayer = Key(
    "in", .reference(.layer), .derived("all layers"), "The layer to which the condition applies.",
    example: "cities")
  private static let condition = ObjectSchema(
    ObjectKind("wait"),
    "The long form of the step: the condition or event that it waits for, and its time limit.",
    keys: [until, waitedLayer, longest],
    example: "{until: clusters shown at most 40, at most: 5 s}")

  static let wait = StepDefinition(
    "wait", .flow,
    .unresolved(
      .either(.moment(SimulatedTime(nanoseconds: 1)...Limits.stepTime), condition.kind)),
    "Waits for a time, or until a condition is true. `settled` waits until nothing moves, arrives "
      + "or computes, and gives up after an hour. The long form, `{until: settled}`, gives up "
      + "after `at most`.", example: "settled",
    objects: [condition]
  ) { scenario, value in
    switch value.content {
    case .scalar(.duration(let time)):
      scenario.progress.add(StepTotals(nanoseconds: time.nanoseconds))
      return .wait(time)
    case .object(let object): return try waitUntil(&scenario, object)
    default: return .waitUntilSettled()
    }
  }

  private static func waitUntil(
    _ scenario: inout ScenarioBuilder, _ object: ReadObject
  ) throws -> Step.Action? {
    let limit = try object.get(longest)
    guard !object.isSettled(until) else {
      guard object.isWritten(waitedLayer) else { return .waitUntilSettled(atMost: limit) }
      return scenario.refused(
        .countedForTheMap(ValueType.settled, key: waitedLayer.name),
        at: object.mark(ofValue: waitedLayer))
    }
    scenario.progress.add(StepTotals(nanoseconds: limit.nanoseconds))
    let occurrence = try object.get(until)
    let layer = try scenario.layer(waitedLayer, of: object, for: [until])
    return .waitUntil(occurrence.in(layer: layer), atMost: limit)
  }

  /// The words after `since` that name no mark.
  package static let sinceWords = ["start", "last mark"]
  /// The words that mean a moment without naming a mark.
  private static let reservedWords = sinceWords + SessionMoment.reserved.map(\.name)

  static let mark = StepDefinition(
    "mark", .flow, .unresolved(.name), "Begins a named part of the session.", example: "zooming",
    note: { scenario, value in scenario.marks.note(value.text) },
    build: { scenario, value in
      guard !reservedWords.contains(value.text) else {
        return scenario.refused(.reservedMark(value.text), at: value.mark)
      }
      scenario.marks.give(value.text)
      scenario.progress.addMark(value.text)
      return .mark(value.text)
    })

  static let snapshot = StepDefinition(
    "snapshot", .flow, .name,
    "Keeps a picture of the map for the report, under this name: the map at this instant, before "
      + "later steps of the same instant.",
    example: "before the storm"
  ) { _, name in .snapshot(name) }

  private static let times = Key(
    "times", .whole(Limits.repeatTimes), .required, "How often.", example: "3")
  private static let steps = Key(
    "steps", .list(.object(.step), count: 1...Limits.unrolledSteps), .required,
    "The steps of each round, in order.", example: "[{zoom: {by: 1 level}}, {wait: settled}]")

  static let `repeat` = StepDefinition(
    "repeat", .flow, "Does its steps several times.",
    example: "{times: 3, steps: [{zoom: {by: 1 level}}, {wait: settled}]}",
    object: "Steps that are done several times.", keys: [times, steps],
    whole: "{times: 3, steps: [{zoom: {by: 1 level}}, {wait: settled}]}",
    note: { scenario, object in
      let before = scenario.droppedPins
      let first = scenario.view.cellSteps.count
      scenario.collect(object[steps] ?? [])
      if object[times] ?? 1 > 1 { scenario.view.noteRepetition(from: first) }
      scenario.droppedPins.repeat(since: before, times: object[times] ?? 1)
    },
    build: { scenario, object in
      guard scenario.progress.beginRepeat() else {
        return scenario.refused(.repeatTooDeep, at: object.mark)
      }
      let (steps, totals) = scenario.steps(object[steps] ?? [])
      scenario.progress.endRepeat()
      let times = try object.get(times)
      scenario.progress.add(totals, times: times)
      return .repeat(times: times, steps: steps)
    })

  /// The number of steps in the file: the step itself and those inside it.
  static func writtenCount(of step: ReadValue) -> Int {
    guard case .object(let step) = step.content,
      case .object(let round)? = step.values[`repeat`.field.key]?.content
    else { return 1 }
    return (round[steps] ?? []).reduce(1) { $0 + writtenCount(of: $1) }
  }

  static let roundSteps = Key(
    "steps", .list(.object(.step), count: 0...Limits.unrolledSteps), .required,
    "The steps of each round, in order, with `${name}` where a value of that name belongs.",
    example: "[{mark: \"${edge}\"}, {select: {near: \"${edge}\", within: 12 pt}}]")

  static let together = Key(
    "together", .flag, .default("no"),
    "Whether the lists are read in parallel: the first round has the first value of each list, the "
      + "second round the second value of each, and so on. Otherwise each combination has a round.",
    example: "yes")

  /// The `for each` step, which the reader expands before it reads steps.
  package static let forEach = StepDefinition(
    "for each", .flow,
    "Plays its steps once for each value of a list, under a name of your choice.",
    example: "{edge: [left edge, right edge], steps: [{mark: \"${edge}\"}]}",
    object: "Steps that are played once for each value. With several lists they are played once "
      + "for each combination, and the last list changes fastest. Inside of braces `\"${edge}\"` "
      + "needs its quotes in YAML.",
    keys: [together, roundSteps], openKeys: .values,
    whole: "{edge: [left edge, right edge], steps: [{mark: \"${edge}\"}]}"
  ) { _, _ in nil }

  static let runFile = Key(
    "file", .unresolved(.path), .required,
    "The part's file, looked for beside the scenario and in the folders above it.",
    example: "Parts/open-and-close.yaml")
  static let runValues = Key(
    "with", .object(.arguments), .default("{}"), "The values of its parameters.",
    example: "{edge: left edge}")

  /// The `run` step, which the reader expands before it reads steps.
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

  static let expect = StepDefinition(
    "expect", .flow, "Judges expectations on the session so far, or since a mark.",
    example: "{callout inside map: always, since: last mark}",
    object: "Expectations on the session so far.", keys: ExpectationKeys.ofStep,
    openKeys: .metrics, rules: ExpectationKeys.rulesOfStep,
    whole: "{views created: at most 40, since: last mark}"
  ) { scenario, object in
    scenario.checkMetrics(object, besides: ExpectationKeys.ofStep, isNeeded: true)
    let since = beginning(&scenario, object)
    let rules = scenario.placed(object, inStep: true)
    return since.map { .expect(rules, since: $0) }
  }

  private static func beginning(_ scenario: inout ScenarioBuilder, _ object: ReadObject) -> Step
    .Since?
  {
    guard let name = object[ExpectationKeys.since] else { return nil }
    if name == "start" { return .start }
    if name == "last mark" { return .lastMark }
    let mark = object.mark(ofValue: ExpectationKeys.since)
    return scenario.isMarkBefore(name, known: sinceWords, isNeeded: true, at: mark)
      ? .mark(name) : nil
  }
}
