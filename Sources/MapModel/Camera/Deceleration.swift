internal import MapConfiguration
internal import MapGeometry

/// The way of the centre after a finger has let go: both axes of the map slow down by themselves;
/// at the northern or southern edge a spring takes over, or the map stops.
struct Deceleration {
  /// What happens from north to south.
  enum Vertical {
    /// It slows down before any edge.
    case free
    /// It was let go beyond an edge, by this many points, and springs back.
    case back(points: Double)
    /// It reaches an edge after a time and a way, and passes it with a speed.
    case reaching(seconds: Double, way: Double, speed: Double)
  }

  let from: Viewport
  /// Points of the centre's way to the east and to the south in the first second at full speed.
  let velocity: (east: Double, south: Double)
  let scrolling: Scrolling
  let vertical: Vertical
  /// How long it takes.
  let duration: SimulatedTime
  /// Where it ends.
  let target: Viewport

  /// Lets the content of a map go at a speed, in points a second on the screen.
  init(from: Viewport, pointsPerSecond content: ScreenOffset, options: MapOptions) {
    precondition(content.dx.isFinite && content.dy.isFinite, "a speed that is no number")
    self.from = from
    scrolling = Scrolling(options)
    let decay = scrolling.decay
    let onMap = Deceleration.mapOffset(of: content, in: from)
    let scale = from.mapPointsPerPoint
    let inside = from.clamped().center.y
    let shown = (from.center.y - inside) / scale
    assert(scrolling.isElastic || shown == 0, "a map beyond an edge that stops it")
    // Beyond the edge the content is slower than the finger.
    let slope =
      shown == 0 ? 1 : scrolling.bandSlope(shown: shown, extent: from.size.height)
    velocity = (east: -onMap.east, south: -onMap.south * slope)

    var end = from
    end.center.x -= onMap.east / -decay * scale
    let speed = (content.dx * content.dx + content.dy * content.dy).squareRoot()
    var seconds = scrolling.driftSeconds(pointsPerSecond: speed)
    if shown != 0 {
      vertical = .back(points: shown)
      end.center.y = inside
      seconds = max(
        scrolling.driftSeconds(pointsPerSecond: velocity.east.magnitude),
        scrolling.springSeconds(from: shown, speed: velocity.south))
    } else {
      end.center.y += velocity.south / -decay * scale
      let way = (end.clamped().center.y - from.center.y) / scale
      let excess = (end.center.y - end.clamped().center.y) / scale
      // What would pass the edge by less than a drift leaves out ends before it is there.
      if excess.magnitude <= scrolling.driftRemainderPoints {
        vertical = .free
      } else {
        // Of the speed v - 1000 ln d x is left after a way of x.
        let left = velocity.south + decay * way
        let time = max(0, Elementary.log(max(left / velocity.south, 1e-300)) / decay)
        vertical = .reaching(seconds: time, way: way, speed: left)
        if scrolling.isElastic {
          seconds = max(
            scrolling.driftSeconds(pointsPerSecond: velocity.east.magnitude),
            time + scrolling.springSeconds(from: 0, speed: left))
        }
      }
    }
    target = end.clamped()
    duration = Scrolling.time(seconds: seconds)
  }

  /// Whether it was let go beyond an edge.
  var isBack: Bool {
    if case .back = vertical { true } else { false }
  }

  /// Whether the map moves at all, though it be only beyond an edge and back.
  var moves: Bool {
    guard target == from else { return true }
    guard scrolling.isElastic, case .reaching(_, _, let speed) = vertical else { return false }
    return speed != 0 && duration > .zero
  }

  /// What the map shows after some time.
  func viewport(afterSeconds seconds: Double) -> Viewport {
    let scale = from.mapPointsPerPoint
    let factor = scrolling.driftFactor(afterSeconds: seconds)
    var result = from
    result.center.x += velocity.east * factor * scale
    switch vertical {
    case .free:
      result.center.y += velocity.south * factor * scale
      return result.clamped()
    case .back(let points):
      let way = scrolling.spring(from: points, speed: velocity.south, afterSeconds: seconds)
      return beyond(target.center.y + way * scale, result)
    case .reaching(let time, _, let speed):
      guard seconds > time else {
        result.center.y += velocity.south * factor * scale
        return result.clamped()
      }
      guard scrolling.isElastic else { return beyond(target.center.y, result) }
      let way = scrolling.spring(from: 0, speed: speed, afterSeconds: seconds - time)
      return beyond(target.center.y + way * scale, result)
    }
  }

  /// A viewport in the world but for its y, which a spring may hold beyond the edge.
  private func beyond(_ y: Double, _ viewport: Viewport) -> Viewport {
    var result = viewport.clamped()
    result.center.y = y
    assert(y.isFinite, "a spring broke")
    return result
  }

  /// An offset on the screen, in points to the east and to the south.
  static func mapOffset(
    of offset: ScreenOffset, in viewport: Viewport
  ) -> (east: Double, south: Double) {
    // At the origin and at scale 1, so that nothing is lost by adding to large numbers.
    var plain = viewport
    plain.center = MapPoint(x: 0, y: 0)
    plain.mapPointsPerPoint = 1
    plain.size = ScreenSize(width: 0, height: 0)
    let point = plain.mapPoint(at: ScreenPoint(x: offset.dx, y: offset.dy))
    return (east: point.x, south: point.y)
  }
}
