import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

enum AppKeys {
  static let reaction = Key(
    "when region changed", .object(.regionReaction), .optional,
    "The reaction of the app each time a change of the region has ended, including its own changes "
      + "and the first layout. The option `re-entry limit` ends its requests to the map.",
    example: "{set center: {lat: 1, lon: 2, animated: no}}")
  static let visibleReaction = Key(
    "when visible region changes", .object(.visibleReaction), .optional,
    "The reaction of the app each time the visible region has changed, also in every frame of a "
      + "move.",
    example: "{load: {data: cities, into: cities, wait: 300 ms}}")
  static let renderingReaction = Key(
    "when map rendered", .object(.visibleReaction), .optional,
    "The app's reaction to `mapViewDidFinishRenderingMap`: after the first frame that shows all, "
      + "at the beginning and after each change of the region.",
    example: "{load: {data: cities, into: cities}}")
  static let tapRecognizer = Key(
    "when tapped", .object(.tapRecognizer), .optional,
    "The pin that the app's own tap recognizer drops at each `tap` and `select`, after the map has "
      + "taken the tap; `tap map` names no point, and a control of a callout keeps its tap. A "
      + "double tap drops none.",
    example: "{drop into: places}")
  static let work = Key(
    "callback work", .object(.callbackWork), .optional,
    "The main-thread work of the app in callbacks of the map. The device's cost `callback` comes "
      + "on top.",
    example: "{view requested: 2 ms, visible region changes: 4 ms}")
  static let dropInto = Key(
    "drop into", .reference(.layer), .required,
    "The layer that gets the pins, which are points of the data set `\(DataSet.droppedPins)`.",
    example: "places")
  static let onAnnotations = Key(
    "on annotations", .flag, .default("yes"),
    "Whether it fires where an annotation view or a callout is, as a recognizer does whose "
      + "delegate accepts all touches.", example: "no")
  static let setCenter = Key(
    "set center", .object(.setCenter), .optional, "Another center.",
    example: "{lat: 1, lon: 2, animated: no}")
  static let setRegion = Key(
    "set region", .object(.setRegion), .optional, "Another region.",
    example: "{center: {lat: 1, lon: 2}, span: 10 km x 10 km}")
  static let moveContent = Key(
    "move content", .object(.moveContent), .optional,
    "The content moved a little, as an app does that keeps its callout in view.",
    example: "{by: 10 x 0 pt, animated: no}")
  static let load = Key(
    "load", .object(.load), .optional,
    "The points that are visible, which the app asks its server for.",
    example: "{data: cities, into: cities, first: 100, wait: 300 ms, latency: 400 ms}")
  static let by = Key(
    "by", .offset(Limits.panPoints), .required,
    "The distance that the content moves, to the right x down (negative: left, up).",
    example: "10 x 0 pt")

  fileprivate static let requests: [any ObjectKey] = [setCenter, setRegion, moveContent, load]
}

/// The work of the app in each callback.
private enum WorkKeys {
  static let visibleRegion = work(
    "visible region changes", "In `mapViewDidChangeVisibleRegion`, in each frame of a move.")
  static let callbacks: [(callback: DelegateCallback, key: Key<SimulatedTime>)] = [
    (.regionWillChange, work("region will change", "In `regionWillChangeAnimated`.")),
    (.regionDidChange, work("region changed", "In `regionDidChangeAnimated`.")),
    (.viewFor, work("view requested", "In `viewFor`, for each view.")),
    (.didAddViews, work("views added", "In `didAdd views`, for all that came in a frame.")),
    (.didSelect, work("selected", "In `didSelect`.")),
    (.didDeselect, work("deselected", "In `didDeselect`.")),
    (.accessoryTapped, work("accessory tapped", "In `calloutAccessoryControlTapped`.")),
    (.dragStateChanged, work("drag state changed", "In `didChange newState`.")),
    (.rendererFor, work("renderer requested", "In `rendererFor`, for each overlay.")),
    (.trackingChanged, work("tracking changed", "In `didChange mode`.")),
    (
      .clusterAnnotation,
      work("cluster annotation requested", "In `clusterAnnotationForMemberAnnotations`.")
    ),
    (.mapRendered, work("map rendered", "In `mapViewDidFinishRenderingMap`.")),
  ]
  static let all = [visibleRegion] + callbacks.map(\.key)

  private static func work(_ name: String, _ help: String) -> Key<SimulatedTime> {
    Key(name, .duration(.zero...Limits.deviceCost), .default("0 ms"), help, example: "2 ms")
  }
}

/// The keys of a load of the points that are visible.
private enum LoadKeys {
  static let data = Key(
    "data", .reference(.data), .required, "The data set that the server has.", example: "cities")
  static let into = Key(
    "into", .reference(.layer), .required, "The layer that gets the answer.", example: "cities")
  static let first = Key(
    "first", .whole(1...Int64(Limits.points)), .derived("all that are visible"),
    "The largest number of points that the server sends, in the order of the data set.",
    example: "100")
  static let margin = Key(
    "margin", .decimal(0...10), .default("0"),
    "The fraction by which the visible rect is extended beyond each edge. Points inside it count "
      + "as visible.", example: "0.25")
  static let wait = Key(
    "wait", .anyTime, .default("0 ms"),
    "The time that the app waits after a callback. Then it asks for the points that are visible at "
      + "that moment.", example: "300 ms")
  static let latency = Key(
    "latency", .anyTime, .default("0 ms"), "The duration of each answer.", example: "400 ms")
  static let jitter = Key(
    "jitter", .anyTime, .default("0 ms"),
    "Each answer is late by up to this much more, drawn from the seed.", example: "200 ms")
  static let earlier = Key(
    "earlier", .choice(["cancel", "keep"]), .default("cancel"),
    "Whether a callback cancels the load of the callback before. `cancel`: that load ends, in its "
      + "wait or before its answer, as a cancelled task does. `keep`: each callback brings an "
      + "answer, as apps do by mistake; with `jitter` an earlier answer can come last.",
    example: "keep")
  static let how = Key(
    "how", ValueDecoder<VisibleLoad.Method>.word, .default(VisibleLoad.Method.all.word),
    "The use that the app makes of an answer. `all`: it removes the points of the layer and adds "
      + "those of "
      + "the answer. `only what changed`: it looks for the differences first. `add`: it removes "
      + "nothing.", example: VisibleLoad.Method.changed.word)
  static let work = Key(
    "work", .duration(.zero...Limits.deviceCost), .default("0 ms"),
    "The work of the app on the main thread in each callback.", example: "2 ms")
  static let all: [any ObjectKey] = [
    data, into, first, margin, wait, latency, jitter, earlier, how, work,
  ]
}

extension ScenarioBuilder {
  /// The behavior of the app; its loads can name data and layers, which are read before.
  mutating func appSettings(_ object: ReadObject) throws -> AppSetup {
    var app = AppSetup()
    if let reaction = try object.find(AppKeys.reaction) {
      app.onRegionDidChange = try regionRequest(reaction)
      try addLoad(reaction, .regionDidChange, to: &app)
    }
    if let reaction = try object.find(AppKeys.visibleReaction) {
      try addLoad(reaction, .visibleRegionDidChange, to: &app)
    }
    if let reaction = try object.find(AppKeys.renderingReaction) {
      try addLoad(reaction, .mapRendered, to: &app)
    }
    if let recognizer = try object.find(AppKeys.tapRecognizer) {
      guard let layer = index(recognizer[AppKeys.dropInto], .layer) else { throw InvalidValue() }
      droppedPins.tapLayer = layer
      app.tapRecognizer = try TapRecognizer(
        layer: layer, firesOnAnnotations: recognizer.get(AppKeys.onAnnotations))
    }
    if let work = try object.find(AppKeys.work) {
      app.work.visibleRegionDidChange = try work.get(WorkKeys.visibleRegion)
      for (callback, key) in WorkKeys.callbacks { app.work[callback] = try work.get(key) }
    }
    return app
  }

  private mutating func regionRequest(_ reaction: ReadObject) throws -> RegionRequest? {
    if let change = try reaction.find(AppKeys.setCenter) {
      guard let place = change.coordinate else { throw InvalidValue() }
      return try request(.center(place), change)
    }
    if let change = try reaction.find(AppKeys.setRegion) {
      return try request(.region(region(change)), change)
    }
    guard let change = try reaction.find(AppKeys.moveContent) else { return nil }
    return try request(.move(change.get(AppKeys.by)), change)
  }

  private func request(_ goal: RegionRequest.Goal, _ change: ReadObject) throws -> RegionRequest {
    try RegionRequest(
      goal, animated: change.get(StepDefinition.animated),
      over: change.find(StepDefinition.animationTime))
  }

  private mutating func addLoad(
    _ reaction: ReadObject, _ moment: VisibleLoad.Moment, to app: inout AppSetup
  ) throws {
    guard let load = try reaction.find(AppKeys.load) else { return }
    feed(load[LoadKeys.data], [load[LoadKeys.into]].compactMap(\.self))
    let data = index(load[LoadKeys.data], .data)
    guard let layer = index(load[LoadKeys.into], .layer), let data else { throw InvalidValue() }
    try app.loads.append(
      VisibleLoad(
        moment, data: data, layer: layer, first: load.find(LoadKeys.first),
        marginFraction: load.get(LoadKeys.margin), wait: load.get(LoadKeys.wait),
        latency: load.get(LoadKeys.latency), jitter: load.get(LoadKeys.jitter),
        cancelsEarlier: load.get(LoadKeys.earlier) == "cancel", method: load.get(LoadKeys.how),
        work: load.get(LoadKeys.work)))
  }
}

extension ScenarioSchema {
  static let app = ObjectSchema(
    .app, "The behavior of the app around the map, without a step.",
    keys: [
      AppKeys.reaction, AppKeys.visibleReaction, AppKeys.renderingReaction, AppKeys.tapRecognizer,
      AppKeys.work,
    ],
    example: "{when region changed: {move content: {by: 10 x 0 pt, animated: no}}}")

  static let regionReaction = ObjectSchema(
    .regionReaction, "Requests that the app makes at the end of a region change.",
    keys: AppKeys.requests, rules: [.exactlyOne(AppKeys.requests.map(\.name))],
    example: "{set center: {lat: 1, lon: 2, animated: no}}")

  static let visibleReaction = ObjectSchema(
    .visibleReaction,
    "Requests that the app makes when the visible region has changed, or all of it is rendered.",
    keys: [AppKeys.load.needing(.required)],
    example: "{load: {data: cities, into: cities, wait: 300 ms}}")

  static let load = ObjectSchema(
    .load,
    "The visible points, loaded by an app that searches while the map moves: after each callback "
      + "the app waits, asks its server, and gets the answer later. `wait: settled` waits for the "
      + "answers too.",
    keys: LoadKeys.all,
    example: "{data: cities, into: cities, first: 100, wait: 300 ms, latency: 400 ms}")

  static let tapRecognizer = ObjectSchema(
    .tapRecognizer, "A tap recognizer that the app has put on the map view; it drops a pin.",
    keys: [AppKeys.dropInto, AppKeys.onAnnotations], example: "{drop into: places}")

  static let callbackWork = ObjectSchema(
    .callbackWork, "Main-thread time that the app takes in callbacks, each time it gets one.",
    keys: WorkKeys.all, example: "{view requested: 2 ms, visible region changes: 4 ms}")

  static let moveContent = ObjectSchema(
    .moveContent, "The content moved without a finger.",
    keys: [AppKeys.by, StepDefinition.animated, StepDefinition.animationTime],
    rules: [StepDefinition.overRule], example: "{by: 10 x 0 pt, animated: no}")
}
