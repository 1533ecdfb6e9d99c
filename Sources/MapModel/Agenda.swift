internal import MapGeometry

/// What is to happen at known instants, earliest first; equal instants in the order of planning.
struct Agenda<Task> {
  private struct Entry {
    var time: SimulatedTime
    var task: Task
  }

  // Latest first, so that the next task is taken from the end. An agenda holds a task for each
  // running operation and each coming batch: tens, so a sorted array serves best.
  private var entries: [Entry] = []

  /// When the next task is due.
  var nextTime: SimulatedTime? { entries.last?.time }

  /// Whether nothing is planned.
  var isEmpty: Bool { entries.isEmpty }

  /// Plans a task.
  ///
  /// - Complexity: O(planned tasks) at worst, O(1) for a task that comes before all others.
  mutating func plan(_ task: Task, at time: SimulatedTime) {
    let index = entries.firstIndex { $0.time <= time } ?? entries.count
    entries.insert(Entry(time: time, task: task), at: index)
    assert(index == 0 || entries[index - 1].time > time, "a later task would come first")
  }

  /// Takes the next task.
  mutating func popNext() -> Task? {
    entries.popLast()?.task
  }
}
