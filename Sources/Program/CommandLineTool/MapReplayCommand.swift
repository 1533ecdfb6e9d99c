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
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch { end(with: error) }
  }

  /// The address space in which the program and a small session have room, in bytes.
  private static let leastAddressSpaceBytes: UInt64 = 256 << 20

  /// Ends with a sentence where the address space is too small to begin, and later where it runs
  /// out.
  private static func heedAddressSpace() {
    guard let bytes = Machine.addressSpaceBytes else { return }
    let help = "give it more: ulimit -v unlimited"
    guard bytes >= leastAddressSpaceBytes else {
      Terminal.complain(
        Complaint.text(
          "the address space is limited to \(bytes >> 20) MiB, and mapreplay needs at least "
            + "\(leastAddressSpaceBytes >> 20) MiB", help: help))
      ExitStatus.unavailable.leave()
    }
    Machine.endWithoutMemory(
      saying: Complaint.text(
        "memory ran out, as the address space is limited to \(bytes >> 20) MiB", help: help) + "\n",
      code: ExitStatus.unavailable.rawValue)
  }

  /// Prints help, a diagnostic, or a mistake of usage with what was typed in one line, and ends the
  /// program.
  private static func end(with error: any Error) -> Never {
    if let diagnostic = error as? any ToldError {
      Terminal.complain(diagnostic.description)
      ExitStatus(of: diagnostic.cause).leave()
    }
    let (text, code) = (fullMessage(for: error), exitCode(for: error))
    if code.isSuccess, !text.isEmpty { Terminal.write(exactly: text + "\n") }
    if !code.isSuccess, !text.isEmpty {
      Terminal.complain(
        CommandLine.arguments.reduce(text) { $0.replacing($1, with: Escape.line($1)) })
    }
    exit(withError: code)
  }
}
