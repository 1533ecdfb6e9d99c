internal import Callouts
internal import MapGeometry

/// How a published bubble grows.
struct BubbleAnimationCase {
  private let value: GoldenValue
  private let shape: BubbleShape
  private let animation: BubbleAnimation

  /// Lengths and scales have about 12 digits.
  private static let limit = 1e-9
  /// The times of frames are given to 12 digits of a second and kept in whole nanoseconds, in which
  /// the view grows by less than this.
  private static let frameLimit = 1e-5

  init(_ value: GoldenValue) throws {
    self.value = value
    shape = try BubbleCase.shape(value["input"])
    animation = BubbleAnimation(of: shape)
  }

  /// The point that stays, the four key frames, and the frames between them.
  func outcome() throws -> Outcome {
    var comparison = Comparison()
    let fixed = animation.fixedPoint
    comparison.expect(
      "fixedPoint", try value.numbers("fixedPoint", count: 2), [fixed.x, fixed.y],
      within: BubbleAnimationCase.limit)
    let size = shape.viewSize
    for (field, found) in [
      ("xDistanceFromCenterToParent", size.width / 2 - fixed.x),
      ("yDistanceFromCenterToParent", fixed.y - size.height / 2),
    ] {
      comparison.expect(
        field, try value.number(field), found, within: BubbleAnimationCase.limit)
    }
    let steps = BubbleAnimation.steps
    let scales = [steps[0].fromScale] + steps.map(\.toScale)
    let frames = try value.list("keyframes")
    comparison.expect("keyframes", frames.count, scales.count)
    for (index, pair) in zip(frames, scales).enumerated() {
      try compare(pair.0, scale: pair.1, name: "keyframes[\(index)]", &comparison)
    }
    for (index, sample) in try value.list("samples60Hz").enumerated() {
      try compare(sample: sample, name: "samples60Hz[\(index)]", &comparison)
    }
    return comparison.outcome
  }

  private func compare(
    _ expected: GoldenValue, scale: Double, name: String, _ comparison: inout Comparison
  ) throws {
    let transform = animation.transform(scale: scale)
    for (field, found) in [
      ("scale", transform.scale), ("a", transform.scale), ("b", 0), ("c", 0),
      ("d", transform.scale), ("tx", transform.shift.dx), ("ty", transform.shift.dy),
    ] {
      comparison.expect(
        "\(name) \(field)", try expected.number(field), found, within: BubbleAnimationCase.limit)
    }
    let tip = animation.place(of: shape.tip, scale: scale)
    let fixed = animation.place(of: animation.fixedPoint, scale: scale)
    for (field, found) in [
      ("frameOnScreen", animation.frame(scale: scale).numbers), ("tipOnScreen", [tip.x, tip.y]),
    ] {
      comparison.expect(
        "\(name) \(field)", try expected.numbers(field, count: found.count), found,
        within: BubbleAnimationCase.limit)
    }
    comparison.expect(
      "\(name) tipErrorY", try expected.number("tipErrorY"), tip.y - shape.tip.y,
      within: BubbleAnimationCase.limit)
    comparison.expect(
      "\(name) fixed point", [animation.fixedPoint.x, animation.fixedPoint.y],
      [fixed.x, fixed.y], within: BubbleAnimationCase.limit)
  }

  private func compare(
    sample: GoldenValue, name: String, _ comparison: inout Comparison
  ) throws {
    let seconds = try sample.number("t")
    guard seconds >= 0, seconds < 1e6 else { throw FieldFault(message: "a frame at \(seconds) s") }
    let time = SimulatedTime(nanoseconds: Int64((seconds * 1e9).rounded()))
    let transform = animation.transform(at: time)
    let widest = max(1, shape.viewSize.width)
    for (field, found, limit) in [
      ("scale", transform.scale, BubbleAnimationCase.frameLimit),
      ("tx", transform.shift.dx, BubbleAnimationCase.frameLimit * widest),
      ("ty", transform.shift.dy, BubbleAnimationCase.frameLimit * widest),
    ] {
      comparison.expect("\(name) \(field)", try sample.number(field), found, within: limit)
    }
  }

  /// The steps, which are the same for every bubble.
  static func steps(_ animation: GoldenValue) throws -> Outcome {
    var comparison = Comparison()
    let expected = try animation.list("steps")
    comparison.expect("steps", expected.count, BubbleAnimation.steps.count)
    for (index, (should, step)) in zip(expected, BubbleAnimation.steps).enumerated() {
      for (field, found) in [
        ("start", step.start.seconds), ("duration", step.duration.seconds),
        ("fromScale", step.fromScale), ("toScale", step.toScale),
      ] {
        comparison.expect(
          "steps[\(index)] \(field)", try should.number(field), found, within: limit)
      }
      comparison.expect(
        "steps[\(index)] controlPoints", try should.numbers("controlPoints", count: 4),
        step.curve.controlPoints)
    }
    comparison.expect(
      "total", try animation.number("total"), BubbleAnimation.duration.seconds, within: limit)
    return comparison.outcome
  }
}

extension SimulatedTime {
  /// A length in seconds, for comparisons with numbers that are given so.
  fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}
