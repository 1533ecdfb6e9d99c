internal import ExactMath
internal import MapConfiguration
internal import MapGeometry

/// The path of the center after a finger lifts; past a northern or southern edge, on a spring.
struct Deceleration {
  /// The motion from north to south.
  enum Vertical {
    /// It slows down before any edge.
    case free
    /// It is released beyond an edge, by this many points, and springs back.
    case back(points: Double)
    /// It reaches an edge after a time and a way, and passes it with a speed.
    case reaching(seconds: Double, way: Double, speed: Double)
  }

  let from: Viewport
  /// Points of the center's way to the east and to the south in the first second at full speed.
  let velocity: (east: Double, south: Double)
  let scrolling: Scrolling
  let vertical: Vertical
  let duration: SimulatedTime
  let target: Viewport

  /// Releases the content of a map at a speed, in points a second on the screen.
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
    let slope = shown == 0 ? 1 : scrolling.bandSlope(shown: shown, extent: from.size.height)
    velocity = (east: -onMap.east, south: -onMap.south * slope)

    var end = from
    end.center.x -= onMap.east / -decay * scale
    let speed = (content.dx * content.dx + content.dy * content.dy).squareRoot()
    var seconds = scrolling.decelerationSeconds(pointsPerSecond: speed)
    if shown != 0 {
      vertical = .back(points: shown)
      end.center.y = inside
      seconds = max(
        scrolling.decelerationSeconds(pointsPerSecond: velocity.east.magnitude),
        scrolling.springSeconds(from: shown, speed: velocity.south))
    } else {
      end.center.y += velocity.south / -decay * scale
      let way = (end.clamped().center.y - from.center.y) / scale
      let excess = (end.center.y - end.clamped().center.y) / scale
      // An overshoot smaller than what a deceleration leaves out never reaches the edge.
      if excess.magnitude <= scrolling.driftRemainderPoints {
        vertical = .free
      } else {
        // Of the speed v - 1000 ln d x is left after a way of x.
        let left = velocity.south + decay * way
        let time = max(0, Elementary.log(max(left / velocity.south, 1e-300)) / decay)
        vertical = .reaching(seconds: time, way: way, speed: left)
        if scrolling.isElastic {
          seconds = max(
            scrolling.decelerationSeconds(pointsPerSecond: velocity.east.magnitude),
            time + scrolling.springSeconds(from: 0, speed: left))
        }
      }
    }
    target = end.clamped()
    duration = Scrolling.time(seconds: seconds)
  }

  var isBack: Bool {
    if case .back = vertical { true } else { false }
  }

  /// Whether the map moves at all, though it be only beyond an edge and back.
  var moves: Bool {
    guard target == from else { return true }
    guard scrolling.isElastic, case .reaching(_, _, let speed) = vertical else { return false }
    return speed != 0 && duration > .zero
  }

  func viewport(afterSeconds seconds: Double) -> Viewport {
    let scale = from.mapPointsPerPoint
    let factor = scrolling.decelerationFactor(afterSeconds: seconds)
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

/// A motion of which each millisecond leaves a share d of the speed, whatever its unit of length.
struct Decay {
  /// 1000 ln d.
  let rate: Double

  init(_ deceleration: MapOptions.Deceleration) {
    rate =
      switch deceleration {
      case .normal: -2.002_002_670_673_079_4
      case .fast: -10.050_335_853_501_451
      }
  }

  /// Seconds of full speed that it covers after some time: (d^1000t - 1) / 1000 ln d.
  func factor(afterSeconds seconds: Double) -> Double {
    assert(seconds >= 0, "a deceleration that has not begun")
    return (Elementary.exp(rate * seconds) - 1) / rate
  }

  /// Seconds until so much of the way remains: ln(-1000 ln d e / v) / 1000 ln d.
  func seconds(speed: Double, remainder: Double) -> Double {
    assert(speed >= 0, "a speed of \(speed)")
    let ratio = -rate * remainder / speed
    guard ratio < 1 else { return 0 }
    return Elementary.log(ratio) / rate
  }
}

/// How a scroll view moves when no finger holds it, in closed forms, in points and seconds.
struct Scrolling {
  private let drift: Decay
  /// The deceleration ends when this much of its way remains.
  let driftRemainderPoints: Double
  /// A spring rests when it is this near to its end.
  let springRemainderPoints: Double
  /// The spring's frequency: the square root of its stiffness, of mass 1 and damping ratio 1.
  let springRate: Double
  /// The share of a pull beyond the end that the content follows at first.
  let bandCoefficient: Double
  /// Whether content follows a pull beyond its end at all.
  let isElastic: Bool

  init(_ options: MapOptions) {
    precondition(options.springStiffness > 0, "a spring of stiffness \(options.springStiffness)")
    precondition(
      options.driftRemainderPoints > 0 && options.springRemainderPoints > 0,
      "a motion that never ends")
    precondition(
      options.rubberBandCoefficient > 0 && options.rubberBandCoefficient <= 1,
      "content that runs ahead of the finger")
    drift = Decay(options.deceleration)
    driftRemainderPoints = options.driftRemainderPoints
    springRemainderPoints = options.springRemainderPoints
    springRate = options.springStiffness.squareRoot()
    bandCoefficient = options.rubberBandCoefficient
    isElastic = options.beyondEdge == .rubberBand
  }

  /// 1000 ln d, where d is the share of the speed that a millisecond leaves.
  var decay: Double { drift.rate }

  /// Seconds of full speed that a deceleration covers after some time.
  func decelerationFactor(afterSeconds seconds: Double) -> Double {
    drift.factor(afterSeconds: seconds)
  }

  /// Seconds until `driftRemainderPoints` of the way remain.
  func decelerationSeconds(pointsPerSecond speed: Double) -> Double {
    drift.seconds(speed: speed, remainder: driftRemainderPoints)
  }

  /// Where a spring is after some time: e^(-r t) (x0 + (v0 + r x0) t) at the rate r.
  func spring(from start: Double, speed: Double, afterSeconds seconds: Double) -> Double {
    assert(seconds >= 0, "a spring is asked where it was before it was let go")
    return Elementary.exp(-springRate * seconds) * (start + (speed + springRate * start) * seconds)
  }

  /// Seconds until a spring stays within `springRemainderPoints`.
  func springSeconds(from start: Double, speed: Double) -> Double {
    func way(_ seconds: Double) -> Double {
      spring(from: start, speed: speed, afterSeconds: seconds)
    }
    // The one place where it turns round; from there on it only comes nearer.
    let slope = speed + springRate * start
    let turn = slope == 0 ? 0 : max(0, speed / (springRate * slope))
    var low = turn
    if way(turn).magnitude <= springRemainderPoints {
      guard start.magnitude > springRemainderPoints else { return 0 }
      low = 0
    }
    // Before it turns it may have run to the other side: only what is left of this one counts.
    let sign = way(low) < 0 ? -1.0 : 1
    var high = low == turn ? turn + 0.25 : turn
    while way(high) * sign > springRemainderPoints { high += 0.25 }
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return high }
      if way(middle) * sign > springRemainderPoints { low = middle } else { high = middle }
    }
  }

  /// The slope of the rubber band where it shows so many points.
  ///
  /// A spring can carry the content further than a band can show; no finger moves it there.
  func bandSlope(shown: Double, extent: Double) -> Double {
    let left = max(0, 1 - shown.magnitude / extent)
    return bandCoefficient * left * left
  }

  /// Whole nanoseconds of a number of seconds, at most a day.
  static func time(seconds: Double) -> SimulatedTime {
    assert(seconds >= 0, "a motion of \(seconds) seconds")
    return SimulatedTime(nanoseconds: Int64((min(seconds, 86_400) * 1_000_000_000).rounded()))
  }
}
