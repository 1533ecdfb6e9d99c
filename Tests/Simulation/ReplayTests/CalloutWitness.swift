import MapEvents
import MapGeometry
import Measures

/// The verdict on the callouts of a whole trace, read a second time: the worst of all moments in
/// which a callout stood still, found by looking back at all events.
struct CalloutWitness {
  /// The verdict on one callout.
  struct Finding: Equatable {
    /// The worst overflow, and the worst distance of the pin from the map; nil when never asked.
    var overflow: Double?
    var distance: Double?
    var isUnsettled = false
  }

  /// A change that came onto the screen.
  private struct Change {
    /// The index of the event that showed it.
    var event: Int
    var isByFingers = false
    /// Whether it is no change, but the end of the room that the map made.
    var isStop = false
    var place: [ScreenRect]
    var size: ScreenSize
  }

  private let events: [Event]
  private let framePeriod: SimulatedTime
  private let viewSize: ScreenSize
  private let plans: [StepPlan]
  /// For each event, whether a region change ran before it, and when the last one had ended.
  private var isChanging: [Bool] = []
  private var changeEnds: [SimulatedTime] = []
  /// For each event, the annotation that a finger dragged before it.
  private var dragged: [AnnotationID?] = []

  init(
    _ events: [Event], framePeriod: SimulatedTime, viewSize: ScreenSize, plans: [StepPlan]
  ) {
    (self.events, self.framePeriod, self.viewSize) = (events, framePeriod, viewSize)
    self.plans = plans
    var (changing, end, held) = (false, SimulatedTime.zero, AnnotationID?.none)
    for event in events {
      isChanging.append(changing)
      changeEnds.append(end)
      dragged.append(held)
      switch event.kind {
      case .map(.regionWillChange): changing = true
      case .map(.regionDidChange): (changing, end) = (false, event.time)
      case .drag(.stateChanged(let annotation, let new, _)):
        held = new == .none ? nil : annotation
      default: break
      }
    }
  }

  /// The findings of all callouts, in the order of opening.
  var findings: [Finding] {
    events.indices.compactMap { index in
      guard case .callout(.opened(let callout, let annotation, let opening)) = events[index].kind
      else { return nil }
      let end = events.indices[index...].first {
        events[$0].kind == .callout(.closed(callout: callout))
          || events[$0].kind == .session(.ended)
      }
      return end.map { finding(of: callout, over: annotation, opening, index..<$0) }
    }
  }

  private func finding(
    of callout: Int32, over annotation: AnnotationID, _ opening: CalloutOpening, _ life: Range<Int>
  ) -> Finding {
    let rest = life.first { index in
      switch events[index].kind {
      case .callout(.settled(callout, _)), .callout(.interrupted(callout)): true
      default: false
      }
    }
    let isSettled =
      rest.map { if case .callout(.settled) = events[$0].kind { true } else { false } } ?? false
    let end = events[life.upperBound]
    let isOverdue =
      end.time > events[life.lowerBound].time + opening.duration + framePeriod
    var finding = Finding()
    finding.isUnsettled =
      !isSettled && (isOverdue || (rest != nil && end.kind == .session(.ended)))
    guard let rest else { return finding }
    let changes = changes(of: callout, over: annotation, opening, life, rest, isSettled)
    if opening.move == .none, let last = changes.last {
      let isOutside = Self.overflow(last, opening.bars) > 0.5
      finding.isUnsettled = finding.isUnsettled && isOutside
    }
    let stands = changes.indices.filter { index in
      if index == 0, isSettled { return true }
      guard changes[index].event >= rest else { return false }
      let next = index + 1 < changes.count ? changes[index + 1].event : life.upperBound
      return (changes[index].event + 1...next).contains {
        isJudged(changes[index], before: $0, callout, life, isSettled || isOverdue)
      }
    }
    let isExcused = !isSettled && isTouched(rest)
    let fits = { (rect: ScreenRect, size: ScreenSize) in
      rect.width + opening.bars.left + opening.bars.right <= size.width + 1e-6
        && rect.height + opening.bars.top + opening.bars.bottom <= size.height + 1e-6
    }
    for stand in stands {
      let change = changes[stand]
      func charged(_ tolerance: Double, _ amount: (Change) -> Double) -> Double {
        let amounts = changes.map(amount)
        return self.charged(
          amounts, within: tolerance, changes, until: stand, stands, isExcused: isExcused)
      }
      let whole = change.place[0].union(change.place[1])
      if fits(whole, change.size)
        || fits(opening.rects.body.union(opening.rects.parent), change.size)
      {
        let overflow = charged(0.5) { Self.overflow($0, opening.bars) }
        finding.overflow = max(finding.overflow ?? 0, overflow)
      }
      finding.distance = max(
        finding.distance ?? 0, charged(0) { Self.distance($0, opening.bars) })
    }
    return finding
  }

  /// All places that frames showed, from the room that the map made on, or from the opening if it
  /// did not.
  private func changes(
    of callout: Int32, over annotation: AnnotationID, _ opening: CalloutOpening,
    _ life: Range<Int>, _ rest: Int, _ isSettled: Bool
  ) -> [Change] {
    func place(_ rects: CalloutRects) -> [ScreenRect] {
      [rects.body, rects.parent, Self.rect(rects.tip, rects.tip)]
    }
    var size = viewSize
    for event in events[..<life.lowerBound] {
      if case .map(.resized(let next)) = event.kind { size = next }
    }
    var next = place(opening.rects)
    var changes = [Change(event: life.lowerBound, place: next, size: size)]
    var frame = life.lowerBound
    for index in life {
      switch events[index].kind {
      case .map(.resized(let resized)): size = resized
      case .callout(.pinned(callout, let pin)):
        next = [pin.body, pin.parent, Self.rect(pin.tip, pin.anchor)]
      case .callout(.settled(callout, let settled)):
        next = place(settled.rects)
        changes = [Change(event: index, place: next, size: changes[changes.count - 1].size)]
      case .callout(.interrupted(callout)):
        changes.append(changes[changes.count - 1])
        changes[changes.count - 1].event = index
        changes[changes.count - 1].isStop = true
      case .frame:
        if next != changes[changes.count - 1].place || size != changes[changes.count - 1].size {
          changes.append(
            Change(
              event: index, isByFingers: areFingersAlone(frame...index, annotation), place: next,
              size: size))
        }
        frame = index
      default: break
      }
    }
    return changes
  }

  /// Whether only fingers moved the map, or the pin, in some events.
  private func areFingersAlone(_ range: ClosedRange<Int>, _ annotation: AnnotationID) -> Bool {
    var movers: Set<Bool> = dragged[range.upperBound] == annotation ? [true] : []
    for index in range.dropFirst() {
      switch events[index].kind {
      case .map(.visibleRegionChanged(_, let mover)): movers.insert(mover == .fingers)
      case .data(.annotationMoved(annotation, _)): movers.insert(dragged[index] == annotation)
      case .cluster(.moved(annotation, _, _)), .cluster(.reused(annotation, _, _, _)):
        movers.insert(false)
      case .drag(.stateChanged(annotation, _, _)): movers.insert(true)
      default: break
      }
    }
    return movers == [true]
  }

  /// Whether an event finds a change standing still, or lets it be judged all the same.
  private func isJudged(
    _ change: Change, before index: Int, _ callout: Int32, _ life: Range<Int>, _ isLeft: Bool
  ) -> Bool {
    let (event, since) = (events[index], events[change.event].time)
    if event.kind == .session(.ended) { return true }
    if index == life.upperBound, since < event.time, isLeft { return true }
    let scales = events[life.lowerBound..<index].reduce((next: 0, shown: 0)) { scales, event in
      switch event.kind {
      case .callout(.pinned(callout, let pin)): (pin.scale, scales.shown)
      case .frame: (scales.next, scales.next)
      default: scales
      }
    }
    guard !isChanging[index], scales.shown == 1 else { return false }
    return event.kind == .session(.expectationsDue) || hasSettled(index)
      || event.time - max(since, changeEnds[index]) > framePeriod
  }

  /// Whether an event ends a step that has waited for the map to settle, not in vain.
  private func hasSettled(_ index: Int) -> Bool {
    let (event, step) = (events[index], Int(events[index].step))
    guard event.kind == .session(.stepEnded), plans.indices.contains(step), plans[step].settles
    else { return false }
    let begin = events[..<index].lastIndex { $0.kind == .session(.stepBegan) } ?? 0
    return !events[begin..<index].contains { event in
      if case .session(.neverHeld) = event.kind { return true }
      return event.kind == .session(.neverSettled)
    }
  }

  /// Whether fingers were put on the map at the time of an event, before it.
  private func isTouched(_ index: Int) -> Bool {
    events[..<index].contains { event in
      guard event.time == events[index].time else { return false }
      return switch event.kind {
      case .input(.began), .input(.doubleTapped), .input(.twoFingersTapped): true
      default: false
      }
    }
  }

  /// The part of an amount that is not the fingers'.
  private func charged(
    _ amounts: [Double], within tolerance: Double, _ changes: [Change], until last: Int,
    _ stands: [Int], isExcused: Bool
  ) -> Double {
    var (charge, before) = (amounts[0], amounts[0])
    func end(at amount: Double) {
      let isWorse = amount > before + 1e-6 || (amount > tolerance && before <= tolerance)
      (charge, before) = (isWorse ? amount : min(charge, amount), amount)
    }
    for index in changes.indices.prefix(last + 1).dropFirst() {
      if changes[index].isStop, isExcused { charge = 0 }
      if changes[index].isByFingers {
        end(at: amounts[index - 1])
        (charge, before) = (min(charge, amounts[index]), amounts[index])
      } else if amounts[index] <= tolerance {
        end(at: amounts[index])
      }
      if stands.contains(index) { end(at: amounts[index]) }
    }
    return charge
  }

  private static func overflow(_ change: Change, _ bars: EdgeInsets) -> Double {
    let whole = change.place[0].union(change.place[1])
    return [
      0, bars.left - whole.minX, whole.maxX - change.size.width + bars.right,
      bars.top - whole.minY, whole.maxY - change.size.height + bars.bottom,
    ].max() ?? 0
  }

  private static func distance(_ change: Change, _ bars: EdgeInsets) -> Double {
    let pin = change.place[1]
    let gaps = [
      bars.left - pin.maxX, pin.minX - change.size.width + bars.right, bars.top - pin.maxY,
      pin.minY - change.size.height + bars.bottom,
    ]
    let widest = gaps.max() ?? 0
    return widest < 0 ? 0 : max(widest, .leastNonzeroMagnitude)
  }

  private static func rect(_ first: ScreenPoint, _ second: ScreenPoint) -> ScreenRect {
    ScreenRect(minX: first.x, minY: first.y, width: second.x, height: second.y)
  }
}
