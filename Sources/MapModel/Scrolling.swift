internal import MapGeometry

/// How a scroll view moves when no finger holds it, which the map takes over: constants and closed
/// forms, in points and seconds.
///
/// The constants are those that developers measured; MKMapView's own are not published.
enum Scrolling {
  /// A drift ends when this much of its way remains.
  static let driftRemainderPoints = 0.25
  /// A spring rests when it is this near to its end.
  static let springRemainderPoints = 0.5
  /// The spring's frequency: of mass 1, stiffness 100 and damping ratio 1.
  static let springRate = 10.0
  /// The share of a pull beyond the end that the content follows at first.
  static let bandCoefficient = 0.55
  /// The speed of a finger counts its samples of this time before it is lifted.
  static let velocityWindow = SimulatedTime(milliseconds: 100)

  /// 1000 ln d, where d is the share of the speed that a millisecond leaves.
  static func decay(of deceleration: MapOptions.Deceleration) -> Double {
    switch deceleration {
    case .normal: -2.002_002_670_673_079_4
    case .fast: -10.050_335_853_501_451
    }
  }

  /// Seconds of full speed that a drift covers after some time: (d^1000t - 1) / 1000 ln d.
  static func driftFactor(afterSeconds seconds: Double, decay: Double) -> Double {
    assert(decay < 0 && seconds >= 0, "a drift that grows")
    return (Elementary.exp(decay * seconds) - 1) / decay
  }

  /// Seconds until `driftRemainderPoints` of the way remain: ln(-1000 ln d e / v) / 1000 ln d.
  static func driftSeconds(pointsPerSecond speed: Double, decay: Double) -> Double {
    assert(speed >= 0, "a speed of \(speed)")
    let ratio = -decay * driftRemainderPoints / speed
    guard ratio < 1 else { return 0 }
    return Elementary.log(ratio) / decay
  }

  /// Where a spring is after some time: e^(-10 t) (x0 + (v0 + 10 x0) t).
  static func spring(from start: Double, speed: Double, afterSeconds seconds: Double) -> Double {
    assert(seconds >= 0, "a spring is asked where it was before it was let go")
    return Elementary.exp(-springRate * seconds)
      * (start + (speed + springRate * start) * seconds)
  }

  /// Seconds until a spring stays within `springRemainderPoints`.
  static func springSeconds(from start: Double, speed: Double) -> Double {
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
  static func bandSlope(shown: Double, extent: Double) -> Double {
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
