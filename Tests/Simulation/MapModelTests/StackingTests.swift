import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Which views lie in front.
@Suite("Stacking")
struct StackingTests {
  /// What is known of a view that lies in a stack.
  struct Pin: Hashable {
    var layer: Int
    var y: Double
    var serial: AnnotationID
    var zPriority: Double
    var isSelected: Bool
  }

  /// Whether one view lies in front of another one, rule by rule.
  static func isInFront(_ one: Pin, _ other: Pin, _ stacking: MapOptions.Stacking) -> Bool {
    if one.zPriority != other.zPriority { return one.zPriority > other.zPriority }
    if one.isSelected != other.isSelected { return one.isSelected }
    if stacking == .southernInFront, one.y != other.y { return one.y > other.y }
    return one.serial > other.serial
  }

  /// Two layers with priorities from three, three pins at two latitudes in either of them, any of
  /// them selected.
  @Test(arguments: MapOptions.Stacking.allCases)
  func `is that of the rules for every small set of views`(stacking: MapOptions.Stacking) {
    let priorities = [300.0, 500, 1000]
    var stacks: Set<[Pin]> = []
    for number in 0..<(3 * 8 * 8 * 4) {
      let lower = priorities[number % 3]
      let isSecond = (0..<3).map { (number / 3) >> $0 & 1 == 1 }
      let isSouth = (0..<3).map { (number / 24) >> $0 & 1 == 1 }
      let selected = number / 192 - 1
      let layer = LayerSetup.plain()
      let test = TestMap(
        screenPoints: isSouth.enumerated().map { (x: Double(20 + 40 * $0), y: $1 ? 150 : 50) },
        layers: [layer.with { $0.zPriority = ZPriority(unselected: lower, selected: 500) }, layer],
        options: .with { $0.stacking = stacking })
      for point in 0..<3 { test.map.add([PointID(point)], to: isSecond[point] ? 1 : 0) }
      #expect(test.map.advanceUntilSettled())
      if selected >= 0 {
        #expect(test.map.tap(point: PointID(selected), layer: isSecond[selected] ? 1 : 0))
      }
      let pins = (0..<3).map { point in
        let isSelected = point == selected
        let z = isSecond[point] ? (isSelected ? 1000 : 500) : (isSelected ? 500 : lower)
        return Pin(
          layer: isSecond[point] ? 1 : 0, y: isSouth[point] ? 150 : 50, serial: AnnotationID(point),
          zPriority: z, isSelected: isSelected)
      }
      // A view has its place by how many it lies in front of.
      let expected = pins.sorted { left, right in
        func below(_ pin: Pin) -> Int {
          pins.count { StackingTests.isInFront(pin, $0, stacking) }
        }
        return below(left) < below(right)
      }
      let serials = test.map.views.stack(selected: test.map.selection.selected).map {
        test.map.annotations[$0].serial
      }
      #expect(serials == expected.map(\.serial), "\(pins)")
      let scene = test.map.makeSnapshot(.mark)
      #expect(scene.pins.map { $0.layer.index } == expected.map(\.layer))
      #expect(scene.pins.map(\.isSelected) == expected.map(\.isSelected))
      stacks.insert(expected)
    }
    #expect(stacks.count > 500)
  }

  @Test
  func `has the user among the others, and follows a change at once`() {
    let test = TestMap(
      screenPoints: [(x: 10, y: 100), (x: 20, y: 140)], userLocation: (x: 30, y: 120))
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    func layers() -> [LayerID] { test.map.makeSnapshot(.mark).pins.map(\.layer) }
    #expect(layers() == [0, -1, 0])
    #expect(test.map.makeSnapshot(.mark).pins.map(\.kind) == [.image, .userDot, .image])
    test.map.change(ViewChange(zPriority: 501), of: 0)
    #expect(layers() == [-1, 0, 0])
    test.map.change(ViewChange(zPriority: 0), of: 0)
    #expect(layers() == [0, 0, -1])
  }
}
