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
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try encoder.write(optional: value)
  }

  // What most fields are, without the way through a container of its own.
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
