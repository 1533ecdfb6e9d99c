import ScenarioFiles
import Scenarios
import Testing

/// Inputs and the faults that they must have, as a text to read.
///
/// A page begins with the input, each line after `> `; the faults follow: place, the text under the
/// carets, code, message, and on the next lines the remedy and the notes. An empty line ends a
/// page.
struct FaultBook {
  struct Page: CustomTestStringConvertible {
    var input: String
    var faults: String
    var testDescription: String { input }
  }

  var pages: [Page] = []

  init(_ text: String) {
    for page in text.split(separator: "\n\n") {
      let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
      let input = lines.filter { $0.hasPrefix("> ") || $0 == ">" }.map { $0.dropFirst(2) }
      let faults = lines.filter { !$0.hasPrefix(">") }
      pages.append(
        Page(input: input.joined(separator: "\n"), faults: faults.joined(separator: "\n")))
    }
  }

  /// The faults of a result as a page writes them.
  static func faults<Success>(_ result: Result<Success, Diagnostics>) -> String {
    guard case .failure(let faults) = result else { return "none" }
    return faults.all.map(line).joined(separator: "\n")
  }

  private static func line(_ fault: Diagnostic) -> String {
    let start = fault.sourceLine.dropFirst(fault.place.column - fault.sourceColumn)
    let place = "\(fault.place.line):\(fault.place.column)"
    let head = "\(place) [\(start.prefix(fault.length))] \(fault.code) \(fault.message)"
    let remedy = fault.remedy.map { "\n  help: \($0)" } ?? ""
    let notes = fault.notes.map { note in
      "\n  note: \(note.place.line):\(note.place.column) \(note.message)"
    }
    return head + remedy + notes.joined()
  }
}
