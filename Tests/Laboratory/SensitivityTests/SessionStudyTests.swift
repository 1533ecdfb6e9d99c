import MapEvents
import Metrics
import Testing

@testable import Sensitivity

@Suite("Study of one session")
struct SessionStudyTests {
  /// A judgment whose fingerprint and verdicts follow from a number.
  static func judgment(_ number: Int, isGood: [Bool] = [true], reuse: Int64 = 0) throws -> Judgment
  {
    let digest = try #require(
      TraceDigest(text: String(String(number + 100_000_000).suffix(8)) + "00000000"))
    return Judgment(
      fingerprints: [digest], isGood: isGood,
      headlines: [.never, .share(part: reuse, of: 100), .never, .never])
  }

  /// A study of five assumptions with three values each, of which some settings matter.
  private func study(
    _ open: [Int], expected: Set<Int> = [], mattering: Set<Setting>, asked: @escaping (Int) -> Void
  ) throws -> SessionStudy {
    let standard = try Self.judgment(0)
    let other = try Self.judgment(1, isGood: [false])
    return SessionStudy(
      open: open, expected: expected, valueCounts: [3, 3, 1, 3, 3],
      verdicts: [StudiedVerdict(kind: .implied, subject: "all")],
      standard: standard,
      isAlike: { settings in
        asked(settings.count)
        #expect(Set(settings.map(\.assumption)).count == settings.count)
        return mattering.isDisjoint(with: settings)
      }, judge: { mattering.contains($0) ? other : standard })
  }

  @Test(arguments: [
    ([0, 1, 2, 3, 4], [Setting(assumption: 1, value: 0), Setting(assumption: 3, value: 2)]),
    ([4, 3, 2, 1, 0], [Setting(assumption: 2, value: 0)]),
    ([0, 4], [Setting(assumption: 4, value: 1), Setting(assumption: 4, value: 2)]), ([0, 1], []),
  ])
  func `finds the settings of each round`(open: [Int], matters: [Setting]) throws {
    let found = try study(open, mattering: Set(matters), asked: { _ in }).run()
    #expect(
      Set(found.trials.flatMap(\.settings)) == Set(matters)
        && found.trials.count == matters.count)
    #expect(found.consulted == Set(matters.map(\.assumption)).sorted())
    #expect(found.isRobust == [matters.isEmpty])
    let values = open.map { $0 == 2 ? 1 : 3 }.reduce(0, +)
    #expect(found.oneAtATimeCount == values + 1)
  }

  /// Together they would only show what is expected.
  @Test
  func `tries alone what is expected to matter`() throws {
    let matters: Set = [Setting(assumption: 1, value: 0), Setting(assumption: 4, value: 0)]
    var groups: [Int] = []
    let found = try study([0, 1, 2, 3, 4], expected: [1, 4], mattering: matters) {
      groups.append($0)
    }.run()
    let others = try study([0, 1, 2, 3, 4], mattering: matters, asked: { _ in }).run()
    #expect(groups == [2, 2, 2] && found.replayCount < others.replayCount)
    #expect(found.consulted == others.consulted && found.consulted == [1, 4])
  }
}
