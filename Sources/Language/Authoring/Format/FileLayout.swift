internal import ScenarioFiles

/// The nodes of a file with their comments, and how the author laid them out.
struct FileLayout {
  /// A comment on a separate line.
  struct Remark {
    let text: String
    /// Whether the line before it is blank.
    let isAfterBlank: Bool
  }

  enum Form {
    /// On separate lines, or a scalar.
    case block
    /// In braces that began and ended on one line; the column after them.
    case line(end: Int)
    /// In braces over several lines.
    case broken
  }

  struct Key {
    let text: String
    let isQuoted: Bool
  }

  enum Content {
    case scalar(String, isQuoted: Bool)
    /// The numbers of the items.
    case list([Int])
    case map([Int])
  }

  /// A key with its value, an item of a list, or the whole file.
  struct Item {
    var key: Key?
    var content = Content.scalar("", isQuoted: false)
    var form = Form.block
    let column: Int
    let parent: Int
    /// Whether the line before it is blank.
    var isAfterBlank: Bool
    /// The comments above it.
    var remarks: [Remark] = []
    /// The comment on its first line.
    var endRemark: String?
    /// The comments after the last item in it.
    var closing: [Remark] = []
  }

  /// The items in the order of the text; the first one is the whole file.
  private(set) var items: [Item] = [Item(column: 0, parent: -1, isAfterBlank: false)]
  /// Every comment, in the order of the text.
  private(set) var comments: [String] = []

  private let source: SourceText
  private let order: KeyOrder
  private var waiting: ArraySlice<(place: Point, text: String)> = []
  private var braces: [(opening: Point, form: Form)] = []
  private var nextBrace = 0
  /// The item that was begun last.
  private var current = 0

  private struct Point: Comparable {
    let line: Int
    let column: Int

    init(_ line: Int, _ column: Int) { (self.line, self.column) = (line, column) }
    init(_ mark: YAMLMark) { (line, column) = (mark.line, mark.column) }

    static func < (one: Point, two: Point) -> Bool {
      (one.line, one.column) < (two.line, two.column)
    }
  }

  /// Lays out the nodes of a text that has no diagnostics.
  ///
  /// - Complexity: O(n log n).
  init(_ source: SourceText, root: YAMLNode, order: KeyOrder) {
    self.source = source
    self.order = order
    let lines = YAMLLines(source, notesLayout: true)
    let places = points(ofAscending: lines.comments)
    for (byte, place) in zip(lines.comments, places) {
      let end = source.range(ofLine: place.line).upperBound
      let text = String(decoding: source.bytes[byte..<end], as: UTF8.self)
      comments.append(FileLayout.withoutBlanksAtEnd(text))
      waiting.append((place, comments[comments.count - 1]))
    }
    noteBraces(lines.brackets)
    var type: ValueType?
    if case .map(let pairs) = root.content {
      type = .object(order.kind(ofFileWith: pairs.map { $0.key.text ?? "" }))
    }
    fill(0, with: root, type)
    takeComments(before: Point(source.lineCount + 1, 0), inside: -1)
  }

  private static func withoutBlanksAtEnd(_ text: String) -> String {
    String(text.reversed().drop(while: \.isWhitespace).reversed())
  }

  // MARK: Places

  /// The places of ascending bytes.
  private func points(ofAscending bytes: [Int]) -> [Point] {
    var points: [Point] = []
    var (line, start, column) = (1, 0, 1)
    for byte in bytes {
      while line < source.lineCount, source.range(ofLine: line + 1).lowerBound <= byte {
        line += 1
        (start, column) = (source.range(ofLine: line).lowerBound, 1)
      }
      // Every byte but a continuation begins a scalar.
      column += source.bytes[start..<byte].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      start = byte
      points.append(Point(line, column))
    }
    return points
  }

  private mutating func noteBraces(_ brackets: [(opening: Int, closing: Int)]) {
    let openings = points(ofAscending: brackets.map(\.opening))
    let order = brackets.indices.sorted { brackets[$0].closing < brackets[$1].closing }
    var closings = openings
    for (number, point) in zip(order, points(ofAscending: order.map { brackets[$0].closing })) {
      closings[number] = point
    }
    braces = zip(openings, closings).map { opening, closing in
      (opening, opening.line == closing.line ? .line(end: closing.column) : .broken)
    }
  }

  private func isBlank(line: Int) -> Bool {
    line >= 1 && source.bytes[source.range(ofLine: line)].allSatisfy { $0 <= 0x20 }
  }

  private func isFirst(onItsLine place: Point) -> Bool {
    source.bytes[source.range(ofLine: place.line)].prefix { $0 <= 0x20 }.count >= place.column - 1
  }

  private func isAfterBlank(_ place: Point) -> Bool {
    isBlank(line: place.line - 1) && isFirst(onItsLine: place)
  }

  /// The dash of an item in a list whose dashes are in a column.
  private func dash(of item: YAMLMark, column: Int, notBefore first: Int) -> Point {
    for line in stride(from: item.line, through: first, by: -1) {
      let bytes = source.bytes[source.range(ofLine: line)].prefix(column)
      if bytes.count == column, bytes.last == UInt8(ascii: "-"),
        bytes.allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: "-") })
      {
        return Point(line, column)
      }
    }
    return Point(item)
  }

  // MARK: Items

  private mutating func fill(_ number: Int, with node: YAMLNode, _ type: ValueType?) {
    let isInBraces = nextBrace < braces.count && braces[nextBrace].opening == Point(node.mark)
    if isInBraces, node.text == nil {
      items[number].form = braces[nextBrace].form
      nextBrace += 1
    }
    switch node.content {
    case .scalar(let text, let isQuoted):
      items[number].content = .scalar(text, isQuoted: isQuoted)
    case .list(let nodes):
      fill(number, withItems: nodes, of: node, order.type(ofItemsIn: type), isInBraces: isInBraces)
    case .map(let pairs):
      fill(number, withPairs: pairs, type)
    }
    // A comment behind the braces is one on the line of the key.
    if case .line = items[number].form { current = number }
  }

  private mutating func fill(
    _ number: Int, withItems nodes: [YAMLNode], of list: YAMLNode, _ type: ValueType?,
    isInBraces: Bool
  ) {
    var children: [Int] = []
    var line = list.mark.line
    for node in nodes {
      let place =
        isInBraces
        ? Point(node.mark) : dash(of: node.mark, column: list.mark.column, notBefore: line)
      line = place.line
      let child = begin(at: place, inside: number)
      fill(child, with: node, type)
      children.append(child)
    }
    items[number].content = .list(children)
  }

  private mutating func fill(
    _ number: Int, withPairs pairs: [YAMLPair], _ type: ValueType?
  ) {
    var children: [Int] = []
    for pair in pairs {
      let child = begin(at: Point(pair.key.mark), inside: number)
      if case .scalar(let text, let isQuoted) = pair.key.content {
        items[child].key = Key(text: text, isQuoted: isQuoted)
      }
      fill(child, with: pair.value, order.type(ofKey: pair.key.text ?? "", in: type))
      children.append(child)
    }
    // What is said above all stays above all.
    if number == 0, let first = children.first {
      items[0].remarks += items[first].remarks
      items[first].remarks = []
    }
    let keys = pairs.map { $0.key.text ?? "" }
    items[number].content = .map(order.order(of: keys, in: type).map { children[$0] })
  }

  private mutating func begin(at place: Point, inside parent: Int) -> Int {
    takeComments(before: place, inside: parent)
    current = items.count
    let remarks = pending
    pending = []
    items.append(
      Item(
        column: place.column, parent: parent, isAfterBlank: isAfterBlank(place), remarks: remarks))
    return current
  }

  // MARK: Comments

  /// The comments above the item that begins next.
  private var pending: [Remark] = []

  private mutating func takeComments(before place: Point, inside parent: Int) {
    while let (point, text) = waiting.first, point < place {
      waiting.removeFirst()
      let remark = Remark(text: text, isAfterBlank: isAfterBlank(point))
      if !isFirst(onItsLine: point) {
        if items[current].endRemark == nil {
          items[current].endRemark = text
        } else {
          items[current].remarks.append(remark)
        }
      } else if point.column > place.column, let block = block(endedAt: point, inside: parent) {
        items[block].closing.append(remark)
      } else {
        pending.append(remark)
      }
    }
    guard parent < 0 else { return }
    items[0].remarks += pending
    pending = []
  }

  /// The innermost block that ended with the current item, and to which a comment is indented.
  private func block(endedAt point: Point, inside parent: Int) -> Int? {
    var number = current
    while number != parent, number >= 0 {
      if let first = firstChild(of: number), items[first].column <= point.column { return number }
      number = items[number].parent
    }
    return nil
  }

  private func firstChild(of number: Int) -> Int? {
    if case .line = items[number].form { return nil }
    switch items[number].content {
    case .scalar: return nil
    case .list(let children), .map(let children): return children.first
    }
  }
}
