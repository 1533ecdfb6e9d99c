import Callouts
import Conformance
import MapGeometry
import Testing

/// Numbers from a seed, for spreading pins off the grid.
private struct Jitter {
  var state: UInt64

  /// The next number in -1...1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) / Double(1 << 52) - 1
  }
}

private let panel = ScreenSize(width: 320, height: 480)
private let pin = ScreenSize(width: 32, height: 39)
private let pinOffset = ScreenOffset(dx: 8, dy: -16)
private let plain = CalloutStyle.plain(size: ScreenSize(width: 200, height: 108))
private let bubble = CalloutStyle.bubble(
  contentHeight: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14))

private func scene(
  x: Double, y: Double, latitude: Double = 37.7749, longitude: Double = -122.4194,
  scale: Double = 116.5, heading: Double = 0, style: CalloutStyle = plain
) -> CalloutScene {
  let viewport = Viewport(
    size: panel,
    center: Projection.mapKit.mapPoint(
      for: Coordinate(latitude: latitude, longitude: longitude)),
    mapPointsPerPoint: scale, headingDegrees: heading, regionFit: .edgeSum
  ).clamped()
  let parent = CalloutParent(
    frame: ScreenRect(minX: x, minY: y, width: pin.width, height: pin.height),
    centerOffset: pinOffset)
  return CalloutScene(viewport: viewport, parent: parent, style: style)
}

@Suite("Ideal adjuster")
struct IdealAdjusterTests {
  @Test(arguments: [plain, bubble], [-75.0, -35, 0, 37.7749, 60, 80])
  func `keeps every promise unless the world ends`(style: CalloutStyle, latitude: Double) {
    var jitter = Jitter(state: 7)
    for longitude in [-179.9999, -122.4194, 0, 179.9999] {
      for level in stride(from: -2, through: 17, by: 1) {
        let scale = level < 0 ? 0.25 * Double(level + 3) : Double(1 << level)
        for column in 0..<6 {
          for row in 0..<6 {
            let x = -50 + 70 * Double(column) + 10 * jitter.next()
            let y = -50 + 100 * Double(row) + 10 * jitter.next()
            check(
              scene(
                x: x, y: y, latitude: latitude, longitude: longitude, scale: scale, style: style),
              IdealAdjuster(margin: 2))
          }
        }
      }
    }
  }

  @Test(arguments: Array(stride(from: 0.0, to: 360, by: 22.5)))
  func `keeps every promise on a map that is turned`(heading: Double) {
    var jitter = Jitter(state: 11)
    for column in 0..<8 {
      for row in 0..<8 {
        let x = -50 + 50 * Double(column) + 10 * jitter.next()
        let y = -50 + 70 * Double(row) + 10 * jitter.next()
        let turned = scene(x: x, y: y, heading: heading)
        check(turned, IdealAdjuster(margin: 2))
        expectClose(
          Judge(IdealAdjuster(), on: turned).translation,
          Judge(IdealAdjuster(), on: scene(x: x, y: y)).translation, within: 1e-6,
          "pin at \(x), \(y)")
      }
    }
  }

  @Test func `keeps clear of the bars`() {
    let bars = EdgeInsets(top: 64, left: 0, bottom: 49, right: 30)
    for x in stride(from: -40.0, through: 330, by: 37) {
      for y in stride(from: -40.0, through: 490, by: 53) {
        check(scene(x: x, y: y), IdealAdjuster(margin: 5, insets: bars))
      }
    }
    #expect(
      IdealAdjuster(margin: 5, insets: bars).guarantee(for: scene(x: 9, y: 9)).insets
        == EdgeInsets(top: 69, left: 5, bottom: 54, right: 35))
  }

  @Test func `the same view at another place moves by the same points`() {
    let home = Judge(IdealAdjuster(), on: scene(x: 284, y: 20)).translation
    #expect(home.map { $0.rounded() } == [-82, 90])
    for latitude in [-80.0, -35, 0, 55, 80] {
      for longitude in [-180.0, -179.999, -1, 0, 90, 179.999, 180] {
        let there = Judge(
          IdealAdjuster(), on: scene(x: 284, y: 20, latitude: latitude, longitude: longitude))
        expectClose(there.translation, home, within: 1e-6, "\(latitude), \(longitude)")
      }
    }
  }

  @Test func `a mirrored view moves the other way`() {
    for x in stride(from: -40.0, through: 330, by: 17) {
      let here = IdealAdjuster().translation(for: scene(x: x, y: 200)).dx
      let mirrored = IdealAdjuster().translation(for: scene(x: 320 - x - 32, y: 200)).dx
      #expect(here == -mirrored || abs(here + mirrored) < 1e-9, "pin at \(x)")
    }
  }

  /// A 9 × 8 panel, a pin of one point and a callout over it, at every place in and around the
  /// panel, against a search over all whole moves.
  @Test(arguments: [1, 3, 5, 7, 9, 11], [1, 3, 6, 7])
  func `no shorter move exists`(width: Int, height: Int) {
    let size = ScreenSize(width: 9, height: 8)
    let viewport = Viewport(
      size: size, center: MapPoint(x: 134_217_728, y: 134_217_728), mapPointsPerPoint: 1,
      headingDegrees: 0, regionFit: .edgeSum)
    let style = CalloutStyle.plain(size: ScreenSize(width: Double(width), height: Double(height)))
    for x in -6...14 {
      for y in -6...14 {
        let frame = ScreenRect(minX: Double(x), minY: Double(y), width: 1, height: 1)
        let scene = CalloutScene(
          viewport: viewport, parent: CalloutParent(frame: frame, centerOffset: .zero),
          style: style)
        let left = min(x, x + (1 - width) / 2)
        let shift = IdealAdjuster(margin: 1).translation(for: scene)
        let best = [
          shortest(from: left, to: left + width, extent: 9)
            ?? shortest(
              from: x, to: x + 1, extent: 9),
          shortest(from: y - height, to: y + 1, extent: 8)
            ?? shortest(
              from: y, to: y + 1, extent: 8),
        ]
        #expect([shift.dx, shift.dy] == best.map { Double($0 ?? 99) }, "pin at \(x), \(y)")
      }
    }
  }

  @Test func `a callout that cannot fit leaves its parent visible`() {
    let tall = CalloutStyle.plain(size: ScreenSize(width: 400, height: 600))
    for x in stride(from: -60.0, through: 340, by: 20) {
      for y in stride(from: -60.0, through: 500, by: 20) {
        let judge = Judge(IdealAdjuster(), on: scene(x: x, y: y, style: tall))
        let frame = judge.after.parent.frame
        #expect(
          frame.minX > 1.999 && frame.maxX < 318.001 && frame.minY > 1.999 && frame.maxY < 478.001,
          "pin at \(x), \(y)")
        #expect(judge.scaleRatio == 1)
        #expect(judge.secondMove == .stay, "pin at \(x), \(y)")
      }
    }
  }

  @Test func `where the world ends the map goes as far as it can and then stays`() {
    let edge = scene(x: 144, y: 5, latitude: 80, scale: 65_536)
    let judge = Judge(IdealAdjuster(), on: edge)
    #expect(judge.isInside == true)
    let far = scene(x: 144, y: 5, latitude: 85, scale: 65_536)
    let stuck = Judge(IdealAdjuster(), on: far)
    #expect(far.viewport.visibleMapRect.minY == 0)
    #expect(stuck.isInside == false)
    #expect(stuck.move == .stay)
    #expect(stuck.keepsZoom)
  }

  @Test func `a bubble of a parent beside its coordinate does not chase its own overhang`() {
    for x in stride(from: -40.0, through: 340, by: 20) {
      let viewport = scene(x: 0, y: 0).viewport
      let parent = CalloutParent(
        frame: ScreenRect(minX: x, minY: 240, width: 60, height: 60), centerOffset: .zero)
      let judge = Judge(
        IdealAdjuster(), on: CalloutScene(viewport: viewport, parent: parent, style: bubble))
      #expect(judge.secondMove == .stay, "parent at \(x)")
      #expect(judge.parentIsVisible)
    }
  }

  private func shortest(from low: Int, to high: Int, extent: Int) -> Int? {
    (-40...40).sorted { abs($0) < abs($1) }
      .first { low + $0 >= 1 && high + $0 <= extent - 1 }
  }

  private func check(_ scene: CalloutScene, _ adjuster: IdealAdjuster) {
    let broken = brokenCriteria(Judge(adjuster, on: scene))
    #expect(broken.isEmpty, "pin at \(scene.parent.frame) in \(scene.viewport): \(broken)")
  }

  private func brokenCriteria(_ judge: Judge) -> [String] {
    let viewport = judge.before.viewport
    var criteria = [
      ("accepted", judge.accepted != nil),
      ("zoom", judge.scaleRatio == 1),
      ("idempotent", judge.isIdempotent && judge.secondMove == .stay),
      ("untouched", judge.leavesVisibleAlone == nil || judge.move == .stay),
    ]
    // The map cannot scroll on once an edge of the world is an edge of the view.
    let seen = judge.after.viewport.visibleMapRect
    let worldEnds = seen.minY <= 1e-6 || seen.maxY >= MapSize.worldSide - 1e-6
    if !worldEnds {
      criteria += [
        ("inside", judge.overflowAfter.allSatisfy { $0 <= Judge.tolerance }),
        ("minimal", judge.isMinimal),
        ("parent visible", judge.parentIsVisible),
      ]
    }
    if judge.move == .stay {
      criteria.append(("stays", judge.after.viewport == viewport))
    }
    return criteria.filter { !$0.1 }.map(\.0)
  }
}
