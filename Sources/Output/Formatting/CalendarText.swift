/// Instants of the calendar as texts, without a library, a locale or a zone.
package enum CalendarText {
  private static let day: Int64 = 86_400

  /// An instant in UTC by ISO 8601, without a zone: `2026-11-25T17:05:09`; nil outside of the years
  /// 0 to 9999, for which it has no form.
  package static func utc(seconds: Int64) -> String? {
    let (days, second) = divided(seconds, by: day)
    guard let date = date(ofDay: days) else { return nil }
    let time = [second / 3_600, second / 60 % 60, second % 60]
    return date + "T" + time.map { padded($0, to: 2) }.joined(separator: ":")
  }

  /// The date of a day since 1970 in the Gregorian calendar, which is as old as years are.
  ///
  /// Years are counted from March, so that a leap day is the last of its year, in cycles of 400
  /// years: 146,097 days. From March on, months are 31, 30, 31, 30 and 31 days long, again and
  /// again: 153 days for five of them.
  private static func date(ofDay day: Int64) -> String? {
    let fromYearZero = 719_468 + day
    guard -60..<3_652_365 ~= fromYearZero else { return nil }
    let (cycle, dayOfCycle) = divided(fromYearZero, by: 146_097)
    // Every fourth year is a leap year, but for every hundredth, but for every 400th.
    let leaps = dayOfCycle / 1_460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
    let yearOfCycle = (dayOfCycle - leaps) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = cycle * 400 + yearOfCycle + (month < 3 ? 1 : 0)
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(dayOfMonth, to: 2))"
  }

  /// The quotient rounded down, and the rest, which is not negative.
  private static func divided(_ number: Int64, by unit: Int64) -> (Int64, Int64) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: unit)
    return rest < 0 ? (quotient - 1, rest + unit) : (quotient, rest)
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
