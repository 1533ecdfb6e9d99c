internal import HeapModule
internal import MapGeometry

/// What is to happen at known instants, earliest first; equal instants in the order of planning.
struct Agenda<Task> {
  private struct Entry: Comparable {
    var time: SimulatedTime
    var number: Int
    var task: Task

    static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }

    static func < (left: Entry, right: Entry) -> Bool {
      (left.time, left.number) < (right.time, right.number)
    }
  }

  private var entries: Heap<Entry> = []
  private var planned = 0

  /// When the next task is due.
  var nextTime: SimulatedTime? { entries.min?.time }

  /// Whether nothing is planned.
  var isEmpty: Bool { entries.isEmpty }

  /// Plans a task.
  ///
  /// - Complexity: O(log planned tasks).
  mutating func plan(_ task: Task, at time: SimulatedTime) {
    entries.insert(Entry(time: time, number: planned, task: task))
    planned += 1
  }

  /// Takes the next task.
  ///
  /// - Complexity: O(log planned tasks).
  mutating func popNext() -> Task? {
    entries.popMin()?.task
  }
}
