import ArgumentParser
import Benchmarks
import MapGeometry
import ScenarioFiles

struct EngineBenchOptions: ParsableArguments {
  @Option(help: "Engines with commas between them: pyramid,aggregate,... (default: all).")
  var engines: String?

  @Option(help: "Measurements with commas between them: build,query,... (default: all).")
  var kinds: String?

  @Option(
    help: """
      Numbers of points with k or M, up to \(BenchPlan.mostPointsText) (default: 5k,80k,1M; with \
      --points: all).
      """)
  var sizes: String?

  @Option(help: "How points are drawn: cities,uniform,stacked,line (default: cities).")
  var data: String?

  @Option(help: "A file of points, pairs lon,lat of little-endian doubles.") var points: String?

  @Option(
    help: """
      A file of viewports: minLon,minLat,maxLon,maxLat,minX,minY,maxX,maxY in little-endian \
      doubles, x and y on the square of the world, 1 wide, y to the south.
      """)
  var viewports: String?

  @Flag(help: "Prints a line of JSON for each number instead of tables.") var json = false

  var isEmpty: Bool {
    engines == nil && kinds == nil && sizes == nil && data == nil && points == nil
      && viewports == nil && !json
  }

  /// Returns the requested bench, or ends the program with all mistakes.
  func bench(runs: Int) throws -> EngineBench {
    var diagnostics: [BenchDiagnostic] = []
    let plan = taken(
      BenchPlan.parse(
        engines: engines, kinds: kinds, sizes: sizes, data: data, runs: runs, hasFile: points != nil
      ), &diagnostics)
    let places = points.flatMap { path in
      taken(
        content(path, record: BenchFile.pointBytes, most: BenchFile.mostPoints, BenchFile.points),
        &diagnostics)
    }
    let views = viewports.flatMap { path in
      taken(
        content(
          path, record: BenchFile.viewportBytes, most: BenchFile.mostViewports,
          BenchFile.viewports),
        &diagnostics)
    }
    if let plan {
      let bench = EngineBench(plan, points: places, views: views)
      diagnostics += bench.diagnostics
      if diagnostics.isEmpty { return bench }
    }
    Terminal.complain(diagnostics.map(\.text).joined(separator: "\n"))
    // A mistake of usage first: what it names may not be meant at all.
    if diagnostics.contains(where: { $0.cause == .usage }) { throw ExitCode.validationFailure }
    let isMissing = diagnostics.contains { $0.cause == .missingFile }
    throw ExitCode((isMissing ? ExitStatus.missingInput : .faultyInput).rawValue)
  }

  /// Measures and prints: tables at the end, lines of JSON immediately.
  func run(_ bench: EngineBench) {
    let report = bench.measure { words in
      guard Terminal.isInteractive else { return }
      Terminal.complain(words)
    } finished: { rows in
      guard json else { return }
      Terminal.write(exactly: EngineBenchReport(rows: rows).jsonLines)
      // Rows without numbers have no line.
      for row in rows {
        guard let note = row.note else { continue }
        Terminal.complain("\(row.kind.rawValue), \(row.peer), \(row.count) points: \(note)")
      }
    }
    if !json { Terminal.write(BenchText.text(of: report)) }
  }

  private func taken<Value>(
    _ outcome: BenchOutcome<Value>, _ diagnostics: inout [BenchDiagnostic]
  ) -> Value? {
    diagnostics += outcome.diagnostics
    return outcome.value
  }

  private func content<Value>(
    _ path: String, record: Int, most: Int, _ read: ([UInt8], String) -> BenchOutcome<Value>
  ) -> BenchOutcome<Value> {
    switch DiskFiles().content(at: path, limit: most * record) {
    case .missing, .notAFile, .unreadable:
      return .diagnostics([
        BenchDiagnostic(
          .missingFile, "there is no file '\(path)' that can be read",
          remedy: "name a file of little-endian doubles")
      ])
    case .tooLarge:
      return .diagnostics([
        BenchDiagnostic(.faultyFile, "\(path) has more than \(most) records", remedy: "write fewer")
      ])
    case .bytes(let bytes): return read(bytes, path)
    }
  }
}
