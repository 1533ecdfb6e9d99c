import Clustering
import MapGeometry

extension Language {
  /// The keys of `cluster`, which variants can override.
  static func clusterFields(_ engines: EngineCatalogue) -> [Field] {
    [engineField(engines)] + algorithmFields + placeFields + clusterAppFields
  }

  private static func engineField(_ engines: EngineCatalogue) -> Field {
    Field(
      "engine", .choice(engines.names),
      .standard("reference"),
      "The algorithm. `reference` is that of the reproduced library: each update asks a quad tree "
        + "for the points of every cell. `aggregate` makes the clusters of the mended reference from "
        + "a tree of exact sums. It looks only into cells that the last update did not have, and "
        + "into those where points came or went; when nothing is new it does nothing. `pyramid` "
        + "does so with cells whose side is a power of two of the world: the smallest that is not "
        + "below `cell size`, so they are up to twice as long, and stay the same while the map zooms "
        + "by less than a level. Both have none of the flaws that the mends of the index are about, "
        + "and go by the numbers of points, not by an order in which they came: so the first of "
        + "several equal members, and which of several old clusters stays, can be others than with "
        + "`reference`, and `first member` is nothing they can do. A cluster of one location stands "
        + "at its member furthest to the south, of several there the westernmost.",
      example: "aggregate")
  }
  private static let cellSizeField = Field(
    "cell size", .points(1...10_000), .standard("60 pt"), "Side of a cell.", example: "60 pt")
  private static let marginField = Field(
    "margin", .decimal(-0.45...10), .standard("0.5"),
    "Area beyond each edge that is clustered too, as a fraction of the visible rect.",
    example: "0.5")
  private static let methodField = Field(
    "method", .choice(ClusterMethod.allCases.map(\.rawValue) + ClusterPlacer.rules.map(\.name)),
    .standard("center of mass"),
    "Where a cluster is put. The first three come with the product; the others are clusterers as "
      + "apps write them.",
    example: "near center")
  private static let reuseField = Field(
    "reuse", .flag, .standard("yes"),
    "Whether a cluster with common members stays and only gets new members.", example: "no")
  private static let maximumZoomField = Field(
    "maximum zoom", .levels(0...30), .optional,
    "Points are shown singly beyond this zoom level; without it every level clusters.",
    example: "14 levels")
  private static let minimumLocationsField = Field(
    "minimum locations", .whole(0...1_000_000), .standard("0"),
    "A cell with fewer different places than this is not clustered.", example: "2")
  private static let zoomToleranceField = Field(
    "zoom tolerance", .levels(0...30), .standard("0.01 levels"),
    "How far the map may zoom without that being a zoom, where 'tolerate zoom noise' holds.",
    example: "0.01 levels")
  private static let debugGridField = Field(
    "debug grid", .flag, .standard("no"),
    "Whether the grid of cells is drawn over the map, as overlays.", example: "yes")

  private static let algorithmFields = [
    Field(
      "mode", .choice(ClusterMode.words),
      .standard(ClusterMode.corrected.rawValue),
      "Whether what users of the reproduced library complain of is mended, or it is as it is.",
      example: ClusterMode.upstream.rawValue),
    Field(
      "mends", .object(.mends), .derived("as `mode` says"),
      "Single mends that are switched, whatever the mode says.",
      example: "{coalesce updates: no, overlap: pushed apart}"),
  ]

  private static let placeFields = [
    cellSizeField, marginField, methodField, reuseField, maximumZoomField, minimumLocationsField,
    zoomToleranceField,
    Field(
      "fade", anyTime, .standard("200 ms"),
      "How long the animator of the library fades new clusters in and old ones out; an update of "
        + "whose old ones none has a view on the map does not wait for it, see 'empty fade'.",
      example: "200 ms"),
    Field(
      "custom animator", .object(.customAnimator), .optional,
      "An animator of the app's own in place of the library's.",
      example: "{in: 300 ms, out: 500 ms, done: 200 ms}"),
  ]

  /// The two name two objects, of which the controller has one.
  static let animatorRules: [KeyRule] = [.excludes("custom animator", other: "fade")]

  static let customAnimator = Declaration(
    .customAnimator,
    "An app's own object that fades in every view that comes to the map, those of other layers "
      + "too, and fades out the clusters that an update lets go.",
    fields: [
      Field(
        "in", anyTime, .standard("200 ms"),
        "How long a view that comes takes until it can be seen in full.", example: "300 ms"),
      Field(
        "out", anyTime, .standard("200 ms"),
        "How long a view that goes takes until it cannot be seen any more.", example: "500 ms"),
      Field(
        "done", anyTime, .derived("as `out`"),
        "When it says that it is done: then the old clusters leave the map, faded or not, and the "
          + "next update may begin. No update takes less than that.",
        example: "200 ms"),
      Field(
        "says done", .flag, .standard("yes"),
        "Whether it says so at all, as it must, once; one that does not stalls the updates for "
          + "good.",
        example: "no"),
    ],
    rules: [.only("done", when: "says done", isOneOf: ["yes"])],
    example: "{in: 300 ms, out: 500 ms, done: 200 ms}")

  private static let lifetimes = ["kept", "released"]
  private static let clusterAppFields = [
    Field(
      "titles", .flag, .standard("no"),
      "Whether the app's delegate gives clusters a title, from how many points they hold; without "
        + "one a view that can show a callout acts as disabled.",
      example: "yes"),
    Field(
      "subtitles", .flag, .standard("no"),
      "Whether the delegate gives clusters a subtitle; it is asked when a callout opens.",
      example: "yes"),
    Field(
      "refreshes reused views", .flag, .standard("yes"),
      "Whether the delegate refreshes the view of a cluster that stays with other members.",
      example: "no"),
    debugGridField,
    Field(
      "clusterer", .choice(lifetimes), .standard("kept"),
      "Whether the app keeps the object that places clusters; one that was released places them at "
        + "0, 0.",
      example: "released"),
    Field(
      "animator", .choice(lifetimes), .standard("kept"),
      "Whether the app keeps the object that fades clusters; one that was released stalls the "
        + "updates for good.",
      example: "released"),
  ]

  static let mends = Declaration(
    .mends,
    "What is mended of the reproduced library, flaw by flaw; every report names those made.",
    fields: ClusterMends.entries.map(\.field),
    example: "{coalesce updates: no, overlap: pushed apart}")

  static let variant = variant(.standard)

  static func variant(_ engines: EngineCatalogue) -> Declaration {
    Declaration(
      .variant,
      "What is other in every layer with clusters than the layer says; single mends go over those "
        + "of the layer.",
      fields: clusterFields(engines).map { $0.overriding("as the layer says") },
      rules: animatorRules, example: "{mode: upstream, mends: {coalesce updates: yes}}")
  }

  static let changeClustering = Declaration(
    .changeClustering,
    "Settings of a cluster controller that the app changes; nothing happens until the next update.",
    fields: [layerField("layer", "The layer; one with clusters.")]
      + (placeFields + clusterAppFields).map { $0.overriding("as it is") },
    rules: animatorRules,
    example: "{layer: cities, cell size: 90 pt, margin: 0.2}")

  static let selectAndZoom = Declaration(
    .selectAndZoom,
    "The point that a cluster controller selects, be it in a cluster, and how much is shown around "
      + "it.",
    fields: [
      Field("id", name, .required, "The point with this id.", example: "\"123\""),
      layerField("in", "The layer of the point; one with clusters."),
      Field(
        "of", .reference(.data), .derived("the only data set of the layer with that id"),
        "The data set of the point.", example: "cities"),
      Field(
        "width", .length(Limits.regionMetres), .required,
        "How much must be visible from west to east.", example: "2 km"),
      Field(
        "height", .length(Limits.regionMetres), .derived("as `width`"),
        "How much must be visible from north to south.", example: "500 m"), animatedField,
    ],
    example: "{id: \"123\", in: cities, width: 2 km, height: 1 km, animated: no}")

  static let zoomToCluster = Declaration(
    .zoomToCluster, "The annotation whose points the map is to show, all of them.",
    fields: targetFields + [paddingField, animatedField], rules: targetRules,
    example: "{id: \"123\", in: cities, padding: 20 pt}")
}

extension Field {
  /// The same key where something else holds when it is left out.
  fileprivate func overriding(_ otherwise: String) -> Field {
    Field(key, shape, .derived(otherwise), help, example: example)
  }
}
