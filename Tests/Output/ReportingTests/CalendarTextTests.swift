import Foundation
import Testing

@testable import Formatting

@Suite("Instants of the calendar")
struct CalendarTextTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00"), (-1, "1969-12-31T23:59:59"),
    (951_782_400, "2000-02-29T00:00:00"), (951_868_799, "2000-02-29T23:59:59"),
    (951_868_800, "2000-03-01T00:00:00"), (4_107_542_400, "2100-03-01T00:00:00"),
    (-2_203_977_600, "1900-02-28T00:00:00"), (-2_203_891_200, "1900-03-01T00:00:00"),
    (253_402_300_799, "9999-12-31T23:59:59"), (-62_167_219_200, "0000-01-01T00:00:00"),
  ])
  func `are written by ISO 8601 in UTC`(seconds: Int64, text: String) {
    #expect(CalendarText.utc(seconds: seconds) == text)
  }

  @Test(arguments: [253_402_300_800, -62_167_219_201, Int64.max, .min])
  func `have no text outside of the years 0 to 9999`(seconds: Int64) {
    #expect(CalendarText.utc(seconds: seconds) == nil)
  }

  /// The calendar of a library, which knows the Gregorian one since 1582.
  @Test
  func `are those of another calendar on every day of 800 years`() throws {
    let format = Date.ISO8601FormatStyle(timeZone: .gmt)
    for day in Int64(-135_140)..<157_060 {
      let seconds = day * 86_400 + (day * day) % 86_400
      let other = Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(format)
      #expect(CalendarText.utc(seconds: seconds).map { $0 + "Z" } == other)
    }
  }
}
