import MapEvents
import MapGeometry
import Metrics
import Testing

@testable import Measures

/// Small worlds against the definition, read off word by word from the list of all pictures.
@Suite("Stability of clusters in small worlds")
struct StabilityWorldTests {
  private struct Picture {
    var standing: [Standing]
    var x: Double
    var scale: Double
    var step: Int32
    var data: Int

    func shows(_ cluster: Standing) -> Bool { abs(cluster.x - x) <= 160 * scale }
    func has(_ annotation: Int32) -> Bool { standing.contains { $0.annotation == annotation } }
    func holds(_ content: UInt64) -> Bool { standing.contains { $0.content == content } }
  }

  private static func changed(_ one: Picture, _ other: Picture) -> Int64 {
    guard one.data == other.data, one.scale == other.scale else { return 0 }
    let news = other.standing.filter {
      !one.holds($0.content) && one.shows($0) && other.shows($0)
    }
    let gone = one.standing.filter {
      !other.holds($0.content) && one.shows($0) && other.shows($0)
    }
    return Int64(max(news.count, gone.count))
  }

  private static func moved(_ one: Picture, _ other: Picture) -> Int64 {
    Int64(
      one.standing.count { before in
        other.standing.contains {
          $0.annotation == before.annotation && $0.content == before.content && $0.x != before.x
        }
      })
  }

  /// Every pair of a picture with an annotation that left after it and one with a newcomer.
  private static func flickered(_ pictures: [Picture]) -> Int64 {
    var used: Set<[Int]> = []
    var count: Int64 = 0
    for late in pictures.indices.dropFirst() {
      let now = pictures[late]
      let newcomers = now.standing.filter { !pictures[late - 1].has($0.annotation) }
      for newcomer in newcomers.sorted(by: { $0.annotation < $1.annotation }) {
        let partner = (0..<late).lazy.flatMap { early in
          pictures[early].standing.sorted { $0.annotation < $1.annotation }.filter { old in
            let views = pictures[early...late]
            return old.content == newcomer.content && !pictures[early + 1].has(old.annotation)
              && (pictures[early + 1].step == now.step
                || views.allSatisfy { $0.scale == now.scale })
              && views.allSatisfy { $0.shows(newcomer) }
              && !used.contains([early, Int(old.annotation)])
          }.map { [early, Int($0.annotation)] }
        }.first
        guard let partner else { continue }
        used.insert(partner)
        count += 1
      }
    }
    return count
  }

  private static func draw(_ numbers: inout ArbitraryNumbers) -> [Picture] {
    var picture = Picture(standing: [], x: 0, scale: 1, step: 0, data: 0)
    return (0..<8).map { _ in
      if numbers.next(below: 4) == 0 { picture.x = Double(numbers.next(below: 2)) * 200 }
      if numbers.next(below: 5) == 0 { picture.scale = Double(numbers.next(below: 2) + 1) }
      if numbers.next(below: 4) == 0 { picture.data += 1 }
      if numbers.next(below: 3) == 0 { picture.step = min(3, picture.step + 1) }
      picture.standing = (0..<4).compactMap { annotation in
        guard numbers.next(below: 3) > 0 else { return nil }
        let place = Double(numbers.next(below: 3)) * 100
        return Standing(
          Int32(annotation), UInt64(numbers.next(below: 3)), x: place)
      }
      return picture
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `agrees with the definition`(seed: UInt64) {
    var numbers = ArbitraryNumbers(seed: seed)
    let pictures = StabilityWorldTests.draw(&numbers)
    var session = Session.onEquator()
    var data = 0
    for (number, picture) in pictures.enumerated() {
      session.step(picture.step) { session in
        session.look(x: picture.x, scale: picture.scale)
        if picture.data != data { session.index() }
        data = picture.data
        session.picture(Int32(number), picture.standing)
      }
    }
    let table = session.facts().session
    let pairs = zip(pictures, pictures.dropFirst())
    #expect(
      table[.clustersMoved]
        == .count(pairs.reduce(0) { $0 + StabilityWorldTests.moved($1.0, $1.1) }))
    #expect(
      table[.clusterCountsChanged]
        == .count(pairs.reduce(0) { $0 + StabilityWorldTests.changed($1.0, $1.1) }))
    #expect(
      table[.clustersFlickered] == .count(StabilityWorldTests.flickered(pictures)))
  }
}
