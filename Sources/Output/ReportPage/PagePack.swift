internal import Formatting
internal import Pages
internal import Reporting
internal import Wire

/// A part of the page that its script draws: a template with its values.
struct PageFragment: Sendable {
  /// The name by which the page looks the part up; for a session, a slash and its id.
  let name: String
  /// The template.
  let template: String
  /// The values.
  let context: @Sendable () -> PageTemplates.Context

  init(
    _ name: String, _ template: String, _ context: @escaping @Sendable () -> PageTemplates.Context
  ) {
    (self.name, self.template, self.context) = (name, template, context)
  }
}

/// A cell of a table: a lightweight context, since a page has a hundred thousand of them.
struct PageCell {
  /// The name of its value; empty where the column defines the name.
  var name = ""
  var text: String
  /// The attributes of its element, as markup with a space before each.
  var attributes = ""
}

/// Columns of whole numbers, which the page carries in letters.
struct PageColumns: Hashable, Sendable {
  private(set) var columns: [[Int64]] = []

  init() {}

  /// Columns, some of which store differences from the row before.
  init(_ columns: [[Int64]], differences: Range<Int> = 0..<0) {
    for (number, column) in columns.enumerated() {
      append(column, isDifference: differences.contains(number))
    }
  }

  mutating func append(_ numbers: some Sequence<Int64>, isDifference: Bool) {
    guard isDifference else { return columns.append(Array(numbers)) }
    var last: Int64 = 0
    columns.append(
      numbers.map { number in
        defer { last = number }
        return number - last
      })
  }

  /// The printable letters of ASCII but those that JSON escapes.
  private static let letters = (UInt8(ascii: " ")...UInt8(ascii: "~")).filter {
    ![UInt8(ascii: "\""), UInt8(ascii: "\\")].contains($0)
  }
  /// The number of letters that end a number; others but the last continue one.
  private static let ends = 60
  private static let continuations = letters.count - ends - 1

  /// Writes numbers in letters, with the last of the letters behind them.
  ///
  /// Twice a number, or one less than twice its opposite, is written from the left: its last digit
  /// is one of 60, those before it one of 32, each more by one. The packed players are a sixth
  /// smaller than with decimals. Scripts read numbers below 2^52 exactly.
  static func append(_ numbers: [Int64], to bytes: inout [UInt8]) {
    for number in numbers {
      var (digit, rest) = (0, 0)
      let doubled = number < 0 ? ~(Int(number) << 1) : Int(number) << 1
      (rest, digit) = doubled.quotientAndRemainder(dividingBy: ends)
      let start = bytes.count
      bytes.append(letters[digit])
      while rest > 0 {
        (rest, digit) = (rest - 1).quotientAndRemainder(dividingBy: continuations)
        bytes.append(letters[ends + digit])
      }
      bytes[start...].reverse()
    }
    bytes.append(letters[letters.count - 1])
  }
}

/// Packs parts of the page that share a template into one script element.
///
/// Values with the same name are stored together, including those of objects in lists. They
/// resemble each other more than the values of one part do, so the packed text is half as
/// large.
enum PagePack {
  /// The most parts that are packed together, and unpacked when one of them is drawn.
  private static let size = 16

  /// The parts, grouped into packs.
  static func groups(of parts: [PageFragment]) -> [[PageFragment]] {
    parts.grouped { $0.count < size && $0[0].template == $1.template }
  }

  /// The template values of the script element that holds the packed parts.
  static func context(of parts: [PageFragment]) -> PageTemplates.Context {
    [
      "template": parts[0].template,
      "parts": parts.map { Escape.link($0.name) }.joined(separator: " "),
      "letters": PackedText.letters(of: bytes(of: parts.map { $0.context() })),
    ]
  }

  /// The values of contexts as JSON: an object with the values of each name, in the contexts'
  /// order.
  ///
  /// A list of objects with the same names is written as `{"": names, "v": [values of
  /// each]}`, and a list of such lists as `{"#": lengths, "v": all their objects}`. Columns of
  /// numbers are written as `{"|": their counts, "v": [the first column of each, ...]}`. No
  /// template uses any of these names.
  static func bytes(of contexts: [PageTemplates.Context]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(Set(contexts.flatMap(\.keys)).sorted(), in: .object, to: &bytes) { name, bytes in
      append(name: name, to: &bytes)
      append(column: contexts.map { $0[name] ?? JSON.null }, to: &bytes)
    }
    return bytes
  }

  private static func append(column values: [Any], to bytes: inout [UInt8]) {
    if !values.isEmpty, values.allSatisfy({ type(of: $0) == PageColumns.self }) {
      return append(tables: values.compactMap { ($0 as? PageColumns)?.columns }, to: &bytes)
    }
    if values.count > 1, values.allSatisfy({ type(of: $0) == [PageCell].self }) {
      let lists = values.compactMap { $0 as? [PageCell] }
      if lists.contains(where: { !$0.isEmpty }) {
        return append("#", lists.map(\.count), to: &bytes) { bytes in
          append(cells: lists.flatMap(\.self), to: &bytes)
        }
      }
    } else if let contexts = several(values, PageTemplates.Context.self) {
      let names = contexts[0].keys.sorted()
      let columns = names.map { name in contexts.compactMap { $0[name] } }
      if !names.isEmpty, contexts.allSatisfy({ $0.count == names.count }),
        columns.allSatisfy({ $0.count == contexts.count })
      {
        return append("", names, to: &bytes) { bytes in
          append(columns, in: .list, to: &bytes) { append(column: $0, to: &$1) }
        }
      }
    } else if let lists = several(values, [PageTemplates.Context].self),
      lists.contains(where: { !$0.isEmpty })
    {
      return append("#", lists.map(\.count), to: &bytes) { bytes in
        append(column: lists.flatMap(\.self), to: &bytes)
      }
    }
    append(values, in: .list, to: &bytes) { append($0, to: &$1) }
  }

  /// The values when all have the type; else nil.
  ///
  /// Most are texts and numbers, which checking the first value finds faster than a cast.
  private static func several<Value>(_ values: [Any], _ type: Value.Type) -> [Value]? {
    guard values.count > 1, !plainTypes.contains(where: { Swift.type(of: values[0]) == $0 }) else {
      return nil
    }
    return values as? [Value]
  }

  private static let plainTypes: [Any.Type] = [String.self, JSON.self, Bool.self, Int.self]

  /// Writes columns of numbers, the first of all parts before the second: they resemble each other
  /// more than the columns of one part do.
  private static func append(tables: [[[Int64]]], to bytes: inout [UInt8]) {
    append("|", tables.map(\.count), to: &bytes) { bytes in
      append(0..<(tables.map(\.count).max() ?? 0), in: .list, to: &bytes) { column, bytes in
        bytes.append(UInt8(ascii: "\""))
        for table in tables where table.indices.contains(column) {
          PageColumns.append(table[column], to: &bytes)
        }
        bytes.append(UInt8(ascii: "\""))
      }
    }
  }

  /// Writes cells as contexts with the same members.
  ///
  /// Either all cells have a name or none has.
  private static func append(cells: [PageCell], to bytes: inout [UInt8]) {
    let all: [(name: String, value: (PageCell) -> String)] = [
      ("attributes", { $0.attributes }), ("name", { $0.name }), ("text", { $0.text }),
    ]
    let columns = all.filter { $0.name != "name" || cells.first?.name.isEmpty == false }
    guard cells.count > 1 else {
      return append(cells, in: .list, to: &bytes) { cell, bytes in
        append(columns, in: .object, to: &bytes) { column, bytes in
          append(name: column.name, to: &bytes)
          JSON.append(column.value(cell), to: &bytes)
        }
      }
    }
    append("", columns.map(\.name), to: &bytes) { bytes in
      append(columns, in: .list, to: &bytes) { column, bytes in
        append(cells, in: .list, to: &bytes) { JSON.append(column.value($0), to: &$1) }
      }
    }
  }

  private static func append(
    _ name: String, _ list: [Any], to bytes: inout [UInt8], values: (inout [UInt8]) -> Void
  ) {
    append([name, "v"], in: .object, to: &bytes) { member, bytes in
      append(name: member, to: &bytes)
      if member == name { append(list as Any, to: &bytes) } else { values(&bytes) }
    }
  }

  /// Writes a template value as JSON.
  ///
  /// A page has hundreds of thousands of them.
  private static func append(_ value: Any, to bytes: inout [UInt8]) {
    // A cast that fails takes longer than a look at the type.
    func found<Value>(_ type: Value.Type) -> Value? {
      Swift.type(of: value) == type ? value as? Value : nil
    }
    if let text = found(String.self) { return JSON.append(text, to: &bytes) }
    if let json = found(JSON.self) { return append(json: json, to: &bytes) }
    if let number = found(Int.self) { return bytes.append(decimal: Int64(number)) }
    if let flag = found(Bool.self) {
      return bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }
    if let cells = found([PageCell].self) { return append(cells: cells, to: &bytes) }
    switch value {
    case let context as PageTemplates.Context: append(context, to: &bytes)
    case let values as [Any]: append(column: values, to: &bytes)
    // A cast to a protocol takes longest.
    case let number as any BinaryInteger: bytes.append(decimal: Int64(number))
    case let number as Double: JSON.number(number).append(to: &bytes, atLevel: nil)
    // Templates write other values by their descriptions.
    default: JSON.append("\(value)", to: &bytes)
    }
  }

  /// Writes JSON without the spaces of the readable form.
  private static func append(json: JSON, to bytes: inout [UInt8]) {
    switch json {
    case .array(let values):
      append(values, in: .list, to: &bytes) { append(json: $0, to: &$1) }
    case .members(let members):
      append(members, in: .object, to: &bytes) { member, bytes in
        append(name: member.key, to: &bytes)
        append(json: member.value, to: &bytes)
      }
    case .integer, .number, .string, .flag, .null, .object, .line, .written:
      json.append(to: &bytes, atLevel: nil)
    }
  }

  private static func append(_ context: PageTemplates.Context, to bytes: inout [UInt8]) {
    append(context.sorted { $0.key < $1.key }, in: .object, to: &bytes) { member, bytes in
      append(name: member.key, to: &bytes)
      append(member.value, to: &bytes)
    }
  }

  private static func append(name: String, to bytes: inout [UInt8]) {
    JSON.append(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  private static func append<Element>(
    _ elements: some Sequence<Element>, in brackets: Brackets, to bytes: inout [UInt8],
    element: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(brackets.open)
    for (index, value) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      element(value, &bytes)
    }
    bytes.append(brackets.close)
  }

  private struct Brackets {
    var open: UInt8
    var close: UInt8
    static let list = Brackets(open: UInt8(ascii: "["), close: UInt8(ascii: "]"))
    static let object = Brackets(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"))
  }
}
