/// Values as JSON, for other programs and for later runs of this one.
///
/// The form follows the declarations of the types:
///
/// - A value with fields is an object. Its names are those of the fields in words, with the
///   unit last: `mainThreadWait` is `main thread wait ns`. A field that is nil is left out.
/// - An enumeration is the name of its case in words. With a payload, it is an object whose
///   only member has that name.
/// - Unsigned whole numbers of 64 bits are texts, because many programs would round them.
/// - Types with a shorter or plainer form are ``RecordForm``s.
package enum Record {
  /// The name of a field in words.
  ///
  /// - Parameters:
  ///   - name: The declared name, such as `excessShiftPoints`.
  ///   - unit: The unit that follows from the field's type.
  /// - Returns: The words, such as `excess shift pt`.
  package static func words(_ name: String, unit: String?) -> String {
    var words = ""
    forEachByte(of: name, unit: unit) { byte in
      words.unicodeScalars.append(Unicode.Scalar(byte))
      return true
    }
    return words
  }

  /// Calls `body` with each byte of a field's name in words, while it returns true.
  static func forEachByte(of name: String, unit: String?, _ body: (UInt8) -> Bool) {
    // What a case holds without a name has its number.
    let isNumber = name.utf8.first == UInt8(ascii: "_")
    let long = name.utf8.last == UInt8(ascii: "s") ? Self.unit(atEndOf: name) : nil
    // A string is faster to go through than a part of it.
    var rest = name.utf8.count - (isNumber ? 1 : 0) - (long?.long.utf8.count ?? 0)
    for byte in name.utf8 where byte != UInt8(ascii: "_") {
      guard rest > 0 else { break }
      rest -= 1
      let isCapital = byte &- UInt8(ascii: "A") < 26
      if isCapital, !body(UInt8(ascii: " ")) { return }
      guard body(isCapital ? byte | 0x20 : byte) else { return }
    }
    for unit in [long?.short, unit] {
      guard let unit else { continue }
      guard body(UInt8(ascii: " ")) else { return }
      for byte in unit.utf8 where !body(byte) { return }
    }
  }

  private static func unit(atEndOf name: String) -> (long: String, short: String)? {
    units.first { name.hasSuffix($0.long) }
  }

  /// The units that end a name, with their written forms.
  private static let units = [
    (long: "Nanoseconds", short: "ns"), (long: "Points", short: "pt"),
    (long: "Degrees", short: "deg"), (long: "Seconds", short: "s"),
  ]

  /// Returns the bytes of a value as a record.
  ///
  /// - Throws: The error of the value's custom encoding; nothing for types without one.
  /// - Complexity: O(bytes).
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = RecordEncoder()
    try encoder.write(value)
    return encoder.bytes
  }

  /// The declared name of a case, from its words.
  static func name(_ words: String) -> String {
    let parts = words.split(separator: " ")
    return parts.dropFirst().reduce(String(parts.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

/// Writes the values of a record one after the other.
package final class RecordEncoder: Encoder {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  private var open: [Container] = []
  private var names: [String: [UInt8]] = [:]

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Makes an encoder that has written nothing.
  package init() {}

  /// A list or an object that is being written.
  private struct Container {
    enum Kind {
      case list, object
      /// The payload of an enumeration's case, of which nothing is written yet.
      case nothing
      /// The payload of a case without a name, and nothing else so far.
      case bare
    }

    var kind: Kind
    var start: Int
    var isInLines: Bool
    var isEmpty = true
  }

  /// Whether the next list or object is written with each value on a separate line.
  package var isInLines = false
  /// Whether the fields of the next value are members of the innermost object.
  private var joins = false

  /// Takes the bytes written since the last call, while only lists and objects are open.
  package func take() -> ArraySlice<UInt8> {
    defer { bytes = [] }
    return bytes[...]
  }

  // MARK: For forms

  /// Writes a list; `body` writes its elements with ``element()`` before each.
  package func list(_ body: () throws -> Void) rethrows {
    let depth = begin(.list)
    try body()
    end(depth)
  }

  /// Writes an object; `body` writes its members with ``name(_:)`` before each.
  package func object(_ body: () throws -> Void) rethrows {
    let depth = begin(.object)
    try body()
    end(depth)
  }

  /// Begins an element of the innermost list.
  package func element() { separate(open.count - 1) }

  /// Begins a member of the innermost object.
  package func name(_ name: String) {
    separate(open.count - 1)
    write(text: name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes a whole number.
  package func write(whole number: some BinaryInteger) {
    if let number = Int64(exactly: number) {
      bytes.append(decimal: number)
    } else {
      bytes += String(number).utf8
    }
  }

  /// Writes whole numbers as a list of lists with `width` numbers each.
  package func write(rows numbers: [Int64], of width: Int) {
    list {
      for first in stride(from: 0, to: numbers.count, by: width) {
        element()
        for place in first..<first + width {
          bytes.append(UInt8(ascii: place == first ? "[" : ","))
          bytes.append(decimal: numbers[place])
        }
        bytes.append(UInt8(ascii: "]"))
      }
    }
  }

  /// Writes a number in the fewest digits that read back as the same one.
  package func write(number: Double) {
    guard number.isFinite else { return write(text: number.isNaN ? "nan" : "\(number)") }
    // A negative zero has no whole number.
    guard number.sign == .plus || number != 0, let whole = Int64(exactly: number) else {
      return bytes.append(contentsOf: "\(number)".utf8)
    }
    write(whole: whole)
  }

  /// Writes a text.
  package func write(text: String) { JSON.append(text, to: &bytes) }
  /// Writes true or false.
  package func write(flag: Bool) { bytes += (flag ? "true" : "false").utf8 }
  /// Writes null.
  package func writeNull() { bytes += "null".utf8 }
  /// Ends a line behind the last value.
  package func endLine() { bytes.append(UInt8(ascii: "\n")) }
  /// Writes a value that is JSON already.
  package func write(json: JSON) { bytes += JSON.line(json).text(atLevel: 0).utf8 }

  /// Writes the fields of a value as members of the innermost object.
  package func members(of value: some Encodable) throws {
    joins = true
    let depth = open.count
    try value.encode(to: self)
    end(depth)
  }

  /// Writes any value.
  package func write(_ value: some Encodable) throws {
    if let form = value as? any RecordForm { return try form.write(to: self) }
    let depth = open.count
    try value.encode(to: self)
    end(depth)
  }

  // MARK: Containers

  private func begin(_ kind: Container.Kind) -> Int {
    open.append(Container(kind: kind, start: bytes.count, isInLines: isInLines))
    isInLines = false
    switch kind {
    case .list: bytes.append(UInt8(ascii: "["))
    case .object: bytes.append(UInt8(ascii: "{"))
    case .nothing, .bare: break
    }
    return open.count - 1
  }

  /// Ends all containers that are deeper than `depth`.
  private func end(_ depth: Int) {
    while open.count > depth, let container = open.popLast() {
      if container.isInLines { bytes.append(UInt8(ascii: "\n")) }
      switch container.kind {
      case .list: bytes.append(UInt8(ascii: "]"))
      case .object: bytes.append(UInt8(ascii: "}"))
      case .bare: break
      case .nothing: endCase()
      }
    }
  }

  /// Reduces a case without a payload to its name.
  private func endCase() {
    guard let container = open.popLast() else { return }
    bytes.remove(at: container.start)
    bytes.removeLast()
  }

  private func separate(_ depth: Int) {
    end(depth + 1)
    if open[depth].isEmpty {
      open[depth].isEmpty = false
    } else {
      bytes.append(UInt8(ascii: ","))
    }
    if open[depth].isInLines { bytes.append(UInt8(ascii: "\n")) }
  }

  fileprivate func beginElement(_ depth: Int) { separate(depth) }

  fileprivate func beginMember(_ depth: Int, _ name: String, unit: String? = nil) {
    if let position = name.first == "_" ? name.dropFirst() : nil { return begin(depth, position) }
    nameCase(depth)
    separate(depth)
    bytes += written(name, unit)
  }

  /// Begins the payload of a case without a name: a single value needs none.
  private func begin(_ depth: Int, _ position: Substring) {
    if open[depth].kind == .nothing {
      open[depth].kind = .bare
      open[depth].start = bytes.count
      return
    }
    nameCase(depth)
    separate(depth)
    bytes += "\"\(position)\":".utf8
  }

  /// Turns the payload of a case into an object, since a name follows.
  private func nameCase(_ depth: Int) {
    guard open[depth].kind == .nothing || open[depth].kind == .bare else { return }
    end(depth + 1)
    if open[depth].kind == .bare {
      bytes.insert(contentsOf: "{\"0\":".utf8, at: open[depth].start)
      open[depth].isEmpty = false
    } else {
      bytes.append(UInt8(ascii: "{"))
    }
    open[depth].kind = .object
  }

  /// A name with its quotes and the colon.
  private func written(_ name: String, _ unit: String?) -> [UInt8] {
    // Few names have a unit by their type.
    let key = unit.map { "\(name) \($0)" } ?? name
    if let bytes = names[key] { return bytes }
    var written: [UInt8] = []
    JSON.append(Record.words(name, unit: unit), to: &written)
    written.append(UInt8(ascii: ":"))
    names[key] = written
    return written
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let depth = joins ? open.count - 1 : begin(.object)
    joins = false
    return KeyedEncodingContainer(RecordKeyedEncoding(encoder: self, depth: depth))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RecordListEncoding(encoder: self, depth: begin(.list))
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    RecordSingleEncoding(encoder: self)
  }

  fileprivate func payload<Key: CodingKey>(
    of depth: Int, _ name: String, _ type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    beginMember(depth, name)
    return KeyedEncodingContainer(RecordKeyedEncoding(encoder: self, depth: begin(.nothing)))
  }
}

private struct RecordKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: RecordEncoder
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    encoder.beginMember(depth, key.stringValue)
    encoder.writeNull()
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    guard let form = value as? any RecordForm else {
      encoder.beginMember(depth, key.stringValue)
      return try encoder.write(value)
    }
    if !type(of: form).isJoined {
      encoder.beginMember(depth, key.stringValue, unit: type(of: form).recordUnit)
    }
    try form.write(to: encoder)
  }

  func encode(_ value: Bool, forKey key: Key) {
    encoder.beginMember(depth, key.stringValue)
    encoder.write(flag: value)
  }
  func encode(_ value: String, forKey key: Key) {
    encoder.beginMember(depth, key.stringValue)
    encoder.write(text: value)
  }
  func encode(_ value: Double, forKey key: Key) {
    encoder.beginMember(depth, key.stringValue)
    encoder.write(number: value)
  }
  func encode(_ value: Int, forKey key: Key) { encode(whole: value, key) }
  func encode(_ value: Int32, forKey key: Key) { encode(whole: value, key) }
  func encode(_ value: Int64, forKey key: Key) { encode(whole: value, key) }
  func encode(_ value: UInt8, forKey key: Key) { encode(whole: value, key) }

  private func encode(whole value: some BinaryInteger, _ key: Key) {
    encoder.beginMember(depth, key.stringValue)
    encoder.write(whole: value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    // The case of an enumeration; nothing else asks for a container within a container.
    encoder.payload(of: depth, key.stringValue, keyType)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.beginMember(depth, key.stringValue)
    return encoder.unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

private struct RecordListEncoding: UnkeyedEncodingContainer {
  let encoder: RecordEncoder
  let depth: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(encoder: RecordEncoder, depth: Int) { (self.encoder, self.depth) = (encoder, depth) }

  private mutating func next() -> RecordEncoder {
    count += 1
    encoder.beginElement(depth)
    return encoder
  }

  mutating func encodeNil() { next().writeNull() }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try next().write(value) }
  mutating func encode(_ value: Int) { next().write(whole: value) }
  mutating func encode(_ value: Int64) { next().write(whole: value) }
  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  { next().container(keyedBy: keyType) }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { next() }
}

private struct RecordSingleEncoding: SingleValueEncodingContainer {
  let encoder: RecordEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.writeNull() }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }
  func encode(_ value: Bool) { encoder.write(flag: value) }
  func encode(_ value: String) { encoder.write(text: value) }
  func encode(_ value: Double) { encoder.write(number: value) }
  func encode(_ value: Float) { encoder.write(number: Double(value)) }
  func encode(_ value: Int) { encoder.write(whole: value) }
  func encode(_ value: Int8) { encoder.write(whole: value) }
  func encode(_ value: Int16) { encoder.write(whole: value) }
  func encode(_ value: Int32) { encoder.write(whole: value) }
  func encode(_ value: Int64) { encoder.write(whole: value) }
  func encode(_ value: UInt) { encoder.write(text: String(value)) }
  func encode(_ value: UInt8) { encoder.write(whole: value) }
  func encode(_ value: UInt16) { encoder.write(whole: value) }
  func encode(_ value: UInt32) { encoder.write(whole: value) }
  func encode(_ value: UInt64) { encoder.write(text: String(value)) }
}
