import MapEvents
import MapGeometry
import Testing

@testable import Reporting

/// What the page says of the callout that is open in a picture.
@Suite("Verdicts on pictures")
struct PictureVerdictTests {
  private static let kept: [Bool?] = [true, true, nil, nil, true, true]
  private static let broken: [Bool?] = [false, true, nil, nil, true, true]

  /// The pictures of a page, one text each, from the drawing to the end of its caption.
  private static func figures(_ session: SessionReport) -> [String] {
    let page = Fixture.drawn(Fixture.run([session]))
    return page.split(separator: "<figure ").dropFirst().compactMap { text in
      text.ranges(of: "</figure>").first.map { String(text[..<$0.lowerBound]) }
    }
  }

  private static func scene(_ title: String, callout: Int32?, x: Double = 0) -> PlacedSnapshot {
    var placed = Fixture.scene(title: title)
    placed.callout = callout
    placed.scene.callout?.body.minX += x
    return placed
  }

  @Test
  func `equal rectangles do not make equal verdicts`() throws {
    let session = Fixture.session(
      callouts: [Fixture.callout(2, kept: Self.broken), Fixture.callout(9, kept: Self.kept)],
      snapshots: [Self.scene("callout 2", callout: 2), Self.scene("callout 9", callout: 9)])
    let figures = Self.figures(session)
    #expect(figures[0].contains("<g class=\"callout broken\">"))
    #expect(figures[0].contains("<span class=\"complaint\">broken: C1 inside map:"))
    #expect(figures[1].contains("<g class=\"callout\">"))
    #expect(!figures[1].contains("broken") && !figures[1].contains("judged"))
  }

  @Test
  func `a callout that moved on with the map keeps its verdict`() throws {
    let session = Fixture.session(
      callouts: [Fixture.callout(0, kept: Self.broken)],
      snapshots: [Self.scene("off by the shift", callout: 0, x: 12)])
    let figure = try #require(Self.figures(session).first)
    #expect(figure.contains("<g class=\"callout broken\">"))
    #expect(figure.contains("<span class=\"complaint\">callout 0 broken: C1 inside map:"))
  }

  @Test(arguments: [0, nil] as [Int32?])
  func `a callout that never settled is neither green nor red`(callout: Int32?) throws {
    let session = Fixture.session(
      callouts: [Fixture.callout(0, kept: [], after: nil)],
      snapshots: [Self.scene("end", callout: callout)])
    let figure = try #require(Self.figures(session).first)
    #expect(figure.contains("<g class=\"callout unjudged\">"))
    #expect(figure.contains("not judged: it had not settled"))
    #expect(figure.contains("callout 0 not judged") == (callout == 0))
    #expect(!figure.contains("complaint"))
  }

  /// The callout of the picture is above the view, where only fingers can have left it unjudged.
  @Test(
    arguments: [
      (SessionTimeline.TouchSpan.Kind.drag, 700, true), (.pan, 900, true), (.tap, 700, false),
      (.drag, 500, false), (.drag, 901, false),
    ] as [(SessionTimeline.TouchSpan.Kind, Int64, Bool)])
  func `a callout that fingers have taken out of the map is not judged there`(
    kind: SessionTimeline.TouchSpan.Kind, milliseconds: Int64, isExcused: Bool
  ) throws {
    var session = Fixture.session(
      callouts: [Fixture.callout(0, kept: Self.kept)],
      snapshots: [Self.scene("moved", callout: 0)])
    session.timeline.callouts.append(
      SessionTimeline.CalloutSpan(
        start: Fixture.ms(600), end: nil, rest: Fixture.ms(600), callout: 0, annotation: 4))
    session.timeline.touches.append(
      SessionTimeline.TouchSpan(start: Fixture.ms(milliseconds), end: nil, kind: kind))
    let figure = try #require(Self.figures(session).first)
    #expect(figure.contains("<g class=\"callout unjudged\">") == isExcused)
    #expect(
      figure.contains("callout 0 outside, moved there by fingers: not judged") == isExcused)
  }

  @Test
  func `a picture without a callout says nothing of any`() throws {
    var placed = Self.scene("mark", callout: nil)
    placed.scene.callout = nil
    let figure = try #require(Self.figures(Fixture.session(snapshots: [placed])).first)
    #expect(!figure.contains("judged") && !figure.contains("broken"))
  }

  @Test
  func `bars are drawn over every picture of their callout and named`() {
    var session = Fixture.session(
      callouts: [Fixture.callout(0, kept: Self.broken), Fixture.callout(1, kept: Self.kept)],
      snapshots: [Self.scene("callout 0", callout: 0), Self.scene("callout 1", callout: 1)])
    func page() -> String { Fixture.drawn(Fixture.run([session])) }
    #expect(!page().contains("class=\"bar\"") && !page().contains("bars that cover"))
    session.bars[0] = EdgeInsets(top: 64, left: 0, bottom: 0, right: 0)
    // In its own picture and in that of the worst.
    #expect(page().ranges(of: "class=\"bar\"").count == 2)
    #expect(page().contains("Hatched areas are bars that cover the map."))
    #expect(page().contains("settled. Hatched areas are bars that cover the map."))
  }
}
