internal import MapConfiguration
internal import MapGeometry

/// A finger that pans and is lifted in motion: its speed follows from the touches of its last way
/// that the main thread got.
struct Finger {
  let offset: ScreenOffset
  let duration: SimulatedTime
  let curve: AnimationCurve
  /// When it is lifted.
  let end: SimulatedTime
  /// From when on touches count.
  private(set) var first: SimulatedTime

  init(
    offset: ScreenOffset, duration: SimulatedTime, curve: AnimationCurve, end: SimulatedTime,
    window: SimulatedTime
  ) {
    precondition(window > .zero, "a finger without samples")
    self.offset = offset
    self.duration = duration
    self.curve = curve
    self.end = end
    first = end - window
  }

  /// The touch with which the last way begins is delivered late, with the newer ones; if all come
  /// with the end, the last one before counts.
  mutating func mainThreadWorked(from start: SimulatedTime, until time: SimulatedTime) {
    guard start < first, first < time else { return }
    first = time < end ? time : start
  }

  /// The speed at the end of its way, in points a second.
  var speed: ScreenOffset {
    guard duration > .zero else { return .zero }
    let window = min(duration, end - first)
    assert(window > .zero, "a finger is lifted before its last touch")
    var share = Double(window.nanoseconds) / Double(duration.nanoseconds)
    if curve != .linear { share = 1 - curve.progress(at: 1 - share) }
    let seconds = Double(window.nanoseconds) / 1_000_000_000
    return ScreenOffset(dx: offset.dx * share / seconds, dy: offset.dy * share / seconds)
  }
}
