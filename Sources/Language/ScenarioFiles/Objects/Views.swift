import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

enum ViewKeys {
  static func identifier(_ otherwise: String) -> Key<String> {
    Key(
      "identifier", .name, .derived(otherwise),
      "The reuse identifier. Views with the same identifier share one pool, whatever their layer "
        + "and role. If they differ in kind, size or offsets, see 'sized'. The map's own "
        + "views have MKMapViewDefaultAnnotationViewReuseIdentifier and "
        + "MKMapViewDefaultClusterAnnotationViewReuseIdentifier.", example: "city")
  }
  static let kinds = Key(
    "kinds", .whole(1...1_000), .default("1"),
    "The number of kinds of views in the app, each with its own reuse pool. The point in row i of "
      + "its data set uses kind i mod kinds.", example: "3")
  static let kind = Key(
    "kind", ValueDecoder<AnnotationViewKind>.word, .default(AnnotationViewKind.image.word),
    "A view with an image of the app's own, the pin, or the marker (the balloon that is "
      + "MapKit's default since iOS 11).", example: "marker")
  static let contents = Key(
    "contents", .list(.choice(ViewContents.words.map(\.word)), count: 0...2), .default("[]"),
    "Content that the app draws in a view. The device profile has the cost of each.",
    example: "[shadow, resized image]")
  static let size = Key(
    "size", .size(Limits.viewSidePoints), .default("32 x 39 pt"),
    "Width and height of a view with an image; a pin always has 32 x 39 pt and a marker "
      + "28 x 28 pt.", example: "32 x 39 pt")
  static let centerOffset = Key(
    "center offset", .offset(-10_000...10_000), .derived("8 x -16 pt; 0 x 0 pt for a marker"),
    "From the coordinate's screen point to the middle of the view, to the right x down.",
    example: "8 x -16 pt")
  static let calloutOffset = Key(
    "callout offset", .offset(-10_000...10_000), .default("0 x 0 pt"),
    "From the middle of the view's upper edge to the tip of its callout, to the right x down.",
    example: "0 x 4 pt")
  static let sized = Key(
    "sized", ValueDecoder<ViewSizing>.word, .default(ViewSizing.whenMade.word),
    "The time at which the app sets size and offsets of a view. If the app sets them only when it "
      + "makes a view, a view from the pool keeps those of its first use: a stale reuse. The kind "
      + "of a view never changes, and neither does the size that belongs to its kind.",
    example: ViewSizing.eachTime.word)
  static let provider = Key(
    "provider", ValueDecoder<ViewProvider>.word, .default(ViewProvider.dequeuesByIdentifier.word),
    "The answer of the app when the map asks for a view. The app asks the reuse pool and makes a "
      + "view if the pool has none, lets the map do both, makes a new view each time, keeps one "
      + "view for each annotation as wrappers do, or has none, so that the map takes its own view.",
    example: "always new")
  static let enabled = Key(
    "enabled", .flag, .default("yes"),
    "Whether the views react to fingers; a disabled one cannot be selected.", example: "no")
  static let canShowCallout = Key(
    "can show callout", .flag, .default("no"),
    "Whether the map shows its standard callout for them; a view whose point has no title then "
      + "acts as disabled. A marker shows its own title. Its callout opens only with accessories "
      + "or a detail view: see the option `marker callouts`. If only some views of a layer can "
      + "show a callout, 'callout' opens over these. If none can, the app itself opens it over "
      + "all.", example: "yes")
  static let notReset = Key(
    "not reset",
    .list(.choice(StaleState.words.map(\.word)), count: 0...StaleState.words.count),
    .default("[]"),
    "A planted mistake: the state that the app forgets to reset when it reuses a view. The view "
      + "still shows the state of its last point. `clustering`: the view has lost its clustering "
      + "identifier and joins no native cluster. `alpha`: an animator has faded the view out and "
      + "not in again. `opening callout`: the callout was still growing when the view was "
      + "deselected or left the map.",
    example: "[title, selection]")
  static let zPriority = Key(
    "z priority", .decimal(0...1_000), .default("500"), "Views with a higher one lie in front.",
    example: "700")
  static let selectedZPriority = Key(
    "selected z priority", .decimal(0...1_000), .default("1000"), "The same for a selected view.",
    example: "900")
  static let displayPriority = Key(
    "display priority", .displayPriority, .derived("default low for a marker, otherwise required"),
    "A view that collides with one of a higher priority is hidden; required (1000) is always "
      + "shown, default high is 750 and default low 250.", example: "default high")
  static let alignmentInsets = Key(
    "alignment insets", .object(.alignmentInsets), .default("{}"),
    "The distances by which the alignment rectangle of a view lies inside its frame; negative ones "
      + "lie outside. The alignment rectangle collides with other views; a shadow or a tip outside "
      + "of it does not.",
    example: "{bottom: 7 pt}")
  static let collision = Key(
    "collision", ValueDecoder<CollisionMode>.word, .default(CollisionMode.rectangle.word),
    "The part of a view that collides: its frame, the circle inside the frame, or nothing.",
    example: "circle")
  static let clusteringIdentifier = Key(
    "clustering identifier", .name, .optional,
    "Colliding views with the same clustering identifier become a native cluster. It is for layers "
      + "without 'cluster'; several layers may share one. Views with the display priority "
      + "`required`, the default of images and pins, join no cluster: see the option `required "
      + "views cluster`. The map's own views have no identifier.",
    example: "shops")
  static let clusterAnnotation = Key(
    "cluster annotation", ValueDecoder<ClusterAnnotation>.word,
    .default(ClusterAnnotation.ofMap.word),
    "The annotation of such a cluster whose first member has this view. The map makes it, with "
      + "the title of that member; or the delegate is asked for it and answers with one whose "
      + "title tells how many members there are, always or when it was made, or with one without "
      + "a title.",
    example: ClusterAnnotation.ownTitle.word)
  static let draggable = Key(
    "draggable", .flag, .default("no"), "Whether a finger can carry the annotation.",
    example: "yes")
  static let lift = Key(
    "lift", .duration(.zero...MapOptions.animationTimeLimit), .default("200 ms"),
    "The time in which the view lifts off when a finger picks it up, and in which it comes down.",
    example: "200 ms")
  static let answersDrag = Key(
    "answers drag", .flag, .default("yes"),
    "Whether the view reports to the map that it was lifted and dropped, as it must; one that "
      + "does not is never carried.", example: "no")

  /// The keys of all views, for any kind of annotation.
  static func all(identifier: String) -> [any ObjectKey] {
    [
      ViewKeys.identifier(identifier), kinds, kind, contents, size, centerOffset, calloutOffset,
      sized,
      provider, enabled, canShowCallout, notReset, zPriority, selectedZPriority, displayPriority,
      alignmentInsets, collision,
    ]
  }

  /// A pin and a marker have fixed sizes.
  static let sizeRule = KeyRule.only(
    size.name, when: kind.name, isOneOf: [AnnotationViewKind.image.word])
}

extension ScenarioSchema {
  static let view = ObjectSchema(
    .view, "The annotation views of single points.",
    keys: ViewKeys.all(identifier: "the layer's name") + [
      ViewKeys.clusteringIdentifier, ViewKeys.clusterAnnotation, ViewKeys.draggable,
      ViewKeys.lift, ViewKeys.answersDrag,
    ],
    rules: [
      ViewKeys.sizeRule,
      .only(ViewKeys.lift.name, when: ViewKeys.answersDrag.name, isOneOf: ["yes"]),
      .needs(ViewKeys.clusterAnnotation.name, other: ViewKeys.clusteringIdentifier.name),
    ], example: "{identifier: city, kinds: 3, size: 32 x 39 pt, center offset: 8 x -16 pt}")

  static let clusterView = ObjectSchema(
    .clusterView,
    "The annotation views of clusters of more than one point; they are never carried by a finger.",
    keys: ViewKeys.all(identifier: "the layer's name and the word cluster"),
    rules: [ViewKeys.sizeRule],
    example: "{identifier: pile, size: 44 x 44 pt, center offset: 0 x 0 pt}")

  static let oneLocationView = ObjectSchema(
    .oneLocationView,
    "The annotation views of clusters of more than one point, all at one location.",
    keys: ViewKeys.all(identifier: "the layer's name and the words one location"),
    rules: [ViewKeys.sizeRule],
    example: "{identifier: house, size: 28 x 28 pt, center offset: 0 x 14 pt}")
}

extension ScenarioBuilder {
  /// The views of a layer, with an identifier unless one is written.
  mutating func viewSetup(_ object: ReadObject, identifier: String) throws -> ViewSetup {
    let notReset = try parts(object, ViewKeys.notReset, StaleState.words)
    let contents = try parts(object, ViewKeys.contents, ViewContents.words)
    let kind = try object.get(ViewKeys.kind)
    let kinds = try object.get(ViewKeys.kinds)
    let name = object[ViewKeys.identifier("")] ?? identifier
    // An image has the offset of a pin unless another one is written.
    let offset = (kind == .image ? .pin : kind).standardCenterOffset
    var setup = try ViewSetup(
      identifiers: kinds == 1 ? [name] : (1...kinds).map { "\(name) \($0)" },
      size: kind.standardSize ?? object.get(ViewKeys.size),
      centerOffset: object.find(ViewKeys.centerOffset) ?? offset, kind: kind,
      calloutOffset: object.get(ViewKeys.calloutOffset), provider: object.get(ViewKeys.provider),
      isEnabled: object.get(ViewKeys.enabled), canShowCallout: object.get(ViewKeys.canShowCallout),
      zPriority: ZPriority(
        unselected: object.get(ViewKeys.zPriority), selected: object.get(ViewKeys.selectedZPriority)
      ), displayPriority: object.find(ViewKeys.displayPriority),
      collision: object.get(ViewKeys.collision), notReset: notReset)
    setup.sizing = try object.get(ViewKeys.sized)
    setup.contents = contents
    setup.alignmentInsets = try Self.insets(object.get(ViewKeys.alignmentInsets))
    guard setup.hasAlignmentRect else {
      add(.noAlignmentRect, at: object.mark(ofKey: ViewKeys.alignmentInsets) ?? object.mark)
      throw InvalidValue()
    }
    setup.hasPriorityOfMembers = !object.isWritten(ViewKeys.displayPriority)
    guard object.kind == .view else { return setup }
    // Only single points are carried by a finger and clustered by the map.
    setup.isDraggable = try object.get(ViewKeys.draggable)
    setup.liftDuration = try object.get(ViewKeys.answersDrag) ? object.get(ViewKeys.lift) : nil
    setup.clusteringIdentifier = object[ViewKeys.clusteringIdentifier]
    setup.clusterAnnotation = try object.get(ViewKeys.clusterAnnotation)
    return setup
  }

  /// The parts of a list, each named once.
  private mutating func parts<Parts: OptionSet>(
    _ object: ReadObject, _ key: Key<[ReadValue]>, _ words: [(word: String, part: Parts)]
  ) throws -> Parts where Parts.Element == Parts {
    var found: Parts = []
    var isGood = true
    for value in try object.get(key) {
      let part = words.first { $0.word == value.text }?.part
      if let part, !found.insert(part).inserted {
        add(.meantTwice(value.text), at: value.mark)
        isGood = false
      }
    }
    guard isGood else { throw InvalidValue() }
    return found
  }
}
