public import Metrics

/// Why a text is no rule for a metric.
public enum RuleProblem: Error, Hashable, Sendable {
  /// It begins with none of the words of a rule.
  case unreadable
  /// `always` and `never` speak of shares only.
  case needsShare
  /// The value after the words is not one of the metric's unit; this one is.
  case wrongValue(example: String)
}

/// Reads what a metric has to keep.
public enum RuleReader {
  /// The rule of a text such as `at most 40`, in the unit of the metric.
  public static func rule(
    of text: String, for metric: Metric
  ) -> Result<Expectation.Rule, RuleProblem> {
    Result { () throws(RuleProblem) in try read(text, for: metric) }
  }

  /// A value of a metric's unit as an author would write it.
  public static func example(for unit: MetricUnit) -> String {
    switch unit {
    case .count: "40"
    case .share: "80 %"
    case .time: "250 ms"
    case .distance: "12 pt"
    case .timePerSecond: "5 ms per s"
    case .perThousandPoints: "2.5"
    }
  }

  private static func read(
    _ text: String, for metric: Metric
  ) throws(RuleProblem) -> Expectation.Rule {
    let unit = metric.declaration.unit
    if text == "always" || text == "never" {
      guard unit == .share else { throw .needsShare }
      return text == "always" ? .always : .never
    }
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    if words.first == "exactly" {
      return .exactly(try value(words.dropFirst(), unit: unit))
    }
    guard words.count >= 2, words[0] == "at" else { throw .unreadable }
    switch words[1] {
    case "most": return .atMost(try value(words.dropFirst(2), unit: unit))
    case "least": return .atLeast(try value(words.dropFirst(2), unit: unit))
    default: throw .unreadable
    }
  }

  private static func value(
    _ words: ArraySlice<Substring>, unit: MetricUnit
  ) throws(RuleProblem) -> MetricValue {
    guard let value = value(words.joined(separator: " "), unit: unit) else {
      throw .wrongValue(example: example(for: unit))
    }
    return value
  }

  private static func value(_ text: String, unit: MetricUnit) -> MetricValue? {
    switch unit {
    case .count:
      guard let number = NumberText(Substring(text)), number.fractionDigits == 0,
        number.mantissa >= 0
      else { return nil }
      return .count(number.mantissa)
    case .share:
      guard let number = number(of: text, unit: "%"), number.double <= 100 else { return nil }
      return ratio(number, of: 100)
    case .time:
      guard let nanoseconds = try? ScalarReader.nanoseconds(text), nanoseconds >= 0 else {
        return nil
      }
      return .nanoseconds(nanoseconds)
    case .distance:
      return number(of: text, unit: "pt")?.times(1_000_000).map(MetricValue.micropoints)
    case .timePerSecond:
      guard text.hasSuffix("per s") else { return nil }
      let time = text.dropLast(5)
      for (unit, whole) in [("ms", 1_000), ("us", 1_000_000), ("ns", 1_000_000_000)] {
        guard let number = number(of: String(time), unit: unit) else { continue }
        return ratio(number, of: Int64(whole))
      }
      return nil
    case .perThousandPoints:
      // 1000 points are a billion of their millionths.
      guard let number = NumberText(Substring(text)), number.mantissa >= 0 else { return nil }
      return ratio(number, of: 1_000_000_000)
    }
  }

  /// A number that is not negative, with this unit after it.
  private static func number(of text: String, unit: String) -> NumberText? {
    guard let tokens = Token.list(of: text), tokens.count == 2, tokens[1] == .word(unit),
      case .number(let number) = tokens[0], number.mantissa >= 0
    else { return nil }
    return number
  }

  /// So many parts of a whole, without rounding: 99.5 % are 995 of 1000.
  private static func ratio(_ number: NumberText, of whole: Int64) -> MetricValue? {
    var whole = whole
    for _ in 0..<number.fractionDigits {
      let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      whole = product
    }
    return .share(part: number.mantissa, of: whole)
  }
}
