internal import Metrics
internal import ScenarioFiles
package import Scenarios

/// An option value that is invalid, and how to fix it.
package struct UnknownWords: Error, Hashable, Sendable {
  /// The mistake.
  package let mistake: String
  /// The remedy; nil for none.
  package let help: String?

  /// Tells of a mistake.
  package init(mistake: String, help: String?) { (self.mistake, self.help) = (mistake, help) }
}

/// Options of a search, read in the words of scenarios.
extension Explorer {
  /// Reads `METRIC: RULE` or a promise such as `never: nothing selected`, as `expect` of a scenario
  /// does.
  package func expectation(_ text: String) throws(UnknownWords) -> PlacedExpectation {
    guard let expect = Explorer.expected(text) else {
      throw UnknownWords(
        mistake: "'\(text)' is not of the form 'METRIC: RULE'",
        help: "write both, such as 'callout inside map: always', or a promise, such as "
          + "'whenever: callout opens, then: callout inside map, within: 500 ms'")
    }
    let root = YAMLNode(
      .map([
        YAMLPair("scenario", YAMLNode("asked")), YAMLPair("device", YAMLNode("instant")),
        YAMLPair("map", Explorer.someMap), YAMLPair("expect", expect),
        YAMLPair(
          "steps", YAMLNode(.list([YAMLNode(.map([YAMLPair("wait", YAMLNode("settled"))]))]))),
      ]))
    switch maker.reader.read(NumberedNodes(root)) {
    case .failure(let diagnostics):
      let first = diagnostics.all[0]
      throw UnknownWords(mistake: first.message, help: first.remedy)
    case .success(let scenarios):
      guard let placed = scenarios.first?.expectations, placed.count == 1,
        placed[0].interval == nil
      else {
        throw UnknownWords(
          mistake: "'\(text)' is not one expectation of the whole session",
          help: "write one metric with its rule, or one promise")
      }
      return placed[0]
    }
  }

  /// The object of `expect` with these keys; nil for a text without any.
  static func expected(_ text: String) -> YAMLNode? {
    let braces = text.hasPrefix("{") ? text : "{\(text)}"
    guard let node = ScenarioText.root(of: "expect: \(braces)")?.pairs.first?.value,
      !node.pairs.isEmpty, node.pairs.allSatisfy({ !$0.value.isBare })
    else { return nil }
    return node
  }

  private static let someMap = YAMLNode(
    .map([
      YAMLPair("size", YAMLNode("390 x 844 pt")), YAMLPair("span", YAMLNode("1 deg x 1 deg")),
      YAMLPair(
        "center",
        YAMLNode(.map([YAMLPair("lat", YAMLNode("0")), YAMLPair("lon", YAMLNode("0"))]))),
    ]))

  /// Reads `KEY: VALUE`: a key that some object has, and a value that it takes there.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - given: The values before it, of other keys.
  /// - Returns: The value.
  /// - Throws: The mistake in the text.
  package func givenValue(
    _ text: String, after given: [GivenValue] = []
  ) throws(UnknownWords) -> GivenValue {
    guard let value = GivenValue(text) else {
      throw UnknownWords(
        mistake: "'\(text)' is not of the form 'KEY: VALUE'",
        help: "write both, such as 'adjust: contain rect'")
    }
    let kinds = ScenarioSchema.objects.map(\.kind)
    let fields = kinds.flatMap { kind in schema.object(kind).fields }
    let meant = fields.filter { $0.key == value.key }
    guard let first = meant.first else {
      let known = fields.map(\.key)
      let suggestions = Spelling.suggestions(for: value.key, among: Array(Set(known)).sorted())
      throw UnknownWords(
        mistake: "unknown key '\(value.key)'",
        help: didYouMean(suggestions, otherwise: "Scenarios/Reference.md lists the keys"))
    }
    let fits = meant.contains(where: value.fits)
    guard !given.contains(where: { $0.key == value.key }) else {
      throw UnknownWords(mistake: "'\(value.key)' is given twice", help: "give it once")
    }
    guard fits else {
      throw UnknownWords(
        mistake: "'\(value.text)' is not a value of '\(value.key)'",
        help: "it takes \(first.type.words)")
    }
    return value
  }

  /// The laws with some names, in the order of all.
  package static func laws(named names: [String]) throws(UnknownWords) -> [Law] {
    for name in names where !Law.all.contains(where: { $0.name == name }) {
      let suggestions = Spelling.suggestions(for: name, among: Law.all.map(\.name))
      throw UnknownWords(
        mistake: "unknown law '\(name)'",
        help: didYouMean(suggestions, otherwise: "mapreplay explore --list-laws lists them"))
    }
    return names.isEmpty ? Law.all : Law.all.filter { names.contains($0.name) }
  }
}
