internal import Formatting
internal import Pages
internal import Wire

/// A flame graph in one self-contained file.
///
/// It shows callers above callees, each as wide as its cost. It can be read without
/// scripts, as each function has a title. Its script searches, and zooms into functions
/// that are too narrow to draw at first.
public struct FlameGraph {
  private let head: Profile
  private let base: Profile?
  private let title: String
  private let tree: FrameTree

  /// Creates the flame graph of a profile.
  ///
  /// - Parameters:
  ///   - head: The profile, which gives the widths.
  ///   - base: The profile to compare with; colors then show growth and decline.
  ///   - title: The subject of the profile.
  public init(_ head: Profile, against base: Profile? = nil, title: String) {
    (self.head, self.base, self.title) = (head, base, title)
    tree = FrameTree(head, base: base)
  }

  /// Measures of the drawing, in points.
  private enum Size {
    static let width = 1_200.0
    static let row = 17.0
    static let margin = 8.0
    static let top = 76.0
    /// A letter of a label.
    static let letter = 6.7
    /// The number of letters of the title next to the tools.
    static let letters = 125
    /// The least width of a drawn function.
    static let least = 0.15

    /// The measures that the script draws with.
    static let all: JSON = [
      "left": .number(margin), "room": .number(width - 2 * margin), "top": .number(top),
      "row": .number(row), "least": .number(least), "letter": .number(letter),
    ]
  }

  /// The text of a file.
  public var svg: String {
    let height = Size.top + Double(tree.depth + 1) * Size.row + Size.margin
    var drawing = Drawing(hasBase: base != nil)
    draw(tree.root, level: 0, before: 0, into: &drawing)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(px: Size.width) \(px: height)" \
      width="\(px: Size.width)" height="\(px: height)" \
      font-family="ui-monospace, monospace" font-size="11" id="flame">
      <title>\(Escape.markup(title))</title>
      <style>
      \(PageStyle.colors)\(WebFile.flameGraphCSS)\
      </style>
      <rect class="page" width="100%" height="100%"/>
      <text class="head" x="\(px: Size.margin)" y="20">\
      \(Escape.markup(TextLayout.fitted(title, to: Size.letters)))</text>
      <text x="\(px: Size.margin)" y="38">\(Escape.markup(subtitle))</text>
      \(legend)
      <g id="rows">
      \(drawing.rows)</g>
      <metadata id="calls">\(Escape.markup(calls(of: drawing)))</metadata>
      <text id="found" x="\(px: Size.width - Size.margin)" y="38" text-anchor="end"/>
      <g id="tools" visibility="hidden">
      <text class="tool" id="search" x="\(px: Size.width - 90)" y="20">search</text>
      <text class="tool" id="reset" x="\(px: Size.width - 42)" y="20">reset</text>
      </g>
      <script><![CDATA[
      \(WebFile.flameGraphJS)\
      ]]></script>
      </svg>

      """
  }

  private var subtitle: String {
    let total = "\(MetricText.count(head.total)) \(head.unit)"
    guard let base else { return "\(total); each function is below the one that calls it" }
    let gone = gone(tree.root, total: base.total)
    return "\(total), before \(MetricText.count(base.total)); widths are those of now"
      + (gone > 0
        ? "; not shown is what is gone, \(MetricText.percent(gone, of: base.total)) of before" : "")
  }

  /// Returns the count of the base at places that are missing in the head, unless by chance.
  private func gone(_ node: FrameTree.Node, total: Int64) -> Int64 {
    guard node.head == 0 else {
      return node.children.reduce(0) { $0 + gone($1, total: total) }
    }
    return Profile.differ(0, of: head.total, node.base, of: total, in: head.unit) ? node.base : 0
  }

  /// The drawing, and all calls for the script.
  ///
  /// The calls include, with exact counts, those that are too narrow to draw.
  private struct Drawing {
    let hasBase: Bool
    var rows = ""
    var names = DistinctTexts()
    var styles = DistinctTexts()
    /// The numbers of each call: the level, the index of its name and of its style, the count,
    /// and the count of the base where it is known.
    ///
    /// Callers come before callees.
    var numbers: [JSON] = []
    private var count = 0

    init(hasBase: Bool) { self.hasBase = hasBase }

    /// Adds a call, and returns its number.
    mutating func add(_ node: FrameTree.Node, level: Int, style: String) -> Int {
      numbers += [
        .int(level), .int(names.index(of: node.frame.name)), .int(styles.index(of: style)),
        .integer(node.head),
      ]
      if hasBase { numbers.append(.integer(node.base)) }
      count += 1
      return count - 1
    }
  }

  /// All calls for the script, which draws the narrow ones too.
  private func calls(of drawing: Drawing) -> String {
    JSON.line(
      .members(
        [
          .init("unit", .string("\(head.unit)")), .init("names", .array(drawing.names.all)),
          .init("styles", .array(drawing.styles.all)),
          .init("sizes", Size.all),
        ] + (base.map { [.init("before", .integer($0.total))] } ?? [])
          + [.init("numbers", .array(drawing.numbers))])
    ).text(atLevel: 0)
  }

  /// Draws a function and its callees; `before` is the count of the functions to its left.
  private func draw(
    _ node: FrameTree.Node, level: Int, before: Int64, into drawing: inout Drawing
  ) {
    guard node.head > 0 else { return }
    let style = style(of: node, isRoot: level == 0)
    let number = drawing.add(node, level: level, style: style)
    let scale = (Size.width - 2 * Size.margin) / Double(head.total)
    let width = Double(node.head) * scale
    if width >= Size.least {
      let x = Size.margin + Double(before) * scale
      let y = Size.top + Double(level) * Size.row
      let letters = Int((width - 5) / Size.letter)
      let name = node.frame.name
      let label = letters < 3 ? "" : name.count <= letters ? name : name.prefix(letters - 2) + ".."
      drawing.rows +=
        "<g class=\"\(style)\" data-call=\"\(number)\"><title>"
        + "\(Escape.markup(words(for: node)))</title><rect x=\"\(px: x)\" y=\"\(px: y)\" "
        + "width=\"\(px: width)\" height=\"\(px: Size.row - 1)\" rx=\"1.5\"/>"
        + "<text x=\"\(px: x + 3)\" y=\"\(px: y + 12)\">\(Escape.markup(label))</text></g>\n"
    }
    var before = before
    for child in node.children {
      draw(child, level: level + 1, before: before, into: &drawing)
      before += child.head
    }
  }

  private func words(for node: FrameTree.Node) -> String {
    let share =
      "\(MetricText.count(node.head)) \(head.unit)"
      + (head.total > 0 ? ", \(MetricText.percent(node.head, of: head.total))" : "")
    guard let base else { return "\(node.frame.name) (\(share))" }
    let before = base.total > 0 ? ", \(MetricText.percent(node.base, of: base.total))" : ""
    return
      "\(node.frame.name) (\(share); before \(MetricText.count(node.base)) \(base.unit)\(before))"
  }

  private func style(of node: FrameTree.Node, isRoot: Bool) -> String {
    guard base != nil else {
      return isRoot ? "f root" : "f \(node.frame.kind) s\(FlameGraph.shade(of: node.frame.name))"
    }
    return "f " + FlameGraph.step(change(of: node))
  }

  /// The increase of a function, in millionths of the whole.
  ///
  /// Instructions are compared directly. Samples are compared by their shares, as their
  /// number is not a result, and only where shares differ by more than chance.
  private func change(of node: FrameTree.Node) -> Double {
    guard let base, base.total > 0, head.total > 0,
      Profile.differ(node.head, of: head.total, node.base, of: base.total, in: head.unit)
    else { return 0 }
    let before = Double(node.base) / Double(base.total)
    let now = Double(node.head) / Double(head.unit == .samples ? head.total : base.total)
    return (now - before) * 1e6
  }

  /// The color of a change: none below a thousandth, the strongest from 3 % on.
  private static func step(_ change: Double) -> String {
    let strength =
      switch abs(change) {
      case ..<1_000: 0
      case ..<5_000: 1
      case ..<10_000: 2
      case ..<30_000: 3
      default: 4
      }
    return strength == 0 ? "same" : "\(change > 0 ? "more" : "less")\(strength)"
  }

  /// One of three shades, always the same for a name, which separates neighbors.
  private static func shade(of name: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % 3)
  }

  private var legend: String {
    let entries =
      base == nil
      ? FunctionKind.allCases.map { (style: "\($0)", words: $0.words) }
      : [
        ("less4", "takes less"), ("less2", ""), ("same", "as before"), ("more2", ""),
        ("more4", "takes more"),
      ].map { (style: $0.0, words: $0.1) }
    var x = Size.margin
    var text = "<g>"
    for entry in entries {
      text +=
        "<g class=\"key \(entry.style)\"><rect x=\"\(px: x)\" y=\"50\" width=\"12\" "
        + "height=\"12\" rx=\"1.5\"/></g><text x=\"\(px: x + 16)\" y=\"60\">"
        + "\(Escape.markup(entry.words))</text>"
      x += 16 + (entry.words.isEmpty ? 2 : Double(entry.words.count) * Size.letter + 16)
    }
    return text + "</g>"
  }
}

/// A list of distinct texts.
struct DistinctTexts {
  private(set) var all: [JSON] = []
  private var indexes: [String: Int] = [:]

  mutating func index(of text: String) -> Int {
    if let index = indexes[text] { return index }
    indexes[text] = all.count
    all.append(.string(text))
    return all.count - 1
  }
}
