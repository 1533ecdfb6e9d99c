internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures

/// Callouts and scenes in the run file: rectangles as `[left, top, width, height]` in points.
///
/// Pictures hold thousands of annotation views of few kinds, so what they share stands once, and
/// their numbers end at the thousandth of a point; what a callout is judged by is exact.
extension RunFile {
  static func callout(_ verdict: CalloutVerdict) -> JSON {
    // What never came to rest has no numbers, and nothing else may look like them.
    func judged(_ value: JSON) -> JSON { verdict.isJudged ? value : .null }
    return .object([
      "callout": .integer(Int64(verdict.callout)),
      "step": .integer(Int64(verdict.step)),
      "opened at ns": .integer(verdict.openedAt.nanoseconds),
      "judged": .flag(verdict.isJudged),
      "correct": judged(.flag(verdict.isCorrect)),
      "criteria": judged(.object(criteria(of: verdict))),
      "overflow pt": judged(.number(verdict.overflowPoints)),
      "excess shift pt": judged(.number(verdict.excessShiftPoints)),
      "scale ratio": judged(.number(verdict.scaleRatio)),
      "region changes": judged(.integer(Int64(verdict.regionChanges))),
      "insets pt": .line(
        .object([
          "top": .number(verdict.insets.top), "left": .number(verdict.insets.left),
          "bottom": .number(verdict.insets.bottom), "right": .number(verdict.insets.right),
        ])),
      "before": .line(rects(verdict.before)),
      "after": verdict.after.map { .line(rects($0)) } ?? .null,
    ])
  }

  /// What came of each criterion, by its title, with what it measured.
  private static func criteria(of verdict: CalloutVerdict) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for criterion in Criterion.allCases {
      var outcome: [String: JSON] = ["outcome": .string(FactsFile.word(verdict.keeps(criterion)))]
      if let measure = verdict.measure(of: criterion) {
        outcome["amount"] =
          measure.isRefused ? .string(MetricText.refused) : .number(measure.amount)
        outcome["allowed"] = .number(measure.tolerance)
        outcome["unit"] = .string("\(measure.unit)")
      }
      members[criterion.title] = .line(.object(outcome))
    }
    return members
  }

  /// What happened to a callout, in words.
  static func timeline(_ timeline: CalloutTimeline, of session: SessionReport) -> JSON {
    let entries = CalloutTimelineText(session: session).entries(of: timeline)
    return .object([
      "callout": .integer(Int64(timeline.callout)),
      "life": .array(
        entries.map { .string($0.time.isEmpty ? $0.words : "\($0.time): \($0.words)") }),
    ])
  }

  static func scene(_ placed: PlacedScene) -> JSON {
    let scene = placed.scene
    let looks = Looks(of: scene.pins)
    return .object([
      "title": .string(placed.title),
      "time ns": .integer(placed.time.nanoseconds),
      "step": .integer(Int64(placed.step)),
      "occasion": .string(occasion(scene.occasion)),
      "camera": .line(camera(scene.camera)),
      "grids": .array(scene.grids.map { .line(grid($0)) }),
      "looks": .array(looks.all.map { .line(self.look($0)) }),
      "pins": .line(.array(zip(scene.pins, looks.ofPins).map(pin))),
      "selected pins": .line(
        .array(
          scene.pins.indices.filter { scene.pins[$0].isSelected }.map { .integer(Int64($0)) })),
      "callout": scene.callout.map { .line(rects($0)) } ?? .null,
      "callout number": placed.callout.map { .integer(Int64($0)) } ?? .null,
      "callouts left behind": .array(
        placed.leftBehind.map { left in
          .line(.object(["body pt": rect(left.body), "tip pt": point(left.tip)]))
        }),
      "shapes": .array(scene.shapes.map { .line(shape($0)) }),
    ])
  }

  private static func occasion(_ occasion: Scene.Occasion) -> String {
    switch occasion {
    case .mark: "mark"
    case .callout: "callout"
    case .end: "end"
    case .snapshot: "snapshot"
    }
  }

  private static func camera(_ camera: Camera) -> JSON {
    .object([
      "center map points": .array([.number(camera.center.x), .number(camera.center.y)]),
      "map points per point": .number(camera.mapPointsPerPoint),
      "heading deg": .number(camera.headingDegrees),
    ])
  }

  private static func grid(_ grid: Scene.Grid) -> JSON {
    .object([
      "layer": .integer(Int64(grid.layer)),
      "origin pt": point(grid.origin),
      "side pt": .number(grid.sidePoints),
      "columns": .integer(Int64(grid.columns)),
      "rows": .integer(Int64(grid.rows)),
    ])
  }

  /// What annotation views share, with the left upper corner as seen from the annotation's point.
  private static func look(_ look: Looks.Look) -> JSON {
    .object([
      "layer": .integer(Int64(look.layer)),
      "kind": .string(kind(look.kind)),
      "unique location": .flag(look.isUniqueLocation),
      "corner pt": .array([rounded(look.left), rounded(look.top)]),
      "size pt": .array([rounded(look.width), rounded(look.height)]),
    ])
  }

  /// An annotation view as `[index of its look, x, y, count]`, its point in points of the view.
  private static func pin(_ pin: Scene.Pin, look: Int) -> JSON {
    .array([
      .integer(Int64(look)), rounded(pin.point.x), rounded(pin.point.y),
      .integer(Int64(pin.count)),
    ])
  }

  /// A number of points, to the thousandth.
  private static func rounded(_ points: Double) -> JSON { .number(Looks.rounded(points)) }

  private static func kind(_ kind: AnnotationViewKind) -> String {
    switch kind {
    case .image: "image"
    case .pin: "pin"
    case .marker: "marker"
    case .userDot: "user location"
    case .callout: "callout"
    }
  }

  private static func shape(_ shape: Scene.Shape) -> JSON {
    let kind =
      switch shape.kind {
      case .circle: "circle"
      case .polyline: "polyline"
      case .polygon: "polygon"
      case .cell: "cell"
      }
    return .object([
      "overlay": .integer(Int64(shape.overlay)),
      "kind": .string(kind),
      "points pt": .array(shape.points.map { .array([rounded($0.x), rounded($0.y)]) }),
    ])
  }

  /// A view that was shown with something of another annotation on it.
  static func staleReuse(_ reuse: StaleReuse) -> JSON {
    .object([
      "time ns": .integer(reuse.time.nanoseconds),
      "step": .integer(Int64(reuse.step)),
      "view": .integer(Int64(reuse.view)),
      "annotation": .integer(Int64(reuse.annotation)),
      "leaks": .array(
        reuse.leaks.map { leak in
          .object([
            "part": .string(leak.part.rawValue), "of": .optional(leak.owner.map { Int64($0) }),
          ])
        }),
    ])
  }

  private static func rects(_ rects: CalloutRects) -> JSON {
    .object([
      "parent pt": rect(rects.parent),
      "body pt": rect(rects.body),
      "tip pt": point(rects.tip),
      "contain pt": rect(rects.contain),
      "left accessory pt": rects.leftAccessory.map(rect) ?? .null,
      "right accessory pt": rects.rightAccessory.map(rect) ?? .null,
    ])
  }

  private static func point(_ point: ScreenPoint) -> JSON {
    .array([.number(point.x), .number(point.y)])
  }

  private static func rect(_ rect: ScreenRect) -> JSON {
    .array([.number(rect.minX), .number(rect.minY), .number(rect.width), .number(rect.height)])
  }
}

/// What annotation views of a scene have in common.
private struct Looks {
  /// All of an annotation view but where it is and for how many points it stands.
  struct Look: Hashable {
    var layer: Int32
    var kind: AnnotationViewKind
    var isUniqueLocation: Bool
    /// From the annotation's point to the left upper corner of the view, in points.
    var left: Double
    var top: Double
    var width: Double
    var height: Double
  }

  /// Each look once, in the order in which they come.
  private(set) var all: [Look] = []
  /// The index of the look of each annotation view.
  private(set) var ofPins: [Int] = []

  init(of pins: [Scene.Pin]) {
    var indexes: [Look: Int] = [:]
    for pin in pins {
      let look = Look(
        layer: pin.layer, kind: pin.kind, isUniqueLocation: pin.isUniqueLocation,
        left: Looks.rounded(pin.frame.minX - pin.point.x),
        top: Looks.rounded(pin.frame.minY - pin.point.y),
        width: Looks.rounded(pin.frame.width), height: Looks.rounded(pin.frame.height))
      let index = indexes[look] ?? all.count
      if index == all.count {
        indexes[look] = index
        all.append(look)
      }
      ofPins.append(index)
    }
  }

  static func rounded(_ points: Double) -> Double {
    // Beyond a billion points a double has no thousandths to spare; and nothing is no number.
    abs(points) < 1e9 ? (points * 1_000).rounded() / 1_000 : points
  }
}
