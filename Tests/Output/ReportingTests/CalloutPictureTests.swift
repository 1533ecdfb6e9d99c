import Callouts
import MapEvents
import MapGeometry
import Testing

@testable import Reporting

@Suite("Callouts in pictures")
struct CalloutPictureTests {
  private static let bubble = CalloutRects(
    parent: ScreenRect(minX: 152, minY: 200, width: 32, height: 39),
    body: ScreenRect(minX: 7.5, minY: 100, width: 305, height: 100),
    tip: ScreenPoint(x: 160, y: 200.5),
    contain: ScreenRect(minX: 7.5, minY: 100, width: 305, height: 139),
    look: CalloutLook(
      kind: .bubble, contentHeightPoints: 80, offsetFromParent: ScreenOffset(dx: 8, dy: -14)))

  private static func picture(_ rects: CalloutRects, _ judgment: MapPicture.Judgment = .kept)
    -> String
  {
    let scene = Snapshot(
      occasion: .snapshot, camera: Fixture.camera, grids: [], pins: [], callout: rects)
    return MapPicture(scene, Fixture.legend, judgment).markup(named: "x")
  }

  @Test
  func `a bubble has its own outline and paint`() {
    let text = Self.picture(Self.bubble)
    let shape = BubbleShape(
      mapWidth: 320, contentHeight: 80, parentX: 160,
      offsetFromParent: ScreenOffset(dx: 8, dy: -14))
    let outline = MapPicture.path(shape.path)
    #expect(
      outline == """
        M7.5 7.5L7.5 78.5A7 7 0 0 0 14.5 85.5L145 85.5L160 100.5L175 85.5L305.5 85.5\
        A7 7 0 0 0 312.5 78.5L312.5 7.5A7 7 0 0 0 305.5 0.5L14.5 0.5A7 7 0 0 0 7.5 7.5Z
        """)
    #expect(text.ranges(of: "d=\"\(outline)\"").count == 3, "fill, stroke and verdict")
    for part in [
      "<g class=\"bubble\"><g transform=\"translate(0 99.5)\">",
      "fill=\"rgb(0 0 0)\" fill-opacity=\"0.6\"",
      "filter:drop-shadow(0px 6px 3px rgb(0 0 0 / 0.5))",
      "stroke=\"rgb(85 85 85)\" stroke-opacity=\"0.9\" stroke-width=\"1\"",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(Self.picture(Self.bubble, .broken).contains("<g class=\"bubble broken\">"))
  }

  /// The bars of a picture, line by line.
  private static func bars(_ bars: EdgeInsets) -> [String] {
    var picture = MapPicture(Fixture.scene().scene, Fixture.legend, .broken)
    picture.bars = bars
    return picture.markup(named: "x").replacing("><", with: ">\n<").split(separator: "\n")
      .map(String.init)
  }

  @Test
  func `bars cover the edges of the view, none of them another`() {
    let lines = Self.bars(EdgeInsets(top: 20, left: 5, bottom: 30, right: 10))
    #expect(
      lines.filter { $0.contains("class=\"cover\"") } == [
        "<rect class=\"cover\" x=\"0\" y=\"0\" width=\"100\" height=\"20\"/>",
        "<rect class=\"cover\" x=\"0\" y=\"170\" width=\"100\" height=\"30\"/>",
        "<rect class=\"cover\" x=\"0\" y=\"20\" width=\"5\" height=\"150\"/>",
        "<rect class=\"cover\" x=\"90\" y=\"20\" width=\"10\" height=\"150\"/>",
      ])
    // Lines end on the edges of what they hatch, and the callout does not hide them.
    #expect(lines.contains { $0.hasPrefix("<path d=\"M0 4.5L4.5 0M0 13.5L13.5 0M2.5 20L22.5 0M") })
    let callout = lines.firstIndex { $0.contains("callout broken") } ?? .max
    let bar = lines.firstIndex { $0.contains("class=\"bar\"") } ?? 0
    #expect(callout < bar)
  }

  @Test
  func `bars stay inside the view, and none is nothing`() {
    #expect(!Self.bars(EdgeInsets(all: 0)).joined().contains("class=\"bar\""))
    let odd = Self.bars(EdgeInsets(top: .nan, left: -4, bottom: 900, right: .infinity))
    let covers = odd.filter { $0.contains("class=\"cover\"") }
    #expect(covers == ["<rect class=\"cover\" x=\"0\" y=\"0\" width=\"100\" height=\"200\"/>"])
    #expect(!odd.joined().contains("nan"))
  }

  @Test
  func `gradients run between their stops`() {
    let gloss = BubblePaint.published.gloss
    #expect(MapPicture.shade(gloss, at: 0).alpha == 0.3)
    #expect(abs(MapPicture.shade(gloss, at: 0.5).alpha - 0.2) < 1e-12)
    #expect(MapPicture.shade(gloss, at: 1).alpha == 0.1)
    let line = BubblePaint.published.glossStroke
    #expect(abs(MapPicture.shade(line, at: 0.05).alpha - 0.2) < 1e-12)
    #expect(abs(MapPicture.shade(line, at: 0.55).alpha - 0.05) < 1e-12)
  }

  @Test
  func `a callout that grows is drawn smaller about the point that stays`() {
    var rects = Self.bubble
    rects.look.scale = 0.5
    #expect(Self.picture(rects).contains("transform=\"translate(80 101) scale(0.5)\""))
    rects.look.kind = .subview
    #expect(Self.picture(rects).contains("transform=\"translate(80 100.25) scale(0.5)\""))
    rects.look.scale = 0
    let hidden = Self.picture(rects)
    #expect(!hidden.contains("class=\"callout"))
    #expect(hidden.contains("class=\"contain\""), "what must be in view is there")
  }

  @Test(arguments: [false, true])
  func `a subview has an arrow of 13 points, up or down`(pointsUp: Bool) {
    var rects = Self.bubble
    rects.look = CalloutLook(kind: .subview, pointsUp: pointsUp)
    rects.tip = ScreenPoint(x: 40, y: pointsUp ? 100 : 200)
    let text = Self.picture(rects)
    #expect(text.contains(pointsUp ? "M19.5 113H30L40 100L50 113H" : "H50L40 200L30 187H19.5"))
  }

  @Test
  func `a bubble that cannot be is drawn flat`() {
    var rects = Self.bubble
    rects.body.width = 1
    #expect(Self.picture(rects).contains("<g class=\"callout\">"))
  }
}
