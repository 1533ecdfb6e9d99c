internal import ScenarioFiles

/// Changes of the nodes of a scenario, each named by the way to it from the root.
extension YAMLNode {
  /// The node at the end of a way; nil where there is none.
  subscript(path: ArraySlice<Int>) -> YAMLNode? {
    guard let index = path.first else { return self }
    switch content {
    case .scalar: return nil
    case .list(let items):
      return items.indices.contains(index) ? items[index][path.dropFirst()] : nil
    case .map(let pairs):
      return pairs.indices.contains(index) ? pairs[index].value[path.dropFirst()] : nil
    }
  }

  /// Replaces the node at the end of a way by others: none, one or, in a list, several.
  ///
  /// - Returns: Whether there is such a node.
  @discardableResult
  mutating func replace(at path: ArraySlice<Int>, by nodes: [YAMLNode]) -> Bool {
    guard let index = path.first else {
      guard nodes.count == 1 else { return false }
      self = nodes[0]
      return true
    }
    let isLast = path.count == 1
    switch content {
    case .scalar: return false
    case .list(var items):
      guard items.indices.contains(index) else { return false }
      if isLast {
        items.replaceSubrange(index...index, with: nodes)
      } else if !items[index].replace(at: path.dropFirst(), by: nodes) {
        return false
      }
      content = .list(items)
    case .map(var pairs):
      guard pairs.indices.contains(index) else { return false }
      if !isLast {
        guard pairs[index].value.replace(at: path.dropFirst(), by: nodes) else { return false }
      } else if let node = nodes.first {
        pairs[index].value = node
      } else {
        pairs.remove(at: index)
      }
      content = .map(pairs)
    }
    return true
  }

  /// This node with another one, or none, at the end of a way.
  func replacing(at path: [Int], by node: YAMLNode?) -> YAMLNode {
    var copy = self
    copy.replace(at: path[...], by: node.map { [$0] } ?? [])
    return copy
  }

  /// The value of a key of an object.
  subscript(key: String) -> YAMLNode? { pairs.first { $0.key.text == key }?.value }

  /// The values of an object by their keys; only looked up.
  var valuesByKey: [String: YAMLNode] {
    Dictionary(
      pairs.map { ($0.key.text ?? "", $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sets the value of a key of an object, where it stands or at the end.
  mutating func set(_ key: String, to value: YAMLNode) {
    var pairs = pairs
    if let index = pairs.firstIndex(where: { $0.key.text == key }) {
      pairs[index].value = value
    } else {
      pairs.append(YAMLPair(key, value))
    }
    content = .map(pairs)
  }

  /// The items of a list; none of anything else.
  var items: [YAMLNode] { if case .list(let items) = content { items } else { [] } }

  /// Whether it has no nodes inside.
  var isScalar: Bool { if case .scalar = content { true } else { false } }

  /// The number of nodes, keys left out.
  var size: Int {
    switch content {
    case .scalar: 1
    case .list(let items): items.reduce(1) { $0 + $1.size }
    case .map(let pairs): pairs.reduce(1) { $0 + $1.value.size }
    }
  }

  /// The characters of all keys and scalars.
  var length: Int {
    switch content {
    case .scalar(let text, _): text.utf8.count
    case .list(let items): items.reduce(0) { $0 + $1.length }
    case .map(let pairs): pairs.reduce(0) { $0 + ($1.key.text ?? "").utf8.count + $1.value.length }
    }
  }

  /// Calls a closure for each node, from the root on, with the way to it.
  func visit(at path: [Int] = [], _ body: (YAMLNode, [Int]) -> Void) {
    body(self, path)
    switch content {
    case .scalar: break
    case .list(let items):
      for (index, item) in items.enumerated() { item.visit(at: path + [index], body) }
    case .map(let pairs):
      for (index, pair) in pairs.enumerated() { pair.value.visit(at: path + [index], body) }
    }
  }

  /// This node with each object changed, the innermost first.
  func mapObjects(_ change: ([YAMLPair]) -> [YAMLPair]) -> YAMLNode {
    var copy = self
    switch content {
    case .scalar: break
    case .list(let items): copy.content = .list(items.map { $0.mapObjects(change) })
    case .map(let pairs):
      copy.content = .map(
        change(pairs.map { YAMLPair(key: $0.key, value: $0.value.mapObjects(change)) }))
    }
    return copy
  }
}
