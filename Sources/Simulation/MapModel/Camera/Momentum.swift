internal import ExactMath
internal import MapConfiguration
internal import MapGeometry

/// A pinch or a rotation that continues and decelerates after the fingers leave in motion.
struct Momentum {
  /// The continuing motion, with its speed when the fingers leave.
  enum Motion {
    case levels(perSecond: Double)
    case degrees(perSecond: Double)
  }

  private let motion: Motion
  /// The fixed point of the view.
  private let point: ScreenPoint
  private let decay: Decay
  let duration: SimulatedTime

  init(_ motion: Motion, about point: ScreenPoint, options: MapOptions) {
    self.motion = motion
    self.point = point
    decay = Decay(options.pinchDeceleration)
    // It rests when less of its way is left than one can see.
    let (speed, remainder) =
      switch motion {
      case .levels(let perSecond): (perSecond, 0.002)
      case .degrees(let perSecond): (perSecond, 0.1)
      }
    precondition(speed.isFinite, "fingers that move by \(speed) a second")
    duration = Scrolling.time(seconds: decay.seconds(speed: speed.magnitude, remainder: remainder))
  }

  func target(from start: Viewport) -> Viewport { moved(start, seconds: 1 / -decay.rate) }

  func viewport(from start: Viewport, afterSeconds seconds: Double) -> Viewport {
    moved(start, seconds: decay.factor(afterSeconds: seconds))
  }

  /// The viewport after some seconds at full speed.
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
