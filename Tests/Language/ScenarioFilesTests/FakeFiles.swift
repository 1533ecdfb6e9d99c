import ScenarioFiles
import Scenarios

/// Files that exist only in a test.
struct FakeFiles: FileReader {
  var texts: [String: [UInt8]] = [:]
  /// What else is there, in place of a text too.
  var contents: [String: FileContent] = [:]

  init(_ texts: [String: String]) {
    self.texts = texts.mapValues { Array($0.utf8) }
  }

  func content(at path: String, limit: Int) -> FileContent {
    if let content = contents[path] { return content }
    guard let bytes = texts[path] else { return .missing }
    return bytes.count <= limit ? .bytes(bytes) : .tooLarge
  }

  func names(in folder: String) -> [String] {
    let names = texts.keys.filter { $0.hasPrefix(folder + "/") }
      .map { String($0.dropFirst(folder.count + 1).prefix { $0 != "/" }) }
    return Set(names).sorted()
  }
}

let deviceText = """
  device: phone
  frames per second: 60
  view creation: 450 us
  view reuse: 90 us
  view layout: 6 us
  annotation change: 12 us
  annotation comparison: 2 us
  point visit: 150 ns
  node visit: 80 ns
  """

let cityText = """
  id,lat,lon,title
  a,52.52,13.405,"Berlin, DE"
  b,48.8566,2.3522,Paris
  c,52.39,13.0645,Potsdam
  """

/// The beginning of a good scenario; steps follow it.
let headText = """
  scenario: A test
  device: phone
  map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
  data: {cities: {file: Data/cities.csv}}
  layers: {cities: {cluster: {cell size: 60 pt}, callout: {adjust: contain rect}}}

  """

/// The beginning of a good scenario with overlays, a plain layer and first steps; others follow.
let mapText = """
  scenario: A test
  device: phone
  map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
  data: {cities: {file: Data/cities.csv}}
  overlays:
    fence: {circle: {center: {lat: 1, lon: 2}, radius: 500 m}, level: above roads}
    route: {polyline: [{lat: 1, lon: 2}, {lat: 3, lon: 4}], renderer: no}
    area: {polygon: [{lat: 1, lon: 2}, {lat: 3, lon: 4}, {lat: 1, lon: 6}]}
    flight: {geodesic: [{lat: 52.5, lon: 13.4}, {lat: 40.7, lon: -74}], level: above labels}
  layers:
    places: {callout: {right accessory: {}}}
    piles: {cluster: {}}
  steps:
    - add: {data: cities, into: places}
    - add overlay: {name: route}
    - add overlay: {name: area, above: route}

  """

/// What the reader makes of a scenario without variants, or of the first one.
func read(
  _ text: String, more: [String: String] = [:], liftsLimits: Bool = false
) -> Result<Scenario, Diagnostics> {
  readVariants(text, more: more, liftsLimits: liftsLimits).map { $0[0] }
}

/// What the reader makes of a scenario beside a device profile and a file of points.
func readVariants(
  _ text: String, more: [String: String] = [:], liftsLimits: Bool = false
) -> Result<[Scenario], Diagnostics> {
  var texts = [
    "S/x.yaml": text, "S/Devices/phone.yaml": deviceText, "S/Data/cities.csv": cityText,
  ]
  for (path, text) in more { texts[path] = text }
  var reader = ScenarioReader(files: FakeFiles(texts))
  reader.liftsLimits = liftsLimits
  return reader.read(path: "S/x.yaml")
}

/// The diagnostics of a scenario as people see them, without carets; empty when it is good.
func messages<Success>(_ result: Result<Success, Diagnostics>) -> [String] {
  guard case .failure(let diagnostics) = result else { return [] }
  return diagnostics.all.map { "\($0.place.line):\($0.place.column) \($0.message)" }
}
