import MapGeometry
import Scenarios

/// What steps amount to when every `repeat` is written out; both numbers stop growing at their
/// largest value.
struct StepTotals {
  var steps = 0
  var nanoseconds: Int64 = 0

  mutating func add(_ other: StepTotals, times: Int) {
    steps = saturating(steps, other.steps.multipliedReportingOverflow(by: times))
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
      var own = StepTotals(steps: 1, nanoseconds: 0)
      guard let action = action(verb, object, mark: mark, depth: depth, totals: &own) else {
        continue
      }
      totals.add(own, times: 1)
      let place = reader.source.place(of: mark)
      steps.append(Step(id: id, place: place, text: stepText(line: place.line), action: action))
    }
    return steps
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
    if verb == "deselect" { return step["deselect"] == nil ? nil : .deselect }
    if verb == "mark" { return step.text("mark").map(Step.Action.mark) }
    if verb == "wait" { return wait(step, totals: &totals) }
    guard let object = step.object(verb) else { return nil }
    switch verb {
    case "download": return download(object, mark: mark, totals: &totals)
    case "add": return change(object, layerKey: "into").map(Step.Action.add)
    case "remove": return change(object, layerKey: "from").map(Step.Action.remove)
    case "repeat": return loop(object, mark: mark, depth: depth, totals: &totals)
    case "select": return target(object).map(Step.Action.select)
    case "expect":
      return expect(object)
    default:
      return gesture(verb, object, totals: &totals)
    }
  }

  private func wait(_ step: ReadObject, totals: inout StepTotals) -> Step.Action? {
    guard let time = step.duration("wait") else {
      return step["wait"] == nil ? nil : .waitUntilSettled
    }
    totals.nanoseconds = time.nanoseconds
    return .wait(time)
  }

  private mutating func gesture(
    _ verb: String, _ object: ReadObject, totals: inout StepTotals
  ) -> Step.Action? {
    switch verb {
    case "pan":
      guard let offset = object.offset("by"), let time = object.duration("over") else {
        return nil
      }
      totals.nanoseconds = time.nanoseconds
      return .pan(by: offset, over: time)
    case "zoom":
      guard let levels = object.decimal("by"), let time = object.duration("over") else {
        return nil
      }
      totals.nanoseconds = time.nanoseconds
      return .zoom(levels: levels, over: time)
    case "fling":
      return object.offset("velocity").map { .fling(pointsPerSecond: $0) }
    case "set region":
      guard let region = region(object), let animated = object.flag("animated") else {
        return nil
      }
      return .setRegion(region, animated: animated)
    default:
      assert(verb == "set center", "the step '\(verb)' is declared but never built")
      guard let center = object.coordinate, let animated = object.flag("animated") else {
        return nil
      }
      return .setCenter(center, animated: animated)
    }
  }

  private mutating func expect(_ object: ReadObject) -> Step.Action? {
    if object.rules.isEmpty, object.hasNoOtherKey(than: "since") {
      add(.key(.noMetric), at: object.mark)
    }
    guard let since = object.text("since") else { return nil }
    return .expect(placed(object.rules), since: since == "start" ? .start : .lastMark)
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

extension ScenarioBuilder {
  /// Notes which data sets are given to which layer anywhere in the session.
  mutating func collectFeeds(_ values: [ReadValue]) {
    for value in values {
      guard case .object(let step) = value.content else { continue }
      if let inner = step.object("repeat")?.list("steps") { collectFeeds(inner) }
      for verb in ["download", "add"] {
        guard let object = step.object(verb), let data = object.text("data"),
          let layer = object.text("into"), let dataIndex = dataNames.firstIndex(of: data),
          let layerIndex = layerNames.firstIndex(of: layer),
          !feeds[layerIndex].contains(dataIndex)
        else { continue }
        feeds[layerIndex].append(dataIndex)
      }
    }
  }

  /// The index of the data set or layer that a key names, or nil after a fault.
  private mutating func index(_ object: ReadObject, _ key: String, _ space: NameSpace) -> Int? {
    guard let name = object.text(key), let mark = object[key]?.mark else { return nil }
    let known = space == .data ? dataNames : layerNames
    if let index = known.firstIndex(of: name) { return index }
    let suggestions = Spelling.suggestions(for: name, among: known)
    add(.value(.unknownName(name, space, suggestions: suggestions, known: known)), at: mark)
    return nil
  }

  private mutating func change(_ object: ReadObject, layerKey: String) -> DataChange? {
    let dataIndex = index(object, "data", .data)
    let layerIndex = index(object, layerKey, .layer)
    guard let dataIndex, let layerIndex, let points = points(object, of: dataIndex) else {
      return nil
    }
    return DataChange(data: dataIndex, layer: layerIndex, points: points)
  }

  private mutating func points(_ object: ReadObject, of dataIndex: Int) -> PointSelection? {
    guard let set = data[dataIndex] else { return nil }
    if object.kind != .download, object.keyMarks["ids"] != nil {
      return listed(object, in: dataIndex).map(PointSelection.list)
    }
    guard let from = object.whole("from row") else { return nil }
    guard from < set.count else {
      let mark = object["from row"]?.mark ?? object.mark
      add(.session(.noSuchRow(Int(from), count: set.count)), at: mark)
      return nil
    }
    guard object.keyMarks["first"] != nil else {
      return .rows(from: Int(from), to: set.count)
    }
    guard let first = object.whole("first") else { return nil }
    guard from + first <= set.count else {
      let problem = Fault.SessionProblem.tooFewPoints(
        asked: Int(first), available: set.count - Int(from))
      add(.session(problem), at: object["first"]?.mark ?? object.mark)
      return nil
    }
    return .rows(from: Int(from), to: Int(from + first))
  }

  private mutating func listed(_ object: ReadObject, in dataIndex: Int) -> [Int]? {
    guard let values = object.list("ids") else { return nil }
    var rows: [Int] = []
    var lines: [String: Int] = [:]
    for value in values {
      guard case .scalar(.text(let id)) = value.content else { continue }
      if let line = lines.updateValue(value.mark.line, forKey: id) {
        add(.session(.duplicateID(id, firstLine: line)), at: value.mark)
      } else if let row = row(of: id, in: dataIndex) {
        rows.append(row)
      } else {
        addUnknown(id, in: [dataIndex], at: value.mark)
      }
    }
    return rows.count == values.count ? rows : nil
  }

  private mutating func addUnknown(_ id: String, in sets: [Int], at mark: YAMLMark) {
    // Suggestions among millions of ids would take longer than the session.
    let ids = sets.compactMap { data[$0]?.ids }.filter { $0.count <= 1_000 }.flatMap { $0 }
    let suggestions = Spelling.suggestions(for: id, among: ids)
    let problem = Fault.SessionProblem.unknownPoint(
      id, data: sets.map { dataNames[$0] }, suggestions: suggestions)
    add(.session(problem), at: mark)
  }

  private mutating func row(of id: String, in dataIndex: Int) -> Int? {
    if let rows = rowsOfIDs[dataIndex] { return rows[id] }
    let ids = data[dataIndex]?.ids ?? []
    let rows = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    rowsOfIDs[dataIndex] = rows
    return rows[id]
  }

  private mutating func download(
    _ object: ReadObject, mark: YAMLMark, totals: inout StepTotals
  ) -> Step.Action? {
    guard let change = change(object, layerKey: "into"),
      let batchSize = object.whole("batch size"), let interval = object.duration("every"),
      let jitter = object.duration("jitter")
    else { return nil }
    let batches = (Int64(change.points.count) + batchSize - 1) / batchSize
    let (time, overflow) = interval.nanoseconds.multipliedReportingOverflow(by: batches)
    guard !overflow, time <= Limits.stepTime.nanoseconds - jitter.nanoseconds else {
      add(.session(.stepTooLong), at: mark)
      return nil
    }
    totals.nanoseconds = time
    return .download(
      Download(
        change: change, batchSize: Int(batchSize), interval: interval, jitter: jitter))
  }

  private mutating func target(_ object: ReadObject) -> Target? {
    if let edge = object.text("near").flatMap(Target.Edge.init) {
      return object.decimal("within").map { .near(edge, withinPoints: $0) }
    }
    if let place = object.object("nearest to")?.coordinate { return .nearest(place) }
    let layer = index(object, "in", .layer)
    let only = object.keyMarks["of"] == nil ? nil : index(object, "of", .data)
    guard let id = object.text("id"), let mark = object["id"]?.mark, let layer,
      object.keyMarks["of"] == nil || only != nil
    else { return nil }
    let sets = only.map { [$0] } ?? feeds[layer]
    guard sets.allSatisfy({ data[$0] != nil }) else { return nil }
    let found = sets.compactMap { set in row(of: id, in: set).map { (set: set, row: $0) } }
    guard found.count <= 1 else {
      let names = found.map { dataNames[$0.set] }
      add(.session(.ambiguousPoint(id, data: names)), at: mark)
      return nil
    }
    guard let place = found.first else {
      addUnknown(id, in: sets, at: mark)
      return nil
    }
    return .point(data: place.set, row: place.row, layer: layer)
  }
}
