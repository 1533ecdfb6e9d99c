import Scenarios

/// Finds what an author did wrong in a text that the YAML parser refuses.
///
/// The parser says where it gave up; this says what to type where. It reads the text line by line
/// with the open blocks and brackets in mind, and takes the first mistake it knows.
struct SyntaxDiagnosis {
  typealias Message = Diagnostic.Message

  struct Block {
    var column: Int
    var isList: Bool
    var line: Int
  }

  /// The first finding, with its place.
  private(set) var found: (problem: Message, mark: YAMLMark)?
  private let source: SourceText
  private var blocks: [Block] = []
  private var flow = FlowScanner()
  /// The indentation of the line in which the outermost open bracket is.
  private var flowIndent = 0
  /// Whether the line before ended with a key or a dash that waits for its value.
  private var isOpen = true
  private var openKey = ""
  /// The last line that was not blank, and the column behind its text.
  private var last = (line: 1, end: 0)

  /// Reads the lines up to the one after that in which the parser gave up.
  ///
  /// - Complexity: O(length of those lines).
  init(_ source: SourceText, upTo line: Int) {
    self.source = source
    for number in 1...min(source.lineCount, max(line, 1) + 1) where found == nil {
      let content = content(ofLine: number)
      guard !content.isEmpty, content != ["-", "-", "-"] else { continue }
      look(at: content, line: number)
      if found == nil { last = (number, content.count) }
    }
    if found == nil, line >= source.lineCount - 1 { addUnclosed() }
  }

  /// Adds a diagnostic for the bracket that is open, where its end is missing.
  private mutating func addUnclosed() {
    if let (place, opening) = flow.foreignKey {
      return add(.unclosed("{", line: opening), line: place.line, column: place.column)
    }
    guard let open = flow.open.last else { return }
    add(.unclosed(open.character, line: open.line), line: last.line, column: last.end)
  }

  /// The scalars of a line up to its comment, without blanks at the end.
  private func content(ofLine line: Int) -> [Unicode.Scalar] {
    let text = Array(source.line(line).unicodeScalars)
    var quote: Unicode.Scalar?
    var end = text.count
    for (index, scalar) in text.enumerated() {
      let before = index > 0 ? text[index - 1] : " "
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'", " \t,[{:-".unicodeScalars.contains(before) {
        quote = scalar
      } else if scalar == "#", before == " " || before == "\t" {
        end = index
        break
      }
    }
    while end > 0, text[end - 1] == " " || text[end - 1] == "\t" || text[end - 1] == "\r" {
      end -= 1
    }
    return Array(text[..<end])
  }

  private mutating func add(_ problem: Message, line: Int, column: Int, width: Int = 1) {
    guard found == nil else { return }
    found = (problem, YAMLMark(line: line, column: column + 1, width: width))
  }

  private mutating func look(at text: [Unicode.Scalar], line: Int) {
    let indent = text.firstIndex { $0 != " " } ?? 0
    guard flow.isClosed else {
      guard indent > flowIndent || text[indent] == "}" || text[indent] == "]" else {
        return addUnclosed()
      }
      scanFlow(text, from: indent, line: line)
      return
    }
    guard text[indent] != "\t" else {
      add(.tab, line: line, column: indent)
      return
    }
    flowIndent = indent
    if text[indent] == "-", let next = text.dropFirst(indent + 1).first,
      next.properties.isAlphabetic
    {
      return add(.dashWithoutBlank(text[(indent + 1)...].string), line: line, column: indent + 1)
    }
    let isItem = SyntaxDiagnosis.isDash(text, at: indent)
    align(text, at: indent, isItem: isItem, line: line)
    guard found == nil else { return }
    var start = indent
    while SyntaxDiagnosis.isDash(text, at: start) {
      if blocks.last?.column != start || blocks.last?.isList != true {
        blocks.append(Block(column: start, isList: true, line: line))
      }
      start = text[(start + 1)...].firstIndex { $0 != " " } ?? text.count
    }
    guard start < text.count else {
      isOpen = true
      return
    }
    readEntry(text, from: start, line: line, isItem: isItem)
  }

  private static func isDash(_ text: [Unicode.Scalar], at index: Int) -> Bool {
    index < text.count && text[index] == "-" && (index + 1 == text.count || text[index + 1] == " ")
  }

  /// Leaves the blocks that end before a line, and checks that it continues one of the others.
  private mutating func align(_ text: [Unicode.Scalar], at indent: Int, isItem: Bool, line: Int) {
    var left: [Block] = []
    while let block = blocks.last, block.column > indent { left.append(blocks.removeLast()) }
    // A list may begin below its key, without being indented.
    if let block = blocks.last, block.column == indent, block.isList, !isItem, blocks.count > 1,
      blocks[blocks.count - 2].column == indent
    {
      blocks.removeLast()
    }
    guard let block = blocks.last else { return }
    let known = (left + blocks.reversed()).filter { $0.isList == isItem }
    let nearest = known.min { abs($0.column - indent) < abs($1.column - indent) }
    if block.column == indent, !isItem, block.isList {
      if isOpen, let colon = SyntaxDiagnosis.colon(in: text, from: indent) {
        let key = text[indent..<colon].string
        add(.shallow(key: key, of: openKey), line: line, column: indent, width: key.count)
      } else {
        add(.missingDash, line: line, column: indent)
      }
    } else if block.column == indent {
      // A dash among keys, where no key waits for a list.
      guard isItem, !block.isList, !isOpen, let nearest else { return }
      add(.indentation(column: nearest.column + 1, line: nearest.line), line: line, column: indent)
    } else if !left.isEmpty || !isOpen {
      let nearest = nearest ?? block
      add(.indentation(column: nearest.column + 1, line: nearest.line), line: line, column: indent)
    }
  }

  /// Reads what follows the dashes of a line: a key with its value, or a value.
  private mutating func readEntry(
    _ text: [Unicode.Scalar], from start: Int, line: Int, isItem: Bool
  ) {
    isOpen = false
    guard !"{[".unicodeScalars.contains(text[start]) else {
      scanFlow(text, from: start, line: line)
      return
    }
    guard let colon = SyntaxDiagnosis.colon(in: text, from: start) else {
      readText(text, from: start, line: line, isItem: isItem)
      return
    }
    if blocks.last?.column != start || blocks.last?.isList == true {
      blocks.append(Block(column: start, isList: false, line: line))
    }
    let key = text[start..<colon].string
    guard let value = text[(colon + 1)...].firstIndex(where: { $0 != " " }) else {
      isOpen = true
      openKey = key
      return
    }
    // `zoom {by: 1 level, over: 300 ms}` has its first colon inside the braces.
    let words = text[start...].string
    if !"\"'".unicodeScalars.contains(text[start]),
      let brace = text[start..<colon].firstIndex(of: "{")
    {
      let slip =
        KnownKeys.slip(in: words, among: KnownKeys.all)
        ?? SyntaxDiagnosis.slip(of: text[start..<brace], before: text[brace...])
      return add(slip.problem, line: line, column: start + slip.offset)
    }
    switch text[value] {
    case "{", "[": scanFlow(text, from: value, line: line)
    case "\"", "'": checkEndOfQuote(text, from: value, line: line)
    case "@", "`", "%": add(.badStart(String(text[value])), line: line, column: value)
    default:
      guard let second = SyntaxDiagnosis.colon(in: text, from: value) else { return }
      let inner = text[value..<second].string
      guard let entries = bareEntries(words, key: key, inner: inner) else {
        let rest = text[value...].string
        let bare = SyntaxDiagnosis.withoutParentheses(rest)
        let isKey = KnownKeys.all.contains(inner.hasPrefix("(") ? String(inner.dropFirst()) : inner)
        return add(
          isKey ? .missingBraces(key: key, rest: bare) : .needsQuotes(key: key, rest: rest),
          line: line, column: value)
      }
      let isAlone = blocks.last?.line == line && next(after: line).map { $0.start < start } != false
      add(
        isAlone
          ? .bareObject(entries.words, isItem: isItem) : .missingLineBreak(before: entries.second),
        line: line, column: isAlone ? start : second - entries.second.unicodeScalars.count)
    }
  }

  /// The words of a line that are several entries of one object, with the key of the second one.
  private func bareEntries(
    _ words: String, key: String, inner: String
  ) -> (words: String, second: String)? {
    let bare = SyntaxDiagnosis.withoutParentheses(words)
    guard let comma = inner.lastIndex(of: ",") else { return nil }
    let second = String(inner[comma...].dropFirst().drop { $0 == " " })
    let first = bare == words ? key : String(key.dropFirst())
    return KnownKeys.areTogether(first, second) ? (bare, second) : nil
  }

  private static func withoutParentheses(_ words: String) -> String {
    words.hasPrefix("(") && words.hasSuffix(")") ? String(words.dropFirst().dropLast()) : words
  }

  /// Reads a line, or an item, without a key.
  private mutating func readText(
    _ text: [Unicode.Scalar], from start: Int, line: Int, isItem: Bool
  ) {
    let words = text[start...].string
    let indent = isItem ? blocks.last?.column ?? start : start
    let isHolder = isFollowedByBlock(line, beyond: indent, isItem: isItem)
    let slip = KnownKeys.slip(in: words, among: KnownKeys.all)
    if isHolder, slip == nil || KnownKeys.all.contains(words) {
      add(.missingColon(key: words, rest: ""), line: line, column: text.count)
    } else if let slip {
      add(slip.problem, line: line, column: start + slip.offset)
    } else if "@`%".unicodeScalars.contains(text[start]) {
      add(.badStart(String(text[start])), line: line, column: start)
    } else if !isItem, !"\"'".unicodeScalars.contains(text[start]) {
      add(.textWithoutKey, line: line, column: start, width: text.count - start)
    }
  }

  /// Whether the lines below a word are the value of the key that it would be with a colon.
  private func isFollowedByBlock(_ line: Int, beyond indent: Int, isItem: Bool) -> Bool {
    guard let (text, start) = next(after: line) else { return false }
    // A list below a step is rather one more step that is indented too far.
    if SyntaxDiagnosis.isDash(text, at: start) { return !isItem && start >= indent }
    return start > indent && SyntaxDiagnosis.colon(in: text, from: start) != nil
  }

  /// The next line that is not blank, and the column in which its text begins.
  private func next(after line: Int) -> (text: [Unicode.Scalar], start: Int)? {
    for number in (line + 1)..<max(source.lineCount + 1, line + 2) {
      let text = content(ofLine: number)
      if let start = text.firstIndex(where: { $0 != " " }) { return (text, start) }
    }
    return nil
  }

  /// The character missing between a name and its braces: a colon, or the blank after it.
  private static func slip(
    of name: ArraySlice<Unicode.Scalar>, before braces: ArraySlice<Unicode.Scalar>
  ) -> (problem: Message, offset: Int) {
    let length = (name.lastIndex { $0 != " " } ?? name.startIndex) - name.startIndex + 1
    let word = name.prefix(length).string
    return word.hasSuffix(":")
      ? (.missingBlank(key: String(word.dropLast()), rest: braces.string), length)
      : (.missingColon(key: word, rest: braces.string), length)
  }

  private mutating func checkEndOfQuote(_ text: [Unicode.Scalar], from start: Int, line: Int) {
    let rest = text[(start + 1)...]
    guard let end = rest.firstIndex(of: text[start]), end + 1 < text.count,
      text[end + 1] != text[start], text[end - 1] != "\\"
    else { return }
    add(.textAfter(String(text[start])), line: line, column: end + 1, width: text.count - end - 1)
  }

  private mutating func scanFlow(_ text: [Unicode.Scalar], from start: Int, line: Int) {
    guard let slip = flow.scan(text, from: start, line: line) else { return }
    add(slip.problem, line: line, column: slip.column)
  }

  /// The first colon that ends a key, outside of quotes.
  static func colon(in text: [Unicode.Scalar], from start: Int) -> Int? {
    var index = start
    if let quote = text[start...].first, quote == "\"" || quote == "'" {
      guard let end = text[(start + 1)...].firstIndex(of: quote) else { return nil }
      index = end + 1
    }
    return text[min(index, text.count)...].indices.first {
      text[$0] == ":" && ($0 + 1 == text.count || text[$0 + 1] == " ")
    }
  }
}

extension ArraySlice<Unicode.Scalar> {
  var string: String { String(String.UnicodeScalarView(self)) }
}
