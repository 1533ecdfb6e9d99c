/// Whole numbers in as few bytes as they need: LEB128, signed numbers in zigzag.
public enum Varint {
  /// Writes a number behind bytes.
  public static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a signed number behind bytes.
  public static func append(signed number: Int64, to bytes: inout [UInt8]) {
    append(UInt64(bitPattern: number << 1 ^ number >> 63), to: &bytes)
  }

  /// Reads a number and moves behind it; nil where the bytes end before it does.
  public static func next(in bytes: [UInt8], at position: inout Int) -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  /// Reads a signed number and moves behind it; nil where the bytes end before it does.
  public static func nextSigned(in bytes: [UInt8], at position: inout Int) -> Int64? {
    next(in: bytes, at: &position).map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }
}
