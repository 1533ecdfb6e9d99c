internal import MapConfiguration
internal import MapGeometry

/// How a scroll view moves when no finger holds it, which the map takes over: constants and closed
/// forms, in points and seconds.
///
/// MKMapView's own constants are not published, so all are options.
struct Scrolling {
  /// 1000 ln d, where d is the share of the speed that a millisecond leaves.
  let decay: Double
  /// A drift ends when this much of its way remains.
  let driftRemainderPoints: Double
  /// A spring rests when it is this near to its end.
  let springRemainderPoints: Double
  /// The spring's frequency: the square root of its stiffness, of mass 1 and damping ratio 1.
  let springRate: Double
  /// The share of a pull beyond the end that the content follows at first.
  let bandCoefficient: Double
  /// Whether content follows a pull beyond its end at all.
  let isElastic: Bool

  /// Takes over what options say.
  init(_ options: MapOptions) {
    precondition(options.springStiffness > 0, "a spring of stiffness \(options.springStiffness)")
    precondition(
      options.driftRemainderPoints > 0 && options.springRemainderPoints > 0,
      "a motion that never ends")
    precondition(
      options.rubberBandCoefficient > 0 && options.rubberBandCoefficient <= 1,
      "content that runs ahead of the finger")
    decay = Scrolling.decay(of: options.deceleration)
    driftRemainderPoints = options.driftRemainderPoints
    springRemainderPoints = options.springRemainderPoints
    springRate = options.springStiffness.squareRoot()
    bandCoefficient = options.rubberBandCoefficient
    isElastic = options.beyondEdge == .rubberBand
  }

  /// 1000 ln d for each rate of deceleration.
  private static func decay(of deceleration: MapOptions.Deceleration) -> Double {
    switch deceleration {
    case .normal: -2.002_002_670_673_079_4
    case .fast: -10.050_335_853_501_451
    }
  }

  /// Seconds of full speed that a drift covers after some time: (d^1000t - 1) / 1000 ln d.
  func driftFactor(afterSeconds seconds: Double) -> Double {
    assert(decay < 0 && seconds >= 0, "a drift that grows")
    return (Elementary.exp(decay * seconds) - 1) / decay
  }

  /// Seconds until `driftRemainderPoints` of the way remain: ln(-1000 ln d e / v) / 1000 ln d.
  func driftSeconds(pointsPerSecond speed: Double) -> Double {
    assert(speed >= 0, "a speed of \(speed)")
    let ratio = -decay * driftRemainderPoints / speed
    guard ratio < 1 else { return 0 }
    return Elementary.log(ratio) / decay
  }

  /// Where a spring is after some time: e^(-r t) (x0 + (v0 + r x0) t) at the rate r.
  func spring(from start: Double, speed: Double, afterSeconds seconds: Double) -> Double {
    assert(seconds >= 0, "a spring is asked where it was before it was let go")
    return Elementary.exp(-springRate * seconds)
      * (start + (speed + springRate * start) * seconds)
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

  /// How fast content goes that is pulled beyond its end, as a share of the finger's speed: the
  /// slope of the rubber band where it shows so many points.
  func bandSlope(shown: Double, extent: Double) -> Double {
    let left = 1 - shown.magnitude / extent
    assert(left > 0, "a band of \(extent) points shows \(shown)")
    return bandCoefficient * left * left
  }

  /// Whole nanoseconds of a number of seconds, at most a day.
  static func time(seconds: Double) -> SimulatedTime {
    assert(seconds >= 0, "a motion of \(seconds) seconds")
    return SimulatedTime(nanoseconds: Int64((min(seconds, 86_400) * 1_000_000_000).rounded()))
  }
}
