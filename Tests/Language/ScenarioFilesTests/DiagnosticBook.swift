import ScenarioFiles
import Scenarios
import Testing

/// Inputs and the diagnostics that they must have, as a text to read.
///
/// A page begins with the input, each line after `> `; the diagnostics follow: place, the text
/// under the carets, code, message, and on the next lines the remedy and the notes. An empty line
/// ends a page.
struct DiagnosticBook {
  struct Page: CustomTestStringConvertible {
    var input: String
    var diagnostics: String
    var testDescription: String { input }
  }

  var pages: [Page] = []

  init(_ text: String) {
    for page in text.split(separator: "\n\n") {
      let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
      let input = lines.filter { $0.hasPrefix("> ") || $0 == ">" }.map { $0.dropFirst(2) }
      let diagnostics = lines.filter { !$0.hasPrefix(">") }
      pages.append(
        Page(input: input.joined(separator: "\n"), diagnostics: diagnostics.joined(separator: "\n"))
      )
    }
  }

  /// The diagnostics of a result as a page writes them.
  static func diagnostics<Success>(_ result: Result<Success, Diagnostics>) -> String {
    guard case .failure(let diagnostics) = result else { return "none" }
    return diagnostics.all.map(line).joined(separator: "\n")
  }

  private static func line(_ diagnostic: Diagnostic) -> String {
    let start = diagnostic.sourceLine.dropFirst(diagnostic.place.column - diagnostic.sourceColumn)
    let place = "\(diagnostic.place.line):\(diagnostic.place.column)"
    let head =
      "\(place) [\(start.prefix(diagnostic.length))] \(diagnostic.code) \(diagnostic.message)"
    let remedy = diagnostic.remedy.map { "\n  help: \($0)" } ?? ""
    let notes = diagnostic.notes.map { note in
      "\n  note: \(note.place.line):\(note.place.column) \(note.message)"
    }
    return head + remedy + notes.joined()
  }
}
