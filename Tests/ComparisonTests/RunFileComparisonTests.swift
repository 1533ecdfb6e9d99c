import Foundation
import Reporting
import Testing

@testable import Comparison

/// Run files of one small session, of which something is another one.
@Suite("Parts of run files")
struct RunFileComparisonTests {
  private static let run = """
    {"version": \(RunFile.version), "columns": ["frames", "view reuse rate", "hitch ratio"],
    "fingerprint": {},
    "sessions": [{
      "id": "a", "outcome": "passed", "digest": "d", "scenario digest": "s",
      "session": {"frames": 9, "view reuse rate": [1, 4]},
      "marks": [{"name": "zooming", "start ns": 5, "values": [3, [1, 2]]}],
      "steps": [
        {"step": 0, "file": "x/a.yaml", "line": 12, "text": "wait: settled", "values": [4, null]},
        {"step": 1, "file": null, "line": 13, "text": "pan: up", "values": [5, [0, 2]]}],
      "callouts": [{"callout": 0, "correct": true, "overflow pt": 0.5}],
      "updates": [{"update": 0, "latency ns": 70, "real compute ns": 33, "phases ns": {"a": 1}}],
      "latency by batch": [{"batches": "1-2", "p50 ns": 8, "real": {"laps": 2}}],
      "verdicts": [{"rule": "at most 3", "found": "2", "line": 20, "complaint": null}],
      "options": {"beyond edge": {"default": true, "value": "rubber band"}},
      "device": {"name": "phone", "costs (assumptions)": ["60 frames a second"]}
    }]}
    """

  /// Compares the run with one in which a text is another one.
  private func report(replacing old: String, with new: String) throws -> ComparisonReport {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = RunFileComparisonTests.run
    try #require(old.isEmpty || run.contains(old))
    let paths = ["base.json", "head.json"].map { folder.appending(path: $0) }
    for (path, text) in zip(paths, [run, old.isEmpty ? run : run.replacing(old, with: new)]) {
      try text.write(to: path, atomically: true, encoding: .utf8)
    }
    return try RunFileComparison.report(base: paths[0].path, head: paths[1].path)
  }

  @Test(
    arguments: [
      ("\"frames\": 9", "\"frames\": 8", ["frames 9 -> 8"]),
      ("[3, [1, 2]]", "[3, [2, 2]]", ["mark zooming: view reuse rate 1, 2 -> 2, 2"]),
      ("[4, null]", "[5, null]", ["step 0: frames 4 -> 5"]),
      ("[5, [0, 2]]", "[5, null]", ["step 1: view reuse rate 0, 2 -> nothing"]),
      ("pan: up", "pan: down", ["step 1: text pan: up -> pan: down"]),
      ("\"correct\": true", "\"correct\": false", ["callouts 0: correct yes -> no"]),
      (
        "[{\"callout\": 0, \"correct\": true, \"overflow pt\": 0.5}]", "[]",
        ["number of callouts 1 -> 0"]
      ),
      ("\"latency ns\": 70", "\"latency ns\": 71", ["updates 0: latency ns 70 -> 71"]),
      ("\"p50 ns\": 8", "\"p50 ns\": 9", ["latency by batch 0: p50 ns 8 -> 9"]),
      ("at most 3", "at most 4", ["verdicts 0: rule at most 3 -> at most 4"]),
      (
        "rubber band", "stop",
        ["options: beyond edge default yes, value rubber band -> default yes, value stop"]
      ),
      ("\"phone\"", "\"tablet\"", ["device: name phone -> tablet"]),
      // The digest is told where nothing says what differs.
      ("\"digest\": \"d\"", "\"digest\": \"e\"", ["events d -> e"]),
      // What was measured, and where the scenario is, tells nothing of what happened.
      ("", "", []), ("33", "34", []), ("\"a\": 1", "\"a\": 2", []),
      ("\"laps\": 2", "\"laps\": 3", []),
      ("\"line\": 12", "\"line\": 14", []), ("x/a.yaml", "/y/a.yaml", []),
    ] as [(String, String, [String])])
  func `a part that differs is named, with its row and its value`(
    old: String, new: String, words: [String]
  ) throws {
    let report = try report(replacing: old, with: new)
    #expect(report.facts.changed.flatMap(\.values).map(\.words) == words)
    #expect(report.facts.inPart == 0)
  }

  @Test
  func `what a short file leaves out is no difference, and is said`() throws {
    let part = "\"marks\": [{\"name\": \"zooming\", \"start ns\": 5, \"values\": [3, [1, 2]]}]"
    let short = try report(replacing: part, with: "\"left out\": \"all else\"")
    #expect(short.facts.changed.isEmpty)
    #expect(short.facts.inPart == 1)
    let text = ComparisonText.text(of: short)
    #expect(
      text.hasPrefix(
        "unchanged, decided by facts: the facts of 1 session are the same; 1 session compared in "
          + "part\n"), "\(text)")
    #expect(
      text.contains("facts: 1 session, 0 differ, 1 only in parts that both files have\n"),
      "\(text)")
    // Without a word of that it is one.
    let other = try report(replacing: part, with: "\"title\": \"A\"")
    #expect(other.facts.changed.first?.values.map(\.key) == ["marks"])
  }

  /// Totals are an object, or a row where the file is short of room.
  @Test
  func `totals of two layouts are the same`() throws {
    let short = try report(
      replacing: "\"session\": {\"frames\": 9, \"view reuse rate\": [1, 4]}",
      with: "\"left out\": \"all else\", \"values\": [9, [1, 4], [0, 0]]")
    #expect(short.facts.changed.isEmpty, "\(short.facts.changed)")
  }

  @Test
  func `a folder is no run file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = try #require(throws: ComparisonError.self) {
      try RunFileComparison.report(base: folder.path, head: folder.path)
    }
    #expect(error.cause == .faultyInput)
    #expect(error.description.contains(".json' is a folder\nhelp: give the run.json"), "\(error)")
  }
}
