public import MapConfiguration
public import MapEvents
public import MapGeometry
public import Metrics

/// A validated session: all inputs of its replay, as one value.
///
/// A scenario that exists is playable: names are resolved, units converted, limits kept.
/// Each part keeps its place in the file, so that verdicts can refer to it.
public struct Scenario: Hashable, Sendable {
  /// The title that people read; also names its facts.
  public var name: String
  /// The file it was read from, as given; its last component without `.yaml` or `.yml`
  /// names it.
  public var file: String
  /// The folders between the scenarios folder and the file, such as `Canaries`; empty at the top.
  public var folder = ""
  /// The file that the path leads to when it is a link, which has the file's id; nil for no link.
  public var target: String?
  /// The name of the file's variant; nil when it has none.
  public var variant: String?
  /// Words to choose scenarios by.
  public var tags: [String]
  /// The source of every drawn value.
  public var seed: UInt64
  /// The phone it plays on.
  public var device: DeviceProfile
  /// The map view at the beginning.
  public var map: MapSetup
  /// Options for behavior of the map that nothing published settles.
  public var options: MapOptions
  /// The behavior of the app itself.
  public var app: AppSetup
  /// The data sets, in the order of the file.
  public var data: [DataSet]
  /// The overlays that steps can put on the map, in the order of the file.
  public var overlays: [OverlaySetup]
  /// The layers, in the order of the file.
  public var layers: [LayerSetup]
  /// The steps, in order.
  public var steps: [Step]
  /// The expectations on the whole session, judged at its end.
  public var expectations: [PlacedExpectation]
  /// The real times that it is held to, which inform.
  public var realExpectations: [PlacedRule<RealExpectation>] = []
  /// Counts of allocations that the session is held to.
  public var allocationBudgets: [PlacedRule<AllocationBudget>] = []
  /// The counts of allocations whose budgets a canary must break, in addition to metrics.
  public var mustExceed: [AllocationCount] = []
  /// For a canary, the metrics whose expectations must fail, and no others; empty otherwise.
  public var mustFail: [ExpectedMetric]
  /// The metrics whose expectations may break for a time.
  public var knownFailures: [KnownFailure] = []
  /// The key by which the scenario claims that no assumption changes its verdicts; nil without it.
  public var holdsUnderAll: Place?
  /// The keys of the options that the author wrote, with the default value too.
  public var writtenOptions: Set<String> = []
  /// Steps in all, those inside `repeat` too; ids run from 0 in the order of the file.
  public var stepCount: Int

  /// Makes a scenario of its parts; the reader has validated them.
  public init(
    name: String, file: String, tags: [String], seed: UInt64, device: DeviceProfile, map: MapSetup,
    options: MapOptions = .standard, app: AppSetup = AppSetup(), data: [DataSet],
    overlays: [OverlaySetup] = [], layers: [LayerSetup], steps: [Step],
    expectations: [PlacedExpectation], mustFail: [ExpectedMetric], stepCount: Int,
    variant: String? = nil
  ) {
    self.name = name
    self.file = file
    self.variant = variant
    self.tags = tags
    self.seed = seed
    self.device = device
    self.map = map
    self.options = options
    self.app = app
    self.data = data
    self.overlays = overlays
    self.layers = layers
    self.steps = steps
    self.expectations = expectations
    self.mustFail = mustFail
    self.stepCount = stepCount
  }

  /// Names reports: folder and name of the file, and the name of the variant behind a point.
  public var id: String { variant.map { "\(fileID).\(Scenario.id(ofVariant: $0))" } ?? fileID }

  /// The name of a variant in the names of files: with hyphens for blanks.
  public static func id(ofVariant name: String) -> String {
    String(name.map { $0 == " " ? "-" : $0 })
  }

  /// The folder and the last component of the file's path without its extension; the same for
  /// all its variants.
  public var fileID: String { Scenario.id(ofFile: target ?? file, in: folder) }

  /// The id of a file in a folder below the scenarios folder: without the ending of its name.
  public static func id(ofFile path: String, in folder: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".yaml", ".yml"] where name.hasSuffix(ending) {
      name = String(name.dropLast(ending.count))
      break
    }
    return folder.isEmpty ? name : "\(folder)/\(name)"
  }
}

/// A place in a file, counted from 1.
public struct Place: Hashable, Sendable {
  /// The line.
  public var line: Int
  /// The column, in characters.
  public var column: Int
  /// The file, when it is not the scenario's file.
  public var file: String?

  /// Makes a place of its parts.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension WrittenRule {
  /// Makes a rule that is written at a place.
  public init(_ text: String, at place: Place) {
    self.init(text, line: place.line, column: place.column, file: place.file)
  }
}

/// An expectation and its place in the file.
public struct PlacedExpectation: Hashable, Sendable {
  /// The expectation.
  public var expectation: Expectation
  /// The rule as the author wrote it.
  public var written: WrittenRule
  /// The only variant that it applies to; nil for all of them.
  public var variant: String?
  /// The interval that it counts; nil for any other range.
  public var interval: SessionInterval?
  /// The index of the only layer that it counts; nil for all of the session.
  public var layer: Int?
  /// Whether its value is only for other variants to compare theirs with.
  public var isReference = false
  /// The promise whose keeping it expects; nil for any other metric.
  public var promise: Promise?

  /// Makes a placed expectation of its parts.
  public init(expectation: Expectation, written: WrittenRule, variant: String? = nil) {
    (self.expectation, self.written, self.variant) = (expectation, written, variant)
  }
}

/// A rule about a measurement of the whole session, and its place in the file.
public struct PlacedRule<Rule: Hashable & Sendable>: Hashable, Sendable {
  /// The rule.
  public var rule: Rule
  /// The rule as the author wrote it.
  public var written: WrittenRule
  /// The only variant that it applies to; nil for all of them.
  public var variant: String?

  /// Makes a placed rule of its parts.
  public init(_ rule: Rule, written: WrittenRule, variant: String? = nil) {
    (self.rule, self.written, self.variant) = (rule, written, variant)
  }
}

extension Scenario {
  /// The names of the metrics with which a canary must fail; empty for any other scenario.
  public var mustFailNames: [String] { mustFail.map(\.name) + mustExceed.map(\.name) }
}

/// The map view at the beginning of a session.
public struct MapSetup: Hashable, Sendable {
  /// The size of the view, in points.
  public var size: ScreenSize
  /// The region asked for; the view shows the smallest region that contains it.
  public var region: CoordinateRegion
  /// Options for the geometry of the map that nothing published settles.
  public var viewportOptions: ViewportOptions
  /// The margin beyond each edge in which views exist, as a fraction of the visible rect.
  public var viewMarginFraction: Double
  /// The user's place at the beginning; nil shows no dot.
  public var userLocation: Coordinate?
  /// The map's callout over the user's location; nil for none.
  public var userCallout: CalloutSetup?
  /// The margins that bars cover, in points: fingers do not reach the map there.
  public var insets = EdgeInsets(all: 0)
  /// The gestures that the map follows.
  public var gestures = EnabledGestures.all

  /// Makes a setup of its parts.
  public init(
    size: ScreenSize, region: CoordinateRegion, viewportOptions: ViewportOptions = .standard,
    viewMarginFraction: Double, userLocation: Coordinate? = nil
  ) {
    self.size = size
    self.region = region
    self.viewportOptions = viewportOptions
    self.viewMarginFraction = viewMarginFraction
    self.userLocation = userLocation
  }

  /// The part of the view outside the bars, where fingers reach the map.
  public var touchArea: ScreenRect {
    ScreenRect(minX: 0, minY: 0, width: size.width, height: size.height).inset(by: insets)
  }

  /// The initial viewport; nil when the region has no valid center.
  public var viewport: Viewport? {
    Viewport(
      size: size, center: MapPoint(x: 0, y: 0), mapPointsPerPoint: 1, headingDegrees: 0,
      options: viewportOptions
    ).showing(region)
  }

  /// How spans are fitted.
  public var regionFit: RegionFit { viewportOptions.regionFit }
}

/// The costs of a phone; an assumption, named as such in every report.
public struct DeviceProfile: Hashable, Sendable {
  /// Its name, that of its file when it has one.
  public var name: String
  /// The file it was read from; nil for a profile that ships with the program.
  public var file: String?
  /// Its costs.
  public var costs: DeviceCosts

  /// Makes a profile of its parts.
  public init(name: String, file: String? = nil, costs: DeviceCosts) {
    self.name = name
    self.file = file
    self.costs = costs
  }
}
