internal import Callouts
internal import ExactMath
internal import MapGeometry

/// A bubble of the Asynchrony callout: its lengths, its outlines, and how it grows.
struct BubbleCase {
  private let value: GoldenValue
  private let shape: BubbleShape
  private let comparison = Comparison()
  /// Lengths and scales have about 12 digits.
  private static let limit = 1e-9
  /// Areas have fewer behind the point.
  private static let areaLimit = 1e-6
  /// The times of frames are given to 12 digits of a second and kept in whole nanoseconds, in which
  /// the view grows by less than this.
  private static let frameLimit = 1e-5

  init(_ value: GoldenValue) throws {
    self.value = value
    shape = try BubbleCase.shape(value["input"])
  }

  private static func shape(_ input: GoldenValue) throws -> BubbleShape {
    let offset = try input.numbers("offsetFromParent", count: 2)
    let (width, height) = (try input.number("mapWidth"), try input.number("contentHeight"))
    guard width >= 29, height >= 0, height + 14 > offset[1] else {
      throw FieldError(message: "a bubble has no room")
    }
    return BubbleShape(
      mapWidth: width, contentHeight: height, parentX: try input.number("parentX"),
      offsetFromParent: ScreenOffset(dx: offset[0], dy: offset[1]))
  }

  private func expect(_ field: String, _ got: [Double]) throws {
    try comparison.expect(field, of: value, got, within: BubbleCase.limit)
  }

  private func expect(_ field: String, _ got: Double) throws {
    try comparison.expect(field, of: value, got, within: BubbleCase.limit)
  }

  func shapeOutcome() throws -> Outcome {
    let (size, tip) = (shape.viewSize, shape.tip)
    for (field, found) in [
      ("viewSize", [size.width, size.height]), ("bubbleRect", shape.bubbleRect.numbers),
      ("contentFrame", shape.contentFrame.numbers), ("tip", [tip.x, tip.y]),
      ("boundingBox", shape.boundingBox.numbers), ("glossRect", shape.glossRect.numbers),
    ] { try expect(field, found) }
    try expect("glossTopRadius", shape.glossTopRadius)
    try expect("glossBottomRadius", shape.glossBottomRadius)
    try comparison.expect("glossDegenerate", of: value, shape.glossIsDegenerate)
    try comparison.expect("tipBaseInsideStraightEdge", of: value, shape.tipBaseIsOnStraightEdge)
    for (field, found) in [("area", shape.area), ("perimeter", shape.perimeter)] {
      // An outline that overlaps itself has neither.
      let should = value[field].isNull ? nil : try value.number(field)
      comparison.expect(
        field, should ?? .infinity, found ?? .infinity, within: BubbleCase.areaLimit)
    }
    return comparison.outcome
  }

  func outlineOutcome() throws -> Outcome {
    for (field, path) in [("path", shape.path), ("glossPath", shape.glossPath)] {
      let elements = try value.list(field)
      comparison.expect("\(field) elements", elements.count, path.count)
      var current: ScreenPoint?
      for (index, pair) in zip(elements, path).enumerated() {
        try compare(pair.0, pair.1, current: &current, prefix: "\(field)[\(index)] ")
      }
    }
    return comparison.outcome
  }

  private func compare(
    _ expected: GoldenValue, _ element: PathElement, current: inout ScreenPoint?, prefix: String
  ) throws {
    func expectPoint(_ field: String, _ point: ScreenPoint) throws {
      try comparison.expect(
        field, of: expected, [point.x, point.y], within: BubbleCase.limit, prefix: prefix)
    }
    let operation = try expected.text("op")
    /// Whether the elements are of one kind; otherwise nothing else is compared.
    func isA(_ word: String) -> Bool {
      comparison.expect(prefix + "op", operation, word)
      return operation == word
    }
    switch element {
    case .move(let point):
      guard isA("move") else { return }
      try expectPoint("p", point)
      current = point
    case .line(let point):
      guard isA("line") else { return }
      try expectPoint("p", point)
      current = point
    case .arc(let center, let radius, let start, let end):
      guard isA("arc") else { return }
      try expectPoint("center", center)
      for (field, found) in [("radius", radius), ("from", start), ("to", end)] {
        try comparison.expect(field, of: expected, found, within: BubbleCase.limit, prefix: prefix)
      }
      let last = BubbleCase.point(on: center, radius, end)
      try expectPoint("mid", BubbleCase.point(on: center, radius, (start + end) / 2))
      if let current { try expectPoint("start", current) }
      try expectPoint("end", last)
      if let cubic = element.cubic, !expected["cubic"].isNull {
        let points = [cubic.first, cubic.second, cubic.end]
        for (should, point) in zip(try expected.list("cubic"), points) {
          comparison.expect(
            prefix + "cubic", should.numbers ?? [], [point.x, point.y], within: BubbleCase.limit)
        }
      }
      current = last
    case .close: _ = isA("close")
    }
  }

  private static func point(
    on center: ScreenPoint, _ radius: Double, _ angle: Double
  ) -> ScreenPoint {
    ScreenPoint(
      x: center.x + radius * Elementary.cos(angle), y: center.y + radius * Elementary.sin(angle))
  }

  /// Colors, shadow and gradients, which are the same for every bubble.
  static func paint(_ constants: GoldenValue) throws -> Outcome {
    let paint = BubblePaint.published
    let comparison = Comparison()
    for (part, fields) in [
      ("fill", ["white": paint.fill.white, "alpha": paint.fill.alpha]),
      (
        "shadow",
        ["white": paint.shadow.white, "alpha": paint.shadow.alpha, "blur": paint.shadowBlur]
      ),
      (
        "strokeColor",
        ["white": paint.stroke.white, "alpha": paint.stroke.alpha, "width": paint.strokeWidth]
      ), ("glossStroke", ["width": paint.glossStrokeWidth]),
    ] {
      for (field, found) in fields.sorted(by: { $0.key < $1.key }) {
        try comparison.expect(field, of: constants[part], found, prefix: "\(part).")
      }
    }
    let offset = [paint.shadowOffset.dx, paint.shadowOffset.dy]
    try comparison.expect("offset", of: constants["shadow"], offset, prefix: "shadow.")
    for (part, stops) in [("glossFill", paint.gloss), ("glossStroke", paint.glossStroke)] {
      let found = stops.map { [$0.location, $0.shade.white, $0.shade.alpha] }
      let should = try constants[part].list("stops").map { $0.numbers ?? [] }
      comparison.expect("\(part).stops", should, found)
    }
    return comparison.outcome
  }

  /// The point that stays, the four key frames, and the frames between them.
  func animationOutcome() throws -> Outcome {
    let animation = BubbleAnimation(of: shape)
    let (fixed, size) = (animation.fixedPoint, shape.viewSize)
    try expect("fixedPoint", [fixed.x, fixed.y])
    try expect("xDistanceFromCenterToParent", size.width / 2 - fixed.x)
    try expect("yDistanceFromCenterToParent", fixed.y - size.height / 2)
    let steps = BubbleAnimation.steps
    let scales = [steps[0].fromScale] + steps.map(\.toScale)
    let frames = try value.list("keyframes")
    comparison.expect("keyframes", frames.count, scales.count)
    for (index, pair) in zip(frames, scales).enumerated() {
      try compare(pair.0, scale: pair.1, of: animation, prefix: "keyframes[\(index)] ")
    }
    let widest = max(1, size.width)
    for (index, sample) in try value.list("samples60Hz").enumerated() {
      let seconds = try sample.number("t")
      guard seconds >= 0, seconds < 1e6 else {
        throw FieldError(message: "a frame at \(seconds) s")
      }
      let time = SimulatedTime(nanoseconds: Int64((seconds * 1e9).rounded()))
      let transform = animation.transform(at: time)
      for (field, found, extent) in [
        ("scale", transform.scale, 1), ("tx", transform.shift.dx, widest),
        ("ty", transform.shift.dy, widest),
      ] {
        try comparison.expect(
          field, of: sample, found, within: BubbleCase.frameLimit * extent,
          prefix: "samples60Hz[\(index)] ")
      }
    }
    return comparison.outcome
  }

  private func compare(
    _ expected: GoldenValue, scale: Double, of animation: BubbleAnimation, prefix: String
  ) throws {
    let limit = BubbleCase.limit
    let transform = animation.transform(scale: scale)
    let tip = animation.place(of: shape.tip, scale: scale)
    for (field, found) in [
      ("scale", transform.scale), ("a", transform.scale), ("b", 0), ("c", 0),
      ("d", transform.scale), ("tx", transform.shift.dx), ("ty", transform.shift.dy),
      ("tipErrorY", tip.y - shape.tip.y),
    ] { try comparison.expect(field, of: expected, found, within: limit, prefix: prefix) }
    for (field, found) in [
      ("frameOnScreen", animation.frame(scale: scale).numbers), ("tipOnScreen", [tip.x, tip.y]),
    ] { try comparison.expect(field, of: expected, found, within: limit, prefix: prefix) }
    let fixed = animation.place(of: animation.fixedPoint, scale: scale)
    comparison.expect(
      prefix + "fixed point", [animation.fixedPoint.x, animation.fixedPoint.y], [fixed.x, fixed.y],
      within: limit)
  }

  /// The steps, which are the same for every bubble.
  static func steps(_ animation: GoldenValue) throws -> Outcome {
    let comparison = Comparison()
    let expected = try animation.list("steps")
    comparison.expect("steps", expected.count, BubbleAnimation.steps.count)
    for (index, (should, step)) in zip(expected, BubbleAnimation.steps).enumerated() {
      let prefix = "steps[\(index)] "
      for (field, found) in [
        ("start", step.start.seconds), ("duration", step.duration.seconds),
        ("fromScale", step.fromScale), ("toScale", step.toScale),
      ] { try comparison.expect(field, of: should, found, within: limit, prefix: prefix) }
      try comparison.expect("controlPoints", of: should, step.curve.controlPoints, prefix: prefix)
    }
    try comparison.expect("total", of: animation, BubbleAnimation.duration.seconds, within: limit)
    return comparison.outcome
  }
}

extension SimulatedTime { fileprivate var seconds: Double { Double(nanoseconds) / 1e9 } }
