public import MapConfiguration
public import MapGeometry
public import Scenarios

extension ScenarioSchema {
  static let options = ObjectSchema(
    .options,
    "Decisions about the map's behavior that nothing published settles; every report names those "
      + "in force.", fields: ModelOptions.entries.map(\.field),
    example: "{deceleration: fast, interruption: one pair, re-entry limit: 4}")
}

extension ModelOptions {
  /// The table of the options, which the reader, the reference and the reports share.
  package static let entries =
    threadEntries + viewEntries + selectionEntries + groupingEntries + motionEntries
    + geometryEntries

  private static let threadEntries: [OptionEntry<ModelOptions>] = [
    .choice(
      "main thread", \.map.mainThread,
      "Whether what the main thread does takes time, so that frames, touches, batches and "
        + "completion blocks that fall due meanwhile wait for it; or whether its modeled costs "
        + "are only added up.", example: .free
    )
    .evidence(
      .documented,
      "MKMapViewDelegate; that callbacks, touches and blocks of one thread wait for each other is "
        + "experience"
    )
  ]

  private static let viewEntries: [OptionEntry<ModelOptions>] = [
    .choice(
      "view requests", \.map.viewRequests,
      "When the map asks for the views of annotations that come near: once a frame, or in the very "
        + "call that brings them near.", example: .atOnce),
    .choice(
      "leaving views", \.map.leavingViews,
      "Whether views that leave are in their reuse pools before the views of annotations that come "
        + "are asked for, or only after that.", example: .last),
    .choice(
      "selected views", \.map.selectedViews,
      "What happens to a selected view that leaves the area in which views exist.",
      example: .deselected),
    .choice(
      "dragged views", \.map.draggedViews,
      "What happens to a carried annotation that leaves the area in which views exist: it stays, "
        + "or the drag is cancelled.", example: .cancelled),
    .choice(
      "collision circle", \.map.collisionCircle,
      "The circle of a view that collides as one: the largest inside its frame, or the "
        + "smallest around it.", example: .circumscribed),
    .choice(
      "collision order", \.map.collisionOrder,
      "Which of two colliding views of the same display priority is shown: the one nearer to the "
        + "middle of the map view, or nearer to its top, or the one that was added first.",
      example: .top
    )
    .evidence(
      .documented,
      "MKFeatureDisplayPriority defaultHigh; WWDC 2017 talk 237, 23:16, has the top of the view "
        + "instead"
    ),
    .choice(
      "collision times", \.map.collisionTimes,
      "When views are hidden and shown again by collisions: in every frame while the map moves, "
        + "or after the region, the views or the selection have changed.", example: .afterChanges
    )
    .evidence(.talk, "WWDC 2017 talk 237, 19:29"),
    .choice(
      "pool order", \.map.poolOrder,
      "Which of the views that wait in a reuse pool is taken first: the one that waited longest, "
        + "or the one that came last.", example: .last),
    .choice(
      "stacking", \.map.stacking,
      "Which of two views of the same z priority lies in front: the one further south, or the one "
        + "that was added later.", example: .insertion),
  ]

  private static let selectionEntries: [OptionEntry<ModelOptions>] = [
    .decimal(
      "selected marker scale", 1...4, \.map.selectedMarkerScale,
      "How many times as wide and high a marker is that is selected; its lower edge stays.",
      example: 1
    )
    .evidence(.talk, "WWDC 2017 talk 237, 10:52, says that it grows, and not by how much"),
    .points(
      "marker title width", 0...1_000, \.map.markerTitleWidthPoints,
      "The width of the title below a marker of an annotation with one, 16 pt high, which collides "
        + "as its marker does; with 0 pt titles need no room. The talk (WWDC 2017 talk 237, 10:52) "
        + "tells of titles that do, and no measures.", example: 80),
    .choice(
      "selection callbacks", \.map.selectionCallbacks,
      "Since iOS 16 the delegate gets two callbacks for a selection, by the view and by the "
        + "annotation: which of the two comes first, or only the one by the view.",
      example: .viewOnly),
    .choice(
      "disabled views", \.map.disabledViews,
      "What a tap at a point of the screen does that meets a disabled view: the one beneath takes "
        + "it, or the map, which deselects; or the view swallows it.", example: .swallowTouches
    )
    .evidence(.documented, "MKAnnotationView isEnabled; heath-tech, 2012"),
    .choice(
      "repeated taps", \.map.repeatedTaps,
      "What a tap at a point of the screen does that meets the selected view where others lie "
        + "beneath: each tap selects the next one, or nothing happens.", example: .nothing
    )
    .evidence(
      .reports, "heath-tech, 2012; mapbox-gl-native issue 5166; JPSThumbnailAnnotation issue 15"),
    .points(
      "hit slop", 0...100, \.map.hitSlopPoints,
      "How far from a view a tap at a point of the screen may be that meets none: the nearest view "
        + "takes it, of several the one in front.", example: 10),
    .time(
      "tap delay", .zero...Limits.animationTime, \.map.tapDelay,
      "How long a tap on the map or on an annotation waits for a second one, as the map view of "
        + "some releases does; the step takes so long.", example: SimulatedTime(milliseconds: 350)
    )
    .evidence(.report, "react-native-maps issues 3429, 1695 and 833, which contradict each other"),
    .choice(
      "selection of members", \.map.selectionOfMembers,
      "What happens when the app selects a point for which a cluster stands, by its id: nothing, "
        + "since its annotation has no view of its own, or the cluster is selected.",
      example: .cluster
    )
    .evidence(.documented, "MKMapView selectAnnotation"),
    .time(
      "drag press", .zero...Limits.animationTime, \.map.dragPress,
      "How long a finger rests on an annotation before it carries it; one that moves sooner pans "
        + "the map.", example: SimulatedTime(milliseconds: 300)
    )
    .evidence(.reports, "mapbox-gl-native issue 5036; mapbox-ios-sdk issue 181"),
    .choice(
      "drag coordinate", \.map.dragCoordinate,
      "When an annotation that is carried gets its new coordinate: once, when it is dropped, or in "
        + "each frame. Its view follows the finger in any case.", example: .continuous
    )
    .evidence(.report, "react-native-maps, which observes the center of the view instead"),
    .choice(
      "removal of selected", \.map.removalOfSelected,
      "What comes first when a selected annotation is removed.", example: .returnsFirst),
    .choice(
      "own callouts", \.map.ownCallouts,
      "What the map does when its own callout, a plain one without an adjuster over views that can "
        + "show callouts, opens partly outside the map view or under a bar: it scrolls by the "
        + "least amount, or stays.",
      example: .stay
    )
    .evidence(.reports, "Stack Overflow questions 13095911 and 1565828"),
    .flag(
      "drag moves map at edge", \.map.dragMovesMapAtEdge,
      "Whether the map moves on while an annotation is carried to the edge of the view."),
  ]

  private static let groupingEntries: [OptionEntry] = [
    .choice(
      "clustering order", \.map.clusteringOrder,
      "In which order the map's own clustering visits views, each of which joins the first group "
        + "that it collides with.", example: .insertion),
    .choice(
      "clustering times", \.map.clusteringTimes,
      "When the map's own clustering is done: after the region, the annotations or their views "
        + "have changed, or in every frame while the map moves too.", example: .afterChanges
    )
    .evidence(.talk, "WWDC 2017 talk 237, 22:07"),
    .choice(
      "clustered views", \.map.clusteredViews,
      "What happens to the views of annotations for which a cluster of the map's own stands: they "
        + "stay on the map, out of sight, or go to their reuse pools until the cluster parts.",
      example: .enqueued
    )
    .evidence(
      .documented,
      "MKAnnotationView cluster; apps that switch the clusteringIdentifier of shown views"),
    .flag(
      "required views cluster", \.map.requiredViewsCluster,
      "Whether views with the display priority required, which are always shown, take part in the "
        + "map's own clustering. Such code is common; the documentation says that they do not."
    )
    .evidence(.documented, "MKFeatureDisplayPriority required; common code relies on the contrary"),
    .choice(
      "cluster priority", \.map.clusterPriority,
      "The display priority of the view of a cluster of the map's own to which the app gives none.",
      example: .required
    )
    .evidence(.talk, "WWDC 2017 talk 237, 22:24"),
    .flag(
      "annotations hold clusters", \.map.annotationsHoldClusters,
      "Whether the map's own list of its annotations holds its clusters too, so that an app which "
        + "removes or compares all that is there does so to them: see `known from` of the step "
        + "`replace`."
    )
    .evidence(.report, "Stack Overflow 54291581 finds the clusters in MKMapView annotations"),
    .choice(
      "cluster titles", \.map.clusterTitles,
      "What the callout over a cluster of the map's own says: the title of its first member and, "
        + "as subtitle, how many more there are, which is read again when members go; or the "
        + "title.",
      example: .titleOnly
    )
    .evidence(.documented, "MKClusterAnnotation; WWDC 2017 talk 237, 24:54"),
    .choice(
      "cluster place", \.map.clusterPlace,
      "Where a cluster of the map's own is put.", example: .firstMember),
  ]

  private static let animation = SimulatedTime(milliseconds: 1)...Limits.animationTime

  private static let motionEntries: [OptionEntry<ModelOptions>] = [
    .flag(
      "animated pinch", \.map.pinchIsAnimated,
      "Whether the callbacks of a pinch or a rotation say that it is animated."),
    .choice(
      "interruption", \.map.interruption,
      "The callbacks when one change of the region interrupts another.", example: .onePair),
    .whole(
      "re-entry limit", Limits.reentries, \.map.reentryLimit,
      "How often in a row the app may change the region at the end of another change; then the map "
        + "refuses.", example: 4),
    .time(
      "velocity window", animation, \.map.velocityWindow,
      "How long before a finger is lifted its movement counts for the speed that the map drifts on "
        + "with.", example: SimulatedTime(milliseconds: 50)
    )
    .evidence(.report, "how UIScrollView measures the speed of a finger"),
    .choice(
      "deceleration", \.map.deceleration,
      "How much of its speed a drifting map keeps each millisecond: 0.998, or 0.99 for fast.",
      example: .fast
    )
    .evidence(.reports, "the deceleration rates of UIScrollView; the map view has none of its own"),
    .choice(
      "pinch deceleration", \.map.pinchDeceleration,
      "How much of its speed a pinch or a rotation keeps each millisecond that goes on when the "
        + "fingers leave: 0.998, or 0.99 for fast.", example: .normal),
    .choice(
      "first layout", \.map.firstLayout,
      "What the delegate gets when the map is laid out first, before the first step: a change of "
        + "the region to the whole world, which nobody asked for, and then one to the asked "
        + "region; or nothing.", example: .silent
    )
    .evidence(
      .report, "react-native-maps issue 4031 and pull request 4037; that it is the world is ours"),
    .choice(
      "beyond edge", \.map.beyondEdge,
      "Resistance when a pan goes past the northern or southern limit.", example: .stop),
    .decimal(
      "rubber band", 0.05...1, \.map.rubberBandCoefficient,
      "The share of a pull beyond the end of the map that the map follows at first.", example: 0.4
    )
    .evidence(.reports, "the rubber band of UIScrollView"),
    .decimal(
      "spring stiffness", 1...10_000, \.map.springStiffness,
      "How hard a spring pulls the map back that is released, or decelerates, past its limit. Its "
        + "mass is 1 and it does not swing.", example: 200
    )
    .evidence(.report, "the bounce of UIScrollView"),
    .points(
      "deceleration remainder", 0.01...10, \.map.driftRemainderPoints,
      "A deceleration ends when this much of its way is left.", example: 1
    )
    .evidence(.report, "where the deceleration of UIScrollView ends"),
    .points(
      "spring remainder", 0.01...10, \.map.springRemainderPoints,
      "A spring rests when the map is this near to its end.", example: 1
    )
    .evidence(.report, "where the bounce of UIScrollView ends"),
    .flag(
      "double tap snaps", \.map.doubleTapSnaps,
      "Whether a double tap ends on a whole zoom level, as on iOS 7."
    )
    .evidence(
      .report,
      "zoom levels after double taps on iOS 7, captured in tests of CCHMapClusterController"),
    .choice(
      "resized map", \.map.resizedMap,
      "What a map view of another size shows around the same middle: more or less at the same "
        + "scale, or all that it showed before.", example: .keepsRegion),
    .choice(
      "far changes", \.map.farChanges,
      "What the map does for an animated change to a region far away: it jumps there, or flies and "
        + "asks for every view on the way.", example: .fly
    )
    .evidence(.report, "Stack Overflow question 16041119"),
    .decimal(
      "far distance", 0.01...1_000_000, \.map.farDistanceViews,
      "How far that is: so many longer sides of the map view, at the scale that shows more.",
      example: 4),
    .meters(
      "single annotation span", 0...Limits.singleAnnotationSpanMeters,
      \.map.singleAnnotationSpanMeters,
      "What the map shows, at least, around a single annotation, or several at one place, when it "
        + "is to show all annotations; with 0 m it goes as near as it can.", example: 250),
    .time(
      "pan duration", animation, \.map.panDuration,
      "How long an animated change of the center takes that the app asks for.",
      example: SimulatedTime(milliseconds: 300)
    )
    .evidence(.report, "SMCalloutView assumes the third of a second of a scroll view"),
    .time(
      "zoom duration", animation, \.map.zoomDuration,
      "How long an animated change of the scale takes.", example: SimulatedTime(milliseconds: 300)),
    .choice(
      "empty fade", \.map.emptyFade,
      "When an update of clusters is done of whose removed clusters none has a view on the map: at "
        + "once, since an animation that changes nothing takes no time, or after the full fade. It "
        + "is for the library's animator; one of the app's own says itself when it is done.",
      example: .full
    )
    .evidence(
      .reports, "spacemanlabs, premature completion; UIKit-cross-platform 94; AnimationPlanner 5"),
    .choice(
      "animation curve", \.map.animationCurve, "The timing curve of animated changes.",
      example: .linear),
    .choice(
      "zoom path", \.map.zoomPath,
      "How the scale goes in an animated change: in equal ratios, or in equal differences.",
      example: .linear),
  ]

  private static let geometryEntries: [OptionEntry<ModelOptions>] = [
    .choice(
      "world copy", \.viewport.worldCopy,
      "Which copy of the world a place is shown on when the view reaches over the 180th meridian.",
      example: .asProjected),
    .choice(
      "north and south edge", \.viewport.northSouthEdge,
      "Whether the whole view stays inside the world in the north and in the south, or only its "
        + "middle.", example: .open),
    .choice(
      "farthest scale", \.viewport.farthestScale,
      "How far the map can be zoomed out: until one world fills the longer or the shorter side.",
      example: .worldOnShorterSide),
    .zoomLevel(
      "closest zoom", Limits.closestZoomLevels, \.viewport.closestMapPointsPerPoint,
      "How far the map can be zoomed in, as a zoom level: 0 shows the world in 256 points, each "
        + "level doubles it.", example: 21),
    .choice(
      "rotated bounds", \.viewport.turnedBounds,
      "What a turned map says that it shows: an upright rectangle around all of the view, or what "
        + "it would show unturned.", example: .unturned),
    .choice(
      "region conversion", \.viewport.regionConversion,
      "How a region becomes a rectangle of the screen.", example: .exactInverse),
    .choice(
      "rect conversion", \.viewport.rectConversion,
      "How a rectangle of the screen becomes a region when the map is turned: from an upright "
        + "rectangle around its corners, or as if the map were not turned.", example: .unturned),
    .choice(
      "edge padding", \.viewport.edgePadding,
      "Where padding leaves what the map is to show: in the middle of what it leaves of the view, "
        + "or in the middle of the whole view.", example: .wholeView),
    .choice(
      "heading on region change", \.viewport.headingOnRegionChange,
      "The heading after the app sets the region.", example: .reset),
  ]
}

/// All decisions of the model that a scenario's `options` can change.
public struct ModelOptions: Hashable, Sendable {
  /// The options of the map's behavior.
  public var map: MapOptions
  /// The options of the map's geometry; the region fit is set by the key `map`.
  public var viewport: ViewportOptions

  /// Makes options of their parts.
  public init(map: MapOptions = .standard, viewport: ViewportOptions = .standard) {
    self.map = map
    self.viewport = viewport
  }

  /// Sets the option of a key to a value that the schema of `options` lets pass.
  ///
  /// - Returns: Whether there is such a key and it takes the value.
  public mutating func set(_ key: String, to scalar: Scalar) -> Bool {
    ModelOptions.entries.first { $0.field.key == key }?.set(&self, scalar) ?? false
  }
}

extension ScenarioBuilder {
  func options(_ object: ReadObject?) -> ModelOptions {
    ModelOptions.entries.taking(object, over: ModelOptions())
  }
}

/// One decision of the model: its key in the schema, and the place of its value.
package struct OptionEntry<Options>: Sendable {
  typealias Path<Value> = WritableKeyPath<Options, Value> & Sendable

  package let field: Field
  /// The evidence for the default.
  package private(set) var evidence = Evidence.decision
  package private(set) var source = ""
  /// The value as a scenario would write it.
  package let words: @Sendable (Options) -> String
  /// Sets a value, or returns false when the field does not accept it.
  let set: @Sendable (inout Options, Scalar) -> Bool

  init<Value: Sendable>(
    _ key: String, _ type: ValueDecoder<Value>, _ path: any Path<Value>, _ help: String,
    example: Value, need: ((Options) -> String) -> Field.Need,
    words: @escaping @Sendable (Value) -> String
  ) {
    let written: @Sendable (Options) -> String = { words($0[keyPath: path]) }
    field = Field(key, type.type, need(written), help, example: words(example))
    self.words = written
    set = { options, scalar in
      let read = ReadValue(content: .scalar(scalar), mark: .start, text: "")
      guard let value = type.value(read) else { return false }
      options[keyPath: path] = value
      return true
    }
  }
}

/// The evidence for a default of the model, the strongest first.
package enum Evidence: CaseIterable, Sendable {
  case documented
  case talk
  case reports
  case report
  case decision

  package var words: String {
    switch self {
    case .documented: "documented"
    case .talk: "told in a talk of its makers"
    case .reports: "several reports"
    case .report: "one report"
    case .decision: "our decision"
    }
  }
}

extension OptionEntry {
  /// Returns the same decision with the evidence for its default.
  fileprivate func evidence(_ evidence: Evidence, _ source: String) -> Self {
    var entry = self
    (entry.evidence, entry.source) = (evidence, source)
    return entry
  }
}

extension Array {
  /// Options with their values replaced by those of an object.
  func taking<Options>(_ object: ReadObject?, over options: Options) -> Options
  where Element == OptionEntry<Options> {
    var options = options
    for entry in self {
      guard case .scalar(let scalar)? = object?.values[entry.field.key]?.content else { continue }
      let isSet = entry.set(&options, scalar)
      precondition(isSet, "'\(entry.field.key)' is declared but never set")
    }
    return options
  }
}

extension OptionEntry<ModelOptions> {
  private init<Value: Sendable>(
    _ key: String, _ type: ValueDecoder<Value>, _ path: any Path<Value>, _ help: String,
    example: Value, words: @escaping @Sendable (Value) -> String
  ) {
    self.init(
      key, type, path, help, example: example, need: { .default($0(ModelOptions())) }, words: words)
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: any Path<Value>, _ help: String, example: Value
  ) -> Self { Self(key, .oneOf, path, help, example: example) { $0.rawValue } }

  static func flag(_ key: String, _ path: any Path<Bool>, _ help: String) -> Self {
    Self(key, .flag, path, help, example: !ModelOptions()[keyPath: path]) { $0 ? "yes" : "no" }
  }

  static func whole(
    _ key: String, _ range: ClosedRange<Int64>, _ path: any Path<Int>, _ help: String, example: Int
  ) -> Self { Self(key, .whole(range), path, help, example: example) { "\($0)" } }

  static func decimal(
    _ key: String, _ range: ClosedRange<Double>, _ path: any Path<Double>, _ help: String,
    example: Double
  ) -> Self { Self(key, .decimal(range), path, help, example: example) { ValueType.words($0) } }

  static func points(
    _ key: String, _ range: ClosedRange<Double>, _ path: any Path<Double>, _ help: String,
    example: Double
  ) -> Self {
    Self(key, .points(range), path, help, example: example) { "\(ValueType.words($0)) pt" }
  }

  static func meters(
    _ key: String, _ range: ClosedRange<Double>, _ path: any Path<Double>, _ help: String,
    example: Double
  ) -> Self {
    Self(key, .meters(range), path, help, example: example) { "\(ValueType.words($0)) m" }
  }

  /// A scale in map points for each point, written as a zoom level.
  ///
  /// It is rounded to a billionth, below which digits are rounding errors.
  static func zoomLevel(
    _ key: String, _ range: ClosedRange<Double>, _ path: any Path<Double>, _ help: String,
    example level: Double
  ) -> Self {
    let type = ValueDecoder<Double>(.levels(range)) {
      if case .decimal(let level) = $0 {
        Viewport.mapPointsPerPoint(atZoomLevel: level)
      } else {
        nil
      }
    }
    let example = Viewport.mapPointsPerPoint(atZoomLevel: level)
    return Self(key, type, path, help, example: example) { mapPointsPerPoint in
      let map = Viewport(
        size: ScreenSize(width: 1, height: 1), center: MapPoint(x: 0, y: 0),
        mapPointsPerPoint: mapPointsPerPoint, headingDegrees: 0, options: .standard)
      return "\(ValueType.words((map.zoomLevel * 1e9).rounded() / 1e9)) levels"
    }
  }

  static func time(
    _ key: String, _ range: ClosedRange<SimulatedTime>, _ path: any Path<SimulatedTime>,
    _ help: String, example: SimulatedTime
  ) -> Self { Self(key, .duration(range), path, help, example: example) { ValueType.words($0) } }
}

/// A decision of the model in effect, in words for a report.
public struct OptionInForce: Hashable, Sendable {
  /// The key by which a scenario sets it.
  public var name: String
  /// The value, as a scenario would write it.
  public var value: String
  /// Whether it is the model's own choice.
  public var isDefault: Bool

  /// The value of a field whose default is the model's choice.
  init(_ field: Field, value: String) {
    (name, self.value) = (field.key, value)
    isDefault = field.need == .default(value)
  }
}

/// A decision of the model with its possible values.
public struct OptionChoices: Hashable, Sendable {
  /// The object that has the key: `options` or `map`.
  public var holder: String
  /// The key by which a scenario sets it.
  public var name: String
  /// The values that a scenario can choose; empty for an amount.
  public var values: [String]
  /// An amount other than the default.
  public var example: String

  init(_ field: Field, of holder: ObjectKind) {
    (self.holder, name, example) = (holder.name, field.key, field.example)
    switch field.type {
    case .choice(let words): values = words
    case .flag: values = ["yes", "no"]
    default: values = []
    }
  }
}

extension Scenario {
  /// Every decision of the model, in the order of the schema.
  public static var optionChoices: [OptionChoices] {
    [MapKeys.viewMargin.field, MapKeys.regionFit.field].map { OptionChoices($0, of: .map) }
      + ModelOptions.entries.map { OptionChoices($0.field, of: .options) }
  }

  /// Every decision of the model in effect, in the order of the schema.
  public var optionsInForce: [OptionInForce] {
    let options = ModelOptions(map: options, viewport: map.viewportOptions)
    return [
      OptionInForce(MapKeys.viewMargin.field, value: ValueType.words(map.viewMarginFraction)),
      OptionInForce(MapKeys.regionFit.field, value: map.regionFit.rawValue),
    ] + ModelOptions.entries.map { OptionInForce($0.field, value: $0.words(options)) }
  }
}
