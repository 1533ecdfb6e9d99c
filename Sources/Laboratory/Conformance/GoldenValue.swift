internal import Foundation
internal import MapGeometry

/// A value of JSON, for files whose cases differ in shape.
enum GoldenValue: Decodable, Hashable, Sendable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([GoldenValue])
  case record([String: GoldenValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The most frequent first: each failed attempt costs an error.
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([GoldenValue].self) {
      self = .list(list)
    } else if let truth = try? container.decode(Bool.self) {
      self = .truth(truth)
    } else {
      self = .record(try container.decode([String: GoldenValue].self))
    }
  }
}

/// A field of a case is missing or not of its kind.
struct FieldError: Error, Hashable, CustomStringConvertible {
  var message: String

  var description: String { message }
}

extension GoldenValue {
  subscript(name: String) -> GoldenValue {
    guard case .record(let fields) = self else { return .null }
    return fields[name] ?? .null
  }

  var isNull: Bool { self == .null }
  var isRecord: Bool { if case .record = self { true } else { false } }
  /// The text; nil for anything else, as with the next ones.
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var list: [GoldenValue]? { if case .list(let list) = self { list } else { nil } }

  /// The elements as numbers; nil for anything but a list of finite numbers.
  var numbers: [Double]? {
    let numbers = list?.compactMap(\.number)
    return numbers?.count == list?.count ? numbers : nil
  }

  /// The number as a whole one of 32 bits; nil for anything else.
  var whole: Int? { number.flatMap { Int32(exactly: $0) }.map { Int($0) } }

  private func required<Value>(
    _ name: String, _ kind: String, _ read: (GoldenValue) -> Value?
  ) throws -> Value {
    guard let value = read(self[name]) else {
      throw FieldError(message: "'\(name)' is \(self[name].isNull ? "missing" : "not \(kind)")")
    }
    return value
  }

  func number(_ name: String) throws -> Double { try required(name, "a number", \.number) }
  func whole(_ name: String) throws -> Int { try required(name, "a whole number", \.whole) }
  func text(_ name: String) throws -> String { try required(name, "a text", \.text) }
  func truth(_ name: String) throws -> Bool { try required(name, "true or false", \.truth) }
  func list(_ name: String) throws -> [GoldenValue] { try required(name, "a list", \.list) }

  func numbers(_ name: String, count: Int) throws -> [Double] {
    try required(name, "a list of \(count) numbers") { value in
      value.numbers.flatMap { $0.count == count ? $0 : nil }
    }
  }

  func wholes(_ name: String) throws -> [Int] {
    _ = try list(name)
    return try required(name, "a list of whole numbers") { value in
      value.list.flatMap { list in
        let wholes = list.compactMap(\.whole)
        return wholes.count == list.count ? wholes : nil
      }
    }
  }

  func mapRect(_ name: String) throws -> MapRect { try MapRect(self[name]) }

  func coordinates(_ name: String) throws -> [Coordinate] {
    try list(name).map { try Coordinate($0) }
  }
}

extension MapRect {
  /// A rect of x, y, width and height; null means infinity, as in a null rect.
  init(_ value: GoldenValue) throws {
    let numbers = (value.list ?? []).compactMap { $0.isNull ? Double.infinity : $0.number }
    guard numbers.count == 4 else { throw FieldError(message: "a rect without 4 numbers") }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  var numbers: [Double] { [minX, minY, width, height] }
}

extension Coordinate {
  init(_ value: GoldenValue) throws {
    guard let numbers = value.numbers, numbers.count == 2 else {
      throw FieldError(message: "a coordinate without 2 numbers")
    }
    self.init(latitude: numbers[0], longitude: numbers[1])
  }
}
