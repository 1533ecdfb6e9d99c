import Testing

@testable import ScenarioFiles

/// Sessions of ten thousand points that do a step nearly ten thousand times.
@Suite("What a session takes of a machine")
struct SessionWorkTests {
  private static func text(_ layer: String, _ step: String, times: Int) -> String {
    """
    scenario: A test
    device: phone
    map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
    data: {all: {grid: {columns: 100, rows: 100}}}
    layers: {pins: \(layer)}
    steps:
      - add: {data: all, into: pins}
      - repeat: {times: \(times), steps: [{\(step)}]}
    """
  }

  @Test(arguments: [
    (
      "{}", "pan: {by: 9 x 0 pt, over: 8 s}",
      "play for about 6 minutes, mostly moving the map and its views, frame by frame"
    ),
    (
      "{cluster: {cell size: 10 pt}}", "pan: {by: 9 x 0 pt, over: 1 ms}",
      "play for about 5 minutes, mostly making clusters again"
    ),
    (
      "{}", "move: {data: all, in: pins, by: 0.1 x 0 deg}",
      "play for about 7 minutes, mostly giving, taking and moving points"
    ),
    ("{}", "snapshot: a", "take about 1.5 GiB, mostly for points, their views and pictures"),
  ])
  func `is estimated before it begins, and refused unless limits are lifted`(
    layer: String, step: String, words: String
  ) {
    let text = SessionWorkTests.text(layer, step, times: 9_999)
    #expect(messages(read(text)) == ["6:1 the session would \(words)"])
    #expect(messages(read(text, liftsLimits: true)) == [])
    #expect(messages(read(SessionWorkTests.text(layer, step, times: 99))) == [])
  }

  @Test
  func `is nothing for a session that stands still`() throws {
    let text = SessionWorkTests.text("{}", "wait: 8 s", times: 9_999)
    let work = SessionWork(try read(text).get())
    #expect(work.seconds < 1.5)
    #expect(work.bytes < 20_000_000)
  }
}
