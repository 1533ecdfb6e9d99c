internal import Callouts
internal import MapGeometry

/// The lengths and outlines of a published bubble.
struct BubbleCase {
  private let value: GoldenValue
  private let shape: BubbleShape

  /// Lengths have about 12 digits.
  private static let limit = 1e-9
  /// Areas have fewer behind the point.
  private static let areaLimit = 1e-6

  init(_ value: GoldenValue) throws {
    self.value = value
    shape = try BubbleCase.shape(value["input"])
  }

  /// The bubble of the input of a case.
  static func shape(_ input: GoldenValue) throws -> BubbleShape {
    let offset = try input.numbers("offsetFromParent", count: 2)
    let (width, height) = (try input.number("mapWidth"), try input.number("contentHeight"))
    guard width >= 29, height >= 0, height + 14 > offset[1] else {
      throw FieldFault(message: "a bubble has no room")
    }
    return BubbleShape(
      mapWidth: width, contentHeight: height, parentX: try input.number("parentX"),
      offsetFromParent: ScreenOffset(dx: offset[0], dy: offset[1]))
  }

  /// Frames, tip, gloss, area and perimeter.
  func shapeOutcome() throws -> Outcome {
    var comparison = Comparison()
    let size = shape.viewSize
    for (field, found) in [
      ("viewSize", [size.width, size.height]), ("bubbleRect", shape.bubbleRect.numbers),
      ("contentFrame", shape.contentFrame.numbers), ("tip", [shape.tip.x, shape.tip.y]),
      ("boundingBox", shape.boundingBox.numbers), ("glossRect", shape.glossRect.numbers),
    ] {
      comparison.expect(
        field, try value.numbers(field, count: found.count), found, within: BubbleCase.limit)
    }
    for (field, found) in [
      ("glossTopRadius", shape.glossTopRadius), ("glossBottomRadius", shape.glossBottomRadius),
    ] {
      comparison.expect(field, try value.number(field), found, within: BubbleCase.limit)
    }
    comparison.expect(
      "glossDegenerate", try value.truth("glossDegenerate"), shape.glossIsDegenerate)
    comparison.expect(
      "tipBaseInsideStraightEdge", try value.truth("tipBaseInsideStraightEdge"),
      shape.tipBaseIsOnStraightEdge)
    for (field, found) in [("area", shape.area), ("perimeter", shape.perimeter)] {
      // An outline that overlaps itself has neither.
      let should = value[field].isNull ? nil : try value.number(field)
      comparison.expect(
        field, should ?? .infinity, found ?? .infinity, within: BubbleCase.areaLimit)
    }
    return comparison.outcome
  }

  /// The outline and that of the gloss, element by element.
  func outlineOutcome() throws -> Outcome {
    var comparison = Comparison()
    for (field, path) in [("path", shape.path), ("glossPath", shape.glossPath)] {
      let elements = try value.list(field)
      comparison.expect("\(field) elements", elements.count, path.count)
      var current: ScreenPoint?
      for (index, pair) in zip(elements, path).enumerated() {
        try compare(pair.0, pair.1, current: &current, name: "\(field)[\(index)]", &comparison)
      }
    }
    return comparison.outcome
  }

  private func compare(
    _ expected: GoldenValue, _ element: PathElement, current: inout ScreenPoint?, name: String,
    _ comparison: inout Comparison
  ) throws {
    func expectPoint(_ field: String, _ point: ScreenPoint) throws {
      comparison.expect(
        "\(name) \(field)", try expected.numbers(field, count: 2), [point.x, point.y],
        within: BubbleCase.limit)
    }
    let operation = try expected.text("op")
    switch element {
    case .move(let point), .line(let point):
      var word = "line"
      if case .move = element { word = "move" }
      comparison.expect("\(name) op", operation, word)
      guard operation == word else { return }
      try expectPoint("p", point)
      current = point
    case .arc(let center, let radius, let start, let end):
      comparison.expect("\(name) op", operation, "arc")
      guard operation == "arc" else { return }
      try expectPoint("center", center)
      for (field, found) in [("radius", radius), ("from", start), ("to", end)] {
        comparison.expect(
          "\(name) \(field)", try expected.number(field), found, within: BubbleCase.limit)
      }
      let last = BubbleCase.point(on: center, radius, end)
      try expectPoint("mid", BubbleCase.point(on: center, radius, (start + end) / 2))
      if let current { try expectPoint("start", current) }
      try expectPoint("end", last)
      if let cubic = element.cubic, !expected["cubic"].isNull {
        let points = [cubic.first, cubic.second, cubic.end]
        for (should, point) in zip(try expected.list("cubic"), points) {
          comparison.expect(
            "\(name) cubic", should.numbers ?? [], [point.x, point.y], within: BubbleCase.limit)
        }
      }
      current = last
    case .close: comparison.expect("\(name) op", operation, "close")
    }
  }

  private static func point(
    on center: ScreenPoint, _ radius: Double, _ angle: Double
  ) -> ScreenPoint {
    ScreenPoint(
      x: center.x + radius * Elementary.cos(angle), y: center.y + radius * Elementary.sin(angle))
  }

  /// Colours, shadow and gradients, which are the same for every bubble.
  static func paint(_ constants: GoldenValue) throws -> Outcome {
    let paint = BubblePaint.published
    var comparison = Comparison()
    for (part, fields) in [
      ("fill", ["white": paint.fill.white, "alpha": paint.fill.alpha]),
      (
        "shadow",
        ["white": paint.shadow.white, "alpha": paint.shadow.alpha, "blur": paint.shadowBlur]
      ),
      (
        "strokeColor",
        ["white": paint.stroke.white, "alpha": paint.stroke.alpha, "width": paint.strokeWidth]
      ),
      ("glossStroke", ["width": paint.glossStrokeWidth]),
    ] {
      for (field, found) in fields.sorted(by: { $0.key < $1.key }) {
        comparison.expect("\(part).\(field)", try constants[part].number(field), found)
      }
    }
    comparison.expect(
      "shadow.offset", try constants["shadow"].numbers("offset", count: 2),
      [paint.shadowOffset.dx, paint.shadowOffset.dy])
    for (part, stops) in [("glossFill", paint.gloss), ("glossStroke", paint.glossStroke)] {
      let found = stops.map { [$0.location, $0.shade.white, $0.shade.alpha] }
      let should = try constants[part].list("stops").map { $0.numbers ?? [] }
      comparison.expect("\(part).stops", should, found)
    }
    return comparison.outcome
  }
}
