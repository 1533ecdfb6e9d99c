import Foundation
import Support
import Testing

/// Drawn points are shown before they are played, and where selections miss.
@Suite("Drawn points")
struct DrawnPointsTests {
  private static let scenario = """
    scenario: Drawn stores
    device: phone-60hz
    map: {size: 390 x 844 pt, center: {lat: 52.5, lon: 13.4}, span: 4 km x 8 km}
    data: {stores: {grid: {columns: 3, rows: 20, around: {lat: 53.5, lon: 13.4}, within: 20 km}}}
    layers: {stores: {LAYER}}
    steps:
      - add: {data: stores, into: stores}
      - wait: settled
      - select: {pin: nearest to middle}
    expect: {selections missed: exactly 0}

    """

  private func run(_ arguments: [String], layer: String = "") throws -> Program.Ending {
    let scratch = try Scratch()
    try scratch.file(
      "stores.yaml", DrawnPointsTests.scenario.replacing("LAYER", with: layer))
    return try Program.debug.run(arguments + ["stores.yaml"], in: scratch.folder)
  }

  @Test
  func `are explained with where they lie`() throws {
    let words = try run(["explain"]).output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(
      words.contains(
        "data stores: 60 points grid: {columns: 3, rows: 20, around: {lat: 53.5, lon: 13.4}, "
          + "within: 20 km} between 53.32"), "\(words)")
    #expect(
      words.contains("; p2 (Place 2) is nearest to the middle of the map, 91.213 km from it layer"),
      "\(words)")
  }

  @Test
  func `are listed, on a screen or all`() throws {
    let lines = try run(["list", "--points"]).output.split(separator: "\n")
    #expect(lines[0] == "stores.yaml: stores: 60 points")
    #expect(lines[1].hasPrefix("p1   53.32") && lines[1].hasSuffix("Place 1"))
    #expect(lines.count < 60 && lines.last?.contains("--verbose") == true)
    let all = try run(["list", "--points", "--verbose"]).output.split(separator: "\n")
    #expect(all.count == 61 && all[60].hasPrefix("p60  53.67"), "\(all)")
    #expect(try run(["list", "--points", "--flat"]).code != 0)
  }

  /// Clusters that lie outside the view are not on the map.
  @Test(arguments: ["", "cluster: {}"])
  func `say where the nearest one is when a selection misses`(layer: String) throws {
    let ending = try run(["run", "--no-times"], layer: layer)
    #expect(ending.code == 1)
    let words = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "no pin is in the map view; the nearest point of the data is p2 (Place 2) of "
          + "stores, 91."), "\(words)")
    #expect(words.contains(" km north of the middle of the map: move the map"), "\(words)")
  }
}
