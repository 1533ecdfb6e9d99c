import Reporting

/// What must hold of texts that are compared with committed facts.
enum FactsText {
  private static let sample = """
    {
      "callouts": [],
      "digest": "0123456789abcdef",
      "marks": [
        {
          "mark": "zooming",
          "views created": 3
        }
      ],
      "session": {
        "hitch ratio": {"of": 10, "part": 3},
        "simulated time ns": 300000000
      },
      "steps": [
        {"step": 4, "step line": 12, "views created": 3}
      ],
      "version": 7
    }

    """

  /// What the comparison did wrong with some bytes, in words.
  static func violation(of bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    if FactsFile.error(in: text) == nil, FactsFile.isDamaged(text) {
      return "damaged, and read"
    }
    for value in FactsDifference.values(old: text, new: sample) where value.words.isEmpty {
      return "a difference without words"
    }
    _ = FactsDifference.values(old: sample, new: text)
    _ = FactsDifference.values(old: text, new: text)
    return nil
  }
}
