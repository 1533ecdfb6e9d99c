import Formatting
import MapEvents
import MapGeometry
import Pages
import Testing

@testable import ReportPage
@testable import Reporting

@Suite("What pictures share")
struct PictureBookTests {
  private static func scene(_ pins: [Snapshot.Pin]) -> Snapshot {
    Snapshot(
      occasion: .snapshot, camera: Fixture.camera,
      grids: [
        Snapshot.Grid(
          layer: 0, origin: ScreenPoint(x: 3, y: 4), sidePoints: 60, columns: 2, rows: 3)
      ], pins: pins, callout: nil)
  }

  private static func markup(_ scene: Snapshot, _ definitions: SVGDefinitions?) -> String {
    var picture = MapPicture(scene, Fixture.legend, .kept)
    picture.definitions = definitions
    return picture.markup(named: "x")
  }

  @Test
  func `annotation views of one look are drawn once, around the origin`() {
    let definitions = SVGDefinitions()
    let pins = [
      Fixture.pin(x: 50.04, y: 100.06, count: 1), Fixture.pin(x: 90, y: 0, count: 1),
      Fixture.pin(x: 10, y: 20, count: 7),
    ]
    let text = Self.markup(Self.scene(pins), definitions)
    for use in [
      "<use href=\"#s0\" x=\"3\" y=\"4\"/>", "<use href=\"#s1\" x=\"50\" y=\"100.1\"/>",
      "<use href=\"#s1\" x=\"90\"/>", "<use href=\"#s2\" x=\"10\" y=\"20\"/>",
    ] {
      #expect(text.contains(use), "\(use) in \(text)")
    }
    var origin = pins[0]
    origin.frame = origin.frame.offset(by: ScreenOffset(dx: -50.04, dy: -100.06))
    origin.point = ScreenPoint(x: 0, y: 0)
    let plain = MapPicture(Self.scene([]), Fixture.legend, .kept)
    #expect(definitions.text.contains("<g id=\"s1\">\(plain.symbol(for: origin))</g>\n"))
    #expect(definitions.text.split(separator: "\n").count == 3)
  }

  @Test
  func `a map that was pictured before stands for itself`() {
    let definitions = SVGDefinitions()
    let scene = Self.scene([Fixture.pin(x: 50, y: 100, count: 1)])
    let other = Self.scene([Fixture.pin(x: 51, y: 100, count: 1)])
    let texts = [scene, scene, other, scene].map { Self.markup($0, definitions) }
    #expect(texts[0].contains("<g id=\"g0\">") && texts[2].contains("<g id=\"g1\">"))
    #expect(texts[1] == texts[3] && texts[1].hasSuffix("\"><use href=\"#g0\"/></svg>"))
    #expect(!Self.markup(scene, nil).contains("<use"), "a picture by itself holds everything")
  }

  @Test
  func `everything that a session uses is drawn with it`() {
    var count = 0
    for part in HTMLPage.parts(of: Sample.run) where part.template == "scenario" {
      let page = HTMLPage.templates.render("scenario", part.context())
      let used = page.split(separator: "<use href=\"#").dropFirst().map { $0.prefix { $0 != "\"" } }
      count += used.count
      for id in Set(used) {
        #expect(page.ranges(of: "id=\"\(id)\"").count == 1, "\(id)")
      }
    }
    #expect(count > 100)
  }
}
