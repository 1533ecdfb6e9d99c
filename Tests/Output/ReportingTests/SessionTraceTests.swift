import Formatting
import Foundation
import MapEvents
import MapGeometry
import Testing

@testable import Measures
@testable import ReportTexts
@testable import Reporting

@Suite("Traces of sessions")
struct SessionTraceTests {
  /// A session with an update of every part, two that wait at the same time, and nasty names.
  private static let session: SessionReport = {
    var session = Fixture.session(title: "Edges & \"corners\"\n")
    session.timeline = TimelineTests.timeline(TimelineTests.events(TimelineTests.session))
    var first = UpdateFacts(
      update: 0, layer: 0, step: 0, trigger: .pointsAdded, triggeredAt: Fixture.ms(90))
    first.indexing = Fixture.ms(8)
    first.queueWait = Fixture.ms(2)
    first.compute = SimulatedTime(nanoseconds: 2_000_001)
    first.mainThreadWait = Fixture.ms(3)
    first.mainThreadWork = Fixture.ms(4)
    first.latencyWithoutFade = SimulatedTime(nanoseconds: 20_000_001)
    first.animation = Fixture.ms(5)
    first.latency = SimulatedTime(nanoseconds: 26_000_001)
    var second = UpdateFacts(
      update: 1, layer: 0, step: 0, trigger: .regionChanged, triggeredAt: Fixture.ms(95))
    second.isCancelled = true
    session.facts.updates = [first, second]
    session.facts.marks = [
      IntervalFacts(name: "zooming", start: Fixture.ms(40), table: Fixture.part)
    ]
    return session
  }()

  private static func trace(_ session: SessionReport) throws -> Trace {
    try JSONDecoder().decode(Trace.self, from: Data(SessionTrace.text(of: session).utf8))
  }

  @Test(arguments: [session, Fixture.session(), Sample.run.sessions[1]])
  func `keep the rules of readers`(session: SessionReport) throws {
    let trace = try SessionTraceTests.trace(session)
    #expect(trace.errors == [], "\(trace.errors)")
  }

  /// That the rules are seen when they are broken.
  @Test(arguments: [
    (#""ts": 10000, "dur": 20000"#, #""ts": 10000, "dur": 99000"#, "overlap"),
    (#""ts": 101000, "dur": 2000.001"#, #""ts": 100, "dur": 2000.001"#, "back"),
    (#""in pools": 2"#, #""in pools": "2""#, "counter"),
    (#""name": "thread_name""#, #""name": "thread_names""#, "name"),
    (#""s": "t""#, #""s": "x""#, "scope"),
  ])
  func `are seen to break them`(part: String, other: String, error: String) throws {
    let text = SessionTrace.text(of: SessionTraceTests.session)
    #expect(text.contains(part), "\(text)")
    let broken = try JSONDecoder().decode(
      Trace.self, from: Data(text.replacing(part, with: other).utf8))
    #expect(broken.errors.contains { $0.contains(error) }, "\(broken.errors)")
  }

  @Test
  func `have a track for everything that happens`() throws {
    let trace = try SessionTraceTests.trace(SessionTraceTests.session)
    #expect(
      trace.tracks == [
        "Steps", "Marks", "Fingers", "Region changes", "Downloads", "Late frames",
        "Updates of cities", "Updates of cities (2)", "Index of cities", "view 0 (city)",
      ])
    #expect(trace.slices(of: "Steps").map(\.name) == ["wait: settled", "wait: settled"])
    #expect(trace.slices(of: "Steps").map { $0.args?["round"] } == [.number(1), .number(2)])
    #expect(trace.slices(of: "Fingers").map(\.name) == ["pan", "tap"])
    #expect(trace.slices(of: "Region changes").map(\.name) == ["animated change, interrupted"])
    #expect(trace.slices(of: "Late frames").map(\.dur) == [32_000])
    #expect(
      trace.slices(of: "view 0 (city)").map(\.name)
        == ["new for cluster 0", "reused for annotation 1"])
    #expect(trace.slices(of: "view 0 (city)").map(\.cat) == ["view,new", "view,reused"])
    #expect(
      trace.traceEvents.filter { $0.ph == "i" }.map(\.name)
        == ["batch for cities", "batch for cities lost, given up"])
  }

  /// Each part begins where the one before ends, to the nanosecond; what waits has no parts yet.
  @Test
  func `show the parts of an update within it`() throws {
    let trace = try SessionTraceTests.trace(SessionTraceTests.session)
    let slices = trace.slices(of: "Updates of cities")
    #expect(
      slices.map(\.name) == [
        "update: points added", "queue wait", "compute", "main thread wait", "main thread work",
        "fade", "main thread wait",
      ])
    #expect(
      slices.map(\.ts) == [
        90_000, 90_000, 101_000, 103_000.001, 106_000.001, 110_000.001, 115_000.001,
      ])
    #expect(slices.map(\.dur) == [26_000.001, 11_000, 2_000.001, 3_000, 4_000, 5_000, 1_000])
    #expect(trace.slices(of: "Updates of cities (2)").map(\.dur) == [25_000])
  }

  @Test
  func `count the views on the map and in pools`() throws {
    let counts = try SessionTraceTests.trace(SessionTraceTests.session).traceEvents
      .filter { $0.ph == "C" }
    #expect(counts.map(\.ts) == [10_000, 50_000])
    #expect(counts.map { $0.args?["in pools"] } == [.number(0), .number(2)])
  }

  @Test
  func `are files of their sessions`() throws {
    let run = Fixture.run([
      Fixture.session(id: "Callouts/edges"), Fixture.session(id: "Views/a.upstream"),
    ])
    let format = try #require(ExportFormat(named: "perfetto"))
    let files = format.files(of: run)
    #expect(
      files.map(\.name)
        == ["perfetto/Callouts/edges.trace.json", "perfetto/Views/a.upstream.trace.json"])
    #expect(files[1].text(run) == SessionTrace.text(of: run.sessions[1]))
  }
}

/// Trace events as a reader takes them, and the rules that they keep.
private struct Trace: Decodable {
  enum Argument: Decodable, Hashable {
    case number(Double)
    case text(String)
    case flag(Bool)
    case none

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .none
      } else if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  struct Event: Decodable {
    var name: String
    var ph: String
    var pid: Int
    var tid: Int?
    var ts: Double?
    var dur: Double?
    var s: String?
    var cat: String?
    var args: [String: Argument]?

    var isNumeric: Bool {
      args?.isEmpty == false
        && args?.values.allSatisfy { if case .number = $0 { true } else { false } } == true
    }
  }

  var displayTimeUnit: String
  var otherData: [String: String]
  var traceEvents: [Event]

  private static let descriptions = [
    "process_name": "name", "thread_name": "name", "process_sort_index": "sort_index",
    "thread_sort_index": "sort_index",
  ]

  /// The names of the tracks in their order.
  var tracks: [String] {
    traceEvents.filter { $0.name == "thread_name" }.compactMap {
      if case .text(let name)? = $0.args?["name"] { name } else { nil }
    }
  }

  func slices(of track: String) -> [Event] {
    let named = traceEvents.first {
      $0.name == "thread_name" && $0.args?["name"] == .text(track)
    }
    return traceEvents.filter { $0.ph == "X" && $0.tid == named?.tid }
  }

  /// What breaks a rule of the format, in a sentence each.
  var errors: [String] {
    var errors = displayTimeUnit == "ms" ? [] : ["no unit"]
    for event in traceEvents { errors += self.errors(of: event) }
    let tracks = Dictionary(grouping: traceEvents.filter { $0.ph != "M" }) {
      "\($0.pid)/\($0.tid.map { "\($0)" } ?? $0.name)"
    }
    for (track, events) in tracks {
      let isNamed = traceEvents.contains { other in
        other.name == "thread_name" && events[0].tid == other.tid && events[0].pid == other.pid
      }
      if events[0].tid != nil, !isNamed { errors.append("track \(track) has no name") }
      var open: [Double] = []
      var last = -Double.infinity
      for event in events {
        let (start, end) = (event.ts ?? 0, (event.ts ?? 0) + (event.dur ?? 0))
        if start < last { errors.append("\(track): \(event.name) goes back in time") }
        last = start
        guard event.ph == "X" else { continue }
        // What adds up to the same nanosecond may differ in the last bit.
        open.removeAll { $0 <= start + 0.000_5 }
        if let outer = open.last, end > outer + 0.000_5 {
          errors.append("\(track): \(event.name) overlaps the one before")
        }
        open.append(end)
      }
    }
    return errors
  }

  private func errors(of event: Event) -> [String] {
    switch event.ph {
    case "M":
      guard let key = Trace.descriptions[event.name], event.args?.keys.sorted() == [key] else {
        return ["\(event.name) is no name of metadata"]
      }
      return event.name.hasPrefix("process") == (event.tid == nil) ? [] : ["\(event.name): whose?"]
    case "X": return event.ts != nil && (event.dur ?? -1) >= 0 && event.tid != nil ? [] : ["slice"]
    case "C": return event.ts != nil && event.isNumeric ? [] : ["a counter is no number"]
    case "i":
      return ["t", "p", "g"].contains(event.s) && event.ts != nil ? [] : ["no scope of an instant"]
    default: return ["phase \(event.ph)"]
    }
  }
}
