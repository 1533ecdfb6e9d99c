import ArgumentParser
import Formatting
import Glibc
import Instruments
import Sessions

/// The program: replays scripted map sessions and reports their results.
@main struct MapReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mapreplay",
    abstract: "Replays scripted map sessions against a simulated map view.",
    discussion: """
      Reports how long clustering takes, how well annotation views are reused, whether callouts \
      end up where they should and how smoothly the map moves. The exact results of a session, its \
      facts, are the same to the byte on every machine.
      """, version: SessionRun.versionWithSource,
    subcommands: [
      RunCommand.self, MergeCommand.self, DiffCommand.self, WatchCommand.self, InitCommand.self,
      NewCommand.self,
      ValidateCommand.self, ListCommand.self, CoverageCommand.self, ExplainCommand.self,
      FormatCommand.self,
      SchemaCommand.self, RebaselineCommand.self, CompareCommand.self, BisectCommand.self,
      CountCommand.self, ReportCommand.self, ExportCommand.self, HistoryCommand.self,
      ProfileCommand.self, DoctorCommand.self, SampleCommand.self, DocsCommand.self,
      BenchCommand.self, ConformanceCommand.self, AdjustersCommand.self, ExploreCommand.self,
    ])

  /// The widest line on a wide terminal, in characters: longer ones are hard to follow.
  private static let widestLine = 140

  static func main() {
    // A file that has grown as far as files may is one that cannot be written, and is said to be.
    signal(SIGXFSZ, SIG_IGN)
    heedAddressSpace()
    Interruption.heed()
    do {
      var command = try parseAsRoot()
      let columns = min(Terminal.size?.columns ?? 0, widestLine)
      try TextLayout.$width.withValue(max(columns, TextLayout.width)) { try command.run() }
    } catch { end(with: error) }
  }

  /// Ends with a sentence if the address space runs out; `ProgramStart` checks whether the program
  /// can start.
  private static func heedAddressSpace() {
    guard let bytes = Machine.addressSpaceBytes else { return }
    Machine.endWithoutMemory(
      saying: Complaint.text(
        "memory ran out, as the address space is limited to \(bytes >> 20) MiB",
        help: "give it more: ulimit -v unlimited") + "\n",
      code: ExitStatus.unavailable.rawValue)
  }

  /// Wraps the usage line: the argument parser wraps only the other lines.
  private static func wrapped(_ help: String) -> String {
    let columns = Terminal.size?.columns ?? 80
    return TextLayout.lines(help).map { line in
      line.uppercased().hasPrefix("USAGE: ")
        ? TextLayout.lines(of: line, atMost: columns - 2).joined(separator: "\n  ") : line
    }.joined(separator: "\n")
  }

  /// Prints help, a diagnostic, or a mistake of usage with what was typed in one line, and ends the
  /// program.
  private static func end(with error: any Error) -> Never {
    if let diagnostic = error as? any ToldError {
      Terminal.complain(diagnostic.description)
      ExitStatus(of: diagnostic.cause).leave()
    }
    let (text, code) = (wrapped(fullMessage(for: error)), exitCode(for: error))
    if code.isSuccess, !text.isEmpty { Terminal.write(exactly: text + "\n") }
    if !code.isSuccess, !text.isEmpty {
      Terminal.complain(
        CommandLine.arguments.reduce(text) { $0.replacing($1, with: Escape.line($1)) })
    }
    exit(withError: code)
  }
}
