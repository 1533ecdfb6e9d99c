internal import HeapModule
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// A queue of events in simulated time: earliest first, and in the order of scheduling
/// within an instant.
///
/// Background events start on time. Events of the main thread start when the thread is
/// free.
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

  /// The next event.
  struct Next {
    /// The time at which it is due.
    let due: SimulatedTime
    /// The time at which it starts.
    let start: SimulatedTime
    let isInBackground: Bool
  }

  private var main: Heap<Entry> = []
  private var background: Heap<Entry> = []
  private var scheduled = 0

  var isEmpty: Bool { main.isEmpty && background.isEmpty }

  func schedule(_ event: Event, at time: SimulatedTime, inBackground: Bool = false) {
    let entry = Entry(time: time, number: scheduled, event: event)
    if inBackground { background.insert(entry) } else { main.insert(entry) }
    scheduled += 1
  }

  /// The number of events for which a condition holds.
  ///
  /// - Complexity: O(events).
  func count(where isCounted: (Event) -> Bool) -> Int64 {
    [main, background].reduce(0) { count, heap in
      heap.unordered.reduce(count) { isCounted($1.event) ? $0 + 1 : $0 }
    }
  }

  /// The next event to start, given when the main thread is free.
  ///
  /// Ties go to the earliest due.
  func next(mainThreadFreeAt free: SimulatedTime) -> Next? {
    let first = main.min.map { (start: max($0.time, free), entry: $0) }
    guard let other = background.min,
      first.map({ ($0.start, $0.entry) > (other.time, other) }) ?? true
    else {
      return first.map { Next(due: $0.entry.time, start: $0.start, isInBackground: false) }
    }
    return Next(due: other.time, start: other.time, isInBackground: true)
  }

  /// Drops the next background events while a condition holds.
  func dropInBackground(while isDropped: (Event) -> Bool) {
    while let first = background.min, isDropped(first.event) { background.removeMin() }
  }

  func pop(_ next: Next) -> Event? {
    (next.isInBackground ? background.popMin() : main.popMin())?.event
  }
}

/// Work that is due at a known instant.
///
/// It is an enum because closures would allocate.
enum ScheduledEvent {
  /// A batch arrives from the network.
  case batch(layer: Int, points: [PointID], download: Int32)
  /// The app has waited long enough since a callback to ask for what is visible.
  case load(index: Int, call: Int)
  /// The app notices that a response of the network is missing.
  case loss(ScheduledLoss)
  /// The app moves the points of a glide.
  case glide(Int)
  /// The location hardware reports the next place of a walk.
  case location(walk: Int)
  /// The app gets a batch that arrived while the main thread worked.
  ///
  /// The answer of a load comes with its method.
  case insertion(layer: Int, points: [PointID], VisibleLoad.Method?)
  /// The running operation of a layer is complete in the background.
  case computed(layer: Int)
  /// The animation of a layer's running update ends.
  case faded(layer: Int)
  /// Blocks of the main queue are pending.
  case blocks
  case lift(Gesture)
  /// The view of the dragged annotation answers with a state.
  case dragAnswer(DragState)
  case releaseSelection(SelectionHold)
}
