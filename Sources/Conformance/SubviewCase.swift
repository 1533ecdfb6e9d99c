internal import Callouts
internal import MapGeometry

/// A callout as SMCalloutView places it over its target.
struct SubviewCase {
  private let value: GoldenValue

  /// Lengths are given to many digits, but the source computes some in single precision.
  private static let limit = 1e-4

  init(_ value: GoldenValue) {
    self.value = value
  }

  /// Frame, direction, anchor, and the offsets of both versions.
  func outcome() throws -> Outcome {
    let view = try value.numbers("view", count: 2)
    let size = try value.numbers("size", count: 2)
    let insets = try value.numbers("insets_TLBR", count: 4)
    guard let directions = SubviewCallout.Directions(rawValue: try value.text("permitted")) else {
      return .skipped("unknown directions '\(try value.text("permitted"))' of an arrow")
    }
    guard (size + view + insets).allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      throw FieldFault(message: "a negative extent")
    }
    let callout = SubviewCallout(
      content: .whole(ScreenSize(width: size[0], height: size[1])), directions: directions,
      insets: EdgeInsets(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3]))
    let placement = callout.placement(
      over: ScreenRect(try value.numbers("target", count: 4)),
      in: ScreenSize(width: view[0], height: view[1]))
    return try compare(placement, with: value["expected"])
  }

  private func compare(
    _ placement: SubviewPlacement, with expected: GoldenValue
  ) throws -> Outcome {
    var comparison = Comparison()
    let limit = SubviewCase.limit
    comparison.expect(
      "frame", try expected.numbers("frame", count: 4), placement.frame.numbers, within: limit)
    comparison.expect(
      "direction", try expected.text("direction"), placement.pointsUp ? "up" : "down")
    comparison.expect(
      "anchor", try expected.numbers("anchor", count: 2),
      [placement.anchor.x, placement.anchor.y], within: limit)
    comparison.expect("arrowX", try expected.number("arrowX"), placement.arrowX, within: limit)
    for (version, overlooksRight) in [("2_1_5", true), ("classic", false)] {
      let offset = placement.offset(overlooksRight: overlooksRight)
      comparison.expect(
        "offset_\(version)", try expected.numbers("offset_\(version)", count: 2),
        [offset.dx, offset.dy], within: limit)
      comparison.expect(
        "delegateCalled_\(version)", try expected.truth("delegateCalled_\(version)"),
        offset != .zero)
    }
    return comparison.outcome
  }
}
