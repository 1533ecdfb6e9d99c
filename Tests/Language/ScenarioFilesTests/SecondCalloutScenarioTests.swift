import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import ScenarioFiles
import Scenarios
import Testing

@Suite("Callouts of a scenario that are annotations")
struct SecondCalloutScenarioTests {
  private static func text(_ layer: String, steps: String = "[{wait: settled}]") -> String {
    headText.replacing(/(?m)^layers: .*$/, with: "layers: {cities: {\(layer)}}")
      + "steps: \(steps)"
  }

  private static func layer(_ text: String) throws -> LayerSetup {
    try #require(try read(Self.text(text)).get().layers.first)
  }

  @Test
  func `are those of the published app by default`() throws {
    let layer = try Self.layer("callout: {as: callout annotation}")
    #expect(
      layer.callout?.annotation == CalloutAnnotationSetup(identifier: "cities callout"))
    #expect(layer.furtherCallouts.isEmpty)
    #expect(try Self.layer("callout: {as: part of its view}").callout?.annotation == nil)
  }

  @Test
  func `take every option`() throws {
    let layer = try Self.layer(
      """
      callout: {as: callout annotation, identifier: box, callout annotation: a new one each time, \
      made by: annotation, callout view enabled: no, keeps parent view: no, redraws: yes, \
      content not reset: yes, accessory button: 29 x 31 pt}
      """)
    var annotation = CalloutAnnotationSetup(identifier: "box")
    annotation.lifetime = .anew
    annotation.maker = .annotation
    annotation.isViewEnabled = false
    annotation.keepsParentView = false
    annotation.redrawsAfterShift = true
    annotation.keepsStaleContent = true
    annotation.button = ScreenSize(width: 29, height: 31)
    #expect(layer.callout?.annotation == annotation)
  }

  private func bubble(_ height: Double) -> CalloutStyle {
    .bubble(contentHeight: height, offsetFromParent: ScreenOffset(dx: 8, dy: -14))
  }

  @Test
  func `come in kinds, in the order of the file`() throws {
    let layer = try Self.layer(
      """
      callouts: {tall: {content height: 120 pt}, flat: {as: callout annotation, style: plain}, \
      low: {content height: 30 pt}}
      """)
    #expect(layer.callout?.style == bubble(120))
    #expect(layer.furtherCallouts.count == 2)
    #expect(layer.furtherCallouts.first?.annotation?.identifier == "flat callout")
    #expect(layer.furtherCallouts.last?.style == bubble(30))
  }

  @Test(
    arguments: [
      ("callout: {style: subview, size: 90 x 90 pt, as: callout annotation}", "as"),
      ("callout: {redraws: yes}", "redraws"),
      ("callout: {as: part of its view, content not reset: yes}", "content not reset"),
      (
        "callout: {as: callout annotation, style: plain, accessory button: 9 x 9 pt}",
        "accessory button"
      ),
      (
        "callout: {as: callout annotation, accessory button: 9 x 9 pt, right accessory: {}}",
        "right accessory"
      ),
      ("callout: {}, callouts: {one: {}}", "callouts"),
    ])
  func `say what does not go together`(text: String, key: String) {
    #expect(messages(read(Self.text(text))).contains { $0.contains("'\(key)'") })
  }

  @Test
  func `have a button that a step can hit`() throws {
    let layer = "callout: {as: callout annotation, accessory button: 29 x 31 pt}"
    let steps = "[{tap accessory: button}, {tap accessory: cancelled button}]"
    let scenario = try read(Self.text(layer, steps: steps)).get()
    #expect(
      scenario.steps.map(\.action) == [.tapAccessory(.button), .tapAccessory(.cancelledButton)])
    let diagnostics = messages(read(Self.text("callout: {}", steps: steps)))
    #expect(
      diagnostics.count == 2 && diagnostics.allSatisfy { $0.hasSuffix("no callout has a button") })
  }

  @Test
  func `need as much room in each kind`() {
    let narrow = Self.text("callouts: {a: {style: plain}, b: {}}")
      .replacing(/size: \d+ x \d+ pt/, with: "size: 50 x 500 pt", maxReplacements: 1)
    #expect(messages(read(narrow)).contains { $0.contains("bubble") })
  }
}
