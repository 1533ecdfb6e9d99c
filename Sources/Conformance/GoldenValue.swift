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
struct FieldFault: Error, Hashable, CustomStringConvertible {
  var message: String

  var description: String { message }
}

extension GoldenValue {
  /// The field of a record; null when there is none.
  subscript(name: String) -> GoldenValue {
    guard case .record(let fields) = self else { return .null }
    return fields[name] ?? .null
  }

  /// Whether there is nothing.
  var isNull: Bool { self == .null }

  /// Whether this is a record.
  var isRecord: Bool {
    guard case .record = self else { return false }
    return true
  }

  /// The text; nil for anything else.
  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The truth value; nil for anything else.
  var truth: Bool? {
    guard case .truth(let truth) = self else { return nil }
    return truth
  }

  /// The number; nil for anything else.
  var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The elements; nil for anything but a list.
  var list: [GoldenValue]? {
    guard case .list(let list) = self else { return nil }
    return list
  }

  /// The elements as numbers; nil for anything but a list of finite numbers.
  var numbers: [Double]? {
    guard let list else { return nil }
    let numbers = list.compactMap(\.number)
    return numbers.count == list.count ? numbers : nil
  }

  /// The number as a whole one of 32 bits; nil for anything else.
  var whole: Int? {
    number.flatMap { Int32(exactly: $0) }.map { Int($0) }
  }

  private func fault(_ name: String, _ kind: String) -> FieldFault {
    FieldFault(message: "'\(name)' is \(self[name].isNull ? "missing" : "not \(kind)")")
  }

  /// A field that must be a number.
  func number(_ name: String) throws -> Double {
    guard let number = self[name].number else { throw fault(name, "a number") }
    return number
  }

  /// A field that must be a whole number.
  func whole(_ name: String) throws -> Int {
    guard let whole = self[name].whole else { throw fault(name, "a whole number") }
    return whole
  }

  /// A field that must be a text.
  func text(_ name: String) throws -> String {
    guard let text = self[name].text else { throw fault(name, "a text") }
    return text
  }

  /// A field that must be true or false.
  func truth(_ name: String) throws -> Bool {
    guard let truth = self[name].truth else { throw fault(name, "true or false") }
    return truth
  }

  /// A field that must be a list.
  func list(_ name: String) throws -> [GoldenValue] {
    guard let list = self[name].list else { throw fault(name, "a list") }
    return list
  }

  /// A field that must be a list of some numbers.
  func numbers(_ name: String, count: Int) throws -> [Double] {
    guard let numbers = self[name].numbers, numbers.count == count else {
      throw fault(name, "a list of \(count) numbers")
    }
    return numbers
  }

  /// A field that must be a list of whole numbers.
  func wholes(_ name: String) throws -> [Int] {
    let list = try list(name)
    let wholes = list.compactMap(\.whole)
    guard wholes.count == list.count else { throw fault(name, "a list of whole numbers") }
    return wholes
  }

  /// A field that must be x, y, width and height.
  func mapRect(_ name: String) throws -> MapRect {
    try MapRect(self[name])
  }

  /// A field that must be a list of coordinates.
  func coordinates(_ name: String) throws -> [Coordinate] {
    var places: [Coordinate] = []
    for value in try list(name) { places.append(try Coordinate(value)) }
    return places
  }
}

extension MapRect {
  /// A rect of x, y, width and height; null stands for infinity, as in a null rect.
  init(_ value: GoldenValue) throws {
    let numbers = (value.list ?? []).compactMap { $0.isNull ? Double.infinity : $0.number }
    guard numbers.count == 4 else { throw FieldFault(message: "a rect without 4 numbers") }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension Coordinate {
  /// A coordinate of latitude and longitude.
  init(_ value: GoldenValue) throws {
    guard let numbers = value.numbers, numbers.count == 2 else {
      throw FieldFault(message: "a coordinate without 2 numbers")
    }
    self.init(latitude: numbers[0], longitude: numbers[1])
  }
}
