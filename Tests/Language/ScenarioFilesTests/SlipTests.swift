import ScenarioFiles
import Scenarios
import Testing

@Suite("Slips of the pen")
struct SlipTests {
  @Test(
    arguments: slipStepFaults.pages + slipColonFaults.pages + slipBraceFaults.pages
      + slipColumnFaults.pages + slipValueFaults.pages)
  func `in a step are told by what to type where`(page: DiagnosticBook.Page) {
    let result = read(headText + "steps:\n  - \(page.input)\n")
    #expect(DiagnosticBook.diagnostics(result) == page.diagnostics)
  }

  @Test(arguments: [
    ("select anotation: {id: a}", "select annotation"), ("tap mpa", "tap map"),
    ("tap acessory: left", "tap accessory"),
  ])
  func `in a key of two words are not taken for a shorter key`(line: String, key: String) {
    let diagnostics = DiagnosticBook.diagnostics(read(headText + "steps:\n  - \(line)\n"))
    #expect(diagnostics.contains("did you mean '\(key)'"), "\(diagnostics)")
  }

  /// The page takes the place of the line of the good head with the same first key.
  @Test(arguments: slipHeadFaults.pages)
  func `in other lines are told by what to type where`(page: DiagnosticBook.Page) {
    var lines = headText.split(separator: "\n").map(String.init)
    let key = page.input.prefix { $0 != ":" && $0 != " " } + ":"
    if let index = lines.firstIndex(where: { $0.hasPrefix(key) }) {
      lines[index] = page.input
    } else {
      lines.append(page.input)
    }
    let result = read(lines.joined(separator: "\n") + "\nsteps: [tap map]\n")
    #expect(DiagnosticBook.diagnostics(result) == page.diagnostics)
  }
}
