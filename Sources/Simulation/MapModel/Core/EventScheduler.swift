internal import HeapModule
internal import MapEvents
internal import MapGeometry

/// What falls due in simulated time: the earliest first, of one instant in the order of scheduling.
///
/// The background runs on time; what the main thread does begins when that is free.
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

  /// An event that comes next.
  struct Next {
    /// When it falls due.
    let due: SimulatedTime
    /// When it begins.
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

  /// How many events there are of a kind.
  ///
  /// - Complexity: O(events).
  func count(where isCounted: (Event) -> Bool) -> Int64 {
    [main, background].reduce(0) { count, heap in
      heap.unordered.reduce(count) { isCounted($1.event) ? $0 + 1 : $0 }
    }
  }

  /// What begins first while the main thread works until some time; of several what fell due first.
  func next(mainThreadFreeAt free: SimulatedTime) -> Next? {
    let first = main.min.map { (start: max($0.time, free), entry: $0) }
    guard let other = background.min,
      first.map({ ($0.start, $0.entry) > (other.time, other) }) ?? true
    else {
      return first.map { Next(due: $0.entry.time, start: $0.start, isInBackground: false) }
    }
    return Next(due: other.time, start: other.time, isInBackground: true)
  }

  /// Drops what would come next in the background, as long as a condition holds.
  func dropInBackground(while isDropped: (Event) -> Bool) {
    while let first = background.min, isDropped(first.event) { background.removeMin() }
  }

  func pop(_ next: Next) -> Event? {
    (next.isInBackground ? background.popMin() : main.popMin())?.event
  }
}

/// Work that is due at a known instant; an enum, as closures would allocate.
enum ScheduledEvent {
  /// A batch comes from the network.
  case batch(layer: Int, points: [PointID], download: Int32)
  /// The app notices that an answer of the network does not come.
  case loss(ScheduledLoss)
  /// The app gets a batch that came while the main thread worked.
  case insertion(layer: Int, points: [PointID])
  /// The background is done with the running operation of a layer.
  case computed(layer: Int)
  /// The animation of the running update of a layer is over.
  case faded(layer: Int)
  /// Blocks of the main queue wait.
  case blocks
  case lift(Gesture)
  /// The view of the dragged annotation answers with a state.
  case dragAnswer(DragState)
  case releaseSelection(SelectionHold)
}
