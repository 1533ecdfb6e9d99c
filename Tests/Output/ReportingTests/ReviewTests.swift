import Formatting
import Testing

@testable import Reporting

@Suite("What is read before facts are written")
struct ReviewTests {
  /// A comparison in which one answer and many values of each session changed.
  private static func comparison(
    sessions: Int, values: Int, key: String = "view reuse rate"
  ) -> FactsComparison {
    var comparison = FactsComparison(purpose: .updated, folder: "Reports", count: sessions)
    comparison.hasFacts = true
    comparison.changes = (0..<sessions).map { session in
      let headline = FactsDifference.Value(
        part: "", key: key, old: #"{"of": 2, "part": 1}"#, new: #"{"of": 3, "part": 1}"#)
      let others = (0..<values).map {
        FactsDifference.Value(part: "step \($0)", key: "views created", old: "1", new: "2")
      }
      return FactsComparison.Change(id: "s\(100 + session)", values: [headline] + others)
    }
    return comparison
  }

  @Test
  func `are all values where they fit on a screen`() {
    let lines = ReviewTests.comparison(sessions: 1, values: 3).review(isWhole: false)
    #expect(lines.count == 5 && lines[0] == "facts of s100 differ:")
  }

  @Test(arguments: [(1, 100), (30, 100), (400, 2)])
  func `are the headlines of as many sessions as fit, and how many lines are left`(
    sessions: Int, values: Int
  ) throws {
    let comparison = ReviewTests.comparison(sessions: sessions, values: values)
    let lines = comparison.review(isWhole: false)
    #expect(lines.count <= TextLayout.height)
    let named = lines.filter { $0.hasPrefix("facts of ") }
    #expect(named.count == min(sessions, (TextLayout.height - 3) / 2), "\(lines)")
    #expect(lines.filter { $0 == "  view reuse rate 50.0 % -> 33.3 %" }.count == named.count)
    let whole = comparison.review(isWhole: true)
    #expect(whole.count == sessions * (values + 2))
    #expect(lines.last == TextLayout.rest(whole.count - lines.count + 1))
  }

  @Test
  func `are some of many sessions that are missing`() throws {
    var comparison = ReviewTests.comparison(sessions: 1, values: 0)
    comparison.missing = (0..<12).map { "m\($0)" }
    let lines = comparison.review(isWhole: false)
    #expect(!lines.contains { $0.contains("m11") } && lines.contains { $0.contains("m9") })
    #expect(lines.last?.contains("--verbose") == true, "\(lines)")
    #expect(comparison.review(isWhole: true).contains { $0.contains("m11") })
  }

  /// A changed session has a line even if none of its answers changed.
  @Test
  func `are the most telling values where no answer moved`() throws {
    let comparison = ReviewTests.comparison(sessions: 1, values: 100, key: "no such metric")
    let lines = comparison.review(isWhole: false)
    #expect(lines.count == 2 && lines[0].hasPrefix("facts of s100 differ: "), "\(lines)")
  }
}
