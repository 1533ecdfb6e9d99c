import MapModel
import Measuring
import Testing

@Suite("Gate meter")
struct GateMeterTests {
  /// Writes down what happens.
  private final class Notes: Gate {
    var text = ""
    func open() { text += "(" }
    func close() { text += ")" }
  }

  /// A session of two steps, the first of which comes twice.
  private func play(_ part: GateMeter.Part) -> String {
    let notes = Notes()
    let meter = GateMeter(part, gate: notes)
    meter.session {
      for step: Int32 in [0, 0, 1] {
        meter.stepBegins(step)
        notes.text += "\(step)"
        meter.measure(.frame, ofUpdate: nil) {
          notes.text += "f"
          meter.measure(.apply, ofUpdate: 3) {
            meter.measure(.frame, ofUpdate: nil) { notes.text += "g" }
          }
          notes.text += "h"
        }
        meter.stepEnds()
      }
      meter.updateEnds(3, step: 0, marks: 0)
    }
    return notes.text
  }

  @Test(arguments: [
    (GateMeter.Part.session, "(0fgh0fgh1fgh)"),
    (.steps([0]), "(0fgh)(0fgh)1fgh"),
    (.steps([1]), "0fgh0fgh(1fgh)"),
    (.steps([0, 1]), "(0fgh)(0fgh)(1fgh)"),
    (.steps([7]), "0fgh0fgh1fgh"),
    // A frame within a frame opens the gate no second time, and closes it only at the end.
    (.phase(.frame), "0(fgh)0(fgh)1(fgh)"),
    (.phase(.apply), "0f(g)h0f(g)h1f(g)h"),
    (.phase(.query), "0fgh0fgh1fgh"),
  ])
  func `is open for its part alone`(part: GateMeter.Part, text: String) {
    #expect(play(part) == text)
  }

  @Test
  func `what a replay says is read again, of its own version alone`() throws {
    let sample = GateSample(replays: 3, seenNanoseconds: 1_234, isAnswered: true)
    #expect(GateSample(line: sample.line) == sample)
    #expect(GateSample(line: sample.line.replacing("\"format\":1", with: "\"format\":2")) == nil)
    #expect(GateSample(line: "") == nil)
  }
}
