internal import ScenarioFiles

/// The order of keys: that of the declaration.
///
/// Names that the author chose keep their order. So do metrics, and the keys of steps:
/// reports and facts show a step as its author wrote it. An unknown key stays after the key
/// that it follows: it may be one that should have been indented deeper.
struct KeyOrder {
  let schema: ScenarioSchema

  /// The kinds of files that have a declaration, the likeliest first.
  static let files: [ObjectKind] = [.scenario, .part, .device]

  /// Returns the kind of a file by the keys of its root.
  ///
  /// A folder's defaults count as a scenario without some keys.
  func kind(ofFileWith keys: [String]) -> ObjectKind {
    func known(_ kind: ObjectKind) -> Int {
      keys.filter { schema.object(kind).field($0) != nil }.count
    }
    var likely = ObjectKind.scenario
    for kind in KeyOrder.files where known(kind) > known(likely) { likely = kind }
    return likely
  }

  /// The type of the value of a key in an object of a type, or nil when nothing declares it.
  func type(ofKey key: String, in type: ValueType?) -> ValueType? {
    switch type?.form {
    case .object(.step): nil
    case .object(let kind): schema.object(kind).field(key)?.type
    case .entries(let kind): .object(kind)
    case .scalar, .items, .part, nil: nil
    }
  }

  /// The type of the items of a list of a type.
  func type(ofItemsIn type: ValueType?) -> ValueType? {
    if case .objects(let kind, _) = type { return .object(kind) }
    return if case .list(let item, _) = type { item } else { nil }
  }

  /// Returns the indexes of the keys of an object of a type, in the order of its declaration.
  ///
  /// - Complexity: O(keys × log keys × fields).
  func order(of keys: [String], in type: ValueType?) -> [Int] {
    guard case .object(let kind) = type?.form, kind != .step, schema.object(kind).openKeys == .none
    else {
      return Array(keys.indices)
    }
    let declared = schema.object(kind).keys
    var ranks: [Int] = []
    for key in keys { ranks.append(declared.firstIndex(of: key) ?? ranks.last ?? -1) }
    return keys.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
  }
}
