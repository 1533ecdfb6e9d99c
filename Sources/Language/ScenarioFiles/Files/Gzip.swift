internal import CZlib

/// Unpacks files that are packed with gzip (RFC 1952).
enum Gzip {
  /// The reason why a file cannot be unpacked.
  enum Fault: Error {
    /// The content is larger than a file of points may be.
    case tooLarge
    /// The content is so much larger than the file that it can only be made to fill the memory.
    case bomb
    /// The file ends before its content does.
    case cutOff
    /// The bytes are not those that gzip writes.
    case damaged
  }

  /// The largest content of a table or of GeoJSON, as a multiple of its packed bytes.
  private static let mostTimes = 100
  /// Bytes of content up to which the size of the file does not matter.
  private static let smallSize = 16 << 20

  /// Whether bytes begin as gzip does.
  static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The content of a file, of all its parts where it has several.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - limit: The largest size of the content.
  /// - Returns: The content.
  /// - Throws: A ``Fault`` where there is none, or too much.
  static func content(of bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
    // Content that is refused takes no memory.
    let size = try forEachPiece(of: bytes, limit: limit) { _ in }
    var content: [UInt8] = []
    content.reserveCapacity(size)
    _ = try forEachPiece(of: bytes, limit: limit) { content += $0 }
    return content
  }

  /// Gives the content of a file piece by piece, and returns its size.
  private static func forEachPiece(
    of bytes: [UInt8], limit: Int, _ body: ([UInt8]) -> Void
  ) throws(Fault) -> Int {
    let content = try Content(limit: limit, packed: FilePieces(bytes).next)
    var size = 0
    while true {
      let piece = try content.next(Content.pieceSize)
      body(piece)
      size += piece.count
      guard piece.count == Content.pieceSize else { return size }
    }
  }
}

extension Gzip {
  /// The content of a packed file, which is unpacked piece by piece.
  @safe final class Content {
    /// Bytes that are read or unpacked at once.
    static let pieceSize = 256 << 10

    private let packed: (_ count: Int) -> [UInt8]?
    private let limit: Int
    // zlib remembers its address.
    private let stream: UnsafeMutablePointer<z_stream>
    /// The packed bytes that were read last, and how many of them and of those before are unpacked.
    private var input: [UInt8]
    private var used = (here: 0, before: 0)
    private var size = 0
    private var isAtEnd = false

    /// Begins to unpack a file.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of the file.
    ///   - limit: The largest size of the content.
    ///   - packed: Returns the next bytes of the file, of the asked number; fewer at the end.
    /// - Throws: ``Fault/damaged`` where zlib has no memory.
    init(
      beginning: [UInt8] = [], limit: Int, packed: @escaping (_ count: Int) -> [UInt8]?
    ) throws(Fault) {
      (input, self.limit, self.packed) = (beginning, limit, packed)
      unsafe stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
      unsafe stream.initialize(to: z_stream())
      // The window of 32 KiB, with 16 for the header of gzip.
      let isReady = unsafe inflateInit2_(
        stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      guard isReady == Z_OK else { throw .damaged }
    }

    deinit {
      unsafe inflateEnd(stream)
      unsafe stream.deallocate()
    }

    /// Returns the next bytes of the content, of the asked number; fewer at the end.
    func next(_ count: Int) throws(Fault) -> [UInt8] {
      var fault: Fault?
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
        do throws(Fault) {
          while filled < count, !isAtEnd {
            filled += try unsafe unpack(into: UnsafeMutableBufferPointer(rebasing: room[filled...]))
          }
        } catch { fault = error }
      }
      if let fault { throw fault }
      return piece
    }

    /// Unpacks some bytes, and returns how many.
    private func unpack(into room: UnsafeMutableBufferPointer<UInt8>) throws(Fault) -> Int {
      unsafe stream.pointee.next_out = room.baseAddress
      unsafe stream.pointee.avail_out = UInt32(min(room.count, Content.pieceSize))
      let code = unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + used.here }
        unsafe stream.pointee.avail_in = UInt32(input.count - used.here)
        return unsafe inflate(stream, Z_NO_FLUSH)
      }
      used.here = unsafe input.count - Int(stream.pointee.avail_in)
      let count = unsafe min(room.count, Content.pieceSize) - Int(stream.pointee.avail_out)
      size += count
      // A bomb ends early: what is read so far says how large its content may be.
      guard size <= max(smallSize, (used.before + used.here) * mostTimes) else { throw .bomb }
      guard size <= limit else { throw .tooLarge }
      switch code {
      case Z_OK: break
      case Z_BUF_ERROR: guard try readOn() else { throw .cutOff }
      case Z_STREAM_END: try beginPart()
      case _: throw .damaged
      }
      return count
    }

    /// Reads the next packed bytes; false at the end.
    private func readOn() throws(Fault) -> Bool {
      guard let piece = packed(Content.pieceSize) else { throw .cutOff }
      used = (0, used.before + input.count)
      input = piece
      return !input.isEmpty
    }

    /// Begins the next part of the file, or ends its content.
    private func beginPart() throws(Fault) {
      // Behind the last part there may be zeros that fill a block.
      var hasZeros = false
      repeat {
        let rest = input[used.here...]
        guard rest.allSatisfy({ $0 == 0 }) else {
          guard !hasZeros, unsafe inflateReset(stream) == Z_OK else { throw .damaged }
          return
        }
        hasZeros = hasZeros || !rest.isEmpty
      } while try readOn()
      isAtEnd = true
    }
  }
}
