import MapGeometry
import Testing

@testable import Clustering

@Suite("Pieces of points")
struct PointPiecesTests {
  private static let lengths = [4, 1_000, 30_000, 32_768, 3, 32_769, 100_000, 1, 70_000, 12]

  /// Puts points with one id into a stretch, whose keys say where they are.
  private static func fill(_ pieces: inout PointPieces, _ start: Int, _ count: Int, id: Int32) {
    let batch = (0..<count).map { slot in
      AggregateQuadtree.Arrival(
        point: AggregateQuadtree.Point(
          key: UInt64(start + slot), place: Coordinate(latitude: 1, longitude: 2)), id: id)
    }
    var leafOfID = [Int32](repeating: -1, count: 100)
    pieces.merge(
      pieces.stretch(start, count: 0), with: batch, batch.indices, leaf: id + 1, &leafOfID)
    #expect(leafOfID[Int(id)] == id + 1)
  }

  /// The distance by which all keys of a stretch are off, if its points have one id.
  private static func distance(
    _ pieces: PointPieces, _ start: Int, _ count: Int, id: Int32
  ) -> Int? {
    let stretch = pieces.stretch(start, count: count)
    let piece = stretch.isInFirst ? pieces.first : pieces.more[stretch.piece]
    let distances = Set(
      zip(piece.points[stretch.slots], start...).map { Int($0.key) - $1 })
    guard Set(piece.ids[stretch.slots]) == [id], distances.count == 1 else { return nil }
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
      #expect(pieces.key(at: stretch.start) == UInt64(stretch.start))
      #expect(pieces.id(at: stretch.start) == Int32(id))
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
    #expect(pieces.id(at: 0) == 0)
  }

  @Test
  func `memory comes in pieces of bounded length`() {
    var pieces = PointPieces()
    for _ in 0..<20_000 { _ = pieces.append(28) }
    #expect(pieces.more.allSatisfy { $0.points.count <= PointPieces.side })
    #expect(
      pieces.more.dropLast().dropFirst(40).allSatisfy {
        $0.points.count > PointPieces.side - 28
      })
    #expect(pieces.more.count < 50)
  }
}
