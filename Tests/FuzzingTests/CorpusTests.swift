import Authoring
import Foundation
import Measures
import Reporting
import ScenarioFiles
import Scenarios
import Testing
import Wire

@testable import Fuzzing

/// Inputs that fuzzing began with or found, each read as `make fuzz` reads them.
@Suite("The corpus of fuzzing")
struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/Corpus")

  private static func inputs(of reader: FuzzedReader) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder.appending(path: reader == .values ? "run" : reader.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.sorted().map {
      ($0, [UInt8](try Data(contentsOf: folder.appending(path: $0))))
    }
  }

  @Test(arguments: FuzzedReader.allCases)
  func `is read without a violation`(reader: FuzzedReader) throws {
    let inputs = try Self.inputs(of: reader)
    #expect(inputs.count >= 3)
    var seen: Set<String> = []
    // The shortest come first: what they hold is looked at in them.
    for (name, bytes) in inputs.sorted(by: { $0.bytes.count < $1.bytes.count }) {
      // All numbers take minutes, which `make fuzz` has.
      let violation =
        reader == .values
        ? RunValues.violation(of: bytes, newTo: &seen) : reader.violation(of: bytes)
      #expect(violation == nil, "\(reader.rawValue)/\(name)")
    }
  }

  /// Run files of other versions would be refused at once, and nothing behind that would be met.
  @Test(arguments: [7, RunFile.version])
  func `has run files of each version that is read`(version: Int64) throws {
    let read = try Self.inputs(of: .run).count { _, bytes in
      let text = try? JSONText(bytes)
      let found = text?.read { try? $0.member("version")?.whole(Int64.self) }
      return found == version
        && text.flatMap { try? RunFile.report(of: $0, named: "run.json") } != nil
    }
    #expect(read >= 3)
  }

  /// Answers of other layouts would be refused at once, too.
  @Test
  func `has answers of sessions`() throws {
    let answers = try Self.inputs(of: .answer).count { _, bytes in
      (try? Record.value(SessionReport.self, from: bytes)) != nil
    }
    #expect(answers >= 5)
  }

  /// They are in a file of their own since version 8.
  @Test
  func `has scenes in a run file of version 7`() throws {
    let hasScenes = try Self.inputs(of: .run).contains { _, bytes in
      let run = try? RunFile.report(of: JSONText(bytes), named: "run.json")
      return run?.sessions.contains { $0.scene != nil } == true
    }
    #expect(hasScenes)
  }

  /// The page of such a run shows what no other run has.
  @Test
  func `has a run with the times of updates`() throws {
    let isTimed = try Self.inputs(of: .run).contains { _, bytes in
      let run = try? RunFile.report(of: JSONText(bytes), named: "run.json")
      return run?.sessions.contains { session in
        session.measurements?.updates.byNumber.contains { $0 != nil } == true
          && !session.facts.updates.isEmpty
      } == true
    }
    #expect(isTimed)
  }

  @Test
  func `has every number of a run file as a slot`() {
    let text = Array(#"{"a": [1, -2.5e+3], "b\"1": {"c": "4, 5", "d": 6}}"#.utf8)
    let slots = RunValues.slots(of: text)
    #expect(slots.map(\.path) == [#""a/"#, #""a/"#, #""b\"1/"d"#])
    #expect(
      slots.map { String(decoding: text[$0.range], as: UTF8.self) } == ["1", "-2.5e+3", "6"])
    let mutated = RunValues.text(text, with: "7", at: slots[1])
    #expect(String(decoding: mutated, as: UTF8.self).hasPrefix(#"{"a": [1, 7], "b"#))
  }

  /// What replaying would be worth nothing without: each property can be violated.
  @Test
  func `would show a violation`() throws {
    let good = Array("scenario: A test\nsteps: [tap map]\n".utf8)
    #expect(FormattedText.violation(of: good, by: FormattedText.formatted) == nil)
    let growing = FormattedText.violation(of: good) {
      .success(String(decoding: $0, as: UTF8.self) + " ")
    }
    #expect(growing == "the canonical text of the canonical text is another one")
    let changing = FormattedText.violation(of: good) { _ in .failure(.contradiction) }
    #expect(changing == "the canonical text says something else")

    let files = InMemoryFiles(scenario: Array("scenario: A test\nsteps: [tap map]\nzoom: 3\n".utf8))
    guard
      case .failure(let diagnostics) = ScenarioReader(files: files).read(path: InMemoryFiles.path)
    else {
      Issue.record("the scenario was read")
      return
    }
    let last = try #require(diagnostics.all.last)
    #expect(last.place.line == 3)
    #expect(FaultPlace.violation(of: last, in: files) == nil)
    let shorter = InMemoryFiles(scenario: Array("scenario: A test".utf8))
    #expect(FaultPlace.violation(of: last, in: shorter)?.hasSuffix("outside of the text") == true)
  }
}
