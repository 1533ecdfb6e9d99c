import MapGeometry
import Scenarios

enum DataKeys {
  static let file = Key(
    "file", .unresolved(.path), .optional,
    "A table of points, or a GeoJSON file, which ends with .geojson or .json, or with .geojsonl or "
      + ".ndjson for a feature in each line. Columns such as id, lat, lon and title are found by "
      + "their usual names. Files that gzip packed are unpacked.",
    example: "Data/world-cities.csv")
  static let columns = Key(
    "columns", .object(.columns), .optional,
    "The columns of the table, or properties in GeoJSON, that the reader does not find itself.",
    example: "{id: store_no, title: name}")
  static let separator = Key(
    "separator", ValueDecoder<PointFormat.Separator>.oneOf,
    .derived("the separator with which the columns are found"), "The sign between the fields.",
    example: "semicolon")
  static let faultyRows = Key(
    "faulty rows", ValueDecoder<PointFormat.FaultyRows>.oneOf, .default("refuse"),
    "Whether faulty rows and features are mistakes, or are left out and counted.",
    example: "skip")
  static let areas = Key(
    "areas", ValueDecoder<PointFormat.Areas>.oneOf, .default("refuse"),
    "Whether lines and areas in GeoJSON are mistakes, are shown at the middle of their extent, or "
      + "are left out and counted.", example: "center")
  static let points = Key(
    "points", .list(.object(.point), count: 1...Limits.points), .optional, "The points themselves.",
    example: "[{at: 12 x 400 pt}, {id: a, lat: 1, lon: 2, title: Here}]")
  static let cities = Key(
    "like cities", .object(.cities), .optional,
    "Points that are drawn: crowded in a few large cities, sparse elsewhere.",
    example: "{points: 83000}")
  static let uniform = Key(
    "uniform", .object(.uniform), .optional, "Points that are drawn: anywhere in an area.",
    example: "{points: 500, seed: 3}")
  static let blobs = Key(
    "blobs", .object(.blobs), .optional, "Points that are drawn: in a few round blobs.",
    example: "{points: 500, blobs: 5, radius: 2 km}")
  static let line = Key(
    "line", .object(.line), .optional, "Points with even steps along a line.",
    example: "{points: 50, from: {lat: 52.4, lon: 13.1}, to: {lat: 52.6, lon: 13.7}}")
  static let grid = Key(
    "grid", .object(.grid), .optional, "Points in even rows and columns.",
    example: "{columns: 20, rows: 10}")
  static let stacked = Key(
    "stacked", .object(.stacked), .optional, "Points at one coordinate or close around it.",
    example: "{points: 40, at: {lat: 52.5163, lon: 13.3777}, radius: 5 m}")
  static let around = Key(
    "around", .coordinate, .optional, "Only points near this place are taken.",
    example: "{lat: 52.5163, lon: 13.3777}")
  static let within = Key(
    "within", .kilometers(0...20_100), .optional,
    "How far from `around` a point may be, along a great circle.", example: "300 km")
  static let first = Key(
    "first", .whole(1...Int64(Limits.points)), .optional,
    "Only so many points are taken, in the order of the file.", example: "5000")
}

enum ColumnKeys {
  static let id = Key(
    "id", .text(Limits.titleLength), .derived("the column id or of a similar name, or row number"),
    "Its ids; `row number` takes the numbers of the rows.", example: "store_no")
  static let latitude = Key(
    "lat", .text(Limits.titleLength), .derived("the column lat or of a similar name"),
    "Its latitudes.", example: "latitude")
  static let longitude = Key(
    "lon", .text(Limits.titleLength), .derived("the column lon or of a similar name"),
    "Its longitudes.", example: "longitude")
  static let latitudeFirst = Key(
    "lat lon", .text(Limits.titleLength),
    .derived("a column such as Geo Point, where no other fits"),
    "A column with both angles in a field, the latitude first, such as `52.5163, 13.3777`.",
    example: "Geo Point")
  static let longitudeFirst = Key(
    "lon lat", .text(Limits.titleLength), .optional,
    "A column with both angles in a field, the longitude first.", example: "coordinates")
  static let title = Key(
    "title", .text(Limits.titleLength),
    .derived("the column title or of a similar name; otherwise points have no titles"),
    "Its titles; in GeoJSON a property such as `properties.Name`.", example: "name")
}

enum PointKeys {
  static let id = Key(
    "id", .name, .derived("its number in the list, from 1"),
    "Its own id, unique in the data set.", example: "a")
  static let at = Key(
    "at", .position(-10_000...10_000), .optional,
    "The place of the point on the screen when the session begins, to the right x down. It may lie "
      + "outside the view.", example: "12 x 400 pt")
  static let title = Key(
    "title", .text(Limits.titleLength),
    .derived("with `at` its id; otherwise the map has nothing to say about the point"),
    "The title in its callout.", example: "Brandenburg Gate")
}

extension ScenarioSchema {
  static let data = ObjectSchema(
    .data, "Points to be annotated, from a file, written in place or drawn.",
    keys: [
      DataKeys.file, DataKeys.columns, DataKeys.separator, DataKeys.faultyRows, DataKeys.areas,
      DataKeys.points, DataKeys.cities, DataKeys.uniform, DataKeys.blobs,
      DataKeys.line, DataKeys.grid, DataKeys.stacked, DataKeys.around, DataKeys.within,
      DataKeys.first,
    ],
    rules: [
      .exactlyOne([
        "file", "points", "like cities", "uniform", "blobs", "line", "grid", "stacked",
      ]), .needs("columns", other: "file"), .needs("separator", other: "file"),
      .needs("faulty rows", other: "file"), .needs("areas", other: "file"),
      .needs("around", other: "within"), .needs("within", other: "around"),
    ], example: "{file: Data/world-cities.csv, around: {lat: 52.5, lon: 13.4}, within: 300 km}")

  static let columns = ObjectSchema(
    .columns,
    "Names of the columns that hold points, as the header of a table has them; `column 3` is the "
      + "third one, also in a table without a header.",
    keys: [
      ColumnKeys.id, ColumnKeys.latitude, ColumnKeys.longitude, ColumnKeys.latitudeFirst,
      ColumnKeys.longitudeFirst, ColumnKeys.title,
    ],
    rules: [
      .excludes("lat", other: "lat lon"), .excludes("lat", other: "lon lat"),
      .excludes("lon", other: "lat lon"), .excludes("lon", other: "lon lat"),
      .excludes("lat lon", other: "lon lat"),
    ],
    example: "{id: store_no, lat: latitude, lon: longitude, title: name}")

  static let point = ObjectSchema(
    .point, "A point written in place.",
    keys: [
      PointKeys.id, PointKeys.at, CoordinateKeys.latitude.needing(.optional),
      CoordinateKeys.longitude.needing(.optional), PointKeys.title,
    ],
    rules: [
      .exactlyOne(["at", "lat"]), .excludes("lon", other: "at"), .needs("lat", other: "lon"),
      .needs("lon", other: "lat"),
    ], example: "{id: a, lat: 52.5163, lon: 13.3777, title: Brandenburg Gate}")
}

/// The data sets by their names, in the order of the file.
struct DataSets {
  private(set) var names: [String] = []
  /// Each set is nil after an error.
  private(set) var all: [DataSet?] = []
  /// The diagnostics that were found while the sets were read, as a part of the reader's; nil
  /// before.
  private(set) var diagnostics: Range<Int>?
  /// For each data set the row of each id, made when first asked for; only looked up.
  private var rowsOfIDs: [[String: Int]?] = []

  subscript(index: Int) -> DataSet? { all[index] }

  /// How many points there are before a data set, or in all.
  func pointCount(before index: Int? = nil) -> Int {
    all[..<(index ?? all.count)].reduce(0) { $0 + ($1?.count ?? 0) }
  }

  mutating func add(_ name: String, _ set: DataSet?) {
    names.append(name)
    all.append(set)
    rowsOfIDs.append(nil)
  }

  /// Takes away the pins that steps drop, of which another variant has others; they come last.
  mutating func removeDroppedPins() {
    guard names.last == DataSet.droppedPins else { return }
    names.removeLast()
    all.removeLast()
    rowsOfIDs.removeLast()
  }

  /// All sets of the file are read, with these diagnostics.
  mutating func endReading(_ diagnostics: Range<Int>) { self.diagnostics = diagnostics }

  mutating func row(of id: String, in index: Int) -> Int? {
    if let rows = rowsOfIDs[index] { return rows[id] }
    let ids = all[index]?.ids ?? []
    let rows = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    rowsOfIDs[index] = rows
    return rows[id]
  }
}

extension ScenarioBuilder {
  mutating func readData(_ object: ReadObject) {
    let start = reader.diagnostics.count
    var count = 0
    for entry in object[HeadKeys.data] ?? [] {
      // What is too much already is not made larger: a thousand data sets would fill the memory.
      let set = count > Limits.points ? nil : dataSet(entry.object, name: entry.name)
      count += set?.count ?? 0
      data.add(entry.name, set)
    }
    if count > Limits.points, let mark = object.mark(ofKey: HeadKeys.data) {
      add(.tooManyPoints(count), at: mark)
    }
    data.endReading(start..<reader.diagnostics.count)
  }

  /// Refuses too many points at one coordinate where the index of the reproduced library may get
  /// them, be it in one data set or in all together, since all of them may be given to one layer.
  mutating func checkCrowds(_ object: ReadObject) {
    var hasCrowd = false
    for (set, entry) in zip(data.all, object[HeadKeys.data] ?? []) {
      if let set, addCrowd(in: set.coordinates, at: entry.object.mark) { hasCrowd = true }
    }
    guard !hasCrowd, data.all.count > 1, let mark = object.mark(ofKey: HeadKeys.data) else {
      return
    }
    _ = addCrowd(in: data.all.flatMap { $0?.coordinates ?? [] }, at: mark)
  }

  private mutating func addCrowd(in coordinates: [Coordinate], at mark: YAMLMark) -> Bool {
    guard coordinates.count > Limits.pointsAtOnePlace,
      let crowd = Crowd.largest(of: coordinates), crowd.count > Limits.pointsAtOnePlace
    else { return false }
    add(.tooManyAtOnePlace(crowd.count, crowd.place), at: mark)
    return true
  }

  private mutating func dataSet(_ object: ReadObject, name: String) -> DataSet? {
    let all =
      if object.isWritten(DataKeys.file) {
        filePoints(object, name: name)
      } else if let points = object[DataKeys.points] { writtenPoints(points, name: name) } else {
        drawnPoints(object, name: name)
      }
    guard var set = all else { return nil }
    if !object.isWritten(DataKeys.file), let center = object[DataKeys.around],
      let limit = object[DataKeys.within]
    {
      set = set.filtered(around: center, withinKilometers: limit)
    }
    guard set.count > 0 else {
      return refused(.noPointsLeft, at: object.mark(ofKey: DataKeys.around) ?? object.mark)
    }
    guard let first = object[DataKeys.first] else { return set }
    guard first <= set.count else {
      return refused(
        .tooFewPoints(asked: first, available: set.count), at: object.mark(ofValue: DataKeys.first))
    }
    return set.first(first)
  }

  private mutating func filePoints(_ object: ReadObject, name: String) -> DataSet? {
    guard let value = object[DataKeys.file] else { return nil }
    let path = value.text
    guard Lookup.isPortable(path) else { return refused(.notPortable(path), at: value.mark) }
    let places = files.lookup.places(ofData: path)
    guard let format = format(object, isGeoJSON: PointFormat.isGeoJSON(path)) else { return nil }
    let found = files.table(in: places, format: format)
    guard let table = found.table else {
      let content = found.content
      let suggestions =
        content == .missing && data.names.count < 5
        ? files.lookup.similar(toData: path) : []
      return refused(
        .file(
          found.path ?? path, content, tried: places, suggestions: suggestions,
          limit: Limits.dataBytes), at: value.mark)
    }
    switch table {
    case .success(let table):
      var set = DataSet(
        name: name, file: path, ids: table.ids, coordinates: table.coordinates,
        titles: table.titles)
      (set.notes, set.path) = (table.notes, found.path)
      guard let center = object[DataKeys.around], let limit = object[DataKeys.within] else {
        return set
      }
      return files.cache.points(
        of: set, in: DataSetCache.Reading(path: found.path ?? path, format: format),
        around: center, withinKilometers: limit)
    case .failure(let problems):
      // The same file may be named twice; its diagnostics are listed once.
      files.add(problems)
      return nil
    }
  }

  /// The form of a file that its keys say; nil after an error.
  private mutating func format(_ object: ReadObject, isGeoJSON: Bool) -> PointFormat? {
    guard let faultyRows = object[DataKeys.faultyRows], let areas = object[DataKeys.areas] else {
      return nil
    }
    let columns = object[DataKeys.columns]
    let misplaced =
      isGeoJSON
      ? [
        object.mark(ofKey: DataKeys.separator), columns?.mark(ofKey: ColumnKeys.latitude),
        columns?.mark(ofKey: ColumnKeys.longitude), columns?.mark(ofKey: ColumnKeys.latitudeFirst),
        columns?.mark(ofKey: ColumnKeys.longitudeFirst),
      ] : [object.mark(ofKey: DataKeys.areas)]
    if let mark = misplaced.compactMap(\.self).first {
      return refused(.onlyForFiles(isTable: isGeoJSON), at: mark)
    }
    return PointFormat(
      columns: PointFormat.Columns(
        id: columns?[ColumnKeys.id], latitude: columns?[ColumnKeys.latitude],
        longitude: columns?[ColumnKeys.longitude],
        place: columns?[ColumnKeys.latitudeFirst] ?? columns?[ColumnKeys.longitudeFirst],
        order: columns?[ColumnKeys.longitudeFirst] == nil ? .latitudeFirst : .longitudeFirst,
        title: columns?[ColumnKeys.title]),
      separator: object[DataKeys.separator], faultyRows: faultyRows, areas: areas)
  }

  private mutating func writtenPoints(_ values: [ReadValue], name: String) -> DataSet? {
    var set = DataSet(name: name, file: nil, ids: [], coordinates: [], titles: [])
    var lines: [String: Int] = [:]
    let viewport = view.first?.viewport
    for (number, value) in values.enumerated() {
      guard case .object(let point) = value.content,
        let id = point.isWritten(PointKeys.id) ? point[PointKeys.id] : "\(number + 1)"
      else { continue }
      let mark = point.values[PointKeys.id.name]?.mark ?? value.mark
      if let line = lines.updateValue(mark.line, forKey: id) {
        add(.duplicateID(id, firstLine: line), at: mark)
      }
      let isPlaced = point.isWritten(PointKeys.at)
      guard let coordinate = isPlaced ? place(of: point, in: viewport) : point.coordinate else {
        continue
      }
      set.ids.append(id)
      set.coordinates.append(coordinate)
      set.titles.append(point[PointKeys.title] ?? (isPlaced ? id : ""))
    }
    // With a faulty point left out, what later steps say of rows could not be judged.
    return set.count == values.count ? set : nil
  }

  /// The place that the map shows at a point of the screen when the session begins; nil after an
  /// error.
  private mutating func place(of point: ReadObject, in viewport: Viewport?) -> Coordinate? {
    guard let viewport, let spot = point[PointKeys.at] else { return nil }
    let place = Projection.coordinate(for: viewport.mapPoint(at: spot)).onOneMeridian
    // Beyond the northern and the southern end of the world there is none.
    let shown = viewport.screenPoint(for: Projection.mapKit.mapPoint(for: place))
    guard (shown.y - spot.y).magnitude < 0.5 else {
      return refused(
        .noPlaceThere(point.values[PointKeys.at.name]?.text ?? ""),
        at: point.mark(ofValue: PointKeys.at))
    }
    return place
  }
}

struct Crowd: Hashable {
  var place: Coordinate
  var count: Int

  /// The largest crowd, of several the southernmost and then the westernmost; nil without points.
  ///
  /// - Complexity: O(n log n).
  static func largest(of coordinates: [Coordinate]) -> Crowd? {
    // Sorted, not hashed: the answer must be the same in every run.
    let sorted = coordinates.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
    guard let first = sorted.first else { return nil }
    var crowd = Crowd(place: first, count: 0)
    var largest = crowd
    for coordinate in sorted {
      if coordinate != crowd.place { crowd = Crowd(place: coordinate, count: 0) }
      crowd.count += 1
      if crowd.count > largest.count { largest = crowd }
    }
    assert(1...coordinates.count ~= largest.count, "a crowd of \(largest.count) points")
    return largest
  }
}
