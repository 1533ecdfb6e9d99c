/// The style that all pages share.
package enum PageStyle {
  /// All of it.
  package static let text = colors + WebFile.pageCSS + map + WebFile.listsCSS
  /// One set of names for light and dark, so that nothing else asks which one is on.
  package static let colors = WebFile.colorsCSS
  /// The classes of a picture of the map.
  package static let map = WebFile.mapCSS

  /// A style for a picture outside of a page, with its colors written out.
  ///
  /// Few programs besides browsers know custom properties: all others would draw in black. A rule
  /// whose colors differ in the dark is repeated for it.
  ///
  /// - Parameter style: Rules, and custom properties of `:root` for light and dark.
  /// - Returns: Rules without custom properties.
  package static func literal(_ style: String) -> String {
    let darkRoot = /@media[^{]*dark\) \{\s*:root \{(?<colors>[^}]*)\}\s*\}\n?/
    let lightRoot = /:root \{(?<colors>[^}]*)\}\n?/
    let dark = style.matches(of: darkRoot).map(\.output.colors)
    let inLight = style.replacing(darkRoot, with: "")
    let light = inLight.matches(of: lightRoot).map(\.output.colors)
    let rules = inLight.replacing(lightRoot, with: "")
      .matches(of: /(?<of>[^{}]+)\{(?<all>[^{}]*)\}/)
    let (bright, dim) = (properties(of: light), properties(of: light + dark))
    func text(by colors: [Substring: Substring], where isWritten: (Substring) -> Bool) -> String {
      rules.compactMap { rule in
        let written = rule.output.all.split(separator: ";")
          .map { $0.drop(while: \.isWhitespace) }
          .filter { !$0.isEmpty && !$0.hasPrefix("--") && isWritten($0) }
          .map { resolved($0, by: colors) }
        let of = rule.output.of.drop(while: \.isWhitespace)
        return written.isEmpty ? nil : "\(of){ \(written.joined(separator: "; ")) }\n"
      }.joined()
    }
    let changed = text(by: dim) { resolved($0, by: bright) != resolved($0, by: dim) }
    return text(by: bright) { _ in true } + "@media (prefers-color-scheme: dark) {\n\(changed)}\n"
  }

  /// Custom properties by their names; the last of a name counts.
  private static func properties(of blocks: [Substring]) -> [Substring: Substring] {
    let pairs = blocks.flatMap { $0.matches(of: /(?<name>--[a-z0-9-]+): (?<value>[^;]+)/) }
    return Dictionary(pairs.map { ($0.output.name, $0.output.value) }) { $1 }
  }

  private static func resolved(_ text: Substring, by values: [Substring: Substring]) -> String {
    String(text.replacing(/var\((?<name>--[a-z0-9-]+)\)/) { values[$0.output.name] ?? $0.output.0 })
  }
}
