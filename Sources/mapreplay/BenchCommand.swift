import ArgumentParser
import Instruments
import Reporting

/// Times fixed workloads on this machine.
struct BenchCommand: ParsableCommand {
  /// A fixed workload.
  enum Suite: String, ExpressibleByArgument, CaseIterable {
    /// The simulated map view alone.
    case map
    /// The same with the map's own clustering in every frame.
    case clusters
    /// The cluster engine alone, and whole updates of clusters on a map.
    case clustering
  }

  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Times a fixed workload on this machine; nothing of it gates.",
    discussion: """
      map: 60 simulated seconds of steady panning at 120 frames a second with 300 shown views, the \
      digest of the trace included; then the same without an observer, to count allocations.

      clusters: the same with views that the map clusters in every frame.

      clustering: 83,000 and 1,000,000 points like cities taken into the index, and updates of a \
      phone's viewport over a country and over a part of it, as the library does it, mended, and \
      with clusters merged whose views would overlap; the engine alone, then the whole update of a \
      simulated map that stands still, and of one that goes a cell to and fro; beside them what \
      the machine needs to sort as many keys and to read the answer.
      """)

  @Argument(help: "The workload (\(Suite.allCases.map(\.rawValue).joined(separator: ", "))).")
  var suite: Suite

  @Option(help: "How often it is timed.")
  var runs = 7

  func validate() throws {
    guard (1...1_000).contains(runs) else {
      throw ValidationError("--runs is a number from 1 to 1000")
    }
  }

  func run() throws {
    guard !RunCommand.isDebugBuild else {
      Terminal.complain("error: a debug build shows no times\nhelp: make bench builds the release")
      throw ExitCode.validationFailure
    }
    switch suite {
    case .map: Terminal.write(BenchText.text(of: MapBench.measure(runs: runs)))
    case .clusters:
      Terminal.write(BenchText.text(of: MapBench.measure(runs: runs, isClustering: true)))
    case .clustering: Terminal.write(BenchText.text(of: ClusterBench.measure(runs: runs)))
    }
  }
}
