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
  func `never shows its extent and can be undone`() {
    var numbers = Numbers(seed: 81)
    var last = -Double.infinity
    for step in -200...200 {
      let shown = rubberBand(distance: Double(step) * 10, extent: 320, coefficient: 0.4)
      #expect(shown > last && abs(shown) < 320)
      last = shown
    }
    for _ in 0..<500 {
      let (pull, extent) = (numbers.next(in: -3_000...3_000), numbers.next(in: 100...1_000))
      let coefficient = numbers.next(in: 0.1...1)
      let shown = rubberBand(distance: pull, extent: extent, coefficient: coefficient)
      let back = rubberBandPull(shown: shown, extent: extent, coefficient: coefficient)
      #expect(abs(back - pull) < 1e-9)
    }
  }

  @Test
  func `comes from an infinite pull when all of its extent is shown`() {
    #expect(rubberBand(distance: .infinity, extent: 480) == 480)
    #expect(rubberBandPull(shown: 480, extent: 480) == .infinity)
    #expect(rubberBandPull(shown: -481, extent: 480) == -.infinity)
    #expect(rubberBandPull(shown: .nan, extent: 480).isNaN)
    #expect(rubberBand(distance: .nan, extent: 480).isNaN)
  }

  @Test
  func `needs an extent`() async {
    await #expect(processExitsWith: .failure) {
      _ = rubberBand(distance: 1, extent: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = rubberBandPull(shown: 1, extent: 480, coefficient: 0)
    }
  }
}
