/// Values as bytes, for this process or one of the same build on the same machine.
///
/// The form follows the declarations of the types alone: values stand in the order in which they
/// are encoded, without names, so that both sides must be one build. Whole numbers take as few
/// bytes as they need (LEB128, signed ones in zigzag), a `Double` eight, text and arrays stand
/// behind their length, an optional behind a byte, the case of an enumeration behind its name.
/// A dictionary by text or `Int` has no form: its keys are field names to the standard library.
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
    guard decoder.isAtEnd else { throw decoder.corrupted("bytes are left over") }
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

  /// Counts an element of the array whose length stands at an offset.
  func count(at start: Int) {
    for index in start..<start + 4 {
      bytes[index] &+= 1
      if bytes[index] != 0 { return }
    }
    preconditionFailure("an array of more than four billion elements")
  }
}
