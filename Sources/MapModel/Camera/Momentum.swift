internal import MapConfiguration
internal import MapGeometry

/// A pinch or a rotation that goes on, slower and slower, when the fingers leave in motion.
struct Momentum {
  /// What goes on, and how fast it is when the fingers leave.
  enum Motion {
    case levels(perSecond: Double)
    case degrees(perSecond: Double)
  }

  private let motion: Motion
  /// The point of the view that stays where it is.
  private let point: ScreenPoint
  private let scrolling: Scrolling
  let duration: SimulatedTime

  /// It rests when so many levels, or degrees, of its way are left: less than one can see.
  private static let remainders = (levels: 0.002, degrees: 0.1)

  init(_ motion: Motion, about point: ScreenPoint, options: MapOptions) {
    self.motion = motion
    self.point = point
    var options = options
    options.deceleration = options.pinchDeceleration
    let speed: Double
    switch motion {
    case .levels(let perSecond):
      (speed, options.driftRemainderPoints) = (perSecond, Momentum.remainders.levels)
    case .degrees(let perSecond):
      (speed, options.driftRemainderPoints) = (perSecond, Momentum.remainders.degrees)
    }
    precondition(speed.isFinite, "fingers that move by \(speed) a second")
    scrolling = Scrolling(options)
    duration = Scrolling.time(
      seconds: scrolling.decelerationSeconds(pointsPerSecond: speed.magnitude))
  }

  func target(from start: Viewport) -> Viewport { moved(start, seconds: 1 / -scrolling.decay) }

  func viewport(from start: Viewport, afterSeconds seconds: Double) -> Viewport {
    moved(start, seconds: scrolling.decelerationFactor(afterSeconds: seconds))
  }

  /// The viewport after so many seconds at full speed.
  private func moved(_ start: Viewport, seconds: Double) -> Viewport {
    switch motion {
    case .levels(let perSecond):
      // The limits of the map are far nearer than this.
      let levels = max(-64, min(64, perSecond * seconds))
      let factor = Elementary.exp(levels * Elementary.log(2))
      return start.scaled(by: factor, about: point)
    case .degrees(let perSecond):
      return start.turned(byDegrees: perSecond * seconds, about: point)
    }
  }
}
