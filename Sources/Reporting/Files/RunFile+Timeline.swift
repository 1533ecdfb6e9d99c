internal import MapGeometry
internal import Wire

/// Timelines in the run file: rows of whole numbers, whose columns are named once for all sessions.
extension RunFile {
  /// The columns of each kind of row; the first of them counts from the row before.
  static var timelineColumns: JSON {
    .object(
      Dictionary(
        uniqueKeysWithValues: SessionTimeline.columns.map { ($0.kind, .line(.texts($0.columns))) }))
  }

  /// A timeline, without the kinds that have no rows.
  static func timeline(_ timeline: SessionTimeline) -> JSON {
    var members: [String: JSON] = ["length ns": .integer(timeline.length.nanoseconds)]
    var leftOut: [String: JSON] = [:]
    for (column, part) in zip(SessionTimeline.columns, timeline.numbers) {
      if !part.numbers.isEmpty {
        members[column.kind] = .written(rows(part.numbers, width: column.columns.count))
      }
      if part.leftOut > 0 { leftOut[column.kind] = .int(part.leftOut) }
    }
    if !leftOut.isEmpty { members["left out"] = .row(leftOut) }
    return .object(members)
  }

  /// Rows in one line without blanks, as a session has thousands of them.
  private static func rows(_ numbers: [Int64], width: Int) -> String {
    var text = "["
    for (index, number) in numbers.enumerated() {
      let isFirst = index.isMultiple(of: width)
      if isFirst { text += index == 0 ? "[" : "],[" }
      text += isFirst ? "\(number)" : ",\(number)"
    }
    return text + "]]"
  }
}
