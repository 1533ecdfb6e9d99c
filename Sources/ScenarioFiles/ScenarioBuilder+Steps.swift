import MapEvents
import MapGeometry
import Scenarios

/// What steps amount to when every `repeat` is written out; the numbers stop growing at their
/// largest value.
struct StepTotals {
  var steps = 0
  var marks = 0
  /// Points that the steps give, take, move or look at.
  var points = 0
  var nanoseconds: Int64 = 0

  mutating func add(_ other: StepTotals, times: Int) {
    steps = saturating(steps, other.steps.multipliedReportingOverflow(by: times))
    marks = saturating(marks, other.marks.multipliedReportingOverflow(by: times))
    points = saturating(points, other.points.multipliedReportingOverflow(by: times))
    nanoseconds = saturating(
      nanoseconds, other.nanoseconds.multipliedReportingOverflow(by: Int64(times)))
  }

  private func saturating<Number: FixedWidthInteger>(
    _ left: Number, _ right: (partialValue: Number, overflow: Bool)
  ) -> Number {
    let sum = left.addingReportingOverflow(right.partialValue)
    return right.overflow || sum.overflow ? .max : sum.partialValue
  }
}

extension ScenarioBuilder {
  /// The steps of a list; those with a fault are left out.
  mutating func steps(_ values: [ReadValue], depth: Int, totals: inout StepTotals) -> [Step] {
    var steps: [Step] = []
    for value in values {
      guard case .object(let object) = value.content else { continue }
      let verbs = Language.declaration(of: .step).keys.filter { object.keyMarks[$0] != nil }
      guard verbs.count == 1, let verb = verbs.first, let mark = object.keyMarks[verb] else {
        continue
      }
      let id = nextStepID
      nextStepID += 1
      var own = StepTotals(steps: 1)
      guard let action = action(verb, object, mark: mark, depth: depth, totals: &own) else {
        continue
      }
      if case .mark(let name) = action {
        own.marks = 1
        earlierMarks.insert(name)
      }
      if let points = pointCount(of: action) { own.points = points }
      totals.add(own, times: 1)
      let place = reader.source.place(of: mark)
      steps.append(Step(id: id, place: place, text: stepText(line: place.line), action: action))
    }
    return steps
  }

  /// How many points a step gives, takes, moves or looks at; nil when points do not matter to it.
  private func pointCount(of action: Step.Action) -> Int? {
    switch action {
    case .add(let change), .remove(let change), .move(let change, _), .replace(let change, _):
      return change.points.count
    case .download(let download): return download.change.points.count
    case .show(let layers, _, _):
      return layers.flatMap { feeds[$0] }.reduce(0) { $0 + (data[$1]?.count ?? 0) }
    default: return nil
    }
  }

  /// A line without indentation and dash, cut when it is endless.
  ///
  /// The last one is kept: a line may hold thousands of steps, which then share its text.
  private mutating func stepText(line: Int) -> String {
    if let stepLine, stepLine.number == line { return stepLine.text }
    var rest = Substring(reader.source.line(line))
    while let first = rest.first, first.isWhitespace || isDash(rest) { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    let isLong = rest.count > Limits.titleLength
    let text = isLong ? rest.prefix(Limits.titleLength) + "…" : String(rest)
    stepLine = (line, text)
    return text
  }

  /// Whether a text begins with the dash of a list.
  private func isDash(_ text: Substring) -> Bool {
    text.first == "-" && text.dropFirst().first?.isWhitespace != false
  }

  private mutating func action(
    _ verb: String, _ step: ReadObject, mark: YAMLMark, depth: Int, totals: inout StepTotals
  ) -> Step.Action? {
    switch verb {
    case "deselect": return step[verb] == nil ? nil : .deselect
    case "two-finger tap": return step[verb] == nil ? nil : .twoFingerTap
    case "close callout": return step[verb] == nil ? nil : .closeCallout
    case "mark": return markStep(step)
    case "snapshot": return step.text(verb).map(Step.Action.snapshot)
    case "wait": return wait(step, totals: &totals)
    case "tap accessory": return accessoryTap(step)
    case "set delegate": return step.word(verb, DelegateTarget.self).map(Step.Action.setDelegate)
    case "pause clustering", "resume clustering", "update clusters":
      return controllerOrder(verb, step)
    case "remove overlay": return addedOverlay(step[verb]).map(Step.Action.removeOverlay)
    case "exchange overlays": return overlayExchange(step)
    default: break
    }
    guard let object = step.object(verb) else { return nil }
    switch verb {
    case "download": return download(object, mark: mark, totals: &totals)
    case "add": return change(object, layerKey: "into").map(Step.Action.add)
    case "remove": return change(object, layerKey: "from").map(Step.Action.remove)
    case "move": return move(object)
    case "replace": return replacement(object)
    case "change": return viewChange(object)
    case "add overlay": return overlayAddition(object)
    case "repeat": return loop(object, mark: mark, depth: depth, totals: &totals)
    case "expect": return expect(object, depth: depth)
    case "set region", "set center", "show", "open callout", "move user location":
      return request(verb, object)
    case "change clustering", "select and zoom", "zoom to cluster":
      return controllerRequest(verb, object)
    default:
      let action = gesture(verb, object)
      if let time = object.movingTime { totals.nanoseconds = time.nanoseconds }
      return action
    }
  }

  private func wait(_ step: ReadObject, totals: inout StepTotals) -> Step.Action? {
    guard let time = step.duration("wait") else {
      return step["wait"] == nil ? nil : .waitUntilSettled
    }
    totals.nanoseconds = time.nanoseconds
    return .wait(time)
  }

  /// What `since` counts from when it names no mark.
  private static let sinceWords = ["start", "last mark"]

  private mutating func markStep(_ step: ReadObject) -> Step.Action? {
    guard let name = step.text("mark"), let value = step["mark"] else { return nil }
    guard !ScenarioBuilder.sinceWords.contains(name) else {
      add(.map(.reservedMark(name)), at: value.mark)
      return nil
    }
    return .mark(name)
  }

  private mutating func expect(_ object: ReadObject, depth: Int) -> Step.Action? {
    if object.rules.isEmpty, object.hasNoOtherKey(than: "since", "or nothing") {
      add(.key(.noMetric), at: object.mark)
    }
    let since = since(object, depth: depth)
    let rules = placed(object)
    return since.map { .expect(rules, since: $0) }
  }

  /// From where an expectation counts; nil after a fault.
  private mutating func since(_ object: ReadObject, depth: Int) -> Step.Since? {
    guard let value = object["since"], let name = object.text("since") else { return nil }
    if name == "start" { return .start }
    if name == "last mark" { return .lastMark }
    guard markNames.contains(name) else {
      let words = ScenarioBuilder.sinceWords + markNames
      let suggestions = Spelling.suggestions(for: name, among: words)
      add(
        .value(.unknownName(name, .mark, suggestions: suggestions, known: markNames)),
        at: value.mark)
      return nil
    }
    // In a repetition an earlier round may have set it.
    guard depth > 0 || earlierMarks.contains(name) else {
      add(.map(.laterMark(name)), at: value.mark)
      return nil
    }
    return .mark(name)
  }

  private mutating func loop(
    _ object: ReadObject, mark: YAMLMark, depth: Int, totals: inout StepTotals
  ) -> Step.Action? {
    guard depth < Limits.repeatDepth else {
      add(.session(.repeatTooDeep), at: mark)
      return nil
    }
    var inner = StepTotals()
    let steps = steps(object.list("steps") ?? [], depth: depth + 1, totals: &inner)
    guard let times = object.whole("times") else { return nil }
    totals.add(inner, times: Int(times))
    return .repeat(times: Int(times), steps: steps)
  }
}
