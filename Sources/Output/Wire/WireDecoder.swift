/// Reads values one behind the other, as a ``WireEncoder`` wrote them.
final class WireDecoder: Decoder {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  /// Whether all was read, and nothing was missing where that could not be said.
  var isAtEnd: Bool { position == bytes.count && !hasMissed }
  private var hasMissed = false

  func corrupted(_ words: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "\(words) at byte \(position)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(WireKeyedDecoding(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    var count = 0
    for shift in [0, 8, 16, 24] { count |= Int(try readByte()) << shift }
    // Every element has a byte at least: damaged bytes must not ask for billions of them.
    guard count <= bytes.count - position else { throw corrupted("an array of \(count)") }
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

  /// Whether an optional is there; where the bytes end or are none of a flag, it is not.
  func readPresence() -> Bool {
    if let flag = try? readFlag() { return flag }
    hasMissed = true
    return false
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

/// The fields of a value, or the case of an enumeration with what it holds.
struct WireKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: WireDecoder
  var codingPath: [any CodingKey] { [] }
  /// The case of an enumeration, which is the only one to ask.
  var allKeys: [Key] { decoder.peekText().flatMap { Key(stringValue: $0) }.map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) throws -> Bool { try !decoder.readFlag() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.read(type)
  }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    _ = try decoder.readText()
    return decoder.container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer()
  }
  func superDecoder() -> any Decoder { decoder }
  func superDecoder(forKey key: Key) -> any Decoder { decoder }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try optional(type)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try optional(type)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try optional(type)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try optional(type)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try optional(type)
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(type)
  }
  private func optional<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try decoder.readOptional(type)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.readFlag() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.readText() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try Double(bitPattern: decoder.readBits())
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.readWhole() }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder.readWhole() }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.readSigned() }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder.readByte() }
}

/// The elements of an array.
struct WireArrayDecoding: UnkeyedDecodingContainer {
  let decoder: WireDecoder
  let elements: Int
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements }
  var isAtEnd: Bool { currentIndex >= elements }

  init(decoder: WireDecoder, elements: Int) { (self.decoder, self.elements) = (decoder, elements) }

  private mutating func next() throws -> WireDecoder {
    guard !isAtEnd else { throw decoder.corrupted("an array ends") }
    currentIndex += 1
    return decoder
  }

  mutating func decodeNil() throws -> Bool { try !next().readFlag() }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().read(type)
  }
  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws
    -> KeyedDecodingContainer<NestedKey>
  { try next().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder { try next() }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try next().readFlag() }
  mutating func decode(_ type: String.Type) throws -> String { try next().readText() }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try Double(bitPattern: next().readBits())
  }
  mutating func decode(_ type: Int.Type) throws -> Int { try next().readWhole() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next().readWhole() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next().readSigned() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next().readByte() }
}

/// A value that is no more than a number, a text or an optional.
struct WireSingleDecoding: SingleValueDecodingContainer {
  let decoder: WireDecoder
  var codingPath: [any CodingKey] { [] }

  /// Whether an optional is absent; its mark is read.
  func decodeNil() -> Bool { !decoder.readPresence() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.readFlag() }
  func decode(_ type: String.Type) throws -> String { try decoder.readText() }
  func decode(_ type: Double.Type) throws -> Double { try Double(bitPattern: decoder.readBits()) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.readWhole() }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.readWhole() }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.readSigned() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.readByte() }
  func decode(_ type: Float.Type) throws -> Float {
    try Float(bitPattern: UInt32(truncatingIfNeeded: decoder.readBits()))
  }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.readWhole() }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.readWhole() }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.readWhole() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.readWhole() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.readWhole() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.readWhole() }
}
