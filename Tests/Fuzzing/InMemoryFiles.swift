import ScenarioFiles

/// The files that a fuzzed one is read with.
struct InMemoryFiles: FileReader {
  static let path = "S/a.yaml"

  static let map =
    "map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 45 km x 45 km}\n"
  static let data =
    "data: {cities: {file: Data/cities.csv}}\nlayers: {cities: {cluster: {}, callout: {}}}\n"

  var texts: [String: [UInt8]]

  init(scenario: [UInt8]) {
    texts = [
      InMemoryFiles.path: scenario,
      "S/Data/cities.csv": Array("id,lat,lon,title\na,52.5,13.4,A\nb,52.4,13.1,\n".utf8),
      "S/Data/places.geojson": Array(
        #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [13.4, 52.5]}}"#.utf8),
      "S/Parts/edge.yaml": Array(
        """
        part: Opens a pin
        parameters: {edge: {type: text, default: left edge}}
        steps: [{select: {near: "${edge}", within: 40 pt}}]
        """.utf8),
    ]
  }

  func content(at path: String, limit: Int) -> FileContent {
    guard let bytes = texts[path] else { return .missing }
    return bytes.count <= limit ? .bytes(bytes) : .tooLarge
  }

  func names(in folder: String) -> [String] {
    let names = texts.keys.filter { $0.hasPrefix(folder + "/") }
      .map { String($0.dropFirst(folder.count + 1).prefix { $0 != "/" }) }
    return Set(names).sorted()
  }
}
