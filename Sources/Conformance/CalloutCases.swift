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

  /// What a file says beside its cases.
  private static func fileParts(_ document: GoldenValue) -> [(String, Outcome)] {
    var parts: [(String, Outcome)] = []
    if document["constants"]["glossFill"].isRecord {
      parts.append(("constants", outcome { try BubbleCase.paint(document["constants"]) }))
    }
    if !document["animation"].isNull {
      parts.append(
        ("animation", outcome { try BubbleAnimationCase.steps(document["animation"]) }))
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
      return [("", outcome { try SubviewCase(value).outcome() })]
    }
    return [("", .skipped("unknown kind of callout case"))]
  }

  private static func bubble(_ value: GoldenValue) -> [(String, Outcome)] {
    var parts = [("shape", outcome { try BubbleCase(value).shapeOutcome() })]
    if value["path"].list != nil || value["glossPath"].list != nil {
      parts.append(("outlines", outcome { try BubbleCase(value).outlineOutcome() }))
    }
    if !value["keyframes"].isNull || !value["samples60Hz"].isNull {
      parts.append(("animation", outcome { try BubbleAnimationCase(value).outcome() }))
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
}
