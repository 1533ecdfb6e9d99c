internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Reporting
internal import Wire

/// The tracks of the session as a whole.
struct SessionTracks {
  private let session: SessionReport
  private let timeline: SessionTimeline

  init(_ session: SessionReport) { (self.session, timeline) = (session, session.timeline) }

  func add(to trace: inout TraceFile) {
    let process = trace.process(session.title)
    trace.add(steps, "Steps", in: process)
    trace.add(marks, "Marks", in: process)
    trace.add(touches, "Fingers", in: process)
    trace.add(regionChanges, "Region changes", in: process)
    trace.add(callouts, "Callouts", in: process)
    if !timeline.batches.rows.isEmpty { addBatches(to: &trace, in: process) }
    trace.add(hitches, "Late frames", in: process)
  }

  private var steps: [TraceSlice] {
    var rounds: [Int32: Int64] = [:]
    return timeline.steps.rows.map { row in
      let round = rounds[row.step, default: 0] + 1
      rounds[row.step] = round
      let label = session.label(of: row.step)
      return TraceSlice(
        name: label?.text ?? "step \(row.step)", category: "step", start: row.start,
        end: row.end ?? timeline.length,
        arguments: [
          JSON.Member("file", .string(label?.file ?? session.file)),
          JSON.Member("line", .int(label?.line)), JSON.Member("round", .integer(round)),
        ])
    }
  }

  private var marks: [TraceSlice] {
    let marks = session.facts.marks
    let ends = marks.dropFirst().map(\.start) + [timeline.length]
    return zip(marks, ends).map { mark, end in
      TraceSlice(name: mark.name, category: "mark", start: mark.start, end: max(mark.start, end))
    }
  }

  private var touches: [TraceSlice] {
    timeline.touches.rows.map { row in
      TraceSlice(
        name: row.kind.words, category: "finger", start: row.start, end: row.end ?? timeline.length)
    }
  }

  private var regionChanges: [TraceSlice] {
    timeline.regionChanges.rows.map { row in
      TraceSlice(
        name: (row.isAnimated ? "animated change" : "change")
          + (row.isInterrupted ? ", interrupted" : ""),
        category: "region", start: row.start, end: row.end ?? timeline.length)
    }
  }

  /// Callouts, each with the time until the map has moved for it.
  private var callouts: [TraceSlice] {
    let timelines = Dictionary(session.facts.calloutTimelines.map { ($0.callout, $0) }) { $1 }
    return timeline.callouts.rows.map { row in
      let end = row.end ?? timeline.length
      let subject = timelines[row.callout]?.subjects.first { $0.annotation == row.annotation }
      var slice = TraceSlice(
        name: "callout over "
          + (subject.map { session.name(of: $0) } ?? "annotation \(row.annotation)"),
        category: "callout", start: row.start, end: end,
        arguments: [
          JSON.Member("callout", .int(row.callout)),
          JSON.Member("annotation", .int(row.annotation.rawValue)),
        ])
      if let verdict = session.facts.callouts.first(where: { $0.callout == row.callout }) {
        slice.arguments.append(JSON.Member("verdict", .string(verdict.outcomeWords)))
      }
      let rest = min(row.rest ?? end, end)
      if rest > row.start {
        slice.inner = [
          TraceSlice(
            name: row.isInterrupted ? "makes room, interrupted" : "makes room",
            category: "callout", start: row.start, end: rest)
        ]
      }
      return slice
    }
  }

  private func addBatches(to trace: inout TraceFile, in process: Int64) {
    let track = trace.track("Downloads", in: process)
    for row in timeline.batches.rows {
      let layer = session.layerName(row.layer)
      trace.addInstant(
        "batch for \(layer)\(row.outcome.words)", "download", at: row.start, in: track,
        [JSON.Member("layer", .string(layer)), JSON.Member("points", .int(row.points))])
    }
  }

  /// Late frames.
  ///
  /// Each slice begins when the frame is made and lasts for its lateness.
  private var hitches: [TraceSlice] {
    timeline.hitches.rows.map { row in
      TraceSlice(
        name: "late by \(MetricText.short(row.lateness))", category: "hitch", start: row.start,
        end: row.start + row.lateness,
        arguments: [
          JSON.Member("frame", .integer(row.frame)),
          JSON.Member("main thread", .string(MetricText.time(row.mainThread))),
        ])
    }
  }
}

extension CalloutVerdict {
  fileprivate var outcomeWords: String {
    guard isJudged else { return "never settled" }
    let broken = Criterion.allCases.filter { keeps($0) == false }.map(\.title)
    return broken.isEmpty ? "correct" : "broken: \(broken.joined(separator: ", "))"
  }
}

extension SessionTimeline.TouchSpan.Kind {
  fileprivate var words: String {
    self == .twoFingerTap ? "tap of two fingers" : Record.words("\(self)", unit: nil)
  }
}

extension SessionTimeline.BatchAnswer.Outcome {
  fileprivate var words: String {
    switch self {
    case .arrived: ""
    case .askedForAgain: " lost, asked for again"
    case .givenUp: " lost, given up"
    }
  }
}
