/// The columns of a table that hold its points.
struct PointColumns {
  /// The column of the ids; nil where a row's number is its id.
  private(set) var id: Int?
  private(set) var latitude = 0
  private(set) var longitude = 0
  private(set) var title: Int?
  /// The order of the angles where one column, ``latitude``, holds both; nil for two columns.
  private(set) var order: PointFormat.AngleOrder?
  /// The names in the header.
  private(set) var names: [String]
  /// Whether the header names an id by another word than `id`, and the author does not.
  private(set) var isIDFound = false
  /// Whether the ids are in a column such as `category_id`, which may hold those of other things.
  private(set) var isIDGuessed = false
  /// Whether the author names the places by the numbers of their columns.
  private(set) var isNumbered = false

  /// A fault in the header: the column that it is about, or nil for the header as a whole.
  struct Fault: Error {
    var problem: Diagnostic.Message
    var column: Int?
  }

  /// Finds the columns by the names that the author gives, or else by the usual ones.
  init(_ names: [String], named: PointFormat.Columns) throws(Fault) {
    self.names = names
    let words = names.map(PointColumns.words)
    let place = try PointColumns.place(names, words, named)
    (latitude, longitude, order) = (place.latitude, place.longitude, place.order)
    isNumbered =
      [named.latitude, named.longitude, named.place].allSatisfy { name in
        name.map { !names.contains($0) && PointFormat.number(of: $0) != nil } ?? true
      } && (named.place ?? named.latitude) != nil
    switch named.id {
    case PointFormat.rowNumber: id = nil
    case let name?: id = try PointColumns.index(of: name, in: names)
    case nil:
      let groups = PointColumns.ids(names, words, place.prefix)
      id = try PointColumns.one(of: groups, "id", names)
      isIDFound = id.map { names[$0].lowercased() != "id" } ?? false
      isIDGuessed = id != nil && groups.dropLast().allSatisfy(\.isEmpty)
    }
    title =
      if let name = named.title { try PointColumns.index(of: name, in: names) } else {
        try PointColumns.one(of: PointColumns.titles(names, words, place.prefix), "title", names)
      }
    for taken in [id, latitude, longitude, title].compactMap(\.self).sorted() {
      if let again = names.indices.first(where: { $0 > taken && names[$0] == names[taken] }) {
        throw Fault(problem: .duplicateColumn(names[taken]), column: again)
      }
    }
  }

  /// The number of columns that nothing reads.
  var ignoredCount: Int {
    names.count - Set([id, latitude, longitude, title].compactMap(\.self)).count
  }

  /// Whether the header has just the columns that need no names.
  var isPlain: Bool { names.allSatisfy(["id", "lat", "lon", "title"].contains) && id != nil }

  /// Names the columns by their numbers, for a table without a header.
  mutating func dropHeader() { names = names.indices.map(PointFormat.numbered) }

  /// Takes the numbers of the rows as ids.
  mutating func dropIDs() { (id, isIDFound, isIDGuessed) = (nil, false, false) }

  /// The chosen columns, as `columns` would name them.
  var words: String {
    let angles =
      order.map { [($0.rawValue, names[latitude])] }
      ?? [("lat", names[latitude]), ("lon", names[longitude])]
    let pairs =
      [("id", id.map { names[$0] } ?? PointFormat.rowNumber)] + angles
      + (title.map { [("title", names[$0])] } ?? [])
    return "columns: {" + pairs.map { "\($0): \(PointColumns.written($1))" }.joined(separator: ", ")
      + "}"
  }

  /// A name as a scenario writes it.
  static func written(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "_-. ".contains(Character($0))
    }
    let isWord = isPlain && name.first?.isLetter == true && name.last != " "
    return isWord ? name : "\"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

// MARK: The usual names

extension PointColumns {
  /// Words for both angles of a place.
  private static let plainAngles = [
    ("lat", "lon"), ("lat", "lng"), ("lat", "long"), ("latitude", "longitude"),
    ("latitud", "longitud"), ("latitudine", "longitudine"), ("breitengrad", "längengrad"),
    ("breitengrad", "laengengrad"),
  ]
  /// Words that may also mean other numbers, such as width and length.
  private static let vagueAngles = [("breite", "länge"), ("breite", "laenge"), ("y", "x")]
  /// Units and datums, which may stand behind the word for an angle.
  private static let units: Set<String> = [
    "°", "deg", "degree", "degrees", "grad", "dd", "dec", "decimal", "wgs84", "wgs", "84", "epsg",
    "4326",
  ]
  private static let idWords = [
    "uid", "uuid", "guid", "key", "code", "identifier", "objectid", "fid", "gid",
  ]
  private static let titleWords = [
    "title", "name", "label", "titel", "bezeichnung", "nom", "nombre", "nome", "naam",
  ]
  /// Words for both angles of a place in one column, the latitude first.
  private static let placeWords: Set<String> = [
    "geo point", "geo point 2d", "geopoint", "geopoint2d", "lat lon", "lat lng", "lat long",
    "latlon", "latlng", "latlong", "latitude longitude", "coordonnees geo", "coordonnées geo",
    "coordonnees geographiques", "coordonnées géographiques", "the geom", "wkt",
  ]
  /// Words before `name` that tell the name of something else than the point.
  private static let others: Set<String> = [
    "country", "file", "user", "author", "owner", "operator", "contact", "type", "category",
  ]

  /// Where two columns of angles are, and the words before the angle in their names.
  private struct PlaceColumns {
    var latitude: Int
    var longitude: Int
    var prefix: ArraySlice<String>
    var rank: Int
    var order: PointFormat.AngleOrder?
  }

  /// The words of a name in small letters: `stop_lat`, `stopLat` and `Stop (lat)` have the same.
  private static func words(of name: String) -> [String] {
    Spelling.plainLetters(name).split { " .:/()[]".contains($0) }.map { String($0) }
  }

  private static func index(of name: String, in names: [String]) throws(Fault) -> Int {
    let number = PointFormat.number(of: name).flatMap { names.indices.contains($0) ? $0 : nil }
    guard let index = names.firstIndex(of: name) ?? number else {
      throw Fault(
        problem: .unknownColumn(
          name, suggestions: Spelling.suggestions(for: name, among: names), known: names),
        column: nil)
    }
    return index
  }

  private static func place(
    _ names: [String], _ words: [[String]], _ named: PointFormat.Columns
  ) throws(Fault) -> PlaceColumns {
    if let name = named.place {
      let column = try index(of: name, in: names)
      return PlaceColumns(
        latitude: column, longitude: column, prefix: [], rank: 0, order: named.order)
    }
    let latitude: Int? =
      if let name = named.latitude { try index(of: name, in: names) } else { nil }
    let longitude: Int? =
      if let name = named.longitude { try index(of: name, in: names) } else { nil }
    var found = pairs(names, words).filter {
      (latitude ?? $0.latitude, longitude ?? $0.longitude) == ($0.latitude, $0.longitude)
    }
    if found.isEmpty {
      switch (latitude, longitude) {
      case (let latitude?, let longitude?):
        return PlaceColumns(latitude: latitude, longitude: longitude, prefix: [], rank: 0)
      case (let latitude?, nil):
        found = angles(isLatitude: false, names, words).filter { $0.column != latitude }.map {
          PlaceColumns(latitude: latitude, longitude: $0.column, prefix: $0.before, rank: $0.rank)
        }
      case (nil, let longitude?):
        found = angles(isLatitude: true, names, words).filter { $0.column != longitude }.map {
          PlaceColumns(latitude: $0.column, longitude: longitude, prefix: $0.before, rank: $0.rank)
        }
      case (nil, nil): break
      }
    }
    let rank = found.map(\.rank).min()
    found = found.filter { $0.rank == rank }
    guard let first = found.first else {
      let hasLatitude =
        latitude != nil || angles(isLatitude: true, names, words).contains { !$0.isVague }
      let hasLongitude =
        longitude != nil || angles(isLatitude: false, names, words).contains { !$0.isVague }
      throw Fault(
        problem: hasLatitude == hasLongitude
          ? .missingColumns(known: names)
          : .missingColumn(hasLatitude ? "lon" : "lat", known: names), column: nil)
    }
    if let second = found.dropFirst().first {
      let isLatitude = first.latitude != second.latitude
      let both =
        isLatitude ? [first.latitude, second.latitude] : [first.longitude, second.longitude]
      let key = first.order?.rawValue ?? (isLatitude ? "lat" : "lon")
      throw Fault(problem: .ambiguousColumn(key, both.map { names[$0] }), column: both[1])
    }
    return first
  }

  /// A column with a word for an angle in its name.
  private struct AngleColumn {
    var column: Int
    var before: ArraySlice<String>
    var after: ArraySlice<String>
    var isVague: Bool

    /// The lower, the more likely: plain names first, then those with words before them, then
    /// columns of both angles, then vague words, and last those with words behind them that are no
    /// unit.
    var rank: Int {
      guard after.allSatisfy(units.contains) else { return 6 }
      return (before.isEmpty && after.isEmpty ? 1 : 2) + (isVague ? 3 : 0)
    }

    /// The rank of a column that holds both angles.
    static let placeRank = 3
  }

  /// The columns that can hold one of both angles, each once.
  private static func angles(
    isLatitude: Bool, _ names: [String], _ words: [[String]]
  ) -> [AngleColumn] {
    var found: [AngleColumn] = []
    for (list, isVague) in [(plainAngles, false), (vagueAngles, true)] {
      for pair in list {
        found += columns(
          with: isLatitude ? pair.0 : pair.1, isVague: isVague, names, words
        ).filter { new in !found.contains { $0.column == new.column } }
      }
    }
    return found
  }

  /// The pairs of columns that can be latitude and longitude; the most likely have the lowest rank.
  private static func pairs(_ names: [String], _ words: [[String]]) -> [PlaceColumns] {
    var found: [PlaceColumns] = []
    for (list, isVague) in [(plainAngles, false), (vagueAngles, true)] {
      for (north, east) in list {
        let longitudes = columns(with: east, isVague: isVague, names, words)
        for latitude in columns(with: north, isVague: isVague, names, words) {
          for longitude in longitudes
          where longitude.before == latitude.before && longitude.after == latitude.after {
            let isExact = names[latitude.column] == "lat" && names[longitude.column] == "lon"
            found.append(
              PlaceColumns(
                latitude: latitude.column, longitude: longitude.column, prefix: latitude.before,
                rank: isExact ? 0 : latitude.rank))
          }
        }
      }
    }
    for column in names.indices where placeWords.contains(words[column].joined(separator: " ")) {
      found.append(
        PlaceColumns(
          latitude: column, longitude: column, prefix: [], rank: AngleColumn.placeRank,
          order: .latitudeFirst))
    }
    return found
  }

  /// The columns with a word in their names, each name once, and the words around it.
  private static func columns(
    with word: String, isVague: Bool, _ names: [String], _ words: [[String]]
  ) -> [AngleColumn] {
    words.indices.compactMap { column in
      guard let index = words[column].firstIndex(of: word),
        names.firstIndex(of: names[column]) == column
      else { return nil }
      return AngleColumn(
        column: column, before: words[column][..<index], after: words[column][(index + 1)...],
        isVague: isVague)
    }
  }

  /// The columns that can hold ids, in groups: the first group that is not empty is meant.
  private static func ids(
    _ names: [String], _ words: [[String]], _ prefix: ArraySlice<String>
  ) -> [[Int]] {
    let last = names.indices.filter { words[$0].last == "id" }
    return [
      names.indices.filter { names[$0] == "id" }.prefix(1).map(\.self),
      with([["id"]], names, words), prefix.isEmpty ? [] : with([prefix + ["id"]], names, words),
      with(idWords.flatMap { [[$0], prefix + [$0]] }, names, words),
      // One of several may be that of another thing.
      last.count == 1 ? last : [],
    ]
  }

  /// The columns that can hold titles, in groups too.
  private static func titles(
    _ names: [String], _ words: [[String]], _ prefix: ArraySlice<String>
  ) -> [[Int]] {
    let plain =
      [names.indices.filter { names[$0] == "title" }.prefix(1).map(\.self)]
      + titleWords.map { with([[$0], prefix + [$0]], names, words) }
    let last = names.indices.filter { column in
      titleWords.contains { $0 == words[column].last }
        && !words[column].dropLast().contains(where: others.contains)
    }
    // One of several names may be that of anything.
    return plain + (last.count == 1 ? [last] : [])
  }

  /// The columns whose names have just these words, each name once.
  private static func with(
    _ wanted: [ArraySlice<String>], _ names: [String], _ words: [[String]]
  ) -> [Int] {
    words.indices.filter {
      wanted.contains(words[$0][...]) && names.firstIndex(of: names[$0]) == $0
    }
  }

  /// The one column of the first group that is not empty; nil when all are.
  private static func one(
    of groups: [[Int]], _ key: String, _ names: [String]
  ) throws(Fault) -> Int? {
    guard let group = groups.first(where: { !$0.isEmpty }) else { return nil }
    guard group.count == 1 else {
      throw Fault(
        problem: .ambiguousColumn(key, group.map { names[$0] }), column: group[1])
    }
    return group[0]
  }
}
