internal import MapEvents
internal import MapGeometry

/// Follows an open callout from frame to frame: who moved it, when it stands still, and the part of
/// an overflow for which fingers answer.
struct CalloutWatch {
  /// A callout and its pin in a map view of some size.
  struct Place: Hashable {
    var tip: ScreenPoint
    var anchor: ScreenPoint
    var parent: ScreenRect
    var body: ScreenRect
    var viewSize: ScreenSize

    /// The place of rectangles whose tip touches its pin.
    init(_ rects: CalloutRects, viewSize: ScreenSize) {
      (tip, anchor) = (rects.tip, rects.tip)
      (parent, body, self.viewSize) = (rects.parent, rects.body, viewSize)
    }

    init(_ pin: CalloutPin, viewSize: ScreenSize) {
      (tip, anchor) = (pin.tip, pin.anchor)
      (parent, body, self.viewSize) = (pin.parent, pin.body, viewSize)
    }

    /// The rectangle that has to lie inside the map: the callout with its pin.
    var whole: ScreenRect { body.union(parent) }
  }

  /// A change that was not judged yet.
  struct Change {
    /// The last frame in which the place changed.
    var since: SimulatedTime
    var by: CalloutCause
  }

  let opening: CalloutOpening
  /// The place in the last frame.
  private(set) var shown: Place
  /// The place in the frame that is being made.
  private var next: Place
  /// The cause of the move of the map or the pin since the last frame; nil without a move.
  private var mover: CalloutCause?
  /// The changes that were not judged yet; nil for none.
  private(set) var change: Change?
  private var overflow: ChargedAmount
  private var distance: ChargedAmount
  /// The frames since the last judgment.
  private(set) var pins = CalloutPins()
  /// Whether the last frame showed the callout in its full size.
  private(set) var isGrown = false
  private var isNextGrown = false

  init(opening: CalloutOpening, viewSize: ScreenSize) {
    self.opening = opening
    shown = Place(opening.rects, viewSize: viewSize)
    next = shown
    overflow = ChargedAmount(0, within: CalloutJudge.pointTolerance)
    distance = ChargedAmount(0, within: 0)
    charge()
  }

  /// The judge of the current size of the map view.
  private var judge: CalloutJudge { CalloutJudge(viewSize: shown.viewSize, opening: opening) }

  /// Whether callout and pin are inside what bars leave.
  var isInside: Bool { !overflow.isBroken }
  /// Whether they overflow, and only fingers caused it.
  var isExcused: Bool { overflow.isExcused }

  /// Charges the current place in full, since nothing has moved the callout yet.
  private mutating func charge() {
    overflow = ChargedAmount(
      judge.overflow(of: shown.whole, opening.bars), within: CalloutJudge.pointTolerance)
    distance = ChargedAmount(judge.distanceFromView(of: shown.parent), within: 0)
  }

  // MARK: Changes

  /// Notes who moves the map or the pin; the app answers for what it and fingers do together.
  mutating func note(_ cause: CalloutCause) {
    if mover == nil || cause != .fingers { mover = cause }
  }

  /// The map has made room, or did not have to; that is judged at once.
  mutating func settle(at rects: CalloutRects) {
    shown = Place(rects, viewSize: shown.viewSize)
    next = shown
    change = nil
    pins = CalloutPins()
    charge()
  }

  /// The map stops making room; fingers that stop it excuse where the callout is.
  mutating func interrupt(at time: SimulatedTime, byFingers: Bool) {
    change = Change(since: time, by: byFingers ? .fingers : .interruption)
    guard byFingers else { return }
    overflow.excuse()
    distance.excuse()
  }

  /// Takes in the place for the next frame; returns whether the callout still grew.
  mutating func place(_ pin: CalloutPin) -> Bool {
    isNextGrown = pin.scale == 1
    next = Place(pin, viewSize: next.viewSize)
    pins.see(pin)
    return !isGrown
  }

  /// Sets the size of the map view from the next frame on.
  mutating func resize(to size: ScreenSize) { next.viewSize = size }

  /// Shows the next frame; returns whether the callout's place changed.
  mutating func showFrame(at time: SimulatedTime) -> Bool {
    defer { mover = nil }
    isGrown = isNextGrown
    guard next != shown else { return false }
    shown = next
    let cause = mover ?? .view
    let isByFingers = cause == .fingers
    overflow.move(to: judge.overflow(of: shown.whole, opening.bars), byFingers: isByFingers)
    distance.move(to: judge.distanceFromView(of: shown.parent), byFingers: isByFingers)
    // Of several changes the last one counts that fingers did not make.
    let earlier = change?.by ?? cause
    change = Change(since: time, by: isByFingers ? earlier : cause)
    return true
  }

  // MARK: Judgment

  /// Judges the place of the last frame; nothing is left to judge until the next change.
  mutating func judgment() -> CriterionMeasures {
    overflow.close()
    distance.close()
    var measures = CriterionMeasures()
    if judge.hasRoom(for: shown.whole) {
      measures[.inside] = CriterionMeasure(
        overflow.charged, of: .inside, within: overflow.tolerance)
    }
    measures[.parentVisible] = CriterionMeasure(
      distance.charged, of: .parentVisible, within: distance.tolerance)
    measures[.tipPinned] = pins.worst
    change = nil
    pins = CalloutPins()
    return measures
  }

  /// The overflow of the last frame without the part of fingers, and its side.
  var chargedOverflow: (points: Double, side: MapEdge?) {
    (
      overflow.charged,
      overflow.charged > 0 ? judge.overflowSide(of: shown.whole, opening.bars) : nil
    )
  }

  /// The rectangles of the last frame, as pictures draw them.
  var rects: CalloutRects {
    var rects = opening.rects
    let way = ScreenOffset(
      dx: shown.body.minX - rects.body.minX, dy: shown.body.minY - rects.body.minY)
    (rects.parent, rects.body, rects.tip) = (shown.parent, shown.body, shown.tip)
    rects.contain = rects.contain.offset(by: way)
    rects.leftAccessory = rects.leftAccessory?.offset(by: way)
    rects.rightAccessory = rects.rightAccessory?.offset(by: way)
    return rects
  }
}

/// An amount such as an overflow, and the part of it for which app, map, data or system answer.
///
/// What fingers add is excused until the amount is within its tolerance again, or until others make
/// it worse. A change by others may take many frames, and only its end counts.
struct ChargedAmount {
  let tolerance: Double
  private(set) var amount: Double
  /// The part that is not excused, as of the last change that ended.
  private(set) var charged: Double
  /// The amount when the current change by others began.
  private var before: Double

  init(_ amount: Double, within tolerance: Double) {
    (self.amount, self.tolerance) = (amount, tolerance)
    (charged, before) = (amount, amount)
  }

  var isBroken: Bool { amount > tolerance }
  var isExcused: Bool { isBroken && due <= tolerance }

  /// The part that is not excused, if the current change ended now.
  private var due: Double {
    let isWorse =
      amount > before + CalloutJudge.roundingSlack || (isBroken && before <= tolerance)
    return isWorse ? amount : min(charged, amount)
  }

  mutating func excuse() { charged = 0 }

  mutating func move(to next: Double, byFingers: Bool) {
    if byFingers { close() }
    amount = next
    if byFingers {
      (charged, before) = (min(charged, next), next)
    } else if next <= tolerance {
      // The callout is inside again: the excuse ends here, even if the change goes on.
      close()
    }
  }

  /// Ends a change by others.
  mutating func close() { (charged, before) = (due, amount) }
}
