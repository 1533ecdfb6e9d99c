extension Record {
  /// Returns the value of a record.
  ///
  /// - Throws: A ``JSONText/ReadError`` where the text does not match the type.
  /// - Complexity: O(bytes).
  package static func value<Value: Decodable>(
    _ type: Value.Type, of json: JSONValue
  ) throws -> Value {
    try value(type, as: type as? any RecordForm.Type, of: json)
  }

  /// Returns the value of a record that this program wrote, with numbers of any size.
  ///
  /// - Throws: A ``JSONText/ReadError`` for bytes that are not a record of the type.
  /// - Complexity: O(bytes).
  package static func value<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    try JSONText(bytes, limitsNumbers: false).read { try value(type, of: $0) }
  }

  /// Reads a value from the members of an object, whatever its form.
  package static func fields<Value: Decodable>(of json: JSONValue) throws -> Value {
    try Value(from: RecordDecoder(value: json))
  }

  /// Returns the value of a type whose form is looked up, which takes longer than reading
  /// most values.
  fileprivate static func value<Value: Decodable>(
    _ type: Value.Type, as form: (any RecordForm.Type)?, of json: JSONValue
  ) throws -> Value {
    if let form { return try form.read(json, as: type) }
    return try Value(from: RecordDecoder(value: json))
  }
}

/// Reads a value as a ``RecordEncoder`` wrote it.
struct RecordDecoder: Decoder {
  let value: JSONValue

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try RecordKeyedDecoding(value))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try RecordListDecoding(value) }
  func singleValueContainer() -> any SingleValueDecodingContainer {
    RecordSingleDecoding(value: value)
  }
}

/// The locations of an object's fields, which are requested in the order of the text.
private final class RecordFields {
  let object: JSONValue
  private let first: JSONValue.Children
  private var children: JSONValue.Children

  init(_ object: JSONValue) throws(JSONText.ReadError) {
    self.object = object
    first = try object.members
    children = first
  }

  /// The value of a field; nil for none.
  func value(_ name: String, unit: String?) -> JSONValue? {
    let last = children
    if let value = children.next(name, unit: unit) { return value }
    // Not behind the last one that was found, so that it can stand before it.
    children = first
    if let value = children.next(name, unit: unit, before: last.position) { return value }
    children = last
    return nil
  }
}

private struct RecordKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// The source of the fields.
  private enum Source {
    case fields(RecordFields)
    /// The name of a case without a payload.
    case word(JSONValue)
    /// The payload of a case, written without a name.
    case bare(JSONValue)
    case nothing(JSONValue)
  }

  private let source: Source
  var codingPath: [any CodingKey] { [] }

  init(_ value: JSONValue) throws(JSONText.ReadError) {
    source = value.kind == .text ? .word(value) : .fields(try RecordFields(value))
  }

  private init(payload value: JSONValue) {
    // Of a case that holds several things, those without a name are numbered.
    let isNumbered = try? value.kind == .object && value.member("0") != nil
    let isLabeled = Key(stringValue: "_0") == nil
    if isNumbered == true || isLabeled, let fields = try? RecordFields(value) {
      source = .fields(fields)
    } else {
      source = .bare(value)
    }
  }

  private init(nothing value: JSONValue) { source = .nothing(value) }

  /// The case of an enumeration.
  ///
  /// Only enumerations request all keys.
  var allKeys: [Key] {
    switch source {
    case .word(let value): keys([value])
    case .fields(let fields): keys((try? fields.object.members).map { Array($0.prefix(1)) } ?? [])
    case .bare, .nothing: []
    }
  }

  private func keys(_ names: [JSONValue]) -> [Key] {
    names.compactMap { name in
      (try? name.string).flatMap { Key(stringValue: Record.name($0)) }
    }
  }

  private var place: JSONValue {
    switch source {
    case .fields(let fields): fields.object
    case .word(let value), .bare(let value), .nothing(let value): value
    }
  }

  private func find(_ key: Key, unit: String? = nil) -> JSONValue? {
    switch source {
    case .fields(let fields):
      return fields.value(key.stringValue, unit: unit)
    case .bare(let value): return key.stringValue == "_0" ? value : nil
    case .word, .nothing: return nil
    }
  }

  private func require(_ key: Key, unit: String? = nil) throws(JSONText.ReadError) -> JSONValue {
    guard let value = find(key, unit: unit) else {
      throw place.error("'\(Record.words(key.stringValue, unit: unit))' is missing")
    }
    return value
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try require(key).kind == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let form = type as? any RecordForm.Type
    let value = form?.isJoined == true ? place : try require(key, unit: form?.recordUnit)
    return try Record.value(type, as: form, of: value)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let form = type as? any RecordForm.Type
    return try find(key, unit: form?.recordUnit).map { try Record.value(type, as: form, of: $0) }
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try require(key).flag }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try require(key).string }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try require(key).number }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try require(key).counted(as: key)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try require(key).counted(as: key)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try require(key).counted(as: key)
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try require(key).whole() }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try find(key)?.flag }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try find(key)?.string
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try find(key)?.number
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try find(key)?.counted(as: key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try find(key)?.counted(as: key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try find(key)?.counted(as: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    if case .word(let value) = source {
      return KeyedDecodingContainer(RecordKeyedDecoding<NestedKey>(nothing: value))
    }
    return KeyedDecodingContainer(RecordKeyedDecoding<NestedKey>(payload: try require(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try RecordListDecoding(require(key))
  }
  func superDecoder() -> any Decoder { RecordDecoder(value: place) }
  func superDecoder(forKey key: Key) -> any Decoder { RecordDecoder(value: place) }
}

private struct RecordListDecoding: UnkeyedDecodingContainer {
  private let list: JSONValue
  private var children: JSONValue.Children
  private(set) var currentIndex = 0
  /// The type and the form in which the elements are requested.
  private var elements: (type: Any.Type, form: (any RecordForm.Type)?)?
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { children.isAtEnd }

  init(_ value: JSONValue) throws(JSONText.ReadError) {
    list = value
    children = try value.elements
  }

  private mutating func next() throws(JSONText.ReadError) -> JSONValue {
    guard let value = children.next() else { throw list.error("the list is too short") }
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    var rest = children
    guard rest.next()?.kind == .null else { return false }
    _ = try next()
    return true
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if elements == nil || elements?.type != type {
      elements = (type: type, form: type as? any RecordForm.Type)
    }
    return try Record.value(type, as: elements?.form, of: next())
  }
  mutating func decode(_ type: Int.Type) throws -> Int { try next().whole() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next().whole() }
  mutating func decode(_ type: String.Type) throws -> String { try next().string }
  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws
    -> KeyedDecodingContainer<NestedKey>
  { KeyedDecodingContainer(try RecordKeyedDecoding(next())) }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try RecordListDecoding(next())
  }
  mutating func superDecoder() throws -> any Decoder { RecordDecoder(value: try next()) }
}

private struct RecordSingleDecoding: SingleValueDecodingContainer {
  let value: JSONValue
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { value.kind == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Record.value(type, of: value)
  }
  func decode(_ type: Bool.Type) throws -> Bool { try value.flag }
  func decode(_ type: String.Type) throws -> String { try value.string }
  func decode(_ type: Double.Type) throws -> Double { try value.number }
  func decode(_ type: Float.Type) throws -> Float { Float(try value.number) }
  func decode(_ type: Int.Type) throws -> Int { try value.whole() }
  func decode(_ type: Int8.Type) throws -> Int8 { try value.whole() }
  func decode(_ type: Int16.Type) throws -> Int16 { try value.whole() }
  func decode(_ type: Int32.Type) throws -> Int32 { try value.whole() }
  func decode(_ type: Int64.Type) throws -> Int64 { try value.whole() }
  func decode(_ type: UInt.Type) throws -> UInt { try number() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try value.whole() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try value.whole() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try value.whole() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try number() }

  /// A whole number written as a text, since many programs would round it.
  private func number<Number: FixedWidthInteger>() throws(JSONText.ReadError) -> Number {
    guard let number = Number(try value.string) else {
      throw value.error("a whole number as a text has to come here")
    }
    return number
  }
}

extension JSONValue {
  /// A number of things, or the index of one of them.
  ///
  /// A member without a unit, and so without a custom form, is always one of these.
  ///
  /// Only a step may be -1, which is the time before the first one.
  fileprivate func counted<Number: FixedWidthInteger>(
    as key: some CodingKey
  ) throws(JSONText.ReadError) -> Number {
    let number: Number = try whole()
    let isBeforeSteps = number == -1 && key.stringValue.lowercased().hasSuffix("step")
    guard number >= 0 || isBeforeSteps || !limitsNumbers else {
      throw error("the number is less than there can be")
    }
    return number
  }
}
