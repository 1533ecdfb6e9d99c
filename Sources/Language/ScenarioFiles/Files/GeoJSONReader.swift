import MapGeometry
internal import Wire

/// Reads the points of a GeoJSON text (RFC 7946): a collection of features, one of them, or a
/// bare geometry, each of the kind Point or MultiPoint.
///
/// Members may be in any order, and those that no point needs are skipped. A text that is not JSON
/// has one diagnostic, the first one; those of features are found all at once, as in a table.
struct GeoJSONReader {
  private var points: PointCollector
  /// Features so far, the one that is being read too.
  private var featureCount = 0

  /// The points of a text, or its diagnostics.
  ///
  /// - Complexity: O(n).
  static func table(file: String, bytes: [UInt8]) -> Result<PointTable, Diagnostics> {
    PointCollector.begun(file: file, bytes: bytes, expectedCount: { $0 / 120 }).flatMap { points in
      var reader = GeoJSONReader(points: points)
      reader.read()
      return reader.points.result
    }
  }

  private init(points: PointCollector) { self.points = points }

  private mutating func read() {
    guard !points.bytes.allSatisfy(JSONText.isSpace) else {
      return points.add(.emptyGeoJSON, at: 0..<0)
    }
    do throws(JSONText.ReadError) {
      try JSONText(points.bytes).read { addRoot($0) }
    } catch {
      points.add(error)
    }
    if points.count == 0, points.problemCount == 0 { points.add(.noFeatures, at: 0..<1) }
  }
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
  private(set) var coordinates: JSONValue?

  init(_ object: JSONValue) {
    start = object.mark
    var members = object.children
    while let key = members.next(), let value = members.next() {
      switch key.text {
      case "type": type = value.kind == .text ? value : nil
      case "features": features = value.kind == .list ? value : nil
      case "id": id = value
      case "properties": properties = value.kind == .object ? value : nil
      case "geometry": geometry = value
      case "coordinates": coordinates = value
      case _: continue
      }
    }
  }
}

/// The properties of a feature that matter here.
private struct GeoProperties {
  private(set) var id: JSONValue?
  private(set) var title: JSONValue?
  private(set) var name: JSONValue?

  init(_ object: JSONValue) {
    var members = object.children
    while let key = members.next(), let value = members.next() {
      switch key.text {
      case "id": id = value
      case "title": title = value
      case "name": name = value
      case _: continue
      }
    }
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
      return points.add(.notGeoJSON("this is no object"), at: value.mark)
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
      if kind == "Feature" { return addFeature(root) }
      return addPlaces(of: root, as: root, id: featureID(root.id))
    }
    guard let features = root.features else {
      return points.add(.notGeoJSON("the collection has no list 'features'"), at: root.start)
    }
    for feature in features.children where !isFull {
      featureCount += 1
      points.object = feature.range.lowerBound
      if feature.kind == .object {
        addFeature(GeoObject(feature))
      } else {
        points.add(
          .notGeoJSON("item \(featureCount) of 'features' is no Feature"), at: feature.mark)
      }
    }
  }

  private var isFull: Bool { points.count > Limits.points }

  private mutating func addFeature(_ feature: GeoObject) {
    guard feature.type?.text == "Feature" else {
      return points.add(
        .notGeoJSON("item \(featureCount) of 'features' is no Feature"),
        at: feature.type?.inside ?? feature.start)
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
      return points.add(
        GeoJSONReader.otherKinds.contains(kind)
          ? .otherGeometry(kind, feature: featureCount)
          : .unknownGeometry(
            kind, suggestions: Spelling.suggestions(for: kind, among: GeoJSONReader.kinds)),
        at: type.inside)
    }
    guard let coordinates = geometry.coordinates, coordinates.kind == .list else {
      return points.add(
        .notGeoJSON("the \(kind) has no list 'coordinates'"),
        at: geometry.coordinates?.mark ?? geometry.start)
    }
    addPositions(coordinates, isMany: kind == "MultiPoint", of: feature, id: id)
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
    let properties = feature.properties.map { GeoProperties($0) }
    let id = id ?? word(properties?.id) ?? ("point-\(featureCount)", feature.start)
    let title = (word(properties?.title) ?? word(properties?.name))?.text ?? ""
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
    points.append(id: id, coordinate: coordinate, title: title)
    if isFull {
      points.add(
        .tooManyRows(maximum: Limits.points), at: range.lowerBound..<range.lowerBound)
    }
    return isUnique
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
