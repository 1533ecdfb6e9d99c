import ArgumentParser
import Benchmarks
import Measuring
import Sessions

struct BenchCommand: ParsableCommand {
  enum Suite: String, ExpressibleByArgument, CaseIterable {
    case engines
    case map
    case clusters
    case clustering
    case overhead
  }

  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Times a fixed workload on this machine. It never fails a run.",
    discussion: """
      engines: cluster engines as indexes, on drawn points or points of a file. It times build, \
      queries, pans, zooms, and points that come, go and move, and measures memory. Each engine \
      stands beside the reference and limits of the machine, with digests of the clusters. Only \
      this workload takes options other than --runs. A line of --json has peer, data, n, metric, z \
      (a zoom level, or null for all), value and, for an engine, digest. Examples of metrics: \
      build_ms_median, build_ms_min, query_us_median, query_us_p99, clusters_mean, \
      add1000_plus_query_ms_median, bytes_per_point. The standard error names the measurements \
      that were left out.

      map: 60 simulated seconds of steady panning at 120 frames per second with 300 views, \
      including the digest of the trace; then the same without an observer, to count allocations.

      clusters: the same, with views that the map clusters in every frame.

      clustering: adds 83,000 and 1,000,000 points like cities to the index, then updates the \
      viewport of a phone over a country and over a part of it. There are three modes: the \
      published library, the fixed one, and one that merges overlapping clusters. It times the \
      engine alone, then the whole update of a simulated map at rest, and of a map that moves by a \
      cell to and fro. For comparison it times the machine as it sorts as many keys and reads the \
      answer.

      overhead: the processor time that measuring costs. The workload clusters is timed in turn \
      without a meter, with the laps that every run measures, and with the count of allocations.
      """)

  @Argument(help: "The workload (\(Suite.allCases.map(\.rawValue).joined(separator: ", "))).")
  var suite = Suite.engines

  @OptionGroup(title: "Options of engines") var engineOptions: EngineBenchOptions

  @Option(help: "The number of timed runs.") var runs = 7

  func validate() throws {
    try require((1...1_000).contains(runs), "--runs is a number from 1 to 1000")
    try require(
      suite == .engines || engineOptions.isEmpty,
      "\(suite.rawValue) has no option but --runs; the others belong to bench engines")
  }

  /// The meters of a run.
  private var subjects: [OverheadBench.Subject] {
    let laps = LapMeter()
    var subjects = [
      OverheadBench.Subject(name: "laps") { play in laps.replay { play(laps) { _ in } } }
    ]
    let steps = OverheadBench.stepCount
    if let meter = try? AllocationMeter(stepCount: steps) {
      subjects.append(
        OverheadBench.Subject(name: "allocations") { play in
          _ = meter.session { play(meter, meter.observe) }
        })
    }
    return subjects
  }

  func run() throws {
    let bench = try suite == .engines ? engineOptions.bench(runs: runs) : nil
    if SessionRun.isDebugBuild {
      // Digests and allocations are exact all the same.
      Terminal.complain("warning: a debug build is slow\nhelp: make bench times the release")
    }
    let progress = Progress(isShown: Terminal.isInteractive && suite != .engines)
    progress.show("timing \(suite.rawValue), \(runs) \(runs == 1 ? "run" : "runs")")
    func write(_ text: String) {
      progress.clear()
      Terminal.write(text)
    }
    switch suite {
    case .engines:
      if let bench { engineOptions.run(bench) }
    case .map: write(BenchText.text(of: MapBench.measure(runs: runs)))
    case .clusters: write(BenchText.text(of: MapBench.measure(runs: runs, isClustering: true)))
    case .clustering: write(BenchText.text(of: ClusterBench.measure(runs: runs)))
    case .overhead: write(BenchText.text(of: OverheadBench.measure(subjects, runs: runs)))
    }
  }
}
