import Callouts
import MapConfiguration
import MapGeometry
import ScenarioFiles
import Scenarios
import Testing

@Suite("The callout of a scenario")
struct CalloutScenarioTests {
  private static func callout(_ text: String) throws -> CalloutSetup {
    let layers = "layers: {cities: {callout: \(text)}}"
    let scenario = try read(
      headText.replacing(/(?m)^layers: .*$/, with: layers) + "steps: [{wait: settled}]"
    ).get()
    return try #require(scenario.layers.first?.callout)
  }

  @Test(
    arguments: [
      ("title width: 90 pt", .text(titleWidth: 90, subtitleWidth: nil)),
      (
        "title width: 90 pt, subtitle width: 120 pt",
        .text(titleWidth: 90, subtitleWidth: 120)
      ),
      ("content size: 50 x 60 pt", .view(ScreenSize(width: 50, height: 60))),
      ("size: 200 x 65 pt", .whole(ScreenSize(width: 200, height: 65))),
    ] as [(String, SubviewCallout.Content)])
  func `says the size of a subview in one of three ways`(
    text: String, content: SubviewCallout.Content
  ) throws {
    let plain = try CalloutScenarioTests.callout("{style: subview, \(text)}")
    #expect(plain.style == .subview(SubviewCallout(content: content)))
    let any = try CalloutScenarioTests.callout("{style: subview, \(text), arrow: any}")
    #expect(any.style == .subview(SubviewCallout(content: content, directions: .any)))
  }

  @Test(
    arguments: [
      ("{style: plain, adjust: move center}", MoveCenterAdjuster()),
      (
        "{style: subview, size: 90 x 90 pt, adjust: move center}",
        MoveCenterAdjuster(margin: 10, subject: .calloutAndParent)
      ),
      ("{style: subview, size: 90 x 90 pt, adjust: ideal}", IdealAdjuster()),
      (
        "{adjust: move center, margin: 3 pt, subject: callout and parent}",
        MoveCenterAdjuster(margin: 3, subject: .calloutAndParent)
      ),
      (
        "{style: subview, size: 9 x 9 pt, adjust: move center, subject: callout}",
        MoveCenterAdjuster(margin: 10)
      ),
      ("{adjust: contain rect}", ContainRectAdjuster(animated: true)),
      ("{adjust: edge margins}", EdgeMarginsAdjuster()),
      ("{adjust: edged region}", EdgedRegionAdjuster()),
      ("{}", NoAdjuster()),
    ] as [(String, any CalloutAdjuster)])
  func `has the defaults of its source`(text: String, adjuster: any CalloutAdjuster) throws {
    let callout = try CalloutScenarioTests.callout(text)
    #expect(callout == CalloutSetup(style: callout.style, adjuster: adjuster))
  }

  @Test
  func `takes every option`() throws {
    let moved = try CalloutScenarioTests.callout(
      """
      {callout animation: no, adjust: move center, overlooks right: yes, animated: no, \
      insets: {top: 64 pt, left: 1 pt, bottom: 49 pt, right: 2 pt}}
      """)
    let insets = EdgeInsets(top: 64, left: 1, bottom: 49, right: 2)
    var wanted = CalloutSetup(
      style: moved.style,
      adjuster: MoveCenterAdjuster(insets: insets, overlooksRight: true, animated: false),
      isAnimated: false)
    wanted.bars = insets
    #expect(moved == wanted)
    let edged = try CalloutScenarioTests.callout("{adjust: edged region, precision: double}")
    #expect((edged.adjuster as? EdgedRegionAdjuster)?.precision == .double)
  }
}
