import Foundation

/// A JSON value, for goldens whose lines differ in shape.
enum JSONValue: Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  subscript(key: String) -> JSONValue {
    guard case .object(let fields) = self else { return .null }
    return fields[key] ?? .null
  }

  subscript(index: Int) -> JSONValue { list[index] }

  /// NaN for anything that is no number, so that a wrong field fails every comparison.
  var number: Double {
    guard case .number(let value) = self else { return .nan }
    return value
  }

  var int: Int { Int(number) }

  var text: String? {
    guard case .text(let value) = self else { return nil }
    return value
  }

  var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  var list: [JSONValue] {
    guard case .list(let values) = self else { return [] }
    return values
  }

  var numbers: [Double] { list.map(\.number) }

  var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }
}
