import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// What a finger hits, and what the delegate hears of it.
@Suite("Hits")
struct HitTests {
  static let control = AccessorySetup(size: ScreenSize(width: 20, height: 20), isControl: true)
  static let image = AccessorySetup(size: ScreenSize(width: 16, height: 32), isControl: false)

  static func callout() -> CalloutSetup {
    CalloutSetup(
      style: .plain(size: ScreenSize(width: 100, height: 40)), adjuster: NoAdjuster(),
      leftAccessory: image, rightAccessory: control)
  }

  /// Pins of 20 by 30 points that stand on their places.
  static func map(
    _ pins: [(x: Double, y: Double)], callout: CalloutSetup? = nil,
    options: MapOptions = .asRecorded, isTitled: [Bool] = [],
    change: (inout ViewSetup) -> Void = { _ in }
  ) -> TestMap {
    var layer = LayerSetup.plain(callout: callout)
    change(&layer.view)
    let test = TestMap(
      screenPoints: pins, layers: [layer], isTitled: isTitled, options: options)
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    _ = test.take()
    return test
  }

  /// A rectangle without what rounding adds.
  static func whole(_ rect: ScreenRect?) -> [Double]? {
    rect.map { [$0.minX, $0.minY, $0.width, $0.height].map { ($0 * 1e6).rounded() / 1e6 } }
  }

  private func tap(_ test: TestMap, _ x: Double, _ y: Double) -> [String] {
    _ = test.take()
    test.map.tap(at: ScreenPoint(x: x, y: y))
    return test.take(.input, .selection, .callout)
  }

  @Test
  func `hits what lies in front`() {
    // The second pin is the southern one, so its view lies over the first one's.
    let test = HitTests.map([(x: 100, y: 100), (x: 110, y: 105), (x: 250, y: 150)])
    #expect(tap(test, 105, 80) == ["tap", "willSelect 1", "didSelect 1", "didSelect annotation 1"])
    // Selected it stays in front, and nothing happens to it.
    #expect(tap(test, 105, 80) == ["tap"])
    #expect(
      tap(test, 95, 80) == [
        "tap", "willDeselect 1", "didDeselect 1", "didDeselect annotation 1", "willSelect 0",
        "didSelect 0", "didSelect annotation 0",
      ])
    #expect(tap(test, 105, 80) == ["tap"], "the selected one came to the front")
    #expect(
      tap(test, 105, 101) == [
        "tap", "willDeselect 0", "didDeselect 0", "didDeselect annotation 0", "willSelect 1",
        "didSelect 1", "didSelect annotation 1",
      ])
    #expect(
      tap(test, 20, 20) == ["tap", "willDeselect 1", "didDeselect 1", "didDeselect annotation 1"])
    #expect(tap(test, 20, 20) == ["tap"])
    #expect(tap(test, 300.1, 20) == ["missed"])
  }

  @Test
  func `hits the view that a list of frames says, anywhere on the map`() {
    var dice = Dice(seed: 3)
    let pins = (0..<12).map { _ in (x: dice.fraction() * 120, y: dice.fraction() * 120) }
    for stacking in MapOptions.Stacking.allCases {
      var options = MapOptions.asRecorded
      options.stacking = stacking
      let test = HitTests.map(pins, options: options)
      for x in stride(from: 1.0, to: 140, by: 7) {
        for y in stride(from: 1.0, to: 140, by: 7) {
          test.map.deselectAnnotation()
          test.map.tap(at: ScreenPoint(x: x, y: y))
          let hit = pins.indices.filter {
            abs(pins[$0].x - x) <= 10 && pins[$0].y >= y && pins[$0].y - 30 <= y
          }
          let front =
            stacking == .insertion ? hit.last : hit.max { pins[$0].y < pins[$1].y }
          let selected = test.map.selection.selected.map { test.map.annotations[$0].point.index }
          #expect(selected == front, "\(x), \(y)")
        }
      }
    }
  }

  @Test
  func `leaves disabled views alone, and what is selected with them`() {
    let test = HitTests.map([(x: 100, y: 100), (x: 200, y: 100)])
    test.map.tap(point: 0, layer: 0)
    test.map.change(ViewChange(isEnabled: false), of: 0)
    #expect(tap(test, 200, 90) == ["tap", "refused 1"])
    #expect(tap(test, 100, 90) == ["tap"], "the selected one")
    test.map.selectAnnotation(.point(1, layer: 0))
    #expect(test.take() == ["refused 1"])
    #expect(test.map.selection.selected == 0)
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `disables views that would show a callout without a title`(canShow: Bool, isTitled: Bool) {
    let test = HitTests.map([(x: 100, y: 100)], isTitled: [isTitled]) {
      $0.canShowCallout = canShow
    }
    test.map.tap(at: ScreenPoint(x: 100, y: 90))
    #expect((test.map.selection.selected == nil) == (canShow && !isTitled))
  }

  @Test(arguments: MapOptions.SelectionCallbacks.allCases)
  func `tells of the selection in the variants of the options`(
    callbacks: MapOptions.SelectionCallbacks
  ) {
    var options = MapOptions.asRecorded
    options.selectionCallbacks = callbacks
    let test = HitTests.map([(x: 100, y: 100), (x: 200, y: 100)], options: options)
    test.map.tap(point: 0, layer: 0)
    test.map.deselectAnnotation()
    func order(_ word: String) -> [String] {
      switch callbacks {
      case .viewFirst: ["did\(word) 0", "did\(word) annotation 0"]
      case .annotationFirst: ["did\(word) annotation 0", "did\(word) 0"]
      case .viewOnly: ["did\(word) 0"]
      }
    }
    #expect(
      test.take(.selection)
        == ["willSelect 0"] + order("Select") + ["willDeselect 0"] + order("Deselect"))
  }

  @Test
  func `selects for the app only what has a view`() {
    let test = HitTests.map([(x: 100, y: 100), (x: 900, y: 100)], callout: HitTests.callout())
    test.map.selectAnnotation(.point(1, layer: 0))
    #expect(test.take() == ["missed"])
    test.map.selectAnnotation(.point(0, layer: 0))
    let words = test.take(.input, .selection, .callout)
    #expect(
      words == [
        "willSelect 0", "didSelect 0", "didSelect annotation 0", "opened 0 over 0", "settled 0",
      ])
    test.map.selectAnnotation(.nearest(TestMap.coordinate(x: 1, y: 1)))
    #expect(test.take() == [])
    test.map.deselectAnnotation()
    #expect(
      test.take() == ["willDeselect 0", "closed 0", "didDeselect 0", "didDeselect annotation 0"])
    test.map.deselectAnnotation()
    #expect(test.take() == ["nothing done, nothingSelected"])
  }

  @Test
  func `offers controls in the callout first, then the callout itself`() {
    // Behind the callout of the second pin stands the first one.
    let test = HitTests.map([(x: 120, y: 60), (x: 100, y: 100)], callout: HitTests.callout())
    test.map.tapAccessory(.right)
    #expect(test.take() == ["missed"])
    test.map.tap(point: 1, layer: 0)
    // The pin's upper edge lies at 70; over it stands a callout of 100 by 40 points.
    let rects = test.map.callouts.rects
    #expect(HitTests.whole(rects?.body) == [50, 30, 100, 40])
    #expect(HitTests.whole(rects?.leftAccessory) == [58, 34, 16, 32])
    #expect(HitTests.whole(rects?.rightAccessory) == [122, 40, 20, 20])
    #expect(tap(test, 125, 45) == ["tap", "tapped right of 0"])
    #expect(tap(test, 60, 50) == ["tap"], "no control")
    #expect(tap(test, 115, 50) == ["tap"], "the callout over the first pin")
    test.map.tapAccessory(.right)
    #expect(test.take() == ["tap", "tapped right of 0"])
    test.map.tapAccessory(.left)
    #expect(test.take() == ["tap"])
    test.map.pan(by: ScreenOffset(dx: 180, dy: 0), over: .zero)
    _ = test.take()
    test.map.tapAccessory(.right)
    test.map.tapAccessory(.left)
    #expect(test.take() == ["missed", "tap"], "one is outside the map view now")
  }

  @Test
  func `leaves taps on a callout without a hit test to the map`() {
    var callout = HitTests.callout()
    callout.takesTapsOutsideView = false
    let deselection = [
      "tap", "willDeselect 1", "closed 0", "didDeselect 1", "didDeselect annotation 1",
    ]
    for way in 0..<3 {
      let test = HitTests.map([(x: 120, y: 60), (x: 100, y: 100)], callout: callout)
      test.map.tap(point: 1, layer: 0)
      _ = test.take()
      switch way {
      case 0: #expect(tap(test, 60, 50) == deselection, "the map behind the callout")
      case 1: #expect(tap(test, 115, 50).prefix(5) == deselection[...], "the first pin behind it")
      default:
        test.map.tapAccessory(.right)
        #expect(test.take().first == "tap")
        #expect(test.map.selection.selected != test.map.data.layers[0].slots[1])
      }
    }
  }

  @Test
  func `points with its callout where the view says`() {
    let test = HitTests.map([(x: 100, y: 100)], callout: .plain(adjuster: NoAdjuster())) {
      $0.calloutOffset = ScreenOffset(dx: 6, dy: -5)
    }
    test.map.tap(point: 0, layer: 0)
    let tip = test.map.callouts.rects?.tip ?? ScreenPoint(x: 0, y: 0)
    #expect(max(abs(tip.x - 106), abs(tip.y - 65)) < 1e-6)
    #expect(HitTests.whole(test.map.callouts.rects?.body) == [56, 25, 100, 40])
  }
}
