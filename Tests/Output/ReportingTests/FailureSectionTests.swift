import MapGeometry
import Measures
import Metrics
import Testing

@testable import Reporting

@Suite("Why expectations failed")
struct FailureSectionTests {
  private static func page(_ change: (inout FailureEvidence) -> Void) -> String {
    var session = Fixture.session(verdicts: [
      Fixture.broken
    ])
    var evidence = FailureEvidence(place: FailurePlace(judgedAt: Fixture.ms(900)))
    evidence.place.first = Fixture.ms(400)
    evidence.place.worst = Fixture.ms(700)
    evidence.source = "    frames: {at most: 2}"
    evidence.events = [
      FailureEvidence.Line(text: "390 ms  <before>", isOffence: false),
      FailureEvidence.Line(text: "400 ms  it", isOffence: true),
    ]
    change(&evidence)
    session.evidence = [evidence]
    return Fixture.drawn(Fixture.run([session]))
  }

  @Test
  func `have what was found, times, the source line, events and what to look at`() {
    let page = FailureSectionTests.page { _ in }
    let verdict = Fixture.broken
    #expect(page.contains("<h3>Why did it fail?</h3>"))
    #expect(
      page.contains(
        "<h4>\(verdict.rule)</h4>\n<p class=\"complaint\">but was \(verdict.found)</p>"))
    for (name, time) in [("first offence", 400), ("worst offence", 700), ("judged", 900)] {
      let row = "<th>\(name)</th><td class=\"text\"><a href=\"#/edges\">at \(time) ms</a></td>"
      #expect(page.contains(row), "\(name)")
    }
    let indent = String(repeating: " ", count: verdict.written.column - 1)
    let margin = String(repeating: " ", count: "\(verdict.written.line)".count)
    #expect(
      page.contains(
        "\(verdict.written.line) |     frames: {at most: 2}\n\(margin) | \(indent)^</pre>"))
    #expect(page.contains("data-moments=\"400000000 700000000\""))
    #expect(page.contains("<li>390 ms  &lt;before&gt;</li>"))
    #expect(page.contains("<li class=\"bad\">400 ms  it</li>"))
    #expect(page.contains("<b>Next:</b> check \(verdict.expectation.metric.lookAt)"))
  }

  /// Among the expectations and with the evidence; the list of all failures is another place.
  @Test
  func `tell the rule once in each place`() throws {
    let page = FailureSectionTests.page { _ in }
    let rule = Fixture.broken.rule
    let list = try #require(page.split(separator: "<h3>Expectations</h3>").last)
    #expect(list.ranges(of: rule).count == 2 && !list.contains("<em>"))
    // Without evidence the list itself says what was found.
    let untold = Fixture.drawn(Fixture.run([Fixture.session(verdicts: [Fixture.broken])]))
    #expect(untold.contains("<span>\(rule)\n<em>but was 1,234</em></span>"))
  }

  @Test
  func `say nothing of what is not known`() {
    let page = FailureSectionTests.page { evidence in
      (evidence.place.first, evidence.place.worst, evidence.source) = (nil, nil, nil)
      evidence.events = []
    }
    #expect(!page.contains("first offence</th>") && !page.contains("worst offence</th>"))
    #expect(!page.contains("source line") && !page.contains("Events around it"))
    #expect(page.contains("data-moments=\"900000000\""))
    #expect(!Fixture.drawn(Fixture.run([Fixture.session()])).contains("Why did it fail?"))
  }
}
