import CZlib
import Foundation
import Testing

@testable import Wire

@Suite("Packed texts")
struct PackedTextTests {
  /// What a browser makes of the letters.
  private func unpacked(_ letters: String, count: Int) throws -> String {
    let packed = [UInt8](try #require(Data(base64Encoded: letters)))
    var bytes = [UInt8](repeating: 0, count: count)
    var found = UInt(count)
    let status = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe packed.withUnsafeBufferPointer { packed in
        unsafe uncompress(bytes.baseAddress, &found, packed.baseAddress, UInt(packed.count))
      }
    }
    #expect(status == Z_OK)
    return String(decoding: bytes.prefix(Int(found)), as: UTF8.self)
  }

  @Test(arguments: 0..<70)
  func `of every length are read back`(length: Int) throws {
    let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(33 + $0 * 7 % 90))) })
    #expect(try unpacked(PackedText.letters(of: Array(text.utf8)), count: 200) == text)
  }

  @Test
  func `are short where a text repeats itself, and need no escaping`() throws {
    let text = String(repeating: "</script> ü & \"x\" ", count: 10_000)
    let letters = PackedText.letters(of: Array(text.utf8))
    #expect(letters.count < text.utf8.count / 50)
    #expect(!letters.contains("<") && !letters.contains("&"))
    #expect(try unpacked(letters, count: text.utf8.count) == text)
  }
}
