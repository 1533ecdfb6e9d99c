internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Pages
internal import Reporting
internal import Wire

/// The data that the page's player draws for a session: its scene and its events, in
/// columns of small whole numbers that compress well.
///
/// A column whose numbers grow or lie close together stores differences from the row
/// before. Positions are in fractions of a map point, at most half a point of the view
/// where the map is closest. Views refer to their positions and end times by index, since
/// few are distinct.
enum PlayerSection {
  typealias Context = PageTemplates.Context

  /// The name of the part of a session.
  static func name(of session: SessionReport) -> String { "player " + session.id }

  /// The name of the part of a session as an earlier run has it.
  private static func name(ofEarlier session: SessionReport) -> String { "before " + session.id }

  /// The parts of all sessions with a scene, and of those of an earlier run that changed.
  static func parts(of run: RunReport) -> [PageFragment] {
    let before = run.sessions.compactMap { run.earlier?.sessions[$0.id] }
    let names = PageNames(of: (run.sessions + before).compactMap(\.scene))
    func parts(
      _ sessions: [SessionReport], _ name: (SessionReport) -> String
    ) -> [PageFragment] {
      sessions.filter { $0.scene != nil }.map { session in
        PageFragment(name(session), "player") { context(of: session, named: names) }
      }
    }
    let all = PageFragment("names", "names") { ["ids": names.ids, "titles": names.titles] }
    return parts(run.sessions, name(of:)) + parts(before, name(ofEarlier:))
      + (names.ids.isEmpty ? [] : [all])
  }

  /// The sessions that the player can play next to a session: the session as an earlier run has it,
  /// the other session of a pair, and the other variants of its scenario.
  ///
  /// The session of an earlier run plays at once, or else that of the pair.
  static func rivals(
    of session: SessionReport, among variants: [SessionReport], beside pair: [SessionReport] = [],
    before: SessionReport? = nil
  ) -> [Context] {
    let earlier = before.flatMap { $0.scene == nil ? nil : $0 }.map { session -> Context in
      ["part": name(ofEarlier: session), "title": "before", "isChosen": true]
    }
    let others = (pair + variants).filter { $0.id != session.id && $0.scene != nil }
    return [earlier].compactMap(\.self)
      + others.map { other in
        [
          "part": name(of: other), "title": nameBeside(other),
          "isChosen": earlier == nil && other.id == pair.first?.id,
        ]
      }
  }

  /// The name of a session in a list of variants, whose titles begin with the same words.
  private static func nameBeside(_ session: SessionReport) -> String {
    session.variant?.name ?? session.title
  }

  static func context(of session: SessionReport, named names: PageNames? = nil) -> Context {
    guard let scene = session.scene else { return [:] }
    let times = SceneTimes(session)
    let log = PlayerLog(session, times)
    let all = Moments(session)
    let moments = all.choice(atMost: 12).moments
    let unit = unit(of: scene)
    let bars = session.mapBars
    var context: Context = [
      "title": session.title, "name": nameBeside(session),
      "length": times.end.nanoseconds,
      "period": session.legend.framePeriod.nanoseconds, "unit": unit,
      "margin": session.legend.viewMarginFraction, "layers": session.legend.layers,
      "overlays": session.legend.overlays,
      "bars": numbers(
        [bars.top, bars.left, bars.bottom, bars.right].map {
          SceneUnit.whole($0, SceneUnit.perPoint)
        }),
      "end": scene.endOfViews?.nanoseconds ?? -1,
      "opens": all.opening?.time.nanoseconds ?? 0,
      "kept": numbers(
        session.facts.callouts.flatMap { verdict in
          [
            Int64(verdict.callout), !verdict.isJudged ? 1 : verdict.isCorrect ? 2 : 3,
            verdict.firstBroken.map { times.time(of: $0.since).nanoseconds } ?? 0,
          ]
        }),
      "pool": table(session.timeline.viewCounts, differences: [0, 1, 2]),
      "steps": table(times.steps, differences: [0, 2]),
      "lines": numbers(
        session.timeline.steps.rows.map { row in
          let label = session.label(ofStep: Int(row.step))
          return Int64(label.flatMap { $0.file == nil ? $0.line : nil } ?? 0)
        }),
      "labels": session.timeline.steps.rows.map { session.label(of: $0.step)?.text ?? "" },
      "touches": table(times.touches, differences: [0]),
      "rests": table(session.timeline.callouts, differences: [0]),
      "hitches": table(session.timeline.hitches, differences: [0]),
      "events": numbers(log.numbers), "texts": log.texts,
      "moments": numbers(moments.map(\.time.nanoseconds)),
      "momentTitles": moments.map(\.title),
      "source": (session.source ?? []).joined(separator: "\n"), "broken": broken(of: session),
    ]
    context["camera"] = table(scene.camera, unit: unit, [.x, .y], differences: [.start, .x, .y])
    context["sizes"] = table(scene.sizes)
    context["looks"] = table(scene.looks)
    (context["views"], context["places"], context["ends"]) = views(
      of: scene, unit: unit, names ?? PageNames(of: [scene]))
    context["grids"] = table(
      scene.grids, unit: unit, [.x, .y, .side], differences: [.start, .x, .y])
    context["callouts"] = table(
      scene.callouts, unit: unit, [.x, .y], differences: [.start, .x, .y])
    context["shapes"] = table(scene.shapes, unit: unit, [.x, .y], differences: [.start, .x, .y])
    context["taps"] = table(scene.taps)
    context["points"] = table(scene.points, unit: unit, [.x, .y], differences: [.x, .y])
    return context
  }

  /// The failed expectations, with their lines in the scenario's own file.
  private static func broken(of session: SessionReport) -> [Context] {
    let verdicts = session.facts.verdicts.filter { $0.outcome != .kept && $0.written.file == nil }
      .map { (line: $0.written.line, words: "\($0.rule): found \($0.found)") }
    let budgets = session.budgetVerdicts.filter { $0.isBroken && $0.written.file == nil }
      .map { (line: $0.written.line, words: "\($0.rule): found \($0.found)") }
    return (verdicts + budgets).map { ["line": $0.line, "text": $0.words] }
  }

  /// The largest power of two of sixteenths of a map point that is no more than half a point
  /// of the view.
  private static func unit(of scene: SessionScene) -> Int64 {
    let closest = scene.camera.indices.map { scene.camera[$0, .scale] }.min() ?? 1_000_000
    let parts = Double(closest) / SceneUnit.perScale * SceneUnit.perMapPoint / 2
    var unit: Int64 = 1
    while Double(unit * 2) <= parts { unit *= 2 }
    return unit
  }

  /// The views, the places of their annotations and the times at which they end.
  private static func views(
    of scene: SessionScene, unit: Int64, _ names: PageNames
  ) -> (views: PageColumns, places: PageColumns, ends: PageColumns) {
    let views = scene.views
    var places = Numbering<Place>()
    var ends = Numbering<Int64>()
    var columns: [[Int64]] = Array(repeating: [], count: 8)
    var changes = PageNames.Changes()
    for (row, name) in scene.viewNames.enumerated() {
      let length = views[row, .length]
      let place = places.number(
        of: Place(x: rounded(views[row, .x], unit), y: rounded(views[row, .y], unit)))
      let numbers = [
        views[row, .start], ends.number(of: length < 0 ? -1 : views[row, .start] + length),
        place, views[row, .view], views[row, .look], views[row, .count], views[row, .flags],
        changes.number(of: name.flatMap { names.numbers[$0] }, at: place),
      ]
      for (column, number) in numbers.enumerated() { columns[column].append(number) }
    }
    return (
      PageColumns(columns, differences: 0..<4),
      PageColumns([places.all.map(\.x), places.all.map(\.y)], differences: 0..<2),
      PageColumns([ends.all], differences: 0..<1)
    )
  }

  /// A place of an annotation, in units.
  private struct Place: Hashable {
    var x: Int64
    var y: Int64
  }

  /// Distinct values, numbered in the order of first use.
  private struct Numbering<Value: Hashable> {
    private(set) var all: [Value] = []
    private var numbers: [Value: Int64] = [:]

    mutating func number(of value: Value) -> Int64 {
      if let number = numbers[value] { return number }
      numbers[value] = Int64(all.count)
      all.append(value)
      return Int64(all.count - 1)
    }
  }

  /// A table column by column.
  ///
  /// Some columns have larger units, and some hold differences.
  private static func table<Column: SceneColumn>(
    _ table: SceneTable<Column>, unit: Int64 = 1, _ places: Set<Column> = [],
    differences: Set<Column>? = nil
  ) -> PageColumns {
    var columns = PageColumns()
    for column in Column.allCases {
      let isPlace = places.contains(column)
      columns.append(
        table.indices.lazy.map { row in
          isPlace ? rounded(table[row, column], unit) : table[row, column]
        }, isDifference: differences?.contains(column) ?? (column.rawValue == 0))
    }
    return columns
  }

  /// A table of the timeline column by column.
  private static func table<Row: TimelineRow>(
    _ rows: TimelineRows<Row>, differences: Set<Int>
  ) -> PageColumns {
    let (numbers, _) = rows.parts
    let width = Row.columns.count
    var columns = PageColumns()
    for column in 0..<width {
      columns.append(
        stride(from: column, to: numbers.count, by: width).lazy.map { numbers[$0] },
        // The first column has differences already.
        isDifference: column > 0 && differences.contains(column))
    }
    return columns
  }

  private static func numbers(_ numbers: [Int64]) -> PageColumns { PageColumns([numbers]) }

  /// The nearest multiple of a unit, in units.
  private static func rounded(_ number: Int64, _ unit: Int64) -> Int64 {
    let half = unit / 2
    return (number >= 0 ? number + half : number - half) / unit
  }
}

/// The names of annotations in all sessions of a page, each once, in the order of first use.
struct PageNames: Sendable {
  private(set) var ids: [String] = []
  private(set) var titles: [String] = []
  private(set) var numbers: [PointName: Int64] = [:]

  /// - Complexity: O(views).
  init(of scenes: [SessionScene]) {
    for case let name? in scenes.lazy.flatMap(\.viewNames) where numbers[name] == nil {
      numbers[name] = Int64(ids.count)
      ids.append(name.id)
      titles.append(name.title)
    }
  }

  /// The names of a session's views as changes of the names of places, most of which are 0.
  struct Changes {
    private var named: [Int64: Int64] = [:]
    private var last: Int64 = -1

    /// Returns the change for a view: 0 if the place keeps its name, or the distance from the last
    /// written name to this name.
    ///
    /// A distance that is not positive is written as one less, because 0 means no change.
    mutating func number(of name: Int64?, at place: Int64) -> Int64 {
      guard let name, named[place] != name else { return 0 }
      named[place] = name
      defer { last = name }
      return name > last ? name - last : name - last - 1
    }
  }
}

/// The events of a session, in the words and the order of the player's list.
private struct PlayerLog {
  /// The kinds of events.
  ///
  /// The player draws each in its color.
  private enum Kind: Int64 {
    case step, touch, map, data, cluster, view, callout, hitch, fail, note

    /// Whether all events of the kind are listed, whatever their number.
    ///
    /// Readers look for these events, and the page marks callouts and failures with them.
    var isAlwaysListed: Bool { self == .step || self == .callout || self == .fail }
  }

  /// The most events of a session, unless those that are always listed exceed it.
  private static let limit = 600

  private var events: [(time: SimulatedTime, event: Int64, kind: Kind, text: String)] = []
  private let times: SceneTimes

  /// The texts, each once.
  private(set) var texts: [String] = []
  /// For each event, the nanoseconds since the previous event, its kind and the index of its
  /// text.
  private(set) var numbers: [Int64] = []
  private var indexes: [String: Int] = [:]
  private var last = SimulatedTime.zero

  init(_ session: SessionReport, _ times: SceneTimes) {
    self.times = times
    let timeline = session.timeline
    // A mark is a step, too.
    for (index, row) in timeline.steps.rows.enumerated() {
      let text = session.label(of: row.step)?.text ?? "step \(Int(row.step) + 1)"
      add(row.start, times.event(.step, index), .step, text)
    }
    for (index, row) in timeline.touches.rows.enumerated() {
      add(row.start, times.event(.touch, index), .touch, Record.words("\(row.kind)", unit: nil))
    }
    for (index, row) in timeline.regionChanges.rows.enumerated() {
      add(
        row.start, times.event(.regionWillChange, index), .map,
        row.isAnimated ? "region will change, animated" : "region will change")
      if let end = row.end {
        add(
          end, times.event(.regionDidChange, index), .map,
          row.isInterrupted ? "region did change, interrupted" : "region did change")
      }
    }
    for (index, row) in timeline.batches.rows.enumerated() {
      let outcome =
        switch row.outcome {
        case .arrived: "batch arrives"
        case .askedForAgain: "batch lost, asked for again"
        case .givenUp: "batch given up"
        }
      let points = MetricText.things(Int(row.points), "point")
      add(
        row.start, times.event(.batch, index), .data,
        "\(outcome): \(points) for \(session.layerName(row.layer))")
    }
    clusters(session)
    views(timeline)
    callouts(session)
    for (index, row) in timeline.hitches.rows.enumerated() {
      add(
        row.start, times.event(.lateFrame, index), .hitch,
        "frame \(row.frame) late by \(MetricText.short(row.lateness))")
    }
    for evidence in session.evidence where session.facts.verdicts.indices.contains(evidence.verdict)
    {
      // Without the numbers of other events it comes last, as it does when it is judged.
      let event = timeline.occurrences == nil ? nil : evidence.place.event
      add(
        evidence.place.time, event.map { Int64($0) } ?? .max, .fail,
        "expectation broken: \(session.facts.verdicts[evidence.verdict].rule)")
    }
    finish()
  }

  private mutating func clusters(_ session: SessionReport) {
    for update in session.facts.updates {
      let name = "update \(update.update) of \(session.layerName(update.layer))"
      let request = times.event(.updateRequested, Int(update.update))
      add(update.triggeredAt, request, .cluster, "\(name) is requested")
      if let newer = update.coalescedInto {
        add(update.triggeredAt, request, .cluster, "\(name) is left to update \(newer)")
      }
      if let shown = update.latencyWithoutFade {
        add(
          update.triggeredAt + shown, times.event(.updateApplied, Int(update.update)), .cluster,
          "\(name) is on the map after \(MetricText.short(shown))")
      }
    }
  }

  /// Adds the views of each frame as one event.
  private mutating func views(_ timeline: SessionTimeline) {
    var rows = timeline.views.rows[...]
    while let first = rows.first {
      let frame = rows.prefix { $0.start == first.start }
      let reused = frame.count { $0.isReused }
      let parts = [
        (frame.count - reused, "made"), (reused, "taken out of pools"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      add(
        first.start, times.event(.views, rows.startIndex), .view,
        "views: " + parts.joined(separator: ", "))
      rows = rows.dropFirst(frame.count)
    }
  }

  private mutating func callouts(_ session: SessionReport) {
    for (index, row) in session.timeline.callouts.rows.enumerated() {
      add(row.start, times.event(.calloutOpens, index), .callout, "callout \(row.callout) opens")
      if let rest = row.rest {
        let judged = session.judgment(ofCallout: row.callout, at: rest).ending
        add(
          rest, times.event(.calloutRests, index), .callout,
          row.isInterrupted
            ? "callout \(row.callout) is interrupted"
            : "callout \(row.callout) is at rest\(judged)")
      }
      let verdict = session.facts.callouts.first { $0.callout == row.callout }
      if let broken = verdict?.firstBroken {
        add(
          broken.since, .max, .callout,
          "callout \(row.callout) breaks \(broken.criterion.title)")
      }
      if let end = row.end {
        add(end, times.event(.calloutCloses, index), .callout, "callout \(row.callout) closes")
      }
    }
  }

  private mutating func add(
    _ time: SimulatedTime, _ event: Int64, _ kind: Kind, _ text: String
  ) {
    let time = times.time(of: time, event: event)
    events.append((time: time, event: event, kind: kind, text: text))
  }

  private mutating func finish() {
    let sorted = events.enumerated().sorted {
      ($0.element.time, $0.element.event, $0.offset)
        < ($1.element.time, $1.element.event, $1.offset)
    }.map(\.element)
    var room = max(0, Self.limit - sorted.count { $0.kind.isAlwaysListed })
    var firstLeftOut: SimulatedTime?
    var leftOut = 0
    for event in sorted {
      if !event.kind.isAlwaysListed {
        guard room > 0 else {
          firstLeftOut = firstLeftOut ?? event.time
          leftOut += 1
          continue
        }
        room -= 1
      }
      list(event.time, event.kind, event.text)
    }
    guard let firstLeftOut, let last = sorted.last else { return }
    let more = MetricText.things(leftOut, "more event")
    let since = MetricText.short(firstLeftOut)
    list(last.time, .note, "\(more) from \(since) on \(leftOut == 1 ? "is" : "are") in run.json")
  }

  private mutating func list(_ time: SimulatedTime, _ kind: Kind, _ text: String) {
    let index = indexes[text] ?? texts.count
    if index == texts.count {
      indexes[text] = index
      texts.append(text)
    }
    numbers += [(time - last).nanoseconds, kind.rawValue, Int64(index)]
    last = time
  }
}
