import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

/// The map view, its options and the app around it.
extension ScenarioBuilder {
  /// The options of an object; what had a fault stays as the model has it.
  func options(_ object: ReadObject?) -> ModelOptions {
    var options = ModelOptions()
    guard let object else { return options }
    for key in Language.declaration(of: .options).keys {
      guard let scalar = object.scalar(key) else { continue }
      let isSet = options.set(key, to: scalar)
      precondition(isSet, "the option '\(key)' is declared but never set")
    }
    return options
  }

  mutating func mapSetup(_ object: ReadObject, viewport: ViewportOptions) -> MapSetup? {
    guard let region = region(object), let size = object.size("size"),
      let margin = object.decimal("view margin"),
      let fit = object.word("region fit", RegionFit.self), let bars = insets(object)
    else { return nil }
    guard bars.left + bars.right < size.width, bars.top + bars.bottom < size.height else {
      add(
        .map(.barsCoverAll(width: size.width, height: size.height)),
        at: object.keyMarks["insets"] ?? object.mark)
      return nil
    }
    var viewport = viewport
    viewport.regionFit = fit
    var map = MapSetup(
      size: size, region: region, viewportOptions: viewport, viewMarginFraction: margin,
      userLocation: object.object("user location")?.coordinate)
    map.insets = bars
    return map
  }

  /// The region of an object with `center` and `span`.
  mutating func region(_ object: ReadObject) -> CoordinateRegion? {
    guard let center = object.object("center")?.coordinate, let span = object.span("span"),
      let value = object["span"]
    else { return nil }
    guard let degrees = span.degrees(atLatitude: center.latitude) else {
      add(.value(.spanTooLarge(value.text)), at: value.mark)
      return nil
    }
    return CoordinateRegion(center: center, span: degrees)
  }

  /// What the app does; nil after a fault.
  mutating func appSettings(_ object: ReadObject) -> AppSetup? {
    guard object.keyMarks["when region changed"] != nil else { return AppSetup() }
    guard let reaction = object.object("when region changed") else { return nil }
    if let change = reaction.object("set center") {
      guard let center = change.coordinate, let animated = change.flag("animated") else {
        return nil
      }
      return AppSetup(onRegionDidChange: .center(center, animated: animated))
    }
    if let change = reaction.object("set region") {
      guard let region = region(change), let animated = change.flag("animated") else { return nil }
      return AppSetup(onRegionDidChange: .region(region, animated: animated))
    }
    guard let change = reaction.object("move content"), let offset = change.offset("by"),
      let animated = change.flag("animated")
    else { return nil }
    return AppSetup(onRegionDidChange: .move(offset, animated: animated))
  }
}

extension Language {
  static let map = ObjectSchema(
    .map, "The map view at the beginning of a session.",
    fields: [
      Field(
        "size", .size(Limits.viewSidePoints), .required, "Width and height of the view.",
        example: "390 x 844 pt"),
      Field(
        "center", .object(.coordinate), .required, "The coordinate in the middle.",
        example: "{lat: 52.5163, lon: 13.3777}"),
      Field(
        "span", .span, .required, "What must be visible at least, east-west x north-south.",
        example: "45 km x 45 km"),
      viewMargin, regionFit,
      Field(
        "insets", .object(.insets), .standard("{}"),
        "What bars cover of the view. Fingers do not reach the map there, edges that a step names "
          + "are those of what is left, and callouts are judged by it. "
          + "Bars do not move the center: "
          + "they are no layout margins.",
        example: "{top: 60 pt, bottom: 90 pt}"),
      Field(
        "user location", .object(.coordinate), .optional,
        "Where the user is at the beginning; without it the map shows no dot there.",
        example: "{lat: 52.5163, lon: 13.3777}"),
    ],
    example: "{size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 1 deg x 2 deg}")

  static let coordinate = ObjectSchema(
    .coordinate, "A place on the earth, in degrees.",
    fields: [
      Field("lat", latitude, .required, "Degrees north of the equator.", example: "52.5163"),
      Field("lon", longitude, .required, "Degrees east of Greenwich.", example: "13.3777"),
    ],
    example: "{lat: 52.5163, lon: 13.3777}")

  static let app = ObjectSchema(
    .app, "What the app around the map does by itself, without a step.",
    fields: [
      Field(
        "when region changed", .object(.regionReaction), .optional,
        "What it asks of the map each time a change of the region has ended, its own included; the "
          + "option `re-entry limit` ends it.",
        example: "{set center: {lat: 1, lon: 2, animated: no}}")
    ],
    example: "{when region changed: {move content: {by: 10 x 0 pt, animated: no}}}")

  static let regionReaction = ObjectSchema(
    .regionReaction, "What the app asks for when a change of the region has ended.",
    fields: [
      Field(
        "set center", .object(.setCenter), .optional, "Another centre.",
        example: "{lat: 1, lon: 2, animated: no}"),
      Field(
        "set region", .object(.setRegion), .optional, "Another region.",
        example: "{center: {lat: 1, lon: 2}, span: 10 km x 10 km}"),
      Field(
        "move content", .object(.moveContent), .optional,
        "The content moved a little, as an app does that keeps its callout in view.",
        example: "{by: 10 x 0 pt, animated: no}"),
    ],
    rules: [.exactlyOne(["set center", "set region", "move content"])],
    example: "{set center: {lat: 1, lon: 2, animated: no}}")

  static let moveContent = ObjectSchema(
    .moveContent, "The content moved without a finger.",
    fields: [
      Field(
        "by", .offset(Limits.panPoints), .required, "How far the content moves, right x down.",
        example: "10 x 0 pt"), StepDefinition.animated.field,
    ],
    example: "{by: 10 x 0 pt, animated: no}")

  static let overlay = ObjectSchema(
    .overlay, "A shape that steps can put on the map.",
    fields: [
      Field(
        "circle", .object(.circle), .optional, "A circle around a place, such as a geofence.",
        example: "{center: {lat: 52.5, lon: 13.4}, radius: 500 m}"),
      Field(
        "polyline", places(atLeast: 2), .optional, "A line, straight on the map.",
        example: "[{lat: 1, lon: 2}, {lat: 3, lon: 4}]"),
      Field(
        "polygon", places(atLeast: 3), .optional, "An area with its corners at these places.",
        example: "[{lat: 1, lon: 2}, {lat: 3, lon: 4}, {lat: 1, lon: 6}]"),
      Field(
        "geodesic", places(atLeast: 2), .optional,
        "A line, straight on the earth and so bent on the map, such as the way of a flight.",
        example: "[{lat: 52.5, lon: 13.4}, {lat: 40.7, lon: -74}]"),
      Field(
        "level", .choice(OverlayLevel.words),
        .derived("not said by the app, which puts it above labels"), "What it lies over.",
        example: "above roads"),
      Field(
        "renderer", .flag, .standard("yes"),
        "Whether the app has a renderer, which draws it; without one nothing is drawn.",
        example: "no"),
    ],
    rules: [.exactlyOne(["circle", "polyline", "polygon", "geodesic"])],
    example: "{circle: {center: {lat: 52.5, lon: 13.4}, radius: 500 m}, level: above roads}")

  static let circle = ObjectSchema(
    .circle, "A circle around a place.",
    fields: [
      Field(
        "center", .object(.coordinate), .required, "Its middle.",
        example: "{lat: 52.5163, lon: 13.3777}"),
      Field(
        "radius", .length(Limits.radiusMetres), .required, "How far it reaches.",
        example: "500 m"),
    ],
    example: "{center: {lat: 52.5163, lon: 13.3777}, radius: 500 m}")

  private static func places(atLeast minimum: Int) -> Shape {
    .list(.object(.coordinate), count: minimum...Limits.points)
  }
}
