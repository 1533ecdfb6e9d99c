import Foundation
import Support
import Testing

/// A selection with a zoom is missed when the map is there, long after its own step.
@Suite("Missed selections")
struct MissedSelectionTests {
  private func scenario(lat: Int, expecting text: String = "") -> String {
    """
    scenario: A place far north
    device: test-phone
    map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
    data: {pins: {points: [{id: a, lat: \(lat), lon: 8.0}, {id: b, lat: 50.01, lon: 8.01}]}}
    layers: {pins: {cluster: {mode: upstream}}}
    steps:
      - add: {data: pins, into: pins}
      - wait: settled
      - select and zoom: {id: a, in: pins, width: 2 km}
      - wait: settled
    \(text)
    """
  }

  private func run(_ scenario: String) throws -> Program.Ending {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("in/north.yaml", scenario)
    return try Program.debug.run(
      ["run", "in", "--facts", "facts", "--out", "out"], in: scratch.folder)
  }

  @Test
  func `fail although the map got there in another step`() throws {
    #expect(try run(scenario(lat: 50)).code == 0)
    let ending = try run(scenario(lat: 86))
    #expect(ending.code == 1)
    #expect(ending.output.contains("selections missed: exactly 0"), "\(ending.output)")
  }

  @Test
  func `pass when the scenario expects them`() throws {
    let ending = try run(scenario(lat: 86, expecting: "expect: {selections missed: exactly 1}"))
    #expect(ending.code == 0, "\(ending.output)")
  }
}
