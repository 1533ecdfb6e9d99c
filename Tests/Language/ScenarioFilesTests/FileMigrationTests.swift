import Authoring
import Scenarios
import Testing

@testable import ScenarioFiles

@Suite("Words of earlier versions")
struct FileMigrationTests {
  private func migrated(
    _ text: String, _ schema: ScenarioSchema = ScenarioSchema(), of kind: ObjectKind? = nil
  ) throws -> FileMigration.Outcome {
    try FileMigration(schema).migrated(file: "a.yaml", .bytes(Array(text.utf8)), of: kind).get()
  }

  /// The diagnostics by which the reader refuses former words of a scenario.
  private func refusals(of text: String) throws -> [Diagnostic] {
    let tree = try ScenarioReader.document(file: "a.yaml", .bytes(Array(text.utf8))).get()
    var reader = TableReader(tree.source, schema: ScenarioSchema())
    let root = try #require(tree.root)
    _ = reader.object(.scenario, root, key: "scenario", holder: root.mark)
    return reader.diagnostics.listed(in: reader.texts).filter { $0.code == .formerName }
  }

  /// A part of a scenario before and after, in which the words stand where they are read.
  @Test(arguments: [
    (
      "layers: {a: {cluster: {mends: {overlap: kept}}}}",
      "layers: {a: {cluster: {fixes: {overlap: kept}}}}"
    ),
    ("variants:\n  b:\n    mends: {}  # mends", "variants:\n  b:\n    fixes: {}  # mends"),
    (
      "steps:\n- close callout\n-   deselect  # é\n",
      "steps:\n- deselect annotation\n-   tap map  # é\n"
    ),
    (
      "steps: [{\"open callout\": {id: é}}, 'deselect']",
      "steps: [{\"select annotation\": {id: é}}, 'tap map']"
    ),
    (
      "setup: [{repeat: {times: 2, steps: [{pan: {pace: linear}}]}}]",
      "setup: [{repeat: {times: 2, steps: [{pan: {timing curve: linear}}]}}]"
    ),
    ("steps:\n- set delegate: nobody\n", "steps:\n- set delegate: none\n"),
    (
      "layers: {é: {callout: {as: \"second annotation\"}}}",
      "layers: {é: {callout: {as: \"callout annotation\"}}}"
    ),
    (
      "expect: [{dirty reuses: {upstream: always}}, {views revived: always}]",
      "expect: [{stale reuses: {upstream: always}}, {views enabled again: always}]"
    ),
    ("must fail with: [dirty reuses]", "must fail with: [stale reuses]"),
    (
      "\u{FEFF}options: {drift remainder: 1 pt}\r\n",
      "\u{FEFF}options: {deceleration remainder: 1 pt}\r\n"
    ),
    // Keys that vary, and several words in a line.
    (
      "variants:\n  mends: {none: {}, one: {overlap: kept}}\n  mode: [upstream, corrected]\n",
      "variants:\n  fixes: {none: {}, one: {overlap: kept}}\n  mode: [upstream, corrected]\n"
    ),
    (
      "variants: {mends: {none: {}, one: {overlap: kept}}}",
      "variants: {fixes: {none: {}, one: {overlap: kept}}}"
    ),
    (
      "variants: {options: {a: {drift remainder: 1 pt}, b: {drift remainder: 2 pt}}}",
      "variants: {options: {a: {deceleration remainder: 1 pt}, b: {deceleration remainder: 2 pt}}}"
    ),
    (
      "steps: [{mark: é}, deselect, 'close callout', {mark: ü}, deselect]",
      "steps: [{mark: é}, tap map, 'deselect annotation', {mark: ü}, tap map]"
    ),
    // The same words as names, titles and values that a key takes.
    ("scenario: nobody\ntags: [pace]\ndata: {mends: {points: []}}", nil),
    ("steps:\n- mark: deselect\n- tap map\n", nil),
    ("layers: {a: {pace: 1}}", nil),
  ])
  func `are replaced where they are read, and nothing else`(before: String, after: String?) throws {
    let outcome = try migrated(before)
    #expect(String(decoding: outcome.bytes, as: UTF8.self) == after ?? before)
    #expect(outcome.renamings.isEmpty == (after == nil))
    #expect(outcome.diagnostics.isEmpty)
    let text = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(try migrated(text).renamings.isEmpty)
    #expect(try refusals(of: text).isEmpty)
  }

  /// Texts that stay, each with the diagnostics of its words.
  @Test(arguments: [
    (
      "layers:\n  a: {cluster: {mends: {}, fixes: {}}}\n",
      ["2:17 'mends' is named 'fixes' since version 0.1.0, and 'fixes' is here too"],
      "keep one of them"
    ),
    (
      "expect: {views revived: always, views re-enabled: always}\n",
      [
        "1:10 'views revived' is named 'views enabled again' since version 0.1.0, "
          + "and so is 'views re-enabled'",
        "1:33 'views re-enabled' is named 'views enabled again' since version 0.1.0, "
          + "and so is 'views revived'",
      ], "keep one of them"
    ),
    (
      "steps:\n- \"des\\x65lect\"\n",
      [
        "2:3 'deselect' is named 'tap map' since version 0.1.0, and has escapes or line breaks "
          + "here, which are not migrated"
      ], "write 'tap map'"
    ),
    (
      "must fail with:\n- taps on\n  dead views\n",
      [
        "2:3 'taps on dead views' is named 'taps on disabled views' since version 0.1.0, and has "
          + "escapes or line breaks here, which are not migrated"
      ], "write 'taps on disabled views'"
    ),
  ])
  func `some are left to a person`(text: String, words: [String], remedy: String) throws {
    let outcome = try migrated(text)
    #expect(outcome.renamings.isEmpty)
    #expect(String(decoding: outcome.bytes, as: UTF8.self) == text)
    let found = outcome.diagnostics
    #expect(
      found.map { "\($0.place.line):\($0.place.column) \($0.message)" } == words)
    #expect(found.allSatisfy { $0.code == .formerName && $0.remedy == remedy })
    // The reader refuses the same words.
    #expect(try refusals(of: text).map(\.place) == found.map(\.place))
  }

  @Test
  func `what is no YAML has its diagnostics`() {
    #expect(throws: Diagnostics.self) { try migrated("steps: [\n") }
  }

  /// A further row is all that a renamed key needs: to be named by the reader, and migrated.
  @Test
  func `a row names a key to the reader and to the migration`() throws {
    var schema = ScenarioSchema()
    schema.formerNames.append(FormerName(old: "beyond", new: "hard", since: "9.1.0"))
    let text = "tolerances:\n- {metric: instructions, beyond: {relative: 1 %}}\n"
    #expect(try migrated(text, of: .tolerances).renamings.isEmpty)
    let outcome = try migrated(text, schema, of: .tolerances)
    #expect(
      String(decoding: outcome.bytes, as: UTF8.self) == text.replacing("beyond", with: "hard"))
    let tree = try ScenarioReader.document(
      file: "t.yaml", .bytes(Array(text.utf8)), of: .tolerances
    ).get()
    var reader = TableReader(tree.source, schema: schema)
    let root = try #require(tree.root)
    _ = reader.object(.tolerances, root, key: "tolerances", holder: root.mark)
    let diagnostics = reader.diagnostics.listed(in: reader.texts)
    #expect(
      diagnostics.map(\.message) == ["'beyond' is named 'hard' since version 9.1.0"])
  }

  @Test
  func `each row has a word that the language has, and one that it no longer has`() {
    let words = ScenarioSchema().formerNames
    #expect(Set(words.map(\.old)).count == words.count)
    for former in words {
      #expect(!KnownKeys.all.contains(former.old), "\(former.old)")
      #expect(!Spelling.synonyms.contains { $0.word == former.old }, "\(former.old)")
      #expect(former.since.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil, "\(former)")
    }
  }
}
