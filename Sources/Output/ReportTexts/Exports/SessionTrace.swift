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

/// A session as trace events: its simulated time from left to right, in tracks of three groups.
///
/// The session has steps, marks, fingers, region changes, callouts, downloads and late frames;
/// clusters have a track for each layer and its index; views have one each, beside their numbers.
/// Slices of a track nest or lie one after the other, as readers demand: what overlaps goes into
/// another lane.
enum SessionTrace {
  static func text(of session: SessionReport) -> String {
    var trace = TraceFile()
    SessionTracks(session).add(to: &trace)
    ClusterTracks(session).add(to: &trace)
    ViewTracks(session).add(to: &trace)
    return trace.text(about: session)
  }
}

/// Something that takes some time in a trace, with what happens within it.
struct TraceSlice {
  var name: String
  var category: String
  var start: SimulatedTime
  /// When it ends; at its start where a timeline is too short to say.
  var end: SimulatedTime
  var arguments: [JSON.Member] = []
  /// A reserved name of a color, for readers that have them.
  var color: String?
  /// Slices within this one, one after the other.
  var inner: [TraceSlice] = []
}

/// Trace events, a line each, as they are added.
struct TraceFile {
  /// The number of a track.
  struct Track {
    var process: Int64
    var thread: Int64
  }

  /// The events so far, with what separates them.
  private var written: [UInt8] = []
  private var processCount: Int64 = 0
  // Unlike the number of any process, so that no track is taken for the main thread of one.
  private var threadCount: Int64 = 100

  /// Writes an event at once: sessions have ten thousands of them.
  private mutating func write(_ members: [JSON.Member]) {
    written += (written.isEmpty ? "\n    " : ",\n    ").utf8
    JSON.members(members).append(to: &written, atLevel: nil)
  }

  /// Begins a group of tracks.
  mutating func process(_ name: String) -> Int64 {
    processCount += 1
    describe("process", name, "pid", at: processCount, nil)
    return processCount
  }

  /// Begins a track below those of its group.
  mutating func track(_ name: String, in process: Int64) -> Track {
    threadCount += 1
    describe("thread", name, "tid", at: process, threadCount)
    return Track(process: process, thread: threadCount)
  }

  private mutating func describe(
    _ kind: String, _ name: String, _ number: String, at process: Int64, _ thread: Int64?
  ) {
    let facts: [(String, JSON.Member)] = [
      ("name", JSON.Member("name", .string(name))),
      ("sort_index", JSON.Member("sort_index", .integer(thread ?? process))),
    ]
    for (word, argument) in facts {
      var members = [
        JSON.Member("name", .string("\(kind)_\(word)")), JSON.Member("ph", .string("M")),
        JSON.Member("pid", .integer(process)),
      ]
      if let thread { members.append(JSON.Member("tid", .integer(thread))) }
      members.append(JSON.Member("args", .members([argument])))
      write(members)
    }
  }

  /// Adds slices in as few lanes as it takes for none to overlap; nothing for none.
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

  /// Adds the numbers that counters of a group have from a time on.
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

  /// Exact: whole nanoseconds are at most three decimals of a microsecond.
  private func microseconds(_ time: SimulatedTime) -> JSON {
    .written(MetricText.decimal(time.nanoseconds, places: 3))
  }

  func text(about session: SessionReport) -> String {
    let about: [(String, String)] = [
      ("clock", "simulated time since the session began, of no machine"),
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
