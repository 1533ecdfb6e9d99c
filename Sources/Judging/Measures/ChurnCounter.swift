internal import DequeModule
internal import MapEvents
internal import MapGeometry

/// Finds work that an update could have avoided: annotations removed and added again within a
/// second.
///
/// An added annotation is churn when one with the same content was removed at most one second
/// before. A removed one is churn when another one with the same content was added at most one
/// second before and is still on the map. Each change is part of at most one such pair, with the
/// oldest counterpart; of changes at one instant, the one emitted first.
///
/// Memory holds the last second and what is on the map, however long the session is.
struct ChurnCounter {
  /// The longest time between removal and return.
  static let window = SimulatedTime(milliseconds: 1_000)

  private struct Change {
    var annotation: AnnotationID
    var time: SimulatedTime
    /// The order of changes at one instant.
    var number: Int
  }

  /// The changes of one content without a counterpart, oldest first.
  private struct Entry {
    var added: [Change] = []
    var removed: [Change] = []

    mutating func evict(before limit: SimulatedTime) {
      // Most entries hold one change, and most of those are young.
      if let oldest = added.first, oldest.time < limit { added.removeAll { $0.time < limit } }
      if let oldest = removed.first, oldest.time < limit { removed.removeAll { $0.time < limit } }
    }

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }
  }

  private var entries: [UInt64: Entry] = [:]
  private var contents: [AnnotationID: UInt64] = [:]
  private var order: Deque<(time: SimulatedTime, content: UInt64)> = []
  private var changeCount = 0
  /// The number of changes and contents of the last second in memory.
  var heldCount: Int { order.count + entries.count }

  /// Adds an annotation; true when it is churn.
  mutating func add(_ annotation: AnnotationID, content: UInt64, at time: SimulatedTime) -> Bool {
    evict(at: time)
    contents[annotation] = content
    var entry = takeEntry(of: content, at: time)
    let isChurn = !entry.removed.isEmpty
    if isChurn {
      entry.removed.removeFirst()
    } else {
      entry.added.append(change(of: annotation, at: time))
    }
    keep(entry, content: content, at: time)
    return isChurn
  }

  /// Removes an annotation; true when it is churn.
  mutating func remove(_ annotation: AnnotationID, content: UInt64, at time: SimulatedTime) -> Bool
  {
    evict(at: time)
    contents[annotation] = nil
    var entry = takeEntry(of: content, at: time)
    // The same annotation added and removed is not churn, and no counterpart any more.
    entry.added.removeAll { $0.annotation == annotation }
    let isChurn = !entry.added.isEmpty
    if isChurn {
      entry.added.removeFirst()
    } else {
      entry.removed.append(change(of: annotation, at: time))
    }
    keep(entry, content: content, at: time)
    return isChurn
  }

  /// Changes the content of an annotation on the map: no churn, but no counterpart of its old
  /// content any more.
  mutating func renew(_ annotation: AnnotationID, content: UInt64, at time: SimulatedTime) {
    evict(at: time)
    guard let old = contents.updateValue(content, forKey: annotation), old != content else {
      return
    }
    var entry = takeEntry(of: old, at: time)
    let coming = entry.added.firstIndex { $0.annotation == annotation }
    let change = coming.map { entry.added.remove(at: $0) }
    keep(entry, content: old, at: time)
    guard let change else { return }
    var renewed = takeEntry(of: content, at: time)
    let later = renewed.added.firstIndex { $0.number > change.number } ?? renewed.added.count
    renewed.added.insert(change, at: later)
    keep(renewed, content: content, at: time)
  }

  private mutating func change(of annotation: AnnotationID, at time: SimulatedTime) -> Change {
    changeCount += 1
    return Change(annotation: annotation, time: time, number: changeCount)
  }

  private mutating func takeEntry(of content: UInt64, at time: SimulatedTime) -> Entry {
    guard var entry = entries.removeValue(forKey: content) else { return Entry() }
    entry.evict(before: time - Self.window)
    return entry
  }

  private mutating func keep(_ entry: Entry, content: UInt64, at time: SimulatedTime) {
    guard !entry.isEmpty else { return }
    entries[content] = entry
    order.append((time: time, content: content))
  }

  private mutating func evict(at time: SimulatedTime) {
    let limit = time - Self.window
    while let (time, content) = order.first, time < limit {
      order.removeFirst()
      guard var entry = entries.removeValue(forKey: content) else { continue }
      entry.evict(before: limit)
      if !entry.isEmpty { entries[content] = entry }
    }
  }
}
