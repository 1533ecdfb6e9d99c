import Foundation
import Instruments
import MapModel
import Measuring
import Support
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
  private func play(_ part: GateMeter.Section) -> String {
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
    (GateMeter.Section.session, "(0fgh0fgh1fgh)"),
    (.steps([0]), "(0fgh)(0fgh)1fgh"),
    (.steps([1]), "0fgh0fgh(1fgh)"),
    (.steps([0, 1]), "(0fgh)(0fgh)(1fgh)"),
    (.steps([7]), "0fgh0fgh1fgh"),
    // A frame within a frame opens the gate no second time, and closes it only at the end.
    (.phase(.frame), "0(fgh)0(fgh)1(fgh)"),
    (.phase(.apply), "0f(g)h0f(g)h1f(g)h"),
    (.phase(.query), "0fgh0fgh1fgh"),
  ])
  func `is open for its part alone`(part: GateMeter.Section, text: String) {
    #expect(play(part) == text)
  }

  /// Replays behind the gate of a perf that acknowledges every command.
  private func sample(
    untilSeen enough: Int64, _ replay: (PerfGate) -> Void
  ) throws -> GateSample {
    let scratch = try Scratch()
    let paths = ["commands", "answers"].map { scratch.folder.appending(path: $0).path }
    for path in paths { try #require(ControlPipe.make(at: path)) }
    Thread.detachNewThread {
      guard let commands = FileHandle(forReadingAtPath: paths[0]),
        let answers = FileHandle(forWritingAtPath: paths[1])
      else { return }
      while !commands.availableData.isEmpty {
        try? answers.write(contentsOf: Data("ack\n\0".utf8))
      }
    }
    let pipe = try #require(ControlPipe(commands: paths[0], answers: paths[1]))
    let gate = PerfGate(pipe)
    return gate.repeats(untilSeen: enough, within: 600_000_000_000) { replay(gate) }
  }

  @Test
  func `replays come until enough was seen, and once when the part never comes`() throws {
    var replays = 0
    let never = try sample(untilSeen: 1_000_000) { _ in replays += 1 }
    #expect(never == GateSample(replays: 1, seenNanoseconds: 0, isAnswered: true))
    #expect(replays == 1)
    // Work that is known by its time: what a busy machine adds to a replay is far below all of it.
    let seen = try sample(untilSeen: 100_000_000) { gate in
      gate.open()
      let start = ProcessorClock().nanoseconds
      while ProcessorClock().nanoseconds < start + 1_000_000 {}
      gate.close()
    }
    #expect(seen.isAnswered)
    #expect(seen.seenNanoseconds >= 100_000_000)
    #expect((2...100).contains(seen.replays), "\(seen.replays)")
  }

  @Test
  func `what a replay says is read again, of its own version alone`() throws {
    let sample = GateSample(replays: 3, seenNanoseconds: 1_234, isAnswered: true)
    #expect(GateSample(line: sample.line) == sample)
    #expect(GateSample(line: sample.line.replacing("\"format\":1", with: "\"format\":2")) == nil)
    #expect(GateSample(line: "") == nil)
  }
}
