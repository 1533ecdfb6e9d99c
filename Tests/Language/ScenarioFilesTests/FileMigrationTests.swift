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
    #expect(try migrated(String(decoding: outcome.bytes, as: UTF8.self)).renamings.isEmpty)
  }

  @Test
  func `beside the word of today one is left to a person`() throws {
    let text = "layers:\n  a: {cluster: {mends: {}, fixes: {}}}\n"
    let outcome = try migrated(text)
    #expect(outcome.renamings.isEmpty)
    let diagnostic = try #require(outcome.diagnostics.first)
    #expect(diagnostic.code == .formerName)
    #expect("\(diagnostic.place.line):\(diagnostic.place.column)" == "2:17")
    #expect(diagnostic.remedy == "keep one of them")
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
