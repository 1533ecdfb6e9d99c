import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// The room that markers take: with titles below them, and larger when they are selected.
@Suite("Markers")
struct MarkerTests {
  /// Two views at all distances of each other, against the rectangles of what collides.
  @Test(arguments: [0.0, 30, 90], [true, false])
  func `have room for their titles`(width: Double, isTitled: Bool) {
    for kind in [AnnotationViewKind.marker, .image] {
      for dx in stride(from: -101.5, through: 101.5, by: 7) {
        for dy in stride(from: -60.5, through: 60.5, by: 5.5) {
          var layer = LayerSetup.plain()
          layer.view.kind = kind
          layer.view.displayPriority = 500
          let test = TestMap(
            screenPoints: [(x: 150, y: 100), (x: 150 + dx, y: 100 + dy)], layers: [layer],
            isTitled: [isTitled, isTitled], options: .with { $0.markerTitleWidthPoints = width })
          test.addAll()
          test.map.advanceUntilSettled()
          let rects = (0..<2).map { index in
            let frame = test.map.views.frame(of: AnnotationSlot(index))
            guard kind == .marker, isTitled, width > frame.width else {
              // A title that is no wider than its marker still hangs below it.
              let isLonger = kind == .marker && isTitled && width > 0
              return ScreenRect(
                minX: frame.minX, minY: frame.minY, width: frame.width,
                height: frame.height + (isLonger ? 16 : 0))
            }
            return ScreenRect(
              minX: frame.midX - width / 2, minY: frame.minY, width: width,
              height: frame.height + 16)
          }
          let meets =
            rects[0].minX < rects[1].maxX && rects[1].minX < rects[0].maxX
            && rects[0].minY < rects[1].maxY && rects[1].minY < rects[0].maxY
          guard test.map.views.pools.hiddenCount == (meets ? 1 : 0) else {
            Issue.record("\(kind) at \(dx), \(dy) of a title of \(width) pt")
            return
          }
        }
      }
    }
  }

  /// A required marker of 28 points in the middle, and one below it: its title is 16 points high.
  @Test(arguments: MapOptions.TitleCollisions.allCases, [29.0, 43, 45])
  func `have titles that hide required views, if the options say so`(
    option: MapOptions.TitleCollisions, distance: Double
  ) {
    var layer = LayerSetup.plain()
    layer.view.kind = .marker
    layer.view.size = ScreenSize(width: 28, height: 28)
    layer.view.centerOffset = .zero
    layer.view.displayPriority = 1000
    let test = TestMap(
      screenPoints: [(x: 150, y: 100), (x: 150, y: 100 + distance)], layers: [layer],
      options: .with {
        $0.markerTitleWidthPoints = 80
        $0.titleCollisions = option
      })
    test.addAll()
    #expect(test.map.advanceUntilSettled())
    #expect(!test.map.views.isHidden(AnnotationSlot(0)))
    #expect(
      test.map.views.isHidden(AnnotationSlot(1)) == (option == .requiredToo && distance < 44))
    // One that is selected stays.
    test.map.selectAnnotation(.point(1, layer: 0))
    #expect(test.map.advanceUntilSettled())
    #expect(!test.map.views.isHidden(AnnotationSlot(1)) || test.map.selectedSerial == nil)
  }

  /// Markers and others in the middle of the map, selected or not.
  @Test(arguments: [1.0, 2, 3.5])
  func `grow from their lower edge when they are selected`(scale: Double) {
    for kind in [AnnotationViewKind.marker, .image] {
      var layer = LayerSetup.plain()
      layer.view.kind = kind
      // What an app forgets to reset of its own does not matter.
      layer.view.notReset = [.transform, .selection]
      let test = TestMap(
        screenPoints: [(x: 150, y: 100)], layers: [layer],
        options: .with { $0.selectedMarkerScale = scale })
      test.addAll()
      test.map.advanceUntilSettled()
      let before = test.map.views.frame(of: 0)
      test.map.tap(point: 0, layer: 0)
      let after = test.map.views.frame(of: 0)
      let factor = kind == .marker ? scale : 1
      #expect((after.width - before.width * factor).magnitude < 1e-9)
      #expect((after.height - before.height * factor).magnitude < 1e-9)
      #expect((after.maxY - before.maxY).magnitude < 1e-9)
      #expect((after.midX - before.midX).magnitude < 1e-9)
      test.map.deselectAnnotation()
      #expect(test.map.views.frame(of: 0) == before)
      // Its view goes while it is selected, and comes back for another use.
      test.map.tap(point: 0, layer: 0)
      test.map.remove([0], from: 0)
      test.map.advanceUntilSettled()
      test.addAll()
      test.map.advanceUntilSettled()
      #expect(test.map.views.frame(of: 0) == before)
      #expect(test.map.views.pools.views.count == 1)
    }
  }
}
