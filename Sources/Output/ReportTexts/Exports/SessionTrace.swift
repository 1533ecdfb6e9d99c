internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Reporting
internal import Wire

extension ExportFormat {
  static let perfetto = ExportFormat(
    "perfetto", "each session in simulated time, for ui.perfetto.dev and chrome://tracing", [],
    ofSession: [
      ReportFile(".trace.json", "a session in simulated time") { SessionTrace.text(of: $0) }
    ])
}

/// A session as trace events: simulated time from left to right, in tracks of three groups.
///
/// The session has steps, marks, fingers, region changes, callouts, downloads and late
/// frames. Clusters have a track for each layer and its index. Views have a track each, and
/// counters of their numbers. Readers require that slices of a track nest or follow each
/// other, so an overlapping slice goes into another lane.
enum SessionTrace {
  static func text(of session: SessionReport) -> String {
    var trace = TraceFile()
    SessionTracks(session).add(to: &trace)
    ClusterTracks(session).add(to: &trace)
    ViewTracks(session).add(to: &trace)
    return trace.text(about: session)
  }
}

/// A span of time in a trace, with the slices inside it.
struct TraceSlice {
  var name: String
  var category: String
  var start: SimulatedTime
  /// The end; equal to the start where a timeline does not have the end.
  var end: SimulatedTime
  var arguments: [JSON.Member] = []
  /// The reserved name of a color, for readers that support it.
  var color: String?
  /// The slices inside this one, one after the other.
  var inner: [TraceSlice] = []
}

/// A file of trace events, one per line, in the order in which they are added.
struct TraceFile {
  /// The number of a track.
  struct Track {
    var process: Int64
    var thread: Int64
  }

  /// The events so far, with their separators.
  private var written: [UInt8] = []
  private var processCount: Int64 = 0
  // Unlike the number of any process, so that no track is taken for the main thread of one.
  private var threadCount: Int64 = 100

  /// Writes an event directly: sessions have tens of thousands of them.
  private mutating func write(_ members: [JSON.Member]) {
    written += (written.isEmpty ? "\n    " : ",\n    ").utf8
    JSON.members(members).append(to: &written, atLevel: nil)
  }

  /// Begins a group of tracks.
  mutating func process(_ name: String) -> Int64 {
    processCount += 1
    describe("process", name, at: processCount, nil)
    return processCount
  }

  /// Begins a track below those of its group.
  mutating func track(_ name: String, in process: Int64) -> Track {
    threadCount += 1
    describe("thread", name, at: process, threadCount)
    return Track(process: process, thread: threadCount)
  }

  private mutating func describe(
    _ kind: String, _ name: String, at process: Int64, _ thread: Int64?
  ) {
    let facts = [
      JSON.Member("name", .string(name)), JSON.Member("sort_index", .integer(thread ?? process)),
    ]
    for argument in facts {
      var members = [
        JSON.Member("name", .string("\(kind)_\(argument.key)")), JSON.Member("ph", .string("M")),
        JSON.Member("pid", .integer(process)),
      ]
      if let thread { members.append(JSON.Member("tid", .integer(thread))) }
      members.append(JSON.Member("args", .members([argument])))
      write(members)
    }
  }

  /// Adds slices in the fewest lanes without overlaps; nothing for no slices.
  mutating func add(_ slices: [TraceSlice], _ name: String, in process: Int64) {
    var lanes: [(track: Track, free: SimulatedTime)] = []
    for slice in slices.sorted(by: { $0.start < $1.start }) {
      let free = lanes.firstIndex { $0.free <= slice.start } ?? lanes.count
      if free == lanes.count {
        let title = free == 0 ? name : "\(name) (\(free + 1))"
        lanes.append((track: track(title, in: process), free: .zero))
      }
      lanes[free].free = max(slice.start, slice.end)
      add(slice, to: lanes[free].track)
    }
  }

  private mutating func add(_ slice: TraceSlice, to track: Track) {
    var members = head("X", slice.name, slice.category, at: slice.start, in: track)
    members.append(JSON.Member("dur", microseconds(max(slice.end - slice.start, .zero))))
    if let color = slice.color { members.append(JSON.Member("cname", .string(color))) }
    if !slice.arguments.isEmpty {
      members.append(JSON.Member("args", .members(slice.arguments)))
    }
    write(members)
    for inner in slice.inner { add(inner, to: track) }
  }

  /// Adds an instant, after those of the track before it.
  mutating func addInstant(
    _ name: String, _ category: String, at time: SimulatedTime, in track: Track,
    _ arguments: [JSON.Member]
  ) {
    let members = head("i", name, category, at: time, in: track)
    write(
      members + [JSON.Member("s", .string("t")), JSON.Member("args", .members(arguments))])
  }

  /// Adds the values of a group's counters from a time on.
  mutating func addCounts(
    _ name: String, at time: SimulatedTime, in process: Int64, _ counts: [JSON.Member]
  ) {
    write([
      JSON.Member("name", .string(name)), JSON.Member("ph", .string("C")),
      JSON.Member("pid", .integer(process)), JSON.Member("ts", microseconds(time)),
      JSON.Member("args", .members(counts)),
    ])
  }

  private func head(
    _ phase: String, _ name: String, _ category: String, at time: SimulatedTime, in track: Track
  ) -> [JSON.Member] {
    [
      JSON.Member("name", .string(name)), JSON.Member("cat", .string(category)),
      JSON.Member("ph", .string(phase)), JSON.Member("pid", .integer(track.process)),
      JSON.Member("tid", .integer(track.thread)), JSON.Member("ts", microseconds(time)),
    ]
  }

  /// The time in microseconds.
  ///
  /// It is exact, because whole nanoseconds are at most three decimals of a microsecond.
  private func microseconds(_ time: SimulatedTime) -> JSON {
    .written(MetricText.decimal(time.nanoseconds, places: 3))
  }

  func text(about session: SessionReport) -> String {
    let about: [(String, String)] = [
      ("clock", "simulated time since the session began, not machine time"),
      ("session", session.id), ("title", session.title), ("file", session.file),
      ("seed", String(session.seed)), ("device", session.device.name),
      ("digest", session.facts.digest.text),
    ]
    let leftOut = zip(SessionTimeline.columns, session.timeline.numbers)
      .filter { $0.1.leftOut > 0 }.map { ("left out: \($0.0.kind)", "\($0.1.leftOut)") }
    return JSON.members([
      JSON.Member("displayTimeUnit", .string("ms")),
      JSON.Member(
        "otherData", .members((about + leftOut).map { JSON.Member($0.0, .string($0.1)) })),
      JSON.Member(
        "traceEvents", .written("[\(String(decoding: written, as: UTF8.self))\n  ]")),
    ]).fileText
  }
}
