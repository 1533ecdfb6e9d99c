import Support
import Testing

/// Whole sessions of the reproduced library: which cluster annotations are on its map after each
/// step, which came, left and stayed, with which members and where.
@Suite("Recorded cluster sessions")
struct GoldenSessionTests {
  static let inRepository = ["synthetic", "dateline"].flatMap {
    Golden.fixture($0, of: "Clustering")
  }
  static let outside = ["berlin", "batches", "flow", "select"].flatMap { Golden.outside($0) }

  static func playable(_ lines: [GoldenLine]) -> [GoldenLine] {
    lines.filter { line in
      let data = line.value["dataset"].text
      return GoldenPlayer.obstacle(line.value) == nil
        && (data.map { !Golden.dataset($0).isEmpty } ?? true)
    }
  }

  static func obstacles(_ lines: [GoldenLine]) -> [String: String] {
    let pairs = lines.compactMap { line in
      GoldenPlayer.obstacle(line.value).map { (line.name, $0) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test
  func `leaves out few of the sessions beside the tests`() {
    #expect(GoldenSessionTests.inRepository.count == 19)
    #expect(
      GoldenSessionTests.obstacles(GoldenSessionTests.inRepository) == [
        "synthetic/min-thresholds": "the settings change midway",
        "synthetic/equal-objects": "points are equal to others",
        "synthetic/zero-size-view": "the view is empty",
      ])
  }

  @Test(.enabled(if: !outside.isEmpty))
  func `leaves out few of the long sessions`() {
    let select = "the controller's own selection is no feature yet"
    #expect(
      GoldenSessionTests.obstacles(GoldenSessionTests.outside) == [
        "batches/berlin-config-midway": "the settings change midway",
        "select/zoom-to-single": select,
        "select/clustered-target": select,
        "select/twice-same": select,
        "select/rejected-annotation": select,
        "select/with-selection": select,
      ])
  }

  @Test(arguments: playable(inRepository))
  func `shows the clusters of a session`(line: GoldenLine) {
    GoldenSessionTests.play(line)
  }

  @Test(.enabled(if: !playable(outside).isEmpty), arguments: playable(outside))
  func `shows the clusters of a long session`(line: GoldenLine) {
    GoldenSessionTests.play(line)
  }

  private static func play(_ line: GoldenLine) {
    var player = GoldenPlayer(line.value)
    player.play()
    #expect(player.compared == line.value["results"].list.count)
    #expect(player.compared > 0)
  }
}
