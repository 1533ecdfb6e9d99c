import ArgumentParser
import Sessions

/// The program: replays scripted map sessions and reports their results.
@main struct MapReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mapreplay",
    abstract: "Replays scripted map sessions against a simulated map view.",
    discussion: """
      It says how long clustering takes, how well annotation views are reused, and whether \
      callouts end up where they should. Facts are the same on every machine to the byte.
      """, version: SessionRun.version,
    subcommands: [
      RunCommand.self, ValidateCommand.self, ListCommand.self, BenchCommand.self,
      ConformanceCommand.self, AdjustersCommand.self,
    ])
}
