internal import MapConfiguration
internal import MapGeometry

/// A finger that pans and is lifted in motion: its speed follows from the touches of its last way
/// that the main thread got.
struct Finger {
  let way: FingerWay
  let duration: SimulatedTime
  let curve: AnimationCurve
  /// When it is lifted.
  let end: SimulatedTime
  /// From when on touches count.
  private(set) var first: SimulatedTime

  init(
    way: FingerWay, duration: SimulatedTime, curve: AnimationCurve, end: SimulatedTime,
    window: SimulatedTime
  ) {
    precondition(window > .zero, "a finger without samples")
    self.way = way
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
    let last = way.last(share)
    return ScreenOffset(dx: last.dx / seconds, dy: last.dy / seconds)
  }
}

/// The way of a finger in straight lines, all of them at one speed.
final class FingerWay {
  /// The offset of its end from its start.
  let offset: ScreenOffset
  /// The offsets of the ends of its lines from its start, in order; empty for a single line.
  let corners: [ScreenOffset]
  /// The share of its length up to each corner.
  private let shares: [Double]

  /// A single line.
  init(_ offset: ScreenOffset) { (self.offset, corners, shares) = (offset, [], []) }

  /// Lines from a point of the view through others.
  init(from start: ScreenPoint, through points: [ScreenPoint]) {
    corners = points.map { ScreenOffset(dx: $0.x - start.x, dy: $0.y - start.y) }
    offset = corners.last ?? .zero
    var lengths: [Double] = []
    for (from, to) in zip([start] + points, points) {
      lengths.append((lengths.last ?? 0) + TargetResolver.distance(from: from, to: to))
    }
    let length = lengths.last ?? 0
    // A way without length has no shares.
    shares = lengths.map { length > 0 ? $0 / length : 1 }
  }

  /// The offset of the finger after a share of the way.
  func offset(after share: Double) -> ScreenOffset {
    guard !corners.isEmpty else {
      return ScreenOffset(dx: offset.dx * share, dy: offset.dy * share)
    }
    guard share > 0 else { return .zero }
    let index = shares.firstIndex { share <= $0 } ?? corners.count - 1
    let (from, to) = (index > 0 ? corners[index - 1] : .zero, corners[index])
    let begin = index > 0 ? shares[index - 1] : 0
    let part = (share - begin) / (shares[index] - begin)
    return ScreenOffset(
      dx: from.dx + (to.dx - from.dx) * part, dy: from.dy + (to.dy - from.dy) * part)
  }

  /// The offset of the finger during the last share of the way.
  func last(_ share: Double) -> ScreenOffset {
    guard !corners.isEmpty else { return offset(after: share) }
    let before = offset(after: 1 - share)
    return ScreenOffset(dx: offset.dx - before.dx, dy: offset.dy - before.dy)
  }
}
