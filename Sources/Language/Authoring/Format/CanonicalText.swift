internal import ScenarioFiles

/// The canonical text of a layout.
struct CanonicalText {
  /// The columns that a line in braces may take, unless the author's took more.
  static let columns = 100

  private let items: [FileLayout.Item]
  private(set) var text = ""
  /// Whether nothing stands yet in the block that was opened last.
  private var isAtStart = true
  private var needsBlank = false

  /// Writes a layout.
  ///
  /// - Complexity: O(n), times the nesting of braces that have to be broken.
  init(_ layout: FileLayout) {
    items = layout.items
    write(items[0].remarks, indent: 0)
    writeValue(of: 0, start: "", indent: 0)
    write(items[0].closing, indent: 0)
  }

  // MARK: Lines

  private mutating func add(_ line: String) {
    if needsBlank, !isAtStart { text += "\n" }
    (needsBlank, isAtStart) = (false, false)
    text += line + "\n"
  }

  private mutating func write(_ remarks: [FileLayout.Remark], indent: Int) {
    for remark in remarks {
      needsBlank = needsBlank || remark.isAfterBlank
      add(CanonicalText.blanks(indent) + remark.text)
    }
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  // MARK: Items

  /// Writes what stands above an item, and above the first item in it that begins on its line.
  private mutating func writeAbove(_ number: Int, indent: Int) {
    let item = items[number]
    write(item.remarks, indent: indent)
    needsBlank = needsBlank || item.isAfterBlank
    guard item.key == nil, let first = children(inBlockAt: number, indent + 2)?.first else {
      return
    }
    // The first of its items takes the line, and the end of it.
    if let remark = item.endRemark {
      write([FileLayout.Remark(text: remark, isAfterBlank: false)], indent: indent)
    }
    writeAbove(first, indent: indent)
  }

  /// Writes the items of a block; the first one behind what stands on its line.
  private mutating func write(_ children: [Int], start: String?, indent: Int) {
    for (place, number) in children.enumerated() {
      let isOnLine = place == 0 && start != nil
      if !isOnLine { writeAbove(number, indent: indent) }
      let before = isOnLine ? start ?? "" : CanonicalText.blanks(indent)
      let key = items[number].key.map { written($0, isInBraces: false) + ":" } ?? "-"
      writeValue(of: number, start: before + key, indent: indent)
    }
  }

  /// Writes the value of an item behind the beginning of its line.
  private mutating func writeValue(of number: Int, start: String, indent: Int) {
    let item = items[number]
    guard let children = children(inBlockAt: number, start.count + 1) else {
      let value = inBraces(number, isInBraces: false)
      let end = item.endRemark.map { "  " + $0 } ?? ""
      add([start, value].filter { !$0.isEmpty }.joined(separator: " ") + end)
      return
    }
    if number == 0 {
      write(
        item.endRemark.map { [FileLayout.Remark(text: $0, isAfterBlank: false)] } ?? [], indent: 0)
      write(children, start: nil, indent: 0)
    } else if item.key == nil {
      write(children, start: start + " ", indent: indent + 2)
    } else {
      add(start + (item.endRemark.map { "  " + $0 } ?? ""))
      isAtStart = true
      write(children, start: nil, indent: indent + 2)
      isAtStart = false
    }
    if number > 0 { write(item.closing, indent: indent + 2) }
  }

  /// The items of a value that is written as a block; nil for one that is written on its line.
  private func children(inBlockAt number: Int, _ column: Int) -> [Int]? {
    let children: [Int]
    switch items[number].content {
    case .scalar: return nil
    case .list(let list), .map(let list): children = list
    }
    guard !children.isEmpty else { return nil }
    guard case .line(let end) = items[number].form else { return children }
    let width = column + inBraces(number, isInBraces: false).count
    return width <= max(CanonicalText.columns, end) ? nil : children
  }

  // MARK: In braces

  private func written(_ key: FileLayout.Key, isInBraces: Bool) -> String {
    // Without a letter it would be no key.
    let isQuoted = key.isQuoted || key.text.isEmpty
    return PlainText.written(key.text, isQuoted: isQuoted, isInBraces: isInBraces)
  }

  private func inBraces(_ number: Int, isInBraces: Bool) -> String {
    switch items[number].content {
    case .scalar("", isQuoted: false): return ""
    case .scalar(let text, let isQuoted):
      return PlainText.written(text, isQuoted: isQuoted, isInBraces: isInBraces)
    case .list(let children):
      return "[" + children.map { inBraces($0, isInBraces: true) }.joined(separator: ", ") + "]"
    case .map(let children):
      let pairs = children.map { number in
        let value = inBraces(number, isInBraces: true)
        let key = items[number].key.map { written($0, isInBraces: true) } ?? ""
        return value.isEmpty ? key : "\(key): \(value)"
      }
      return "{" + pairs.joined(separator: ", ") + "}"
    }
  }
}
