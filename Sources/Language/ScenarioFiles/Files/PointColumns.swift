/// The columns of a table that hold its points.
struct PointColumns {
  /// The column of the ids; nil where a row's number is its id.
  private(set) var id: Int?
  private(set) var latitude = 0
  private(set) var longitude = 0
  private(set) var title: Int?
  /// The names in the header.
  let names: [String]
  /// Whether the header names an id by another word than `id`, and the author does not.
  private(set) var isIDFound = false

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
    (latitude, longitude) = (place.latitude, place.longitude)
    switch named.id {
    case PointFormat.rowNumber: id = nil
    case let name?: id = try PointColumns.index(of: name, in: names)
    case nil:
      id = try PointColumns.one(of: PointColumns.ids(names, words, place.prefix), "id", names)
      isIDFound = id.map { names[$0] != "id" } ?? false
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
  var ignoredCount: Int { names.count - [id, latitude, longitude, title].count { $0 != nil } }

  /// Whether the header has just the columns that need no names.
  var isPlain: Bool { names.allSatisfy(["id", "lat", "lon", "title"].contains) && id != nil }

  /// The chosen columns, as `columns` would name them.
  var words: String {
    let pairs =
      [("id", id.map { names[$0] } ?? PointFormat.rowNumber), ("lat", names[latitude])]
      + [("lon", names[longitude])] + (title.map { [("title", names[$0])] } ?? [])
    return "columns: {" + pairs.map { "\($0): \(PointColumns.written($1))" }.joined(separator: ", ")
      + "}"
  }

  /// A name as a scenario writes it.
  private static func written(_ name: String) -> String {
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
  /// Words for both angles of a place; those of the last pair may also be other numbers.
  private static let angles = [
    ("lat", "lon"), ("lat", "lng"), ("lat", "long"), ("latitude", "longitude"),
    ("latitud", "longitud"), ("latitudine", "longitudine"), ("breite", "länge"),
    ("breite", "laenge"), ("breitengrad", "längengrad"), ("breitengrad", "laengengrad"), ("y", "x"),
  ]
  private static let idWords = [
    "uid", "uuid", "guid", "key", "code", "identifier", "objectid", "fid", "gid",
  ]
  private static let titleWords = [
    "title", "name", "label", "titel", "bezeichnung", "nom", "nombre", "nome", "naam",
  ]

  /// Where two columns of angles are, and the words before the angle in their names.
  private struct PlaceColumns {
    var latitude: Int
    var longitude: Int
    var prefix: ArraySlice<String>
    var rank: Int
  }

  /// The words of a name in small letters: `stop_lat`, `stopLat` and `Stop (lat)` have the same.
  private static func words(of name: String) -> [String] {
    Spelling.plainLetters(name).split { " .:/()[]".contains($0) }.map { String($0) }
  }

  private static func index(of name: String, in names: [String]) throws(Fault) -> Int {
    guard let index = names.firstIndex(of: name) else {
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
    let latitude: Int? =
      if let name = named.latitude { try index(of: name, in: names) } else { nil }
    let longitude: Int? =
      if let name = named.longitude { try index(of: name, in: names) } else { nil }
    var found = pairs(names, words).filter {
      (latitude ?? $0.latitude, longitude ?? $0.longitude) == ($0.latitude, $0.longitude)
    }
    if found.isEmpty, let latitude, let longitude {
      return PlaceColumns(latitude: latitude, longitude: longitude, prefix: [], rank: 0)
    }
    let rank = found.map(\.rank).min()
    found = found.filter { $0.rank == rank }
    guard let first = found.first else {
      let hasLatitude =
        longitude == nil
        && (latitude != nil
          || angles.dropLast().contains { !columns(with: $0.0, names, words).isEmpty })
      throw Fault(
        problem: .missingColumn(hasLatitude ? "lon" : "lat", known: names), column: nil)
    }
    if let second = found.dropFirst().first {
      let isLatitude = first.latitude != second.latitude
      let both =
        isLatitude ? [first.latitude, second.latitude] : [first.longitude, second.longitude]
      throw Fault(
        problem: .ambiguousColumn(isLatitude ? "lat" : "lon", both.map { names[$0] }),
        column: both[1])
    }
    return first
  }

  /// The pairs of columns that can be latitude and longitude; the most likely have the lowest rank.
  private static func pairs(_ names: [String], _ words: [[String]]) -> [PlaceColumns] {
    var found: [PlaceColumns] = []
    for (number, (north, east)) in angles.enumerated() {
      let longitudes = columns(with: east, names, words)
      for latitude in columns(with: north, names, words) {
        for longitude in longitudes
        where longitude.before == latitude.before && longitude.after == latitude.after {
          let isPlain = latitude.before.isEmpty && latitude.after.isEmpty
          let isExact = names[latitude.column] == "lat" && names[longitude.column] == "lon"
          let rank =
            isExact ? 0 : (isPlain ? 1 : 2) + (number == angles.indices.last ? 2 : 0)
          found.append(
            PlaceColumns(
              latitude: latitude.column, longitude: longitude.column, prefix: latitude.before,
              rank: rank))
        }
      }
    }
    return found
  }

  /// The columns with a word in their names, each name once, and the words around it.
  private static func columns(
    with word: String, _ names: [String], _ words: [[String]]
  ) -> [(column: Int, before: ArraySlice<String>, after: ArraySlice<String>)] {
    words.indices.compactMap { column in
      guard let index = words[column].firstIndex(of: word),
        names.firstIndex(of: names[column]) == column
      else { return nil }
      return (column, words[column][..<index], words[column][(index + 1)...])
    }
  }

  /// The columns that can hold ids, in groups: the first group that is not empty is meant.
  private static func ids(
    _ names: [String], _ words: [[String]], _ prefix: ArraySlice<String>
  ) -> [[Int]] {
    [
      names.indices.filter { names[$0] == "id" }.prefix(1).map(\.self),
      with([["id"]], names, words), prefix.isEmpty ? [] : with([prefix + ["id"]], names, words),
      with(idWords.flatMap { [[$0], prefix + [$0]] }, names, words),
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
      words[column].last.map(titleWords.contains) ?? false
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
