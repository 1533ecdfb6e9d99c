import MapGeometry
import Support
import Testing

@testable import Clustering

@Suite("Pieces of points")
struct PointPiecesTests {
  private static let lengths = [4, 1_000, 30_000, 32_768, 3, 32_769, 100_000, 1, 70_000, 12]

  /// Puts points with one id into a stretch, whose keys say where they are.
  private static func fill(_ pieces: inout PointPieces, _ start: Int, _ count: Int, id: Int32) {
    let batch = (0..<count).map { slot in
      // On the date line, where a key has the bits of the row alone.
      AggregateQuadtree.Arrival(
        point: AggregateQuadtree.Point(
          key: MortonKey.key(x: 0, y: UInt32(start + slot)),
          place: Coordinate(latitude: 1, longitude: -180)), id: id)
    }
    pieces.merge(pieces.stretch(start, count: 0), with: batch, batch.indices)
  }

  /// The distance by which all rows of a stretch are off, if its points have one id.
  private static func distance(
    _ pieces: PointPieces, _ start: Int, _ count: Int, id: Int32
  ) -> Int? {
    let stretch = pieces.stretch(start, count: count)
    let piece = stretch.isInFirst ? pieces.first : pieces.more[stretch.piece]
    let badges = piece.badges[stretch.slots]
    let distances = Set(zip(badges, start...).map { Int($0.y) - $1 })
    guard Set(badges.map(\.id)) == [id], distances.count == 1,
      piece.places[stretch.slots].allSatisfy({ $0.longitude == -180 })
    else { return nil }
    return distances.first
  }

  @Test(arguments: [0, 1, 7, 32_768, 50_000])
  func `stretches of any length keep their points`(first: Int) {
    var piece = PointPieces.Piece()
    piece.append(first)
    var pieces = PointPieces(piece)
    if first > 0 { PointPiecesTests.fill(&pieces, 0, first, id: 50) }
    var stretches: [(start: Int, count: Int)] = []
    for (id, count) in PointPiecesTests.lengths.enumerated() {
      stretches.append((pieces.append(count), count))
      PointPiecesTests.fill(&pieces, stretches[id].start, count, id: Int32(id))
    }
    #expect(pieces.count == first + PointPiecesTests.lengths.reduce(0, +))
    for (id, stretch) in stretches.enumerated() {
      #expect(PointPiecesTests.distance(pieces, stretch.start, stretch.count, id: Int32(id)) == 0)
      #expect(pieces.key(at: stretch.start) == MortonKey.key(x: 0, y: UInt32(stretch.start)))
      // To further slots of the same piece, or to another.
      let copy = pieces.append(stretch.count)
      pieces.copy(pieces.stretch(stretch.start, count: stretch.count), to: copy)
      #expect(
        PointPiecesTests.distance(pieces, copy, stretch.count, id: Int32(id))
          == stretch.start - copy)
    }
    guard first > 0 else { return }
    #expect(PointPiecesTests.distance(pieces, 0, first, id: 50) == 0)
    // Back from a further piece to the first one.
    pieces.copy(pieces.stretch(stretches[0].start, count: 1), to: 0)
    #expect(PointPiecesTests.distance(pieces, 0, 1, id: 0) == stretches[0].start)
  }

  @Test
  func `memory comes in pieces of bounded length`() {
    var pieces = PointPieces()
    for _ in 0..<20_000 { _ = pieces.append(28) }
    #expect(pieces.more.allSatisfy { $0.places.count <= PointPieces.side })
    #expect(
      pieces.more.dropLast().dropFirst(40).allSatisfy {
        $0.places.count > PointPieces.side - 28
      })
    #expect(pieces.more.count < 50)
  }
  /// Points of two lists that are each in the order of keys, some at one place.
  @Test(arguments: 0..<50)
  func `points are merged in the order of keys`(seed: Int) {
    var draw = Dice(seed: seed)
    func arrivals(_ count: Int) -> [AggregateQuadtree.Arrival] {
      let spread = [1e-6, 0.01, 300][draw.below(3)]
      return (0..<count).map { index in
        let place = Coordinate(
          latitude: (draw.fraction() - 0.5) * spread / 3,
          longitude: (draw.fraction() - 0.5) * spread)
        return AggregateQuadtree.Arrival(
          point: AggregateQuadtree.Point(key: UnitProjection.key(of: place), place: place),
          id: Int32(index))
      }.sorted { $0.point.key < $1.point.key }
    }
    var pieces = PointPieces()
    let old = arrivals(draw.below(40))
    let new = arrivals(1 + draw.below(40))
    let start = pieces.append(old.count + new.count)
    if !old.isEmpty { pieces.merge(pieces.stretch(start, count: 0), with: old, old.indices) }
    pieces.merge(pieces.stretch(start, count: old.count), with: new, new.indices)
    let keys = (start..<start + old.count + new.count).map { pieces.key(at: $0) }
    #expect(keys == (old + new).map(\.point.key).sorted())
  }
}
