internal import MapGeometry

/// Finds annotations that leave the map and come again, or come again before they leave, with the
/// same content within one second: work that an update could have spared.
///
/// Memory holds the last second only, however long the session is.
struct ChurnCounter {
  /// Removal and return must lie this close together.
  static let window = SimulatedTime(milliseconds: 1_000)

  private struct Entry {
    var added: [Int32] = []
    var removed: [Int32] = []
    var last = SimulatedTime.zero
  }

  private var entries: [UInt64: Entry] = [:]
  private var order: [(time: SimulatedTime, content: UInt64)] = []
  private var oldest = 0

  /// Takes in an annotation that came; true when it is churn.
  mutating func add(_ annotation: Int32, content: UInt64, at time: SimulatedTime) -> Bool {
    forget(before: time)
    var entry = entries[content] ?? Entry()
    let isChurn = !entry.removed.isEmpty
    if isChurn { entry.removed.removeLast() } else { entry.added.append(annotation) }
    keep(entry, content: content, at: time)
    return isChurn
  }

  /// Takes in an annotation that left; true when it is churn.
  mutating func remove(_ annotation: Int32, content: UInt64, at time: SimulatedTime) -> Bool {
    forget(before: time)
    var entry = entries[content] ?? Entry()
    // The same annotation coming and going is not churn; another one with its content is.
    let twin = entry.added.firstIndex { $0 != annotation }
    if let twin { entry.added.remove(at: twin) } else { entry.removed.append(annotation) }
    keep(entry, content: content, at: time)
    return twin != nil
  }

  private mutating func keep(_ entry: Entry, content: UInt64, at time: SimulatedTime) {
    var entry = entry
    entry.last = time
    entries[content] = entry
    order.append((time: time, content: content))
  }

  private mutating func forget(before time: SimulatedTime) {
    while oldest < order.count, order[oldest].time + ChurnCounter.window < time {
      let content = order[oldest].content
      if let entry = entries[content], entry.last == order[oldest].time {
        entries[content] = nil
      }
      oldest += 1
    }
    if oldest > 1_024, oldest * 2 > order.count {
      order.removeFirst(oldest)
      oldest = 0
    }
  }
}
