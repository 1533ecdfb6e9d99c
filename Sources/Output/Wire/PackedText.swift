internal import CSystem

/// Texts that a page carries for its script: packed as zlib does, written in letters that need no
/// escaping.
///
/// Every browser since 2023 unpacks them by itself.
package enum PackedText {
  /// The letters of the bytes of a text.
  ///
  /// - Complexity: O(bytes).
  package static func letters(of bytes: [UInt8]) -> String {
    let compressor = unsafe libdeflate_alloc_compressor(level)
    defer { unsafe libdeflate_free_compressor(compressor) }
    let room = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: room) { packed, count in
      count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe libdeflate_zlib_compress(
          compressor, bytes.baseAddress, bytes.count, packed.baseAddress, room)
      }
    }
    precondition(!packed.isEmpty, "whatever fits into memory is packed")
    return letters(ofPacked: packed)
  }

  /// Of twelve levels the tenth: the page of 440 sessions is 7 % smaller than by the sixth, after
  /// 1.5 s more; the next one saves 1 % in half as much time again.
  private static let level: Int32 = 10

  /// All printable letters of ASCII but those that markup gives a meaning.
  private static let letters = (UInt8(ascii: "!")...UInt8(ascii: "~")).filter {
    ![UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "<")].contains($0)
  }

  /// Bytes in letters of which there are 91, in a twelfth less than base64 takes.
  ///
  /// Two letters carry 13 bits, the lowest first, and one that is left at the end carries 6.
  private static func letters(ofPacked bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 13 * 16 + 16)
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits |= Int(byte) << count
      count += 8
      guard count >= 13 else { continue }
      text.append(letters[(bits & 0x1FFF) % letters.count])
      text.append(letters[(bits & 0x1FFF) / letters.count])
      bits >>= 13
      count -= 13
    }
    if count > 0 { text.append(letters[bits % letters.count]) }
    if count > 6 { text.append(letters[bits / letters.count]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static let base64 = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Bytes in base64 (RFC 4648, section 4).
  package static func base64(_ bytes: ArraySlice<UInt8>) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let count = min(3, bytes.endIndex - index)
      var bits = 0
      for place in 0..<3 { bits = bits << 8 | (place < count ? Int(bytes[index + place]) : 0) }
      for place in 0..<4 {
        letters.append(place <= count ? base64[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
      index += count
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
