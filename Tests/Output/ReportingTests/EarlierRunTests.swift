import Pages
import Testing

@testable import ReportPage
@testable import ReportTexts
@testable import Reporting

@Suite("A run beside an earlier one")
struct EarlierRunTests {
  private static func change(_ id: String, _ key: String = "frames") -> FactsComparison.Change {
    FactsComparison.Change(
      id: id, values: [FactsDifference.Value(part: "", key: key, old: "9", new: "8")])
  }

  private static func earlier(
    _ ids: [String], of count: Int, gone: Int = 0, new: Int = 0
  ) -> EarlierRun {
    EarlierRun(
      path: "old", count: count, changes: ids.map { change($0) }, onlyBefore: gone, onlyNow: new,
      sessions: Dictionary(uniqueKeysWithValues: ids.map { ($0, Fixture.session(id: $0)) }))
  }

  @Test(arguments: [
    (earlier([], of: 1), "since the run 'old': no change in 1 session"),
    (earlier(["a"], of: 1), "since the run 'old': 1 of 1 session changed"),
    (earlier(["a", "b"], of: 467), "since the run 'old': 2 of 467 sessions changed"),
    (
      earlier([], of: 3, gone: 2, new: 1),
      "since the run 'old': no change in 3 sessions; 1 session is new; 2 sessions are gone"
    ),
  ])
  func `is told in a line`(run: EarlierRun, words: String) { #expect(run.words == words) }

  @Test
  func `lists the changed sessions, as many as there is room for`() {
    let run = Self.earlier(["a", "b", "c"], of: 3)
    #expect(
      run.lines(atMost: 2) == [
        "since the run 'old': 3 of 3 sessions changed", "  a: frames 9 -> 8", "  b: frames 9 -> 8",
        "  and 1 more session; the page has all",
      ])
    #expect(run.lines(atMost: 3).count == 4)
  }

  /// Names come from files.
  @Test
  func `is told on the console, and nothing of a file escapes`() {
    var run = Fixture.run([Fixture.session(id: "a")])
    run.earlier = Self.earlier(["a"], of: 1)
    run.earlier?.path = "old\u{1B}[2J"
    let text = Console(hasColors: false, isQuiet: false).closing(of: run)
    #expect(text.contains("1 of 1 session changed\n  a: frames 9 -> 8\n"), "\(text)")
    #expect(!text.contains("\u{1B}"))
    let quiet = Console(hasColors: false, isQuiet: true).closing(of: run)
    #expect(quiet.contains("1 of 1 session changed\n") && !quiet.contains("a: frames"), "\(quiet)")
  }

  @Test
  func `plays a changed session before and now, and the others alone`() throws {
    var sessions = ["a", "b"].map { Fixture.session(id: $0) }
    for index in sessions.indices { sessions[index].scene = Fixture.seen }
    var run = Fixture.run(sessions)
    run.earlier = Self.earlier(["b"], of: 2)
    run.earlier?.sessions = ["b": sessions[1]]
    let parts = HTMLPage.parts(of: run)
    #expect(
      parts.map(\.name).filter { $0.hasPrefix("player ") || $0.hasPrefix("before ") }
        == ["player a", "player b", "before b"])
    func section(_ id: String) throws -> String {
      let part = try #require(parts.first { $0.name == "/\(id)" })
      return HTMLPage.templates.render(part.template, part.context())
    }
    let changed = try section("b")
    #expect(changed.contains("<option value=\"before b\" selected>before</option>"), "\(changed)")
    #expect(changed.contains("<h3>Changes since the earlier run</h3>"))
    #expect(changed.contains("<th>before</th><th>now</th>"))
    let same = try section("a")
    #expect(!same.contains("before b") && !same.contains("earlier run"), "\(same)")
    let page = HTMLPage.text(of: run)
    let list =
      "<details class=\"followers\" open><summary>Since the run &#39;old&#39;: 1 of 2 sessions "
      + "changed</summary>"
    #expect(page.contains(list))
    #expect(page.contains("<span class=\"warn\">changed 1</span>"))
  }

  /// A run without scenes has tables alone.
  @Test
  func `has no player for a session that had no scene`() throws {
    var session = Fixture.session(id: "a")
    session.scene = Fixture.seen
    var run = Fixture.run([session])
    run.earlier = Self.earlier(["a"], of: 1)
    #expect(!HTMLPage.parts(of: run).contains { $0.name.hasPrefix("before ") })
    let part = try #require(HTMLPage.parts(of: run).first { $0.name == "/a" })
    let text = HTMLPage.templates.render(part.template, part.context())
    #expect(text.contains("Changes since the earlier run") && !text.contains("value=\"before a\""))
  }

  /// The page of a run in which nothing changed says so.
  @Test
  func `says that nothing changed`() {
    var run = Fixture.run([Fixture.session(id: "a")])
    run.earlier = Self.earlier([], of: 1)
    #expect(HTMLPage.text(of: run).contains("Since the run &#39;old&#39;: no change in 1 session"))
  }
}
