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
    func has(_ annotation: AnnotationID) -> Bool {
      standing.contains { $0.annotation == annotation }
    }
    func holds(_ content: UInt64) -> Bool { standing.contains { $0.content == content } }
  }

  private static func changed(_ one: Picture, _ other: Picture) -> Int64 {
    let news = other.standing.filter {
      !one.holds($0.content) && one.shows($0) && other.shows($0)
    }
    let gone = one.standing.filter {
      !other.holds($0.content) && one.shows($0) && other.shows($0)
    }
    return Int64(max(news.count, gone.count))
  }

  /// The last picture before one that is of the same zoom and data.
  private static func alike(_ late: Int, _ pictures: [Picture]) -> Picture? {
    pictures[..<late].last {
      $0.data == pictures[late].data && $0.scale == pictures[late].scale
    }
  }

  private static func moved(_ late: Int, _ pictures: [Picture]) -> Int64 {
    let now = pictures[late]
    let moving = now.standing.filter { cluster in
      let isNext = pictures[late - 1].standing.contains {
        $0.annotation == cluster.annotation && $0.content == cluster.content && $0.x != cluster.x
      }
      guard let old = alike(late, pictures), now.shows(cluster) else { return isNext }
      let same = old.standing.filter { $0.content == cluster.content }
      return isNext
        || same.contains(where: old.shows) && !same.contains { $0.x == cluster.x }
    }
    return Int64(moving.count)
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
              && !used.contains([early, old.annotation.index])
          }.map { [early, $0.annotation.index] }
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
          AnnotationID(annotation), UInt64(numbers.next(below: 3)), x: place)
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
    let moved = pictures.indices.dropFirst().map { StabilityWorldTests.moved($0, pictures) }
    #expect(table[.clustersMoved] == .count(moved.reduce(0, +)))
    let changed = pictures.indices.map { late in
      StabilityWorldTests.alike(late, pictures)
        .map { StabilityWorldTests.changed($0, pictures[late]) } ?? 0
    }
    #expect(table[.clusterCountsChanged] == .count(changed.reduce(0, +)))
    #expect(
      table[.clustersFlickered] == .count(StabilityWorldTests.flickered(pictures)))
  }
}
