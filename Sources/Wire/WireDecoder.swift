/// Reads values one behind the other, as a ``WireEncoder`` wrote them.
final class WireDecoder: Decoder {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var isAtEnd: Bool { position == bytes.count }

  func corrupted(_ words: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "\(words) at byte \(position)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(WireKeyedDecoding(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    var count = 0
    for shift in [0, 8, 16, 24] { count |= Int(try readByte()) << shift }
    return WireArrayDecoding(decoder: self, elements: count)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    WireSingleDecoding(decoder: self)
  }

  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == [UInt8].self, let bytes = try readBytes() as? Value { return bytes }
    return try Value(from: self)
  }

  func readOptional<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try readFlag() ? try read(type) : nil
  }

  func readByte() throws -> UInt8 {
    guard position < bytes.count else { throw corrupted("the bytes end") }
    position += 1
    return bytes[position - 1]
  }

  func readFlag() throws -> Bool {
    let byte = try readByte()
    guard byte <= 1 else { throw corrupted("a flag of \(byte)") }
    return byte == 1
  }

  func readNumber() throws -> UInt64 {
    guard let number = Varint.next(in: bytes, at: &position) else {
      throw corrupted("a number without an end")
    }
    return number
  }

  func readSigned() throws -> Int64 {
    guard let number = Varint.nextSigned(in: bytes, at: &position) else {
      throw corrupted("a number without an end")
    }
    return number
  }

  func readWhole<Number: FixedWidthInteger>() throws -> Number {
    let number =
      Number.isSigned ? Number(exactly: try readSigned()) : Number(exactly: try readNumber())
    guard let number else { throw corrupted("a number that does not fit") }
    return number
  }

  func readBits() throws -> UInt64 {
    var bits: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 8) { bits |= UInt64(try readByte()) << UInt64(shift) }
    return bits
  }

  func readText() throws -> String { String(decoding: try readSlice(), as: UTF8.self) }

  private func readBytes() throws -> [UInt8] { Array(try readSlice()) }

  private func readSlice() throws -> ArraySlice<UInt8> {
    let count = try readNumber()
    guard count <= UInt64(bytes.count - position) else { throw corrupted("the bytes end") }
    position += Int(count)
    return bytes[position - Int(count)..<position]
  }

  /// The text that comes next, which stays to be read; nil when there is none.
  func peekText() -> String? {
    let start = position
    defer { position = start }
    return try? readText()
  }
}
