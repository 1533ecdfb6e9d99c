import MapGeometry
import Testing

@Suite("Simulated time")
struct SimulatedTimeTests {
  @Test
  func `adds and subtracts whole nanoseconds`() {
    let later = SimulatedTime(milliseconds: 3) + SimulatedTime(nanoseconds: 7)
    #expect(later.nanoseconds == 3_000_007)
    #expect((later - SimulatedTime(milliseconds: 3)).nanoseconds == 7)
    #expect(SimulatedTime.zero < later)
  }
}
