internal import Callouts
internal import MapGeometry

/// Callouts with the right answer for each way to make room for them, and the shapes of bubbles.
enum CalloutCases {
  static func play(_ file: GoldenFile) -> [CaseResult] {
    let tolerance = AdjustmentCase.Tolerance(file.document["constants"])
    var results = fileParts(file.document).map { part, outcome in
      CaseResult(file: file.path, id: part, outcome: outcome)
    }
    for golden in file.cases {
      results += parts(golden.value, tolerance: tolerance).map { part, outcome in
        CaseResult(
          file: file.path, id: [golden.name, part].filter { !$0.isEmpty }.joined(separator: " "),
          outcome: outcome)
      }
    }
    return results
  }

  private static func fileParts(_ document: GoldenValue) -> [(String, Outcome)] {
    var parts: [(String, Outcome)] = []
    if document["constants"]["glossFill"].isRecord {
      parts.append(("constants", outcome { try BubbleCase.paint(document["constants"]) }))
    }
    if !document["animation"].isNull {
      parts.append(("animation", outcome { try BubbleCase.steps(document["animation"]) }))
    }
    return parts
  }

  private static func parts(
    _ value: GoldenValue, tolerance: AdjustmentCase.Tolerance
  ) -> [(String, Outcome)] {
    if value["expected"].isRecord, value["input"]["parentFrame"].list != nil {
      return adjustments(value, tolerance: tolerance)
    }
    if value["bubbleRect"].list != nil { return bubble(value) }
    if value["permitted"].text != nil, value["target"].list != nil {
      return [("", outcome { try subview(value) })]
    }
    return [("", .skipped("unknown kind of callout case"))]
  }

  private static func bubble(_ value: GoldenValue) -> [(String, Outcome)] {
    var parts = [("shape", outcome { try BubbleCase(value).shapeOutcome() })]
    if value["path"].list != nil || value["glossPath"].list != nil {
      parts.append(("outlines", outcome { try BubbleCase(value).outlineOutcome() }))
    }
    if !value["keyframes"].isNull || !value["samples60Hz"].isNull {
      parts.append(("animation", outcome { try BubbleCase(value).animationOutcome() }))
    }
    return parts
  }

  private static func adjustments(
    _ value: GoldenValue, tolerance: AdjustmentCase.Tolerance
  ) -> [(String, Outcome)] {
    guard case .record(let strategies) = value["expected"] else { return [] }
    return strategies.sorted { $0.key < $1.key }.map { name, expected in
      let result = outcome {
        let adjustment = try AdjustmentCase(value, expected: expected, tolerance: tolerance)
        switch name.split(separator: "_").first {
        case "A": return try adjustment.edgeMargins()
        case "B": return try adjustment.containRect()
        case "C": return try adjustment.edgedRegion()
        case "ideal": return try adjustment.ideal(name)
        default: return .skipped("unknown way '\(name)' to make room for a callout")
        }
      }
      return (name, result)
    }
  }

  /// A callout as SMCalloutView places it over its target: frame, direction, anchor, and the
  /// offsets of both versions.
  private static func subview(_ value: GoldenValue) throws -> Outcome {
    let view = try value.numbers("view", count: 2)
    let size = try value.numbers("size", count: 2)
    let insets = try value.numbers("insets_TLBR", count: 4)
    guard let directions = SubviewCallout.Directions(rawValue: try value.text("permitted")) else {
      return .skipped("unknown directions '\(try value.text("permitted"))' of an arrow")
    }
    guard (size + view + insets).allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      throw FieldError(message: "a negative extent")
    }
    let callout = SubviewCallout(
      content: .whole(ScreenSize(width: size[0], height: size[1])), directions: directions,
      insets: EdgeInsets(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3]))
    let placement = callout.placement(
      over: ScreenRect(try value.numbers("target", count: 4)),
      in: ScreenSize(width: view[0], height: view[1]))
    let expected = value["expected"]
    let comparison = Comparison()
    // Lengths are given to many digits, but the source computes some in single precision.
    let limit = 1e-4
    try comparison.expect("frame", of: expected, placement.frame.numbers, within: limit)
    try comparison.expect("direction", of: expected, placement.pointsUp ? "up" : "down")
    let anchor = [placement.anchor.x, placement.anchor.y]
    try comparison.expect("anchor", of: expected, anchor, within: limit)
    try comparison.expect("arrowX", of: expected, placement.arrowX, within: limit)
    for (version, overlooksRight) in [("2_1_5", true), ("classic", false)] {
      let offset = placement.offset(overlooksRight: overlooksRight)
      try comparison.expect(
        "offset_\(version)", of: expected, [offset.dx, offset.dy], within: limit)
      try comparison.expect("delegateCalled_\(version)", of: expected, offset != .zero)
    }
    return comparison.outcome
  }
}
