import Testing

@testable import ReportTexts

/// The first event in which two logs differ.
@Suite("Difference of logs")
struct LogDifferenceTests {
  private static let log = """
    # a/pin: A pin: opens
           0.000  map view of 390 x 844 pt

    == line 15: wait: settled
           1.000  one
           2.000  two
           3.000  three
           4.000  four
           5.000  five
           6.000  six
           7.000  seven

    == line 16: tap: center
           8.000  eight
           9.000  nine

    # b: B
           0.000  map view

    """

  @Test
  func `one log is the same as itself`() {
    let comparison = LogComparison(base: LogDifferenceTests.log, head: LogDifferenceTests.log)
    #expect(comparison.areSame && comparison.count == 2)
    #expect(comparison.text() == "the same: every event of 2 sessions\n")
  }

  @Test
  func `an event that differs is shown with its step and those around it`() {
    let head = LogDifferenceTests.log.replacing("6.000  six", with: "6.500  six")
    let comparison = LogComparison(base: LogDifferenceTests.log, head: head)
    #expect(
      comparison.text() == """
        1 of 2 sessions differs, first a/pin at event 7

        a/pin: event 7 differs
        in line 15: wait: settled
                 1.000  one
                 2.000  two
                 3.000  three
                 4.000  four
                 5.000  five
        -        6.000  six
        -        7.000  seven
        -        8.000  eight
        -        9.000  nine
        +        6.500  six
        +        7.000  seven
        +        8.000  eight
        +        9.000  nine

        """)
  }

  @Test
  func `a log that ends early, other steps and other sessions are told`() {
    let log = LogDifferenceTests.log
    let early = log.replacing("       9.000  nine\n", with: "")
    let ended = LogComparison(base: log, head: early)
    #expect(ended.differences.first?.lines.base == "       9.000  nine")
    #expect(ended.differences.first?.lines.head == nil)
    #expect(ended.text().contains("\n+ (the session of HEAD has ended)\n"))
    let other = LogComparison(
      base: log, head: log.replacing("== line 16: tap", with: "== line 17: tap"))
    #expect(other.text().contains("\nBASE in line 16: tap: center\nHEAD in line 17: tap: center\n"))
    let alone = LogComparison(base: log, head: log.replacing("# b: B", with: "# c: C"))
    #expect(!alone.areSame && alone.differences.isEmpty)
    #expect(alone.text().hasSuffix("only BASE has b\nonly HEAD has c\n"))
  }
}
