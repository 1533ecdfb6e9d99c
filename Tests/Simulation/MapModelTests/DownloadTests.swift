import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Batches that come, get lost, and are cancelled.
@Suite("Downloads")
struct DownloadTests {
  private static func batch(
    _ points: [PointID], at arrival: Int64?, lost: Int = 0, first: Int64 = 10, layer: Int = 0
  ) -> PlannedBatch {
    PlannedBatch(
      points: points, layer: layer, arrival: arrival.map { SimulatedTime(milliseconds: $0) },
      losses: lost == 0
        ? nil
        : PlannedBatch.Losses(
          first: SimulatedTime(milliseconds: first), interval: SimulatedTime(milliseconds: 20),
          count: lost))
  }

  @Test
  func `tells each loss, and asks again until it gives up`() {
    let test = DataTests.map()
    test.map.beginDownload(
      [
        DownloadTests.batch([0], at: nil, lost: 3), DownloadTests.batch([1, 2], at: 45, lost: 2),
        DownloadTests.batch([3], at: 30),
      ], isTold: true)
    #expect(test.map.advanceUntilSettled())
    #expect(
      test.take(.data, timed: true) == [
        "0 download 0", "10 lost 1 for 0", "10 lost 2 for 0", "30 batch of 1 for 0",
        "30 1 points to 0", "30 add 0", "30 lost 1 for 0", "30 lost 2 for 0",
        "45 batch of 2 for 0", "45 2 points to 0", "45 add 1", "45 add 2",
        "50 lost 1 for 0, given up", "50 end of download 0",
      ])
    #expect(test.map.now == SimulatedTime(milliseconds: 60))
  }

  /// The library's index and its completion handler are asked, but there is nothing to update.
  @Test
  func `gives an empty batch to the app, which changes nothing`() {
    let test = DataTests.map(layers: [.clustered(cellSize: 20)])
    test.map.beginDownload([DownloadTests.batch([], at: 10)])
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.data, .cluster)
    #expect(words.first == "batch of 0 for 0")
    #expect(!words.contains { $0.contains("queued") || $0.contains("points") })
  }

  @Test
  func `tells nothing of a download that nobody waits for`() {
    let test = DataTests.map()
    test.map.beginDownload([DownloadTests.batch([0], at: 10)])
    #expect(test.map.advanceUntilSettled())
    #expect(test.take(.data) == ["batch of 1 for 0", "1 points to 0", "add 0"])
  }

  /// A cancellation at each instant: what came before stays, nothing comes after, and other
  /// downloads do not notice.
  @Test(arguments: 0...60)
  func `cancels what has not come yet`(instant: Int64) {
    func play(cancels: Bool) -> [String] {
      let test = DataTests.map()
      let first = test.map.beginDownload(
        [
          DownloadTests.batch([0], at: 5), DownloadTests.batch([1], at: 51, lost: 2),
          DownloadTests.batch([2], at: nil, lost: 2), DownloadTests.batch([3], at: 40),
        ], isTold: true)
      test.map.beginDownload([DownloadTests.batch([4], at: 33, lost: 1)])
      test.map.advance(by: SimulatedTime(milliseconds: instant))
      if cancels { test.map.cancelDownloads([first]) }
      #expect(test.map.advanceUntilSettled())
      if cancels { #expect(test.map.now <= SimulatedTime(milliseconds: max(instant, 60))) }
      return test.take(.data, timed: true)
    }
    func time(_ words: String) -> Int64 { Int64(words.prefix { $0 != " " }) ?? -1 }
    func isOfOther(_ words: String) -> Bool {
      // The other one loses its batch at 10 ms, after those of the first one.
      time(words) == 33
    }
    let whole = play(cancels: false)
    let before = whole.filter { time($0) <= instant }
    let pending = [5, 51, 30, 40].count { $0 > instant }
    let told =
      pending > 0 ? "\(instant) cancel \(pending) of download 0" : "\(instant) nothing to cancel"
    var after = whole.filter { time($0) > instant && isOfOther($0) }
    if instant < 10 { after.insert("10 lost 1 for 0", at: 0) }
    func withoutNumbers(_ words: [String]) -> [String] {
      words.map { $0.contains(" add ") ? "\(time($0)) add" : $0 }
    }
    #expect(withoutNumbers(play(cancels: true)) == withoutNumbers(before + [told] + after))
  }

  @Test
  func `a map that waits for a cancelled batch alone has settled`() {
    let test = DataTests.map()
    let downloads = (1...3).map { number in
      test.map.beginDownload([DownloadTests.batch([0], at: 1_000 * number)])
    }
    test.map.cancelDownloads([downloads[1]])
    #expect(!test.map.isSettled)
    test.map.cancelDownloads([downloads[0], downloads[2]])
    #expect(test.map.isSettled)
    #expect(test.map.advanceUntilSettled())
    #expect(test.map.now == .zero)
    #expect(
      test.take(.data) == [
        "cancel 1 of download 1", "cancel 1 of download 0", "cancel 1 of download 2",
      ])
  }

  @Test
  func `a batch that has come and waits for the main thread is added`() {
    let test = DataTests.map(
      costs: .phone(
        framesPerSecond: 60, creation: 90_000_000, reuse: 0, layout: 0, change: 0, point: 0,
        node: 0))
    test.map.add([0], to: 0)
    let download = test.map.beginDownload(
      [DownloadTests.batch([1], at: 30), DownloadTests.batch([2], at: 200)])
    test.map.advance(by: SimulatedTime(milliseconds: 40))
    test.map.cancelDownloads([download])
    #expect(test.map.advanceUntilSettled())
    let words = test.take(.data)
    #expect(words.filter { $0.contains("points to") } == ["1 points to 0", "1 points to 0"])
    #expect(words.contains("cancel 1 of download 0"))
  }
}
