/// A digest of values, the same for the same ones on every machine: FNV-1a of 128 bits.
///
/// It is wide enough for a name: of a million different contents any two have the same one with a
/// chance of 10^-27. It is no protection against those who seek another content with the same.
struct ContentDigest {
  private var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  /// Takes in a text, with its end.
  mutating func add(_ text: String?) {
    guard let text else { return add(byte: 0xFE) }
    for byte in text.utf8 { add(byte: byte) }
    // No text in UTF-8 has such a byte.
    add(byte: 0xFF)
  }

  /// Takes in a number, or that there is none.
  mutating func add(_ number: Int64?) {
    guard let number else { return add(byte: 0xFE) }
    add(byte: 0xFD)
    for shift in stride(from: Int64(0), to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func add(byte: UInt8) { hash = (hash ^ UInt128(byte)) &* Self.prime }

  /// The digest, as 32 hexadecimal digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
