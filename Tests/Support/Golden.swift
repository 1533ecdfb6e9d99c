internal import Foundation
public import MapGeometry
public import Testing

/// A line of a golden file, with a name for the list of tests.
public struct GoldenLine: CustomTestStringConvertible, Sendable {
  /// The name in the list of tests.
  public let name: String
  /// What stands in the line.
  public let value: JSONValue

  /// The name in the list of tests.
  public var testDescription: String { name }
}

/// Where the goldens and their data lie.
public enum Golden {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder with data that is not part of the repository.
  private static var shared: URL {
    if let path = ProcessInfo.processInfo.environment["MAPREPLAY_SHARED"] {
      return URL(filePath: path)
    }
    return root.deletingLastPathComponent().appending(path: "shared")
  }

  /// The lines of a file that lies beside the tests of a target.
  public static func fixture(_ name: String, of target: String) -> [GoldenLine] {
    lines(of: root.appending(path: "Tests/\(target)Tests/Fixtures/\(name).jsonl"))
  }

  /// The lines of a file outside the repository; none when it is absent.
  public static func outside(_ name: String) -> [GoldenLine] {
    lines(of: shared.appending(path: "golden/clustering/\(name).jsonl"))
  }

  /// A whole file outside the repository; null when it is absent.
  public static func outsideDocument(_ name: String) -> JSONValue {
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

  /// The points of a city, when they are there.
  public static let berlin = points(["data/berlin-points.csv"], inRepository: [])
  /// The cities of the world, when they are there.
  public static let world = points(
    ["data/world-cities15000.csv"], inRepository: ["Scenarios/Data/world-cities.csv"])
  /// Places on both sides of the date line, when they are there.
  public static let pacific = points(
    ["data/pacific-places.csv"], inRepository: ["Scenarios/Data/pacific-places.csv"])

  /// The points of a data set, in the order of its rows; none when it is absent.
  public static func dataset(_ name: String) -> [Coordinate] {
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
