import AdjusterSuite
import ArgumentParser
import Callouts
import Formatting
import Instruments
import MapGeometry
import Sessions

/// Tries adjusters on a grid of pins and maps where they go wrong.
struct AdjustersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adjusters",
    abstract: "Tries every adjuster all over the screen, and maps the criteria that it breaks.",
    discussion: """
      Each adjuster opens a callout over a pin at each position, zoom level and latitude, and the \
      judge checks each callout against all criteria. The program repeats this with views and \
      callouts of other sizes, at fewer pins, zoom levels and latitudes. It prints how often each \
      criterion is kept, and at which size it is first broken. It writes adjusters.html with heat \
      maps of the first view and callout, adjusters.svg with some of these, and adjusters.md to \
      --out.
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

  @Option(help: "Pin positions from left to right.") var columns = 40

  @Option(help: "Pin positions from top to bottom.") var rows = 80

  @Option(
    name: .customLong("view"),
    help: ArgumentHelp(
      """
      Map views, WIDTHxHEIGHT in points with commas between them; may be repeated. The first is \
      mapped (default: 390x844,844x390,820x1180).
      """), transform: ViewList.init(parsing:))
  var views: [ViewList] = []

  @Option(
    name: .customLong("callout"),
    help: ArgumentHelp(
      """
      Callouts, each of them \(CalloutList.list), with commas between them; may be repeated. Each \
      opens in each view; the first is mapped (default: 200x108,80x40,480x90,260x400,bubble).
      """), transform: CalloutList.init(parsing:))
  var callouts: [CalloutList] = []

  @Option(help: "The folder for the reports.") var out = "Reports/latest"

  @Flag(name: .shortAndLong, help: "Prints only the last line.") var quiet = false

  @Flag(name: .shortAndLong, help: "Prints every line, even if they exceed a screen.")
  var verbose = false

  func validate() throws {
    try require(!out.isEmpty, "--out names no folder")
    try AdjustersCommand.check(zooms, "--zooms", each: 0...22)
    try AdjustersCommand.check(latitudes, "--latitudes", each: -85...85)
    try require((-180...180).contains(longitude), "--longitude is a number from -180 to 180")
    try require((4...200).contains(columns), "--columns is a number from 4 to 200")
    try require((4...200).contains(rows), "--rows is a number from 4 to 200")
    try AdjustersCommand.check(views.flatMap(\.sizes), "--view", "views")
    try AdjustersCommand.check(callouts.flatMap(\.styles), "--callout", "callouts")
    try require(Set(adjusters).count == adjusters.count, "--adjuster names one twice")
  }

  private static func check(
    _ list: NumberList?, _ option: String, each range: ClosedRange<Double>
  ) throws {
    guard let numbers = list?.numbers else { return }
    let (low, high) = (Int(range.lowerBound), Int(range.upperBound))
    try require(
      numbers.count <= 24 && numbers.allSatisfy(range.contains),
      "\(option) takes at most 24 numbers from \(low) to \(high)")
    try require(Set(numbers).count == numbers.count, "\(option) names a number twice")
  }

  private static func check<Value: Hashable>(
    _ values: [Value], _ option: String, _ things: String
  ) throws {
    try require(values.count <= 12, "\(option) takes at most 12 \(things)")
    try require(Set(values).count == values.count, "\(option) names one twice")
  }

  /// The grids: the first pair of a view and a callout on the whole one, the others on less.
  private var grids: [AdjusterGrid] {
    let sizes = views.isEmpty ? AdjusterGrid.standardViewSizes : views.flatMap(\.sizes)
    let styles = callouts.isEmpty ? AdjusterGrid.standardStyles : callouts.flatMap(\.styles)
    let grid = AdjusterGrid(
      viewSize: sizes[0], columns: columns, rows: rows,
      zoomLevels: zooms?.numbers.sorted() ?? AdjusterGrid.standardZoomLevels,
      latitudes: latitudes?.numbers ?? AdjusterGrid.standardLatitudes, longitude: longitude,
      style: styles[0])
    return grid.family(viewSizes: sizes, styles: styles)
  }

  func run() throws {
    let chosen = (adjusters.isEmpty ? AdjusterChoice.all : adjusters).map(\.adjuster)
    let clock = MonotonicClock()
    let start = clock.nanoseconds
    let progress = Progress(isShown: Terminal.isInteractive && !quiet)
    let places = MetricText.count(Int64(columns * rows))
    progress.show("trying \(chosen.count) adjusters at up to \(places) pin positions")
    let survey = AdjusterSurvey(of: chosen, on: grids, inOrder: ConcurrentTasks.map)
    let nanoseconds = clock.nanoseconds - start
    progress.clear()
    guard survey.main.trials > 0 else {
      throw CommandError(
        .usage, "the first view is larger than the world at each zoom level",
        help: "--zooms names a level that it shows")
    }
    try OutputFiles.write(AdjusterSurvey.files, of: survey, to: out)
    let closing =
      AdjusterTable.closing(of: survey, nanoseconds: SessionRun.isDebugBuild ? nil : nanoseconds)
      + "; \(out)/\(AdjusterSurvey.files[0].name)"
    let lines = quiet ? [] : TextLayout.lines(AdjusterTable.text(of: survey))
    Terminal.write(
      TextLayout.screen(lines, end: quiet ? [closing] : ["", closing], isWhole: verbose))
  }
}
