import Formatting
import Foundation
import Metrics
import ReportTexts
import Reporting
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Names are somebody else's text: they must come out as they are and take part in no format.
@Suite("Text of others")
struct EscapingTests {
  /// Everything that ends something in one of the formats, two of them with a combining accent
  /// that hides them from a look at characters.
  private static let nasty =
    #"</title><script>alert("1")</script> 'x' & | `a` **b** [c](d) \ "\#u{301} <\#u{301}i>"#
    + " \u{1B}[2J\u{0}\u{202E}\nsecond line"

  private static let run = Fixture.run([
    Fixture.session(
      id: "a/b \"c\"", title: nasty, file: nasty,
      verdicts: [
        Fixture.verdict(text: nasty, outcome: .broken), Fixture.verdict(text: nasty, line: 32),
      ], snapshots: [Fixture.scene(title: nasty)]),
    Fixture.session(id: "canary", title: nasty, file: nasty, mustFail: [.churn]),
  ])

  @Test
  func `is markup nowhere on the page`() {
    let page = Fixture.drawn(EscapingTests.run)
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"))
    let scalars = Array(page.unicodeScalars)
    for (left, right) in zip(scalars, scalars.dropFirst()) where right == "\u{301}" {
      #expect(left == ";", "an accent hides \(left)")
    }
    #expect(!scalars.contains("\u{1B}"))
  }

  @Test
  func `is no line of its own in a sheet or a report for build servers`() {
    let title = "a\u{1B}[2J\r\n::error::b"
    let run = Fixture.run([
      Fixture.session(
        id: "::error::c", title: title, file: title,
        verdicts: [Fixture.verdict(text: title, outcome: .broken)])
    ])
    for text in [MetricSheet.text(of: run), JUnit.text(of: run)] {
      let lines = text.replacing("\r\n", with: "\n").split(separator: "\n")
      #expect(!lines.contains { $0.drop { $0 == " " }.hasPrefix("::") }, "\(text)")
      #expect(!text.unicodeScalars.contains("\u{1B}"))
    }
  }

  @Test(arguments: [
    ("100 %", "100 %25", "100 %25"), ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
    ("a:b,c", "a:b,c", "a%3Ab%2Cc"), ("%0A", "%250A", "%250A"),
    ("\u{1B}[2J\u{202E}\t", " [2J  ", " [2J  "),
    (":\u{301}\n\u{301}", ":\u{301}%0A\u{301}", "%3A\u{301}%0A\u{301}"),
    ("ü ::", "ü ::", "ü %3A%3A"),
  ])
  func `ends no command of a workflow`(text: String, message: String, property: String) {
    #expect(Escape.workflow(text) == message)
    #expect(Escape.workflowProperty(text) == property)
  }

  @Test(arguments: [
    ("two\nlines\twith a tab", "two\nlines\twith a tab"), ("\u{1B}[2Ja\rb\u{7}", " [2Ja b "),
    ("a\r\n::error::b", "a \n: :error::b"), ("::set-output name=a::b", ": :set-output name=a::b"),
    (" \u{3000}\t::error::b", " \u{3000}\t: :error::b"), ("a ::error::b", "a ::error::b"),
    ("::\u{301}error::b", ": :\u{301}error::b"), ("a ##[error]b", "a # #[error]b"),
    ("##teamcity[a]", "# #teamcity[a]"), ("a\u{2028}b\u{9B}1m", "a b 1m"), ("", ""), ("\n", "\n"),
    ("\u{1B}[1;31mred\u{1B}[0m", " [1;31mred [0m"),
  ])
  func `moves no cursor and commands no build server`(text: String, shown: String) {
    #expect(Escape.terminal(text) == shown)
    #expect(Escape.terminal(shown) == shown)
  }

  @Test
  func `has no color, where the program has its own`() {
    let text = "\u{1B}[1;31mred\u{1B}[0m \u{1B}[2J\u{1B}[31 m\u{1B}"
    #expect(Escape.terminal(text, keepsColors: true) == "\u{1B}[1;31mred\u{1B}[0m  [2J [31 m ")
  }

  @Test
  func `stays in the line of a complaint`() {
    let text = Complaint.text("no '\n::error::a'", help: "name\r\n\u{1B}b")
    #expect(text == "error: no ' ::error::a'\nhelp: name   b")
  }

  @Test
  func `comes back from JSON`() throws {
    let text = RunFile.text(of: EscapingTests.run)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let file = try #require(object as? [String: Any])
    let session = (file["sessions"] as? [[String: Any]])?.first
    #expect(session?["file"] as? String == EscapingTests.nasty)
    #expect(!FactsFile.text(of: EscapingTests.run.sessions[0]).contains("alert"))
  }

  @Test
  func `leaves JUnit well formed`() throws {
    let cases = try JUnitReader.cases(of: JUnit.text(of: EscapingTests.run))
    #expect(cases.count == 5)
    #expect(Set(cases).count == 5)
    #expect(cases.allSatisfy { !$0.contains("\u{1B}") })
  }

  @Test
  func `cannot move the cursor or break a line of the console`() {
    let console = Console(hasColors: false, isQuiet: false)
    let text =
      EscapingTests.run.sessions.map { console.line(for: $0) }.joined()
      + console.closing(of: EscapingTests.run)
    for scalar in text.unicodeScalars where scalar.value < 0x20 || scalar == "\u{202E}" {
      #expect(scalar == "\n")
    }
  }

  @Test
  func `in committed facts is text on the terminal and the page too`() {
    var run = Fixture.run([Fixture.session(id: "a")])
    let nasty = EscapingTests.nasty
    run.comparison = FactsComparison(purpose: .compared, folder: "Reports", count: 1)
    run.comparison?.changes = [
      FactsComparison.Change(
        id: "a",
        values: [nasty, "{\"\(nasty)\": 1}"].map {
          FactsDifference.Value(part: nasty, key: nasty, old: $0, new: nil)
        })
    ]
    (run.options.choosing, run.contradictions) = (["--filter", nasty], [nasty])
    for isVerbose in [false, true] {
      let lines = run.complaints(isVerbose: isVerbose)
      #expect(lines.contains { $0.contains("alert(") })
      for scalar in lines.joined().unicodeScalars {
        #expect(scalar.value >= 0x20 && scalar != "\u{202E}")
      }
    }
    let page = Fixture.drawn(run)
    #expect(!page.contains("<script") && page.contains("<td class=\"text\">nothing</td>"))
  }

  @Test
  func `stays in its cell of a table`() {
    for text in [Fixture.index(of: EscapingTests.run), Summary.text(of: EscapingTests.run)] {
      #expect(!text.contains("<script"))
      let lines = text.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("| ") })
      for line in lines where line.contains("alert") && line.hasPrefix("| ") {
        #expect(line.hasSuffix(" |"))
        #expect(line.contains(#"\|"#))
      }
      #expect(!lines.contains { $0.hasPrefix("second line") })
    }
    #expect(Fixture.index(of: EscapingTests.run).contains("(b%20%22c%22.json)"))
  }
}

/// Reads JUnit with a real parser.
final class JUnitReader: NSObject, XMLParserDelegate {
  private var cases: [String] = []

  /// The class name and name of each case.
  static func cases(of text: String) throws -> [String] {
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    let isRead = parser.parse()
    try #require(isRead, "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    return reader.cases
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard element == "testcase" else { return }
    cases.append("\(attributes["classname"] ?? "") · \(attributes["name"] ?? "")")
  }
}
