import Counts
import Foundation
import Scenarios
import Testing

@testable import Authoring
@testable import ScenarioFiles

@Suite("The file of tolerances")
struct ToleranceFileTests {
  private func read(_ text: String) -> Result<CountTolerances, Diagnostics> {
    ScenarioReader(files: FakeFiles(["t.yaml": text])).tolerances(at: "t.yaml")
  }

  @Test
  func `has rows of a metric for all sessions, a folder or a session`() throws {
    let text = """
      tolerances:
      - {metric: instructions, soft: {}, hard: {absolute: 2000, relative: 0.5 %}}
      - metric: peak live bytes
        folder: A/b
        soft: {relative: 100 %}
      - {metric: allocations, session: A/b/c, hard: {absolute: 5}}
      """
    func limit(_ absolute: Int64, _ millionths: Int64, _ line: Int) -> CountLimit {
      CountLimit(absolute: absolute, millionths: millionths, place: "t.yaml:\(line)")
    }
    #expect(
      try read(text).get().rows == [
        CountTolerances.Row(
          .instructions, .all, soft: limit(0, 0, 2), hard: limit(2_000, 5_000, 2)),
        CountTolerances.Row(.peak, .folder("A/b"), soft: limit(0, 1_000_000, 5)),
        CountTolerances.Row(.allocations, .session("A/b/c"), hard: limit(5, 0, 6)),
      ])
  }

  @Test
  func `limits of levels are for all or for one branch and metric, each once`() throws {
    func limits(_ rows: String) -> Result<[HistoryLimit], Diagnostics> {
      ScenarioReader(files: FakeFiles(["t.yaml": "history: [\(rows)]"])).historyLimits(
        at: "t.yaml", metrics: ["taps"], isLimit: { $0 == "1 %" })
    }
    #expect(
      try limits("{limit: 1 %}, {branch: a, metric: taps, limit: 1 %}").get() == [
        HistoryLimit(branch: nil, metric: nil, limit: "1 %"),
        HistoryLimit(branch: "a", metric: "taps", limit: "1 %"),
      ])
    for (rows, place) in [
      ("{limit: 2}", "1:19"), ("{metric: tap, limit: 1 %}", "1:20"), ("{branch: a}", "1:11"),
      ("{branch: a, limit: 1 %}, {limit: 1 %, branch: a}", "1:36"),
    ] {
      let faults = #expect(throws: Diagnostics.self) { try limits(rows).get() }
      #expect(faults?.all.map { "\($0.place.line):\($0.place.column)" } == [place], "\(rows)")
    }
  }

  @Test
  func `no file leaves the defaults`() throws {
    #expect(try ScenarioReader(files: FakeFiles([:])).tolerances(at: "t.yaml").get().rows == [])
  }

  /// A file, and the beginnings of its diagnostics.
  static let faults = [
    ("", ["t.yaml:1:1: "]),
    ("tolerances: []", ["t.yaml:1:1: "]),
    ("tolerances: [{metric: instructions}]", ["t.yaml:1:15: "]),
    ("tolerances: [{hard: {}}]", ["t.yaml:1:14: "]),
    ("tolerances:\n- {metric: instructons, hard: {}}", ["t.yaml:2:12: "]),
    ("tolerances:\n- {metric: instructions, hard: {absolut: 5}}", ["t.yaml:2:33: "]),
    ("tolerances:\n- {metric: instructions, hard: {absolute: -1}}", ["t.yaml:2:43: "]),
    ("tolerances:\n- {metric: instructions, hard: {relative: 5}}", ["t.yaml:2:43: "]),
    (
      "tolerances:\n- {metric: instructions, folder: a, session: b, hard: {}}",
      ["t.yaml:2:26: "]
    ),
    (
      "tolerances:\n- {metric: allocations, soft: {}}\n- {metric: allocations, hard: {}}",
      ["t.yaml:3:12: "]
    ),
  ]

  @Test(arguments: faults)
  func `each fault has its place and a remedy`(text: String, places: [String]) {
    guard case .failure(let diagnostics) = read(text) else {
      Issue.record("it is read")
      return
    }
    let texts = diagnostics.all.map(\.description)
    #expect(texts.count == places.count, "\(texts)")
    #expect(zip(texts, places).allSatisfy { $0.hasPrefix($1) }, "\(texts)")
    #expect(texts.allSatisfy { $0.contains("help: ") }, "\(texts)")
    #expect(text.isEmpty || texts.allSatisfy { $0.contains("^") }, "\(texts)")
  }

  /// The faults that a schema cannot know: two rows that say the same.
  @Test(.enabled(if: SchemaValidator.path != nil, SchemaValidator.absence))
  func `the schema refuses what the reader refuses`() throws {
    let good = "tolerances:\n- {metric: allocations, session: A/b, soft: {}, hard: {absolute: 5}}\n"
    let texts = ToleranceFileTests.faults.map(\.0).filter { !$0.isEmpty } + [good]
    let named = Dictionary(uniqueKeysWithValues: texts.map { ($0, $0) })
    let refusals = try SchemaValidator.refusals(of: named, by: JSONSchema().tolerances)
    let accepted = texts.filter { refusals[$0]?.isEmpty ?? true }
    #expect(accepted == texts.suffix(2))
  }

  @Test
  func `the schema has the keys of each object`() throws {
    let json = try JSONSerialization.jsonObject(with: Data(JSONSchema().tolerances.utf8))
    let definitions = (json as? [String: Any])?["definitions"] as? [String: Any]
    for object in ScenarioSchema.ofTolerances.dropFirst() {
      let definition = definitions?[JSONSchema.name(of: object.kind)] as? [String: Any]
      let keys = (definition?["properties"] as? [String: Any])?.keys.sorted()
      #expect(keys == object.keys.sorted(), "\(object.kind.name)")
    }
  }

  @Test
  func `the committed file can be read, and limits instructions`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Reports/tolerances.yaml")
    let tolerances = try ScenarioReader().tolerances(at: root.standardized.path()).get()
    #expect(tolerances.rows.map(\.metric) == CountedMetric.allCases)
    #expect(tolerances.hard(for: "A")[.instructions].allowed(of: 1_000_000) == 12_000)
  }
}
