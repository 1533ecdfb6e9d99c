/// Values as bytes, for this process or one of the same build on the same machine.
///
/// The form follows the declarations of the types alone: values are in the order in which they are
/// encoded, without names, so that both sides must be one build. Whole numbers take as few bytes as
/// they need (LEB128, signed ones in zigzag), a `Double` eight; text and arrays follow their
/// length, an optional follows a byte, the case of an enumeration follows its name. A dictionary by
/// text or `Int` has no form: its keys are field names to the standard library.
public enum Wire {
  /// The bytes of a value.
  ///
  /// - Throws: What the value's own encoding throws; nothing for types without one.
  /// - Complexity: O(bytes).
  public static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = WireEncoder()
    try encoder.write(value)
    return encoder.bytes
  }

  /// The value that has these bytes.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when the bytes are not those of such a value.
  /// - Complexity: O(bytes).
  public static func value<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    let decoder = WireDecoder(bytes)
    let value = try decoder.read(type)
    guard decoder.isAtEnd else { throw decoder.corrupted("bytes are left over or missing") }
    return value
  }
}

/// Writes values one behind the other; it has no state beside the bytes, so that one serves values
/// of any depth.
final class WireEncoder: Encoder {
  private(set) var bytes: [UInt8] = []

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(WireKeyedEncoding(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    // The count is not known yet; each element raises it.
    bytes.append(contentsOf: [0, 0, 0, 0])
    return WireArrayEncoding(encoder: self, start: bytes.count - 4)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    WireSingleEncoding(encoder: self)
  }

  func write<Value: Encodable>(_ value: Value) throws {
    // Any empty array could be cast to one of bytes.
    if Value.self == [UInt8].self, let bytes = value as? [UInt8] {
      write(number: UInt64(bytes.count))
      self.bytes += bytes
    } else {
      try value.encode(to: self)
    }
  }

  func write(optional value: (some Encodable)?) throws {
    write(byte: value == nil ? 0 : 1)
    if let value { try write(value) }
  }

  func write(byte: UInt8) { bytes.append(byte) }
  func write(number: UInt64) { Varint.append(number, to: &bytes) }
  func write(signed number: Int64) { Varint.append(signed: number, to: &bytes) }

  func write(bits: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
  }

  func write(text: String) {
    write(number: UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Counts an element of the array whose length is at an offset.
  func count(at start: Int) {
    for index in start..<start + 4 {
      bytes[index] &+= 1
      if bytes[index] != 0 { return }
    }
    preconditionFailure("an array of more than four billion elements")
  }
}

/// The fields of a value, or the case of an enumeration with what it holds.
struct WireKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: WireEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { encoder.write(byte: 0) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder.write(value)
  }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    // The case of an enumeration; nothing else asks for a container within a container.
    encoder.write(text: key.stringValue)
    return encoder.container(keyedBy: keyType)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }

  // An absent value must leave its mark; the standard library would write nothing.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try write(value) }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try write(value)
  }
  private func write(_ value: (some Encodable)?) throws { try encoder.write(optional: value) }

  // The types of most fields, encoded without a separate container.
  func encode(_ value: Bool, forKey key: Key) { encoder.write(byte: value ? 1 : 0) }
  func encode(_ value: String, forKey key: Key) { encoder.write(text: value) }
  func encode(_ value: Double, forKey key: Key) { encoder.write(bits: value.bitPattern) }
  func encode(_ value: Int, forKey key: Key) { encoder.write(signed: Int64(value)) }
  func encode(_ value: Int32, forKey key: Key) { encoder.write(signed: Int64(value)) }
  func encode(_ value: Int64, forKey key: Key) { encoder.write(signed: value) }
  func encode(_ value: UInt8, forKey key: Key) { encoder.write(byte: value) }
}

/// The elements of an array behind their number.
struct WireArrayEncoding: UnkeyedEncodingContainer {
  let encoder: WireEncoder
  let start: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(encoder: WireEncoder, start: Int) { (self.encoder, self.start) = (encoder, start) }

  private mutating func next() -> WireEncoder {
    count += 1
    encoder.count(at: start)
    return encoder
  }

  mutating func encodeNil() { next().write(byte: 0) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try next().write(value) }
  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  { next().container(keyedBy: keyType) }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { next() }
  mutating func encode(_ value: Bool) { next().write(byte: value ? 1 : 0) }
  mutating func encode(_ value: String) { next().write(text: value) }
  mutating func encode(_ value: Double) { next().write(bits: value.bitPattern) }
  mutating func encode(_ value: Int) { next().write(signed: Int64(value)) }
  mutating func encode(_ value: Int32) { next().write(signed: Int64(value)) }
  mutating func encode(_ value: Int64) { next().write(signed: value) }
  mutating func encode(_ value: UInt8) { next().write(byte: value) }
}

/// A value that is no more than a number, a text or an optional.
struct WireSingleEncoding: SingleValueEncodingContainer {
  let encoder: WireEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.write(byte: 0) }
  // Only an optional that is there comes this way.
  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.write(byte: 1)
    try encoder.write(value)
  }
  func encode(_ value: Bool) { encoder.write(byte: value ? 1 : 0) }
  func encode(_ value: String) { encoder.write(text: value) }
  func encode(_ value: Double) { encoder.write(bits: value.bitPattern) }
  func encode(_ value: Int) { encoder.write(signed: Int64(value)) }
  func encode(_ value: Int32) { encoder.write(signed: Int64(value)) }
  func encode(_ value: Int64) { encoder.write(signed: value) }
  func encode(_ value: UInt8) { encoder.write(byte: value) }
  func encode(_ value: Float) { encoder.write(bits: UInt64(value.bitPattern)) }
  func encode(_ value: Int8) { encoder.write(signed: Int64(value)) }
  func encode(_ value: Int16) { encoder.write(signed: Int64(value)) }
  func encode(_ value: UInt) { encoder.write(number: UInt64(value)) }
  func encode(_ value: UInt16) { encoder.write(number: UInt64(value)) }
  func encode(_ value: UInt32) { encoder.write(number: UInt64(value)) }
  func encode(_ value: UInt64) { encoder.write(number: UInt64(value)) }
}

/// Whole numbers in as few bytes as they need: LEB128, signed ones in zigzag.
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
