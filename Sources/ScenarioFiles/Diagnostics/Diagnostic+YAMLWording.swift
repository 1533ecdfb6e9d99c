import Scenarios

extension Diagnostic.YAMLProblem {
  var wording: Wording {
    switch self {
    case .empty: Wording("the file is empty", "begin with 'scenario: ' and a title")
    case .secondDocument:
      Wording("a second document begins here", "write one scenario in a file, without '---'")
    case .anchor(let name):
      Wording("the anchor '&\(brief(name))' is not allowed", "write the value out; see 'repeat'")
    case .alias(let name):
      Wording("the alias '*\(brief(name))' is not allowed", "write the value out; see 'repeat'")
    case .tag(let name):
      Wording(
        "the tag '\(brief(name))' is not allowed", "leave it out; keys decide what values are")
    case .blockText: Wording("block text is not used here", "write the text on one line")
    case .mergeKey: Wording("the merge key '<<' is not allowed", "write the keys out")
    case .openQuote: Wording("the quote is not closed", "add the same quote here")
    case .tooDeep: Wording("this is nested too deeply", "at most \(Limits.nesting) levels")
    case .lineTooLong: Wording("the line is too long", "at most \(Limits.lineBytes) bytes")
    case .duplicateKey(let key, let line):
      Wording("the key '\(brief(key))' is already on line \(line)", "keep one of the two")
    case .repeatedKey(let key):
      Wording("the key '\(brief(key))' is there more than once", "keep one of them")
    case .keyIsNoText: Wording("a key must be a word")
    case .unreadable:
      Wording(
        "the text cannot be read from here on",
        "check the indentation, colons, braces and quotes of this line and the one before")
    case .badCharacter:
      Wording("this character does not belong into a text", "remove it; save the file as UTF-8")
    case .unclosed, .strayClosing, .wrongClosing, .missingClosing, .missingBraces, .bareObject,
      .needsQuotes, .missingComma, .strayComma, .missingColon, .missingBlank, .badStart, .textAfter,
      .decimalComma, .thousandsComma:
      signs
    case .tab, .dashWithoutBlank, .missingDash, .indentation, .shallow, .textWithoutKey,
      .missingLineBreak:
      layout
    }
  }

  /// Brackets, colons, commas and quotes.
  private var signs: Wording {
    switch self {
    case .unclosed(let bracket, let line):
      Wording(
        "the '\(bracket)' of line \(line) is not closed",
        "add '\(bracket == "{" ? "}" : "]")' here")
    case .strayClosing(let bracket):
      Wording(
        "there is no '\(bracket == "}" ? "{" : "[")' for this '\(bracket)'",
        "remove it, or add the '\(bracket == "}" ? "{" : "[")'")
    case .wrongClosing(let bracket, let found):
      Wording(
        "the '\(bracket)' before is closed by '\(found)'",
        "write '\(bracket == "{" ? "}" : "]")'")
    case .missingClosing(let bracket, let next):
      Wording(
        "the '\(bracket)' before is not closed",
        "write '\(bracket == "{" ? "}" : "]")' before the '\(next)'")
    case .bareObject(let words, let isItem):
      Wording(
        "the braces are missing", "write '\(isItem ? "- " : "")\(Self.inBraces(words))'")
    case .strayComma: Wording("there is nothing before the comma", "remove it")
    case .missingBraces(let key, let rest):
      Wording(
        "the braces of '\(key)' are missing", "write '\(key): \(Self.inBraces(rest))'")
    case .needsQuotes(let key, let rest):
      Wording("a text with ': ' in it needs quotes", "write '\(key): \"\(brief(rest))\"'")
    case .missingComma(let key):
      Wording("a comma is missing before '\(key)'", "write ', \(key): …'")
    case .missingColon(let key, let rest):
      Wording(
        "a colon is missing after '\(brief(key))'",
        "write '\(brief(key)):\(rest.isEmpty ? "" : " " + Self.inBraces(rest))'")
    case .missingBlank(let key, let rest):
      Wording("a blank is missing after '\(key):'", "write '\(key): \(brief(rest))'")
    case .badStart(let sign):
      Wording("a text cannot begin with '\(sign)'", "put the text in quotes")
    case .textAfter(let sign):
      Wording(
        "nothing may follow the closing '\(sign)'", "remove it, or move it before the '\(sign)'")
    case .decimalComma(let text):
      Wording("the number in '\(brief(text))' has a comma", Self.withoutComma(brief(text)))
    case .thousandsComma(let text):
      Wording(
        "the number in '\(brief(text))' has a comma", "write '\(brief(text.filter { $0 != "," }))'")
    default: preconditionFailure("\(self) has its wording elsewhere")
    }
  }

  /// Indentation and dashes.
  private var layout: Wording {
    switch self {
    case .tab: Wording("a tab indents this line", "indent with blanks")
    case .dashWithoutBlank(let rest):
      Wording("a blank is missing after '-'", "write '- \(brief(rest))'")
    case .missingDash:
      Wording("this is no item of the list above", "begin it with '- ', or indent it otherwise")
    case .indentation(let column, let line):
      Wording(
        "the line is not aligned with what it belongs to",
        "begin it in column \(column), as line \(line) does")
    case .shallow(let key, let holder):
      Wording("'\(key)' is not inside '\(holder)'", "indent it deeper than '\(holder)'")
    case .missingLineBreak(let key):
      Wording(
        "without braces '\(key)' needs a line of its own",
        "remove the comma and begin a new line before '\(key)'")
    case .textWithoutKey:
      Wording(
        "the line is neither a key with a colon nor an item of a list",
        "write 'key: value', or begin it with '- '")
    default: preconditionFailure("\(self) has its wording elsewhere")
    }
  }

  /// What an author has to write for an object: with its braces when they are not there.
  private static func inBraces(_ rest: String) -> String {
    let text = rest.count > 160 ? rest.prefix(160) + "…" : rest
    guard text.contains(": "), !text.hasPrefix("{"), !text.hasPrefix("[") else { return text }
    let isClosed = text.count { $0 == "}" } > text.count { $0 == "{" }
    return isClosed ? "{\(text)" : "{\(text)}"
  }

  /// A number with a point; without any sign too where the comma may part thousands.
  private static func withoutComma(_ text: String) -> String {
    let decimal = String(text.map { $0 == "," ? "." : $0 })
    let parts = text.split(separator: ",", maxSplits: 1)
    let digits = parts.last?.prefix { ("0"..."9").contains($0) }.count
    guard digits == 3, parts.first != "0" else { return "write '\(decimal)'" }
    return "write '\(decimal)', or '\(text.filter { $0 != "," })' for thousands"
  }
}
