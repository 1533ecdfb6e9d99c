public import Metrics
internal import Wire

/// The reason why a text is not a rule for a metric.
public enum RuleError: Error, Hashable, Sendable {
  /// It begins with none of the words of a rule.
  case unreadable
  /// It has another form; these rules may be meant.
  case otherwise([String])
  /// `always` and `never` apply to shares only.
  case needsShare
  /// The first value after `between` is more than the second; the rule with both exchanged.
  case exchanged(String)
  /// The value after the words is not one of the metric's unit; this one is.
  case wrongValue(example: String)
}

/// Reads rules of metrics.
public enum RuleReader {
  /// A text such as `exactly 0 or nothing` without its ending, and whether it had one.
  public static func parts(of text: String) -> (rule: String, isKeptByNothing: Bool) {
    let words = text.split(separator: " ")
    guard words.count > 2, words.suffix(2) == ["or", "nothing"] else {
      return (rule: text, isKeptByNothing: false)
    }
    return (rule: words.dropLast(2).joined(separator: " "), isKeptByNothing: true)
  }

  /// The rule of a text such as `at most 40`, in a unit.
  public static func rule(
    of text: String, in unit: MetricUnit
  ) -> Result<Expectation.Rule, RuleError> {
    Result { () throws(RuleError) in try read(text, unit: unit) }
  }

  /// The numbers that a rule such as `at most 40` allows of a count; nil for no such rule.
  static func bounds(of text: String) -> ClosedRange<Int64>? {
    guard let rule = try? read(text, unit: .count) else { return nil }
    switch rule {
    case .atMost(.count(let bound)): return 0...bound
    case .atLeast(.count(let bound)): return bound...Int64.max
    case .exactly(.count(let bound)): return bound...bound
    case .between(.count(let least), .count(let most)): return least...most
    case .atMost, .atLeast, .exactly, .between, .always, .never, .within, .held: return nil
    }
  }

  private static func read(
    _ text: String, unit: MetricUnit
  ) throws(RuleError) -> Expectation.Rule {
    if text == "always" || text == "never" {
      guard unit.definition.isShare else { throw .needsShare }
      return text == "always" ? .always : .never
    }
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    if words.first == "between", let rule = try range(words.dropFirst(), unit: unit) { return rule }
    if words.first == "within", let rule = within(words.dropFirst(), unit: unit) { return rule }
    if let rule = try held(words, unit: unit) { return rule }
    if let meant = try heldOtherwise(words, unit: unit) { throw .otherwise(meant) }
    if words.first == "exactly" { return .exactly(try value(words.dropFirst(), unit: unit)) }
    switch words.first == "at" ? words.dropFirst().first : nil {
    case "most": return .atMost(try value(words.dropFirst(2), unit: unit))
    case "least": return .atLeast(try value(words.dropFirst(2), unit: unit))
    default:
      if let example = misfit(words, unit: unit) { throw .wrongValue(example: example) }
      let meant = RuleReader.meant(by: words.joined(separator: " "), unit: unit)
      throw meant.isEmpty ? .unreadable : .otherwise(meant)
    }
  }

  /// A value in the metric's unit, for a `between` or a `within` whose values have another one.
  private static func misfit(_ words: [Substring], unit: MetricUnit) -> String? {
    let hasForm =
      words.first == "between"
      ? words.contains("and") && words.last != "and"
      : words.first == "within" && words.contains("of") && words.last != "of"
    guard hasForm, words.dropFirst().first?.first?.isNumber == true else { return nil }
    // Without any unit the amounts are clear, and the whole rule is proposed.
    return meant(by: words.joined(separator: " "), unit: unit).isEmpty
      ? unit.definition.example : nil
  }

  /// The rule of `3 and 40` behind `between`; nil where one of the two is missing or has no unit.
  private static func range(
    _ words: ArraySlice<Substring>, unit: MetricUnit
  ) throws(RuleError) -> Expectation.Rule? {
    guard let middle = words.firstIndex(of: "and"),
      let least = value(words[..<middle].joined(separator: " "), unit: unit),
      let most = value(words[(middle + 1)...].joined(separator: " "), unit: unit)
    else { return nil }
    guard let order = least.order(against: most), order <= 0 else {
      let (low, high) = (words[(middle + 1)...], words[..<middle])
      throw .exchanged(
        "between \(low.joined(separator: " ")) and \(high.joined(separator: " "))")
    }
    return .between(least, most)
  }

  /// The rule of `5 % of upstream` or `3 of upstream` behind `within`; nil for anything else.
  private static func within(_ words: ArraySlice<Substring>, unit: MetricUnit) -> Expectation.Rule?
  {
    guard let middle = words.firstIndex(of: "of"), middle + 1 < words.endIndex else { return nil }
    let variant = words[(middle + 1)...].joined(separator: " ")
    let text = words[..<middle].joined(separator: " ")
    if let number = number(of: text, unit: "%"),
      case .share(let part, let whole) = ratio(number, of: 100)
    {
      return .within(.part(part, of: whole), of: variant)
    }
    guard let amount = value(text, unit: unit) else { return nil }
    return .within(.amount(amount), of: variant)
  }

  /// The rule of `at most 105 % of old`, `at least 95 % of old` or `no worse than old`; nil for
  /// anything else.
  private static func held(
    _ words: [Substring], unit: MetricUnit
  ) throws(RuleError) -> Expectation.Rule? {
    func text(_ words: ArraySlice<Substring>) -> String { words.joined(separator: " ") }
    if words.count > 3, words[..<3] == ["no", "worse", "than"] {
      return .held(.noWorse, to: text(words[3...]))
    }
    guard words.first == "at", let middle = words.firstIndex(of: "of"), middle > 2,
      middle + 1 < words.endIndex
    else { return nil }
    let (amount, variant) = (text(words[2..<middle]), text(words[(middle + 1)...]))
    guard let number = number(of: amount, unit: "%"),
      case .share(let part, let whole) = ratio(number, of: 100)
    else {
      guard let number = NumberText(Substring(amount)) else { return nil }
      // A factor such as 1.05 is meant as a part; a whole number may be a distance.
      let part = percent(of: number, amount) ?? "\(amount) %"
      let isDistance = number.fractionDigits == 0 && value(amount, unit: unit) != nil
      throw .otherwise(
        (isDistance ? ["within \(amount) of \(variant)"] : [])
          + ["\(text(words[..<2])) \(part) of \(variant)"])
    }
    switch words[1] {
    case "most": return .held(.atMost(part, of: whole), to: variant)
    case "least": return .held(.atLeast(part, of: whole), to: variant)
    default: return nil
    }
  }

  /// Other words for `no worse than`.
  private static let otherwiseNoWorse = [
    "at least as good as", "no worse than", "no worse then", "not worse than", "not worse then",
    "better than", "as good as",
  ]

  /// The rules that hold a value to that of another variant and may be meant by other words: by
  /// `less than 105 % of old` or `No worse then old`; nil for a text of another kind.
  private static func heldOtherwise(
    _ words: [Substring], unit: MetricUnit
  ) throws(RuleError) -> [String]? {
    let spoken = words.joined(separator: " ")
    let text = spoken.lowercased()
    if let phrase = otherwiseNoWorse.first(where: { text.hasPrefix($0 + " ") }) {
      return ["no worse than \(spoken.dropFirst(phrase.count + 1))"]
    }
    guard let middle = words.firstIndex(of: "of"), middle + 1 < words.endIndex else { return nil }
    let variant = words[(middle + 1)...].joined(separator: " ")
    if words.first == "between", let and = words.firstIndex(of: "and"), and < middle {
      return margin(words[1..<and], words[(and + 1)..<middle]).map {
        ["within \($0) of \(variant)"]
      }
    }
    guard let way = otherWays.first(where: { text.hasPrefix($0.written + " ") }) else { return nil }
    let amount = words[way.written.split(separator: " ").count..<middle]
    if way.rule == "exactly" {
      return margin(amount, amount).map { ["within \($0) of \(variant)"] }
    }
    let rule = "\(way.rule) \(amount.joined(separator: " ")) of \(variant)"
      .replacing(" percent of ", with: " % of ")
    return try held(rule.split(separator: " "), unit: unit) == nil ? nil : [rule]
  }

  /// The part by which a value may be off that lies between two whole parts of another one, as far
  /// below it as above; nil for other words.
  private static func margin(
    _ least: ArraySlice<Substring>, _ most: ArraySlice<Substring>
  ) -> String? {
    guard let least = number(of: least.joined(separator: " "), unit: "%")?.times(1),
      let most = number(of: most.joined(separator: " "), unit: "%")?.times(1), most >= 100,
      100 - least == most - 100
    else { return nil }
    return "\(most - 100) %"
  }

  /// The words that authors write in place of each rule, strict or not.
  private static let written: [(rule: String, isStrict: Bool, words: [String])] = [
    (
      "at most", false,
      [
        "less than or equal to", "no more than", "not more than", "at max", "maximum", "up to",
        "most", "max", "at most", "atmost", "<=", "=<", "≤",
      ]
    ),
    (
      "at least", false,
      [
        "more than or equal to", "greater than or equal to", "no less than", "not less than",
        "at min", "minimum", "least", "min", "at least", "atleast", ">=", "=>", "≥",
      ]
    ), ("exactly", false, ["equals", "equal", "only", "exactly", "==", "=", "is"]),
    ("at most", true, ["less than", "below", "under", "<"]),
    ("at least", true, ["greater than", "more than", "above", "over", ">"]),
  ]

  /// Other forms of a rule, with the rule that replaces each; longer ones first.
  private static let otherWays = written.flatMap { way in
    way.words.map { (written: $0, rule: way.rule, isStrict: way.isStrict) }
  }.sorted { $0.written.count > $1.written.count }

  /// The rules that an author may have meant who writes comparisons, words or a value alone.
  private static func meant(by text: String, unit: MetricUnit) -> [String] {
    let text = text.lowercased()
    if let rules = spoken(text, unit: unit) { return rules }
    let way = otherWays.first { text.hasPrefix($0.written) }
    let rest = text.dropFirst(way?.written.count ?? 0).drop { $0 == " " }
    guard rest.first.map({ ("0"..."9").contains($0) }) == true else { return [] }
    var amount = amount(String(rest), unit: unit) ?? unit.definition.example
    guard let way else {
      let words = (unit.definition.isCounted ? ["exactly"] : []) + ["at most", "at least"]
      return words.map { "\($0) \(amount)" }
    }
    // A count below 5 is at most 4.
    if way.isStrict, unit.definition.isCounted, let count = Int64(amount) {
      amount = "\(way.rule == "at most" ? max(count - 1, 0) : count + 1)"
    }
    return ["\(way.rule) \(amount)"]
  }

  /// The rules that are meant by other words: `yes`, `none`, `!= 0`, `between 1 and 40 ms`.
  private static func spoken(_ text: String, unit: MetricUnit) -> [String]? {
    if ["none", "zero", "no", "false"].contains(text) {
      return unit.definition.isShare ? ["never"] : amount("0", unit: unit).map { ["exactly \($0)"] }
    }
    if unit.definition.isShare, ["yes", "true", "all"].contains(text) { return ["always"] }
    if unit.definition.isCounted, text == "!=0" || text == "!= 0" { return ["at least 1"] }
    let words = text.split(separator: " ")
    guard words.first == "between", let middle = words.firstIndex(of: "and"),
      let least = amount(words[1..<middle].joined(separator: " "), unit: unit),
      let most = amount(words[(middle + 1)...].joined(separator: " "), unit: unit)
    else { return nil }
    return ["between \(least) and \(most)"]
  }

  /// A value with its missing unit added; a share as a fraction of 1 is converted to percent.
  private static func amount(_ text: String, unit: MetricUnit) -> String? {
    if unit.definition.isShare, let number = NumberText(Substring(text)),
      (0...1).contains(number.double), let percent = percent(of: number, text)
    {
      return percent
    }
    return [text, "\(text) \(unit.definition.plain.name)"]
      .first { value($0, unit: unit) != nil }
  }

  /// A factor such as 0.95 in percent; nil for a number without a fraction.
  private static func percent(of number: NumberText, _ text: String) -> String? {
    guard number.fractionDigits > 0 else { return nil }
    let parts = text.split(separator: ".")
    let fraction = String(parts[1]) + (number.fractionDigits == 1 ? "0" : "")
    let whole = Int64(parts[0] + fraction.prefix(2)) ?? 0
    let rest = fraction.dropFirst(2)
    return rest.isEmpty ? "\(whole) %" : "\(whole).\(rest) %"
  }

  private static func value(
    _ words: ArraySlice<Substring>, unit: MetricUnit
  ) throws(RuleError) -> MetricValue {
    let text = words.joined(separator: " ")
    guard let value = value(text, unit: unit) else {
      let meant = unit.definition.isShare ? amount(text, unit: unit) : nil
      throw .wrongValue(example: meant ?? unit.definition.example)
    }
    return value
  }

  private static func value(_ text: String, unit: MetricUnit) -> MetricValue? {
    guard let tokens = Token.list(of: text), case .number(let number) = tokens.first,
      number.double >= 0
    else { return nil }
    let words = tokens.dropFirst().compactMap { if case .word(let word) = $0 { word } else { nil } }
    // Another number is no name.
    guard words.count == tokens.count - 1 else { return nil }
    let name = words.joined(separator: " ")
    let definition = unit.definition
    guard let size = definition.written.first(where: { $0.name == name })?.size else { return nil }
    guard case .number(let measure) = definition.form else {
      guard !definition.isShare || number.double <= Double(size) else { return nil }
      return ratio(number, of: size)
    }
    guard !definition.isCounted || number.fractionDigits == 0 else { return nil }
    // Of a byte there is no part.
    let amount = measure == .bytes ? try? ScalarReader.bytes(text) : number.times(size)
    return held(amount).map { measure.value(of: $0) }
  }

  private static func number(of text: String, unit: String) -> NumberText? {
    guard let tokens = Token.list(of: text), tokens.count == 2, tokens[1] == .word(unit),
      case .number(let number) = tokens[0], number.double >= 0
    else { return nil }
    return number
  }

  /// A number that is not negative and that run files can hold; nil for any other.
  private static func held(_ number: Int64?) -> Int64? {
    number.flatMap { (0...Int64(JSONValue.mostWhole)).contains($0) ? $0 : nil }
  }

  /// Returns a number of parts of a whole: 99.5 % are 995 of 1000.
  ///
  /// The parts are rounded where run files cannot hold them exactly.
  private static func ratio(_ number: NumberText, of whole: Int64) -> MetricValue? {
    guard var part = number.mantissa else { return nil }
    let most = Int128(JSONValue.mostWhole)
    func scaled(by digits: Int) -> Int128 {
      (0..<digits).reduce(Int128(whole)) { product, _ in product * 10 }
    }
    var digits = number.fractionDigits
    while digits > 15 || digits > 0 && (part > most || scaled(by: digits) > most) {
      part = (part + 5) / 10
      digits -= 1
    }
    guard part <= most else { return nil }
    return .share(part: Int64(part), of: Int64(scaled(by: digits)))
  }
}
