import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What a tap at a point of the screen finds among views that overlap, in every small world.
@Suite("Taps through views")
struct HitOptionTests {
  /// Three views at one place, back to front as they came, in layers of their own, some of them
  /// disabled; and the taps, at the place or beside it.
  private static func played(_ enabled: [Bool], taps: [Bool], _ options: MapOptions) -> [Int?] {
    let layers = enabled.map { isEnabled in
      LayerSetup.plain().with { $0.isEnabled = isEnabled }
    }
    let test = TestMap(screenPoints: [(x: 100, y: 100)], layers: layers, options: options)
    for layer in layers.indices { test.map.add([0], to: layer) }
    test.map.advanceUntilSettled()
    let frame = test.map.views.frame(of: test.map.views.shown[0])
    return taps.map { isHit in
      test.map.tap(
        at: isHit ? ScreenPoint(x: frame.midX, y: frame.midY) : ScreenPoint(x: 20, y: 20))
      test.map.advance(by: SimulatedTime(milliseconds: 500))
      return test.map.selection.selected.map { test.map.annotations[$0].layer.index }
    }
  }

  /// The definition: from front to back a view that lets no touch through takes the tap; one on the
  /// selected view goes on behind it.
  private static func obvious(_ enabled: [Bool], taps: [Bool], _ options: MapOptions) -> [Int?] {
    var selected: Int?
    return taps.map { isHit in
      guard isHit else {
        selected = nil
        return selected
      }
      let order = enabled.indices.filter { $0 != selected } + (selected.map { [$0] } ?? [])
      let met = order.last { options.disabledViews == .swallowTouches || enabled[$0] }
      guard let met else {
        selected = nil
        return selected
      }
      if met == selected {
        guard options.repeatedTaps == .cycle else { return selected }
        let takers = enabled.indices.filter {
          options.disabledViews == .swallowTouches || enabled[$0]
        }
        let next = takers.last { $0 < met } ?? takers.last ?? met
        if enabled[next] { selected = next }
      } else if enabled[met] {
        selected = met
      }
      return selected
    }
  }

  @Test(
    arguments: MapOptions.DisabledViews.allCases, MapOptions.RepeatedTaps.allCases)
  func `take what the definition says`(
    disabled: MapOptions.DisabledViews, repeated: MapOptions.RepeatedTaps
  ) {
    let options = MapOptions.with {
      $0.disabledViews = disabled
      $0.repeatedTaps = repeated
      $0.stacking = .insertion
    }
    for world in 0..<8 {
      let enabled = (0..<3).map { world >> $0 & 1 == 1 }
      for sequence in 0..<64 {
        let taps = (0..<6).map { sequence >> $0 & 1 == 1 }
        let found = HitOptionTests.played(enabled, taps: taps, options)
        let obvious = HitOptionTests.obvious(enabled, taps: taps, options)
        guard found == obvious else {
          Issue.record("\(enabled) \(taps): \(found), not \(obvious)")
          return
        }
      }
    }
  }
}
