import Counts
import MapEvents
import MapGeometry
import Metrics
import Statistics
import Testing
import Wire

@testable import Measures
@testable import ReportPage
@testable import Reporting

@Suite("Charts of sessions")
struct SessionChartTests {
  fileprivate typealias Times = [Int64?]

  private static func chart(_ session: SessionReport, _ place: Int = 0) throws -> PageChart {
    try #require(SessionCharts.all(of: session).dropFirst(place).first)
  }

  /// A session whose update computes for some milliseconds each, and fades for others.
  private static func session(
    compute: [Int64], fade: (Int) -> Int64 = { _ in 0 }
  ) -> SessionReport {
    var session = Fixture.session()
    session.facts.marks = []
    session.facts.updates = compute.enumerated().map { number, time in
      var update = UpdateFacts(
        update: Int32(number), layer: 0, step: 0, trigger: .regionChanged,
        triggeredAt: Fixture.ms(Int64(number)))
      update.compute = Fixture.ms(time)
      update.animation = Fixture.ms(fade(number))
      update.latency = Fixture.ms(time + fade(number))
      return update
    }
    return session
  }

  @Test
  func `stack what an update waits for and does, and draw its fade apart`() throws {
    let session = Fixture.session()
    let (latency, fade) = (try Self.chart(session), try Self.chart(session, 1))
    #expect(latency.series.map(\.name) == ["queue", "compute"])
    #expect(fade.series.map(\.name) == ["fade"])
    let parts = (latency.series + fade.series).compactMap { $0.values[0] }
    let update = try #require(session.facts.updates.first)
    #expect(parts.reduce(0, +) == update.latency?.nanoseconds)
    #expect(latency.updates == [Int64(update.update)] && latency.layers == ["cities"])
    #expect(fade.title.hasSuffix("the slowest update is over in 236.4 ms"), "\(fade.title)")
  }

  /// What comes after the fade is no part of the time until the clusters are on the map.
  @Test
  func `draw the wait to remove old clusters beside the fade`() throws {
    var session = Self.session(compute: [10, 20]) { _ in 200 }
    session.facts.updates[1].mainThreadWait = Fixture.ms(90)
    session.facts.updates[1].latencyWithoutFade = Fixture.ms(25)
    session.facts.updates[1].latency = Fixture.ms(310)
    let (latency, fade) = (try Self.chart(session), try Self.chart(session, 1))
    #expect(latency.title.hasPrefix("The slowest cluster update takes 25.0 ms until"))
    #expect(latency.series.map(\.values) == [[10_000_000, 20_000_000], [0, 5_000_000]])
    #expect(fade.series.map(\.values) == [[200_000_000, 200_000_000], [0, 85_000_000]])
    #expect(fade.title.contains("200.0 ms more") && fade.title.hasSuffix("over in 310.0 ms"))
  }

  /// A run file may hold any number; the page is drawn all the same.
  @Test(arguments: [Int64.max, .min, -1])
  func `bear any number`(number: Int64) {
    var session = Self.session(compute: [1, 1]) { _ in 1 }
    let time = SimulatedTime(nanoseconds: number)
    for index in 0..<2 {
      session.facts.updates[index].indexing = time
      session.facts.updates[index].mainThreadWait = time
      session.facts.updates[index].latencyWithoutFade = time
      session.facts.updates[index].triggeredAt = index == 0 ? time : Fixture.ms(-5)
    }
    var table = MetricTable()
    (table[.viewsCreated], table[.viewsReused]) = (.count(number), .count(number))
    session.facts.steps = [table, table]
    let rows = [0, 1].map { SessionCounts.Row(step: $0, phases: [number, number], rest: number) }
    let counts = SessionCounts(
      phaseNames: ["query", "diff"], rows: rows, functions: nil, isEstimate: false)
    for chart in SessionCharts.all(of: session, counts: counts) { _ = chart.context }
  }

  @Test
  func `are left out when no update came to its end`() {
    var session = Fixture.session()
    session.facts.updates.removeFirst()
    #expect(!SessionCharts.all(of: session).contains { $0.place == "update" })
  }

  @Test
  func `show the slowest of neighbors when there are many`() throws {
    var times = Array(repeating: Int64(10), count: 1_000)
    times[503] = 90
    let chart = try Self.chart(Self.session(compute: times))
    #expect(chart.series.map(\.values.count) == [143])
    #expect(chart.series[0].values.firstIndex(of: 90_000_000) == 503 / 7)
    #expect(chart.updates[503 / 7] == 503 && chart.updates[0] == 0)
    #expect(chart.note.contains("each bar the slowest of 7 updates in a row"))
    #expect(chart.title.contains("takes 90.0 ms") && chart.title.contains("100 % of it compute"))
  }

  @Test(arguments: [
    ([250, 250], "The fade takes 250.0 ms more"), ([0, 100, 250], "100.0 ms to 250.0 ms more"),
    ([0, 0], nil),
  ])
  func `say how long fades take`(fades: [Int64], title: String?) {
    let session = Self.session(compute: fades.map { _ in 1 }) { fades[$0] }
    let chart = SessionCharts.all(of: session).first { $0.series.first?.name == "fade" }
    #expect(chart.map { $0.title.contains(title ?? "?") } == title.map { _ in true })
  }

  @Test
  func `have bars in bars for each window of batches with updates`() throws {
    let charts = SessionCharts.batches(of: ClusterReportTests.download)
    #expect(charts.count == 2)
    let chart = try #require(charts.first)
    #expect(chart.series.map(\.name) == ["p50", "p95", "max"])
    #expect(chart.names == ["1–3", "4"])
    #expect(chart.series.map(\.values) == Array(repeating: [236_400_000, nil], count: 3))
    #expect(chart.title == "Latency by batch, with the fade (p95) is 236.4 ms")
  }

  /// However many frames have others, the most views that the title names are drawn.
  @Test(arguments: [1, 2, 99, 100, 101, 250, 1_000])
  func `keep the most views on the map`(count: Int) throws {
    var session = Fixture.session()
    for frame in 0..<count {
      session.timeline.viewCounts.append(
        SessionTimeline.ViewCount(
          start: Fixture.ms(Int64(frame)), live: Int32(frame * 37 % 101 + 1), pooled: 3))
    }
    let most = (0..<count).map { frame -> Int64 in Int64(frame * 37 % 101 + 1) }.max()
    let chart = try #require(SessionCharts.all(of: session).first { $0.kind == .steps })
    #expect(chart.series[0].values.compactMap(\.self).max() == most)
    #expect(chart.title.hasPrefix("At most \(most ?? 0) annotation view"))
    #expect(chart.series[0].values.count <= 100 && chart.times == chart.times.sorted())
  }

  @Test
  func `follow the share of reused views to its end`() throws {
    var session = Fixture.session()
    for (time, isReused) in [false, false, true, true, true].enumerated() {
      session.timeline.views.append(
        SessionTimeline.ViewSpan(
          start: Fixture.ms(Int64(time / 2)), end: nil, view: 0, annotation: 0, layer: 0,
          identifier: 0, isReused: isReused, subject: .point))
    }
    session.facts.session[.viewReuseRate] = .share(part: 3, of: 5)
    let chart = try #require(SessionCharts.all(of: session).first { $0.unit == .permille })
    #expect(chart.series[0].values == [0, 500, 600])
    #expect(chart.times == [0, 1_000_000, 2_000_000])
    #expect(chart.title.hasPrefix("60.0 % of the views"))
  }

  @Test
  func `name the step that creates most views and that allocates most`() throws {
    var session = Fixture.session()
    var (few, many) = (MetricTable(), MetricTable())
    (few[.viewsCreated], few[.viewsReused]) = (.count(2), .count(40))
    (many[.viewsCreated], many[.viewsReused]) = (.count(5), .count(1))
    session.facts.steps = [few, MetricTable(), many]
    let views = try #require(SessionCharts.all(of: session).first { $0.place == "step" })
    #expect(views.title == "Step 3 creates most views, 5 of 7 in steps")
    #expect(views.steps == [0, 2])
    #expect(views.series.map(\.values) == [[2, 5], [40, 1]])

    let counts = SessionCounts(
      phaseNames: ["query"],
      rows: [
        SessionCounts.Row(step: 1, phases: [70], rest: 7),
        SessionCounts.Row(step: nil, phases: [900], rest: 0),
      ], functions: nil, isEstimate: false)
    let instructions = try #require(SessionCharts.all(of: session, counts: counts).last)
    #expect(instructions.title == "Step 2 takes most instructions: 77 of 77 instructions")
    #expect(instructions.steps == [1])
  }

  /// Of frames in a row the longest is kept, whatever their number.
  @Test(arguments: [0, 1, 119, 120, 121, 239, 240, 241, 961, 5_000])
  func `have the work of all frames`(count: Int) throws {
    let work = { (frame: Int) in Fixture.ms(Int64(frame * 7_919 % 53)) }
    let timeline = TimelineTests.timeline(
      TimelineTests.events(
        (0..<count).map { frame in
          (
            Int64(frame),
            .frame(
              FrameReport(
                number: Int64(frame), mainThread: work(frame), liveViews: 0, pooledViews: 0))
          )
        } + [(Int64(count), .session(.ended))]))
    let rows = try #require(timeline.frames?.rows)
    #expect(rows.count <= 120 && (count < 120 || rows.count >= 60))
    var first = 0
    for row in rows {
      let frames = first..<first + Int(row.frames)
      #expect(row.start == Fixture.ms(Int64(first)))
      #expect(row.mainThread == frames.map(work).max())
      first = frames.upperBound
    }
    #expect(first == count)
  }

  @Test
  func `draw late frames over the budget`() throws {
    var session = Fixture.session()
    var frames = TimelineRows<SessionTimeline.FrameWork>()
    for (frame, work) in [3, 40, 0].enumerated() {
      frames.append(
        SessionTimeline.FrameWork(
          start: Fixture.ms(Int64(frame) * 16), mainThread: Fixture.ms(Int64(work)), frames: 1))
    }
    session.timeline.frames = frames
    session.facts.session[.hitches] = .count(1)
    let chart = try #require(SessionCharts.all(of: session).first { $0.kind == .peaks })
    #expect(chart.limit?.value == session.legend.framePeriod.nanoseconds)
    #expect(chart.title == "1 hitch; the main thread works 40.0 ms for the longest frame")
    session.timeline.frames = nil
    #expect(!SessionCharts.all(of: session).contains { $0.kind == .peaks })
  }

  /// The script reads a place of each list with one index.
  @Test(arguments: Sample.run.sessions)
  func `have one of everything for each place`(session: SessionReport) {
    for chart in SessionCharts.all(of: session) + SessionCharts.batches(of: session) {
      let count = chart.series.first?.values.count ?? 0
      #expect(chart.series.allSatisfy { $0.values.count == count } && count > 0)
      for list in [
        chart.names.count, chart.updates.count, chart.layers.count, chart.times.count,
        chart.steps.count,
      ] { #expect(list == 0 || list == count) }
      #expect(!chart.title.hasSuffix("."))
      #expect(chart.marks.allSatisfy { (0...count).contains($0.place) })
    }
  }

  /// Stacked bars need space for their sum, others for the largest; a share has all of its scale.
  @Test(
    arguments: [
      (.stacked, .count, [[1, 4], [5, nil]], nil, [0, 2, 4, 6]),
      (.nested, .count, [[1, 4], [5, nil]], nil, [0, 2, 4, 6]),
      (.stacked, .count, [[6, 1], [4, 3]], nil, [0, 5, 10]),
      (.nested, .count, [[6, 1], [4, 3]], nil, [0, 2, 4, 6]),
      (.peaks, .nanoseconds, [[3]], 40, [0, 10, 20, 30, 40]),
      (.steps, .permille, [[3]], nil, [0, 500, 1_000]),
      (.stacked, .count, [[0]], nil, [0, 1]), (.stacked, .count, [[]], nil, [0, 1]),
    ] as [(PageChart.Kind, PageChart.Unit, [Times], Int64?, [Double])])
  fileprivate func `have an axis with space for everything`(
    kind: PageChart.Kind, unit: PageChart.Unit, values: [Times], limit: Int64?, ticks: [Double]
  ) throws {
    var chart = PageChart(
      title: "", note: "", unit: unit, kind: kind,
      series: values.map { PageChart.Series(kind: "compute", name: "", values: $0) }, place: "")
    chart.limit = limit.map { (name: "budget", value: $0) }
    #expect(chart.ticks == ticks)
    let written = try #require(chart.context["ticks"] as? JSON)
    #expect(written == .array(ticks.map { .integer(Int64($0)) }))
    // A run file may hold any number.
    chart.series[0].values = chart.series[0].values.map { _ in .max }
    #expect(chart.ticks.allSatisfy { $0.isFinite && $0 >= 0 })
    _ = chart.context
  }
}
