internal import Formatting
internal import Reporting
public import ScenarioFiles
internal import Scenarios
internal import Wire

/// The way in which diagnostics are printed.
public enum DiagnosticFormat: String, CaseIterable, Hashable, Sendable {
  /// As people read them: message, line and caret, remedy.
  case text
  /// An array of objects for other programs.
  case json
  /// Commands for a workflow of GitHub, which shows them beside the lines of a change.
  case github
}

/// All that is wrong with the scenarios that were asked for.
public struct DiagnosticReport: Hashable, Sendable {
  /// The diagnostics in the order of their files, those of a file that several scenarios name once.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// How many scenarios and folders have diagnostics.
  public internal(set) var faultyFileCount = 0
  /// How many scenarios were read; a folder that cannot be searched counts as one.
  public internal(set) var fileCount = 0

  /// A report without diagnostics.
  public init() {}

  init(_ diagnostics: [Diagnostic], faultyFileCount: Int, fileCount: Int) {
    self.diagnostics = diagnostics
    self.faultyFileCount = faultyFileCount
    self.fileCount = fileCount
  }

  /// The number of diagnostics, also of those that are not listed, and of files: the last line.
  public var total: String {
    let count = diagnostics.reduce(0) { $0 + $1.count }
    return
      "\(count) \(count == 1 ? "diagnostic" : "diagnostics") in \(faultyFileCount) of \(fileCount) "
      + (fileCount == 1 ? "file" : "files")
  }

  /// The diagnostics, how to learn more and the total, with no newline at the end.
  ///
  /// If they do not fit on a screen, equal diagnostics are listed once, with their first places.
  ///
  /// - Parameters:
  ///   - isVerbose: Whether each diagnostic is printed in full.
  ///   - verb: The command that prints each diagnostic.
  /// - Returns: The text.
  public func complaint(
    isVerbose: Bool = false, shownBy verb: String = "mapreplay validate --verbose"
  ) -> String {
    let example = diagnostics.first.map { "more about a diagnostic: mapreplay explain \($0.code)" }
    let end = [example, total].compactMap(\.self)
    var blocks = diagnostics.map { "\($0)\n" }
    if !isVerbose, DiagnosticReport.height(of: blocks) + end.count > TextLayout.height {
      // The sentence about the others has a line, and one before it.
      var room = TextLayout.height - end.count - 2
      var named = 0
      blocks = []
      for kind in kinds {
        let block = kind.text
        room -= DiagnosticReport.height(of: [block])
        guard room >= 0 || blocks.isEmpty else { break }
        blocks.append(block)
        named += kind.namedCount
      }
      let left = diagnostics.count - named
      if left > 0 {
        blocks.append(TextLayout.rest(left, shownBy: verb) + "\n")
      }
    }
    return (blocks + end).joined(separator: "\n")
  }

  /// The number of lines of some texts, each with an empty one behind it.
  private static func height(of blocks: [String]) -> Int {
    blocks.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
  }

  /// The diagnostics with one code and message, in the order of their first places.
  private struct Kind {
    /// The most places that are named beside that of the first one.
    private static let placeLimit = 2

    let first: Diagnostic
    var others: [String] = []

    /// How many diagnostics the text names.
    var namedCount: Int { 1 + min(others.count, Kind.placeLimit) }

    /// The first one, and the places of the next.
    var text: String {
      let places = TextLayout.list(others, atMost: Kind.placeLimit)
      return "\(first)\n" + (others.isEmpty ? "" : "note: the same in \(places)\n")
    }
  }

  private var kinds: [Kind] {
    var kinds: [Kind] = []
    var indexes: [[String]: Int] = [:]
    for diagnostic in diagnostics {
      let (key, place) = (["\(diagnostic.code)", diagnostic.message], diagnostic.place)
      if let index = indexes[key] {
        kinds[index].others.append(
          Escape.line("\(diagnostic.file):\(place.line):\(place.column)"))
      } else {
        indexes[key] = kinds.count
        kinds.append(Kind(first: diagnostic))
      }
    }
    return kinds
  }

  /// The diagnostics as a text whose lines all end.
  public func text(as format: DiagnosticFormat) -> String {
    switch format {
    case .text: diagnostics.map { "\($0)\n" }.joined(separator: "\n")
    case .json: JSON.array(diagnostics.map(\.json)).fileText
    case .github: diagnostics.map { "\($0.workflowCommand)\n" }.joined()
    }
  }
}

extension Diagnostic {
  /// Columns count characters; that of the end is behind the mistake.
  fileprivate var json: JSON {
    .row([
      "code": .string(code.description), "file": .string(file), "line": .int(place.line),
      "column": .int(place.column), "endColumn": .int(endColumn), "message": .string(message),
      "help": .text(remedy), "sourceLine": .string(sourceLine),
      "notes": .array(
        notes.map { note in
          .row([
            "file": .string(note.file), "line": .int(note.place.line),
            "column": .int(note.place.column), "message": .string(note.message),
          ])
        }),
    ])
  }

  /// The command with which a workflow of GitHub reports an error.
  fileprivate var workflowCommand: String {
    let further = notes.map { "\nnote: \($0)" }.joined()
    var command = WorkflowCommand(
      .error, message + (remedy.map { "\nhelp: \($0)" } ?? "") + further)
    (command.file, command.title) = (file, code.description)
    (command.line, command.column, command.endColumn) = (place.line, place.column, endColumn)
    return command.text
  }
}
