/// A number as written in a text: digits, at most one point, at most a minus sign before it.
package struct NumberText: Hashable {
  /// The digits without sign and point, as one whole number with the sign; nil for too many.
  let mantissa: Int128?
  /// The number of digits after the point.
  package let fractionDigits: Int
  package let double: Double

  /// The number times a unit as a whole number: exact, or nil when it is finer than 1 or too large.
  package func times(_ unit: Int64) -> Int64? {
    guard var mantissa else { return nil }
    var fractionDigits = fractionDigits
    while fractionDigits > 0, mantissa % 10 == 0 {
      mantissa /= 10
      fractionDigits -= 1
    }
    // A mantissa has at most 39 digits, so one with more of them behind the point is finer than 1.
    guard fractionDigits < 39 else { return nil }
    let divisor = (0..<fractionDigits).reduce(Int128(1)) { product, _ in product * 10 }
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: Int128(unit))
    guard !overflow, product % divisor == 0 else { return nil }
    return Int64(exactly: product / divisor)
  }

  /// Reads a number, or gives nil: no exponent, no `+`, no `.5` or `5.`, no `010`, no `1_000`, and
  /// no more than 18 digits before the point; programs print 23 and more behind it.
  package init?(_ text: Substring) {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = isNegative ? text.utf8.dropFirst() : text.utf8
    let whole = digits.prefix(while: isDigit).count
    guard 1...18 ~= whole, whole == 1 || digits.first != UInt8(ascii: "0") else { return nil }
    var rest = digits.dropFirst(whole)
    if let point = rest.popFirst() {
      guard point == UInt8(ascii: "."), !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
    }
    guard let double = Double(String(text)) else { return nil }
    fractionDigits = rest.count
    mantissa = digits.reduce(0) { (number: Int128?, byte) in
      guard byte != UInt8(ascii: "."), let number else { return number }
      let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let digit = Int128(byte - UInt8(ascii: "0"))
      let (sum, overflow) = tenfold.addingReportingOverflow(isNegative ? -digit : digit)
      return isTooLarge || overflow ? nil : sum
    }
    self.double = double == 0 ? 0 : double
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

enum Token: Hashable {
  /// A number in scenario syntax.
  case number(NumberText)
  /// Anything else: a unit, or the cross of a size.
  case word(String)
}

extension Token {
  /// Splits `390 x 844 pt` into numbers and words; nil when a number is invalid.
  ///
  /// Blanks between them are free, so `390x844pt` is the same.
  static func list(of text: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = Substring(text)
    while let character = rest.first {
      if character == " " {
        rest.removeFirst()
        continue
      }
      let isNumber = startsNumber(rest)
      let end = isNumber ? endOfNumber(rest) : endOfWord(rest)
      let piece = rest[..<end]
      if isNumber {
        guard let number = NumberText(piece) else { return nil }
        tokens.append(.number(number))
      } else {
        tokens.append(.word(String(piece)))
      }
      rest = rest[end...]
    }
    return tokens
  }

  private static func startsNumber(_ text: Substring) -> Bool {
    guard let first = text.utf8.first else { return false }
    if isDigit(first) || first == UInt8(ascii: ".") { return true }
    guard first == UInt8(ascii: "-"), let second = text.utf8.dropFirst().first else { return false }
    return isDigit(second) || second == UInt8(ascii: ".")
  }

  private static func endOfNumber(_ text: Substring) -> Substring.Index {
    let body = text.first == "-" ? text.dropFirst() : text
    // Underscores and commas belong to the number, so that 1_000 and 1,000 are refused as such.
    return body.firstIndex { !("0"..."9").contains($0) && !"._,".contains($0) } ?? text.endIndex
  }

  private static func endOfWord(_ text: Substring) -> Substring.Index {
    var index = text.index(after: text.startIndex)
    while index < text.endIndex, text[index] != " ", !startsNumber(text[index...]) {
      index = text.index(after: index)
    }
    return index
  }
}
