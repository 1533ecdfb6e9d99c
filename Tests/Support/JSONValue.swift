internal import Foundation

/// A JSON value, for goldens whose lines differ in shape.
public enum JSONValue: Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Reads any value.
  public init(from decoder: any Decoder) throws {
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

  /// The field of an object; null when there is none.
  public subscript(key: String) -> JSONValue {
    guard case .object(let fields) = self else { return .null }
    return fields[key] ?? .null
  }

  /// The element of a list.
  public subscript(index: Int) -> JSONValue { list[index] }

  /// NaN for anything that is no number, so that a wrong field fails every comparison.
  public var number: Double {
    guard case .number(let value) = self else { return .nan }
    return value
  }

  /// The number as a whole one.
  public var int: Int { Int(number) }

  /// The text, or nil for anything else.
  public var text: String? {
    guard case .text(let value) = self else { return nil }
    return value
  }

  /// The truth value, or nil for anything else.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements; none for anything but a list.
  public var list: [JSONValue] {
    guard case .list(let values) = self else { return [] }
    return values
  }

  /// The elements as numbers.
  public var numbers: [Double] { list.map(\.number) }

  /// Whether there is nothing.
  public var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }
}
