import CSystem
import Testing

@testable import Wire

@Suite("Packed texts")
struct PackedTextTests {
  /// What a browser makes of the letters.
  private func unpacked(_ letters: String, count: Int) throws -> String {
    let packed = try PackedTextTests.bytes(of: letters)
    let decompressor = unsafe libdeflate_alloc_decompressor()
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, found in
      let result = unsafe packed.withUnsafeBytes { packed in
        unsafe libdeflate_zlib_decompress(
          decompressor, packed.baseAddress, packed.count, bytes.baseAddress, count, &found)
      }
      #expect(result == LIBDEFLATE_SUCCESS)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of the letters, a bit at a time: a number in base 91 for every 13 of them.
  private static func bytes(of letters: String) throws -> [UInt8] {
    let alphabet = (33...126).map { Character(Unicode.Scalar(UInt8($0))) }
      .filter { !"\"&<".contains($0) }
    let digits = try letters.map { try #require(alphabet.firstIndex(of: $0)) }
    var bits: [Bool] = []
    for pair in stride(from: 0, to: digits.count, by: 2) {
      let isPair = pair + 1 < digits.count
      let number = digits[pair] + (isPair ? digits[pair + 1] * 91 : 0)
      bits += (0..<(isPair ? 13 : 6)).map { number >> $0 & 1 == 1 }
    }
    return (0..<bits.count / 8).map { index in
      bits[index * 8..<index * 8 + 8].reversed().reduce(into: UInt8(0)) { byte, bit in
        byte = byte << 1 | (bit ? 1 : 0)
      }
    }
  }

  @Test(arguments: 0..<70)
  func `of every length are read back`(length: Int) throws {
    let codes = (0..<length).map { UInt8(33 + $0 * 7 % 90) }
    let text = String(decoding: codes, as: UTF8.self)
    #expect(try unpacked(PackedText.letters(of: Array(text.utf8)), count: 200) == text)
  }

  @Test
  func `are short where a text repeats itself, and need no escaping`() throws {
    let text = String(repeating: "</script> ü & \"x\" ", count: 10_000)
    let letters = PackedText.letters(of: Array(text.utf8))
    #expect(letters.count < text.utf8.count / 50)
    #expect(!letters.contains("<") && !letters.contains("&") && !letters.contains("\""))
    #expect(try unpacked(letters, count: text.utf8.count) == text)
  }
}
