import Instruments
import MapModel
import Measuring
import Testing

@Suite("Region meter")
struct RegionMeterTests {
  @Test
  func `the regions are the phases, by their names and numbers`() {
    #expect(Region.phaseNames == Phase.allCases.map { "\($0)" })
  }

  @Test
  func `work is done once, in its order, whatever it is within`() {
    let meter = RegionMeter()
    var done: [String] = []
    meter.session {
      meter.stepBegins(0)
      meter.measure(.frame, ofUpdate: nil) {
        done.append("frame")
        meter.measure(.views, ofUpdate: nil) { done.append("views") }
        meter.measure(.apply, ofUpdate: 3) {
          meter.measure(.frame, ofUpdate: nil) { done.append("frame in apply in frame") }
        }
      }
      meter.stepEnds()
      meter.updateEnds(3, step: 0, marks: 0)
      done.append("end")
    }
    #expect(done == ["frame", "views", "frame in apply in frame", "end"])
  }

  @Test
  func `valgrind does not run the tests`() { #expect(!Region.isUnderValgrind) }
}
