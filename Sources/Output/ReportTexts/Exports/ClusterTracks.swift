internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Reporting
internal import Wire

/// The tracks of cluster layers: their updates with the parts of their latency, and their indexes.
struct ClusterTracks {
  private let session: SessionReport
  private let length: SimulatedTime
  /// When each update left its queue, by its number.
  private let starts: [Int32: SimulatedTime]

  init(_ session: SessionReport) {
    self.session = session
    length = session.timeline.length
    starts = Dictionary(session.timeline.updateStarts.rows.map { ($0.update, $0.start) }) { $1 }
  }

  func add(to trace: inout TraceFile) {
    let updates = session.facts.updates.filter { $0.coalescedInto == nil }
    let indexings = session.timeline.indexings.rows
    let layers = Set(updates.map(\.layer) + indexings.map(\.layer)).sorted()
    guard !layers.isEmpty else { return }
    let process = trace.process("Clusters")
    for layer in layers {
      let name = session.layerName(layer)
      trace.add(updates.filter { $0.layer == layer }.map(slice), "Updates of \(name)", in: process)
      let fillings = indexings.filter { $0.layer == layer }.map { row in
        TraceSlice(
          name: "indexing", category: "index", start: row.start, end: row.end ?? length)
      }
      trace.add(fillings, "Index of \(name)", in: process)
    }
  }

  /// An update from its trigger to its end, and the parts that are over.
  private func slice(of update: UpdateFacts) -> TraceSlice {
    let end = update.latency.map { update.triggeredAt + $0 } ?? length
    var slice = TraceSlice(
      name: "update: \(update.trigger.words)", category: "cluster", start: update.triggeredAt,
      end: end,
      arguments: [
        JSON.Member("update", .int(update.update)), JSON.Member("step", .int(update.step)),
        JSON.Member("cancelled", .flag(update.isCancelled)),
      ])
    if let work = update.work {
      slice.arguments += [
        JSON.Member("points touched", .integer(work.pointsTouched)),
        JSON.Member("nodes visited", .integer(work.nodesVisited)),
        JSON.Member("cells visited", .integer(work.cellsVisited)),
      ]
    }
    slice.inner = parts(of: update, until: end)
    return slice
  }

  /// The parts in their order: each begins where the one before ends, but for waits of the main
  /// thread, which lie before the update is queued, before its clusters are shown and before the
  /// old ones go.
  private func parts(of update: UpdateFacts, until end: SimulatedTime) -> [TraceSlice] {
    guard let start = starts[update.update] else { return [] }
    var parts = [part("queue wait", update.triggeredAt, start)]
    if let indexing = update.indexing, indexing > .zero {
      parts[0].arguments = [JSON.Member("indexing", .string(MetricText.time(indexing)))]
    }
    guard let compute = update.compute else { return parts.filter(\.isSome) }
    let computed = start + compute
    parts.append(part("compute", start, computed))
    if let work = update.mainThreadWork, let latency = update.latencyWithoutFade {
      let shown = update.triggeredAt + latency
      parts.append(part("main thread wait", computed, shown - work))
      parts.append(part("main thread work", shown - work, shown))
      let faded = update.animation.map { shown + $0 } ?? end
      parts.append(part("fade", shown, faded))
      parts.append(part("main thread wait", faded, end))
    }
    return parts.filter(\.isSome)
  }

  private func part(
    _ name: String, _ start: SimulatedTime, _ end: SimulatedTime
  ) -> TraceSlice {
    TraceSlice(name: name, category: "cluster", start: start, end: end)
  }
}

extension TraceSlice {
  fileprivate var isSome: Bool { end > start }
}
