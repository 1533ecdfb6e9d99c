/// A JSON text (RFC 8259) that was scanned once, with the location of each list and object
/// in it.
///
/// Lists and objects are numbered in the order in which they begin. Other values are far
/// more numerous: they are located through their container and decoded from their bytes on
/// demand.
///
/// The reader refuses texts that programs read differently: two members with one name, half
/// a surrogate pair, and a number that is too large for a `Double`.
package final class JSONText: Sendable {
  /// The kind of a value.
  package enum Kind: UInt8, Sendable {
    case null, no, yes, number, text, list, object
  }

  /// A list or an object: the range of its bytes, and the container after it and its content.
  struct Container {
    var start: UInt32
    /// The offset after its last byte.
    var end: UInt32
    /// The number of the next container that is not inside this one.
    var next: UInt32
  }

  /// A rule of JSON that a text can break, named by the missing part.
  package enum Rule: Hashable, Sendable {
    case value, digit, name
    /// The colon after a name, with the bytes between the quotes of the name.
    case colon(name: Range<Int>)
    /// A comma, or the bracket that closes a list or an object.
    case separator
    /// The end of the file.
    case end
    /// The quote that closes a text.
    case quote
    /// The escape of a control character.
    case controlEscape
    /// An escape that JSON has.
    case escape
    /// The second half of a character.
    case otherHalf
    /// A name that its object does not have yet, with the bytes between its quotes; `first` is the
    /// first byte of the same name before it.
    case newName(Range<Int>, first: Int)
    /// A number that fits into a `Double`.
    case finite
    /// A value at an allowed depth.
    case depth
  }

  /// The reason why a text is not valid JSON, or has another value than expected.
  package struct ReadError: Error, Hashable, Sendable {
    /// The offset of the byte at which the error is found.
    package var offset: Int
    /// The error, in a sentence without a full stop.
    package var sentence: String
    /// The rule that the text breaks; nil for a error of a value in a text that is JSON.
    package private(set) var rule: Rule?
    /// The first byte of the innermost list or object that is open there; nil for none.
    package private(set) var container: Int?

    /// Makes a error.
    package init(at offset: Int, _ sentence: String) {
      (self.offset, self.sentence) = (offset, sentence)
    }

    fileprivate init(at offset: Int, _ sentence: String, breaking rule: Rule, in container: Int?) {
      self.init(at: offset, sentence)
      (self.rule, self.container) = (rule, container)
    }

    /// The line and the column of the byte, from 1; columns count bytes.
    package func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
      let before = bytes.prefix(offset)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      return (line, offset - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1))
    }
  }

  /// The bytes of the text.
  package let bytes: [UInt8]
  let containers: [Container]
  /// The range of the text in the bytes.
  private let range: Range<Int>
  /// The offsets of line ends, in order.
  ///
  /// Only lists and objects can span several lines.
  private let lineEnds: [UInt32]
  private let memory: JSONMemory

  /// Reads parts of a text by their numbers, sequentially or in parallel, and returns them in
  /// the order of the numbers.
  package typealias Order = (_ count: Int, _ part: @escaping @Sendable (Int) -> Piece?) -> [Piece?]

  /// The locations of some values of a list.
  package struct Piece: Sendable {
    fileprivate var containers: [Container]
    fileprivate var lineEnds: [UInt32]
    /// The end of the list; nil where it continues after the part.
    fileprivate var endOfList: Int?
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - partSize: The bytes that each part of the first list whose values stand in lines has at
  ///     least, but for the last one.
  ///   - limitsNumbers: Whether whole numbers beyond ``JSONValue/mostWhole`` are errors, and
  ///     negative counts.
  ///   - inOrder: Reads such parts; nil for a text that is read as a whole.
  /// - Throws: A ``ReadError`` where it is none of JSON, nests deeper than 200 values, or has four
  ///   gigabytes or more.
  /// - Complexity: O(bytes).
  package init(
    _ bytes: [UInt8], partSize: Int = 1 << 20, limitsNumbers: Bool = true, inOrder: Order? = nil
  ) throws(ReadError) {
    guard bytes.count < Int(UInt32.max) else {
      throw ReadError(at: 0, "the file has \(bytes.count) bytes, more than can be read")
    }
    var reader = JSONTextReader(bytes, 0..<bytes.count)
    reader.parts = inOrder.map { (size: max(partSize, 1), inOrder: $0) }
    try reader.readAll()
    (self.bytes, containers, lineEnds) = (bytes, reader.containers, reader.lineEnds)
    range = 0..<bytes.count
    memory = JSONMemory(self.bytes, containers, limitsNumbers: limitsNumbers)
  }

  /// Reads a text that is a part of some bytes, such as a line of a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, fewer than four gigabytes.
  ///   - range: The range of the text in them; offsets of errors count from the first byte of all.
  /// - Throws: A ``ReadError`` where the text is not JSON or nests deeper than 200 values.
  /// - Complexity: O(range).
  package init(_ bytes: [UInt8], in range: Range<Int>) throws(ReadError) {
    precondition(bytes.count < Int(UInt32.max), "\(bytes.count) bytes have no offsets")
    var reader = JSONTextReader(bytes, range)
    try reader.readAll()
    (self.bytes, containers, lineEnds) = (bytes, reader.containers, reader.lineEnds)
    self.range = range
    memory = JSONMemory(self.bytes, containers, limitsNumbers: true)
  }

  /// Reads a text that comes in pieces, and forgets each value of one list of its object.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the text, with the beginning of the list.
  ///   - name: The name of the list.
  ///   - lookahead: The number of bytes behind a value of the list in which the next value ends, or
  ///     the text.
  ///   - piece: Returns the next bytes; nil at the end.
  ///   - element: Receives each value of the list, and the bytes in memory, in which the ranges of
  ///     the value lie. The value may not escape the closure. False ends the reading.
  /// - Throws: A ``ReadError`` where the text is not JSON, where a value ends behind the bytes in
  ///   memory, or where the closure ends the reading. Its offsets are those of a piece.
  /// - Complexity: O(bytes), in the memory of two pieces.
  package init(
    _ bytes: [UInt8], elementsOf name: String, lookahead: Int, piece: @escaping () -> [UInt8]?,
    element: (JSONValue, [UInt8]) -> Bool
  ) throws(ReadError) {
    var reader = JSONTextReader(bytes, 0..<bytes.count)
    try withoutActuallyEscaping(element) { element throws(ReadError) in
      reader.feed = JSONFeed(name: name, lookahead: lookahead, piece: piece, element: element)
      defer { reader.feed = nil }
      try reader.readAll()
    }
    (self.bytes, containers, lineEnds) = (reader.bytes, reader.containers, reader.lineEnds)
    range = 0..<self.bytes.count
    memory = JSONMemory(self.bytes, containers, limitsNumbers: true)
  }

  /// Whether a line ends within a range of bytes.
  ///
  /// - Complexity: O(log lines).
  private func hasLineEnd(in range: Range<Int>) -> Bool {
    var (low, high) = (0, lineEnds.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(lineEnds[middle]) < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < lineEnds.count && Int(lineEnds[low]) < range.upperBound
  }

  /// Whether a byte is one of the four blanks of JSON.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The next quote, backslash or control character, which are found in eight bytes at a time.
  fileprivate static func endOfPlain(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The highest bit of each byte that is zero; higher bytes than the lowest one may be wrong.
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones << 7) }
    var position = start
    while position + 8 <= end {
      let word = unsafe UInt64(
        littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
          fromByteOffset: position, as: UInt64.self))
      let stops =
        zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
        | (word &- (ones &* 0x20)) & ~word & (ones << 7)
      guard stops == 0 else { return position + stops.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < end, unsafe bytes[position] != 0x22, unsafe bytes[position] != 0x5C,
      unsafe bytes[position] >= 0x20
    {
      position += 1
    }
    return position
  }

  /// The decoded text of the bytes between two quotes, which must be JSON.
  package static func text(_ written: ArraySlice<UInt8>) -> String {
    guard written.contains(UInt8(ascii: "\\")) else {
      return String(decoding: written, as: UTF8.self)
    }
    var (units, rest): ([UInt16], ArraySlice<UInt8>) = ([], written)
    while !rest.isEmpty {
      if let escape = escape(rest) {
        units.append(escape.unit)
        rest = rest.dropFirst(escape.count)
      } else {
        let plain = rest.prefix(1) + rest.dropFirst().prefix { $0 != UInt8(ascii: "\\") }
        units += String(decoding: plain, as: UTF8.self).utf16
        rest = rest.dropFirst(plain.count)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The UTF-16 unit of the escape with which bytes begin, and its length; nil for an escape that
  /// JSON does not have.
  fileprivate static func escape(_ bytes: ArraySlice<UInt8>) -> (unit: UInt16, count: Int)? {
    let sign = bytes.dropFirst()
    guard bytes.first == UInt8(ascii: "\\"), let byte = sign.first else { return nil }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (UInt16(byte), 2)
    case UInt8(ascii: "n"): return (0x0A, 2)
    case UInt8(ascii: "r"): return (0x0D, 2)
    case UInt8(ascii: "t"): return (0x09, 2)
    case UInt8(ascii: "b"): return (0x08, 2)
    case UInt8(ascii: "f"): return (0x0C, 2)
    case UInt8(ascii: "u"):
      let digits = sign.dropFirst().prefix(4).compactMap {
        Character(Unicode.Scalar($0)).hexDigitValue
      }
      return digits.count == 4 ? (digits.reduce(0) { $0 << 4 | UInt16($1) }, 6) : nil
    case _: return nil
    }
  }

  /// Returns the result of a closure that receives the outermost value.
  ///
  /// Neither that value nor any value in it may escape the closure: values do not retain the
  /// text.
  package func read<Value, Failure>(
    _ body: (JSONValue) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    defer { extendLifetime(self) }
    var children = JSONValue.Children(
      memory, position: range.lowerBound, end: range.upperBound, container: 0)
    guard let root = children.next() else { preconditionFailure("a text was read without a value") }
    return try body(root)
  }

  /// The source bytes of a value.
  package func bytes(of value: JSONValue) -> ArraySlice<UInt8> { bytes[value.range] }

  /// Whether a value is on one line.
  package func isInOneLine(_ value: JSONValue) -> Bool { !hasLineEnd(in: value.range) }

  deinit { memory.free() }
}

/// The memory of a text and its containers, for its values.
///
/// Values are so numerous that counting references to the text would take a third of the
/// time to read it. Only valid texts have values, so that traversing one stays inside the
/// memory.
@safe private struct JSONMemory: @unchecked Sendable {
  @unsafe private struct Places {
    var bytes: UnsafePointer<UInt8>
    var containers: UnsafePointer<JSONText.Container>
    var limitsNumbers: Bool
  }

  // One pointer, so that values are short.
  private let places: UnsafeMutablePointer<Places>

  /// Creates a view of arrays that the caller retains and never changes, so that they stay in
  /// place.
  init(_ bytes: [UInt8], _ containers: [JSONText.Container], limitsNumbers: Bool) {
    unsafe places = UnsafeMutablePointer<Places>.allocate(capacity: 1)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe containers.withUnsafeBufferPointer { containers in
        guard let bytes = bytes.baseAddress, let containers = containers.baseAddress else {
          preconditionFailure("an array has no place")
        }
        unsafe places.initialize(
          to: Places(bytes: bytes, containers: containers, limitsNumbers: limitsNumbers))
      }
    }
  }

  subscript(position: Int) -> UInt8 { unsafe places.pointee.bytes[position] }
  var limitsNumbers: Bool { unsafe places.pointee.limitsNumbers }

  func container(_ number: Int) -> JSONText.Container {
    unsafe places.pointee.containers[number]
  }

  /// The bytes of a range, valid while the text exists.
  func bytes(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      start: places.pointee.bytes + range.lowerBound, count: range.count)
  }

  /// The end of the text that begins at a byte, in a value or container with an end.
  func end(ofText start: Int, before limit: Int) -> Int {
    let bytes = unsafe UnsafeBufferPointer(start: places.pointee.bytes, count: limit)
    var end = unsafe JSONText.endOfPlain(bytes, from: start + 1, to: limit)
    while unsafe bytes[end] != UInt8(ascii: "\"") {
      end = unsafe JSONText.endOfPlain(bytes, from: end + 2, to: limit)
    }
    return end + 1
  }

  func free() { unsafe places.deallocate() }
}

/// The list of a text that comes in pieces, and the receiver of its values.
private struct JSONFeed {
  var name: String
  var lookahead: Int
  var piece: () -> [UInt8]?
  var element: (JSONValue, [UInt8]) -> Bool
}

/// Finds the values of a text, or of a part of one.
private struct JSONTextReader {
  private(set) var bytes: [UInt8]
  private var position: Int
  private var limit: Int
  /// The list whose values are read one by one; nil for a text that is read as a whole.
  var feed: JSONFeed?
  /// The parts in which a list with a value per line is read; nil for none, and after the
  /// first attempt.
  var parts: (size: Int, inOrder: JSONText.Order)?
  private(set) var containers: [JSONText.Container] = []
  private(set) var lineEnds: [UInt32] = []
  /// The names of the open objects, up to ``fewNames`` of each.
  private var names: [Name] = []

  /// The name of a member: the bytes between its quotes.
  private struct Name {
    var range: Range<Int>
    /// The length and the bytes at both ends, by which most names differ; 0 for a name with
    /// escapes, which can be the same as one that looks different.
    var look: UInt64

    var hasEscapes: Bool { look == 0 }
  }

  /// The names of an object that are compared one by one; further ones are looked up.
  private static let fewNames = 16
  private static let depthLimit = 200
  /// The length up to which a number without an exponent is finite.
  private static let finiteDigits = 300

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    (self.bytes, position, limit) = (bytes, range.lowerBound, range.upperBound)
    // Of a run file each has about 34 bytes.
    containers.reserveCapacity(range.count / 32)
  }

  mutating func readAll() throws(JSONText.ReadError) {
    try readValue(depth: 0)
    skipSpace()
    guard position == limit else { throw unexpected(.end, "the end of the file") }
  }

  private func error(
    at offset: Int? = nil, _ sentence: String, _ rule: JSONText.Rule
  ) -> JSONText.ReadError {
    JSONText.ReadError(
      at: offset ?? position, sentence, breaking: rule,
      in: containers.last { $0.end == 0 }.map { Int($0.start) })
  }

  private func unexpected(_ rule: JSONText.Rule, _ wanted: String) -> JSONText.ReadError {
    let isAtEnd = position >= limit
    return error(
      isAtEnd ? "the file ends where \(wanted) has to come" : "\(wanted) has to come here", rule)
  }

  private mutating func skipSpace() {
    while position < limit, JSONText.isSpace(bytes[position]) {
      if bytes[position] == UInt8(ascii: "\n") { lineEnds.append(UInt32(position)) }
      position += 1
    }
  }

  /// The next byte after spaces; 0 at the end.
  private mutating func peek() -> UInt8 {
    if position < limit, bytes[position] > 0x20 { return bytes[position] }
    // Most programs write one blank.
    if limit - position > 1, bytes[position] == 0x20, bytes[position + 1] > 0x20 {
      position += 1
      return bytes[position]
    }
    skipSpace()
    return position < limit ? bytes[position] : 0
  }

  private mutating func readValue(depth: Int) throws(JSONText.ReadError) {
    switch peek() {
    case UInt8(ascii: "{"): try readMembers(depth: depth)
    case UInt8(ascii: "["): try readElements(depth: depth)
    case UInt8(ascii: "\""): try readText()
    case UInt8(ascii: "t"): try readWord("true")
    case UInt8(ascii: "f"): try readWord("false")
    case UInt8(ascii: "n"): try readWord("null")
    case _: try readNumber()
    }
  }

  private mutating func readWord(_ word: StaticString) throws(JSONText.ReadError) {
    for byte in "\(word)".utf8 {
      guard position < limit, bytes[position] == byte else { throw unexpected(.value, "a value") }
      position += 1
    }
  }

  private mutating func skipDigits() throws(JSONText.ReadError) {
    let start = position
    while position < limit, bytes[position] &- 0x30 < 10 { position += 1 }
    guard position > start else { throw unexpected(.digit, "a digit") }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < limit, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips a short whole number, the most frequent value, if a separator follows it.
  private mutating func skipShortWhole() -> Bool {
    guard position < limit else { return false }
    let start = bytes[position] == UInt8(ascii: "-") ? position + 1 : position
    var end = start
    while end < limit, bytes[end] &- 0x30 < 10 { end += 1 }
    guard end > start, end - start < JSONTextReader.finiteDigits, end < limit,
      bytes[end] == UInt8(ascii: ",") || bytes[end] == 0x5D,
      bytes[start] != UInt8(ascii: "0") || end == start + 1
    else { return false }
    position = end
    return true
  }

  private mutating func readNumber() throws(JSONText.ReadError) {
    guard position < limit, bytes[position] &- 0x30 < 10 || bytes[position] == 0x2D else {
      throw unexpected(.value, "a value")
    }
    guard !skipShortWhole() else { return }
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try skipDigits() }
    if skip(UInt8(ascii: ".")) { try skipDigits() }
    let isShort = position - start <= JSONTextReader.finiteDigits
    let hasExponent = skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E"))
    if hasExponent {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try skipDigits()
    }
    guard isShort, !hasExponent else { return try requireFinite(start..<position) }
  }

  private func requireFinite(_ number: Range<Int>) throws(JSONText.ReadError) {
    guard Double(String(decoding: bytes[number], as: UTF8.self))?.isFinite != true else { return }
    throw error(at: number.lowerBound, "the number is too large", .finite)
  }

  /// Reads a text; returns whether it has escapes.
  @discardableResult
  private mutating func readText() throws(JSONText.ReadError) -> Bool {
    var hasEscapes = false
    position += 1
    while true {
      position = unsafe bytes.withUnsafeBufferPointer {
        unsafe JSONText.endOfPlain($0, from: position, to: limit)
      }
      guard position < limit else { break }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return hasEscapes
      }
      guard byte >= 0x20 else {
        throw error("a control character has to be escaped", .controlEscape)
      }
      hasEscapes = true
      try readEscape()
    }
    throw unexpected(.quote, "the end of a text")
  }

  private mutating func readEscape() throws(JSONText.ReadError) {
    let start = position
    guard let (unit, count) = JSONText.escape(bytes[start..<limit]) else {
      // The caller finds the end of the file or a control character behind the backslash.
      guard start + 1 == limit || bytes[start + 1] < 0x20 else {
        throw error("the text has an escape that JSON does not know", .escape)
      }
      position += 1
      return
    }
    position += count
    guard UTF16.isSurrogate(unit) else { return }
    guard UTF16.isLeadSurrogate(unit), let other = JSONText.escape(bytes[position..<limit]),
      UTF16.isTrailSurrogate(other.unit)
    else { throw error(at: start, "the text has half a character", .otherHalf) }
    position += other.count
  }

  /// Opens a container.
  ///
  /// Its extent is set when it is closed.
  private mutating func open(depth: Int) throws(JSONText.ReadError) -> Int {
    guard depth < JSONTextReader.depthLimit else {
      throw error("values nest deeper than \(JSONTextReader.depthLimit)", .depth)
    }
    containers.append(JSONText.Container(start: UInt32(position), end: 0, next: 0))
    position += 1
    return containers.count - 1
  }

  private mutating func close(_ index: Int) {
    position += 1
    containers[index].end = UInt32(position)
    containers[index].next = UInt32(containers.count)
  }

  private mutating func readElements(depth: Int) throws(JSONText.ReadError) {
    let index = try open(depth: depth)
    if peek() == UInt8(ascii: "]") { return close(index) }
    let isInLines = lineEnds.last == containers[index].start + 1
    if isInLines, let parts, readParts(ofSize: parts.size, parts.inOrder, depth: depth + 1) {
      return close(index)
    }
    while true {
      // Most values of a text are whole numbers in lists.
      if !skipShortWhole() { try readValue(depth: depth + 1) }
      switch peek() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"): return close(index)
      case _: throw unexpected(.separator, "a comma or the end of a list")
      }
    }
  }

  /// Reads the list of the outermost object that is fed, and forgets each value.
  private mutating func readElements(for feed: JSONFeed) throws(JSONText.ReadError) {
    let index = try open(depth: 1)
    let start = position
    if peek() == UInt8(ascii: "]") { return close(index) }
    while true {
      // All that is before the list keeps its place.
      if limit - position < feed.lookahead, let piece = feed.piece() {
        bytes = bytes[..<start] + bytes[position...] + piece
        (position, limit) = (start, bytes.count)
      }
      _ = peek()
      let first = position
      try readValue(depth: 2)
      let memory = JSONMemory(bytes, containers, limitsNumbers: true)
      let value = JSONValue(memory, first..<position, container: index + 1)
      let goesOn = feed.element(value, bytes)
      memory.free()
      guard goesOn else { throw error("the reader needs no more", .value) }
      containers.removeLast(containers.count - index - 1)
      lineEnds.removeAll(keepingCapacity: true)
      switch peek() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"):
        // The text that is left is JSON too, with an empty list.
        bytes.removeSubrange(start..<position)
        (position, limit) = (start, bytes.count)
        return close(index)
      case _: throw unexpected(.separator, "a comma or the end of a list")
      }
    }
  }

  /// Reads the rest of a list in parts that begin at lines.
  ///
  /// Returns false, and reads nothing, where a line does not begin with a value of the list,
  /// or where the text has a error.
  private mutating func readParts(
    ofSize size: Int, _ inOrder: JSONText.Order, depth: Int
  ) -> Bool {
    parts = nil
    var bounds = [position]
    while let last = bounds.last, limit - last > 2 * size,
      let end = (last + size..<limit).first(where: endsLineAndValue)
    {
      bounds.append(end + 1)
    }
    guard bounds.count > 1 else { return false }
    bounds.append(limit)
    let parts = inOrder(bounds.count - 1) { [bytes, bounds] number in
      JSONTextReader.part(of: bytes, bounds[number]..<bounds[number + 1], depth: depth)
    }.compactMap(\.self)
    // The first part begins with a value of the list, and so does one behind a part without its
    // end.
    guard parts.count == bounds.count - 1, let end = parts.last?.endOfList,
      parts.dropLast().allSatisfy({ $0.endOfList == nil })
    else { return false }
    for part in parts {
      let offset = UInt32(containers.count)
      for container in part.containers {
        containers.append(
          JSONText.Container(
            start: container.start, end: container.end, next: container.next + offset))
      }
      lineEnds += part.lineEnds
    }
    position = end
    return true
  }

  /// Whether a line ends at a byte, after a comma.
  private func endsLineAndValue(_ position: Int) -> Bool {
    bytes[position] == UInt8(ascii: "\n") && bytes[position - 1] == UInt8(ascii: ",")
  }

  /// Reads values of a list, each followed by a comma, to the end of a part or of the list;
  /// nil where another text is found.
  private static func part(of bytes: [UInt8], _ range: Range<Int>, depth: Int) -> JSONText.Piece? {
    var reader = JSONTextReader(bytes, range)
    while true {
      guard (try? reader.readValue(depth: depth)) != nil else { return nil }
      let isClosed = reader.peek() == UInt8(ascii: "]")
      guard isClosed || reader.skip(UInt8(ascii: ",")) else { return nil }
      if !isClosed { reader.skipSpace() }
      guard isClosed || reader.position == reader.limit else { continue }
      return JSONText.Piece(
        containers: reader.containers, lineEnds: reader.lineEnds,
        endOfList: isClosed ? reader.position : nil)
    }
  }

  private mutating func readMembers(depth: Int) throws(JSONText.ReadError) {
    let index = try open(depth: depth)
    if peek() == UInt8(ascii: "}") { return close(index) }
    let first = names.count
    var places: [[UInt8]: Int] = [:]
    while true {
      guard peek() == UInt8(ascii: "\"") else { throw unexpected(.name, "a name") }
      let start = position + 1
      let hasEscapes = try readText()
      let range = start..<position - 1
      let name = Name(range: range, look: hasEscapes ? 0 : look(of: range))
      try take(name, since: first, &places)
      guard peek() == UInt8(ascii: ":") else {
        throw unexpected(.colon(name: name.range), "a colon")
      }
      position += 1
      if depth == 0, let feed, bytes[name.range].elementsEqual(feed.name.utf8),
        peek() == UInt8(ascii: "[")
      {
        try readElements(for: feed)
      } else {
        try readValue(depth: depth + 1)
      }
      switch peek() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"):
        names.removeLast(names.count - first)
        return close(index)
      case _: throw unexpected(.separator, "a comma or the end of an object")
      }
    }
  }

  /// Remembers a name; throws when the object has it already.
  ///
  /// Most objects have few names, and comparing them is faster than looking them up. `places` holds
  /// the first byte of each name of a larger object.
  private mutating func take(
    _ name: Name, since first: Int, _ places: inout [[UInt8]: Int]
  ) throws(JSONText.ReadError) {
    var other: Int?
    if names.count - first < JSONTextReader.fewNames {
      for index in first..<names.count where isSame(names[index], name) {
        other = names[index].range.lowerBound
      }
      names.append(name)
    } else {
      if places.isEmpty {
        for name in names[first...] { places[text(name)] = name.range.lowerBound }
      }
      other = places.updateValue(name.range.lowerBound, forKey: text(name))
    }
    guard let other else { return }
    throw error(
      at: name.range.lowerBound, "the object has this name already",
      .newName(name.range, first: other))
  }

  private func look(of name: Range<Int>) -> UInt64 {
    guard let last = name.last else { return 1 }
    let ends = UInt64(bytes[name.lowerBound]) &<< 8 | UInt64(bytes[last])
    return UInt64(name.count &+ 1) &<< 16 | ends
  }

  private func isSame(_ one: Name, _ other: Name) -> Bool {
    guard !one.hasEscapes, !other.hasEscapes else { return text(one) == text(other) }
    guard one.look == other.look else { return false }
    // Slices would be retained and released.
    let distance = other.range.lowerBound - one.range.lowerBound
    return one.range.allSatisfy { bytes[$0] == bytes[$0 + distance] }
  }

  /// The bytes of a name without escapes; strings of different bytes can be equal, names cannot.
  private func text(_ name: Name) -> [UInt8] {
    name.hasEscapes ? Array(JSONText.text(bytes[name.range]).utf8) : Array(bytes[name.range])
  }
}

/// A value of a text.
package struct JSONValue: Sendable {
  private let memory: JSONMemory
  // Short, so that decoders hold a value without asking for memory.
  private let lowerBound: UInt32
  private let upperBound: UInt32
  /// The number of the list or object that the value is, or of the next one after it.
  private let place: UInt32

  fileprivate init(_ memory: JSONMemory, _ range: Range<Int>, container: Int) {
    self.memory = memory
    (lowerBound, upperBound) = (UInt32(range.lowerBound), UInt32(range.upperBound))
    place = UInt32(container)
  }

  /// Whether whole numbers beyond ``mostWhole`` are errors, and negative counts.
  var limitsNumbers: Bool { memory.limitsNumbers }

  /// The byte range of the value.
  package var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }
  private var container: Int { Int(place) }
  /// The bytes of a text between its quotes.
  package var inside: Range<Int> { Int(lowerBound) + 1..<Int(upperBound) - 1 }

  /// The kind of the value, from its first byte.
  package var kind: JSONText.Kind {
    switch memory[Int(lowerBound)] {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .list
    case UInt8(ascii: "\""): .text
    case UInt8(ascii: "t"): .yes
    case UInt8(ascii: "f"): .no
    case UInt8(ascii: "n"): .null
    case _: .number
    }
  }

  /// A error at this value.
  package func error(_ sentence: String) -> JSONText.ReadError {
    JSONText.ReadError(at: range.lowerBound, sentence)
  }

  private func require(_ kind: JSONText.Kind, _ words: String) throws(JSONText.ReadError) {
    guard self.kind == kind else { throw error("\(words) has to come here") }
  }

  /// The elements of a list, in their order.
  package var elements: Children {
    get throws(JSONText.ReadError) {
      try require(.list, "a list")
      return children
    }
  }

  /// The members of an object, in their order: a name and a value by turns.
  package var members: Children {
    get throws(JSONText.ReadError) {
      try require(.object, "an object")
      return children
    }
  }

  /// The elements of a list, or the names and values of an object by turns; empty for other values.
  package var children: Children {
    let start = range.lowerBound + 1
    let end = kind == .list || kind == .object ? range.upperBound - 1 : start
    return Children(memory, position: start, end: end, container: container + 1)
  }

  /// The member with a name; nil for none.
  ///
  /// - Complexity: O(members).
  package func member(_ name: String) throws(JSONText.ReadError) -> JSONValue? {
    var children = try members
    while let key = children.next(), let value = children.next() {
      if key.isText(name) { return value }
    }
    return nil
  }

  /// The values of a list, or names and values of an object.
  package struct Children: Sequence, IteratorProtocol {
    private let memory: JSONMemory
    /// The position of the next value, or of the separator before it.
    private(set) var position: Int
    private let end: Int
    /// The number of the next list or object.
    private var container: Int

    fileprivate init(_ memory: JSONMemory, position: Int, end: Int, container: Int) {
      (self.memory, self.position, self.end, self.container) = (memory, position, end, container)
      skipSeparators()
    }

    /// Whether no value is left.
    var isAtEnd: Bool { position >= end }

    private mutating func skipSeparators() {
      while position < end {
        let byte = memory[position]
        guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || JSONText.isSpace(byte)
        else { return }
        position += 1
      }
    }

    package mutating func next() -> JSONValue? {
      guard position < end else { return nil }
      let (start, number) = (position, container)
      skip()
      defer { skipSeparators() }
      return JSONValue(memory, start..<position, container: number)
    }

    /// Skips members up to the field's and returns its value; nil when no member before the
    /// limit is the field.
    mutating func next(_ name: String, unit: String?, before limit: Int = .max) -> JSONValue? {
      while position < end, position < limit {
        let isField = isField(name, unit: unit)
        skipText()
        skipSeparators()
        if isField { return next() }
        skip()
        skipSeparators()
      }
      return nil
    }

    /// Whether the text that comes next is the name of a field.
    private func isField(_ name: String, unit: String?) -> Bool {
      var position = position + 1
      // Most differ in the first letter, which is the same in words.
      let isNumbered = name.utf8.first == UInt8(ascii: "_")
      guard isNumbered || name.utf8.first == memory[position] else { return false }
      var isSame = true
      Record.forEachByte(of: name, unit: unit) { byte in
        // A text that is shorter differs in its quote, which no name has.
        isSame = memory[position] == byte
        position += 1
        return isSame
      }
      return isSame && memory[position] == UInt8(ascii: "\"")
    }

    /// Skips the next value.
    private mutating func skip() {
      switch memory[position] {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        position = Int(memory.container(container).end)
        container = Int(memory.container(container).next)
      case UInt8(ascii: "\""): skipText()
      case _: skipWord()
      }
    }

    /// The next value as a whole number; nil at the end.
    package mutating func nextWhole() throws(JSONText.ReadError) -> Int64? {
      if let number = nextShortWhole() { return number }
      return try next()?.whole()
    }

    /// All values that are left as whole numbers.
    mutating func wholes() throws(JSONText.ReadError) -> [Int64] {
      var numbers: [Int64] = []
      while let number = try nextWhole() { numbers.append(number) }
      return numbers
    }

    /// The next value if it is a whole number of a few digits, read without the checks for
    /// errors; nil otherwise, and the value stays the next one.
    private mutating func nextShortWhole() -> Int64? {
      guard !isAtEnd else { return nil }
      let isNegative = memory[position] == UInt8(ascii: "-")
      let start = isNegative ? position + 1 : position
      var (number, behind): (Int64, Int) = (0, start)
      while memory[behind] &- 0x30 < 10 {
        number = number &* 10 &+ Int64(memory[behind] &- 0x30)
        behind += 1
      }
      // The end of the list is a separator too.
      guard 1...15 ~= behind - start, behind == end || memory[behind] <= UInt8(ascii: ",")
      else { return nil }
      position = behind
      skipSeparators()
      return isNegative ? -number : number
    }

    private mutating func skipText() { position = memory.end(ofText: position, before: end) }

    /// Skips a number, true, false or null.
    private mutating func skipWord() {
      while position < end, memory[position] > UInt8(ascii: " "),
        memory[position] != UInt8(ascii: ",")
      {
        position += 1
      }
    }
  }

  /// Whether the value is this text, written without escapes.
  package func isText(_ other: String) -> Bool {
    guard range.count == other.utf8.count + 2 else { return false }
    // Texts in one piece are compared without their iterators.
    return unsafe other.utf8.withContiguousStorageIfAvailable {
      unsafe memory.bytes(in: inside).elementsEqual($0)
    } ?? memory.bytes(in: inside).elementsEqual(other.utf8)
  }
}

extension JSONValue {
  /// Whether the value is true.
  package var flag: Bool {
    get throws(JSONText.ReadError) {
      guard kind == .yes || kind == .no else { throw error("true or false has to come here") }
      return kind == .yes
    }
  }

  /// A whole number, without generics, which would take most of the time.
  package func whole() throws(JSONText.ReadError) -> Int {
    guard let number = Int(exactly: try whole() as Int64) else {
      throw error("the number is too large")
    }
    return number
  }

  /// A whole number of a smaller type.
  package func whole<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(JSONText.ReadError) -> Number {
    guard let number = Number(exactly: try whole() as Int64) else {
      throw error("the number is too large")
    }
    return number
  }

  /// A whole number of 64 bits.
  ///
  /// Run files have millions of them.
  package func whole() throws(JSONText.ReadError) -> Int64 {
    try require(.number, "a whole number")
    var (number, isOver): (Int64, Bool) = (0, false)
    let isNegative = memory[range.lowerBound] == UInt8(ascii: "-")
    for position in (isNegative ? range.lowerBound + 1 : range.lowerBound)..<range.upperBound {
      let byte = memory[position]
      guard byte &- 0x30 < 10 else { throw error("a whole number has to come here") }
      let (tens, isLarge) = number.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte &- 0x30)
      let sum =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      number = sum.partialValue
      isOver = isOver || isLarge || sum.overflow
    }
    guard !isOver, !limitsNumbers || number.magnitude <= JSONValue.mostWhole else {
      throw error("the number is too large")
    }
    return number
  }

  /// The largest whole number that every program reads exactly, 2^53.
  ///
  /// Thousands of such numbers can be added, and each can be multiplied by a thousand, without an
  /// overflow: 104 days in nanoseconds, or 8 PiB.
  package static let mostWhole: UInt64 = 1 << 53

  /// The whole numbers of a list of lists with `width` numbers each.
  package func wholeRows(of width: Int) throws(JSONText.ReadError) -> [Int64] {
    let rows = try elements
    var numbers: [Int64] = []
    numbers.reserveCapacity((Int(memory.container(container).next) - container - 1) * width)
    for row in rows {
      let end = numbers.count + width
      var children = try row.elements
      while let number = try children.nextWhole() { numbers.append(number) }
      guard numbers.count == end else {
        throw row.error("a list of \(width) numbers has to come here")
      }
    }
    return numbers
  }

  /// Powers of ten that a `Double` has exactly.
  private static let powers: [Double] = (0...22).map { (0..<$0).reduce(1.0) { ten, _ in ten * 10 } }

  /// A number.
  ///
  /// A number that is not finite is written as a text: `inf`, `-inf` or `nan`.
  package var number: Double {
    get throws(JSONText.ReadError) {
      if kind == .text, ["\"inf\"", "\"-inf\"", "\"nan\""].contains(written) {
        return Double(written.dropFirst().dropLast()) ?? .nan
      }
      try require(.number, "a number")
      if let number = shortNumber { return number }
      guard let number = Double(written) else { throw error("a number has to come here") }
      return number
    }
  }

  /// The number if it has few digits and no exponent.
  ///
  /// A whole number and a power of ten that are exact have a quotient that is rounded once,
  /// as required.
  private var shortNumber: Double? {
    var (digits, decimals, isBehindPoint): (Int64, Int, Bool) = (0, 0, false)
    let isNegative = memory[range.lowerBound] == UInt8(ascii: "-")
    guard range.count <= 17 else { return nil }
    for position in (isNegative ? range.lowerBound + 1 : range.lowerBound)..<range.upperBound {
      let byte = memory[position]
      if byte == UInt8(ascii: ".") {
        isBehindPoint = true
      } else {
        guard byte &- 0x30 < 10 else { return nil }
        digits = digits * 10 + Int64(byte &- 0x30)
        if isBehindPoint { decimals += 1 }
      }
    }
    guard digits < 1 << 53 else { return nil }
    let number = Double(digits) / JSONValue.powers[decimals]
    return isNegative ? -number : number
  }

  private var written: String { unsafe String(decoding: memory.bytes(in: range), as: UTF8.self) }

  /// A text.
  package var string: String {
    get throws(JSONText.ReadError) {
      guard let text else { throw error("a text has to come here") }
      return text
    }
  }

  /// Whether a text is written with escapes.
  package var hasEscapes: Bool {
    unsafe kind == .text && memory.bytes(in: inside).contains(UInt8(ascii: "\\"))
  }

  /// A text without quotes and escapes; nil for another value.
  package var text: String? {
    guard kind == .text else { return nil }
    let inner = unsafe memory.bytes(in: inside)
    guard unsafe inner.contains(UInt8(ascii: "\\")) else {
      return unsafe String(decoding: inner, as: UTF8.self)
    }
    return unsafe JSONText.text(Array(inner)[...])
  }
}
