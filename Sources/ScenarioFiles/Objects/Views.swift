import MapConfiguration
import MapEvents
import MapGeometry

extension Language {
  static let view = Declaration(
    .view, "The annotation views of single points.",
    fields: placedFields(identifier: "the layer's name") + answerFields + orderFields
      + [clusteringField] + dragFields,
    rules: [
      .only("size", when: "kind", isOneOf: [AnnotationViewKind.image.word]),
      .only("lift", when: "answers drag", isOneOf: ["yes"]),
    ],
    example: "{identifier: city, kinds: 3, size: 32 x 39 pt, center offset: 8 x -16 pt}")

  static let clusterView = Declaration(
    .clusterView,
    "The annotation views of clusters of more than one point; they are never carried by a finger.",
    fields: placedFields(identifier: "the layer's name and the word cluster") + answerFields
      + orderFields,
    rules: [.only("size", when: "kind", isOneOf: [AnnotationViewKind.image.word])],
    example: "{identifier: pile, size: 44 x 44 pt, center offset: 0 x 0 pt}")

  static let oneLocationView = Declaration(
    .oneLocationView,
    "The annotation views of clusters of more than one point, all at one location.",
    fields: placedFields(identifier: "the layer's name and the words one location") + answerFields
      + orderFields,
    rules: [.only("size", when: "kind", isOneOf: [AnnotationViewKind.image.word])],
    example: "{identifier: house, size: 28 x 28 pt, center offset: 0 x 14 pt}")

  /// A priority that decides which views lie in front.
  static let zPriority = Shape.decimal(0...1_000)

  private static func placedFields(identifier: String) -> [Field] {
    [
      Field(
        "identifier", name, .derived(identifier),
        "The reuse identifier. Views with the same one share one pool, whatever layer and role "
          + "they are for; where they differ in kind, size or offsets, see 'sized'. The map's own "
          + "views have MKMapViewDefaultAnnotationViewReuseIdentifier and "
          + "MKMapViewDefaultClusterAnnotationViewReuseIdentifier.",
        example: "city"),
      Field(
        "kinds", .whole(1...1_000), .standard("1"),
        "How many kinds of view the app tells apart, each with its own reuse pool; the point in "
          + "row i of its data set uses kind i mod kinds.",
        example: "3"),
      Field(
        "kind", .choice(AnnotationViewKind.words),
        .standard(AnnotationViewKind.image.word),
        "A view with an image of the app's own, the pin, or the marker (the balloon that is "
          + "MapKit's default since iOS 11).",
        example: "marker"),
      Field(
        "size", .size(Limits.viewSidePoints), .standard("32 x 39 pt"),
        "Width and height of a view with an image; a pin always has 32 x 39 pt and a marker "
          + "28 x 28 pt.",
        example: "32 x 39 pt"),
      Field(
        "center offset", .offset(-10_000...10_000), .derived("8 x -16 pt; 0 x 0 pt for a marker"),
        "From the coordinate's screen point to the middle of the view, right x down.",
        example: "8 x -16 pt"),
      Field(
        "callout offset", .offset(-10_000...10_000), .standard("0 x 0 pt"),
        "From the middle of the view's upper edge to where its callout points, right x down.",
        example: "0 x 4 pt"),
      Field(
        "sized", .choice(ViewSizing.words),
        .standard(ViewSizing.whenMade.rawValue),
        "When the app sets size and offsets of a view. Set only when it is made, a view from a "
          + "pool that was made for something else keeps them: a dirty reuse. The kind of a view "
          + "never changes, and with it the size of another kind.",
        example: ViewSizing.eachTime.rawValue),
    ]
  }

  private static let answerFields = [
    Field(
      "provider", .choice(ViewProvider.words),
      .standard(ViewProvider.dequeuesByIdentifier.rawValue),
      "How the app answers when the map asks for a view. It asks the reuse pool and makes a view "
        + "when there is none, lets the map do both, makes a new view each time, or has none, and "
        + "the map takes its own.",
      example: "always new"),
    Field(
      "enabled", .flag, .standard("yes"),
      "Whether the views react to fingers; a disabled one cannot be selected.", example: "no"),
    Field(
      "can show callout", .flag, .standard("no"),
      "Whether the map shows a callout of its own for them; a view whose point has no title then "
        + "acts as disabled. Where some views of a layer can and others cannot, 'callout' opens "
        + "over those that can; where none can, the app opens it by itself over all.",
      example: "yes"),
    Field(
      "forgets", .list(.choice(ForgottenParts.words.map(\.word)), count: 0...5),
      .standard("[]"),
      "What the app forgets to set again when a view comes from the reuse pool for another point, "
        + "so that the view still shows it of the point before: a mistake to look for.",
      example: "[title, selection]"),
  ]

  private static let orderFields = [
    Field(
      "z priority", zPriority, .standard("500"), "Views with a higher one lie in front.",
      example: "700"),
    Field(
      "selected z priority", zPriority, .standard("1000"), "The same for a selected view.",
      example: "900"),
    Field(
      "display priority", .displayPriority, .standard("required"),
      "A view that collides with one of a higher priority is hidden; required (1000) is always "
        + "shown, default high is 750 and default low 250.",
      example: "default high"),
    Field(
      "collision", .choice(CollisionMode.words),
      .standard(CollisionMode.rectangle.rawValue),
      "What of a view collides: its frame, the circle inside the frame, or nothing.",
      example: "circle"),
  ]

  private static let clusteringField = Field(
    "clustering identifier", name, .optional,
    "Views with the same one that collide become one cluster, as in the map's own clustering; it "
      + "is for layers without 'cluster', which may share one. Views of the map's own have none.",
    example: "shops")

  private static let dragFields = [
    Field(
      "draggable", .flag, .standard("no"), "Whether a finger can carry the annotation.",
      example: "yes"),
    Field(
      "lift", .duration(.zero...Limits.animationTime), .standard("200 ms"),
      "How long the view takes to lift off when a finger picks it up, and to come down.",
      example: "200 ms"),
    Field(
      "answers drag", .flag, .standard("yes"),
      "Whether the view tells the map that it has lifted off and come down, as it must; one that "
        + "does not is never carried.",
      example: "no"),
  ]
}
