/// Reads callgrind's output as it comes, piece by piece; it keeps functions, never the text.
///
///     var reader = CallgrindReader()
///     for piece in pieces { try reader.take(piece) }
///     let dumps = try reader.finish()
public struct CallgrindReader {
  private var dumps: [CallgrindDump] = []
  /// The beginning of a line whose end has not come.
  private var rest: [UInt8] = []
  private var lineNumber = 0

  /// The names by their numbers, which replace them after the first use.
  private var names: [NameSpace: [Int64: String]] = [:]
  private enum NameSpace { case function, file, object }

  private var state = State()
  /// The dump that is being read; nil between two.
  private var dump: CallgrindDump?
  private var hasTotal = false
  private var seesMagic = false

  /// Makes a reader that has read nothing.
  public init() {}

  /// Reads a piece of the text, which may end within a line.
  ///
  /// - Throws: A ``ProfileTextError`` for the first line that is none of callgrind's.
  public mutating func take(_ piece: some Sequence<UInt8>) throws(ProfileTextError) {
    for byte in piece {
      guard byte == UInt8(ascii: "\n") else {
        rest.append(byte)
        continue
      }
      lineNumber += 1
      try read(rest[...])
      rest.removeAll(keepingCapacity: true)
    }
  }

  /// The dumps, in their order.
  ///
  /// - Throws: A ``ProfileTextError`` when the text ends early, or is none of callgrind's.
  public mutating func finish() throws(ProfileTextError) -> [CallgrindDump] {
    lineNumber += 1
    guard rest.isEmpty else { throw error("the file is cut off within a line") }
    guard state.call == nil else { throw error("the file is cut off after 'calls='") }
    guard dump == nil || hasTotal else { throw error("the file is cut off: it has no 'totals:'") }
    endDump()
    guard !dumps.isEmpty else { throw error("the file is empty") }
    return dumps
  }

  private func error(_ sentence: String) -> ProfileTextError {
    ProfileTextError(line: lineNumber, sentence: sentence)
  }
}

extension CallgrindReader {
  /// The current position and functions, to which costs are attributed.
  private struct State {
    var events = 1
    /// The last position, to which the next may be relative: a line, or an address and a line.
    var position: [Int64] = [0]
    var object = ""
    /// The file of the function, and that of the lines within it.
    var file = ""
    var lineFile = ""
    var function: Int?
    /// The function that the next `calls=` is about.
    var calleeName = ""
    var calleeFile: String?
    var calleeObject: String?
    /// The function of a `calls=` whose cost comes in the next line.
    var call: Int?
    /// Whether the next line is the place of a jump, which costs nothing.
    var isJump = false

    var functions: [CallgrindDump.Function] = []
    var indexes: [FunctionKey: Int] = [:]
    var lines: [LineKey: Int64] = [:]
  }

  private struct FunctionKey: Hashable { var name, object: String }
  private struct LineKey: Hashable {
    var function: Int
    var file: String
    var line: Int64
  }

  private mutating func read(_ line: Text) throws(ProfileTextError) {
    guard let first = line.first else { return }
    switch first {
    case UInt8(ascii: "#"): seesMagic = seesMagic || line.string.hasPrefix("# callgrind format")
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "*"):
      try readCosts(line)
    default: try readWord(line)
    }
  }

  private mutating func readWord(_ line: Text) throws(ProfileTextError) {
    guard let end = line.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") })
    else { throw error("'\(line.start)' is no line of callgrind's") }
    let word = line[..<end].string
    let value = line[(end + 1)...].trimmed
    guard line[end] == UInt8(ascii: "=") else { return try readHeader(word, value) }
    guard dump != nil, state.call == nil else {
      throw error("'\(word)=' is not expected here")
    }
    switch word {
    case "ob": state.object = try name(value, .object)
    case "fl":
      state.file = try name(value, .file)
      state.lineFile = state.file
    case "fi", "fe": state.lineFile = try name(value, .file)
    case "fn":
      state.lineFile = state.file
      state.function = function(try name(value, .function), state.object, state.file)
    case "cob": state.calleeObject = try name(value, .object)
    case "cfi", "cfl": state.calleeFile = try name(value, .file)
    case "cfn": state.calleeName = try name(value, .function)
    case "calls": try readCalls(value)
    case "jump", "jcnd": state.isJump = true
    default: throw error("'\(word)=' is no word of callgrind's")
    }
  }

  private mutating func readHeader(_ word: String, _ value: Text) throws(ProfileTextError) {
    if word == "totals" {
      guard dump != nil, let total = value.fields.first?.number else {
        throw error("'totals:' is not expected here")
      }
      dump?.total = total
      hasTotal = true
      return
    }
    if hasTotal { endDump() }
    guard state.functions.isEmpty else {
      throw error("the dump before this line is cut off: it has no 'totals:'")
    }
    var dump = self.dump ?? CallgrindDump()
    switch word {
    case "version":
      guard value.string == "1" else { throw error("version \(value.start) is not known, only 1") }
      seesMagic = true
    case "creator", "pid", "cmd", "part", "thread", "summary": break
    case "desc":
      let prefix = "Trigger: "
      let text = value.string
      if text.hasPrefix(prefix) { dump.trigger = String(text.dropFirst(prefix.count)) }
    case "positions":
      state.position = [Int64](repeating: 0, count: max(value.fields.count, 1))
    case "events":
      guard !value.isEmpty else { throw error("'events:' names none") }
      state.events = value.fields.count
    default: throw error("'\(word):' is no word of callgrind's")
    }
    guard seesMagic else { throw error("this is no output of callgrind") }
    self.dump = dump
  }

  private mutating func endDump() {
    guard var dump else { return }
    dump.functions = state.functions
    for (key, cost) in state.lines.sorted(by: {
      ($0.key.function, $0.key.file, $0.key.line) < ($1.key.function, $1.key.file, $1.key.line)
    }) {
      dump.functions[key.function].lines.append(
        CallgrindDump.Line(file: key.file, line: key.line, cost: cost))
    }
    dumps.append(dump)
    self.dump = nil
    hasTotal = false
    // Numbers of names hold for the whole file, all else for one dump.
    state = State()
  }

  private mutating func function(_ name: String, _ object: String, _ file: String) -> Int {
    let key = FunctionKey(name: name, object: object)
    if let index = state.indexes[key] { return index }
    let index = state.functions.count
    state.indexes[key] = index
    state.functions.append(CallgrindDump.Function(name: name, object: object, file: file))
    return index
  }

  /// A name in full, or by the number that it was given before.
  private mutating func name(_ text: Text, _ space: NameSpace) throws(ProfileTextError) -> String {
    guard text.first == UInt8(ascii: "("),
      let end = text.firstIndex(where: { $0 == UInt8(ascii: ")") }),
      let number = text[(text.startIndex + 1)..<end].number
    else { return known(text.string) }
    let rest = text[(end + 1)...].trimmed
    guard rest.isEmpty else {
      let name = known(rest.string)
      names[space, default: [:]][number] = name
      return name
    }
    guard let name = names[space]?[number] else {
      throw error("(\(number)) stands for a name that was not given before")
    }
    return name
  }

  /// The name to show: empty for a function that callgrind does not know.
  private func known(_ name: String) -> String { name == "???" ? "" : name }
}

extension CallgrindReader {
  private mutating func readCalls(_ value: Text) throws(ProfileTextError) {
    guard state.function != nil else { throw error("'calls=' comes before a function") }
    guard value.fields.first?.number != nil else {
      throw error("'calls=' has no number of calls")
    }
    state.call = function(
      state.calleeName, state.calleeObject ?? state.object, state.calleeFile ?? state.file)
    (state.calleeObject, state.calleeFile) = (nil, nil)
  }

  private mutating func readCosts(_ line: Text) throws(ProfileTextError) {
    guard dump != nil, let function = state.function else {
      throw error("a cost comes before a function")
    }
    let fields = line.fields
    let positions = state.position.count
    guard fields.count >= positions, fields.count <= positions + state.events else {
      throw error("'\(line.start)' has too \(fields.count < positions ? "few" : "many") numbers")
    }
    for index in 0..<positions {
      state.position[index] = try position(fields[index], after: state.position[index])
    }
    if state.isJump {
      state.isJump = false
      return
    }
    // Costs at the end of a line that are zero are left out.
    var cost: Int64 = 0
    if fields.count > positions {
      guard let number = fields[positions].number, number >= 0 else {
        throw error("'\(fields[positions].start)' is no cost")
      }
      cost = number
    }
    if let callee = state.call {
      state.call = nil
      try add(cost, from: function, to: callee)
    } else {
      try add(cost, to: function)
    }
  }

  private mutating func add(_ cost: Int64, to function: Int) throws(ProfileTextError) {
    state.functions[function].selfCost = try sum(state.functions[function].selfCost, cost)
    let line = state.position[state.position.count - 1]
    guard line > 0, cost > 0 else { return }
    let key = LineKey(function: function, file: state.lineFile, line: line)
    state.lines[key] = try sum(state.lines[key] ?? 0, cost)
  }

  private mutating func add(
    _ cost: Int64, from caller: Int, to callee: Int
  ) throws(ProfileTextError) {
    if caller != callee {
      state.functions[caller].calledCost = try sum(state.functions[caller].calledCost, cost)
    }
    _ = try sum(state.functions[caller].selfCost, state.functions[caller].calledCost)
  }

  private func sum(_ left: Int64, _ right: Int64) throws(ProfileTextError) -> Int64 {
    let (sum, overflows) = left.addingReportingOverflow(right)
    guard !overflows else { throw error("the costs are more than a number can hold") }
    return sum
  }

  /// A position: a number, a distance from the last one, or `*` for the same.
  private func position(_ field: Text, after last: Int64) throws(ProfileTextError) -> Int64 {
    switch field.first {
    case UInt8(ascii: "*"): return last
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard let distance = field[(field.startIndex + 1)...].number else { break }
      return try sum(last, field.first == UInt8(ascii: "-") ? -distance : distance)
    default: if let number = field.number { return number }
    }
    throw error("'\(field.start)' is no position")
  }
}

/// A part of a line.
private typealias Text = ArraySlice<UInt8>

extension ArraySlice<UInt8> {
  fileprivate var string: String { String(decoding: self, as: UTF8.self) }
  /// The beginning of the text, short enough for a sentence.
  fileprivate var start: String {
    String(String(decoding: prefix(120), as: UTF8.self).prefix(30))
  }

  fileprivate var trimmed: Text {
    var bytes = self
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\r") {
      bytes.removeLast()
    }
    return bytes
  }

  fileprivate var fields: [Text] { split(separator: UInt8(ascii: " ")) }

  /// A number that is not negative, in decimals or after 0x; nil for anything else.
  fileprivate var number: Int64? {
    var digits = self
    let isHexadecimal = digits.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")])
    if isHexadecimal { digits = digits.dropFirst(2) }
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else {
      return nil
    }
    return isHexadecimal
      ? Int64(String(decoding: digits, as: UTF8.self), radix: 16)
      : Text.decimal(digits)
  }

  private static func decimal(_ digits: ArraySlice<UInt8>) -> Int64? {
    var number: Int64 = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tens.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      guard !overflows, !overflowsToo else { return nil }
      number = sum
    }
    return number
  }
}
