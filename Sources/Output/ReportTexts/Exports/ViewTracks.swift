internal import MapEvents
internal import MapGeometry
internal import Reporting
internal import Wire

/// The tracks of annotation views: how many there are, and one for each, with what it is shown for.
///
/// A view that was just made and one that comes from its pool have other names, and so other
/// colors.
struct ViewTracks {
  private let session: SessionReport

  init(_ session: SessionReport) { self.session = session }

  func add(to trace: inout TraceFile) {
    let timeline = session.timeline
    guard !timeline.views.rows.isEmpty || !timeline.viewCounts.rows.isEmpty else { return }
    let process = trace.process("Annotation views")
    for row in timeline.viewCounts.rows {
      trace.addCounts(
        "views", at: row.start, in: process,
        [JSON.Member("on the map", .int(row.live)), JSON.Member("in pools", .int(row.pooled))])
    }
    let rows = Dictionary(grouping: timeline.views.rows, by: \.view).sorted { $0.key < $1.key }
    for (view, rows) in rows {
      let identifier = identifier(rows[0].identifier)
      trace.add(
        rows.map { slice(of: $0, until: timeline.length) }, "view \(view) (\(identifier))",
        in: process)
    }
  }

  private func slice(
    of row: SessionTimeline.ViewSpan, until length: SimulatedTime
  ) -> TraceSlice {
    TraceSlice(
      name: "\(row.isReused ? "reused" : "new") for \(row.subjectWords)",
      category: row.isReused ? "view,reused" : "view,new", start: row.start,
      end: row.end ?? length,
      arguments: row.layer.isNone
        ? [] : [JSON.Member("layer", .string(session.layerName(row.layer)))],
      color: row.isReused ? "good" : "yellow")
  }

  private func identifier(_ index: Int32) -> String {
    let names = session.legend.identifiers
    return names.indices.contains(Int(index)) ? names[Int(index)] : "\(index)"
  }
}

extension SessionTimeline.ViewSpan {
  fileprivate var subjectWords: String {
    switch subject {
    case .point: "annotation \(annotation)"
    case .cluster: "cluster \(annotation)"
    case .userLocation: "the user location"
    case .callout: "callout \(annotation)"
    }
  }
}
