internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Statistics
internal import Wire

/// The run file: everything that is known of a run, for programs.
///
/// Pages and summaries show a part of it. Values of steps, marks and annotation views are rows with
/// columns that are named once.
public enum RunFile {
  /// The version of the layout.
  public static let version: Int64 = 6

  /// The file's text.
  public static func text(of run: RunReport) -> String {
    var members: [String: JSON] = [
      "version": .integer(version), "product version": .string(run.version),
      "build": .object([
        "kind": .string(run.isDebugBuild ? "debug" : "release"),
        "allocator": .string(run.allocatorName),
      ]),
      "fingerprint": CountsFile.json(of: run.fingerprint),
      "ending": .string(run.ending.rawValue), "reason": .text(run.reason),
      "findings": .texts(run.findings), "comparison": run.comparison.map(comparison) ?? .null,
      "metrics": .object(declarations),
      "columns": .line(.array(Metric.allCases.map { .string($0.name) })),
      "sessions": .array(texts(of: run.sessions).map { .written($0) }),
    ]
    members["counts"] = run.counts.map { CountsFile.json(of: $0) }
    members["shard"] = run.shard.map {
      .row(["number": .int($0.number), "of": .int($0.count), "sessions": .int($0.sessions)])
    }
    return JSON.object(members).fileText
  }

  private static func comparison(_ comparison: FactsComparison) -> JSON {
    let changes = comparison.changes.map { change in
      JSON.object([
        "id": .string(change.id),
        "values": .array(
          change.values.map { value in
            .row([
              "part": .string(value.part), "key": .string(value.key), "old": .text(value.old),
              "new": .text(value.new),
            ])
          }),
      ])
    }
    return .object([
      "purpose": .string(comparison.purpose.rawValue), "folder": .string(comparison.folder),
      "sessions": .int(comparison.count), "changed": .array(changes),
      "missing": .texts(comparison.missing), "stale": .texts(comparison.stale),
    ])
  }

  /// About the most bytes of all sessions.
  private static let byteLimit = 9_500_000
  /// About the bytes of a session beside those of its ``weight``.
  private static let sessionBytes = 10_000
  /// The most steps and the most updates of a session in the file.
  private static let rowLimit = 2_000

  /// The sessions: all in full if they fit; otherwise first those with a bad outcome, and an
  /// outline of the others.
  private static func texts(of sessions: [SessionReport]) -> [String] {
    var texts = sessions.map { outline(of: $0).text(atLevel: 2) }
    var left = byteLimit - texts.reduce(0) { $0 + $1.utf8.count }
    let order = sessions.indices.sorted { left, right in
      let isGood = (sessions[left].outcome.isGood, sessions[right].outcome.isGood)
      return isGood.0 == isGood.1 ? left < right : isGood.1
    }
    let isAlone = sessions.count == 1
    // The weight spares rendering most sessions that do not fit.
    for index in order where isAlone || sessionBytes + weight(of: sessions[index]) <= left {
      let whole = session(sessions[index]).text(atLevel: 2)
      let more = whole.utf8.count - texts[index].utf8.count
      guard more <= left || isAlone else { continue }
      left -= more
      texts[index] = whole
    }
    return texts
  }

  /// About the bytes of the snapshots and rows of a session.
  private static func weight(of session: SessionReport) -> Int {
    session.snapshots.reduce(0) { $0 + 600 + $1.scene.pins.count * 60 }
      + min(session.facts.updates.count, rowLimit) * 500
      + min(session.facts.steps.count, rowLimit) * 700 + session.facts.callouts.count * 2_500
  }

  /// The members that the file has for every session.
  private static func heading(of session: SessionReport) -> [String: JSON] {
    var members: [String: JSON] = [
      "id": .string(session.id), "title": .string(session.name),
      "variant": .text(session.variant?.name), "file": .string(session.file),
      "tags": .line(.texts(session.tags)), "seed": .string(String(session.seed)),
      "outcome": .string(session.outcome.rawValue), "digest": .string(session.facts.digest.text),
      "scenario digest": .string(session.scenarioDigest), "warnings": .texts(session.warnings),
    ]
    if !session.realVerdicts.isEmpty {
      members["real times (they inform)"] = .array(session.realVerdicts.map(realVerdict))
    }
    if !session.budgetVerdicts.isEmpty {
      members["budgets of allocations"] = .array(session.budgetVerdicts.map(budgetVerdict))
    }
    members["abort"] = session.abort.map { abort in
      .object([
        "cause": .string(abort.cause.rawValue), "what happened": .texts(abort.sentences),
        "reproduce": .string(abort.reproduction),
      ])
    }
    return members
  }

  /// The members that the file has for a session that does not fit.
  private static func outline(of session: SessionReport) -> JSON {
    let causes = session.causes
    var members = heading(of: session)
    members["values"] = .line(row(session.facts.session))
    members["verdicts"] = .array(
      session.facts.verdicts.indices.map { .line(verdict($0, of: session, causes)) })
    members["measurements"] = session.measurements.map {
      .row(["real ns": .integer($0.realNanoseconds)])
    }
    members["left out"] = .string("all else, to keep this file short; run the session's file alone")
    return .object(members)
  }

  /// The number of rows of a session that are left out; nil for none.
  private static func leftOut(of session: SessionReport) -> JSON? {
    let rows = ["steps": session.facts.steps.count, "updates": session.facts.updates.count]
      .filter { $0.value > rowLimit }
    return rows.isEmpty ? nil : .row(rows.mapValues { .int($0 - rowLimit) })
  }

  private static var declarations: [String: JSON] {
    Dictionary(
      uniqueKeysWithValues: Metric.allCases.map { metric in
        let definition = metric.definition
        return (
          metric.name,
          .object([
            "group": .string(definition.group.rawValue), "unit": .string(definition.unit.rawValue),
            "written as": .string(definition.unit.writtenAs),
            "better": .string(definition.better.rawValue), "help": .string(definition.help),
            "not evaluated when": .string(definition.opportunity.absence),
          ])
        )
      })
  }

  private static func session(_ session: SessionReport) -> JSON {
    let facts = session.facts
    let causes = session.causes
    var members = heading(of: session)
    let details: [String: JSON] = [
      "device": .object([
        "name": .string(session.device.name), "costs (assumptions)": .texts(session.device.costs),
      ]),
      "clustering": .array(session.clusterings.map(clustering)),
      "options": .object(options(session.options)),
      "must fail": .line(.texts(session.mustFailNames)),
      "legend": legend(session.legend), "session": .object(values(facts.session)),
      "hitch class": .text(HitchClass(facts.session[.hitchRatio])?.rawValue),
      "marks": .array(facts.marks.map { .line(mark($0)) }),
      "steps": .array(facts.steps.indices.prefix(rowLimit).map { .line(step($0, of: session)) }),
      "verdicts": .array(facts.verdicts.indices.map { verdict($0, of: session, causes) }),
      "callouts": .array(facts.callouts.map(callout)),
      "callout timelines": .array(facts.calloutTimelines.map { timeline($0, of: session) }),
      "stale reuses": .array(facts.staleReuses.map { .line(staleReuse($0)) }),
      "updates": .array(facts.updates.prefix(rowLimit).map { .line(update($0, of: session)) }),
      "latency by batch": .array(facts.batchWindows.map { window($0, of: session) }),
      "snapshots": .array(session.snapshots.map(snapshot)),
      "measurements": session.measurements.map(measurements) ?? .null,
    ]
    members.merge(details) { _, new in new }
    members["left out"] = leftOut(of: session)
    members["allocations"] = session.allocations.map(allocations)
    return .object(members)
  }

  private static func clustering(_ clustering: LayerClustering) -> JSON {
    .row([
      "layer": .string(clustering.layer), "engine": .string(clustering.engine),
      "mode": .string(clustering.mode), "changes": .texts(clustering.changes),
      "fixes": .texts(clustering.fixes),
    ])
  }

  private static func options(_ options: [MapOption]) -> [String: JSON] {
    let members = options.map { option in
      (option.name, JSON.row(["value": .string(option.value), "default": .flag(option.isDefault)]))
    }
    return Dictionary(members) { _, last in last }
  }

  private static func legend(_ legend: Legend) -> JSON {
    .object([
      "view size pt": .line(
        .array([.number(legend.viewSize.width), .number(legend.viewSize.height)])),
      "view margin fraction": .number(legend.viewMarginFraction),
      "frame period ns": .integer(legend.framePeriod.nanoseconds),
      "layers": .line(.texts(legend.layers)), "marks": .line(.texts(legend.marks)),
      "identifiers": .line(.texts(legend.identifiers)), "overlays": .line(.texts(legend.overlays)),
      "snapshots": .line(.texts(legend.snapshots)),
    ])
  }

  private static func mark(_ part: PartFacts) -> JSON {
    .object([
      "name": .string(part.name), "start ns": .integer(part.start.nanoseconds),
      "values": row(part.table),
    ])
  }

  private static func step(_ index: Int, of session: SessionReport) -> JSON {
    let label = session.label(ofStep: index)
    return .object([
      "step": .int(index), "file": .text(label?.file), "line": .int(label?.line),
      "depth": .int(label?.depth),
      "text": .text(label?.text), "values": row(session.facts.steps[index]),
    ])
  }

  private static func verdict(
    _ index: Int, of session: SessionReport, _ causes: [Int: Verdict]
  ) -> JSON {
    let verdict = session.facts.verdicts[index]
    let isFailed = verdict.outcome != .kept
    var members: [String: JSON] = [
      "metric": .string(verdict.expectation.metric.name), "rule": .string(verdict.text),
      "file": .text(verdict.file), "line": .int(verdict.line), "column": .int(verdict.column),
      "step": .int(verdict.step),
      "value": value(verdict.value), "samples": .int(verdict.sampleCount),
      "since mark": .text(verdict.mark), "found": .string(verdict.found),
      "outcome": .string(verdict.outcome.rawValue),
      "complaint": isFailed ? .string(session.complaint(of: verdict)) : .null,
      "worst": verdict.worst.map { .line(FactsFile.worst($0, of: session)) } ?? .null,
      "follows from line": .int(causes[index]?.line),
    ]
    if let interval = verdict.interval {
      members["between"] = .line(.texts([interval.first.name, interval.last.name]))
    }
    members["layer"] = verdict.layer.map { .string($0) }
    if let variant = verdict.expectation.comparedVariant {
      members["compared with"] = .row([
        "variant": .string(variant), "value": verdict.other.map(value) ?? .null,
      ])
    }
    members["evidence"] = session.evidence(of: index).map(evidence)
    if isFailed { members["look at"] = .string(verdict.expectation.metric.lookAt) }
    return .object(members)
  }

  private static func evidence(_ evidence: FailureEvidence) -> JSON {
    .object([
      "first at ns": .int(evidence.place.first?.nanoseconds),
      "worst at ns": .int(evidence.place.worst?.nanoseconds),
      "judged at ns": .integer(evidence.place.judgedAt.nanoseconds),
      "events": .texts(evidence.events.map(\.text)),
    ])
  }

  private static func realVerdict(_ verdict: RealVerdict) -> JSON {
    .row([
      "time": .string(verdict.expectation.time.name), "rule": .string(verdict.text),
      "file": .text(verdict.file), "line": .int(verdict.line), "column": .int(verdict.column),
      "ns": .int(verdict.nanoseconds), "outcome": .string(verdict.outcome.rawValue),
    ])
  }

  private static func budgetVerdict(_ verdict: BudgetVerdict) -> JSON {
    .row([
      "count": .string(verdict.budget.count.name), "rule": .string(verdict.text),
      "file": .text(verdict.file), "line": .int(verdict.line), "column": .int(verdict.column),
      "value": .int(verdict.number), "unavailable": .text(verdict.unavailable),
      "outcome": .string(verdict.outcome?.rawValue ?? "unavailable"),
    ])
  }

  static func allocations(_ record: AllocationRecord) -> JSON {
    guard case .counted(let counted) = record else {
      return .object(["unavailable": .text(record.unavailable)])
    }
    let frames = counted.frames
    return .object([
      "count": .integer(counted.count), "bytes": .integer(counted.bytes),
      "peak live bytes": .integer(counted.peakLiveBytes),
      "steady frames": .row([
        "frames": .integer(frames.count), "allocating": .integer(frames.allocating),
        "most bytes": .integer(frames.mostBytes), "most allocations": .int(frames.mostRequests),
      ]),
      "columns": .line(
        .texts(["allocations", "bytes", "live bytes"] + counted.phaseNames + ["no phase"])),
      "outside of steps": .line(allocations(counted.rest)),
      "steps": .array(counted.steps.prefix(rowLimit).map { .line(allocations($0)) }),
    ])
  }

  private static func allocations(_ part: Allocations.Part) -> JSON {
    .array(([part.count, part.bytes, part.liveBytes] + part.phases).map { .integer($0) })
  }

  private static func window(_ window: BatchWindow, of session: SessionReport) -> JSON {
    var members = FactsFile.window(window)
    if let measured = session.measurements?.updates {
      members["real"] = laps(measured.summary(of: session.updates(of: window)))
    }
    return .object(members)
  }

  private static func work(_ work: ClusterWork) -> JSON {
    .object([
      "nodes visited": .integer(work.nodesVisited), "points touched": .integer(work.pointsTouched),
      "cells visited": .integer(work.cellsVisited), "distances": .integer(work.distances),
    ])
  }

  private static func update(_ update: UpdateFacts, of session: SessionReport) -> JSON {
    var members: [String: JSON] = [
      "update": .int(update.update), "layer": .string(session.layerName(update.layer)),
      "step": .int(update.step), "trigger": .string(update.trigger.words),
      "triggered at ns": .integer(update.triggeredAt.nanoseconds), "batches": .int(update.batches),
      "cancelled": .flag(update.isCancelled), "coalesced into": .int(update.coalescedInto),
      "work": update.work.map(work) ?? .null, "indexing ns": .int(update.indexing?.nanoseconds),
      "queue wait ns": .int(update.queueWait?.nanoseconds),
      "compute ns": .int(update.compute?.nanoseconds),
      "main thread wait ns": .integer(update.mainThreadWait.nanoseconds),
      "main thread work ns": .int(update.mainThreadWork?.nanoseconds),
      "animation ns": .int(update.animation?.nanoseconds),
      "latency ns": .int(update.latency?.nanoseconds),
    ]
    if let measured = session.measurements?.updates {
      members["real compute ns"] = .int(measured.time(of: update)?.compute)
      let phases = zip(measured.phaseNames, measured.phases(of: update))
      members["phases ns"] =
        measured.time(of: update) == nil
        ? .null
        : .object(Dictionary(uniqueKeysWithValues: phases.map { ($0, .int($1)) }))
    }
    return .object(members)
  }

  private static func measurements(_ measurements: Measurements) -> JSON {
    let updates = measurements.updates
    return .object([
      "real ns": .integer(measurements.realNanoseconds), "replays": spread(measurements.replays),
      "overhead": measurements.overhead.map { overhead in
        .row([
          "replays": .int(overhead.replays), "with clocks ns": .integer(overhead.withClocks),
          "without ns": .integer(overhead.without),
        ])
      } ?? .null,
      "updates": .object([
        "p95 of replays": spread(updates.percentile95),
        "session": laps(updates.session), "marks": .array(updates.marks.map(laps)),
        "steps": .array(updates.steps.prefix(rowLimit).map(laps)),
      ]),
      "phases": .array(
        measurements.phases.map { phase in
          .row(members(of: phase.laps).merging(["phase": .string(phase.name)]) { $1 })
        }),
      "steps ns": .line(.array(measurements.steps.prefix(rowLimit).map { .integer($0) })),
    ])
  }

  private static func spread(_ spread: Spread?) -> JSON {
    guard let spread else { return .null }
    return .row([
      "count": .int(spread.count), "least ns": .integer(spread.least),
      "median ns": .integer(spread.median), "most ns": .integer(spread.most),
    ])
  }

  private static func laps(_ laps: TimingSummary?) -> JSON {
    laps.map { .row(members(of: $0)) } ?? .null
  }

  private static func members(of laps: TimingSummary) -> [String: JSON] {
    [
      "laps": .int(laps.count), "p50 ns": .integer(laps.p50), "p90 ns": .integer(laps.p90),
      "p95 ns": .integer(laps.p95), "p99 ns": .int(laps.p99), "max ns": .integer(laps.max),
    ]
  }

  static func values(_ table: MetricTable) -> [String: JSON] {
    Dictionary(uniqueKeysWithValues: table.measured.map { ($0.metric.name, value($0.value)) })
  }

  /// The value of every metric in the order of `columns`; null where nothing was measured.
  static func row(_ table: MetricTable) -> JSON {
    .array(Metric.allCases.map { value(table[$0]) })
  }

  /// A whole number, or part and whole of a share.
  static func value(_ value: MetricValue) -> JSON {
    switch value {
    case .count(let number), .nanoseconds(let number), .micropoints(let number): .integer(number)
    case .share(let part, let whole): .line(.array([.integer(part), .integer(whole)]))
    case .never: .null
    }
  }
}

extension MetricUnit {
  /// How the run file writes a value.
  var writtenAs: String {
    switch self {
    case .count: "count"
    case .bytes: "bytes"
    case .share: "[count, of count]"
    case .time: "ns"
    case .distance: "micropoints"
    case .timePerSecond: "[ns, of ns]"
    case .perThousandPoints: "[count, of micropoints]"
    }
  }
}

/// Callouts and snapshots in the run file: rectangles as `[left, top, width, height]` in points.
///
/// Snapshots have thousands of annotation views of few looks, so each look is written once, and
/// their numbers are rounded to the thousandth of a point; the evidence on callouts is exact.
extension RunFile {
  static func callout(_ verdict: CalloutVerdict) -> JSON {
    func judged(_ value: JSON) -> JSON { verdict.isJudged ? value : .null }
    return .object([
      "callout": .int(verdict.callout), "step": .int(verdict.step),
      "opened at ns": .integer(verdict.openedAt.nanoseconds), "judged": .flag(verdict.isJudged),
      "correct": judged(.flag(verdict.isCorrect)),
      "criteria": judged(.object(criteria(of: verdict))),
      "overflow pt": judged(.number(verdict.overflowPoints)),
      "excess shift pt": judged(.number(verdict.excessShiftPoints)),
      "scale ratio": judged(.number(verdict.scaleRatio)),
      "region changes": judged(.int(verdict.regionChanges)),
      "insets pt": .row([
        "top": .number(verdict.insets.top), "left": .number(verdict.insets.left),
        "bottom": .number(verdict.insets.bottom), "right": .number(verdict.insets.right),
      ]),
      "before": .line(rects(verdict.before)),
      "after": verdict.after.map { .line(rects($0)) } ?? .null,
    ])
  }

  private static func criteria(of verdict: CalloutVerdict) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for criterion in Criterion.allCases {
      var outcome: [String: JSON] = ["outcome": .string(FactsFile.word(verdict.keeps(criterion)))]
      if let measure = verdict.measure(of: criterion) {
        outcome["amount"] =
          measure.isRefused ? .string(MetricText.refused) : .number(measure.amount)
        outcome["allowed"] = .number(measure.tolerance)
        outcome["unit"] = .string("\(measure.unit)")
      }
      members[criterion.title] = .row(outcome)
    }
    return members
  }

  static func timeline(_ timeline: CalloutTimeline, of session: SessionReport) -> JSON {
    let entries = CalloutTimelineText(session: session).entries(of: timeline)
    return .object([
      "callout": .int(timeline.callout),
      "entries": .array(
        entries.map { .string($0.time.isEmpty ? $0.words : "\($0.time): \($0.words)") }),
    ])
  }

  static func snapshot(_ placed: PlacedSnapshot) -> JSON {
    let scene = placed.scene
    let looks = Looks(of: scene.pins)
    return .object([
      "title": .string(placed.title), "time ns": .integer(placed.time.nanoseconds),
      "step": .int(placed.step), "occasion": .string("\(scene.occasion)"),
      "camera": .line(camera(scene.camera)), "grids": .array(scene.grids.map { .line(grid($0)) }),
      "looks": .array(looks.all.map { .line(self.look($0)) }),
      "pins": .line(.array(zip(scene.pins, looks.ofPins).map(pin))),
      "selected pins": .line(
        .array(scene.pins.indices.filter { scene.pins[$0].isSelected }.map { .int($0) })),
      "callout": scene.callout.map { .line(rects($0)) } ?? .null,
      "callout number": .int(placed.callout),
      "callouts left behind": .array(
        placed.leftBehind.map { left in
          .row(["body pt": rect(left.body), "tip pt": point(left.tip)])
        }),
      "shapes": .array(scene.shapes.map { .line(shape($0)) }),
    ])
  }

  private static func camera(_ camera: Camera) -> JSON {
    .object([
      "center map points": .array([.number(camera.center.x), .number(camera.center.y)]),
      "map points per point": .number(camera.mapPointsPerPoint),
      "heading deg": .number(camera.headingDegrees),
    ])
  }

  private static func grid(_ grid: Snapshot.Grid) -> JSON {
    .object([
      "layer": .int(grid.layer.rawValue), "origin pt": point(grid.origin),
      "side pt": .number(grid.sidePoints), "columns": .int(grid.columns), "rows": .int(grid.rows),
    ])
  }

  /// A look, with the upper left corner relative to the annotation's point.
  private static func look(_ look: Looks.Look) -> JSON {
    .object([
      "layer": .int(look.layer.rawValue),
      "kind": .string(look.kind == .userDot ? "user location" : "\(look.kind)"),
      "unique location": .flag(look.isUniqueLocation),
      "corner pt": .array([rounded(look.left), rounded(look.top)]),
      "size pt": .array([rounded(look.width), rounded(look.height)]),
    ])
  }

  /// An annotation view as `[index of its look, x, y, count]`, its point in points of the view.
  private static func pin(_ pin: Snapshot.Pin, look: Int) -> JSON {
    .array([.int(look), rounded(pin.point.x), rounded(pin.point.y), .int(pin.count)])
  }

  private static func rounded(_ points: Double) -> JSON { .number(Looks.rounded(points)) }

  private static func shape(_ shape: Snapshot.Shape) -> JSON {
    .object([
      "overlay": .int(shape.overlay), "kind": .string("\(shape.kind)"),
      "points pt": .array(shape.points.map { .array([rounded($0.x), rounded($0.y)]) }),
    ])
  }

  static func staleReuse(_ reuse: StaleReuse) -> JSON {
    .object([
      "time ns": .integer(reuse.time.nanoseconds), "step": .int(reuse.step),
      "view": .int(reuse.view.rawValue), "annotation": .int(reuse.annotation.rawValue),
      "leaks": .array(
        reuse.leaks.map { leak in
          .object(["part": .string(leak.part.rawValue), "of": .int(leak.owner?.rawValue)])
        }),
    ])
  }

  private static func rects(_ rects: CalloutRects) -> JSON {
    .object([
      "parent pt": rect(rects.parent), "body pt": rect(rects.body), "tip pt": point(rects.tip),
      "contain pt": rect(rects.contain),
      "left accessory pt": rects.leftAccessory.map(rect) ?? .null,
      "right accessory pt": rects.rightAccessory.map(rect) ?? .null,
    ])
  }

  private static func point(_ point: ScreenPoint) -> JSON {
    .array([.number(point.x), .number(point.y)])
  }

  private static func rect(_ rect: ScreenRect) -> JSON {
    .array([.number(rect.minX), .number(rect.minY), .number(rect.width), .number(rect.height)])
  }
}

private struct Looks {
  /// An annotation view without its place and its number of points.
  struct Look: Hashable {
    var layer: LayerID
    var kind: AnnotationViewKind
    var isUniqueLocation: Bool
    /// From the annotation's point to the left upper corner of the view, in points.
    var left: Double
    var top: Double
    var width: Double
    var height: Double
  }

  /// Each look once, in the order in which they come.
  private(set) var all: [Look] = []
  /// The index of the look of each annotation view.
  private(set) var ofPins: [Int] = []

  init(of pins: [Snapshot.Pin]) {
    var indexes: [Look: Int] = [:]
    for pin in pins {
      let look = Look(
        layer: pin.layer, kind: pin.kind, isUniqueLocation: pin.isUniqueLocation,
        left: Looks.rounded(pin.frame.minX - pin.point.x),
        top: Looks.rounded(pin.frame.minY - pin.point.y),
        width: Looks.rounded(pin.frame.width), height: Looks.rounded(pin.frame.height))
      let index = indexes[look] ?? all.count
      if index == all.count {
        indexes[look] = index
        all.append(look)
      }
      ofPins.append(index)
    }
  }

  static func rounded(_ points: Double) -> Double {
    // Beyond a billion points a double has no exact thousandths; and NaN must stay.
    abs(points) < 1e9 ? (points * 1_000).rounded() / 1_000 : points
  }
}
