import Metrics
import Scenarios

/// What a fault says: faults are worded here and, those of the map, beside their declaration.
struct Wording {
  let message: String
  let remedy: String?

  init(_ message: String, _ remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}

extension Diagnostic.Kind {
  /// What is wrong, in a few words.
  var message: String { wording.message }
  /// What can be done about it, or nil.
  var remedy: String? { wording.remedy }

  private var wording: Wording {
    switch self {
    case .file(let problem): problem.wording
    case .yaml(let problem): problem.wording
    case .key(let problem): problem.wording
    case .value(let problem): problem.wording
    case .session(let problem): problem.wording
    case .map(let problem): problem.wording
    case .variant(let problem): problem.wording
    case .table(let problem): problem.wording
    }
  }
}

/// Words in quotes with commas between them, the last one after `or`.
func choice(_ words: [String]) -> String {
  let quoted = words.map { "'\($0)'" }
  guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}

private func didYouMean(_ suggestions: [String], otherwise: String?) -> String? {
  suggestions.isEmpty ? otherwise : "did you mean \(choice(suggestions))?"
}

/// A text as a message can hold it: one line, not endless.
func brief(_ text: String) -> String {
  let line = text.map { $0.isNewline ? " " : String($0) }.joined()
  return line.count > 60 ? line.prefix(60) + "…" : line
}

private func list(_ words: [String]) -> String {
  words.count > 40
    ? words.prefix(40).joined(separator: ", ") + ", …" : words.joined(separator: ", ")
}

extension Diagnostic.FileProblem {
  fileprivate var wording: Wording {
    switch self {
    case .missing(let path, let tried):
      Wording(
        "there is no file '\(brief(path))'",
        "looked for \(list(tried))"
          + (tried == [path] ? "" : "; '--data DIR' names another folder"))
    case .unknownDevice(let name, let known, let tried):
      Wording(
        "unknown device '\(brief(name))'",
        (didYouMean(Spelling.suggestions(for: name, among: known), otherwise: nil)
          ?? "known devices: \(list(known))")
          + (tried.isEmpty ? "" : " (looked for \(list(tried)))"))
    case .notAFile(let path, let what):
      Wording("'\(brief(path))' is \(what), not a file", "name a regular file, or remove it")
    case .unreadable(let path):
      Wording("the file '\(brief(path))' cannot be read", "give yourself the right to read it")
    case .tooLarge(let maximum):
      Wording("the file is larger than \(maximum >> 20) MiB")
    case .notUTF8:
      Wording("the text is not UTF-8", "save the file as UTF-8")
    case .notPortable(let path):
      Wording(
        "'\(brief(path))' is not a path that works everywhere",
        "write a path relative to the scenario or to a folder above it, without '..'")
    case .otherName(let written, let file):
      Wording(
        "the profile calls itself '\(brief(written))', its file '\(file)'",
        "write 'device: \(file)'")
    }
  }
}

extension Diagnostic.KeyProblem {
  fileprivate var wording: Wording {
    switch self {
    case .unknown(let key, let kind, let suggestions):
      unknown(key, of: kind, suggestions: suggestions)
    case .missing(let field, let kind):
      Wording(
        "the \(kind.name) has no '\(field.key)'",
        "add '\(field.key): \(field.example)'; \(sentence(field.help))")
    case .notOne(let keys, let found, let kind):
      Wording(
        found.isEmpty
          ? "the \(kind.name) needs one of \(choice(keys))"
          : "the \(kind.name) has both \(found.map { "'\($0)'" }.joined(separator: " and "))",
        found.isEmpty ? nil : "keep one of them")
    case .needs(let key, let other):
      Wording("'\(key)' makes no sense without '\(other)'", "add '\(other)' or remove '\(key)'")
    case .needsOneOf(let key, let others):
      Wording(
        "'\(key)' makes no sense without \(choice(others))", "add one of them or remove '\(key)'")
    case .excludes(let key, let other):
      Wording("'\(key)' and '\(other)' exclude each other", "keep one of them")
    case .only(let key, let other, let words):
      Wording(
        "'\(key)' is only for \(choice(words.map { "\(other): \($0)" }))",
        "remove it or change '\(other)'")
    case .noneOf(let keys, let kind):
      Wording("the \(kind.name) does nothing", "add one of \(choice(keys))")
    case .stepWithoutOne(let found):
      Wording(
        found.isEmpty
          ? "the step is empty" : "a step has exactly one key, this one has \(found.count)",
        found.isEmpty
          ? "write for example '\(Language.declaration(of: .step).example)'"
          : "begin each step with '- '; indent its details deeper than its name")
    case .noMetric:
      Wording("nothing is expected", "add a metric, for example 'views created: at most 40'")
    case .unknownMetric(let name, let suggestions):
      Wording(
        "unknown metric '\(brief(name))'",
        didYouMean(suggestions, otherwise: "metrics are in Scenarios/Reference.md"))
    case .measurement(let name):
      Wording(
        "'\(brief(name))' is measured on a real clock and cannot be demanded",
        "it differs from run to run; demand simulated times and counts instead, "
          + "such as 'clustering latency p95' or 'clustering points touched'")
    }
  }

  private func unknown(_ key: String, of kind: ObjectKind, suggestions: [String]) -> Wording {
    let declaration = Language.declaration(of: kind)
    let known = list(declaration.keys)
    let remedy = didYouMean(suggestions, otherwise: nil)
    if kind == .step {
      return Wording("unknown step '\(brief(key))'", remedy ?? "steps are: \(known)")
    }
    return Wording(
      "unknown key '\(brief(key))' of the \(kind.name)", remedy ?? "keys are: \(known)")
  }

  /// A sentence of help as a part of another sentence.
  private func sentence(_ help: String) -> String {
    help.prefix(1).lowercased() + help.dropFirst().dropLast(help.hasSuffix(".") ? 1 : 0)
  }
}

extension Diagnostic.ValueProblem {
  fileprivate var wording: Wording {
    switch self {
    case .scalar(let problem, let text, let key, let shape):
      scalar(problem, text: brief(text), key: key, shape: shape)
    case .wrongForm(let found, let key, let shape):
      shape == .nothing
        ? takesNoValue(brief(key)) : Wording("'\(brief(key))' is \(found)", "write \(shape.words)")
    case .wrongCount(let count, let key, let shape):
      Wording(
        count == 0
          ? "'\(key)' is empty" : "'\(key)' has \(count) \(count == 1 ? "entry" : "entries")",
        shape.limits.map { "write \($0) entries" })
    case .badName(let name, let space):
      Wording(
        "'\(brief(name))' cannot be the name of \(space.withArticle)",
        "write 1 to \(Limits.nameLength) characters")
    case .unknownName(let name, let space, let suggestions, let known):
      Wording(
        "there is no \(space.rawValue) '\(brief(name))'",
        didYouMean(
          suggestions,
          otherwise: known.isEmpty
            ? "the scenario has no '\(space.key)'"
            : "\(space.rawValue)s here: \(list(known))"))
    case .rule(let problem, let text, let metric):
      rule(problem, text: brief(text), metric: metric)
    case .spanTooLarge(let text):
      Wording(
        "the span '\(text)' is larger than the world at this latitude",
        "at most 180 deg from north to south and 360 deg from west to east")
    }
  }

  private func takesNoValue(_ key: String) -> Wording {
    Wording("'\(key)' takes no value", "write '\(key):' or '\(key)'")
  }

  private func scalar(
    _ problem: ScalarProblem, text: String, key: String, shape: Shape
  ) -> Wording {
    switch problem {
    case .empty: Wording("'\(key)' has no value", "write \(shape.words)")
    case .unreadable:
      if shape == .nothing {
        takesNoValue(key)
      } else {
        Wording("'\(text)' is not \(shape.words)", almost(text, shape: shape))
      }
    case .missingUnit(let units):
      Wording("'\(text)' has no unit", "write \(shape.words); units: \(list(units))")
    case .wrongUnit(let unit, let units):
      Wording("the unit '\(unit)' does not fit '\(key)'", "units: \(list(units))")
    case .outOfRange:
      Wording("'\(key)' is out of range: '\(text)'", shape.limits.map { "it must be \($0)" })
    case .tooFine: Wording("'\(text)' is finer than a nanosecond")
    case .unknownWord(let words):
      Wording(
        "'\(key)' cannot be '\(text)'",
        didYouMean(
          Spelling.suggestions(for: text, among: words), otherwise: "write \(choice(words))"))
    }
  }

  private func almost(_ text: String, shape: Shape) -> String? {
    guard case .moment = shape else {
      return Spelling.pair(for: text, as: shape).map { "write '\($0)'" }
    }
    return didYouMean(Spelling.suggestions(for: text, among: ["settled"]), otherwise: nil)
  }

  private func rule(_ problem: RuleProblem, text: String, metric: String) -> Wording {
    switch problem {
    case .unreadable:
      Wording(
        "'\(text)' is not \(Shape.rule.words)",
        Metric(named: metric).map {
          "write for example 'at most \(RuleReader.example(for: $0.definition.unit))'"
        })
    case .otherwise(let rules):
      Wording("'\(text)' is not how a rule is written", "write \(choice(rules))")
    case .needsShare:
      Wording(
        "'\(text)' does not fit '\(metric)', which is not a share",
        "write 'at most', 'at least' or 'exactly' and a value")
    case .wrongValue(let example):
      Wording(
        "'\(text)' has no value that fits '\(metric)'", "a value of it looks like '\(example)'")
    }
  }
}

extension Spelling {
  /// Two numbers as they have to be written, from a text with another sign between them, with none,
  /// or with one number that is meant for both.
  fileprivate static func pair(for text: String, as shape: Shape) -> String? {
    let plain = String(text.map { "×*X".contains($0) ? "x" : $0 })
    let words = plain.split(separator: " ")
    var meant = [plain]
    for index in words.indices.dropFirst() {
      let parts = [words[..<index], ["x"], words[index...]]
      meant.append(parts.joined().joined(separator: " "))
    }
    let isExtent = if case .size = shape { true } else { shape == .span }
    if isExtent { meant.append("\(plain) x \(plain)") }
    return meant.first { (try? ScalarReader.value(of: $0, as: shape).get()) != nil }
  }
}

extension NameSpace {
  /// The key of a scenario under which its names are.
  fileprivate var key: String {
    switch self {
    case .layer: "layers"
    case .data: "data"
    case .overlay: "overlays"
    case .variant: "variants"
    case .callout: "callouts"
    case .mark: "mark"
    }
  }
}

extension Diagnostic.SessionProblem {
  fileprivate var wording: Wording {
    switch self {
    case .tooManySteps(let count): writtenOut(count, "steps", atMost: Limits.unrolledSteps)
    case .tooManyMarks(let count): writtenOut(count, "marks", atMost: Limits.unrolledMarks)
    case .tooManyPointsInSteps(let count):
      writtenOut(count, "points in its steps", atMost: Limits.unrolledPoints)
    case .repeatTooDeep:
      Wording("'repeat' is nested too deeply", "at most \(Limits.repeatDepth) levels are played")
    case .stepTooLong: Wording("the step takes longer than 1 h", "make it shorter")
    case .sessionTooLong: Wording("the steps take longer than 24 h together", "repeat less often")
    case .tooManyPoints(let count):
      Wording("the scenario has \(count) points", "at most \(Limits.points) are played")
    case .tooManyAtOnePlace(let count, let latitude, let longitude):
      Wording(
        "\(count) points at one place, lat \(Shape.words(latitude)) and "
          + "lon \(Shape.words(longitude))",
        "at most \(Limits.pointsAtOnePlace), or fix 'crowds in one leaf': the index of the "
          + "reproduced library would take minutes for more")
    case .duplicateID(let id, let line):
      Wording("the id '\(brief(id))' is already on line \(line)", "ids are unique in a data set")
    case .tooManyCells:
      Wording(
        "the view and its margin hold more than \(Int(Limits.clusterCells)) such cells",
        "make the cells larger, or the margin smaller")
    case .tooManyCellsTogether:
      Wording(
        "with this layer, all layers together have more than \(Int(Limits.clusterCells)) cells",
        "make cells larger, margins smaller, or cluster fewer layers")
    case .cellTooLong(let maximum):
      Wording(
        "the cells are longer than half of the world when the map is farthest away",
        "at most \(Shape.words(maximum)) pt; longer ones run into a known flaw of the reproduced "
          + "library, whose grid explodes")
    case .viewTooNarrow:
      Wording(
        "the view is too narrow for a bubble",
        "make it at least \(Shape.words(Limits.bubbleViewPoints)) pt wide, or write 'style: plain'")
    case .noPointsLeft: Wording("no point lies there", "make 'within' larger or move 'around'")
    case .tooFewPoints(let asked, let available):
      Wording(
        "\(asked) points are asked for, but there are only \(available)",
        "ask for at most \(available)")
    case .noSuchRow(let row, let count):
      Wording("there is no row \(row)", "rows are 0 to \(count - 1)")
    case .unknownPoint(let id, let data, let suggestions, let known):
      unknownPoint(brief(id), in: data, suggestions: suggestions, known: known)
    case .ambiguousPoint(let id, let data):
      Wording(
        "the point '\(brief(id))' is in \(data.map { "'\($0)'" }.joined(separator: " and "))",
        "add 'of: \(data.first ?? "")'")
    case .neverExpected(let metric):
      Wording("nothing expects '\(metric)', so it cannot fail", "add it to an 'expect'")
    case .more(let count): Wording("… \(count) more")
    }
  }

  private func unknownPoint(
    _ id: String, in data: [String], suggestions: [String], known: [String]
  ) -> Wording {
    guard !data.isEmpty else {
      return Wording(
        "no step gives the layer any points, so there is no '\(id)'",
        "write a step 'add' or 'download' for the layer")
    }
    return Wording(
      "there is no point '\(id)' in \(choice(data))",
      didYouMean(
        suggestions,
        otherwise: known.isEmpty ? "write an id of its points" : "ids here: \(list(known))"))
  }

  private func writtenOut(_ count: Int, _ things: String, atMost limit: Int) -> Wording {
    Wording("written out, the session has \(count) \(things)", "at most \(limit) are played")
  }
}

extension Diagnostic.TableProblem {
  fileprivate var wording: Wording {
    switch self {
    case .empty: Wording("the file is empty", "begin with the header 'id,lat,lon,title'")
    case .noRows: Wording("there are no points under the header")
    case .missingColumn(let name):
      Wording("the header has no column '\(name)'", "begin with the header 'id,lat,lon,title'")
    case .unknownColumn(let name, let suggestions):
      Wording(
        "unknown column '\(brief(name))'",
        didYouMean(suggestions, otherwise: "columns are: id, lat, lon, title"))
    case .duplicateColumn(let name): Wording("the column '\(name)' is there twice")
    case .wrongCount(let found, let expected):
      Wording(
        "the row has \(found) \(found == 1 ? "field" : "fields"), the header has \(expected)",
        found > expected ? "put text with a comma in quotes" : nil)
    case .strayQuote:
      Wording("a quote stands inside the text", "put the whole field in quotes and double it")
    case .textAfterQuote:
      Wording("text stands after the closing quote", "double a quote that belongs to the text")
    case .openQuote: Wording("the quote is never closed")
    case .badNumber(let text, let column):
      Wording("'\(brief(text))' is not a number", "'\(column)' is in degrees, such as 52.5163")
    case .outOfRange(let text, let column, let limit):
      Wording("'\(column)' is out of range: '\(text)'", "it must be -\(limit) to \(limit)")
    case .emptyID: Wording("the id is empty")
    case .duplicateID(let id, let line):
      Wording("the id '\(brief(id))' is already on line \(line)", "ids are unique in a file")
    case .tooManyPoints(let maximum): Wording("there are more than \(maximum) points")
    case .more(let count): Wording("… \(count) more")
    }
  }
}
