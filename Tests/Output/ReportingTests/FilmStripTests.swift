import MapEvents
import MapGeometry
import Measures
import Testing

@testable import Reporting

@Suite("Film strips")
struct FilmStripTests {
  /// A session with a selection at each second, which ends half a second later, and a move of a
  /// view a little after that; in one of the moves a second view goes along.
  ///
  /// Unless the map is still, it is elsewhere after each beginning and end of a selection.
  private static func session(
    selections: Int, moves: Int = 0, largest: Int? = nil, broken: Int? = nil, isStill: Bool = true
  ) -> SessionReport {
    var scene = Fixture.seen
    scene.selections = SceneTable()
    for number in 0..<selections {
      scene.selections.append(at: second(number + 1), [4])
      scene.selections.append(at: second(number + 1) + Fixture.ms(500), [-1])
    }
    scene.views.append(at: Fixture.ms(200), [-1, 4, 0, 32_000, 48_000, 1, 0])
    for number in 0..<(isStill ? 0 : 2 * selections) {
      let time = second(1) + Fixture.ms(Int64(500 * number))
      scene.camera.append(at: time, [Int64(32_000 + 40 * number), 49_600, 1_000_000, 0])
    }
    for number in 0..<moves {
      let time = second(number + 1) + Fixture.ms(600)
      scene.views.append(at: time, [-1, 3, 0, Int64(33_000 + number), 48_000, 1, 8])
      if number + 1 == largest {
        scene.views.append(at: time, [-1, 4, 0, 33_000, 48_000, 1, 8])
      }
    }
    var session = Fixture.session(callouts: [Fixture.callout(kept: [false])])
    session.scene = scene
    session.timeline.length = second(12)
    if let broken {
      session.timeline.callouts.append(
        SessionTimeline.CalloutSpan(
          start: second(broken), end: second(broken) + Fixture.ms(500), rest: nil, callout: 0,
          annotation: 4))
    }
    return session
  }

  private static func second(_ number: Int) -> SimulatedTime { Fixture.ms(Int64(number) * 1_000) }

  /// The seconds of which there are moments for some reasons.
  private static func seconds(_ choice: Moments.Choice, _ reasons: Moment.Reason...) -> [Int64] {
    let times = choice.moments.filter { reasons.contains($0.reason) }.map(\.time.nanoseconds)
    // A moment before a selection is none of the second before.
    return Set(times.map { ($0 + 250_000_000) / 1_000_000_000 }).sorted()
  }

  private struct Case: Sendable {
    var selections: Int
    var broken: Int?
    var limit: Int
    var shown: [Int64]
    var shares: String?
  }

  private static let cases = [
    // With first and last frame that is one moment more than there are places.
    Case(selections: 4, limit: 12, shown: [1, 2, 3, 4]),
    Case(selections: 5, limit: 12, shown: [1, 2, 3, 5], shares: "4 of 5 selections"),
    Case(selections: 9, limit: 12, shown: [1, 3, 5, 9], shares: "4 of 9 selections"),
    Case(selections: 9, limit: 9, shown: [1, 5, 9], shares: "3 of 9 selections"),
    Case(selections: 9, limit: 8, shown: [1, 9], shares: "2 of 9 selections"),
    Case(selections: 9, limit: 3, shown: [1], shares: "1 of 9 selections"),
    Case(selections: 9, limit: 2, shown: [1], shares: "0 of 9 selections"),
    Case(selections: 9, broken: 6, limit: 12, shown: [1, 4, 6, 9], shares: "4 of 9 selections"),
    Case(selections: 9, broken: 6, limit: 3, shown: [6], shares: "1 of 9 selections"),
  ]

  @Test(arguments: cases)
  private func `show whole selections, broken ones first, others from all over the session`(
    _ test: Case
  ) {
    let session = FilmStripTests.session(selections: test.selections, broken: test.broken)
    let choice = Moments(session).choice(atMost: test.limit)
    #expect(choice.moments.count <= test.limit)
    #expect(FilmStripTests.seconds(choice, .selection, .broken) == test.shown)
    #expect(choice.shares == test.shares)
    #expect(choice.moments.map(\.time) == choice.moments.map(\.time).sorted())
  }

  @Test(
    arguments: [
      (4, nil, [1, 2, 3, 4], nil), (6, nil, [1, 2, 3, 6], "4 of 6 moves"),
      (6, 5, [1, 3, 5, 6], "4 of 6 moves"),
    ] as [(Int, Int?, [Int64], String?)])
  func `show the largest moves, and of those of one size some from all over the session`(
    moves: Int, largest: Int?, shown: [Int64], shares: String?
  ) {
    let session = FilmStripTests.session(selections: 0, moves: moves, largest: largest)
    let choice = Moments(session).choice(atMost: 12)
    #expect(FilmStripTests.seconds(choice, .movement) == shown)
    #expect(choice.shares == shares)
  }

  /// A session with snapshots and failures at some times.
  private static func session(snapshots: [Int], failures: [Int]) -> SessionReport {
    var session = FilmStripTests.session(selections: 3)
    session.snapshots = snapshots.enumerated().map { number, time in
      var placed = Fixture.scene(title: "asked \(number)")
      placed.scene.occasion = .snapshot
      placed.time = second(time)
      return placed
    }
    session.facts.verdicts = failures.map { _ in Fixture.broken }
    session.evidence = failures.enumerated().map { verdict, time in
      var evidence = FailureEvidence(place: FailurePlace(judgedAt: second(12)))
      evidence.verdict = verdict
      evidence.place.first = second(time)
      return evidence
    }
    return session
  }

  @Test(arguments: [
    ([1, 1, 1], [], 12), ([1, 4, 4], [1, 4], 12), ([2, 2, 3], [2, 2, 3, 4, 5, 6, 7, 8], 4),
    ([4], [3, 4, 5], 1),
  ])
  func `keep every snapshot, however many share its instant or fail there`(
    snapshots: [Int], failures: [Int], limit: Int
  ) {
    let session = FilmStripTests.session(snapshots: snapshots, failures: failures)
    let moments = Moments(session).choice(atMost: limit).moments
    #expect(
      moments.filter { $0.reason == .asked }.map(\.title)
        == snapshots.indices.map { "asked \($0)" })
    let failed = moments.filter { $0.reason == .failure }.map(\.time)
    #expect(failed.isEmpty == (failures.isEmpty || limit == snapshots.count))
  }

  @Test
  func `open a player where something failed, even where snapshots take every place`() throws {
    let session = FilmStripTests.session(snapshots: Array(1...12), failures: [7])
    #expect(Moments(session).choice(atMost: 12).moments.allSatisfy { $0.reason == .asked })
    #expect(Moments(session).opening?.time.nanoseconds == 7_000_000_000)
  }

  @Test
  func `share their places among selections and moves`() {
    let session = FilmStripTests.session(selections: 9, moves: 6)
    let choice = Moments(session).choice(atMost: 12)
    #expect(FilmStripTests.seconds(choice, .selection) == [1, 9])
    #expect(choice.shares == "2 of 9 selections, 3 of 6 moves")
  }

  @Test
  func `say of what they show how much, and nothing where nothing is left out`() throws {
    var session = FilmStripTests.session(selections: 9, isStill: false)
    session.name = "A <b> map"
    let some = try #require(FilmStrip.text(of: session))
    #expect(some.contains("<title>A &lt;b&gt; map: 3 of 9 selections</title>\n<style>"))
    #expect(some.contains(">shown: 3 of 9 selections</text>"))
    #expect(some.utf8.count <= FilmStrip.largestBytes)
    let few = FilmStripTests.session(selections: 3, isStill: false)
    let all = try #require(FilmStrip.text(of: few))
    #expect(!all.contains("</title>\n<style>") && !all.contains("shown: "))
    let gallery = FilmStrip.gallery(of: Fixture.run([session]), bytes: 1_000_000)
    #expect(gallery.strips.map { $0.svg.contains(">shown: 1 of 9 selections</text>") } == [true])
  }

  /// Nine selections on a map that does not change are two pictures: without a view, and with one.
  @Test
  func `have no two equal pictures in a row`() throws {
    let text = try #require(FilmStrip.text(of: FilmStripTests.session(selections: 9)))
    #expect(text.matches(of: /class="time"/).count == 2)
    let moving = try #require(
      FilmStrip.text(of: FilmStripTests.session(selections: 9, isStill: false)))
    #expect(moving.matches(of: /class="time"/).count == 9)
  }

  /// Three pictures that an author asked for are the whole story.
  @Test(arguments: [(2, true), (3, false), (4, false)])
  func `show nothing else where the author tells a story`(snapshots: Int, hasMore: Bool) {
    let session = FilmStripTests.session(
      snapshots: Array(1...snapshots).map { 2 * $0 }, failures: [3])
    let moments = Moments(session).choice(atMost: 12).moments
    #expect(moments.contains { ![.asked, .failure].contains($0.reason) } == hasMore)
    #expect(moments.contains { $0.reason == .failure })
  }

  /// What is below the pictures lies within the strip, in as many lines as it needs.
  @Test
  func `have room for what they say`() throws {
    let session = FilmStripTests.session(selections: 9, moves: 6)
    let text = try #require(FilmStrip.text(of: session))
    let box = try #require(text.firstMatch(of: /viewBox="0 0 [0-9.]+ ([0-9.]+)"/)).output.1
    let line = try #require(text.firstMatch(of: /y="([0-9.]+)">shown:/)).output.1
    let height = try #require(Double(box))
    let place = try #require(Double(line))
    let times = text.matches(of: /class="time" x="[0-9.]+" y="([0-9.]+)"/)
      .compactMap { Double($0.output.1) }
    let lowest = try #require(times.max())
    #expect(lowest < place && place < height)
  }

  @Test(arguments: [
    (0, []), (1, [0]), (2, [0, 1]), (3, [0, 2, 1]), (9, [0, 8, 4, 2, 6, 1, 3, 5, 7]),
  ])
  func `are spread over a list by halves`(count: Int, order: [Int]) {
    #expect(Moments.spread(count) == order)
  }
}
