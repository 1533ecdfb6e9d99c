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
    commandName: "bench", abstract: "Times a fixed workload on this machine; nothing of it gates.",
    discussion: """
      engines: cluster engines as indexes, on points that are drawn or come from a file; build, \
      queries, pans, zooms, points that come, go and move, memory; each beside the reference and \
      limits of the machine, with digests of the clusters. The options belong to it alone. A line \
      of --json has peer, data, n, metric, z (a zoom level, or null for all), value and, of an \
      engine, digest; metrics are build_ms_median, build_ms_min, query_us_median, query_us_p99, \
      clusters_mean, add1000_plus_query_ms_median, bytes_per_point and others named alike; what \
      is left out is said on the standard error.

      map: 60 simulated seconds of steady panning at 120 frames a second with 300 shown views, the \
      digest of the trace included; then the same without an observer, to count allocations.

      clusters: the same with views that the map clusters in every frame.

      clustering: 83,000 and 1,000,000 points like cities taken into the index, and updates of a \
      phone's viewport over a country and over a part of it, as the library does it, fixed, and \
      with clusters merged whose views would overlap; the engine alone, then the whole update of a \
      simulated map that stands still, and of one that goes a cell to and fro; beside them what \
      the machine needs to sort as many keys and to read the answer.

      overhead: what it costs to measure: the panning of clusters without a meter, with the laps \
      that every run measures, and with the count of allocations, in turn, in time of the processor.
      """)

  @Argument(help: "The workload (\(Suite.allCases.map(\.rawValue).joined(separator: ", "))).")
  var suite = Suite.engines

  @OptionGroup(title: "Options of engines") var engineOptions: EngineBenchOptions

  @Option(help: "How often it is timed.") var runs = 7

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
    switch suite {
    case .engines:
      if let bench { engineOptions.run(bench) }
    case .map: Terminal.write(BenchText.text(of: MapBench.measure(runs: runs)))
    case .clusters:
      Terminal.write(BenchText.text(of: MapBench.measure(runs: runs, isClustering: true)))
    case .clustering: Terminal.write(BenchText.text(of: ClusterBench.measure(runs: runs)))
    case .overhead:
      Terminal.write(BenchText.text(of: OverheadBench.measure(subjects, runs: runs)))
    }
  }
}
