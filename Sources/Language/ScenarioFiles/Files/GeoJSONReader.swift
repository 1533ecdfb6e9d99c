import MapGeometry

/// Reads the points of a GeoJSON text (RFC 7946): a collection of features, one of them, or a
/// bare geometry, each of the kind Point or MultiPoint.
///
/// Members may be in any order, and those that no point needs are read over. A mistake of the
/// grammar ends the reading; those of single features are found all at once, as in a table.
struct GeoJSONReader {
  private typealias Fault = JSONScanner.Fault

  private var scanner: JSONScanner
  private var points: PointCollector
  /// Features so far, the one that is being read too.
  private var featureCount = 0

  /// The points of a text, or its faults.
  ///
  /// - Complexity: O(n).
  static func table(file: String, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    PointCollector.begun(file: file, bytes: bytes, expectedCount: { $0 / 120 }).flatMap { points in
      var reader = GeoJSONReader(points: points)
      do throws(Fault) {
        try reader.read()
      } catch {
        reader.points.add(at: error.range, error.problem)
      }
      return reader.points.result
    }
  }

  private init(points: PointCollector) {
    self.points = points
    scanner = JSONScanner(points.bytes)
  }

  private mutating func read() throws(Fault) {
    guard scanner.peek() != nil else {
      points.add(.emptyGeoJSON, at: 0..<0)
      return
    }
    guard case .object = try scanner.kind() else {
      points.add(.notGeoJSON("this is no object"), at: try scanner.skip())
      return
    }
    let root = try readObject(isRoot: true)
    try scanner.end()
    try addRoot(root)
    if points.count == 0, points.problemCount == 0 { points.add(.noFeatures, at: 0..<1) }
  }
}

/// The members of an object that matter here, as they were written.
private struct GeoObject {
  /// Its opening bracket.
  let start: Range<Int>
  var type: JSONScanner.Text?
  /// An id, with the bytes that hold it.
  var id: (text: String, range: Range<Int>)?
  var properties = GeoProperties()
  /// The bytes of the value of `coordinates`: of a list its bracket.
  var coordinates: Range<Int>?
  var geometry: Geometry = .missing
  var hasFeatures = false

  indirect enum Geometry {
    case missing
    /// `null`, or something else that is no object.
    case other(Range<Int>)
    case object(GeoObject)
  }
}

private struct GeoProperties {
  var id: (text: String, range: Range<Int>)?
  var title: String?
  var name: String?
}

extension GeoJSONReader {
  private mutating func readObject(isRoot: Bool = false) throws(Fault) -> GeoObject {
    var result = GeoObject(start: scanner.position..<(scanner.position + 1))
    var object = try scanner.enterObject()
    while let key = try scanner.nextKey(of: &object) {
      let kind = try scanner.kind()
      if scanner.isEqual(key, "type"), kind == .text {
        result.type = try scanner.text()
      } else if scanner.isEqual(key, "coordinates") {
        result.coordinates = try scanner.skip()
      } else if scanner.isEqual(key, "geometry") {
        result.geometry =
          kind == .object ? .object(try readObject()) : .other(try scanner.skip())
      } else if scanner.isEqual(key, "properties"), kind == .object {
        result.properties = try readProperties()
      } else if scanner.isEqual(key, "id") {
        result.id = try readFeatureID(kind)
      } else if isRoot, scanner.isEqual(key, "features"), kind == .list {
        result.hasFeatures = true
        try readFeatures()
      } else {
        try scanner.skip()
      }
    }
    return result
  }

  private mutating func readFeatures() throws(Fault) {
    try scanner.enterList()
    var isFirst = true
    while try scanner.nextItem(isFirst: isFirst) {
      isFirst = false
      featureCount += 1
      let kind = try scanner.kind()
      points.object = scanner.position
      guard case .object = kind else {
        let number = featureCount
        points.add(
          .notGeoJSON("item \(number) of 'features' is no Feature"), at: try scanner.skip())
        continue
      }
      try addFeature(try readObject())
    }
  }

  private mutating func readProperties() throws(Fault) -> GeoProperties {
    var result = GeoProperties()
    var object = try scanner.enterObject()
    while let key = try scanner.nextKey(of: &object) {
      let kind = try scanner.kind()
      if scanner.isEqual(key, "id") {
        result.id = try readWord(kind)
      } else if scanner.isEqual(key, "title") {
        result.title = try readWord(kind)?.text
      } else if scanner.isEqual(key, "name") {
        result.name = try readWord(kind)?.text
      } else {
        try scanner.skip()
      }
    }
    return result
  }

  /// A text or a number as a text; nil for a value of another kind.
  private mutating func readWord(
    _ kind: JSONScanner.Kind
  ) throws(Fault) -> (text: String, range: Range<Int>)? {
    switch kind {
    case .text:
      let text = try scanner.text()
      return (scanner.string(text), text.range)
    case .number:
      let range = try scanner.number()
      return (String(decoding: scanner.bytes[range], as: UTF8.self), range)
    case .object, .list, .word:
      try scanner.skip()
      return nil
    }
  }

  /// The id of a feature; nil for `null` too, which many programs write where there is none.
  private mutating func readFeatureID(
    _ kind: JSONScanner.Kind
  ) throws(Fault) -> (text: String, range: Range<Int>)? {
    switch kind {
    case .text, .number: return try readWord(kind)
    case .object, .list, .word:
      let isNull = scanner.isNull
      let range = try scanner.skip()
      if !isNull { points.add(.notGeoJSON("an id is a text or a number"), at: range) }
      return nil
    }
  }
}

extension GeoJSONReader {
  private mutating func addRoot(_ root: GeoObject) throws(Fault) {
    guard let type = root.type else {
      points.add(.notGeoJSON("the object has no 'type'"), at: root.start)
      return
    }
    let kind = scanner.string(type)
    guard root.hasFeatures == (kind == "FeatureCollection") else {
      points.add(
        root.hasFeatures
          ? .notGeoJSON("the object has 'features', but is no FeatureCollection")
          : .notGeoJSON("the collection has no list 'features'"),
        at: root.hasFeatures ? type.range : root.start)
      return
    }
    switch kind {
    case "FeatureCollection": break
    case "Feature":
      featureCount += 1
      try addFeature(root)
    default:
      featureCount += 1
      try addPlaces(of: root, as: root)
    }
  }

  private mutating func addFeature(_ feature: GeoObject) throws(Fault) {
    guard let type = feature.type, scanner.isEqual(type, "Feature") else {
      points.add(
        .notGeoJSON("item \(featureCount) of 'features' is no Feature"),
        at: feature.type?.range ?? feature.start)
      return
    }
    switch feature.geometry {
    case .missing: points.add(.noGeometry(feature: featureCount), at: feature.start)
    case .other(let range): points.add(.noGeometry(feature: featureCount), at: range)
    case .object(let geometry): try addPlaces(of: geometry, as: feature)
    }
  }

  private mutating func addPlaces(
    of geometry: GeoObject, as feature: GeoObject
  ) throws(Fault) {
    guard let type = geometry.type else {
      points.add(.notGeoJSON("the geometry has no 'type'"), at: geometry.start)
      return
    }
    let kind = scanner.string(type)
    guard kind == "Point" || kind == "MultiPoint" else {
      points.add(
        GeoJSONReader.otherKinds.contains(kind)
          ? .otherGeometry(kind, feature: featureCount)
          : .unknownGeometry(
            kind, suggestions: Spelling.suggestions(for: kind, among: GeoJSONReader.kinds)),
        at: type.range)
      return
    }
    guard let coordinates = geometry.coordinates, scanner.bytes[coordinates.lowerBound] == 0x5B
    else {
      points.add(
        .notGeoJSON("the \(kind) has no list 'coordinates'"),
        at: geometry.coordinates ?? geometry.start)
      return
    }
    let place = scanner.position
    scanner.position = coordinates.lowerBound
    try addPositions(isMany: kind == "MultiPoint", of: feature)
    scanner.position = place
  }

  private static let kinds = ["FeatureCollection", "Feature", "Point", "MultiPoint"]
  private static let otherKinds = [
    "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// Adds the position that is next, or each of a list of them.
  private mutating func addPositions(isMany: Bool, of feature: GeoObject) throws(Fault) {
    let id =
      feature.id ?? feature.properties.id ?? ("point-\(featureCount)", feature.start)
    let title = feature.properties.title ?? feature.properties.name ?? ""
    guard isMany else {
      try addPosition(id: id.text, at: id.range, title: title)
      return
    }
    let list = scanner.position
    try scanner.enterList()
    var number = 0
    var isUnique = true
    while try scanner.nextItem(isFirst: number == 0) {
      number += 1
      guard case .list = try scanner.kind() else {
        points.add(.badPosition, at: try scanner.skip())
        continue
      }
      // An id that is there already has one fault, not one for each point.
      guard isUnique else {
        try scanner.skip()
        continue
      }
      isUnique = try addPosition(
        id: id.text.isEmpty ? "" : "\(id.text)-\(number)", at: id.range, title: title)
    }
    if number == 0 { points.add(.noGeometry(feature: featureCount), at: list..<(list + 1)) }
  }

  /// Adds the position that is next; false when its id is empty or there already.
  @discardableResult
  private mutating func addPosition(
    id: String, at range: Range<Int>, title: String
  ) throws(Fault) -> Bool {
    let isUnique = points.take(id: id, at: range)
    guard let coordinate = try readPosition() else { return isUnique }
    points.append(id: id, coordinate: coordinate, title: title)
    guard points.count <= Limits.points else {
      throw Fault(
        .tooManyRows(maximum: Limits.points), at: range.lowerBound..<range.lowerBound)
    }
    return isUnique
  }

  /// Longitude, latitude and at most an altitude; nil after a fault.
  private mutating func readPosition() throws(Fault) -> Coordinate? {
    let start = scanner.position
    try scanner.enterList()
    var numbers: (Double?, Double?) = (nil, nil)
    var count = 0
    while try scanner.nextItem(isFirst: count == 0) {
      count += 1
      let isNumber = try scanner.kind() == .number
      let range = try scanner.skip()
      let value = isNumber ? scanner.value(ofNumber: range) : nil
      switch count {
      case 1:
        numbers.0 = points.degrees(value, at: range, column: "longitude", limit: 180)
      case 2:
        numbers.1 = points.degrees(
          value, at: range, column: "latitude", limit: 90,
          remedy: "GeoJSON writes the longitude first")
      default:
        if value == nil || count > 3 { points.add(.badPosition, at: range) }
      }
    }
    guard count >= 2 else {
      points.add(.badPosition, at: start..<(start + 1))
      return nil
    }
    guard let longitude = numbers.0, let latitude = numbers.1 else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
