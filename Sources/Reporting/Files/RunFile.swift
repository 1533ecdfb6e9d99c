internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import Statistics

/// The run file: everything that a run knows, for programs to read.
///
/// Pages and summaries show a choice of it; there is no number in them that does not stand here.
/// What is there for every step, mark or annotation view stands in rows, whose columns are named
/// once.
public enum RunFile {
  /// The version of the layout; a reader refuses another one.
  public static let version: Int64 = 4

  /// The file's text.
  ///
  /// - Complexity: O(everything in the run).
  public static func text(of run: RunReport) -> String {
    JSON.object([
      "version": .integer(version),
      "product version": .string(run.version),
      "build": .object([
        "kind": .string(run.isDebugBuild ? "debug" : "release"),
        "allocator": .string(run.allocatorName),
      ]),
      "findings": .array(run.findings.map { .string($0) }),
      "comparison": run.comparison.map(comparison) ?? .null,
      "metrics": .object(declarations),
      "columns": .line(.array(Metric.allCases.map { .string($0.name) })),
      "sessions": .array(texts(of: run.sessions).map { .written($0) }),
    ]).fileText
  }

  private static func comparison(_ comparison: FactsComparison) -> JSON {
    let changes = comparison.changes.map { change in
      JSON.object([
        "id": .string(change.id),
        "values": .array(
          change.values.map { value in
            .line(
              .object([
                "part": .string(value.part), "key": .string(value.key),
                "old": value.old.map { .string($0) } ?? .null,
                "new": value.new.map { .string($0) } ?? .null,
              ]))
          }),
      ])
    }
    return .object([
      "purpose": .string(comparison.purpose.rawValue),
      "folder": .string(comparison.folder),
      "sessions": .integer(Int64(comparison.count)),
      "changed": .array(changes),
      "missing": .array(comparison.missing.map { .string($0) }),
      "stale": .array(comparison.stale.map { .string($0) }),
    ])
  }

  /// How long the sessions may become together.
  private static let byteLimit = 9_500_000
  /// About how many bytes a session takes beside what it is weighed by.
  private static let sessionBytes = 10_000
  /// The most steps and the most updates of a session that stand in the file.
  private static let rowLimit = 2_000

  /// The sessions as they stand in the file: all in full when there is room, and otherwise those
  /// that are not as they must be before the others, of which there is an outline.
  ///
  /// - Complexity: O(n log n) for n sessions, and their bytes.
  private static func texts(of sessions: [SessionReport]) -> [String] {
    var texts = sessions.map { outline(of: $0).text(atLevel: 2) }
    var room = byteLimit - texts.reduce(0) { $0 + $1.utf8.count }
    let order = sessions.indices.sorted { left, right in
      let isGood = (sessions[left].outcome.isGood, sessions[right].outcome.isGood)
      return isGood.0 == isGood.1 ? left < right : isGood.1
    }
    let isAlone = sessions.count == 1
    // Most of what has no room need not be written to be found out.
    for index in order where isAlone || sessionBytes + weight(of: sessions[index]) <= room {
      let whole = session(sessions[index]).text(atLevel: 2)
      let more = whole.utf8.count - texts[index].utf8.count
      guard more <= room || isAlone else { continue }
      room -= more
      texts[index] = whole
    }
    return texts
  }

  /// About how many bytes the pictures and rows of a session take.
  private static func weight(of session: SessionReport) -> Int {
    session.scenes.reduce(0) { $0 + 600 + $1.scene.pins.count * 60 }
      + min(session.facts.updates.count, rowLimit) * 500
      + min(session.facts.steps.count, rowLimit) * 700 + session.facts.callouts.count * 2_500
  }

  /// What a file says of every session, be there room for more or not.
  private static func heading(of session: SessionReport) -> [String: JSON] {
    var members: [String: JSON] = [
      "id": .string(session.id),
      "title": .string(session.name),
      "variant": session.variant.map { .string($0.name) } ?? .null,
      "file": .string(session.file),
      "tags": .line(.array(session.tags.map { .string($0) })),
      "seed": .string(String(session.seed)),
      "outcome": .string(session.outcome.rawValue),
      "digest": .string(session.facts.digest.text),
      "warnings": .array(session.warnings.map { .string($0) }),
    ]
    if let abort = session.abort { members["abort"] = self.abort(abort) }
    return members
  }

  /// What a file without room for more says of a session.
  private static func outline(of session: SessionReport) -> JSON {
    let causes = session.causes
    return .object(
      heading(of: session).merging([
        "values": .line(row(session.facts.session)),
        "verdicts": .array(
          session.facts.verdicts.indices.map { .line(verdict($0, of: session, causes)) }),
        "left out": .string("all else, to keep this file short; run the session's file alone"),
      ]) { _, new in new })
  }

  /// How many rows of a session are missing; nil when none is.
  private static func leftOut(of session: SessionReport) -> JSON? {
    let rows = [
      ("steps", session.facts.steps.count), ("updates", session.facts.updates.count),
    ].filter { $0.1 > rowLimit }
    guard !rows.isEmpty else { return nil }
    return .line(
      .object(
        Dictionary(uniqueKeysWithValues: rows.map { ($0.0, .integer(Int64($0.1 - rowLimit))) })))
  }

  private static var declarations: [String: JSON] {
    var members: [String: JSON] = [:]
    for metric in Metric.allCases {
      let definition = metric.definition
      members[metric.name] = .object([
        "group": .string(definition.group.rawValue),
        "unit": .string(definition.unit.rawValue),
        "written as": .string(definition.unit.writtenAs),
        "better": .string(definition.better.rawValue),
        "help": .string(definition.help),
        "not evaluated when": .string(definition.opportunity.absence),
      ])
    }
    return members
  }

  private static func session(_ session: SessionReport) -> JSON {
    let facts = session.facts
    let causes = session.causes
    var members = heading(of: session)
    let details: [String: JSON] = [
      "device": device(session.device),
      "clustering": .array(session.clusterings.map { .line(clustering($0)) }),
      "options": .object(options(session.options)),
      "must fail": .line(.array(session.mustFail.map { .string($0.name) })),
      "legend": legend(session.legend),
      "session": .object(values(facts.session)),
      "hitch class": HitchClass(facts.session[.hitchRatio]).map { .string($0.rawValue) } ?? .null,
      "marks": .array(facts.marks.map { .line(mark($0)) }),
      "steps": .array(facts.steps.indices.prefix(rowLimit).map { .line(step($0, of: session)) }),
      "verdicts": .array(facts.verdicts.indices.map { verdict($0, of: session, causes) }),
      "callouts": .array(facts.callouts.map(callout)),
      "callout lives": .array(facts.calloutTimelines.map { timeline($0, of: session) }),
      "stale reuses": .array(facts.staleReuses.map { .line(staleReuse($0)) }),
      "updates": .array(facts.updates.prefix(rowLimit).map { .line(update($0, of: session)) }),
      "latency by batch": .array(facts.batchWindows.map { window($0, of: session) }),
      "scenes": .array(session.scenes.map(scene)),
      "measurements": session.measurements.map(measurements) ?? .null,
    ]
    members.merge(details) { _, new in new }
    if let leftOut = leftOut(of: session) { members["left out"] = leftOut }
    return .object(members)
  }

  private static func abort(_ abort: SessionAbort) -> JSON {
    .object([
      "cause": .string(abort.cause.rawValue),
      "what happened": .array(abort.sentences.map { .string($0) }),
      "reproduce": .string(abort.reproduction),
    ])
  }

  private static func device(_ device: DeviceLine) -> JSON {
    .object([
      "name": .string(device.name),
      "costs (assumptions)": .array(device.costs.map { .string($0) }),
    ])
  }

  private static func clustering(_ clustering: LayerClustering) -> JSON {
    .object([
      "layer": .string(clustering.layer),
      "engine": .string(clustering.engine),
      "mode": .string(clustering.mode),
      "changes": .array(clustering.changes.map { .string($0) }),
      "fixes": .array(clustering.fixes.map { .string($0) }),
    ])
  }

  private static func options(_ options: [MapOption]) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for option in options {
      members[option.name] = .line(
        .object(["value": .string(option.value), "standard": .flag(option.isDefault)]))
    }
    return members
  }

  private static func legend(_ legend: Legend) -> JSON {
    .object([
      "view size pt": .line(
        .array([.number(legend.viewSize.width), .number(legend.viewSize.height)])),
      "view margin fraction": .number(legend.viewMarginFraction),
      "frame period ns": .integer(legend.framePeriod.nanoseconds),
      "layers": .line(.array(legend.layers.map { .string($0) })),
      "marks": .line(.array(legend.marks.map { .string($0) })),
      "identifiers": .line(.array(legend.identifiers.map { .string($0) })),
      "overlays": .line(.array(legend.overlays.map { .string($0) })),
      "snapshots": .line(.array(legend.snapshots.map { .string($0) })),
    ])
  }

  private static func mark(_ part: PartFacts) -> JSON {
    .object([
      "name": .string(part.name),
      "start ns": .integer(part.start.nanoseconds),
      "values": row(part.table),
    ])
  }

  private static func step(_ index: Int, of session: SessionReport) -> JSON {
    let label = session.label(ofStep: index)
    return .object([
      "step": .integer(Int64(index)),
      "line": .optional(label.map { Int64($0.line) }),
      "depth": .optional(label.map { Int64($0.depth) }),
      "text": label.map { .string($0.text) } ?? .null,
      "values": row(session.facts.steps[index]),
    ])
  }

  private static func verdict(
    _ index: Int, of session: SessionReport, _ causes: [Int: Verdict]
  ) -> JSON {
    let verdict = session.facts.verdicts[index]
    let isFailed = verdict.outcome != .kept
    return .object([
      "metric": .string(verdict.expectation.metric.name),
      "rule": .string(verdict.text),
      "line": .integer(Int64(verdict.line)),
      "column": .integer(Int64(verdict.column)),
      "step": .optional(verdict.step.map { Int64($0) }),
      "value": value(verdict.value),
      "samples": .optional(verdict.sampleCount.map { Int64($0) }),
      "since mark": verdict.mark.map { .string($0) } ?? .null,
      "found": .string(verdict.found),
      "outcome": .string(verdict.outcome.rawValue),
      "complaint": isFailed ? .string(session.complaint(of: verdict)) : .null,
      "worst": verdict.worst.map { .line(FactsFile.worst($0, of: session)) } ?? .null,
      "follows from line": .optional(causes[index].map { Int64($0.line) }),
    ])
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
      "nodes visited": .integer(work.nodesVisited),
      "points touched": .integer(work.pointsTouched),
      "cells visited": .integer(work.cellsVisited), "distances": .integer(work.distances),
    ])
  }

  private static func update(_ update: UpdateFacts, of session: SessionReport) -> JSON {
    var members: [String: JSON] = [
      "update": .integer(Int64(update.update)),
      "layer": .string(session.layerName(update.layer)),
      "step": .integer(Int64(update.step)),
      "trigger": .string(update.trigger.words),
      "triggered at ns": .integer(update.triggeredAt.nanoseconds),
      "batches": .integer(Int64(update.batches)),
      "cancelled": .flag(update.isCancelled),
      "coalesced into": .optional(update.coalescedInto.map { Int64($0) }),
      "work": update.work.map(work) ?? .null,
      "indexing ns": .optional(update.indexing?.nanoseconds),
      "queue wait ns": .optional(update.queueWait?.nanoseconds),
      "compute ns": .optional(update.compute?.nanoseconds),
      "animation ns": .optional(update.animation?.nanoseconds),
      "latency ns": .optional(update.latency?.nanoseconds),
    ]
    if let measured = session.measurements?.updates {
      members["real compute ns"] = .optional(measured.time(of: update)?.compute)
      let phases = zip(measured.phaseNames, measured.phases(of: update))
      members["phases ns"] =
        measured.time(of: update) == nil
        ? .null
        : .object(Dictionary(uniqueKeysWithValues: phases.map { ($0, .optional($1)) }))
    }
    return .object(members)
  }

  private static func measurements(_ measurements: Measurements) -> JSON {
    let updates = measurements.updates
    return .object([
      "real ns": .integer(measurements.realNanoseconds),
      "replays": spread(measurements.replays),
      "updates": .object([
        "p95 of replays": spread(updates.percentile95),
        "session": laps(updates.session), "marks": .array(updates.marks.map(laps)),
        "steps": .array(updates.steps.prefix(rowLimit).map(laps)),
      ]),
      "phases": .array(
        measurements.phases.map { phase in
          .line(
            .object([
              "phase": .string(phase.name),
              "laps": .integer(Int64(phase.laps.count)),
              "p50 ns": .integer(phase.laps.p50),
              "p95 ns": .integer(phase.laps.p95),
              "max ns": .integer(phase.laps.max),
            ]))
        }),
    ])
  }

  private static func spread(_ spread: Spread?) -> JSON {
    guard let spread else { return .null }
    return .line(
      .object([
        "count": .integer(Int64(spread.count)), "least ns": .integer(spread.least),
        "median ns": .integer(spread.median), "most ns": .integer(spread.most),
      ]))
  }

  private static func laps(_ laps: LapSummary?) -> JSON {
    guard let laps else { return .null }
    return .line(
      .object([
        "laps": .integer(Int64(laps.count)), "p50 ns": .integer(laps.p50),
        "p95 ns": .integer(laps.p95), "max ns": .integer(laps.max),
      ]))
  }
}
