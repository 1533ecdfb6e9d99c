internal import CZlib

/// Texts that a page carries for its script: packed by zlib, written in letters that need no
/// escaping.
///
/// Every browser since 2023 unpacks them by itself.
package enum PackedText {
  /// The letters of the bytes of a text, in base64.
  ///
  /// - Complexity: O(bytes).
  package static func letters(of bytes: [UInt8]) -> String {
    var packed = [UInt8](repeating: 0, count: Int(compressBound(UInt(bytes.count))))
    var count = UInt(packed.count)
    let status = unsafe packed.withUnsafeMutableBufferPointer { packed in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        // The sixth of nine levels, which is the best one for its time.
        unsafe compress2(packed.baseAddress, &count, bytes.baseAddress, UInt(bytes.count), 6)
      }
    }
    precondition(status == Z_OK, "zlib packs whatever fits into memory, but ended with \(status)")
    return base64(packed.prefix(Int(count)))
  }

  private static let alphabet = Array(
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
        letters.append(place <= count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
      index += count
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
