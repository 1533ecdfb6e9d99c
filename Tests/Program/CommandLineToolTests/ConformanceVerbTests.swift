import Foundation
import Support
import Testing

/// How the program plays golden files and ends.
@Suite("Conformance verb")
struct ConformanceVerbTests {
  private static let value = """
    {"values": [{"id": "v1", "kind": "worldLatitudeEdge", "input": {}, \
    "expected": 85.0511287798066, "tolerance": 1e-12},
    {"id": "v2", "kind": "altitude", "input": {}, "expected": 1, "tolerance": 0}]}
    """

  private func run(_ text: String, _ arguments: String...) throws -> Program.Ending {
    let scratch = try Scratch()
    try scratch.file("golden/mapview/values.json", text)
    return try Program.debug.run(["conformance", "golden"] + arguments, in: scratch.folder)
  }

  @Test
  func `ends with 0 when nothing failed`() throws {
    let ending = try run(ConformanceVerbTests.value)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(
      ending.output == """
        SKIPPED 1  unknown kind of map view value 'altitude'
        1 passed, 0 failed, 1 skipped

        """)
    let verbose = try run(ConformanceVerbTests.value, "--verbose")
    #expect(verbose.output.contains("SKIPPED mapview/values.json v2 altitude: unknown kind of"))
  }

  @Test
  func `ends with 1 when something failed`() throws {
    let ending = try run(ConformanceVerbTests.value.replacing("85.05", with: "85.06"))
    #expect(ending.code == 1)
    #expect(
      ending.output.hasPrefix(
        "FAILED mapview/values.json v1 worldLatitudeEdge: value: expected 85.061"))
    #expect(ending.output.hasSuffix("\n0 passed, 1 failed, 1 skipped\n"))
  }

  @Test
  func `ends with 65 when a file is broken`() throws {
    let ending = try run("{\"values\": [")
    #expect(ending.code == 65)
    #expect(ending.output.isEmpty)
    #expect(ending.complaints == "error: mapview/values.json: it is no JSON object\n")
  }

  @Test
  func `ends with 66 when there is nothing to play`() throws {
    let scratch = try Scratch()
    try scratch.file("golden/weather/values.json", ConformanceVerbTests.value)
    for folder in ["golden", "nowhere"] {
      let ending = try Program.debug.run(["conformance", folder], in: scratch.folder)
      #expect(ending.code == 66)
      #expect(ending.complaints.contains("/\(folder)' is no folder with any of mapview, clust"))
    }
  }
}
