import Foundation
import Support
import Testing

/// What a scenario will do is told before it is played for reports.
@Suite("explain SCENARIO")
struct ExplainScenarioTests {
  private static let defaults = """
    tags: [pins]
    map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 9 km x 9 km}
    layers: {pins: {view: {identifier: pin, size: 20 x 20 pt}}}

    """

  private static let scenario = """
    scenario: Two pins
    tags: [smoke]
    device: test-phone
    map: {span: 10 km x 10 km}
    options: {deceleration: normal}
    data: {pins: {points: [{id: a, lat: 50.0, lon: 8.0}, {id: b, lat: 50.01, lon: 8.01}]}}
    layers: {pins: {cluster: {cell size: 60 pt}}}
    variants: {small: {}, large: {cell size: 90 pt, mode: upstream}}
    steps:
      - add: {data: pins, into: pins}
      - wait: 250 ms
      - mark: zooming
      - repeat:
          times: 2
          steps:
            - zoom: {by: 1 level, over: 300 ms}
            - for each:
                time: [1 s, 2 s]
                steps:
                  - wait: "${time}"
      - expect: {since: last mark, views reused: at least 0}
      - run: {file: parts/rest.yaml}
    expect:
      views created: {small: at least 2, large: at least 1}

    """

  private func explain(
    _ arguments: String..., text: String = scenario
  ) throws -> Program.Ending {
    let scratch = try Scratch()
    try scratch.file("Scenarios/Devices/test-phone.yaml", TestDevice.text)
    try scratch.file("Scenarios/in/defaults.yaml", ExplainScenarioTests.defaults)
    try scratch.file("Scenarios/in/parts/rest.yaml", "part: Rest\nsteps:\n  - wait: 3 s\n")
    try scratch.file("Scenarios/in/pins.yaml", text)
    return try Program.debug.run(["explain"] + arguments, in: scratch.folder)
  }

  @Test(arguments: ["Scenarios/in/pins.yaml", "in/pins", "in/pins.small"])
  func `a scenario is named by its file, its id or that of a variant`(name: String) throws {
    let ending = try explain(name)
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(
      ending.output.hasPrefix("Two pins\nScenarios/in/pins.yaml (id: in/pins.small)\n\n"),
      "\(ending.output)")
  }

  @Test(arguments: [
    "tags     pins, smoke (pins from Scenarios/in/defaults.yaml)\n",
    "device   test-phone (Scenarios/Devices/test-phone.yaml)\n",
    "seed     1\n", "options  deceleration: normal\n", "data     pins: 2 points\n",
    "map      span: 10 km x 10 km, size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}\n",
    "layer    pins: cluster: {cell size: 60 pt}, view: {identifier: pin, size: 20 x\n",
    "variant  small: mode: corrected, cell size: 60 pt (played below)\n",
    "variant  large: mode: upstream, cell size: 90 pt\n",
  ])
  func `says what is set up, and what of it the folder says`(line: String) throws {
    let output = try explain("in/pins").output
    #expect(output.contains("\n" + line), "\(output)")
  }

  @Test
  func `tells the times of steps, with everything written out`() throws {
    let output = try explain("in/pins", "--all").output
    let rows = output.split(separator: "\n").drop { !$0.contains("----") }.dropFirst()
      .prefix { !$0.contains("judged over") }
      .map { $0.split(separator: " ").joined(separator: " ") }
    // A long step stands below its times.
    #expect(
      rows.joined(separator: "\n").replacing("\nexpect:", with: " expect:").split(separator: "\n")
        == [
          "17 ms 0 ms 10 1 add: {data: pins, into: pins}", "17 ms 250 ms 11 2 wait: 250 ms",
          "267 ms 0 ms 12 3 mark: zooming", "267 ms 3.3 s 13 repeat: round 1 of 2",
          "267 ms 300 ms 16 5 zoom: {by: 1 level, over: 300 ms}",
          "567 ms 1,000 ms 20 6 wait: 1 s", "1,567 ms 2 s 20 7 wait: 2 s",
          "3.567 s 3.3 s 13 repeat: round 2 of 2",
          "3.567 s 300 ms 16 5 zoom: {by: 1 level, over: 300 ms}",
          "3.867 s 1,000 ms 20 6 wait: 1 s", "4.867 s 2 s 20 7 wait: 2 s",
          "6.867 s 0 ms 21 8 expect: {since: last mark, views reused: at least 0}",
          "6.867 s 3 s rest.yaml:3 9 wait: 3 s",
        ], "\(output)")
    #expect(output.contains("\n11 steps are played in 9.867 s of simulated time\n"))
  }

  @Test
  func `says what each expectation counts`() throws {
    let output = try explain("in/pins.large").output
    #expect(output.contains("views created: at least 1 the whole session\n"), "\(output)")
    #expect(output.contains("views reused: at least 0  from mark 'zooming' up to step 8\n"))
    #expect(output.contains("\nalways expected, unless the scenario overrides it: exactly 0"))
  }

  @Test
  func `cuts what is long, and shows all when asked`() throws {
    let waits = String(repeating: "  - wait: 10 ms\n", count: 200)
    let end = "expect:\n  views"
    let text = ExplainScenarioTests.scenario.replacing(end, with: waits + end)
    let short = try explain("in/pins", text: text).output
    #expect(short.split(separator: "\n", omittingEmptySubsequences: false).count <= 41, "\(short)")
    #expect(short.contains("more lines; --all shows them\n"))
    let whole = try explain("in/pins", "--all", text: text).output
    #expect(whole.split(separator: "\n").count { $0.hasSuffix("wait: 10 ms") } == 200)
  }

  @Test
  func `says every diagnostic of a faulty scenario, with 65`() throws {
    let text = ExplainScenarioTests.scenario.replacing("- wait: 250 ms", with: "- wat: 250")
    let ending = try explain("in/pins", text: text)
    #expect(ending.code == 65)
    #expect(ending.output == "")
    #expect(ending.complaints.contains("Scenarios/in/pins.yaml:11:5: error[MR0"))
  }

  @Test
  func `a file that is missing is no word`() throws {
    let ending = try explain("Scenarios/in/pin.yaml")
    #expect(ending.code == 66)
    #expect(ending.complaints.contains("did you mean 'Scenarios/in/pins.yaml'?"))
  }
}
