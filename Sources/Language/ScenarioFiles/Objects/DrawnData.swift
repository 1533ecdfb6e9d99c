import MapGeometry
import Scenarios
import Workloads

/// Keys that several shapes of drawn points have.
enum ShapeKeys {
  static let points = Key(
    "points", .whole(1...Int64(Limits.points)), .required, "The number of points.",
    example: "500")
  static let southWest = Key(
    "south west", .corner, .derived("{lat: 25, lon: -124}"),
    "The corner of the area in the south-west.", example: "{lat: 36, lon: -10}")
  static let northEast = Key(
    "north east", .corner, .derived("{lat: 49, lon: -67}"),
    "The corner of the area in the north-east.", example: "{lat: 60, lon: 30}")
  static let around = Key(
    "around", .coordinate, .optional,
    "The middle of the area, instead of its corners. The largest city, or the first blob, is "
      + "there.",
    example: "{lat: 52.5163, lon: 13.3777}")
  static let within = Key(
    "within", .kilometers(0.001...Limits.blobMeters.upperBound / 1000), .optional,
    "The distance from `around` to the edge of the area.", example: "20 km")
  /// The rules of shapes with an area.
  static let areaRules: [KeyRule] = [
    .needs("around", other: "within"), .needs("within", other: "around"),
    .excludes("south west", other: "around"), .excludes("north east", other: "around"),
  ]
  static let seed = Key(
    "seed", .seed, .default("1"),
    "Another one gives other points; the scenario's own seed does not change them.", example: "7")
}

enum CityKeys {
  static let points = Key(
    "points", .whole(1...Int64(Limits.points)), .required, "The number of drawn points.",
    example: "83000")
  static let cities = Key(
    "cities", .whole(1...100_000), .default("300"), "The number of cities.", example: "50")
}

enum BlobKeys {
  static let blobs = Key(
    "blobs", .whole(1...100_000), .default("5"), "The number of blobs.", example: "12")
  static let radius = Key(
    "radius", .meters(Limits.blobMeters), .default("2 km"),
    "The radius of a blob.", example: "500 m")
}

enum LineKeys {
  static let from = Key(
    "from", .corner, .required, "The place of the first point.", example: "{lat: 52.4, lon: 13.1}")
  static let to = Key(
    "to", .corner, .required, "The place of the last point.", example: "{lat: 52.6, lon: 13.7}")
}

enum GridKeys {
  static let columns = Key(
    "columns", .whole(Limits.gridSide), .required, "The number of points in a row.", example: "20")
  static let rows = Key(
    "rows", .whole(Limits.gridSide), .required, "The number of rows.", example: "10")
}

enum StackKeys {
  static let at = Key(
    "at", .coordinate, .required, "Where the points are, or the middle of them.",
    example: "{lat: 52.5163, lon: 13.3777}")
  static let radius = Key(
    "radius", .meters(Limits.stackMeters), .default("0 m"),
    "How far from there a point may be.", example: "5 m")
}

extension ScenarioSchema {
  static let cities = ObjectSchema(
    .cities,
    "Points that are drawn as people leave them on a map: city number k is as likely as 1 / k, and "
      + "one point of ten lies anywhere. The same numbers give the same points on every machine.",
    keys: [
      CityKeys.points, CityKeys.cities, ShapeKeys.southWest, ShapeKeys.northEast, ShapeKeys.around,
      ShapeKeys.within, ShapeKeys.seed,
    ], rules: ShapeKeys.areaRules, example: "{points: 83000, cities: 300}")

  static let uniform = ObjectSchema(
    .uniform,
    "Points that are drawn anywhere in an area: each latitude and longitude of it is as likely as "
      + "another.",
    keys: [
      ShapeKeys.points, ShapeKeys.southWest, ShapeKeys.northEast, ShapeKeys.around,
      ShapeKeys.within, ShapeKeys.seed,
    ], rules: ShapeKeys.areaRules, example: "{points: 500, seed: 3}")

  static let blobs = ObjectSchema(
    .blobs,
    "Points that are drawn in round blobs, each as likely as another, with their middles anywhere "
      + "in an area. A point beyond the area is moved to its edge.",
    keys: [
      ShapeKeys.points, BlobKeys.blobs, BlobKeys.radius, ShapeKeys.southWest, ShapeKeys.northEast,
      ShapeKeys.around, ShapeKeys.within, ShapeKeys.seed,
    ], rules: ShapeKeys.areaRules, example: "{points: 500, blobs: 5, radius: 2 km}")

  static let line = ObjectSchema(
    .line,
    "Points with even steps, in degrees, from one coordinate to another; it does not cross the "
      + "180th meridian.",
    keys: [ShapeKeys.points, LineKeys.from, LineKeys.to],
    example: "{points: 50, from: {lat: 52.4, lon: 13.1}, to: {lat: 52.6, lon: 13.7}}")

  static let grid = ObjectSchema(
    .grid,
    "Points in rows and columns with even steps, in degrees, corners included: rows from the "
      + "south, each from the west. Around a place it is a square with sides twice as long as "
      + "`within`.",
    keys: [
      GridKeys.columns, GridKeys.rows, ShapeKeys.southWest, ShapeKeys.northEast, ShapeKeys.around,
      ShapeKeys.within,
    ], rules: ShapeKeys.areaRules,
    example: "{columns: 20, rows: 10}")

  static let stacked = ObjectSchema(
    .stacked,
    "Points at one and the same coordinate or, with a radius, drawn anywhere around it.",
    keys: [ShapeKeys.points, StackKeys.at, StackKeys.radius, ShapeKeys.seed],
    rules: [.needs("seed", other: "radius")],
    example: "{points: 40, at: {lat: 52.5163, lon: 13.3777}, radius: 5 m}")
}

extension ScenarioBuilder {
  /// The points of the shape that a data set names; nil after an error.
  mutating func drawnPoints(_ object: ReadObject, name: String) -> DataSet? {
    guard let coordinates = try? drawnPlaces(object) else { return nil }
    let numbers = 1...coordinates.count
    var set = DataSet(
      name: name, file: nil, ids: numbers.map { "p\($0)" }, coordinates: coordinates,
      titles: numbers.map { "Place \($0)" })
    set.isDrawn = true
    return set
  }

  private mutating func drawnPlaces(_ object: ReadObject) throws -> [Coordinate] {
    if let shape = object[DataKeys.cities] {
      let area = try area(of: shape)
      var crowd = CityCrowd(
        seed: try shape.get(ShapeKeys.seed), cityCount: try shape.get(CityKeys.cities), in: area)
      return crowd.next(try shape.get(CityKeys.points))
    }
    if let shape = object[DataKeys.uniform] {
      return PlaceShapes.uniform(
        try shape.get(ShapeKeys.points), in: try area(of: shape),
        seed: try shape.get(ShapeKeys.seed))
    }
    if let shape = object[DataKeys.blobs] {
      return PlaceShapes.blobs(
        try shape.get(ShapeKeys.points), blobs: try shape.get(BlobKeys.blobs),
        radiusMeters: try shape.get(BlobKeys.radius), in: try area(of: shape),
        seed: try shape.get(ShapeKeys.seed))
    }
    if let shape = object[DataKeys.line] {
      return PlaceShapes.line(
        try shape.get(ShapeKeys.points), from: try shape.get(LineKeys.from),
        to: try shape.get(LineKeys.to))
    }
    if let shape = object[DataKeys.grid] {
      return PlaceShapes.grid(
        columns: try shape.get(GridKeys.columns), rows: try shape.get(GridKeys.rows),
        in: try area(of: shape))
    }
    if let shape = object[DataKeys.stacked] {
      return PlaceShapes.stacked(
        try shape.get(ShapeKeys.points), at: try shape.get(StackKeys.at),
        radiusMeters: try shape.get(StackKeys.radius), seed: try shape.get(ShapeKeys.seed))
    }
    throw InvalidValue()
  }

  /// The area between the two corners of a shape, or around a place; throws when they are faulty or
  /// exchanged.
  private mutating func area(of shape: ReadObject) throws -> PlaceArea {
    if let middle = try shape.find(ShapeKeys.around),
      let kilometers = try shape.find(ShapeKeys.within)
    {
      return PlaceArea(around: middle, radiusMeters: kilometers * 1000)
    }
    let southWest = try shape.find(ShapeKeys.southWest) ?? PlaceArea.standard.southWest
    let northEast = try shape.find(ShapeKeys.northEast) ?? PlaceArea.standard.northEast
    guard let area = PlaceArea(southWest: southWest, northEast: northEast) else {
      let corner =
        shape.isWritten(ShapeKeys.southWest) ? ShapeKeys.southWest : ShapeKeys.northEast
      add(.cornersExchanged, at: shape.mark(ofValue: corner))
      throw InvalidValue()
    }
    return area
  }
}
