import AdjusterSuite
import ArgumentParser
import Callouts
import Foundation
import Instruments
import MapGeometry
import Reporting
import Synchronization

/// Tries adjusters on a grid of pins and maps where they go wrong.
struct AdjustersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adjusters",
    abstract: "Tries every way to make room for callouts all over the screen, and maps its faults.",
    discussion: """
      Each adjuster opens a callout over a pin at each position, zoom level and latitude, and each \
      is judged by the criteria of callouts. A table is printed; adjusters.html with heat maps and \
      adjusters.md go to --out.
      """)

  @Option(
    name: .customLong("adjuster"),
    help: "An adjuster to try (\(AdjusterChoice.list)); may be repeated (default: all).")
  var adjusters: [AdjusterChoice] = []

  @Option(help: "Zoom levels, such as 2,8,14.5; at 0 the world is 256 points wide.")
  var zooms: NumberList?

  @Option(
    parsing: .unconditional, help: "Latitudes of the middle of the view, in degrees: -35,0,52.5.")
  var latitudes: NumberList?

  @Option(parsing: .unconditional, help: "Longitude of the middle of the view, in degrees.")
  var longitude = 0.0

  @Option(help: "Pin positions from left to right.")
  var columns = 40

  @Option(help: "Pin positions from top to bottom.")
  var rows = 80

  @Option(help: "Extent of the map view, in points.")
  var view = ViewExtent(size: ScreenSize(width: 390, height: 844))

  @Option(help: "The callout that opens (\(CalloutChoice.list)).")
  var callout = CalloutChoice.plain

  @Option(help: "The folder for the reports.")
  var out = "Reports/latest"

  @Flag(name: .shortAndLong, help: "Prints only the last line.")
  var quiet = false

  func validate() throws {
    guard !out.isEmpty else { throw ValidationError("--out names no folder") }
    try AdjustersCommand.check(zooms, "--zooms", each: 0...22)
    try AdjustersCommand.check(latitudes, "--latitudes", each: -85...85)
    guard (-180...180).contains(longitude) else {
      throw ValidationError("--longitude is a number from -180 to 180")
    }
    guard (4...200).contains(columns) else {
      throw ValidationError("--columns is a number from 4 to 200")
    }
    guard (4...200).contains(rows) else {
      throw ValidationError("--rows is a number from 4 to 200")
    }
    let sides = 200.0...4_000
    guard sides.contains(view.size.width), sides.contains(view.size.height) else {
      throw ValidationError("--view has sides from 200 to 4000 points")
    }
    guard Set(adjusters).count == adjusters.count else {
      throw ValidationError("--adjuster names one twice")
    }
  }

  private static func check(
    _ list: NumberList?, _ option: String, each range: ClosedRange<Double>
  ) throws {
    guard let numbers = list?.numbers else { return }
    let (low, high) = (Int(range.lowerBound), Int(range.upperBound))
    guard numbers.count <= 24, numbers.allSatisfy(range.contains) else {
      throw ValidationError("\(option) takes at most 24 numbers from \(low) to \(high)")
    }
    guard Set(numbers).count == numbers.count else {
      throw ValidationError("\(option) names a number twice")
    }
  }

  func run() throws {
    let grid = AdjusterGrid(
      viewSize: view.size, columns: columns, rows: rows,
      zoomLevels: zooms?.numbers.sorted() ?? AdjusterGrid.standardZoomLevels,
      latitudes: latitudes?.numbers ?? AdjusterGrid.standardLatitudes, longitude: longitude,
      style: callout.style)
    let chosen = (adjusters.isEmpty ? AdjusterChoice.allCases : adjusters).map(\.adjuster)
    let clock = MonotonicClock()
    let start = clock.nanoseconds
    let report = AdjustersCommand.report(of: chosen, on: grid)
    let nanoseconds = clock.nanoseconds - start
    guard report.trials > 0 else {
      Terminal.complain(
        "error: no map zooms so far out or in\nhelp: --zooms names a level that it shows")
      throw ExitCode.validationFailure
    }
    do throws(OutputFiles.Failure) {
      try OutputFiles.write(AdjusterPage.text(of: report), to: "\(out)/adjusters.html")
      try OutputFiles.write(AdjusterMarkdown.text(of: report), to: "\(out)/adjusters.md")
    } catch {
      Terminal.complain("error: cannot write \(error.path): \(error.reason)")
      throw ExitCode(ExitStatus.cannotWrite.rawValue)
    }
    if !quiet { Terminal.write(AdjusterTable.text(of: report) + "\n") }
    Terminal.write(
      AdjusterTable.closing(of: report, nanoseconds: RunCommand.isDebugBuild ? nil : nanoseconds)
        + "; \(out)/adjusters.html\n")
  }

  /// All sheets, several at once; each is a pure function, so their order does not matter.
  private static func report(
    of adjusters: [any CalloutAdjuster], on grid: AdjusterGrid
  ) -> AdjusterReport {
    let latitudes = grid.latitudes.count
    let count = adjusters.count * latitudes
    let slots = Mutex([AdjusterSheet?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let adjuster = adjusters[index / latitudes]
      let sheet = AdjusterSheet(of: adjuster, on: grid, latitude: index % latitudes)
      slots.withLock { $0[index] = sheet }
    }
    return AdjusterReport(
      slots.withLock { $0.compactMap(\.self) }, of: adjusters.map(\.name), on: grid)
  }
}
