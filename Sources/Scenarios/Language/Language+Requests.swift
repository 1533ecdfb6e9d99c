import MapGeometry

extension Language {
  static let paddingField = Field(
    "padding", .points(0...10_000), .standard("0 pt"),
    "What stays free along each edge of the view.", example: "20 pt")

  static let setRegion = Declaration(
    .setRegion, "A region that the app asks the map to show.",
    fields: [
      Field(
        "center", .object(.coordinate), .required, "The coordinate in the middle.",
        example: "{lat: 52.5163, lon: 13.3777}"),
      Field(
        "span", .span, .required, "What must be visible at least, east-west x north-south.",
        example: "10 km x 10 km"), animatedField,
    ],
    example: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km}")

  static let setCenter = Declaration(
    .setCenter, "A centre that the app asks the map to move to.",
    fields: [
      Field("lat", latitude, .required, "Degrees north of the equator.", example: "52.5163"),
      Field("lon", longitude, .required, "Degrees east of Greenwich.", example: "13.3777"),
      animatedField,
    ],
    example: "{lat: 52.5163, lon: 13.3777, animated: no}")

  static let show = Declaration(
    .show, "Annotations that the app wants to see together.",
    fields: [
      Field(
        "layers", .list(.reference(.layer), count: 1...1_000), .required,
        "The layers whose annotations are to be seen.", example: "[places]"),
      paddingField, animatedField,
    ],
    example: "{layers: [places], padding: 20 pt, animated: yes}")

  static let addOverlay = Declaration(
    .addOverlay, "An overlay that comes to the map.",
    fields: [
      Field(
        "name", .reference(.overlay), .required, "The overlay.", example: "fence"),
      Field(
        "at", .whole(0...1_000), .derived("in front of all of its level"),
        "Its place among the overlays of its level; 0 is behind all of them.", example: "0"),
      Field(
        "above", .reference(.overlay), .optional,
        "The overlay that it comes directly in front of, on the level of that one.",
        example: "route"),
      Field(
        "below", .reference(.overlay), .optional,
        "The overlay that it comes directly behind, on the level of that one.",
        example: "route"),
    ],
    rules: [
      .excludes("at", other: "above"), .excludes("at", other: "below"),
      .excludes("above", other: "below"),
    ],
    example: "{name: fence, above: route}")

  private static let changeableFields =
    [
      Field(
        "center offset", .offset(-10_000...10_000), .optional,
        "From the coordinate's screen point to the middle of the view, right x down; views that "
          + "are shown follow when they are laid out again.",
        example: "0 x -20 pt"),
      Field(
        "callout offset", .offset(-10_000...10_000), .optional,
        "From the middle of the view's upper edge to where its callout points, right x down.",
        example: "0 x 4 pt"),
      Field(
        "enabled", .flag, .optional, "Whether the views react to fingers.", example: "no"),
      Field(
        "draggable", .flag, .optional, "Whether a finger can carry the annotations.",
        example: "yes"),
    ] + [
      Field(
        "z priority", zPriority, .optional, "Views with a higher one lie in front.",
        example: "700"),
      Field(
        "selected z priority", zPriority, .optional, "The same for a selected view.",
        example: "900"),
      Field(
        "display priority", .displayPriority, .optional,
        "A view that collides with one of a higher priority is hidden.", example: "default low"),
    ]

  static let change = Declaration(
    .change, "Properties of the views of a layer, those of its clusters too, that the app changes.",
    fields: [
      Field(
        "views of", .reference(.layer), .required, "The layer.", example: "places")
    ] + changeableFields,
    example: "{views of: places, center offset: 0 x -20 pt, enabled: no}")
}
