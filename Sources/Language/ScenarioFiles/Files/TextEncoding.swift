/// Encodings that other programs save tables in.
enum TextEncoding {
  /// The UTF-8 bytes of a text, without a byte order mark.
  ///
  /// - Parameter bytes: The bytes of the file.
  /// - Returns: The bytes, and whether they were UTF-16; nil for UTF-16 with half a character.
  static func utf8(of bytes: [UInt8]) -> (bytes: [UInt8], wasUTF16: Bool)? {
    guard let isBigEndian = byteOrder(of: bytes) else {
      return (SourceText.withoutByteOrderMark(bytes), false)
    }
    let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: hasMark ? 2 : 0, to: bytes.count, by: 2).lazy.map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    guard let text = String(validating: units, as: UTF16.self) else { return nil }
    return (Array(text.utf8), true)
  }

  /// Whether UTF-16 begins with the high byte; nil for other encodings.
  ///
  /// Without a byte order mark, the zero bytes of Latin letters tell.
  private static func byteOrder(of bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    let head = bytes.prefix(64)
    let zeros = head.indices.filter { head[$0] == 0 }
    guard zeros.count * 3 >= head.count, head.count >= 4 else { return nil }
    let isOdd = zeros.allSatisfy { !$0.isMultiple(of: 2) }
    let isEven = zeros.allSatisfy { $0.isMultiple(of: 2) }
    return isOdd ? false : isEven ? true : nil
  }

  /// Whether bytes that are not UTF-8 can be Windows-1252, which leaves five bytes out.
  ///
  /// A text with a character of UTF-8 anywhere is a damaged one, which a conversion would damage
  /// more.
  static func canBeWindows1252(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0, 0x81, 0x8D, 0x8F, 0x90, 0x9D: return false
      case 0xC2...0xF4:
        let count = bytes[index] < 0xE0 ? 1 : bytes[index] < 0xF0 ? 2 : 3
        let rest = bytes[(index + 1)...].prefix(count)
        if rest.count == count, rest.allSatisfy({ $0 & 0xC0 == 0x80 }) { return false }
      case _: break
      }
      index += 1
    }
    return true
  }
}
