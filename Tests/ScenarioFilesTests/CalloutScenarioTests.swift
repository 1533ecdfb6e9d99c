import MapGeometry
import ScenarioFiles
import Scenarios
import Testing

@Suite("The callout of a scenario")
struct CalloutScenarioTests {
  private static func callout(_ text: String) throws -> CalloutSettings {
    let layers = "layers: {cities: {callout: \(text)}}"
    let scenario = try read(
      headText.replacing(/(?m)^layers: .*$/, with: layers) + "steps: [{wait: settled}]"
    ).get()
    return try #require(scenario.layers.first?.callout)
  }

  @Test(
    arguments: [
      ("title width: 90 pt", .text(titleWidthPoints: 90, subtitleWidthPoints: nil)),
      (
        "title width: 90 pt, subtitle width: 120 pt",
        .text(titleWidthPoints: 90, subtitleWidthPoints: 120)
      ),
      ("content size: 50 x 60 pt", .view(ScreenSize(width: 50, height: 60))),
      ("size: 200 x 65 pt", .whole(ScreenSize(width: 200, height: 65))),
    ] as [(String, CalloutSettings.Subview.Content)])
  func `says the size of a subview in one of three ways`(
    text: String, content: CalloutSettings.Subview.Content
  ) throws {
    let plain = try CalloutScenarioTests.callout("{style: subview, \(text)}")
    #expect(plain.style == .subview(.init(content: content, arrow: .down)))
    let any = try CalloutScenarioTests.callout("{style: subview, \(text), arrow: any}")
    #expect(any.style == .subview(.init(content: content, arrow: .any)))
  }

  @Test(
    arguments: [
      ("{style: plain, adjust: move center}", 8, .callout),
      ("{style: subview, size: 90 x 90 pt, adjust: move center}", 10, .calloutAndParent),
      ("{style: subview, size: 90 x 90 pt, adjust: ideal}", 2, .calloutAndParent),
      ("{adjust: move center, margin: 3 pt, subject: callout and parent}", 3, .calloutAndParent),
      ("{style: subview, size: 9 x 9 pt, adjust: move center, subject: callout}", 10, .callout),
      ("{}", 2, .callout),
    ] as [(String, Double, CalloutSettings.Subject)])
  func `has the defaults of its source`(
    text: String, margin: Double, subject: CalloutSettings.Subject
  ) throws {
    let callout = try CalloutScenarioTests.callout(text)
    #expect(callout.marginPoints == margin)
    #expect(callout.subject == subject)
    #expect(callout.insets == EdgeInsets(all: 0))
    #expect(callout.grows && !callout.overlooksRight && callout.precision == .single)
  }

  @Test
  func `takes every option`() throws {
    let moved = try CalloutScenarioTests.callout(
      """
      {callout animation: no, adjust: move center, overlooks right: yes, animated: no, \
      insets: {top: 64 pt, left: 1 pt, bottom: 49 pt, right: 2 pt}}
      """)
    #expect(moved.insets == EdgeInsets(top: 64, left: 1, bottom: 49, right: 2))
    #expect(moved.adjuster == .moveCenter && moved.overlooksRight && !moved.isAnimated)
    #expect(!moved.grows)
    let edged = try CalloutScenarioTests.callout("{adjust: edged region, precision: double}")
    #expect(edged.adjuster == .edgedRegion && edged.precision == .double)
  }
}
