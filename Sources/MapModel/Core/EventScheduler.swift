internal import HeapModule
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Events that are due at known instants, earliest first; equal instants in the order of
/// scheduling.
final class EventScheduler<Event> {
  private struct Entry: Comparable {
    var time: SimulatedTime
    var number: Int
    var event: Event

    static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }

    static func < (left: Entry, right: Entry) -> Bool {
      (left.time, left.number) < (right.time, right.number)
    }
  }

  private var entries: Heap<Entry> = []
  private var scheduled = 0

  /// When the next event is due.
  var nextTime: SimulatedTime? { entries.min?.time }

  /// Whether nothing is scheduled.
  var isEmpty: Bool { entries.isEmpty }

  /// Schedules an event.
  ///
  /// - Complexity: O(log n) for n scheduled events.
  func schedule(_ event: Event, at time: SimulatedTime) {
    entries.insert(Entry(time: time, number: scheduled, event: event))
    scheduled += 1
  }

  /// Removes and returns the next event.
  ///
  /// - Complexity: O(log n) for n scheduled events.
  func popNext() -> Event? {
    entries.popMin()?.event
  }
}

/// Work that is due at a known instant; an enum, as closures would allocate.
enum ScheduledEvent {
  case batch(layer: Int, points: [PointID])
  case clusterQueue(layer: Int)
  case lift(Gesture, pointsPerSecond: ScreenOffset)
  /// The view of the annotation being dragged answers with a state, unless the map has asked for
  /// another one by then.
  case dragAnswer(DragState)
  /// The button of a callout stops holding the selection.
  case releaseSelection(SelectionHold)
}
