internal import Formatting
internal import Reporting

/// What a run file says of a session beside its totals: each part by its name, as it was written.
///
/// Snapshots are left out, being pictures of what the other parts say, and all that was measured.
struct RunParts: Decodable {
  private let parts: [String: RunMember]

  /// The parts, in the order in which their differences are told.
  private static let names = [
    "marks", "steps", "callouts", "updates", "latency by batch", "stale reuses", "verdicts",
    "clustering", "options", "device",
  ]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RunMember.Key.self)
    var parts: [String: RunMember] = [:]
    for name in RunParts.names {
      parts[name] = try container.decodeIfPresent(RunMember.self, forKey: RunMember.Key(name))
    }
    self.parts = parts
  }

  /// How the parts differ from those of an older run.
  ///
  /// - Parameters:
  ///   - older: The older parts.
  ///   - columns: The names of the values in rows, of the older run and of this one.
  ///   - isWhole: Whether a part that only one of the two has is a difference.
  /// - Returns: The values that differ, each with the part and the row in which it is.
  func differences(
    from older: RunParts, columns: (old: [String], new: [String]), isWhole: Bool
  ) -> [FactsDifference.Value] {
    RunParts.names.flatMap { name -> [FactsDifference.Value] in
      let (old, new) = (older.parts[name], parts[name])
      guard old != new, isWhole || old != nil && new != nil else { return [] }
      guard case .list(let olds)? = old, case .list(let news)? = new else {
        return RunParts.values(in: name, old, new)
      }
      let rows = zip(olds, news).enumerated().flatMap { index, rows in
        let part = rows.1.name(in: name, at: index)
        return RunParts.values(
          in: part, rows.0.named(by: columns.old), rows.1.named(by: columns.new))
      }
      guard olds.count != news.count else { return rows }
      let count = FactsDifference.Value(
        part: "", key: "number of \(name)", old: "\(olds.count)", new: "\(news.count)")
      return [count] + rows
    }
  }

  /// The members of two objects that differ, or two other values that do.
  private static func values(
    in part: String, _ old: RunMember?, _ new: RunMember?
  ) -> [FactsDifference.Value] {
    guard case .object(let olds)? = old, case .object(let news)? = new else {
      guard old != new else { return [] }
      return [FactsDifference.Value(part: "", key: part, old: old?.text, new: new?.text)]
    }
    return Set(olds.keys).union(news.keys).sorted().compactMap { key in
      // A value that is null was not measured, as one that is not there.
      let (old, new) = (olds[key] ?? .null, news[key] ?? .null)
      guard old != new else { return nil }
      return FactsDifference.Value(part: part, key: key, old: old.text, new: new.text)
    }
  }
}

/// A value of a run file, of whatever kind.
private indirect enum RunMember: Decodable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([RunMember])
  case object([String: RunMember])

  /// The key of a member.
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
  }

  /// What says where a scenario is rather than what happens in it, follows from other members, or
  /// was measured.
  private static let ignored: Set<String> = [
    "file", "line", "column", "step file", "step line", "complaint", "evidence",
    "follows from line", "look at", "real", "real compute ns", "phases ns",
  ]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let values = try? container.decode([RunMember].self) {
      self = .list(values)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      let members = try container.decode([String: RunMember].self)
      self = .object(members.filter { !RunMember.ignored.contains($0.key) })
    }
  }

  /// A row whose values have the names of their columns.
  func named(by columns: [String]) -> RunMember {
    guard case .object(var members) = self, case .list(let values)? = members["values"] else {
      return self
    }
    members["values"] = nil
    members.merge(zip(columns, values)) { own, _ in own }
    return .object(members)
  }

  /// What a row is called: a mark by its name, a step by its number.
  func name(in part: String, at index: Int) -> String {
    guard case .object(let members) = self else { return "\(part) \(index)" }
    if part == "steps" { return "step \(index)" }
    guard part == "marks", case .text(let name)? = members["name"] else {
      return "\(part) \(index)"
    }
    return "mark \(name)"
  }

  /// The longest text of a value in a difference.
  private static let textLimit = 60

  /// The value as people read it; nil for none.
  var text: String? {
    switch self {
    case .null: nil
    case .flag(let flag): flag ? "yes" : "no"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): TextLayout.fitted(text, to: RunMember.textLimit)
    case .list(let values):
      TextLayout.fitted(
        values.map { $0.text ?? "nothing" }.joined(separator: ", "), to: RunMember.textLimit)
    case .object(let members):
      TextLayout.fitted(
        members.keys.sorted().map { "\($0) \(members[$0]?.text ?? "nothing")" }
          .joined(separator: ", "), to: RunMember.textLimit)
    }
  }
}
