import Authoring
import Counts
import Foundation
import Reporting
import ScenarioFiles
import Scenarios
import Support
import Testing

@testable import Sessions

/// Files that each release wrote, and stay unchanged: users have such files for years.
@Suite("Files of earlier releases")
struct ReleaseTests {
  /// A release, or the programs before the first one, with the words that today's names replace
  /// and the facts that a person decides.
  struct Release: CustomTestStringConvertible {
    var version: String
    var words: [FormerName] = []
    var decided: [String] = []
    var testDescription: String { version }
  }

  static let releases = [
    // A fling drifts for less than a second since.
    Release(version: "0.1.0", decided: ["Region/region-set-in-a-callback"]),
    Release(version: "0.2.0", decided: ["Region/region-set-in-a-callback"]),
    Release(
      version: "before-0.1.0", words: ScenarioSchema().formerNames,
      decided: ["Canaries/no-batch"]),
  ]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/Releases")

  /// A copy of the files of a release.
  private func copy(_ release: Release) throws -> Scratch {
    let scratch = try Scratch()
    let folder = ReleaseTests.folder.appending(path: release.version)
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: path)
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      try scratch.file(path, text)
    }
    return scratch
  }

  private func migration(of scratch: Scratch) -> MigrationQuery {
    MigrationQuery(paths: ["\(scratch.path)/Scenarios"], facts: "\(scratch.path)/Reports")
  }

  private func scenarios(of scratch: Scratch) throws -> ScenarioQuery.Selection {
    try ScenarioQuery(paths: ["\(scratch.path)/Scenarios"]).read()
  }

  @Test
  func `each folder has its row`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: ReleaseTests.folder.path)
    #expect(names.sorted() == ReleaseTests.releases.map(\.version))
  }

  @Test(arguments: releases)
  func `words are migrated once, and all else stays`(release: Release) throws {
    let scratch = try copy(release)
    func texts() throws -> [String] { try scratch.files().map { try scratch.text($0) } }
    let before = try texts()
    let dry = try migration(of: scratch).run(isDry: true)
    #expect(try texts() == before)
    let written = try migration(of: scratch).run(isDry: false)
    #expect(written.scenarios.changed == dry.scenarios.changed)
    #expect(written.diagnostics.diagnostics.isEmpty)
    let found = written.scenarios.changed.flatMap(\.renamings).map { "\($0.old) = \($0.new)" }
    #expect(
      Set(found).sorted() == Set(release.words.map { "\($0.old) = \($0.new)" }).sorted())
    let after = try texts()
    for (old, new) in zip(before, after) {
      #expect(
        old.split(separator: "\n").count == new.split(separator: "\n").count, "\(new)")
    }
    #expect((before != after) == !release.words.isEmpty)
    #expect(try migration(of: scratch).run(isDry: false).scenarios.changed.isEmpty)
    #expect(try texts() == after)
    #expect(throws: Never.self) { try scenarios(of: scratch) }
    if !release.words.isEmpty {
      // Files that were not migrated are refused with the remedy.
      let untouched = try copy(release)
      let error = #expect(throws: SessionsError.self) { try scenarios(of: untouched) }
      let remedies = error?.report?.diagnostics.map { $0.remedy ?? "" } ?? []
      #expect(!remedies.isEmpty)
      #expect(remedies.allSatisfy { $0.contains("mapreplay rebaseline --migrate") })
    }
  }

  @Test(arguments: releases)
  func `facts are read, and compared with those of today`(release: Release) throws {
    let scratch = try copy(release)
    _ = try migration(of: scratch).run(isDry: false)
    let facts = "\(scratch.path)/Reports"
    func compare() throws -> CommittedFacts {
      let selection = try scenarios(of: scratch)
      let committed = selection.scenarios.filter {
        scratch.files(below: "Reports").contains("\($0.id).json")
      }
      #expect(!committed.isEmpty)
      return CommittedFacts(
        folder: facts, purpose: .updated, run: SessionRun(committed).report(), searched: [],
        out: "\(facts)/.reports")
    }
    let first = try compare()
    #expect(first.comparison.changes.map(\.id) == release.decided)
    #expect(!first.comparison.isUnreadable)
    // A layout that is not read would tell of its version alone.
    #expect(first.comparison.changes.allSatisfy { !$0.values.contains(where: \.isVersion) })
    try first.write(CommittedFacts.Kind.withoutReason)
    let second = try compare()
    #expect(second.comparison.changes == first.comparison.changes)
    #expect(second.count(CommittedFacts.Kind.withoutReason) == 0)
  }

  @Test(arguments: releases.filter { $0.words.isEmpty })
  func `runs, counts and tolerances are read`(release: Release) throws {
    let scratch = try copy(release)
    let run = try RunFile.read("\(scratch.path)/run.json")
    #expect(run.version == release.version)
    #expect(!run.sessions.isEmpty)
    let counts = scratch.files(below: "Reports/Counts")
    #expect(counts.count == 1)
    for name in counts {
      let id = name.split(separator: "/").dropFirst().joined(separator: "/").dropLast(5)
      let text = try scratch.text("Reports/Counts/\(name)")
      #expect(try CommittedCounts(text, ofSession: String(id)).counts.instructions > 0)
    }
    let tolerances = try CountRun.tolerances(beside: "\(scratch.path)/Reports/Counts")
    #expect(tolerances.rows.isEmpty == (release.version == "0.1.0"))
  }

  /// A mistyped name in a file of tolerances is told.
  @Test
  func `tolerances of unknown sessions are named`() throws {
    let scratch = try Scratch()
    try scratch.file("Counts/0123/Views/pan.json", "{}")
    try scratch.file(
      "tolerances.yaml",
      """
      tolerances:
        - {metric: instructions, hard: {absolute: 1}}
        - {metric: instructions, session: Views/pan, hard: {absolute: 1}}
        - {metric: instructions, session: Views/pin, hard: {absolute: 1}}
        - {metric: instructions, folder: Views, soft: {absolute: 1}}
        - {metric: instructions, folder: View, soft: {absolute: 1}}

      """)
    var run = CountRun([])
    run.committed = ("\(scratch.path)/Counts", .compared)
    run.tolerances = try CountRun.tolerances(beside: "\(scratch.path)/Counts")
    let file = "\(scratch.path)/tolerances.yaml"
    #expect(
      run.unusedTolerances == [
        "\(file):4: no session is called 'Views/pin'",
        "\(file):6: no session is in the folder 'View'",
      ])
  }
}
