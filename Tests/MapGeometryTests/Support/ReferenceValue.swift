import Foundation
import MapGeometry
import Testing

/// A value of JSON, as far as the fixtures need it.
enum JSONValue: Decodable, Equatable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case record([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let truth = try? container.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .record(try container.decode([String: JSONValue].self))
    }
  }

  /// Whether a value computed is this one, numbers within a tolerance; null says nothing.
  func agrees(with value: JSONValue, tolerance: Double) -> Bool {
    switch (self, value) {
    case (.null, _): true
    case (.number(let left), .number(let right)): abs(left - right) <= tolerance
    case (.text("inf"), .number(let right)): right == .infinity
    case (.list(let left), .list(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.agrees(with: $1, tolerance: tolerance) }
    case (.record(let left), .record(let right)):
      left.allSatisfy { key, value in
        right[key].map { value.agrees(with: $0, tolerance: tolerance) } ?? false
      }
    default: self == value
    }
  }
}

/// One published number and the input it belongs to.
struct ReferenceValue: Decodable, CustomTestStringConvertible {
  let id: String
  let kind: String
  let input: [String: JSONValue]
  let expected: JSONValue
  let tolerance: Double

  var testDescription: String { "\(kind) \(id)" }

  /// A number of the input, zero when it is not given.
  func number(_ name: String) -> Double {
    guard case .number(let number) = input[name] else { return 0 }
    return number
  }

  /// The coordinate of the input.
  var coordinate: Coordinate {
    Coordinate(latitude: number("lat"), longitude: number("lon"))
  }

  /// A list of coordinates of the input.
  func coordinates(_ name: String) -> [Coordinate] {
    guard case .list(let list) = input[name] else { return [] }
    return list.map { value in
      guard case .list(let pair) = value, case .number(let latitude) = pair.first,
        case .number(let longitude) = pair.last
      else { return Coordinate(latitude: .nan, longitude: .nan) }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  /// A list of numbers of the input.
  func numbers(_ name: String) -> [Double] {
    guard case .list(let list) = input[name] else { return [] }
    return list.map { value in
      guard case .number(let number) = value else { return .nan }
      return number
    }
  }

  /// All of them.
  static func all() throws -> [ReferenceValue] {
    struct File: Decodable {
      let values: [ReferenceValue]
    }
    return try JSONDecoder().decode(File.self, from: FixtureFiles.data("reference-values.json"))
      .values
  }
}
