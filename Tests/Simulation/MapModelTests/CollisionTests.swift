import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Which views give way: the sought ones against the definition, read aloud.
@Suite("CollisionResolver")
struct CollisionTests {
  static func shape(
    x: Double, y: Double, width: Double = 2, height: Double = 2, mode: CollisionMode = .rectangle,
    priority: Double = 1000, serial: AnnotationID = 0, isSelected: Bool = false
  ) -> CollisionResolver.Shape {
    CollisionResolver.Shape(
      priority: priority, serial: serial, slot: AnnotationSlot(serial.index),
      frame: ScreenRect(minX: x, minY: y, width: width, height: height), mode: mode,
      isHeld: isSelected)
  }

  /// Whether some place at multiples of a half belongs to the rectangle and lies within the circle;
  /// the nearest place of the rectangle is among them when all edges are whole.
  static func hasPlaceInCircle(_ circle: ScreenRect, _ rectangle: ScreenRect) -> Bool {
    let radius = min(circle.width, circle.height) / 2
    for x in stride(from: rectangle.minX, through: rectangle.maxX, by: 0.5) {
      for y in stride(from: rectangle.minY, through: rectangle.maxY, by: 0.5) {
        let (dx, dy) = (x - circle.midX, y - circle.midY)
        if dx * dx + dy * dy < radius * radius { return true }
      }
    }
    return false
  }

  /// Views are 20 points wide; negative insets make their alignment rectangles wider.
  @Test(arguments: [
    (0.0, 19.0, true), (0, 20, false), (-5, 29, true), (-5, 30, false), (5, 9, true),
    (5, 10, false),
  ])
  func `use alignment rectangles`(
    inset: Double, distance: Double, doCollide: Bool
  ) {
    let layer = LayerSetup.plain().with {
      $0.alignmentInsets = EdgeInsets(all: inset)
      $0.displayPriority = 250
    }
    let test = TestMap(
      screenPoints: [(x: 100, y: 100), (x: 100 + distance, y: 100)], layers: [layer])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.views.isHidden(AnnotationSlot(1)) == doCollide)
  }

  @Test(arguments: [(0.0, true), (2.8, true), (2.9, false), (4, false)])
  func `can be of the circles around frames`(distance: Double, doCollide: Bool) {
    var shapes = [
      CollisionTests.shape(x: 0, y: 0, mode: .circle, priority: 3, serial: 0),
      CollisionTests.shape(x: distance, y: 0, mode: .circle, priority: 2, serial: 1),
    ]
    for index in shapes.indices { shapes[index].circle = .circumscribed }
    // Their radius is the square root of two.
    #expect(CollisionResolver.collide(shapes[0], shapes[1]) == doCollide)
    var solver = CollisionResolver()
    #expect(CollisionTests.solve(shapes, with: &solver) == CollisionTests.naive(shapes))
    for index in shapes.indices { shapes[index].circle = .inscribed }
    #expect(CollisionResolver.collide(shapes[0], shapes[1]) == (distance < 2))
  }

  @Test
  func `of two shapes are exact`() {
    let extents = [(1.0, 1.0), (2, 4), (4, 3), (6, 6), (0, 3)]
    var count = 0
    for (width, height) in extents {
      for (otherWidth, otherHeight) in extents {
        for number in 0..<121 {
          let first = CollisionTests.shape(x: 0, y: 0, width: width, height: height)
          let second = CollisionTests.shape(
            x: Double(number % 11 - 5), y: Double(number / 11 - 5), width: otherWidth,
            height: otherHeight)
          let areEmpty = width * height * otherWidth * otherHeight == 0
          let (left, right) = (first.frame, second.frame)
          let reach = min(width, height) / 2 + min(otherWidth, otherHeight) / 2
          let (dx, dy) = (left.midX - right.midX, left.midY - right.midY)
          for (mode, other, expected) in [
            (.rectangle, .rectangle, left.intersects(right)),
            (.circle, .circle, dx * dx + dy * dy < reach * reach),
            (.circle, .rectangle, CollisionTests.hasPlaceInCircle(left, right)),
            (.rectangle, .circle, CollisionTests.hasPlaceInCircle(right, left)),
            (.none, .rectangle, false), (.circle, .none, false), (.none, .none, false),
          ] as [(CollisionMode, CollisionMode, Bool)] {
            var (first, second) = (first, second)
            first.mode = mode
            second.mode = other
            #expect(
              CollisionResolver.collide(first, second) == (expected && !areEmpty),
              "\(first) \(second)")
            count += CollisionResolver.collide(first, second) ? 1 : 0
          }
        }
      }
    }
    #expect(count > 1000)
  }

  /// Visits views in order and compares each with all that are shown: serials and blockers.
  static func naive(_ shapes: [CollisionResolver.Shape]) -> [AnnotationID: AnnotationID] {
    var shown: [CollisionResolver.Shape] = []
    var blockers: [AnnotationID: AnnotationID] = [:]
    let order = shapes.sorted { left, right in
      (-left.priority, left.isHeld ? 0 : 1, left.rank, left.serial)
        < (-right.priority, right.isHeld ? 0 : 1, right.rank, right.serial)
    }
    for shape in order {
      let blocker = shown.first { CollisionResolver.collide($0, shape) }
      if let blocker, shape.priority < 1000, !shape.isHeld {
        blockers[shape.serial] = blocker.serial
      } else {
        shown.append(shape)
      }
    }
    return blockers
  }

  static func solve(_ shapes: [CollisionResolver.Shape], with solver: inout CollisionResolver)
    -> [AnnotationID: AnnotationID]
  {
    solver.removeAll()
    for shape in shapes { solver.append(shape) }
    solver.solve()
    var blockers: [AnnotationID: AnnotationID] = [:]
    for shape in solver.shapes where shape.blocker.isSome {
      blockers[shape.serial] = solver.shapes[shape.blocker.index].serial
    }
    return blockers
  }

  @Test(arguments: 0..<4)
  func `of three views are those of the definition`(selected: Int) {
    let modes: [CollisionMode] = [.rectangle, .circle]
    let priorities = [250.0, 750, 1000]
    var solver = CollisionResolver()
    var hidden = 0
    for number in 0..<(18 * 18 * 18) {
      let shapes = [number % 18, number / 18 % 18, number / 324].enumerated().map { index, kind in
        CollisionTests.shape(
          x: [-1.0, 1, 2][kind % 3], y: Double(index), width: Double(2 + index),
          mode: modes[kind / 3 % 2], priority: priorities[kind / 6],
          serial: AnnotationID(2 - index),
          isSelected: index == selected)
      }
      let found = CollisionTests.solve(shapes, with: &solver)
      #expect(found == CollisionTests.naive(shapes), "\(shapes)")
      hidden += found.count
    }
    #expect(hidden > 1000)
  }

  @Test(arguments: 0..<40)
  func `of many views are those of the definition`(seed: Int) {
    var dice = Dice(seed: seed)
    var solver = CollisionResolver()
    for _ in 0..<5 {
      let shapes = (0..<80).map { number in
        CollisionTests.shape(
          x: dice.fraction() * 400 - 200, y: dice.fraction() * 300 - 100,
          width: Double(dice.below(40)), height: 1 + dice.fraction() * 40,
          mode: CollisionMode.allCases[dice.below(3)],
          priority: [0.0, 250, 750, 999.5, 1000][dice.below(5)], serial: AnnotationID(number),
          isSelected: dice.below(80) == 0)
      }
      let found = CollisionTests.solve(shapes, with: &solver)
      #expect(found == CollisionTests.naive(shapes))
      #expect(!found.isEmpty)
    }
  }

  /// Pins of 20 x 30 points beside each other, 12 points apart, with little priority.
  static func row(
    pins: Int = 5, priority: Double = 250, collision: CollisionMode = .rectangle
  ) -> TestMap {
    let layer = LayerSetup.plain().with {
      $0.displayPriority = priority
      $0.collision = collision
    }
    let test = TestMap(
      screenPoints: (0..<pins).map { (x: Double(100 + 12 * $0), y: 100) }, layers: [layer])
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    return test
  }

  static func collisions(_ test: TestMap) -> [String] {
    test.take(.view, .frame).filter { $0.contains("hide ") || $0.contains("frame") }
  }

  @Test
  func `hide views once they are there, in the order of visiting`() {
    let test = CollisionTests.row()
    #expect(
      test.take(.view, .frame).suffix(4) == [
        "didAdd 5", "hide b under a", "hide d under c", "frame 1",
      ])
    #expect(test.map.makeSnapshot(.mark).pins.map { $0.point.x.rounded() } == [100, 124, 148])
    // The map moves, nothing comes or goes, nothing changes.
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: SimulatedTime(milliseconds: 60))
    #expect(CollisionTests.collisions(test) == ["frame 2", "frame 3", "frame 4"])
    test.map.zoom(byLevels: -1, over: .zero)
    #expect(CollisionTests.collisions(test) == ["hide c under a", "frame 5"])
    test.map.zoom(byLevels: 2, over: .zero)
    #expect(CollisionTests.collisions(test) == ["unhide b", "unhide c", "unhide d", "frame 6"])
  }

  @Test
  func `wait for the end of a region change unless views come or go`() {
    let test = CollisionTests.row(pins: 2)
    _ = test.take()
    test.map.zoom(byLevels: 1, over: SimulatedTime(milliseconds: 60))
    #expect(
      test.take(.view, .map, .frame) == [
        "will", "visible", "frame 2", "visible", "frame 3", "visible", "did", "unhide b",
        "frame 4",
      ])
  }

  @Test
  func `follow data that comes, goes and moves`() {
    let test = CollisionTests.row(pins: 3)
    _ = test.take()
    test.map.remove([0], from: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(CollisionTests.collisions(test) == ["unhide b", "hide c under b", "frame 2"])
    test.map.move([1], in: 0, to: [TestMap.coordinate(x: 200, y: 100)])
    #expect(test.map.advanceUntilSettled())
    #expect(CollisionTests.collisions(test) == ["unhide c", "frame 3"])
    test.map.add([0], to: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(CollisionTests.collisions(test) == ["frame 4"])
  }

  @Test
  func `touching pins do not have, nor required ones, nor those that collide with nothing`() {
    for (priority, collision) in [(1000.0, CollisionMode.rectangle), (250, .none)] {
      let test = CollisionTests.row(priority: priority, collision: collision)
      #expect(test.take(.view).last == "didAdd 5")
      #expect(test.map.views.pools.hiddenCount == 0)
    }
    let circles = CollisionTests.row(pins: 3, collision: .circle)
    #expect(CollisionTests.collisions(circles) == ["hide b under a", "frame 1"])
    let edges = TestMap(
      viewport: TestMap.viewport(center: MapPoint(x: 1e8, y: 1e8), scale: 64),
      points: [0.0, 20].map {
        Projection.coordinate(for: MapPoint(x: 1e8 + 64 * $0, y: 1e8))
      }, layers: [LayerSetup.plain().with { $0.displayPriority = 0 }])
    edges.addAll()
    #expect(edges.map.advanceUntilSettled())
    let first = edges.map.views.frame(of: 0)
    let second = edges.map.views.frame(of: 1)
    // A pin is 20 points wide; rounding of coordinates leaves them a hair apart or over.
    #expect(abs(first.maxX - second.minX) < 1e-9)
    #expect((edges.map.views.pools.hiddenCount == 1) == (second.minX < first.maxX))
  }

  @Test
  func `follow offsets in the frame that lays views out`() {
    let layer = LayerSetup.plain().with { $0.displayPriority = 250 }
    let test = TestMap(
      screenPoints: [(x: 100, y: 100), (x: 130, y: 100)], layers: [layer, layer])
    test.map.add([0], to: 0)
    test.map.add([1], to: 1)
    #expect(test.map.advanceUntilSettled())
    test.map.change(ViewChange(centerOffset: ScreenOffset(dx: 20, dy: -15)), of: 0)
    _ = test.take()
    test.map.pan(by: ScreenOffset(dx: 10, dy: 0), over: SimulatedTime(milliseconds: 40))
    #expect(
      test.take() == [
        "pan begins", "will", "visible", "hide b under a", "frame 2", "pan ends", "visible", "did",
        "frame 3",
      ])
  }

  @Test
  func `follow a change of priorities, and end with it`() {
    let test = CollisionTests.row(pins: 2, priority: 1000)
    _ = test.take()
    test.map.change(ViewChange(displayPriority: 999), of: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(CollisionTests.collisions(test) == ["hide b under a", "frame 2"])
    test.map.change(ViewChange(displayPriority: 1000), of: 0)
    #expect(test.map.advanceUntilSettled())
    #expect(CollisionTests.collisions(test) == ["unhide b", "frame 3"])
    test.map.zoom(byLevels: -1, over: .zero)
    #expect(!test.map.views.needsCollisions)
  }

  @Test
  func `never hide what is selected, and fingers never select what is hidden`() {
    let test = CollisionTests.row(pins: 3)
    #expect(!test.map.tap(point: 1, layer: 0))
    #expect(test.map.tap(nearestTo: TestMap.coordinate(x: 113, y: 100)))
    #expect(
      test.take(.selection) == ["missed", "willSelect 2", "didSelect 2", "didSelect annotation 2"])
    test.map.deselectAnnotation()
    // The app can, by the functions of the map.
    let slot = test.map.data.layers[0].slots[1]
    test.map.selectAnnotation(.point(1, layer: 0))
    #expect(test.map.selection.selected == slot)
    #expect(test.take(.view) == ["unhide b"])
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view) == ["hide a under b", "hide c under b"])
    #expect(!test.map.views.isHidden(slot))
    test.map.deselectAnnotation()
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.view) == ["unhide a", "hide b under a", "unhide c"])
  }

  /// Markers of one priority are ranked by their middle, and a selected marker grows upward.
  @Test(arguments: MapOptions.CollisionOrder.allCases, [30.0, 170])
  func `hide the neighbors of a selected marker in any place`(
    order: MapOptions.CollisionOrder, y: Double
  ) {
    let layer = LayerSetup.plain().with {
      $0.kind = .marker
      $0.displayPriority = 250
    }
    let options = MapOptions.with {
      $0.collisionOrder = order
      $0.selectedMarkerScale = 2
    }
    let test = TestMap(
      screenPoints: [(x: 140, y: y), (x: 155, y: y)], layers: [layer], options: options)
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    for point in [PointID(0), 1] {
      test.map.selectAnnotation(.point(point, layer: 0))
      #expect(test.map.advanceUntilSettled())
      let hidden = [0, 1].filter {
        test.map.views.isHidden(test.map.data.layers[0].slots[PointID($0)])
      }
      #expect(hidden == [1 - Int(point.rawValue)])
    }
  }

  @Test
  func `are forgotten by a view that leaves`() {
    let test = CollisionTests.row(pins: 2)
    #expect(test.map.views.pools.hiddenCount == 1)
    test.map.remove([1], from: 0)
    #expect(test.map.views.pools.hiddenCount == 0)
    test.map.add([1], to: 0)
    _ = test.take()
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.view) == [
        "request 2 of 0", "reuse b", "display b for 2", "didAdd 1", "hide b under a",
      ])
    test.map.pan(by: ScreenOffset(dx: 2000, dy: 0), over: .zero)
    #expect(test.map.views.pools.hiddenCount == 0)
    #expect(test.map.views.shown.isEmpty)
  }
}
