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
      end up where they should and how smoothly the map moves. Facts are the same on every machine \
      to the byte.
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

  static func main() {
    // A file that has grown as far as files may is one that cannot be written, and is said to be.
    signal(SIGXFSZ, SIG_IGN)
    heedAddressSpace()
    Interruption.heed()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch { end(with: error) }
  }

  /// Ends with a sentence where the address space runs out; one that is too small to begin has
  /// ended the program before.
  private static func heedAddressSpace() {
    guard let bytes = Machine.addressSpaceBytes else { return }
    Machine.endWithoutMemory(
      saying: Complaint.text(
        "memory ran out, as the address space is limited to \(bytes >> 20) MiB",
        help: "give it more: ulimit -v unlimited") + "\n",
      code: ExitStatus.unavailable.rawValue)
  }

  /// The argument parser wraps all lines of help but that of usage.
  private static func wrapped(_ help: String) -> String {
    let columns = Terminal.size?.columns ?? 80
    return help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.count > columns, line.uppercased().hasPrefix("USAGE: ") else {
        return String(line)
      }
      var lines = [""]
      // Between an option and its value no line ends.
      for word in line.replacing(" [", with: "\n[").replacing(" <", with: "\u{0}<")
        .split(separator: "\n").map({ $0.replacing("\u{0}", with: " ") })
      {
        let last = lines[lines.count - 1]
        if !last.isEmpty, last.count + 1 + word.count > columns {
          lines.append("  \(word)")
        } else {
          lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
        }
      }
      return lines.joined(separator: "\n")
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
