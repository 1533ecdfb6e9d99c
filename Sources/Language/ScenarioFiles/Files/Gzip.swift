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
  /// Bytes that are unpacked at once.
  private static let pieceSize = 256 << 10

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
    var bytes = bytes
    var content: [UInt8] = []
    var fault: Fault?
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      do throws(Fault) {
        content = try unsafe inflated(buffer, limit: limit)
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
    return content
  }

  private static func inflated(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, limit: Int
  ) throws(Fault) -> [UInt8] {
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceSize)
    var stream = unsafe z_stream()
    unsafe stream.next_in = bytes.baseAddress
    unsafe stream.avail_in = UInt32(bytes.count)
    // The window of 32 KiB, with 16 for the header of gzip.
    let isReady = unsafe inflateInit2_(
      &stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard isReady == Z_OK else { throw .damaged }
    defer { unsafe inflateEnd(&stream) }
    while true {
      var code = Z_OK
      let count = unsafe piece.withUnsafeMutableBufferPointer { piece in
        unsafe stream.next_out = piece.baseAddress
        unsafe stream.avail_out = UInt32(piece.count)
        code = unsafe inflate(&stream, Z_NO_FLUSH)
        return unsafe piece.count - Int(stream.avail_out)
      }
      let rest = unsafe bytes.suffix(Int(stream.avail_in))
      // A bomb ends early: what is read so far says how large its content may be.
      let most = unsafe max(smallSize, (bytes.count - rest.count) * mostTimes)
      guard content.count + count <= most else { throw .bomb }
      guard content.count + count <= limit else { throw .tooLarge }
      content += piece.prefix(count)
      switch code {
      case Z_OK: if unsafe rest.isEmpty && count == 0 { throw .cutOff }
      case Z_BUF_ERROR: throw .cutOff
      case Z_STREAM_END:
        // Behind the last part there may be zeros that fill a block.
        if unsafe rest.allSatisfy({ $0 == 0 }) { return content }
        guard unsafe inflateReset(&stream) == Z_OK else { throw .damaged }
      case _: throw .damaged
      }
    }
  }
}
