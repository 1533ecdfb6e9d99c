import Foundation
import Support
import Testing

@Suite("Study of assumptions by the program")
struct AssumptionsTests {
  /// One tap beside a pin: with the hit slop of the option's example it selects the pin.
  private func scenario(selections: Int) -> String {
    """
    scenario: A tap beside a pin
    device: test-phone
    map: {size: 390 x 844 pt, center: {lat: 10, lon: 10}, span: 1 km x 1 km}
    data:
      pins: {points: [{id: a, lat: 10, lon: 10}]}
    layers:
      pins: {view: {identifier: pin, size: 20 x 20 pt}}
    steps:
      - add: {data: pins, into: pins}
      - wait: settled
      - tap: {at: 208 x 422 pt}
      - wait: settled
    expect:
      selections: exactly \(selections) or nothing

    """
  }

  private func run(
    _ scenario: String, _ arguments: [String]
  ) throws -> (ending: Program.Ending, scratch: Scratch) {
    let scratch = try Scratch()
    try scratch.file("in/a.yaml", scenario)
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    let ending = try Program.debug.run(
      ["run", "in", "--assumptions"] + arguments, in: scratch.folder)
    return (ending, scratch)
  }

  @Test
  func `names the assumption on which a verdict depends, and writes nothing`() throws {
    let (ending, scratch) = try run(scenario(selections: 0), [])
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
    #expect(ending.output.hasPrefix("in/a: 1 of 2 verdicts depends on `hit slop` (1); "))
    #expect(ending.output.contains("\n1 of 2 verdicts are robust"))
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(files == ["in"])
    let verbose = try run(scenario(selections: 0), ["--verbose", "--in-process"]).ending
    #expect(
      verbose.output.contains("   selections (line 14) fails under `hit slop` 10 pt\n"),
      "\(verbose.output)")
  }

  @Test
  func `ends with 1 when a session fails already`() throws {
    let ending = try run(scenario(selections: 1), ["--quiet"]).ending
    #expect(ending.code == 1)
    #expect(ending.output.hasSuffix("1 session fails under the defaults already: in/a\n"))
  }

  @Test(arguments: [
    ["--compare"], ["--update"], ["--gate", "facts"], ["--counts"], ["--shard", "1/2"], ["--log"],
    ["--watch-session"], ["--dry-run"], ["--from", "10"], ["--facts", "x"], ["--no-times"],
    ["--explain-allocations"],
  ])
  func `refuses what makes no sense with it`(arguments: [String]) throws {
    let ending = try run(scenario(selections: 0), arguments).ending
    #expect(ending.code == 64)
    #expect(ending.complaints.contains("for their verdicts alone; leave out --"))
  }
}
