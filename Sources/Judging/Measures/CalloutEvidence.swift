public import MapEvents
internal import MapGeometry

/// The region callbacks between the opening of a callout and its rest, animated or not.
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
  /// The camera when that change ended; nil before, and when there was none.
  private var coverEnd: Camera?
  /// Changes that began while that one still ran.
  private var overlaps = 0
  /// Makes no callbacks, during a change that began before or outside of one.
  public init(duringChange isCovered: Bool = false) { self.isCovered = isCovered }

  /// Makes the callbacks that a request requires of a map that moves or does not.
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

  mutating func begin(animated: Bool) {
    if isCovered { overlaps += 1 }
    if animated { animatedWills += 1 } else { otherWills += 1 }
  }

  /// Counts the end of a change, unless it began before the opening.
  mutating func end(animated: Bool, at camera: Camera) {
    if isCovered {
      isCovered = false
      coverEnd = camera
      return
    }
    guard animatedDids + otherDids < changes else { return }
    if animated { animatedDids += 1 } else { otherDids += 1 }
  }

  /// The number of callbacks that are missing, too many or wrong about the animation, for a request
  /// and the cameras at opening and rest.
  ///
  /// A change that ran already when the callout opened may continue with the move: its pair covers
  /// both, animated or not, when no other change began and it ended where the map settled. Had it
  /// ended before, the move would need another pair.
  func failures(asked request: CalloutRequest, from start: Camera, to rest: Camera) -> Int {
    let isMoved = start != rest
    if isMoved, request != .none, changes == 0, isCovered || coverEnd == rest {
      return isCovered ? 1 : 0
    }
    let wanted = RegionCallbacks(of: request, moved: isMoved)
    return abs(animatedWills - wanted.animatedWills) + abs(otherWills - wanted.otherWills)
      + abs(animatedDids - wanted.animatedDids) + abs(otherDids - wanted.otherDids) + overlaps
  }
}

/// The largest distance between the tip of a callout and its pin over its frames.
public struct CalloutPins: Hashable, Sendable {
  static let tolerance = CalloutJudge.pointTolerance
  /// The wobble of the published bubble while it grows, in points.
  static let growingTolerance = 1.5

  /// The worst frame; nil without frames.
  public private(set) var worst: CriterionMeasure?

  /// Makes pins of a callout without frames.
  public init() {}

  /// Adds a frame.
  public mutating func see(_ pin: CalloutPin) {
    let measure = CriterionMeasure(
      pin.tipOffPoints, of: .tipPinned,
      within: pin.scale == 1 ? CalloutPins.tolerance : CalloutPins.growingTolerance)
    if worst == nil { worst = measure } else { worst?.takeWorse(measure) }
  }
}
