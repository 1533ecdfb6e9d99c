/// The pieces of a file of points, which are unpacked where it is packed.
final class PointPieces {
  /// The number of bytes of the file; more come from one that is packed.
  let size: Int
  /// Bytes that a reader has before it, unless the file ends there.
  let lookahead: Int
  /// Sentences on how the file is read.
  let notes: [String]
  /// Returns the next bytes, of the asked number; fewer at the end, nil for a problem.
  private let bytes: (_ count: Int) -> [UInt8]?
  /// The bytes before the next piece, such as the first ones of a character.
  private var begun: [UInt8]
  private var isBegun = false
  /// Whether all pieces were given.
  private(set) var isAtEnd = false

  /// Makes the pieces of a file, each twice as large as what a reader has before it.
  init(_ file: FilePieces, lookahead: Int = 1 << 20) {
    (self.lookahead, size) = (lookahead, file.size)
    let beginning = file.next(2) ?? []
    // An archive is read whole, where it is refused.
    guard beginning != Array("PK".utf8) else {
      (bytes, begun, notes) = ({ _ in nil }, [], [])
      return
    }
    guard Gzip.isPacked(beginning) else {
      (bytes, begun, notes) = (file.next, beginning, [])
      return
    }
    let content = try? Gzip.Content(
      beginning: beginning, limit: Limits.dataBytes, packed: file.next)
    bytes = { try? content?.next($0) }
    (begun, notes) = ([], ["packed with gzip"])
  }

  /// Returns the next piece without a byte order mark; nil at the end, and for a text that is not
  /// UTF-8 or cannot be read.
  func next() -> [UInt8]? {
    guard !isAtEnd, let piece = bytes(2 * lookahead) else { return nil }
    var bytes = begun.isEmpty ? piece : begun + piece
    let isLast = piece.count < 2 * lookahead
    let valid = firstInvalidByte(in: bytes) ?? bytes.count
    guard isLast ? valid == bytes.count : bytes.count - valid < 4 else { return nil }
    begun = Array(bytes[valid...])
    bytes.removeLast(begun.count)
    if !isBegun { bytes = SourceText.withoutByteOrderMark(bytes) }
    (isBegun, isAtEnd) = (true, isLast)
    return bytes
  }
}
