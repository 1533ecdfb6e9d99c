import Formatting
import Testing

@Suite("Colors of diagnostics")
struct ColoredComplaintTests {
  /// The expected text shows each color code in angle brackets.
  @Test(arguments: [
    ("error: no such file", "<1;31>error:<0> no such file"),
    (
      "a.yaml:3:5: error[MR0704]: '3' is no rule",
      "a.yaml:3:5: <1;31>error[MR0704]:<0> '3' is no rule"
    ),
    ("a.yaml:3:5: warning[MR1]: odd", "a.yaml:3:5: <1;33>warning[MR1]:<0> odd"),
    ("help: write 'at most 3'", "<32>help:<0> write 'at most 3'"),
    ("note: none", "<36>note:<0> none"),
    ("    |     ^^^", "    |<1;31>     ^^^<0>"),
    (" 28 |   rule: ^2", " 28 |   rule: ^2"),
    ("helpful words", "helpful words"),
    ("an error: in the middle", "an error: in the middle"),
    ("error[ without an end", "error[ without an end"),
    ("", ""),
  ])
  func `mark what a line is, and where it points`(plain: String, colored: String) {
    let text = ColoredComplaint.text(plain)
    #expect(text.replacing(/\u{1B}\[([0-9;]+)m/) { "<\($0.1)>" } == colored)
    #expect(ColoredComplaint.text("\(plain)\n\(plain)") == "\(text)\n\(text)")
  }
}
