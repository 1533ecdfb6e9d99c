internal import MapEvents
internal import MapGeometry

/// The places of the user that the location hardware reports: single places, and places of a walk.
final class UserLocations: MapComponent {
  private let points: LayerPoints
  private let tracking: UserTracking
  /// The rest of the walk, the next report last.
  private var walk: [(time: SimulatedTime, place: Coordinate)] = []
  /// How many walks and single places were reported; only the last walk goes on.
  private var count = 0
  /// Whether a walk was ended by another one or by a single place.
  private(set) var hasEnded = false

  init(_ part: MapComponent, points: LayerPoints, tracking: UserTracking) {
    self.points = points
    self.tracking = tracking
    super.init(part)
  }

  /// Whether a walk has ended.
  func isOver(_ number: Int) -> Bool { number != count }

  /// Shows the user at a place, or nowhere, and ends a walk.
  func show(at place: Coordinate?) {
    end()
    move(to: place)
  }

  /// Reports places at times from now on, in order.
  func begin(_ reports: [(after: SimulatedTime, place: Coordinate)]) {
    end()
    let begin = context.doneTime
    walk = reports.reversed().map { (begin + $0.after, $0.place) }
    schedule()
  }

  /// The hardware reports the next place of a walk; the app gets it on the main thread.
  func report(_ number: Int) {
    guard !isOver(number), let next = walk.last else { return }
    guard context.isMainThreadFree else {
      return scheduler.schedule(.location(walk: number), at: context.now)
    }
    assert(next.time <= context.now, "a place is reported before its time")
    walk.removeLast()
    schedule()
    move(to: next.place)
  }

  private func end() {
    count += 1
    hasEnded = hasEnded || !walk.isEmpty
    walk = []
  }

  private func schedule() {
    guard let next = walk.last else { return }
    // The app may have got the last one after the next one was due.
    scheduler.schedule(
      .location(walk: count), at: max(next.time, context.now), inBackground: true)
  }

  private func move(to place: Coordinate?) {
    points.moveUserLocation(to: place)
    if place != nil { tracking.follow() }
  }
}
