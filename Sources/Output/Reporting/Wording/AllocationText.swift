internal import Formatting
internal import Metrics
internal import Wire

extension AllocationRecord {
  /// The counts of the session, in one line of JSON.
  package var line: String {
    JSON.line(
      ["format": 1, "allocations": json]
    ).text(atLevel: 0)
  }

  private var json: JSON {
    guard case .counted(let counted) = self else {
      return .object(["unavailable": .text(unavailable)])
    }
    return .object([
      "count": .integer(counted.count), "bytes": .integer(counted.bytes),
      "peak live bytes": .integer(counted.peakLiveBytes),
    ])
  }
}

extension MetricText {
  /// The allocations of a session, in one sentence.
  package static func words(of record: AllocationRecord) -> String {
    guard case .counted(let counted) = record else {
      return "allocations unavailable: \(record.unavailable ?? "")"
    }
    let frames = counted.frames
    let steady =
      frames.count == 0
      ? ""
      : frames.allocating == 0
        ? "; none in \(things(Int(frames.count), "steady frame"))"
        : "; \(count(frames.allocating)) of \(things(Int(frames.count), "steady frame")) "
          + "allocated, at most \(count(frames.mostBytes)) bytes"
    return "\(count(counted.count)) allocations, \(count(counted.bytes)) bytes in total, "
      + "\(count(counted.peakLiveBytes)) at the peak\(steady)"
  }
}
