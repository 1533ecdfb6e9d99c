import Clustering
import Foundation
import MapGeometry
import Testing

/// A line of a golden file, with a name for the list of tests.
struct GoldenLine: CustomTestStringConvertible, Sendable {
  let name: String
  let value: JSONValue

  var testDescription: String { name }
}

/// Where the goldens and their data lie.
enum Golden {
  private static let here = URL(filePath: #filePath).deletingLastPathComponent()
  private static let root = here.deletingLastPathComponent().deletingLastPathComponent()

  /// The folder with data that is not part of the repository.
  private static var shared: URL {
    if let path = ProcessInfo.processInfo.environment["MAPREPLAY_SHARED"] {
      return URL(filePath: path)
    }
    return root.deletingLastPathComponent().appending(path: "shared")
  }

  /// The lines of a file that lies beside the tests.
  static func fixture(_ name: String) -> [GoldenLine] {
    lines(of: here.appending(path: "Fixtures/\(name).jsonl"))
  }

  /// The lines of a file outside the repository; none when it is absent.
  static func outside(_ name: String) -> [GoldenLine] {
    lines(of: shared.appending(path: "golden/clustering/\(name).jsonl"))
  }

  /// A whole file outside the repository; null when it is absent.
  static func outsideDocument(_ name: String) -> JSONValue {
    guard let data = try? Data(contentsOf: shared.appending(path: "golden/clustering/\(name)")),
      let value = try? JSONDecoder().decode(JSONValue.self, from: data)
    else { return .null }
    return value
  }

  private static func lines(of file: URL) -> [GoldenLine] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").enumerated().compactMap { index, line in
      guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)) else {
        return nil
      }
      let name = value["case"].text ?? "\(index + 1) \(value["fn"].text ?? "")"
      return GoldenLine(name: name, value: value)
    }
  }

  static let berlin = points(["data/berlin-points.csv"], inRepository: [])
  static let world = points(
    ["data/world-cities15000.csv"], inRepository: ["Scenarios/Data/world-cities.csv"])
  static let pacific = points(
    ["data/pacific-places.csv"], inRepository: ["Scenarios/Data/pacific-places.csv"])

  /// The points of a data set, in the order of its rows; none when it is absent.
  static func dataset(_ name: String) -> [Coordinate] {
    switch name {
    case "berlin": berlin
    case "world": world
    case "pacific": pacific
    default: points(["data/\(name)-points.csv"], inRepository: [])
    }
  }

  private static func points(_ outside: [String], inRepository: [String]) -> [Coordinate] {
    let files =
      inRepository.map { root.appending(path: $0) } + outside.map { shared.appending(path: $0) }
    for file in files {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      return coordinates(inTable: text)
    }
    return []
  }

  private static func coordinates(inTable text: String) -> [Coordinate] {
    let rows = text.split(whereSeparator: \.isNewline)
    let header = (rows.first ?? "").split(separator: ",").map { $0.lowercased() }
    guard let latitude = header.firstIndex(where: { ["lat", "latitude"].contains($0) }),
      let longitude = header.firstIndex(where: { ["lon", "lng", "longitude"].contains($0) })
    else { return [] }
    return rows.dropFirst().map { row in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      return Coordinate(
        latitude: Double(fields[latitude]) ?? .nan, longitude: Double(fields[longitude]) ?? .nan)
    }
  }
}

extension MapRect {
  /// A rect of four numbers; null stands for infinity, as in a null rect.
  init(_ value: JSONValue) {
    let numbers = value.list.map { $0.isNull ? Double.infinity : $0.number }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension Coordinate {
  init(_ value: JSONValue) {
    self.init(latitude: value[0].number, longitude: value[1].number)
  }
}

/// A small generator with a fixed seed, for worlds that are drawn.
struct Draw {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  /// A number from 0 to one below the limit.
  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  /// A number from 0 to just below 1.
  mutating func fraction() -> Double { Double(below(1 << 30)) / Double(1 << 30) }
}
