import MapEvents
import MapGeometry

@testable import Measures

/// The criteria of callouts written down a second time, slowly and from their definitions alone.
struct CalloutOracle {
  var view: ScreenSize
  var opening: CalloutOpening
  var rest: SettledCallout
  var callbacks: RegionCallbacks
  /// Frames: how far the tip was off, and whether the callout was growing.
  var frames: [(off: Double, isGrowing: Bool)]
  /// A criterion whose tolerances this oracle believes to be eight times as large.
  var lenient: Criterion?

  /// Whether each criterion is kept; nil where it does not apply.
  func outcome(of criterion: Criterion) -> Bool? {
    let limits = Limits(isLenient: criterion == lenient)
    switch criterion {
    case .inside, .oversize, .parentVisible: return place(criterion, limits)
    case .mirrored, .sameAtAnyLongitude, .sameAtAnyLatitude, .sameWhenTurned, .exactWhenClose:
      return elsewhere(criterion, limits)
    default: return move(criterion, limits)
    }
  }

  private struct Limits {
    var isLenient: Bool
    var half: Double { isLenient ? 4 : 0.5 }
    var millionth: Double { isLenient ? 8e-6 : 1e-6 }
    var none: Int { isLenient ? 8 : 0 }
  }

  /// How far a rectangle sticks out on each side.
  private func overflows(_ rect: ScreenRect, _ insets: EdgeInsets) -> [Double] {
    [
      insets.left - rect.minX, rect.minX + rect.width - (view.width - insets.right),
      insets.top - rect.minY, rect.minY + rect.height - (view.height - insets.bottom),
    ]
  }

  /// The promise, but no closer to an edge with a bar than that reaches.
  private var insets: EdgeInsets {
    var insets = opening.insets
    let bars = opening.bars
    if bars.top > 0, bars.top > insets.top { insets.top = bars.top }
    if bars.left > 0, bars.left > insets.left { insets.left = bars.left }
    if bars.bottom > 0, bars.bottom > insets.bottom { insets.bottom = bars.bottom }
    if bars.right > 0, bars.right > insets.right { insets.right = bars.right }
    return insets
  }

  /// Whether the map was not called though the adjuster would have moved it.
  private var isHeldBack: Bool {
    let wish = opening.probes.atOnce
    let isStill = isNothing(wish.shift, 0.5) && isOne(wish.scaleRatio, 1e-6)
    return opening.move == .none && !isStill
  }

  private func hasRoom(_ rects: CalloutRects) -> Bool {
    let left = min(rects.body.minX, rects.parent.minX)
    let right = max(rects.body.maxX, rects.parent.maxX)
    let top = min(rects.body.minY, rects.parent.minY)
    let bottom = max(rects.body.maxY, rects.parent.maxY)
    return right - left + opening.bars.left + opening.bars.right <= view.width
      && bottom - top + opening.bars.top + opening.bars.bottom <= view.height
  }

  private func isInside(_ rects: [ScreenRect], _ limit: Double) -> Bool {
    rects.allSatisfy { rect in overflows(rect, opening.bars).allSatisfy { $0 <= limit } }
  }

  private func isOne(_ ratio: Double, _ limit: Double) -> Bool {
    ratio - 1 <= limit && 1 - ratio <= limit
  }

  private func isNothing(_ offset: ScreenOffset, _ limit: Double) -> Bool {
    [offset.dx, -offset.dx, offset.dy, -offset.dy].allSatisfy { $0 <= limit }
  }

  private func between(_ left: ScreenOffset, _ right: ScreenOffset) -> ScreenOffset {
    ScreenOffset(dx: left.dx - right.dx, dy: left.dy - right.dy)
  }

  private var shift: ScreenOffset {
    let (before, after) = (opening.rects.parent, rest.rects.parent)
    return ScreenOffset(
      dx: after.minX + after.width / 2 - before.minX - before.width / 2,
      dy: after.minY - before.minY)
  }

  private var ratio: Double {
    rest.camera.mapPointsPerPoint / opening.camera.mapPointsPerPoint
  }

  /// What callout and pin covered of a map that is not turned, where it lies now.
  private var covered: ScreenRect {
    let (old, new) = (opening.camera, rest.camera)
    func now(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let east = old.center.x + (x - view.width / 2) * old.mapPointsPerPoint - new.center.x
      let south = old.center.y + (y - view.height / 2) * old.mapPointsPerPoint - new.center.y
      return (
        east / new.mapPointsPerPoint + view.width / 2,
        south / new.mapPointsPerPoint + view.height / 2
      )
    }
    let (body, pin) = (opening.rects.body, opening.rects.parent)
    let corner = now(min(body.minX, pin.minX), min(body.minY, pin.minY))
    let other = now(max(body.maxX, pin.maxX), max(body.maxY, pin.maxY))
    return ScreenRect(
      minX: corner.x, minY: corner.y, width: other.x - corner.x, height: other.y - corner.y)
  }

  /// Shifts by quarters of a point, the least first.
  private static let ways = (0...280).flatMap { quarters -> [Double] in
    let way = Double(quarters) / 4
    return [way, -way]
  }

  /// The least of all shifts that bring the promise inside.
  private func needed(_ first: Int, _ second: Int) -> Double? {
    CalloutOracle.ways.first { way in
      var rect = opening.rects.contain
      if first == 0 { rect.minX += way } else { rect.minY += way }
      let out = overflows(rect, insets)
      return out[first] <= 0 && out[second] <= 0
    }
  }

  /// The least of all vertical shifts that bring the pin into what bars leave of the view.
  private var pinNeeds: Double? {
    CalloutOracle.ways.first { way in
      let out = overflows(
        opening.rects.parent.offset(by: ScreenOffset(dx: 0, dy: way)), opening.bars)
      return out[2] <= 0 && out[3] <= 0
    }
  }

  private var needed: (dx: Double?, dy: Double?) { (needed(0, 1), needed(2, 3)) }

  private func place(_ criterion: Criterion, _ limits: Limits) -> Bool? {
    let (before, after) = (opening.rects, rest.rects)
    switch criterion {
    case .inside:
      guard hasRoom(before) || hasRoom(after) else { return nil }
      return isInside([after.body, after.parent], limits.half)
    case .oversize:
      guard !hasRoom(before) else { return nil }
      let keepsPin = isInside([after.parent], limits.half) && isOne(ratio, limits.millionth)
      // A zoom below the tolerance is none.
      return ratio > 1 + 1e-6
        ? isInside([after.parent, covered], limits.half) : keepsPin
    default:
      let pin = after.parent
      let gap = limits.isLenient ? -4.0 : 0
      let bars = opening.bars
      return pin.maxX > bars.left + gap && pin.minX < view.width - bars.right - gap
        && pin.maxY > bars.top + gap && pin.minY < view.height - bars.bottom - gap
    }
  }

  private func move(_ criterion: Criterion, _ limits: Limits) -> Bool? {
    let still = isNothing(shift, limits.half) && isOne(ratio, limits.millionth)
    switch criterion {
    case .zoomUnchanged: return isOne(ratio, limits.millionth)
    case .minimalShift:
      let axes = [needed.dx.map { shift.dx - $0 }, needed.dy.map { shift.dy - $0 }]
      let known = axes.compactMap(\.self)
      return known.isEmpty ? nil : known.allSatisfy { abs($0) <= limits.half }
    case .untouchedWhenVisible:
      guard overflows(opening.rects.contain, insets).allSatisfy({ $0 <= 0 }) else {
        return nil
      }
      return still && callbacks.animatedWills + callbacks.otherWills <= limits.none
    case .idempotent:
      guard !isHeldBack else { return nil }
      return isNothing(rest.secondShift, limits.half)
        && isOne(rest.secondScaleRatio, limits.millionth)
    case .tipPinned:
      let factor = limits.isLenient ? 8.0 : 1
      return frames.isEmpty
        ? nil : frames.allSatisfy { $0.off <= factor * ($0.isGrowing ? 1.5 : 0.5) }
    case .animatedAsAtOnce: return endsAlike(limits)
    case .moveAccepted: return !opening.isRefused || limits.isLenient
    case .steadyAtWorldEdge: return steadiness(limits)
    default: return callbackFaults <= limits.none
    }
  }

  private func endsAlike(_ limits: Limits) -> Bool? {
    guard opening.move != .none, !opening.isRefused else { return nil }
    let factor = limits.isLenient ? 8.0 : 1
    let probes = opening.probes
    let degree = MapSize.worldSide / 360
    let center = rest.camera.center
    return abs(center.x - probes.atOnceCenter.x) <= factor * 1e-9 * degree
      && abs(center.y - probes.atOnceCenter.y) <= factor * 1e-9 * degree
      && isOne(rest.camera.mapPointsPerPoint / probes.atOnceMapPointsPerPoint, factor * 1e-12)
  }

  private func steadiness(_ limits: Limits) -> Bool? {
    guard rest.camera.headingDegrees == 0, !isHeldBack else { return nil }
    var needed = self.needed.dy
    if let whole = needed {
      guard abs(shift.dy - whole) > 0.5 else { return nil }
    } else {
      // There is no room for all of it, so the pin alone counts, and only when it is cut off.
      let cut = overflows(rest.rects.parent, opening.bars)
      guard cut[2] > 0.5 || cut[3] > 0.5 else { return nil }
      needed = pinNeeds
    }
    guard let needed else { return nil }
    // Northwards the content moves down. Who needs nothing there and goes nowhere meets no end.
    let half = view.height * rest.camera.mapPointsPerPoint / 2
    let meetsNorth = rest.camera.center.y <= half && max(needed, shift.dy - 0.5) > 0
    let meetsSouth =
      rest.camera.center.y >= MapSize.worldSide - half && min(needed, shift.dy + 0.5) < 0
    guard meetsNorth || meetsSouth else { return nil }
    let (lowest, highest) = (min(0, needed) - limits.half, max(0, needed) + limits.half)
    // Without a need either way is wrong, so both limits stand at zero.
    return lowest <= shift.dy && shift.dy <= highest && isNothing(rest.secondShift, limits.half)
  }

  private var callbackFaults: Int {
    let isMoved = rest.camera != opening.camera
    let animated = isMoved && opening.move == .animated ? 1 : 0
    let other = isMoved && opening.move == .atOnce ? 1 : 0
    return abs(callbacks.animatedWills - animated) + abs(callbacks.animatedDids - animated)
      + abs(callbacks.otherWills - other) + abs(callbacks.otherDids - other)
  }

  private func elsewhere(_ criterion: Criterion, _ limits: Limits) -> Bool? {
    let probes = opening.probes
    let here = probes.atOnce.shift
    func isSame(_ probe: CalloutProbe, as shift: ScreenOffset) -> Bool {
      // One refusal is one error, which no tolerance of points covers.
      guard !probe.isRefused else { return limits.isLenient }
      return isNothing(between(probe.shift, shift), limits.half)
    }
    func scales(_ probe: CalloutProbe) -> Bool {
      isOne(probe.scaleRatio / probes.atOnce.scaleRatio, limits.millionth)
    }
    let isFree = !probes.atOnce.isAtWorldEdge
    switch criterion {
    case .mirrored:
      return isSame(probes.mirroredEastWest, as: ScreenOffset(dx: -here.dx, dy: here.dy))
        && isSame(probes.mirroredNorthSouth, as: ScreenOffset(dx: here.dx, dy: -here.dy))
        && scales(probes.mirroredEastWest) && scales(probes.mirroredNorthSouth)
    case .sameAtAnyLongitude:
      return [probes.westOfAntimeridian, probes.eastOfAntimeridian, probes.quarterFurther]
        .allSatisfy { isSame($0, as: here) }
    case .sameAtAnyLatitude:
      guard isFree, !probes.otherLatitude.isAtWorldEdge else { return nil }
      return isSame(probes.otherLatitude, as: here)
    case .sameWhenTurned:
      let free = [probes.turned45, probes.turned90].filter { isFree && !$0.isAtWorldEdge }
      return free.isEmpty ? nil : free.allSatisfy { isSame($0, as: here) }
    default:
      let probe = probes.closest
      guard !probe.isAtWorldEdge, needed.dx != nil || needed.dy != nil else { return nil }
      guard !probe.isRefused else { return limits.isLenient }
      let (dx, dy) = (needed.dx ?? probe.shift.dx, needed.dy ?? probe.shift.dy)
      return isSame(probe, as: ScreenOffset(dx: dx, dy: dy))
        && isOne(probe.scaleRatio, limits.millionth)
    }
  }
}
