import MapConfiguration
import MapEvents
import MapGeometry
import Metrics
import Scenarios
import Wire

extension Diagnostic {
  /// A code, a message and its remedy, in words, each in one line: the one table of all
  /// diagnostics.
  struct Message: Hashable, Sendable {
    let code: DiagnosticCode
    let message: String
    let remedy: String?

    init(_ code: DiagnosticCode, _ message: String, _ remedy: String? = nil) {
      self.code = code
      self.message = PlainLine.of(message)
      self.remedy = remedy.map { PlainLine.of($0) }
    }
  }
}

/// Words in quotes with commas between them, the last one after `or`.
private func choice(_ words: [String]) -> String {
  let quoted = words.map { "'\($0)'" }
  guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}

/// A question after a word that is nearly right, or other words where no known word is
/// similar.
package func didYouMean(_ suggestions: [String], otherwise: String?) -> String? {
  suggestions.isEmpty ? otherwise : "did you mean \(choice(suggestions))?"
}

/// A text shortened to one line of a message.
private func brief(_ text: String) -> String {
  text.count > 60 ? text.prefix(60) + "…" : text
}

private func list(_ words: [String]) -> String {
  words.count > 60
    ? words.prefix(60).joined(separator: ", ") + ", …" : words.joined(separator: ", ")
}

/// Files that cannot be read.
extension Diagnostic.Message {
  /// The reason why a file has no bytes.
  static func file(
    _ path: String, _ content: FileContent, tried: [String], suggestions: [String] = [], limit: Int
  ) -> Self {
    switch content {
    case .missing:
      Self(
        .missingFile, "there is no file '\(brief(path))'",
        (didYouMean(suggestions, otherwise: nil).map { $0 + " " } ?? "")
          + "looked for \(list(tried))"
          + (tried == [path] ? "" : "; '--data DIR' names another folder"))
    case .notAFile(let what):
      Self(
        .notAFile, "'\(brief(path))' is \(what), not a file", "name a regular file, or remove it")
    case .unreadable:
      Self(
        .unreadableFile, "the file '\(brief(path))' cannot be read",
        "change its permissions so that you can read it")
    case .tooLarge: Self(.fileTooLarge, "the file is larger than \(limit >> 20) MiB")
    case .bytes: preconditionFailure("'\(path)' has bytes")
    }
  }
  static let tooManyValues = Self(
    .tooManyValues, "the file has more than \(Limits.values) keys and items",
    "use 'repeat' for repeated steps, and put points into a file of points")
  static func unknownDevice(_ name: String, known: [String], tried: [String]) -> Self {
    Self(
      .unknownDevice,
      "unknown device '\(brief(name))'",
      (didYouMean(Spelling.suggestions(for: name, among: known), otherwise: nil)
        ?? "known devices: \(list(known))") + (tried.isEmpty ? "" : " (looked for \(list(tried)))"))
  }
  static let unreadableFolder = Self(
    .unreadableFolder, "the folder cannot be read",
    "change its permissions so that you can read it")
  static func sameID(_ id: String, as other: String) -> Self {
    Self(
      .sameID, "the id '\(brief(id))' is also that of \(other)",
      "facts are named after the file and its folder; rename one of the files")
  }
  static func badFileName(_ id: String) -> Self {
    Self(
      .badFileName,
      "the id '\(brief(id))' would have a line break or another control character, or a part that "
        + "is not a name", "rename the file or the folder; their names make the id")
  }
  static func factsClash(_ id: String, _ clash: String) -> Self {
    Self(
      .factsClash, "its facts, '\(brief(id))', would \(clash)",
      "rename it or its folder, or give the facts another folder with --facts")
  }
  static func further(_ count: Int) -> Self { Self(.furtherDiagnostics, "… \(count) more") }
  static let notUTF8 = Self(.notUTF8, "the text is not UTF-8", "save the file as UTF-8")
  static let cutUTF16 = Self(
    .notUTF8, "the text looks like UTF-16, and has half a character",
    "the file may be cut off; save it as UTF-8")
  static func windows1252(file: String) -> Self {
    let ending = PointFormat.isGeoJSON(file) ? "geojson" : "csv"
    return Self(
      .notUTF8, "the text is not UTF-8; it may be Windows-1252",
      "save the file as UTF-8, or convert it: "
        + "iconv -f WINDOWS-1252 -t UTF-8 \(inShell(file)) > converted.\(ending)")
  }
  static func packed(_ fault: Gzip.Fault, limit: Int) -> Self {
    let problem =
      switch fault {
      case .tooLarge: "the file unpacks to more than \(limit >> 20) MiB"
      case .bomb: "the file unpacks to more than 100 times its size"
      case .cutOff: "the packed file is cut off"
      case .damaged: "the packed file is damaged"
      }
    let remedy =
      switch fault {
      case .tooLarge, .bomb: "give fewer points: unpack the file with gunzip and shorten it"
      case .cutOff, .damaged: "download or pack it again; 'gunzip --test' checks it"
      }
    return Self(.packedFile, problem, remedy)
  }
  static func archive(file: String) -> Self {
    Self(
      .packedFile, "the file is a zip archive, or a workbook of a spreadsheet program",
      "unpack it, or save its table as CSV; gzip is read: "
        + "unzip -p \(inShell(file)) | gzip > points.csv.gz")
  }
  /// A path in the quotes of a shell.
  private static func inShell(_ file: String) -> String {
    "'\(file.replacing("'", with: "'\\''"))'"
  }
  static func notPortable(_ path: String) -> Self {
    Self(
      .pathNotPortable,
      "'\(brief(path))' is not a path that works everywhere",
      "write a path relative to the scenario or to a folder above it, without '..'")
  }
  static func deviceFromItself(_ name: String) -> Self {
    Self(
      .deviceFromItself, "the profile '\(brief(name))' inherits from itself",
      "write its costs, or name another profile in 'from'")
  }
  static func notAScenario(_ kind: ObjectKind) -> Self {
    let (name, remedy) =
      switch kind {
      case .part: ("a part", "name the scenarios that run it, or their folder")
      case .defaults: ("the defaults of a folder", "name the folder")
      case .device:
        ("a device profile", "name the scenarios that use it; 'mapreplay list --devices' checks it")
      default:
        (
          "a file of tolerances",
          "name scenarios; 'mapreplay count --compare' and 'mapreplay history gate' check it"
        )
      }
    return Self(.notAScenario, "this file is \(name), not a scenario", remedy)
  }
  static let devicesTooDeep = Self(
    .deviceFromItself, "the chain of 'from' is too long",
    "at most \(Limits.repeatDepth) profiles in a chain")
  static func otherName(written: String, file: String) -> Self {
    Self(
      .otherDeviceName,
      "the profile calls itself '\(brief(written))', its file '\(file)'", "write 'device: \(file)'")
  }
}

/// Text that is not the YAML of scenarios.
extension Diagnostic.Message {
  static func emptyFile(of kind: ObjectKind) -> Self {
    let line = ScenarioSchema.object(kind).example.prefix { $0 != "\n" }
    return Self(.emptyFile, "the file is empty", "begin with a line such as '\(line)'")
  }
  static let unreadableText = Self(
    .unreadableText,
    "the text cannot be read from here on",
    "check the indentation, colons, braces and quotes of this line and the one before")
  static let badCharacter = Self(
    .badCharacter,
    "a text must not contain this character", "remove it; save the file as UTF-8")
  static let tab = Self(.tab, "a tab indents this line", "indent with spaces")
  static func unclosed(_ bracket: String, line: Int) -> Self {
    Self(
      .unclosedBracket, "the '\(bracket)' of line \(line) is not closed",
      "add '\(partner(of: bracket))' here")
  }
  static func strayClosing(_ bracket: String) -> Self {
    Self(
      .wrongClosing,
      "there is no '\(partner(of: bracket))' for this '\(bracket)'",
      "remove it, or add the '\(partner(of: bracket))'")
  }
  static func wrongClosing(_ bracket: String, found: String) -> Self {
    Self(
      .wrongClosing, "the '\(bracket)' before is closed by '\(found)'",
      "write '\(partner(of: bracket))'")
  }
  static func missingClosing(_ bracket: String, before next: String) -> Self {
    Self(
      .unclosedBracket,
      "the '\(bracket)' before is not closed",
      "write '\(partner(of: bracket))' before the '\(next)'")
  }
  static func bareObject(_ words: String, isItem: Bool) -> Self {
    Self(
      .missingBraces, "the braces are missing", "write '\(isItem ? "- " : "")\(inBraces(words))'")
  }
  static func missingLineBreak(before key: String) -> Self {
    Self(
      .missingBraces,
      "without braces '\(key)' needs its own line",
      "remove the comma and begin a new line before '\(key)'")
  }
  static let strayComma = Self(.comma, "there is nothing before the comma", "remove it")
  static func missingBraces(key: String, rest: String) -> Self {
    Self(.missingBraces, "the braces of '\(key)' are missing", "write '\(key): \(inBraces(rest))'")
  }
  static func needsQuotes(key: String, rest: String) -> Self {
    Self(.needsQuotes, "a text with ': ' in it needs quotes", "write '\(key): \"\(brief(rest))\"'")
  }
  static func missingComma(before key: String) -> Self {
    Self(.comma, "a comma is missing before '\(key)'", "write ', \(key): …'")
  }
  static func missingColon(key: String, rest: String) -> Self {
    Self(
      .missingColon,
      "a colon is missing after '\(brief(key))'",
      "write '\(brief(key)):\(rest.isEmpty ? "" : " " + inBraces(rest))'")
  }
  static func missingBlank(key: String, rest: String) -> Self {
    Self(.missingBlank, "a space is missing after '\(key):'", "write '\(key): \(brief(rest))'")
  }
  static func dashWithoutBlank(_ rest: String) -> Self {
    Self(.missingBlank, "a space is missing after '-'", "write '- \(brief(rest))'")
  }
  static let missingDash = Self(
    .missingDash,
    "this line is not an item of the list above", "begin it with '- ', or change its indentation")
  static func indentation(column: Int, line: Int) -> Self {
    Self(
      .indentation,
      "the line is not aligned with what it belongs to",
      "begin it in column \(column), as line \(line) does")
  }
  static func shallow(key: String, of holder: String) -> Self {
    Self(.indentation, "'\(key)' is not inside '\(holder)'", "indent it deeper than '\(holder)'")
  }
  static let textWithoutKey = Self(
    .textWithoutKey,
    "the line is neither a key with a colon nor an item of a list",
    "write 'key: value', or begin it with '- '")
  static func textAfter(_ sign: String) -> Self {
    Self(
      .textAfterClosing, "nothing may follow the closing '\(sign)'",
      "remove it, or move it before the '\(sign)'")
  }
  static func badStart(_ sign: String) -> Self {
    Self(.needsQuotes, "a text cannot begin with '\(sign)'", "put the text in quotes")
  }
  static func decimalComma(_ text: String) -> Self {
    Self(.commaInNumber, "the number in '\(brief(text))' has a comma", withoutComma(brief(text)))
  }
  static func thousandsComma(_ text: String) -> Self {
    Self(
      .commaInNumber,
      "the number in '\(brief(text))' has a comma", "write '\(brief(text.filter { $0 != "," }))'")
  }
  static let secondDocument = Self(
    .secondDocument,
    "a second document begins here", "write one scenario in a file, without '---'")
  static func anchor(_ name: String) -> Self {
    Self(
      .anchor, "the anchor '&\(brief(name))' is not allowed", "write the value out; see 'repeat'")
  }
  static func alias(_ name: String) -> Self {
    Self(.anchor, "the alias '*\(brief(name))' is not allowed", "write the value out; see 'repeat'")
  }
  static func tag(_ name: String) -> Self {
    Self(
      .tag, "the tag '\(brief(name))' is not allowed",
      "remove it; the key decides the type of its value")
  }
  static let blockText = Self(
    .blockText, "block text is not allowed", "write the text on one line")
  static let mergeKey = Self(.anchor, "the merge key '<<' is not allowed", "write the keys out")
  static let openQuote = Self(.openQuote, "the quote is not closed", "add the same quote here")
  static let tooDeep = Self(
    .tooDeep, "this is nested too deeply", "at most \(Limits.nesting) levels")
  static let lineTooLong = Self(
    .lineTooLong, "the line is too long", "at most \(Limits.lineBytes) bytes")
  static func duplicateKey(_ key: String, firstLine line: Int) -> Self {
    Self(.duplicateKey, "the key '\(brief(key))' is already on line \(line)", "keep one of the two")
  }
  static func repeatedKey(_ key: String) -> Self {
    Self(.duplicateKey, "the key '\(brief(key))' is there more than once", "keep one of them")
  }
  static let keyIsNoText = Self(.keyIsNoText, "a key must be a word")

  private static func partner(of bracket: String) -> String {
    ["{": "}", "[": "]", "}": "{"][bracket] ?? "["
  }

  /// An object as an author has to write it, with missing braces added.
  private static func inBraces(_ rest: String) -> String {
    let text = rest.count > 160 ? rest.prefix(160) + "…" : rest
    guard text.contains(": "), !text.hasPrefix("{"), !text.hasPrefix("[") else { return text }
    let isClosed = text.count { $0 == "}" } > text.count { $0 == "{" }
    return isClosed ? "{\(text)" : "{\(text)}"
  }

  /// A number with a decimal point; with neither sign where the comma may separate thousands.
  private static func withoutComma(_ text: String) -> String {
    let decimal = String(text.map { $0 == "," ? "." : $0 })
    let parts = text.split(separator: ",", maxSplits: 1)
    let digits = parts.last?.prefix { ("0"..."9").contains($0) }.count
    guard digits == 3, parts.first != "0" else { return "write '\(decimal)'" }
    return "write '\(decimal)', or '\(text.filter { $0 != "," })' for thousands"
  }
}

extension Diagnostic.Message {
  static func unknownKey(
    _ key: String, of kind: ObjectKind, suggestions: [String], keyBefore: String? = nil
  ) -> Self {
    let remedy = didYouMean(
      suggestions,
      otherwise: keyBefore.map { "write '\($0): \(brief(key))'" }
        ?? "\(kind == .step ? "steps" : "keys") are: " + list(ScenarioSchema.object(kind).keys))
    return kind == .step
      ? Self(.unknownStep, "unknown step '\(brief(key))'", remedy)
      : Self(.unknownKey, "unknown key '\(brief(key))' of the \(kind.name)", remedy)
  }
  static func formerName(_ former: FormerName) -> Self {
    Self(
      .formerName, "'\(former.old)' is named '\(former.new)' since version \(former.since)",
      "write '\(former.new)', or run 'mapreplay rebaseline --migrate' for all files")
  }
  static func bothNames(_ former: FormerName, _ twin: String) -> Self {
    Self(
      .formerName,
      "'\(former.old)' is named '\(former.new)' since version \(former.since), and "
        + (twin == former.new ? "'\(twin)' is here too" : "so is '\(twin)'"), "keep one of them")
  }
  static func formerNameSpelledOtherwise(_ former: FormerName) -> Self {
    Self(
      .formerName,
      "'\(former.old)' is named '\(former.new)' since version \(former.since), and has "
        + "escapes or line breaks here, which are not migrated", "write '\(former.new)'")
  }
  static func missingKey(_ field: Field, of kind: ObjectKind) -> Self {
    let help =
      field.help.prefix(1).lowercased()
      + field.help.dropFirst().dropLast(field.help.hasSuffix(".") ? 1 : 0)
    return Self(
      .missingKey, "the \(kind.name) has no '\(field.key)'",
      "add '\(field.key): \(field.example)'; \(help)")
  }
  static func notOne(_ keys: [String], found: [String], of kind: ObjectKind) -> Self {
    Self(
      .notExactlyOne,
      found.isEmpty
        ? "the \(kind.name) needs one of \(choice(keys))"
        : "the \(kind.name) has both \(found.map { "'\($0)'" }.joined(separator: " and "))",
      found.isEmpty ? nil : "keep one of them")
  }
  static func needs(_ key: String, other: String) -> Self {
    Self(
      .needsOther, "'\(key)' makes no sense without '\(other)'", "add '\(other)' or remove '\(key)'"
    )
  }
  static func needsOneOf(_ key: String, others: [String]) -> Self {
    Self(
      .needsOther, "'\(key)' makes no sense without \(choice(others))",
      "add one of them or remove '\(key)'")
  }
  static func excludes(_ key: String, other: String) -> Self {
    Self(.excludesOther, "'\(key)' and '\(other)' exclude each other", "keep one of them")
  }
  static func only(_ key: String, when other: String, isOneOf words: [String]) -> Self {
    Self(
      .onlyWhere,
      "'\(key)' is only for \(choice(words.map { "\(other): \($0)" }))",
      "remove it or change '\(other)'")
  }
  static func noneOf(_ keys: [String], of kind: ObjectKind) -> Self {
    Self(.doesNothing, "the \(kind.name) does nothing", "add one of \(choice(keys))")
  }
  static func stepWithoutOne(found: [String]) -> Self {
    Self(
      .notOneStep,
      found.isEmpty
        ? "the step is empty" : "a step has exactly one key, this one has \(found.count)",
      found.isEmpty
        ? "write for example '\(ScenarioSchema.object(.step).example)'"
        : "begin each step with '- '; indent its details deeper than its name")
  }
  static let noMetric = Self(
    .nothingExpected,
    "nothing is expected", "add a metric, for example 'views created: at most 40'")
  static func unknownMetric(_ name: String, suggestions: [String]) -> Self {
    Self(
      .unknownMetric,
      "unknown metric '\(brief(name))'",
      didYouMean(suggestions, otherwise: "metrics are in Scenarios/Reference.md"))
  }
  static func historyLimit(_ text: String) -> Self {
    Self(
      .unreadableValue, "'\(brief(text))' is not a limit",
      "write a part such as '1 %', a number such as '3' or '2 ms', or deviations such as '2 sd'")
  }
  static func measurement(_ name: String) -> Self {
    Self(
      .measuredMetric,
      "'\(brief(name))' is measured on a real clock, so no expectation can use it",
      "expect a simulated time or a count instead, such as 'clustering latency p95' or "
        + "'clustering points touched', or an allowed real time, such as "
        + "'\(RealTime.computePercentile95.name)'")
  }
}

extension Diagnostic.Message {
  static func scalar(_ problem: ScalarError, text: String, key: String, type: ValueType) -> Self {
    let text = brief(text)
    return switch problem {
    case .empty: Self(.noValue, "'\(key)' has no value", "write \(type.words)")
    case .unreadable where type.isNothing: takesNoValue(key)
    case .unreadable:
      Self(.unreadableValue, "'\(text)' is not \(type.words)", almost(text, type: type))
    case .missingUnit(let units):
      Self(.missingUnit, "'\(text)' has no unit", "write \(type.words); units: \(list(units))")
    case .wrongUnit(let unit, let units):
      Self(.wrongUnit, "the unit '\(unit)' does not fit '\(key)'", "units: \(list(units))")
    case .outOfRange:
      Self(
        .outOfRange, "'\(key)' is out of range: '\(text)'", type.limits.map { "it must be \($0)" })
    case .tooFine: Self(.tooFine, "'\(text)' is finer than \(type.finest)")
    case .wronglyJoined:
      Self(
        .unreadableValue, "'\(text)' mixes 'and' with 'or', or conditions with events",
        "join conditions by 'and' alone or by 'or' alone, and events by 'or'")
    case .unknownWord(let words):
      Self(
        .unknownWord,
        "'\(key)' cannot be '\(text)'",
        didYouMean(
          Spelling.suggestions(for: text, among: words), otherwise: "write \(choice(words))"))
    }
  }
  private static func takesNoValue(_ key: String) -> Self {
    Self(.takesNoValue, "'\(key)' takes no value", "write '\(key):' or '\(key)'")
  }
  private static func almost(_ text: String, type: ValueType) -> String? {
    switch type {
    case .either(.moment, _) where MapCondition.words.contains { $0.word == text }:
      return "write 'wait: {until: \(text)}'"
    case .moment, .either(.moment, _), .awaited: break
    default: return Spelling.pair(for: text, as: type).map { "write '\($0)'" }
    }
    return didYouMean(Spelling.suggestions(for: text, among: [ValueType.settled]), otherwise: nil)
  }
  static func wrongForm(found: String, key: String, type: ValueType) -> Self {
    type.isNothing
      ? takesNoValue(brief(key))
      : Self(.wrongForm, "'\(brief(key))' is \(found)", "write \(type.words)")
  }
  static func wrongCount(_ count: Int, key: String, type: ValueType) -> Self {
    Self(
      .wrongCount,
      count == 0
        ? "'\(key)' is empty" : "'\(key)' has \(count) \(count == 1 ? "entry" : "entries")",
      type.limits.map { "write \($0) entries" })
  }
  static func badName(_ name: String, _ space: NameSpace) -> Self {
    Self(
      .badName,
      "'\(brief(name))' cannot be the name of \(space.withArticle)",
      "write 1 to \(Limits.nameLength) characters"
        + (space == .parameter ? " without '$', '{' and '}'" : ""))
  }
  static func unknownName(
    _ name: String, _ space: NameSpace, suggestions: [String], known: [String]
  ) -> Self {
    Self(
      .unknownName,
      "there is no \(space.rawValue) '\(brief(name))'",
      didYouMean(
        suggestions,
        otherwise: known.isEmpty
          ? "the scenario has no '\(space.key)'" : "\(space.rawValue)s here: \(list(known))"))
  }
  static func rule(
    _ problem: RuleError, text: String, of name: String, in unit: MetricUnit
  ) -> Self {
    let text = brief(text)
    return switch problem {
    case .unreadable:
      Self(
        .unreadableRule,
        "'\(text)' is not \(ValueType.rule.words)",
        "write for example 'at most \(unit.definition.example)'")
    case .otherwise(let rules):
      Self(.unreadableRule, "'\(text)' is not a rule", "write \(choice(rules))")
    case .exchanged(let rule):
      Self(
        .exchangedBounds, "nothing is '\(text)': the first value is the larger one",
        "write '\(rule)'")
    case .needsShare:
      Self(
        .ruleDoesNotFit,
        "'\(text)' does not fit '\(name)', which is not a share",
        "write 'at most', 'at least' or 'exactly' and a value")
    case .wrongValue(let example):
      Self(
        .ruleDoesNotFit,
        "'\(text)' has no value that fits '\(name)'", "a value of it looks like '\(example)'")
    }
  }
  static func notComparedBetweenVariants(_ text: String, in unit: MetricUnit) -> Self {
    Self(
      .ruleDoesNotFit,
      "'\(brief(text))': figures of real time and memory are not compared between variants",
      "write for example 'at most \(unit.definition.example)'")
  }
  static var farthestIsCloser: Self {
    Self(
      .outOfRange, "the farthest camera is closer than the closest one",
      "exchange 'closest' and 'farthest'")
  }
  static func spanTooLarge(_ text: String) -> Self {
    Self(
      .spanTooLarge,
      "the span '\(text)' is larger than the world at this latitude",
      "at most 180 deg from north to south and 360 deg from west to east")
  }
}

/// Sessions that cannot be played, although every key is valid.
extension Diagnostic.Message {
  static func tooManySteps(_ count: Int) -> Self {
    writtenOut(count, "steps", atMost: Limits.unrolledSteps)
  }
  static func tooManyStepsOfVariants(_ count: Int) -> Self {
    Self(
      .tooMuchWrittenOut, "written out, all variants together have \(count) steps",
      "at most \(Limits.variantSteps) are read; do steps again with 'repeat'")
  }
  static func tooManyMarks(_ count: Int) -> Self {
    writtenOut(count, "marks", atMost: Limits.unrolledMarks)
  }
  static func tooManyPointsInSteps(_ count: Int) -> Self {
    writtenOut(count, "points in its steps", atMost: Limits.unrolledPoints)
  }
  static func playsTooLong(minutes: Int, mostly what: String) -> Self {
    let time = minutes == 1 ? "a minute" : "\(minutes) minutes"
    return Self(
      .playsTooLong, "the session would play for about \(time), mostly \(what)",
      "use fewer points or rounds, or play it all the same with --lift-limits")
  }
  static func needsTooMuchMemory(gigabytes: Double) -> Self {
    let amount = ValueType.words((gigabytes * 10).rounded() / 10)
    return Self(
      .needsTooMuchMemory,
      "the session would take about \(amount) GiB, mostly for points, their views and pictures",
      "use fewer points, or play it all the same with --lift-limits")
  }
  static let repeatTooDeep = Self(
    .repeatTooDeep,
    "'repeat' is nested too deeply", "at most \(Limits.repeatDepth) levels are played")
  static let stepTooLong = Self(.takesTooLong, "the step takes longer than 1 h", "make it shorter")
  static let sessionTooLong = Self(
    .takesTooLong, "the steps take longer than 24 h together", "repeat less often")
  static func tooManyPoints(_ count: Int) -> Self {
    Self(.tooManyPoints, "the scenario has \(count) points", "at most \(Limits.points) are played")
  }
  static let tooManyPointsOfVariants = Self(
    .tooManyPoints, "all variants together have more than \(Limits.points) points",
    "use fewer points, or variants that share them: variants share points if they change neither "
      + "data nor map")
  static func tooManyAtOnePlace(_ count: Int, _ place: Coordinate) -> Self {
    Self(
      .tooManyAtOnePlace,
      "\(count) points at one place, lat \(ValueType.words(place.latitude)) and "
        + "lon \(ValueType.words(place.longitude))",
      "at most \(Limits.pointsAtOnePlace), or fix 'crowds in one leaf': the index of "
        + "CCHMapClusterController would take minutes for more")
  }
  static func duplicateID(_ id: String, firstLine line: Int) -> Self {
    Self(
      .duplicateID, "the id '\(brief(id))' is already on line \(line)",
      "ids are unique in a data set")
  }
  static let tooManyCells = Self(
    .tooManyCells,
    "the view and its margin hold more than \(Int(Limits.clusterCells)) such cells",
    "make the cells larger, or the margin smaller")
  static let tooManyCellsTogether = Self(
    .tooManyCells,
    "with this layer, all layers together have more than \(Int(Limits.clusterCells)) cells",
    "make cells larger, margins smaller, or cluster fewer layers")
  static func cellTooLong(_ sidePoints: Double, in map: MapSetup) -> Self {
    let side =
      map.viewportOptions.farthestScale == .worldOnLongerSide ? "longer side" : "shorter side"
    var ways: [String] = []
    if Limits.cellPoints.contains(map.longestCellPoints) {
      ways.append("make cells at most \(ValueType.words(map.longestCellPoints)) pt long")
    }
    if Limits.viewSidePoints.contains(2 * sidePoints) {
      ways.append(
        "make the \(side) of the map at least \(ValueType.words(2 * sidePoints)) pt long")
    }
    if ways.isEmpty {
      ways = ["make the map larger and cells at most half as long as its \(side)"]
    }
    return Self(
      .cellTooLong,
      "the cells are longer than half of the world when the map is farthest away",
      ways.joined(separator: ", or ") + "; longer cells run into a known flaw of "
        + "CCHMapClusterController, whose grid explodes")
  }
  static let viewTooNarrow = Self(
    .viewTooNarrow,
    "the view is too narrow for a bubble",
    "make it at least \(ValueType.words(Limits.bubbleViewPoints)) pt wide, or write 'style: plain'")
  static let noPointsLeft = Self(
    .noPointsLeft, "no point lies within that distance", "make 'within' larger or move 'around'")
  static func tooFewPoints(asked: Int, available: Int) -> Self {
    Self(
      .tooFewPoints,
      "\(asked) points are asked for, but there are only \(available)",
      "ask for at most \(available)")
  }
  static func noSuchRow(_ row: Int, count: Int) -> Self {
    Self(.noSuchRow, "there is no row \(row)", "rows are 0 to \(count - 1)")
  }
  static func unknownPoint(_ id: String, data: [String], suggestions: [String], known: [String])
    -> Self
  {
    guard !data.isEmpty else {
      return Self(
        .unknownPoint, "no step gives the layer any points, so there is no '\(brief(id))'",
        "write a step 'add' or 'download' for the layer")
    }
    return Self(
      .unknownPoint, "there is no point '\(brief(id))' in \(choice(data))",
      didYouMean(
        suggestions,
        otherwise: known.isEmpty ? "write an id of its points" : "ids here: \(list(known))"))
  }
  static func ambiguousPoint(_ id: String, data: [String]) -> Self {
    Self(
      .ambiguousPoint,
      "the point '\(brief(id))' is in \(data.map { "'\($0)'" }.joined(separator: " and "))",
      "add 'of: \(data.first ?? "")'")
  }
  static func neverExpected(_ metric: String) -> Self {
    Self(.neverExpected, "nothing expects '\(metric)', so it cannot fail", "add it to an 'expect'")
  }
  private static func writtenOut(_ count: Int, _ things: String, atMost limit: Int) -> Self {
    Self(
      .tooMuchWrittenOut, "written out, the session has \(count) \(things)",
      "at most \(limit) are played")
  }
}

/// Parts of the map and steps that contradict others.
extension Diagnostic.Message {
  static func accessoryTooHigh(_ height: Double, limit: Double) -> Self {
    Self(
      .accessoryTooHigh,
      "the accessory is \(ValueType.words(height)) pt high",
      "make it at most \(ValueType.words(limit)) pt high, or set the option 'tallest accessory'")
  }
  static let noRoomForSubview = Self(
    .noRoomForSubview,
    "a subview has no room in the view",
    "it needs \(ValueType.words(Limits.subviewRoomPoints)) pt both ways between the bars")
  static func noAccessory(_ side: CalloutSide) -> Self {
    switch side {
    case .button, .cancelledButton:
      Self(
        .noAccessory,
        "no callout has a button", "add 'accessory button: 29 x 31 pt' to the callout of a layer")
    case .left, .right:
      Self(
        .noAccessory,
        "no callout has an accessory on the \(side.word)",
        "add '\(side.word) accessory: {}' to the callout of a layer")
    }
  }
  static func outsideView(_ text: String, width: Double, height: Double) -> Self {
    Self(
      .offTheMap,
      "'\(brief(text))' lies outside the view",
      "the view is \(ValueType.words(width)) x \(ValueType.words(height)) pt")
  }
  static func endsOutsideView(_ end: ScreenPoint, width: Double, height: Double) -> Self {
    Self(
      .offTheMap,
      "the finger ends at \(ValueType.words(end.x)) x \(ValueType.words(end.y)) pt, outside the "
        + "view",
      "the view is \(ValueType.words(width)) x \(ValueType.words(height)) pt; write a shorter way, "
        + "or several pans")
  }
  static func underBar(_ text: String, touchArea rect: ScreenRect) -> Self {
    Self(.offTheMap, "'\(brief(text))' lies under a bar", area(rect))
  }
  private static func area(_ rect: ScreenRect) -> String {
    "write a point from \(ValueType.words(rect.minX)) x \(ValueType.words(rect.minY)) pt to "
      + "\(ValueType.words(rect.maxX)) x \(ValueType.words(rect.maxY)) pt"
  }
  static func noRoomForFingers(_ text: String, touchArea rect: ScreenRect) -> Self {
    Self(.offTheMap, "two fingers about '\(brief(text))' do not fit on the map", area(rect))
  }
  static func barsCoverAll(width: Double, height: Double) -> Self {
    Self(
      .nothingOfView,
      "the bars leave nothing of the view",
      "the view is \(ValueType.words(width)) x \(ValueType.words(height)) pt")
  }
  static let noAlignmentRect = Self(
    .nothingOfView,
    "the alignment insets leave nothing of the view",
    "make them smaller than its size")
  static func noPlaceThere(_ text: String) -> Self {
    Self(
      .beyondTheWorld,
      "the map shows no place of the earth at '\(brief(text))'",
      "write a point within the world that the map shows")
  }
  static func laterMark(_ name: String) -> Self {
    Self(.laterMark, "the mark '\(brief(name))' comes later", "move its step before this one")
  }
  static func laterDownload(_ name: String) -> Self {
    Self(
      .laterDownload, "the download '\(brief(name))' begins later",
      "move this step after that download")
  }
  static func emptyInterval(_ interval: SessionInterval) -> Self {
    let (first, last) = (brief(interval.first.name), brief(interval.last.name))
    return Self(
      .emptyInterval, "'\(last)' never comes after '\(first)'",
      first == last ? "name two moments" : "write '[\(last), \(first)]'")
  }
  static let endInStep = Self(
    .endInStep, "the session has not ended when a step is judged",
    "write 'since' with the first of the two, or move the rules to 'expect' of the session")
  static let nothingDownloaded = Self(
    .nothingDownloaded, "no step before this one downloads anything, so no download is done",
    "name a mark")
  static func withinItself(_ variant: String) -> Self {
    Self(
      .withinItself, "'\(brief(variant))' is compared with itself",
      "name another variant, or write a value such as 'at most 40'")
  }
  static func noBetterDirection(_ subject: ExpectedMetric, than variant: String) -> Self {
    let variant = brief(variant)
    return Self(
      .ruleDoesNotFit, "'\(subject.name)' is neither better when lower nor when higher",
      "write for example 'at most 105 % of \(variant)' or 'within 5 % of \(variant)'")
  }
  static func notOfLayer(_ subject: ExpectedMetric) -> Self {
    let group = subject.metric.definition.group
    let likely = Metric.ofLayers.filter { $0.definition.group == group }
    let known = likely.isEmpty ? Metric.ofLayers.filter { $0.definition.group == .views } : likely
    return Self(
      .notOfLayer, "'\(subject.name)' is not counted for a layer alone",
      "put it into a block without 'layer'; metrics of a layer: \(list(known.map(\.name)))")
  }
  static func measuredOfPart(_ name: String, _ key: String) -> Self {
    Self(
      .timeOfPart,
      "'\(name)' is measured for the whole session, not for the part that '\(key)' names",
      "put it into a separate block")
  }
  static func measuredInStep(_ name: String) -> Self {
    Self(
      .timeOfPart, "'\(name)' is measured for the whole session, not up to a step",
      "move it to 'expect' of the session")
  }
  static func reservedMark(_ name: String) -> Self {
    Self(
      .reservedMark,
      "no mark can be called '\(brief(name))': 'since' and 'between' reserve this name",
      "give it another name")
  }
  static func paddingTooLarge(_ view: ScreenSize, isByEdge: Bool) -> Self {
    let (width, height) = (ValueType.words(view.width), ValueType.words(view.height))
    return Self(
      .paddingTooLarge, "the padding leaves no room",
      isByEdge
        ? "left and right must be less than \(width) pt together, top and bottom less than "
          + "\(height) pt"
        : "write less than \(ValueType.words(min(view.width, view.height) / 2)) pt")
  }
  static func countedForTheMap(_ condition: String, key: String) -> Self {
    Self(
      .countedForTheMap, "'\(brief(condition))' is about the whole map",
      "remove '\(key)'; Scenarios/Reference.md says which conditions and events a layer has")
  }
  static let alwaysTrue = Self(
    .alwaysTrue, "the condition is always true, so it decides nothing",
    "write a number that is reached later")
  static func alwaysAnEvent(_ words: String) -> Self {
    Self(
      .alwaysAnEvent, "'\(words)' happens at an instant, so it cannot hold all the time",
      "write a condition such as 'callout open', or 'then'")
  }
  static let promiseWithRule = Self(
    .ruleDoesNotFit, "'\(Metric.promisesKept.name)' takes no rule",
    "write the promise itself, such as 'whenever: callout opens, then: callout inside map'")
  static let onlyLongPressesDrop = Self(
    .onlyLongPressesDrop, "a pin has no place before a finger drops it",
    "write a step 'long press', or a tap with 'when tapped', which gives it to a layer")
  static let droppedPinsName = Self(
    .droppedPinsName, "'\(DataSet.droppedPins)' is the name of the pins that fingers drop",
    "give this data set another name")
  static func clusteredLayer(_ name: String) -> Self {
    Self(
      .clusteredLayer,
      "the layer '\(brief(name))' is clustered, so no finger carries its points",
      "name a layer without 'cluster'")
  }
  static func clusteredTwice(_ name: String) -> Self {
    Self(
      .clusteredTwice,
      "the layer '\(brief(name))' has both 'cluster' and 'clustering identifier'",
      "remove 'cluster' or 'clustering identifier'")
  }
  static func plainLayer(_ name: String) -> Self {
    Self(.noClusters, "the layer '\(brief(name))' has no clusters", "name a layer with 'cluster'")
  }
  static let noClusters = Self(.noClusters, "no layer has clusters", "give a layer a 'cluster'")
  static func nothingStays(key: String) -> Self {
    Self(
      .nothingStays,
      "'\(key)' applies to reused clusters, and 'reuse: no' reuses none",
      "remove it or write 'reuse: yes'")
  }
  static let nothingTolerated = Self(
    .nothingTolerated,
    "'zoom tolerance' has no effect, because zoom noise is not tolerated",
    "remove it or add 'fixes: {tolerate zoom noise: yes}'")
  static func engineNeedsMode(_ engine: String) -> Self {
    Self(
      .engineCannot,
      "the engine '\(engine)' has none of the flaws of the library's index",
      "write 'engine: reference' or 'mode: corrected'")
  }
  static func engineNeedsFix(_ engine: String, fix: String) -> Self {
    Self(
      .engineCannot,
      "the engine '\(engine)' needs the fix '\(fix)'",
      "write 'engine: reference' or '\(fix): yes'")
  }
  static func engineWithoutMethod(_ engine: String, _ method: String) -> Self {
    Self(
      .engineCannot,
      "the engine '\(engine)' keeps no order of points for '\(method)'",
      "write 'engine: reference' or another method")
  }
  static let cornersExchanged = Self(
    .cornersExchanged,
    "'south west' is not south and west of 'north east'",
    "exchange them, or write an area that does not cross the 180th meridian")
  static func meantTwice(_ word: String) -> Self {
    Self(.meantTwice, "'\(brief(word))' is there twice", "keep one of the two")
  }
  static func sameOverlay(_ name: String) -> Self {
    Self(.sameOverlay, "'\(brief(name))' is the overlay itself", "name another overlay")
  }
  static func overlayNeverAdded(_ name: String) -> Self {
    Self(
      .overlayNeverAdded,
      "no step adds the overlay '\(brief(name))'",
      "write a step 'add overlay: {name: \(brief(name))}'")
  }
  static func geodesicsTooLong(kilometers: Double) -> Self {
    Self(
      .geodesicsTooLong,
      "the geodesics are \(Int(kilometers.rounded())) km long together",
      "at most \(Int(Limits.geodesicKilometers)) km are drawn")
  }
}

/// Variants that cannot be played side by side.
extension Diagnostic.Message {
  static func badVariantName(_ name: String) -> Self {
    Self(
      .badVariantName,
      "'\(brief(name))' cannot be the name of a variant, which also names files",
      "use the letters a to z, digits, spaces and hyphens; begin and end with a letter or a digit")
  }
  static func variantNamedLikeKey(_ key: String) -> Self {
    Self(
      .badVariantName, "'\(key)' is a key of variants, so no variant can have that name",
      "give the variant another name, such as 'with \(key)'")
  }
  static func oneFile(_ name: String, _ other: String) -> Self {
    Self(
      .variantFilesClash,
      "the files of the variants '\(other)' and '\(name)' would have the same name",
      "rename one of them; capitals, spaces and hyphens make no difference")
  }
  static let nothingVaries = Self(
    .nothingVaries,
    "no layer has clusters, so nothing varies",
    "let variants have other 'options' or another 'device', or give a layer a 'cluster'")
  static func longCombination(_ name: String) -> Self {
    Self(
      .badVariantName, "the name of a combination is too long: '\(brief(name))'",
      "give values shorter names, such as 'map size: {portrait: 390 x 844 pt}'; at most "
        + "\(Limits.nameLength) characters in all")
  }
  static func needsLabel(_ key: String) -> Self {
    Self(
      .badVariantName, "a value of '\(brief(key))' that is not a text needs a name",
      "write '\(brief(key)): {one name: …, another name: …}'")
  }
  static func sameVariant(_ name: String, _ other: String) -> Self {
    Self(
      .sameVariant, "the variants '\(other)' and '\(name)' play the same session",
      "remove one of them")
  }
  static func neverExpected(_ metric: String, of variant: String) -> Self {
    Self(
      .neverExpected,
      "nothing expects '\(metric)' of the variant '\(variant)', so it cannot fail there",
      "add a rule for it to an 'expect'")
  }
}

/// Values, parts and defaults, which are written once and read in several places.
extension Diagnostic.Message {
  static func unknownValue(_ name: String, suggestions: [String], known: [String]) -> Self {
    Self(
      .unknownValue, "no value has the name '\(brief(name))' here",
      didYouMean(
        suggestions,
        otherwise: known.isEmpty
          ? "'for each' and the parameters of a part give names to values"
          : "names here: \(list(known))"))
  }
  static func openPlaceholder(_ name: String) -> Self {
    Self(
      .unknownValue, "a placeholder needs a name between '${' and '}'",
      "write '${\(brief(name))}'")
  }
  static func scenarioAsPart(_ path: String) -> Self {
    Self(.unknownPart, "'\(brief(path))' is a scenario, not a part", "a part begins with 'part: '")
  }
  static func nameIsTaken(_ name: String) -> Self {
    Self(.nameIsTaken, "the name '\(brief(name))' has a value here already", "choose another name")
  }
  static func noValues(of name: String) -> Self {
    Self(
      .noValues, "'\(brief(name))' has no list of values",
      "write '\(brief(name)): [one value, another one]'")
  }
  static let nothingToGoThrough = Self(
    .noValues, "'for each' has no list of values",
    "add a name with a list, such as 'edge: [left edge]'")
  static let aloneTogether = Self(
    .needsOther, "'together' makes no sense with a single list",
    "add a second name with a list, or remove 'together'")
  static func unequalLists(
    _ name: String, _ count: Int, first: String, _ firstCount: Int
  ) -> Self {
    Self(
      .wrongCount, "'\(brief(name))' has \(values(count)), but '\(brief(first))' has \(firstCount)",
      "write \(values(firstCount)), or remove 'together' for each combination")
  }
  private static func values(_ count: Int) -> String {
    "\(count) \(count == 1 ? "value" : "values")"
  }
  static func valueInsideText(_ name: String) -> Self {
    Self(
      .valueInsideText, "the value of '\(brief(name))' is not a text, so it cannot be part of one",
      "let '${\(brief(name))}' be all that is written there")
  }
  static let tooMuchWrittenOut = Self(
    .tooMuchWrittenOut, "written out, the steps hold more than \(Limits.writtenOutNodes) values",
    "use 'repeat'")
  static func unknownPart(_ path: String, known: [String], tried: [String]) -> Self {
    Self(
      .unknownPart, "there is no part '\(brief(path))'",
      didYouMean(
        Spelling.suggestions(for: path, among: known), otherwise: "looked for \(list(tried))"))
  }
  static func partRunsItself(_ path: String) -> Self {
    Self(
      .partRunsItself, "the part '\(brief(path))' runs itself",
      "remove the circle; use 'repeat' to play steps again")
  }
  static let partsTooDeep = Self(
    .partRunsItself, "parts are nested too deeply",
    "at most \(Limits.repeatDepth) inside each other")
  static func missingValue(_ name: String, title: String) -> Self {
    Self(
      .missingValue, "the part has no value for '\(brief(name))'",
      "add 'with: {\(brief(name)): …}'; the part: \(brief(title))")
  }
}

/// Tables of points.
extension Diagnostic.Message {
  static let emptyTable = Self(
    .noRows, "the file is empty", "begin with the header 'id,lat,lon,title'")
  static let noRows = Self(.noRows, "there are no points under the header")
  static func missingColumn(_ key: String, known: [String]) -> Self {
    Self(
      .missingColumn,
      "no column of \(key == "lat" ? "latitudes" : "longitudes") was found",
      "name it with 'columns: {\(key): …}'; columns here: \(briefly(known))")
  }
  static func missingColumns(known: [String]) -> Self {
    Self(
      .missingColumn, "no columns of latitudes and longitudes were found",
      "name both with 'columns: {lat: …, lon: …}', or a column that holds both with "
        + "'columns: {lat lon: …}'; columns here: \(briefly(known))")
  }
  static func noHeader(_ columns: String, known: [String]) -> Self {
    Self(
      .missingColumn, "the table has no header",
      "name its columns by their numbers, such as 'columns: \(columns)'; the first row: "
        + briefly(known))
  }
  static func bothAngles(_ column: String, _ order: PointFormat.AngleOrder) -> Self {
    Self(
      .missingColumn, "the column '\(brief(column))' seems to hold latitudes and longitudes",
      "name it with 'columns: {\(order.rawValue): \(PointColumns.written(brief(column)))}'")
  }
  static func badPlace(_ text: String, column: String) -> Self {
    Self(
      .badNumber, "'\(brief(text))' is not two numbers",
      "'\(brief(column))' holds a latitude and a longitude, such as 52.5163, 13.3777")
  }
  static func unknownColumn(_ name: String, suggestions: [String], known: [String]) -> Self {
    Self(
      .unknownColumn,
      "the header has no column '\(brief(name))', which 'columns' names",
      didYouMean(suggestions, otherwise: "columns here: \(briefly(known))"))
  }
  static func ambiguousColumn(_ key: String, _ names: [String]) -> Self {
    let rowNumber = key == "id" ? ", or write 'id: \(PointFormat.rowNumber)' there" : ""
    return Self(
      .ambiguousColumn,
      "'\(key)' may be the column '\(brief(names[0]))' or '\(brief(names[1]))'",
      "name one with 'columns: {\(key): \(PointColumns.written(brief(names[0])))}'" + rowNumber)
  }
  /// The first names of columns, each of them shortened.
  private static func briefly(_ names: [String]) -> String {
    list(names.prefix(20).map { brief($0) } + (names.count > 20 ? ["…"] : []))
  }
  static let tooManyColumns = Self(
    .lineTooLong, "the header has more than \(Limits.columns) columns", "leave columns out")
  static let rowTooLong = Self(
    .lineTooLong, "the row is too long", "at most \(Limits.rowBytes >> 20) MiB")
  static func duplicateColumn(_ name: String) -> Self {
    Self(.duplicateColumn, "the column '\(name)' is there twice")
  }
  static func wrongFieldCount(
    found: Int, expected: Int, separator: PointFormat.Separator
  ) -> Self {
    Self(
      .wrongFieldCount,
      "the row has \(found) \(found == 1 ? "field" : "fields"), the header has \(expected)",
      found > expected ? "put text with a \(separator.rawValue) in quotes" : nil)
  }
  static let strayQuote = Self(
    .quoteInField,
    "there is a quote inside the text", "put the whole field in quotes and double it")
  static let textAfterQuote = Self(
    .quoteInField,
    "there is text after the closing quote", "double a quote that belongs to the text")
  static let openField = Self(.openField, "the quote is never closed")
  static func badNumber(_ text: String, column: String) -> Self {
    Self(
      .badNumber, "'\(brief(text))' is not a number", "'\(column)' is in degrees, such as 52.5163")
  }
  static func angleOutOfRange(
    _ text: String, column: String, limit: Int, further: String? = nil
  ) -> Self {
    Self(
      .angleOutOfRange, "'\(column)' is out of range: '\(brief(text))'",
      "it must be -\(limit) to \(limit)" + (further.map { "; \($0)" } ?? ""))
  }
  static let noCoordinates = Self(.badNumber, "the row has no coordinates")
  static func projected(_ text: String, column: String) -> Self {
    Self(
      .angleOutOfRange, "'\(brief(column))' is not in degrees: '\(brief(text))'",
      "convert the file to longitudes and latitudes (EPSG:4326), or name other columns with "
        + "'columns'")
  }
  static func notIDs(_ column: String, _ id: String) -> Self {
    Self(
      .duplicateID,
      "the column '\(brief(column))' holds no ids: "
        + (id.isEmpty ? "one is empty" : "'\(brief(id))' is there twice"),
      "write 'columns: {id: \(PointFormat.rowNumber)}', or name a column; with "
        + "'columns: {id: \(PointColumns.written(brief(column)))}' such rows are faulty rows")
  }
  static let allSkipped = Self(
    .noRows, "all rows are faulty, and 'faulty rows: skip' leaves none",
    "see the faults with 'faulty rows: refuse'")
  static let allAreas = Self(
    .noRows, "all features are lines or areas, and 'areas: skip' leaves none",
    "show their middles with 'areas: center'")
  /// The same diagnostic with the number of other faulty rows that it stands for, and with the key
  /// that leaves such rows out, unless all of them are lines or areas.
  func canBeSkipped(with others: Int, of rows: String, leavingNone: Bool) -> Self {
    let isMany = others >= Limits.listedRows
    let message = isMany ? "\(message); \(others) other \(rows) are faulty" : message
    let skip = "'faulty rows: skip' leaves such rows out"
    guard let remedy else { return Self(code, message, skip) }
    if isMany, leavingNone {
      return Self(
        code, message, code == .otherGeometry ? "show their middles with 'areas: center'" : remedy)
    }
    if remedy.contains("'areas: "), !isMany { return self }
    return Self(code, message, remedy + (remedy.hasSuffix("?") ? " " : "; ") + skip)
  }
  static func onlyForFiles(isTable: Bool) -> Self {
    Self(
      .onlyWhere, "this key is only for \(isTable ? "tables" : "GeoJSON files")", "remove it")
  }
  static let longID = Self(
    .badName, "the id is too long", "at most \(Limits.idBytes) bytes; reports show ids")
  static let emptyID = Self(.emptyID, "the id is empty")
  static func duplicateRow(_ id: String, firstLine line: Int) -> Self {
    Self(
      .duplicateID, "the id '\(brief(id))' is already on line \(line)", "ids are unique in a file")
  }
  static func tooManyRows(maximum: Int) -> Self {
    Self(.tooManyPoints, "there are more than \(maximum) points")
  }
}

/// Files of GeoJSON, and the grammar of JSON.
extension Diagnostic.Message {
  static let emptyGeoJSON = Self(
    .noRows, "the file is empty", "begin with '{\"type\": \"FeatureCollection\", \"features\": ['")
  static let noFeatures = Self(.noRows, "there are no points in the file")
  static func notGeoJSON(_ message: String) -> Self {
    Self(
      .notGeoJSON, message,
      "a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON")
  }
  static func records(file: String, isLines: Bool) -> Self {
    Self(
      .notGeoJSON, "the file is a list of objects, which is not GeoJSON",
      "make a table of it: jq -r\(isLines ? "s" : "") "
        + "'(.[0] | keys_unsorted) as $k | $k, (.[] | [.[$k[]] | if type == \"object\" "
        + "or type == \"array\" then tojson else . end]) | @csv' "
        + "\(inShell(file)) > converted.csv")
  }
  static func topology(file: String) -> Self {
    Self(
      .notGeoJSON, "the file is TopoJSON, not GeoJSON",
      "convert it: ogr2ogr -f GeoJSON converted.geojson \(inShell(file))")
  }
  static func unknownGeometry(_ kind: String, suggestions: [String]) -> Self {
    Self(
      .notGeoJSON, "'\(brief(kind))' is not a type of GeoJSON",
      didYouMean(
        suggestions,
        otherwise: "a file is a FeatureCollection, a Feature, a Point or a MultiPoint of GeoJSON"))
  }
  static let badPosition = Self(
    .notGeoJSON, "this is not a position",
    "write [longitude, latitude], such as [13.3777, 52.5163]")
  static func noGeometry(feature: Int) -> Self {
    Self(
      .otherGeometry, "feature \(feature) of the file has no place",
      "give it a geometry with the type Point")
  }
  static func otherGeometry(_ kind: String, feature: Int) -> Self {
    Self(
      .otherGeometry, "feature \(feature) of the file is a \(kind)",
      "write a Point or a MultiPoint; 'areas: center' or 'areas: skip' is for lines and areas")
  }
  static func unknownProperty(_ name: String, suggestions: [String], known: [String]) -> Self {
    Self(
      .unknownColumn, "no feature has the property '\(brief(name))', which 'columns' names",
      didYouMean(suggestions, otherwise: "properties here: \(briefly(known))"))
  }
  static func noJSONValue(_ text: String) -> Self {
    Self(
      .notJSON,
      text.isEmpty ? "a value is missing" : "'\(brief(text))' is not a JSON value",
      "write a text in double quotes, a number, true, false, null, a list or an object")
  }
  static func noJSONKey(_ text: String) -> Self {
    Self(.notJSON, "'\(brief(text))' is not a JSON key", "write the key in double quotes")
  }
  static func badEscape(_ text: String) -> Self {
    Self(.notJSON, "'\(brief(text))' is not a JSON escape", "write '\\\\' for a backslash")
  }
  static let halfCharacter = Self(
    .notJSON, "this is half a character", "write the character itself, or both its halves")
  static func badJSONNumber(_ text: String) -> Self {
    Self(
      .badNumber, "'\(brief(text))' is not a number",
      "write digits, and a point with digits behind it, such as 52.5163")
  }
  static func hugeNumber(_ text: String) -> Self {
    Self(.badNumber, "'\(brief(text))' is too large for a number")
  }
  static let commaBetween = Self(.comma, "a comma is missing before this", "write ', ' before it")
  static let commaBehind = Self(.comma, "there is nothing behind the comma", "remove it")
}

extension Spelling {
  /// Two numbers as they have to be written, from a text with another separator, with none,
  /// or with one number for both.
  fileprivate static func pair(for text: String, as type: ValueType) -> String? {
    let plain = String(text.map { "×*X".contains($0) ? "x" : $0 })
    let words = plain.split(separator: " ")
    var meant = [plain]
    for index in words.indices.dropFirst() {
      let parts = [words[..<index], ["x"], words[index...]]
      meant.append(parts.joined().joined(separator: " "))
    }
    let isExtent = if case .size = type { true } else { type == .span }
    if isExtent { meant.append("\(plain) x \(plain)") }
    return meant.first { (try? ScalarReader.value(of: $0, as: type).get()) != nil }
  }
}

extension ValueType {
  /// The least amount that a number with a unit can express.
  fileprivate var finest: String {
    if case .memory = self { return "a byte" }
    if case .bandwidth = self { return "a bit in a second" }
    return if case .share = self { "a millionth" } else { "a nanosecond" }
  }
}

extension NameSpace {
  /// The key of a scenario under which its names are.
  fileprivate var key: String {
    switch self {
    case .data: "data"
    case .mark: "mark"
    case .download: "download: {name: ...}"
    case .layer, .overlay, .variant, .callout, .parameter: "\(rawValue)s"
    }
  }
}
