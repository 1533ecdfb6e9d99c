import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

extension StepDefinition {
  static let app =
    [moveUserLocation, walkUser, turnUser, trackUser, resize, memoryWarning] + overlays
    + [setDelegate, change]

  static let moveUserLocation = StepDefinition(
    "move user location", .app, .coordinate,
    "Reports another place of the user; the dot appears or goes there.",
    example: "{lat: 52.5163, lon: 13.3777}"
  ) { _, place in .moveUserLocation(place) }

  private static let goal = Key(
    "to", .coordinate, .required,
    "The place of the user at the end of a straight way. If no place is known yet, the user is "
      + "there from the beginning.",
    example: "{lat: 52.5163, lon: 13.3777}")
  private static let duration = Key(
    "over", .someTime, .required,
    "The time that the user is on the way. Later steps begin meanwhile.",
    example: "60 s")
  private static let interval = Key(
    "every", .duration(SimulatedTime(milliseconds: 100)...Limits.stepTime), .default("1 s"),
    "Time between two reports; the last one comes at the end.", example: "1 s")
  private static let error = Key(
    "off by up to", .meters(0...10_000), .default("0 m"),
    "The largest distance between the user and a reported place, drawn from the seed for each "
      + "report.",
    example: "5 m")

  static let walkUser = StepDefinition(
    "walk user", .app, "Reports places of the user again and again, as location hardware does.",
    example: "{to: {lat: 52.5163, lon: 13.3777}, over: 60 s}",
    object: "Places of the user on a way from the last one, while later steps run. `move user "
      + "location` or another `walk user` ends it; `wait: settled` waits for its end.",
    keys: [goal, duration, interval, error],
    whole: "{to: {lat: 52.5163, lon: 13.3777}, over: 60 s, every: 1 s, off by up to: 5 m}"
  ) { scenario, object in
    let (duration, interval) = try (object.get(duration), object.get(interval))
    scenario.progress.add(StepTotals(nanoseconds: duration.nanoseconds))
    guard let place = object[goal] else { return nil }
    return try .walkUser(
      UserWalk(
        to: place, over: duration, every: interval, errorMeters: object.get(error)))
  }

  static let turnUser = StepDefinition(
    "turn user", .app, .degrees(0...360),
    "Reports where the user looks, clockwise from north; a map that follows with heading turns.",
    example: "90 deg"
  ) { _, degrees in .turnUser(degrees) }

  static let trackUser = StepDefinition(
    "track user", .app, ValueDecoder<UserTrackingMode>.word,
    "Lets the map follow the user as soon as there is a user location: with its center, with its "
      + "heading too, or no longer. A finger that pans the map ends the following; a finger that "
      + "turns the map ends the turning.",
    example: "follow",
    note: { scenario, mode in if mode == .followWithHeading { scenario.view.noteTurn() } },
    build: { _, mode in .trackUser(mode) })

  private static let newSize = Key(
    "to", .size(Limits.viewSidePoints), .required, "Its width and height from now on.",
    example: "844 x 390 pt")

  static let resize = StepDefinition(
    "resize", .app, "Gives the map view another size, as when the phone is turned.",
    example: "{to: 844 x 390 pt}",
    object: "Another size of the map view; what is in its middle stays there.", keys: [newSize],
    note: { scenario, object in
      guard let size = object[newSize] else { return }
      scenario.view.note(.resized(size, object.mark(ofValue: newSize)))
    },
    build: { scenario, object in
      let size = try object.get(newSize)
      guard let bars = scenario.view.first?.insets else { return nil }
      guard bars.left + bars.right < size.width, bars.top + bars.bottom < size.height else {
        return scenario.refused(
          .barsCoverAll(width: size.width, height: size.height), at: object.mark(ofValue: newSize))
      }
      scenario.view.resize(to: size)
      return .resize(size)
    })

  static let memoryWarning = StepDefinition(
    "memory warning", .app, .nothing,
    "Memory is short: the views that wait in reuse pools go, and later ones are made. Pools never "
      + "shrink otherwise.", example: ""
  ) { _, _ in .memoryWarning }

  static let setDelegate = StepDefinition(
    "set delegate", .app, ValueDecoder<DelegateTarget>.word,
    "Sets the delegate of the map: the app, a second object with the same answers, or none. "
      + "Cluster controllers receive the callbacks in any case.", example: "none"
  ) { _, delegate in .setDelegate(delegate) }

  private static let viewsOf = Key(
    "views of", .reference(.layer), .required, "The layer.", example: "places")
  private static let ids = Key(
    "ids", .list(.name, count: 1...Limits.points), .optional,
    "The points whose views change, while they are shown by themselves; the app remembers it for "
      + "them. Left out, all views of the layer change, those of its clusters too.",
    example: "[a, b]")
  private static let data = Key(
    TargetKeys.data.name, .reference(.data),
    .derived("the only data set of the layer with those ids"),
    "The data set of the points with those ids.", example: "cities")
  private static let size = Key(
    "size", .size(Limits.viewSidePoints), .optional,
    "The size that another image gives to the view of each of these points. Where 'sized' is "
      + "'when made', a view from the pool keeps the size of its last image: a stale reuse.",
    example: "44 x 54 pt")
  /// The word in place of a clustering identifier.
  private static let noIdentifier = "none"
  private static let clusteringIdentifier = Key(
    "clustering identifier", .name, .optional,
    "Views with the same one that collide become one cluster; with 'none' they join no cluster, "
      + "and leave the one in which they are.", example: noIdentifier)
  private static let centerOffset = Key(
    "center offset", .offset(-10_000...10_000), .optional,
    "From the coordinate's screen point to the middle of the view, to the right x down. Views that "
      + "are shown follow when they are laid out again.", example: "0 x -20 pt")
  static let change = StepDefinition(
    "change", .app, "Gives the views of a layer other properties.",
    example: "{views of: places, enabled: no}",
    object:
      "Properties of the views of a layer, those of its clusters too, or of the views of single "
      + "points, that the app changes.",
    keys: [viewsOf, ids, data, size, clusteringIdentifier, centerOffset]
      + ([
        ViewKeys.calloutOffset, ViewKeys.enabled, ViewKeys.draggable, ViewKeys.zPriority,
        ViewKeys.selectedZPriority, ViewKeys.displayPriority,
      ] as [any ObjectKey]).map { $0.needing(.optional) },
    rules: [.needs(data.name, other: ids.name), .needs(size.name, other: ids.name)],
    whole: "{views of: places, center offset: 0 x -20 pt, enabled: no}"
  ) { scenario, object in
    let layer = scenario.index(object[viewsOf], .layer)
    guard scenario.hasMore(object, than: [viewsOf, ids, data]), let layer,
      scenario.canChange(object, size, clusteringIdentifier, of: layer)
    else { return nil }
    let change = ViewChange(
      size: object[size], centerOffset: object[centerOffset],
      calloutOffset: object[ViewKeys.calloutOffset], isEnabled: object[ViewKeys.enabled],
      isDraggable: object[ViewKeys.draggable], zPriority: object[ViewKeys.zPriority],
      selectedZPriority: object[ViewKeys.selectedZPriority],
      displayPriority: object[ViewKeys.displayPriority],
      clustering: object[clusteringIdentifier].map {
        $0 == noIdentifier ? .noIdentifier : .identifier($0)
      })
    guard object.mark(ofKey: ids) != nil else { return .change(layer: layer, change) }
    guard let points = scenario.points(object, ids, layer: layer) else { return nil }
    scenario.progress.add(StepTotals(points: points.count))
    return .change(layer: layer, change, of: points)
  }
}

extension ScenarioBuilder {
  /// Whether an object has any key besides those of its target; otherwise that is a diagnostic.
  mutating func hasMore(_ object: ReadObject, than keys: [any ObjectKey]) -> Bool {
    guard object.hasNoOtherKey(than: keys) else { return true }
    let target = keys.map(\.name)
    let others = ScenarioSchema.object(object.kind).keys.filter { !target.contains($0) }
    add(.noneOf(others, of: object.kind), at: object.mark)
    return false
  }

  /// Whether the views of a layer can have the size and the clustering identifier of a change;
  /// otherwise that is a diagnostic.
  fileprivate mutating func canChange(
    _ object: ReadObject, _ size: Key<ScreenSize>, _ identifier: Key<String>, of layer: Int
  ) -> Bool {
    if let mark = object.mark(ofKey: identifier), layerNames.isClustered[layer] {
      add(.clusteredTwice(layerNames.all[layer]), at: mark)
      return false
    }
    guard let mark = object.mark(ofKey: size), let size = object[size],
      var view = layerNames.views[layer]
    else { return true }
    guard view.kind == .image else {
      add(
        .only("size", when: ViewKeys.kind.name, isOneOf: [AnnotationViewKind.image.word]), at: mark)
      return false
    }
    guard view.provider != .answersNil else {
      let others = ViewProvider.allCases.filter { $0 != .answersNil }.map(\.rawValue)
      add(.only("size", when: ViewKeys.provider.name, isOneOf: others), at: mark)
      return false
    }
    view.size = size
    if !view.hasAlignmentRect { add(.noAlignmentRect, at: mark) }
    return view.hasAlignmentRect
  }
}
