public import MapEvents
public import MapGeometry

/// The region callbacks between the opening of a callout and its rest, by what they said of the
/// animation.
public struct RegionCallbacks: Hashable, Sendable {
  /// Changes that began animated.
  public var animatedWills = 0
  /// Changes that began at once.
  public var otherWills = 0
  /// Animated changes that ended, of those that began since the opening.
  public var animatedDids = 0
  /// Other changes that ended, of those that began since the opening.
  public var otherDids = 0
  /// Whether a change that began before the opening still runs.
  private var isCovered = false
  /// Where the map looked when that change ended; nil before, and when there was none.
  private var coverEnd: Camera?
  /// Changes that began while that one still ran.
  private var overlaps = 0

  /// Makes callbacks of a time in which none came, but a change may have begun before it.
  public init(duringChange isCovered: Bool = false) { self.isCovered = isCovered }

  /// Makes the callbacks of a map that does what it was asked for, and moves or not.
  public init(of request: CalloutRequest, moved: Bool) {
    guard moved else { return }
    switch request {
    case .none: break
    case .atOnce: (otherWills, otherDids) = (1, 1)
    case .animated: (animatedWills, animatedDids) = (1, 1)
    }
  }

  /// The changes that began.
  public var changes: Int { animatedWills + otherWills }

  /// A change begins.
  mutating func begin(animated: Bool) {
    if isCovered { overlaps += 1 }
    if animated { animatedWills += 1 } else { otherWills += 1 }
  }

  /// A change ends where the map looks now; one that began before the opening does not count.
  mutating func end(animated: Bool, at camera: Camera) {
    if isCovered {
      isCovered = false
      coverEnd = camera
      return
    }
    guard animatedDids + otherDids < changes else { return }
    if animated { animatedDids += 1 } else { otherDids += 1 }
  }

  /// How many callbacks are missing, too many or say the wrong thing of the animation.
  ///
  /// A change that ran already when the callout opened may go on with the move: its pair covers
  /// both, and what it said of the animation it said for the one who began it. That is so when no
  /// other change began and it ended where the map came to rest; had it ended before the move, the
  /// move would lack a pair of its own.
  ///
  /// - Parameters:
  ///   - request: What the map was asked for.
  ///   - start: Where the map looked when the callout opened.
  ///   - rest: Where it came to rest.
  /// - Returns: Their number.
  func faults(asked request: CalloutRequest, from start: Camera, to rest: Camera) -> Int {
    let isMoved = start != rest
    if isMoved, request != .none, changes == 0, isCovered || coverEnd == rest {
      return isCovered ? 1 : 0
    }
    let wanted = RegionCallbacks(of: request, moved: isMoved)
    return abs(animatedWills - wanted.animatedWills) + abs(otherWills - wanted.otherWills)
      + abs(animatedDids - wanted.animatedDids) + abs(otherDids - wanted.otherDids) + overlaps
  }
}

/// The furthest that the tip of a callout came off its pin, frame by frame.
public struct CalloutPins: Hashable, Sendable {
  /// Half a point on the screen is what an eye can tell.
  static let tolerance = CalloutJudge.pointTolerance
  /// While it grows, the published bubble wobbles by so much.
  static let growingTolerance = 1.5

  /// The worst frame; nil while there was none.
  public private(set) var worst: CriterionMeasure?

  /// Makes pins of a callout that no frame has shown.
  public init() {}

  /// Takes in a frame: where the tip is drawn, what it should touch, and how large the callout is
  /// drawn.
  public mutating func see(tip: ScreenPoint, anchor: ScreenPoint, scale: Double) {
    let (dx, dy) = (tip.x - anchor.x, tip.y - anchor.y)
    let measure = CriterionMeasure(
      (dx * dx + dy * dy).squareRoot(), of: .tipPinned,
      within: scale == 1 ? CalloutPins.tolerance : CalloutPins.growingTolerance)
    if worst == nil { worst = measure } else { worst?.takeWorse(measure) }
  }
}
