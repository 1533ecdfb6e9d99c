import Formatting
import MapEvents
import MapGeometry
import Testing

@testable import Reporting

@Suite("Kinds of things in pictures")
struct PictureKindTests {
  private static func picture(_ change: (inout Snapshot) -> Void) -> [String] {
    var scene = Snapshot(
      occasion: .snapshot, camera: Fixture.camera, grids: [], pins: [], callout: nil)
    change(&scene)
    var legend = Fixture.legend
    legend.overlays = ["fence <1>"]
    return MapPicture(scene, legend, .kept).markup(named: "x")
      .replacing("><", with: ">\n<").split(separator: "\n").map(String.init)
  }

  private static func pin(_ kind: AnnotationViewKind, layer: LayerID = 0) -> Snapshot.Pin {
    var pin = Fixture.pin(x: 50, y: 100, count: 1)
    pin.kind = kind
    pin.layer = layer
    return pin
  }

  @Test(
    arguments: [
      (.image, "<rect class=\"image\" x=\"34\" y=\"61\" width=\"32\" height=\"39\" rx=\"5\"/>"),
      (.pin, "<path class=\"needle\" d=\"M50 67.4V100\"/>"),
      (.marker, "<path d=\"M40.78 79.43A11.52 11.52 0 1 1 59.22 79.43L50 100Z\"/>"),
      (.userDot, "<circle class=\"halo\" cx=\"50\" cy=\"100\" r=\"16.8\"/>"),
    ] as [(AnnotationViewKind, String)])
  func `each kind of view has a look of its own`(kind: AnnotationViewKind, line: String) {
    for other in AnnotationViewKind.allCases {
      let lines = PictureKindTests.picture { $0.pins = [PictureKindTests.pin(other)] }
      // A callout annotation's view is a plain rectangle, as one with an image is.
      let look = other == .callout ? .image : other
      #expect(lines.contains(line) == (look == kind), "\(other): \(lines)")
    }
  }

  /// What is drawn is as large as the view, so that one sees whether views overlap.
  @Test(arguments: [(32.0, 20.0), (8, 40), (100, 3)])
  func `a cluster fills its view, all of it when its points lie at one location`(
    width: Double, height: Double
  ) {
    var pin = PictureKindTests.pin(.image)
    pin.count = 120
    pin.frame = ScreenRect(minX: 10, minY: 20, width: width, height: height)
    pin.point = ScreenPoint(x: pin.frame.midX, y: pin.frame.midY)
    for isUnique in [false, true] {
      pin.isUniqueLocation = isUnique
      let lines = PictureKindTests.picture { $0.pins = [pin] }
      let number = NumberFormat.number
      let disc =
        "<ellipse cx=\"\(number(pin.frame.midX))\" cy=\"\(number(pin.frame.midY))\" "
        + "rx=\"\(number(width / 2))\" ry=\"\(number(height / 2))\"/>"
      let square = NumberFormat.rect(pin.frame, class: "place", radius: 2)
      #expect(lines.contains(disc) == !isUnique && lines.contains(square) == isUnique, "\(lines)")
      #expect(!lines.contains { $0.hasPrefix("<circle") })
      // The corners of three digits lie on the disc, or they fill nine tenths of the rectangle.
      let (wide, high) = (1.86 / width, 0.72 / height)
      let fit = isUnique ? 0.9 / max(wide, high) : 1 / (wide * wide + high * high).squareRoot()
      let size = min(fit, 11)
      #expect(lines.contains { $0.hasSuffix(">120</text>") } == (size >= 3), "\(lines)")
    }
    pin.point.y -= 9
    #expect(PictureKindTests.picture { $0.pins = [pin] }.contains { $0.hasPrefix("<circle") })
    // A single point is what its view is.
    pin.count = 1
    #expect(!PictureKindTests.picture { $0.pins = [pin] }.contains { $0.contains("place") })
  }

  @Test
  func `a balloon over its place points to the foot of its view`() {
    var pin = PictureKindTests.pin(.marker)
    pin.point.y = pin.frame.midY
    let lines = PictureKindTests.picture { $0.pins = [pin] }
    #expect(
      lines.contains("<path d=\"M40.78 79.43A11.52 11.52 0 1 1 59.22 79.43L50 100Z\"/>"),
      "\(lines)")
  }

  @Test
  func `the user has a color of its own`() {
    let lines = PictureKindTests.picture { $0.pins = [PictureKindTests.pin(.userDot, layer: -1)] }
    #expect(lines.contains("<g class=\"dot user\">"))
  }

  @Test(
    arguments: [
      (.circle, "<circle cx=\"10\" cy=\"20\" r=\"5\"/>"),
      (.polyline, "<path class=\"open\" d=\"M10 20L13 24L30 40\"/>"),
      (.polygon, "<path d=\"M10 20L13 24L30 40Z\"/>"),
    ] as [(Snapshot.Shape.Kind, String)])
  func `overlays have their shape and their name`(kind: Snapshot.Shape.Kind, line: String) {
    let points = [(10.0, 20.0), (13, 24), (30, 40)].map { ScreenPoint(x: $0.0, y: $0.1) }
    let lines = PictureKindTests.picture {
      $0.shapes = [Snapshot.Shape(overlay: 0, kind: kind, points: points)]
    }
    #expect(lines.contains(line), "\(lines)")
    #expect(lines.contains("<title>fence &lt;1&gt;</title>"))
    for count in 0...1 {
      let few = PictureKindTests.picture {
        $0.shapes = [Snapshot.Shape(overlay: 0, kind: kind, points: Array(points.prefix(count)))]
      }
      #expect(!few.contains { $0.contains("overlay") })
    }
  }

  @Test
  func `a turned map turns its grid and says where north is`() {
    let grid = Snapshot.Grid(
      layer: 0, origin: ScreenPoint(x: 5, y: 6), sidePoints: 10, columns: 1, rows: 1)
    let turned = PictureKindTests.picture {
      $0.camera.headingDegrees = 30
      $0.grids = [grid]
    }
    #expect(turned.contains { $0.contains("transform=\"rotate(-30 5 6)\"") })
    #expect(turned.contains { $0.hasPrefix("<g class=\"north\"") })
    let straight = PictureKindTests.picture { $0.grids = [grid] }
    #expect(!straight.contains { $0.contains("rotate") || $0.contains("north") })
    let odd = PictureKindTests.picture { $0.camera.headingDegrees = .nan }
    #expect(!odd.contains { $0.contains("north") || $0.contains("nan") })
  }

  @Test
  func `accessories lie beside the text of a callout`() {
    var rects = Fixture.rects
    let left = ScreenRect(minX: 6, minY: -40, width: 20, height: 20)
    rects.leftAccessory = left
    let without = PictureKindTests.picture { $0.callout = Fixture.rects }
    let with = PictureKindTests.picture { $0.callout = rects }
    let line = NumberFormat.rect(left, class: "accessory", radius: 4)
    #expect(with.contains(line) && !without.contains(line))
    func title(_ lines: [String]) -> String? { lines.first { $0.contains("\"title\"") } }
    #expect(title(with)?.contains("x=\"40\"") == true, "\(title(with) ?? "")")
    #expect(title(without)?.contains("x=\"16\"") == true)
  }

  @Test
  func `snapshots are named and come first into the choice`() {
    var recorder = SnapshotRecorder()
    var legend = Fixture.legend
    legend.snapshots = ["before the storm"]
    var scene = Fixture.scene().scene
    scene.occasion = .snapshot
    for kind: Event.Kind in [.session(.began(legend)), .session(.snapshot(0)), .snapshot(scene)] {
      recorder.observe(Event(time: .zero, step: 0, kind: kind))
    }
    #expect(recorder.snapshots.map(\.title) == ["before the storm"])
    let marks = (0..<30).map { number in
      var placed = Fixture.scene(title: "mark \(number)")
      placed.scene.occasion = .mark
      placed.scene.callout = nil
      return placed
    }
    let page = Fixture.drawn(
      Fixture.run([Fixture.session(snapshots: marks + recorder.snapshots)]))
    #expect(page.contains("<figcaption><b>before the storm</b>"))
  }
}
