import Scenarios
import Yams

/// The position of a node: line and column in Unicode scalars, both from 1, and the number
/// of characters it covers.
///
/// It also has the number of its text, and the origin that led to its place. A file of many
/// steps has a million marks, and the limits of files allow fewer than 64 bits.
package struct YAMLMark: Hashable, Sendable {
  private var storedLine: Int32
  private var storedColumn: Int32
  private var storedWidth: Int32
  /// The number of its text; 0 for the scenario's own.
  var textNumber: UInt16
  /// The number of its origin in the texts, from 1; 0 for what is read where it is written.
  var origin: UInt32 = 0

  package var line: Int { Int(storedLine) }

  package var column: Int {
    get { Int(storedColumn) }
    set { storedColumn = Int32(clamping: newValue) }
  }

  var width: Int {
    get { Int(storedWidth) }
    set { storedWidth = Int32(clamping: newValue) }
  }

  init(line: Int, column: Int, width: Int, textNumber: UInt16 = 0) {
    self.textNumber = textNumber
    storedLine = Int32(clamping: line)
    storedColumn = Int32(clamping: column)
    storedWidth = Int32(clamping: width)
  }

  /// Whether it begins at the same character as another mark, regardless of the origins.
  func isAt(_ other: YAMLMark) -> Bool {
    storedLine == other.storedLine && storedColumn == other.storedColumn
      && textNumber == other.textNumber
  }

  static let start = YAMLMark(line: 1, column: 1, width: 1)
}

/// A node of a YAML text, with the text of each scalar as it was written.
package struct YAMLNode: Sendable {
  package indirect enum Content: Sendable {
    case scalar(String, isQuoted: Bool)
    case list([YAMLNode])
    case map([YAMLPair])
  }

  package var content: Content
  package var mark: YAMLMark
  /// Whether it was composed from nodes that the author wrote elsewhere, which have a diagnostic
  /// already.
  var isFixed = false

  package var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  /// Whether its place in the file is empty.
  package var isBare: Bool {
    guard case .scalar("", isQuoted: false) = content else { return false }
    return true
  }
}

extension YAMLNode {
  /// Makes a node that no file has, for scenarios that a program writes.
  package init(_ content: Content) { self.init(content: content, mark: .start) }

  /// Makes a scalar that no file has.
  package init(_ text: String) { self.init(.scalar(text, isQuoted: false)) }

  /// The pairs of an object; none of anything else.
  package var pairs: [YAMLPair] { if case .map(let pairs) = content { pairs } else { [] } }

  /// The node on one line, as an author would write it in braces; a long one is cut.
  var inBraces: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    guard text.utf8.count <= 4 * Limits.titleLength else { return }
    switch content {
    case .scalar(let word, let isQuoted):
      text += isQuoted && word.contains { ",[]{}:#".contains($0) } ? "\"\(word)\"" : word
    case .list(let nodes):
      text += "["
      for (index, node) in nodes.prefix(Limits.titleLength).enumerated() {
        if index > 0 { text += ", " }
        node.write(to: &text)
      }
      text += "]"
    case .map(let pairs):
      text += "{"
      for (index, pair) in pairs.prefix(Limits.titleLength).enumerated() {
        text += (index > 0 ? ", " : "") + (pair.key.text ?? "") + ": "
        pair.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// The amount to copy: the number of nodes and of lines of text.
  var amount: Int {
    switch content {
    case .scalar(let text, _): 1 + text.utf8.count / 64
    case .list(let nodes): nodes.reduce(1) { $0 + $1.amount }
    case .map(let pairs): pairs.reduce(1) { $0 + 1 + $1.value.amount }
    }
  }
}

package struct YAMLPair: Sendable {
  package var key: YAMLNode
  package var value: YAMLNode

  /// Makes a pair of nodes.
  package init(key: YAMLNode, value: YAMLNode) { (self.key, self.value) = (key, value) }

  /// Makes a pair that no file has.
  package init(_ key: String, _ value: YAMLNode) { self.init(key: YAMLNode(key), value: value) }
}

/// The nodes of a scenario that no file has, numbered in the order in which they would be written.
///
/// The number of a node is the line of its mark, so that a diagnostic names the node.
package struct NumberedNodes {
  /// The root, with numbers for marks.
  package let root: YAMLNode
  /// For each number, from 1, the last step of the way to its node: the number of the node around
  /// it, 0 for none, and the index of the pair or the item there.
  private var steps: [(holder: Int, index: Int)] = []

  /// Numbers nodes.
  ///
  /// - Complexity: O(nodes).
  package init(_ root: YAMLNode) {
    var steps: [(holder: Int, index: Int)] = []
    self.root = NumberedNodes.numbered(root, at: (holder: 0, index: 0), &steps)
    self.steps = steps
  }

  private static func numbered(
    _ node: YAMLNode, at step: (holder: Int, index: Int),
    _ steps: inout [(holder: Int, index: Int)]
  ) -> YAMLNode {
    steps.append(step)
    let number = steps.count
    var node = node
    node.mark = YAMLMark(line: number, column: 1, width: 1)
    switch node.content {
    case .scalar: break
    case .list(let items):
      node.content = .list(
        items.enumerated().map { numbered($0.element, at: (number, $0.offset), &steps) })
    case .map(let pairs):
      node.content = .map(
        pairs.enumerated().map { index, pair in
          var key = pair.key
          steps.append((number, index))
          key.mark = YAMLMark(line: steps.count, column: 1, width: 1)
          return YAMLPair(key: key, value: numbered(pair.value, at: (number, index), &steps))
        })
    }
    return node
  }

  /// Returns the way to the node of a number: the indexes of pairs and items from the root on.
  ///
  /// A key has a number too, and the way to its pair.
  ///
  /// - Parameter number: The number, as a diagnostic has it for its line.
  /// - Returns: The way; nil for a number that no node has.
  package func path(to number: Int) -> [Int]? {
    guard steps.indices.contains(number - 1) else { return nil }
    var path: [Int] = []
    var step = steps[number - 1]
    while step.holder > 0 {
      path.append(step.index)
      step = steps[step.holder - 1]
    }
    return path.reversed()
  }

  /// A text with a line for each number.
  var source: SourceText {
    SourceText(
      file: "", bytes: [UInt8](repeating: 0x0A, count: steps.count + 1), style: .table)
  }
}

/// Reads a YAML text into nodes and finds constructs that scenarios do not allow.
package struct YAMLTree {
  package let source: SourceText
  package private(set) var diagnostics = DiagnosticList()
  /// The root, or nil when the text cannot be read.
  package private(set) var root: YAMLNode?

  /// Takes the root out, so that the nodes are freed as soon as they have been read.
  mutating func takeRoot() -> YAMLNode? {
    defer { root = nil }
    return root
  }

  /// The expected kind of the text.
  private let kind: ObjectKind
  /// The number of this text in its marks.
  private let number: UInt16

  /// The first letters of duplicate keys, by their replacements.
  private var renamed: [Unicode.Scalar: Unicode.Scalar] = [:]

  /// The most duplicate keys before the reader gives up; each costs another pass.
  private var passes: UInt32 { UInt32(clamping: min(40, 500_000 / max(source.bytes.count, 1))) }
  /// The first character of plane 15, a private use area.
  private static let firstStandIn: UInt32 = 0xF0000

  /// The replacements for the `>` and the `!` of comparisons.
  private static let greater: Unicode.Scalar = "\u{F0100}"
  private static let unequal: Unicode.Scalar = "\u{F0101}"
  /// The replacements for the braces of `${name}`, which would begin an object inside braces.
  private static let opening: Unicode.Scalar = "\u{F0102}"
  private static let closing: Unicode.Scalar = "\u{F0103}"
  private var hasPlaceholders = false

  private static func standIn(for byte: UInt8) -> Unicode.Scalar {
    switch byte {
    case UInt8(ascii: ">"): greater
    case UInt8(ascii: "{"): opening
    case UInt8(ascii: "}"): closing
    default: unequal
    }
  }

  /// Reads a text; its marks have the number.
  ///
  /// - Complexity: O(n), times the number of duplicate keys.
  package init(_ source: SourceText, of kind: ObjectKind = .scenario, number: UInt16 = 0) {
    (self.source, self.kind) = (source, kind)
    self.number = number
    for line in 1...source.lineCount where source.range(ofLine: line).count > Limits.lineBytes {
      add(.lineTooLong, at: YAMLMark(line: line, column: 1, width: 1))
    }
    guard diagnostics.isEmpty else { return }
    let lines = YAMLLines(source)
    if let byte = lines.firstBeyondLimit {
      add(.tooManyValues, at: source.mark(ofByte: byte, width: 1))
      return
    }
    for (problem, byte, length) in lines.found {
      add(problem, at: source.mark(ofByte: byte, width: length))
    }
    diagnostics.add(count: lines.uncounted)
    // With parts blanked out the parser may see another text than the author does.
    let isReadable = lines.found.allSatisfy { $0.problem == .secondDocument }
    var bytes = lines.bytes
    renamed = [YAMLTree.greater: ">", YAMLTree.unequal: "!"]
    for byte in lines.standIns.reversed() {
      bytes.replaceSubrange(byte...byte, with: String(YAMLTree.standIn(for: bytes[byte])).utf8)
    }
    hasPlaceholders = lines.hasPlaceholders
    guard let node = compose(bytes, isReadable: isReadable) else { return }
    root = convert(node, depth: 0)
  }

  private mutating func add(_ problem: Diagnostic.Message, at mark: YAMLMark) {
    var mark = mark
    mark.textNumber = number
    diagnostics.add(problem, at: mark)
  }

  private mutating func compose(_ bytes: [UInt8], isReadable: Bool) -> Node? {
    var bytes = bytes
    var repeated: [(key: String, mark: YAMLMark)] = []
    for pass in 0...passes {
      do {
        // The basic resolver guesses no types. Without an encoding, Yams takes the one that a
        // variable of the environment names.
        let parser = try Parser(
          yaml: String(decoding: bytes, as: UTF8.self), resolver: .basic, encoding: .utf8)
        guard let node = try parser.nextRoot() else {
          if diagnostics.isEmpty { add(.emptyFile(of: kind), at: .start) }
          return nil
        }
        return node
      } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
        let mark = YAMLMark(line: context.mark.line, column: context.mark.column, width: 1)
        repeated.append((original(keys.first ?? ""), mark))
        guard pass < passes, rename(at: mark, in: &bytes, pass: pass) else {
          for (key, mark) in repeated { add(.repeatedKey(key), at: mark) }
          return nil
        }
      } catch {
        if isReadable { addSyntaxError(error) }
        return nil
      }
    }
    return nil
  }

  /// Replaces the first letter of a duplicate key, at which the parser would stop; returns
  /// false when the key is not a plain word.
  private mutating func rename(at mark: YAMLMark, in bytes: inout [UInt8], pass: UInt32) -> Bool {
    let text = SourceText(file: source.file, bytes: bytes, style: .yaml)
    let range = text.range(ofLine: mark.line)
    let line = String(decoding: bytes[range], as: UTF8.self)
    var before = String.UnicodeScalarView(line.unicodeScalars.prefix(mark.column - 1))
    var rest = line.unicodeScalars.dropFirst(mark.column - 1)
    if let quote = rest.first, quote == "\"" || quote == "'" {
      before.append(quote)
      rest = rest.dropFirst()
    }
    guard let letter = rest.first, !"\"'[]{}?:, \t\\".unicodeScalars.contains(letter),
      let standIn = Unicode.Scalar(YAMLTree.firstStandIn + pass)
    else { return false }
    renamed[standIn] = letter
    let start = range.lowerBound + String(before).utf8.count
    let width = Unicode.UTF8.width(letter)
    bytes.replaceSubrange(start..<(start + width), with: String(standIn).utf8)
    return true
  }

  private mutating func addSyntaxError(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let mark = YAMLMark(line: mark.line, column: mark.column, width: 1)
      let isTooDeep = problem.hasPrefix("Maximum nesting")
      guard !isTooDeep else { return add(.tooDeep, at: mark) }
      let found = SyntaxDiagnosis(source, upTo: mark.line).found
      add(found?.problem ?? .unreadableText, at: found?.mark ?? mark)
    case .reader(_, let offset, _, let yaml):
      // What stands in for a letter is longer than the letter.
      let byte = String(yaml.prefix(offset ?? 0)).unicodeScalars.reduce(0) {
        $0 + Unicode.UTF8.width(original($1))
      }
      add(.badCharacter, at: source.mark(ofByte: min(byte, source.bytes.count), width: 1))
    default: add(.unreadableText, at: .start)
    }
  }
}

extension YAMLTree {
  private mutating func convert(_ node: Node, depth: Int) -> YAMLNode {
    var mark = YAMLMark(
      line: node.mark?.line ?? 1, column: node.mark?.column ?? 1, width: 1, textNumber: number)
    guard depth <= Limits.nesting else {
      add(.tooDeep, at: mark)
      return YAMLNode(content: .scalar("", isQuoted: false), mark: mark)
    }
    switch node {
    case .scalar(let scalar):
      let text = original(scalar.string)
      let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      mark.width = text.count + (isQuoted ? 2 : 0)
      if scalar.style == .literal || scalar.style == .folded { add(.blockText, at: mark) }
      return YAMLNode(content: .scalar(text, isQuoted: isQuoted), mark: mark)
    case .sequence(let sequence):
      let nodes = sequence.map { convert($0, depth: depth + 1) }
      return YAMLNode(content: .list(nodes), mark: mark)
    case .mapping(let mapping):
      let pairs = mapping.map { (key: $0.key, value: $0.value) }
      return YAMLNode(content: .map(convert(pairs, depth: depth)), mark: mark)
    case .alias: return YAMLNode(content: .scalar("", isQuoted: false), mark: mark)
    }
  }

  private mutating func convert(_ pairs: [(key: Node, value: Node)], depth: Int) -> [YAMLPair] {
    var lines: [String: Int] = [:]
    var result: [YAMLPair] = []
    for pair in pairs {
      let key = convert(pair.key, depth: depth + 1)
      let value = convert(pair.value, depth: depth + 1)
      guard let word = key.text else {
        add(.keyIsNoText, at: key.mark)
        continue
      }
      guard word != "<<" else {
        add(.mergeKey, at: key.mark)
        continue
      }
      if let line = lines[word] {
        add(.duplicateKey(word, firstLine: line), at: key.mark)
        continue
      }
      lines[word] = key.mark.line
      result.append(YAMLPair(key: key, value: value))
    }
    return result
  }

  /// Returns a text with the letters from before keys were renamed.
  private func original(_ text: String) -> String {
    renamedBack(hasPlaceholders ? withBraces(text) : text)
  }

  private func withBraces(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      scalar == YAMLTree.opening ? "{" : scalar == YAMLTree.closing ? "}" : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private func original(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar == YAMLTree.opening ? "{" : scalar == YAMLTree.closing ? "}" : renamed[scalar] ?? scalar
  }

  private func renamedBack(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, let letter = renamed[first] else { return text }
    var scalars = String.UnicodeScalarView([letter])
    scalars.append(contentsOf: text.unicodeScalars.dropFirst())
    return String(scalars)
  }
}
