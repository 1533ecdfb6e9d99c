import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// The index of annotations against a look at each of them.
@Suite("Annotation store")
struct AnnotationStoreTests {
  static let world = MapSize.worldSide

  static func annotation(at point: MapPoint) -> Annotation {
    Annotation(
      serial: 0, layer: 0, coordinate: Projection.coordinate(for: point), mapPoint: point,
      content: 0, count: 1, point: 0)
  }

  /// Whether a copy of a point a world away or none lies in a rect; the obvious definition.
  static func isInside(_ rect: MapRect, _ point: MapPoint) -> Bool {
    let isRow = point.y >= rect.minY && point.y <= rect.maxY
    return isRow
      && (rect.width >= world
        || [-world, 0, world].contains { copy in
          point.x >= rect.minX + copy && point.x <= rect.maxX + copy
        })
  }

  static func expectAgreement(
    _ store: AnnotationStore, _ rect: MapRect, _ places: [AnnotationSlot: MapPoint]
  ) {
    var found: [AnnotationSlot] = []
    store.findHidden(in: MapArea(rect), into: &found)
    let expected = places.filter { isInside(rect, $0.value) }.map(\.key)
    #expect(found.sorted() == expected.sorted(), "\(rect)")
  }

  @Test
  func `finds what lies in every rect of a small world`() {
    // Places and edges on a lattice of eight columns, world edges and both sides of them included.
    let side = AnnotationStoreTests.world / 8
    let store = AnnotationStore()
    var places: [AnnotationSlot: MapPoint] = [:]
    for x in 0...8 {
      for y in 0...2 {
        let point = MapPoint(x: Double(x) * side, y: Double(y) * side)
        places[store.insert(AnnotationStoreTests.annotation(at: point))] = point
      }
    }
    for west in -9...9 {
      for width in 0...9 {
        for (north, height) in [(-1, 1), (0, 0), (0, 1), (1, 1), (1, 9), (-3, 2)] {
          let rect = MapRect(
            x: Double(west) * side, y: Double(north) * side, width: Double(width) * side,
            height: Double(height) * side)
          AnnotationStoreTests.expectAgreement(store, rect, places)
        }
      }
    }
  }

  @Test(arguments: 0..<20)
  func `finds what lies in a rect of a random world`(seed: Int) {
    let world = AnnotationStoreTests.world
    var dice = Dice(seed: seed)
    let store = AnnotationStore()
    var places: [AnnotationSlot: MapPoint] = [:]
    let scale = [world, world / 100, 1e4][seed % 3]
    func draw() -> MapPoint {
      // A third of the worlds lies around the date line, on both sides.
      let x = (dice.fraction() - 0.5) * scale
      return MapPoint(x: x < 0 ? x + world : x, y: dice.fraction() * min(scale, world))
    }
    for _ in 0..<400 {
      switch dice.below(4) {
      case 0, 1:
        let point = draw()
        let slot = store.insert(AnnotationStoreTests.annotation(at: point))
        #expect(places.updateValue(point, forKey: slot) == nil)
      case 2:
        guard let slot = places.keys.sorted().dropFirst(dice.below(9)).first else { continue }
        store.remove(slot)
        places[slot] = nil
      default:
        guard let slot = places.keys.max() else { continue }
        let point = draw()
        store.move(slot, to: Projection.coordinate(for: point), mapPoint: point)
        places[slot] = point
      }
      let corner = draw()
      let extent = scale * dice.fraction() * dice.fraction()
      let rect = MapRect(
        x: dice.below(2) == 0 ? corner.x : corner.x - world, y: corner.y, width: extent,
        height: extent * 2 * dice.fraction())
      AnnotationStoreTests.expectAgreement(store, rect, places)
      #expect(store.count == places.count)
    }
    #expect(store.slots.count < 250, "slots are used again")
  }

  @Test
  func `has cells of a sensible size at any scale`() {
    let store = AnnotationStore()
    var found: [AnnotationSlot] = []
    let coarsest = store.cellSide
    for extent in [1e8, 1e6, 3e4, 100, 5e5, 4e6, 4e7, 2e8] {
      let rect = MapRect(x: 1e7, y: 1e7, width: extent / 2, height: extent)
      store.findHidden(in: MapArea(rect), into: &found)
      let isSensible = (4...16).contains(extent / store.cellSide) || store.cellSide == coarsest
      #expect(isSensible, "cells of \(store.cellSide) for \(extent)")
    }
    #expect(store.cellSide == coarsest)
  }

  @Test
  func `numbers annotations in the order of coming, whatever the slot`() {
    let store = AnnotationStore()
    let annotation = AnnotationStoreTests.annotation(at: TestMap.middle)
    let first = store.insert(annotation)
    let second = store.insert(annotation)
    store.remove(first)
    let third = store.insert(annotation)
    #expect(third == first)
    #expect([second, third].map { store[$0].serial } == [1, 2])
  }

  @Test
  func `finds nothing at the place of an invalid coordinate`() {
    let store = AnnotationStore()
    _ = store.insert(AnnotationStoreTests.annotation(at: Projection.invalidMapPoint))
    for width in [10, AnnotationStoreTests.world] {
      var found: [AnnotationSlot] = []
      store.findHidden(in: MapArea(MapRect(x: -5, y: -5, width: width, height: 10)), into: &found)
      #expect(found == [])
    }
  }

  @Test(arguments: 0..<10)
  func `does not disagree with itself in the last bit`(seed: Int) {
    var dice = Dice(seed: seed)
    let world = AnnotationStoreTests.world
    for _ in 0..<300 {
      let x = dice.fraction() * 1000
      let rect = MapRect(x: -x, y: 0, width: x * dice.fraction() * 2, height: 10)
      let store = AnnotationStore()
      var point = MapPoint(x: rect.minX + world, y: 5)
      for _ in 0..<3 {
        point.x = point.x.nextDown
        let slot = store.insert(AnnotationStoreTests.annotation(at: point))
        var found: [AnnotationSlot] = []
        store.findHidden(in: MapArea(rect), into: &found)
        #expect(found.contains(slot) == MapArea(rect).contains(point))
      }
    }
  }
}
