import Formatting
import MapEvents
import MapGeometry
import Measures
import Testing

@testable import ReportTexts
@testable import Reporting

@Suite("The map in a terminal")
struct TerminalMapTests {
  /// Fixture: a map that moves under a pin, which is tapped and opens its callout.
  private static let session: SessionReport = {
    var session = Fixture.session()
    session.scene = Fixture.seen
    session.timeline.length = Fixture.ms(1_500)
    session.timeline.viewCounts.append(
      SessionTimeline.ViewCount(start: Fixture.ms(16), live: 1, pooled: 2))
    session.timeline.callouts.append(
      SessionTimeline.CalloutSpan(
        start: Fixture.ms(116), end: nil, rest: Fixture.ms(400), callout: 0, annotation: 4))
    return session
  }()

  private static func map(rows: Int = 14, columns: Int = 100) throws -> TerminalMap {
    try #require(TerminalMap(session, rows: rows, columns: columns))
  }

  @Test
  func `shows the line, the pin and what goes on`() throws {
    let map = try Self.map()
    #expect(
      map.frame(at: Fixture.ms(20)) == """
        ┌────────────┐
        │            │  20.0 ms of 1,500.0 ms
        │⡀           │  1 view on the map, 2 in pools
        │⠈⠢⡀         │
        │  ⠈⠢⡀ ⣤⣤⡄   │
        │    ⠈⠢⣿⣿⡇   │
        │      ⠈⠢⡀   │
        │        ⠈⠢⡀ │
        │          ⠈⠢│
        │            │
        │            │
        │            │
        │            │
        └────────────┘

        """)
    #expect(map.frame(at: Fixture.ms(500)).contains("│  callout 0, correct\n"))
    #expect(map.frame(at: Fixture.ms(200)).contains("callout 0 moves"))
  }

  @Test
  func `has as many lines in each frame, so that each covers the one before`() throws {
    for (rows, columns) in [(8, 24), (8, 200), (60, 24), (24, 80), (26, 100)] {
      let map = try Self.map(rows: rows, columns: columns)
      #expect(map.frameCount == 16)
      let counts = Set((0..<map.frameCount).map { frame in map.frame(frame).count { $0 == "\n" } })
      #expect(counts.count == 1 && counts.max() ?? 0 <= rows)
      let widths = map.frame(8).split(separator: "\n").map(\.count)
      #expect(widths.allSatisfy { $0 <= columns })
    }
    let map = try Self.map()
    #expect(map.frame(map.frameCount - 1) == map.frame(at: Fixture.ms(1_500)))
  }

  @Test
  func `is none of a session that nobody watched`() {
    #expect(TerminalMap(Fixture.session()) == nil)
    #expect(TerminalMap(Self.session, rows: 7, columns: 100) == nil)
    #expect(TerminalMap(Self.session, rows: 26, columns: 23) == nil)
  }

  @Test
  func `names its moments`() throws {
    let moments = try Self.map().moments
    #expect(moments.contains("\nbefore the selection\n┌"))
    #expect(moments.contains("\ncallout 0 at rest\n┌"))
  }

  /// Every dot is one bit of one character.
  @Test
  func `sets each dot by itself`() {
    var all = Set<[[Character]]>()
    for x in 0..<4 {
      for y in 0..<8 {
        var canvas = BrailleCanvas(columns: 2, rows: 2)
        canvas.set(x, y)
        #expect(canvas.lines[y / 4][x / 2] != " ")
        #expect(canvas.lines.joined().count { $0 == " " } == 3)
        all.insert(canvas.lines)
      }
    }
    #expect(all.count == 32)
    var canvas = BrailleCanvas(columns: 2, rows: 2)
    for (x, y) in [(-1, 0), (0, -1), (4, 0), (0, 8), (9_999, 9_999)] { canvas.set(x, y) }
    #expect(canvas.lines == [[" ", " "], [" ", " "]])
  }

  @Test(
    arguments: [
      ([], ""), ([0], "▁"), ([0, 0], "▁▁"), ([5], "█"), ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"),
      ([1, 100], "▁█"), ([1, 9, 1, 1, 1, 1], "█▂▂"),
    ] as [([Double], String)])
  func `draws numbers as bars`(numbers: [Double], text: String) {
    #expect(TextLayout.sparkline(numbers, atMost: numbers.count == 6 ? 3 : 12) == text)
  }

  /// Bars are for terminals; files and logs stay plain.
  @Test
  func `has bars in tables of a terminal alone`() {
    var console = Console(hasColors: true, isQuiet: false)
    var session = Fixture.session()
    session.facts.updates[0].latencyWithoutFade = Fixture.ms(3)
    let run = Fixture.run([session, Fixture.session(id: "other")])
    #expect(console.closing(of: run).contains("to worst"))
    #expect(console.line(for: run.sessions[0]).contains("█"))
    console.hasColors = false
    #expect(!console.closing(of: run).contains("to worst"))
    #expect(!console.line(for: run.sessions[0]).contains("█"))
  }
}
