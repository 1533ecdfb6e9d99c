import MapGeometry
internal import Wire

/// Reads the points of a GeoJSON text (RFC 7946): a collection of features, one of them, or a
/// bare geometry, each of the kind Point or MultiPoint.
///
/// Lines and areas are points too where the data set shows their middles. Members may be in any
/// order, and those that no point needs are skipped. A text that is not JSON has one diagnostic,
/// the first one; those of features are found all at once, as in a table.
struct GeoJSONReader {
  private let format: PointFormat
  private var points: PointCollector
  /// Features so far, the one that is being read too.
  private var featureCount = 0
  private var centeredCount = 0
  /// The properties that the author names, without the word before the point.
  private let named: (id: String?, title: String?)
  /// Whether a feature has the property of each.
  private var hasNamed = (id: false, title: false)
  /// The properties of the first feature that has any.
  private var properties: [String] = []
  /// Whether a feature with a place was asked for its id and title.
  private var hasPlaces = false

  /// The points of a text, or its diagnostics.
  ///
  /// - Complexity: O(n).
  static func table(
    file: String, bytes: [UInt8], format: PointFormat = PointFormat()
  ) -> Result<PointTable, Diagnostics> {
    PointCollector.begun(file: file, bytes: bytes, format: format).flatMap { points in
      var reader = GeoJSONReader(points: points, format: format)
      reader.read()
      return reader.points.result
    }
  }

  /// The points of a text that comes in pieces; nil where it has to be read whole.
  static func table(_ points: PointCollector, format: PointFormat) -> PointTable? {
    var reader = GeoJSONReader(points: points, format: format)
    reader.read()
    return reader.points.faultless
  }

  private init(points: PointCollector, format: PointFormat) {
    (self.points, self.format) = (points, format)
    named = (
      format.columns.id.map(GeoJSONReader.property),
      format.columns.title.map(GeoJSONReader.property)
    )
  }

  /// The name of a property, which may be written behind the member that holds it.
  private static func property(_ name: String) -> String {
    let member = "properties."
    return name.hasPrefix(member) ? String(name.dropFirst(member.count)) : name
  }

  private mutating func read() {
    guard !points.bytes.allSatisfy(JSONText.isSpace) else {
      return points.add(.emptyGeoJSON, at: 0..<0)
    }
    if points.form == .geoJSONLines, points.isCut(at: GeoJSONLines.endOfSecond(in: points.bytes)) {
      return points.giveUp()
    }
    points.reserve(bytesOfPoint: 120)
    if let lines = GeoJSONLines(points.bytes, isNamed: points.form == .geoJSONLines) {
      read(lines)
    } else {
      do throws(JSONText.ReadError) {
        try text().read { addRoot($0) }
      } catch {
        // The place of an error in a piece is not one in the file.
        guard points.pieces == nil else { return points.giveUp() }
        points.endRow()
        points.add(error, end: points.bytes.count)
      }
    }
    if hasPlaces, let id = named.id, !hasNamed.id, id != PointFormat.rowNumber {
      return points.refuse(unknown(id))
    }
    points.checkCount(.noFeatures)
    if hasPlaces, let title = named.title, !hasNamed.title, points.problemCount == 0 {
      points.refuse(unknown(title))
    }
    addNotes()
  }

  /// The text; without the features of a collection, which are added already, where it comes in
  /// pieces.
  private mutating func text() throws(JSONText.ReadError) -> JSONText {
    guard let pieces = points.pieces else { return try JSONText(points.bytes) }
    let text = try JSONText(
      points.bytes, elementsOf: "features", lookahead: pieces.lookahead, piece: pieces.next
    ) { feature, part in
      points.show(part)
      addItem(feature)
      return !points.isHopeless
    }
    points.show(text.bytes)
    return text
  }

  /// Reads a feature in each line.
  private mutating func read(_ lines: GeoJSONLines) {
    points.note("newline-delimited GeoJSON")
    var lines = lines
    while !isFull, !points.isHopeless {
      if points.readOn(from: lines.position) { lines = GeoJSONLines(points.bytes) }
      guard let line = lines.next() else { return }
      featureCount += 1
      points.object = line.lowerBound
      points.beginRow()
      defer { points.endRow() }
      guard line.count <= Limits.rowBytes else {
        points.add(.rowTooLong, at: line.lowerBound..<line.lowerBound)
        continue
      }
      do throws(JSONText.ReadError) {
        try JSONText(points.bytes, in: line).read { addLine($0) }
      } catch {
        points.add(error, end: line.upperBound)
      }
    }
  }

  /// Adds the feature or the geometry of a line.
  private mutating func addLine(_ value: JSONValue) {
    let root = value.kind == .object ? GeoObject(value) : nil
    guard let root, let type = root.type, let kind = type.text else {
      guard root != nil, featureCount == 1 else {
        return points.add(.notGeoJSON("the line holds no Feature"), at: value.mark)
      }
      // The first line tells what the others hold.
      return points.endReading(with: .records(file: points.file, isLines: true), at: value.mark)
    }
    if kind == "Feature" { return addFeature(root) }
    guard kind != "FeatureCollection" else {
      return points.add(.notGeoJSON("a line holds one Feature"), at: type.inside)
    }
    addPlaces(of: root, as: root, id: featureID(root.id))
  }

  private func unknown(_ property: String) -> Diagnostic.Message {
    .unknownProperty(
      property, suggestions: Spelling.suggestions(for: property, among: properties),
      known: properties)
  }

  /// Tells once for the file how its features were read.
  private mutating func addNotes() {
    let pairs = [("id", named.id), ("title", named.title)].compactMap { key, name in
      name.map { "\(key): \(PointColumns.written($0))" }
    }
    if !pairs.isEmpty { points.note("columns: {\(pairs.joined(separator: ", "))}") }
    if centeredCount > 0 {
      let things =
        centeredCount == 1 ? "1 line or area is" : "\(centeredCount) lines and areas are"
      points.note("\(things) shown at the middle of the extent")
    }
    let count = points.untitledCount
    if count > 0 {
      points.note(
        count == points.count
          ? "no feature has a title" : "\(count) of \(points.count) points have no title")
    }
  }
}

/// The lines of a text with a value of JSON in each (RFC 8142, and newline-delimited JSON).
private struct GeoJSONLines {
  private let bytes: [UInt8]
  /// The begin of the next line; beyond the end behind a last line without a line end.
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Makes the lines of a text; nil for a text that is one value.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - isNamed: Whether the name of the file says that it has a value in each line.
  init?(_ bytes: [UInt8], isNamed: Bool) {
    self.bytes = bytes
    // A file that is one line is not looked through for another.
    guard isNamed || bytes.prefix(Limits.rowBytes).contains(0x0A) else { return nil }
    var lines = self
    guard let first = lines.next() else { return nil }
    let second = lines.next()
    let beginsValue = second.map { bytes[$0.lowerBound] == UInt8(ascii: "{") } ?? false
    guard isNamed || beginsValue, first.count <= Limits.rowBytes else {
      if isNamed { return }
      return nil
    }
    // A value that goes on in the second line is one value for the whole file.
    let isWhole = (try? JSONText(bytes, in: first)) != nil
    guard isWhole || isNamed && beginsValue else { return nil }
  }

  /// The end of the second line, up to which a text tells whether each line is a value.
  static func endOfSecond(in bytes: [UInt8]) -> Int {
    var lines = GeoJSONLines(bytes)
    _ = (lines.next(), lines.next())
    return lines.position
  }

  /// The next line that is not blank, without the sign before it.
  mutating func next() -> Range<Int>? {
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      let start = bytes[position] == 0x1E ? position + 1 : position
      position = end + 1
      if !bytes[start..<end].allSatisfy(JSONText.isSpace) { return start..<end }
    }
    return nil
  }
}

/// The name of a member, which is compared without a text of it where it has no escapes.
private struct MemberName {
  private let key: JSONValue
  private let text: String?

  init(_ key: JSONValue) {
    self.key = key
    text = key.hasEscapes ? key.text : nil
  }

  func `is`(_ name: String) -> Bool { text.map { $0 == name } ?? key.isText(name) }
}

/// The members of a collection, a feature or a geometry that matter here.
private struct GeoObject {
  /// Its opening bracket.
  let start: Range<Int>
  /// Only a text is a type.
  private(set) var type: JSONValue?
  private(set) var features: JSONValue?
  private(set) var id: JSONValue?
  private(set) var properties: JSONValue?
  private(set) var geometry: JSONValue?
  private(set) var geometries: JSONValue?
  private(set) var coordinates: JSONValue?

  init(_ object: JSONValue) {
    start = object.mark
    var members = object.children
    while let key = members.next(), let value = members.next() {
      let name = MemberName(key)
      if name.is("type") {
        type = value.kind == .text ? value : nil
      } else if name.is("features") {
        features = value.kind == .list ? value : nil
      } else if name.is("id") {
        id = value
      } else if name.is("properties") {
        properties = value.kind == .object ? value : nil
      } else if name.is("geometry") {
        geometry = value
      } else if name.is("geometries") {
        geometries = value.kind == .list ? value : nil
      } else if name.is("coordinates") {
        coordinates = value
      }
    }
  }
}

/// The properties of a feature that matter here.
private struct GeoProperties {
  private(set) var id: JSONValue?
  private(set) var title: JSONValue?
  private(set) var name: JSONValue?
  private(set) var capitalizedName: JSONValue?
  private(set) var label: JSONValue?
  private(set) var namedID: JSONValue?
  private(set) var namedTitle: JSONValue?

  init(_ object: JSONValue, named: (id: String?, title: String?)) {
    var members = object.children
    while let key = members.next(), let value = members.next() {
      let property = MemberName(key)
      if property.is("id") {
        id = value
      } else if property.is("title") {
        title = value
      } else if property.is("name") {
        name = value
      } else if property.is("Name") {
        capitalizedName = value
      } else if property.is("label") {
        label = value
      }
      if let name = named.id, key.text == name { namedID = value }
      if let name = named.title, key.text == name { namedTitle = value }
    }
  }

  /// The names of all properties, as many as a diagnostic needs.
  static func names(of object: JSONValue) -> [String] {
    var names: [String] = []
    var members = object.children
    while let key = members.next(), members.next() != nil, names.count < Limits.columns {
      if let name = key.text { names.append(name) }
    }
    return names
  }
}

extension JSONValue {
  /// The bytes that a diagnostic marks: of a list or an object its bracket.
  fileprivate var mark: Range<Int> {
    kind == .list || kind == .object ? range.lowerBound..<(range.lowerBound + 1) : range
  }
}

extension GeoJSONReader {
  private mutating func addRoot(_ value: JSONValue) {
    guard value.kind == .object else {
      var items = value.children
      let isRecords = value.kind == .list && items.next()?.kind == .object
      return points.add(
        isRecords
          ? .records(file: points.file, isLines: false) : .notGeoJSON("this is no object"),
        at: value.mark)
    }
    let root = GeoObject(value)
    guard let type = root.type, let kind = type.text else {
      return points.add(.notGeoJSON("the object has no 'type'"), at: root.start)
    }
    guard kind == "FeatureCollection" else {
      guard root.features == nil else {
        return points.add(
          .notGeoJSON("the object has 'features', but is no FeatureCollection"), at: type.inside)
      }
      featureCount = 1
      // A file of one feature is refused with its fault, unless it leaves such features out.
      if format.faultyRows == .skip || format.areas == .skip { points.beginRow() }
      defer { points.endRow() }
      if kind == "Feature" { return addFeature(root) }
      return addPlaces(of: root, as: root, id: featureID(root.id))
    }
    guard let features = root.features else {
      return points.add(.notGeoJSON("the collection has no list 'features'"), at: root.start)
    }
    for feature in features.children where !isFull && !points.isHopeless { addItem(feature) }
  }

  /// Adds an item of a collection.
  private mutating func addItem(_ feature: JSONValue) {
    featureCount += 1
    points.object = feature.range.lowerBound
    points.beginRow()
    defer { points.endRow() }
    guard feature.kind == .object else {
      return points.add(
        .notGeoJSON("item \(featureCount) of 'features' is no Feature"), at: feature.mark)
    }
    addFeature(GeoObject(feature))
  }

  private var isFull: Bool { points.count > Limits.points }

  private mutating func addFeature(_ feature: GeoObject) {
    guard feature.type?.text == "Feature" else {
      return points.add(
        .notGeoJSON("item \(featureCount) of 'features' is no Feature"),
        at: feature.type?.inside ?? feature.start)
    }
    if properties.isEmpty, let object = feature.properties {
      properties = GeoProperties.names(of: object)
    }
    let id = featureID(feature.id)
    guard let geometry = feature.geometry, geometry.kind == .object else {
      return points.add(
        .noGeometry(feature: featureCount), at: feature.geometry?.mark ?? feature.start)
    }
    addPlaces(of: GeoObject(geometry), as: feature, id: id)
  }

  private mutating func addPlaces(
    of geometry: GeoObject, as feature: GeoObject, id: (text: String, range: Range<Int>)?
  ) {
    guard let type = geometry.type, let kind = type.text else {
      return points.add(.notGeoJSON("the geometry has no 'type'"), at: geometry.start)
    }
    guard kind == "Point" || kind == "MultiPoint" else {
      guard GeoJSONReader.otherKinds.contains(kind) else {
        guard kind != "Topology" else {
          return points.add(.topology(file: points.file), at: type.inside)
        }
        return points.add(
          .unknownGeometry(
            kind, suggestions: Spelling.suggestions(for: kind, among: GeoJSONReader.kinds)),
          at: type.inside)
      }
      return addShape(geometry, kind, at: type.inside, of: feature, id: id)
    }
    guard let coordinates = geometry.coordinates, coordinates.kind == .list else {
      return points.add(
        .notGeoJSON("the \(kind) has no list 'coordinates'"),
        at: geometry.coordinates?.mark ?? geometry.start)
    }
    addPositions(coordinates, isMany: kind == "MultiPoint", of: feature, id: id)
  }

  /// Adds a line or an area as the data set says.
  private mutating func addShape(
    _ geometry: GeoObject, _ kind: String, at place: Range<Int>, of feature: GeoObject,
    id: (text: String, range: Range<Int>)?
  ) {
    let problem = Diagnostic.Message.otherGeometry(kind, feature: featureCount)
    switch format.areas {
    case .refuse: points.refuseArea(problem, at: place)
    case .skip: points.skipRow(at: place) { _ in problem }
    case .center:
      let faultCount = points.problemCount
      var extent = Extent()
      addParts(of: geometry, kind, to: &extent)
      guard points.problemCount == faultCount, !points.isSkipping else { return }
      guard let middle = extent.middle else {
        return points.add(.noGeometry(feature: featureCount), at: geometry.start)
      }
      let (id, title) = names(of: feature, id: id)
      guard points.take(id: id.text, at: id.range) else { return }
      centeredCount += 1
      append(middle, title: title, at: id.range)
    }
  }

  /// Adds the positions of a geometry, or of the geometries in a collection, to an extent.
  private mutating func addParts(of geometry: GeoObject, _ kind: String?, to extent: inout Extent) {
    if kind == "GeometryCollection" {
      guard let geometries = geometry.geometries else { return }
      for part in geometries.children where part.kind == .object {
        let part = GeoObject(part)
        addParts(of: part, part.type?.text, to: &extent)
      }
    } else if let coordinates = geometry.coordinates {
      add(coordinates, depth: kind.flatMap { GeoJSONReader.depths[$0] } ?? 0, to: &extent)
    }
  }

  /// The number of lists around each position of a kind of geometry.
  private static let depths = [
    "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3,
  ]

  /// Adds a position, or the positions in lists of some depth, to an extent.
  private mutating func add(_ coordinates: JSONValue, depth: Int, to extent: inout Extent) {
    var children = coordinates.children
    let first = children.next()
    guard coordinates.kind == .list, (first?.kind == .list) == (depth > 0) || first == nil else {
      return points.add(.badPosition, at: coordinates.mark)
    }
    if depth > 0 {
      for child in coordinates.children { add(child, depth: depth - 1, to: &extent) }
    } else if let place = coordinate(of: coordinates) {
      extent.add(place)
    }
  }

  /// The smallest box of longitudes and latitudes around some places.
  private struct Extent {
    private var south = Double.infinity
    private var north = -Double.infinity
    /// The longitudes from -180 on, and from 0 on, where the date line is in the middle.
    private var longitudes = (west: Double.infinity, east: -Double.infinity)
    private var fromZero = (west: Double.infinity, east: -Double.infinity)

    mutating func add(_ place: Coordinate) {
      (south, north) = (min(south, place.latitude), max(north, place.latitude))
      let longitude = place.longitude
      longitudes = (min(longitudes.west, longitude), max(longitudes.east, longitude))
      let wrapped = longitude < 0 ? longitude + 360 : longitude
      fromZero = (min(fromZero.west, wrapped), max(fromZero.east, wrapped))
    }

    /// The middle of the box; nil without places.
    var middle: Coordinate? {
      guard south <= north else { return nil }
      let width = fromZero.east - fromZero.west
      // A box from -180 to 180 is the world, not a line.
      let isNarrower = width > 0 && width < longitudes.east - longitudes.west
      let (west, east) = isNarrower ? fromZero : longitudes
      let longitude = (west + east) / 2
      return Coordinate(
        latitude: (south + north) / 2, longitude: longitude > 180 ? longitude - 360 : longitude)
    }
  }

  private static let kinds = ["FeatureCollection", "Feature", "Point", "MultiPoint"]
  private static let otherKinds = [
    "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// Adds a position, or each of a list of them.
  private mutating func addPositions(
    _ coordinates: JSONValue, isMany: Bool, of feature: GeoObject,
    id: (text: String, range: Range<Int>)?
  ) {
    let (id, title) = names(of: feature, id: id)
    guard isMany else {
      addPosition(coordinates, id: id.text, at: id.range, title: title)
      return
    }
    var number = 0
    // An id that is there already has one diagnostic, not one for each point.
    var isUnique = true
    for position in coordinates.children where !isFull {
      number += 1
      if position.kind != .list {
        points.add(.badPosition, at: position.mark)
      } else if isUnique {
        isUnique = addPosition(
          position, id: id.text.isEmpty ? "" : "\(id.text)-\(number)", at: id.range, title: title)
      }
    }
    if number == 0 { points.add(.noGeometry(feature: featureCount), at: coordinates.mark) }
  }

  /// The id of a feature and its title, which may be empty.
  private mutating func names(
    of feature: GeoObject, id: (text: String, range: Range<Int>)?
  ) -> (id: (text: String, range: Range<Int>), title: String) {
    hasPlaces = true
    let properties = feature.properties.map { GeoProperties($0, named: named) }
    let numbered = ("point-\(featureCount)", feature.start)
    let foundID: (text: String, range: Range<Int>)
    switch named.id {
    case PointFormat.rowNumber: foundID = numbered
    case let name?:
      let member = name == "id" ? id : nil
      hasNamed.id = hasNamed.id || properties?.namedID != nil || member != nil
      foundID = word(properties?.namedID) ?? member ?? ("", feature.start)
    case nil: foundID = id ?? word(properties?.id) ?? numbered
    }
    hasNamed.title = hasNamed.title || properties?.namedTitle != nil
    let title =
      named.title == nil
      ? word(properties?.title) ?? word(properties?.name) ?? word(properties?.capitalizedName)
        ?? word(properties?.label) : word(properties?.namedTitle)
    return (foundID, title?.text ?? "")
  }

  /// A text or a number as a text; nil for another value.
  private func word(_ value: JSONValue?) -> (text: String, range: Range<Int>)? {
    guard let value else { return nil }
    if let text = value.text { return (text, value.inside) }
    return value.kind == .number ? (points.text(value.range), value.range) : nil
  }

  /// The id of a feature; nil for `null` too, which many programs write where there is none.
  private mutating func featureID(_ value: JSONValue?) -> (text: String, range: Range<Int>)? {
    let id = word(value)
    if id == nil, let value, value.kind != .null {
      points.add(.notGeoJSON("an id is a text or a number"), at: value.mark)
    }
    return id
  }

  /// Adds a position; returns false when its id is empty or there already.
  @discardableResult
  private mutating func addPosition(
    _ position: JSONValue, id: String, at range: Range<Int>, title: String
  ) -> Bool {
    let isUnique = points.take(id: id, at: range)
    guard let coordinate = coordinate(of: position) else { return isUnique }
    append(coordinate, title: title, at: range)
    return isUnique
  }

  private mutating func append(
    _ coordinate: Coordinate, title: String, at range: Range<Int>
  ) {
    points.append(coordinate, title: title)
    guard isFull else { return }
    points.endRow()
    points.add(.tooManyRows(maximum: Limits.points), at: range.lowerBound..<range.lowerBound)
  }

  /// The place of longitude, latitude and at most an altitude; nil after a diagnostic.
  private mutating func coordinate(of position: JSONValue) -> Coordinate? {
    var numbers: (Double?, Double?) = (nil, nil)
    var count = 0
    for number in position.children {
      count += 1
      let value =
        number.kind == .number
        ? DecimalNumber.value(of: points.bytes, in: number.range) : nil
      switch count {
      case 1:
        numbers.0 = points.degrees(value, at: number.mark, column: "longitude", limit: 180)
      case 2:
        numbers.1 = points.degrees(
          value, at: number.mark, column: "latitude", limit: 90,
          remedy: "GeoJSON writes the longitude first")
      case _: if value == nil || count > 3 { points.add(.badPosition, at: number.mark) }
      }
    }
    guard count >= 2 else {
      points.add(.badPosition, at: position.mark)
      return nil
    }
    guard let longitude = numbers.0, let latitude = numbers.1 else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
