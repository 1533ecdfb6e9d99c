internal import Foundation
internal import MapGeometry

/// The points that clustering cases name, read once.
final class DataSets {
  private let folder: URL
  private var known: [String: [Coordinate]] = [:]

  init(folder: URL) { self.folder = folder }

  private static func file(of name: String) -> String {
    switch name {
    case "world": "world-cities15000.csv"
    case "pacific": "pacific-places.csv"
    default: "\(name)-points.csv"
    }
  }

  /// The points of a data set, in the order of its rows; nil when its file is absent.
  func points(_ name: String) throws(ConformanceError) -> [Coordinate]? {
    if let points = known[name] { return points }
    let file = DataSets.file(of: name)
    let path = folder.appending(path: file).path
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let points = try DataSets.coordinates(String(decoding: data, as: UTF8.self), file: file)
    known[name] = points
    return points
  }

  private static func coordinates(
    _ text: String, file: String
  ) throws(ConformanceError) -> [Coordinate] {
    let rows = text.split(whereSeparator: \.isNewline)
    let header = (rows.first ?? "").split(separator: ",").map { $0.lowercased() }
    guard let latitude = header.firstIndex(where: { ["lat", "latitude"].contains($0) }),
      let longitude = header.firstIndex(where: { ["lon", "lng", "longitude"].contains($0) })
    else { throw .faulty(file: file, reason: "no columns of latitude and longitude") }
    var points: [Coordinate] = []
    points.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated().dropFirst() {
      // Titles may hold commas in quotes, but follow the numbers.
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.indices.contains(latitude), fields.indices.contains(longitude),
        let north = Double(fields[latitude]), let east = Double(fields[longitude])
      else { throw .faulty(file: file, reason: "line \(index + 1) has no coordinate") }
      points.append(Coordinate(latitude: north, longitude: east))
    }
    return points
  }
}
