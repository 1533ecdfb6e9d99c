import MapGeometry
import Testing

@Suite("Rubber band")
struct RubberBandTests {
  @Test(arguments: [(10.0, 5.4377), (100, 49.3458), (480, 170.3226), (0, 0)])
  func `shows less and less of a pull`(pull: Double, shown: Double) {
    #expect(abs(rubberBand(distance: pull, extent: 480) - shown) < 5e-5)
    #expect(abs(rubberBand(distance: -pull, extent: 480) + shown) < 5e-5)
  }

  @Test
  func `never shows its extent`() {
    var last = -Double.infinity
    for step in -200...200 {
      let shown = rubberBand(distance: Double(step) * 10, extent: 320, coefficient: 0.4)
      #expect(shown > last && abs(shown) < 320)
      last = shown
    }
  }

  @Test
  func `shows all of its extent for an infinite pull only`() {
    #expect(rubberBand(distance: .infinity, extent: 480) == 480)
    #expect(rubberBand(distance: .nan, extent: 480).isNaN)
  }

  @Test
  func `needs an extent`() async {
    await #expect(processExitsWith: .failure) {
      _ = rubberBand(distance: 1, extent: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = rubberBand(distance: 1, extent: 480, coefficient: 0)
    }
  }
}
