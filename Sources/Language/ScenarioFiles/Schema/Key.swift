import MapConfiguration
import MapEvents
import MapGeometry
import Metrics
import Scenarios

/// A type of values as scenarios write it, with the function that takes a value from a read object.
struct ValueDecoder<Value>: Sendable {
  let type: ValueType
  let value: @Sendable (ReadValue) -> Value?
}

package struct Key<Value>: ObjectKey {
  package var field: Field
  let decoder: ValueDecoder<Value>

  init(
    _ key: String, _ decoder: ValueDecoder<Value>, _ need: Field.Need, _ help: String,
    example: String
  ) {
    field = Field(key, decoder.type, need, help, example: example)
    self.decoder = decoder
  }
}

package protocol ObjectKey: Sendable {
  /// Its documentation.
  var field: Field { get set }
}

extension ObjectKey {
  package var name: String { field.key }

  /// The same key where something else holds when it is left out.
  func needing(_ need: Field.Need) -> Self {
    var key = self
    key.field.need = need
    return key
  }
}

extension ObjectSchema {
  convenience init(
    _ kind: ObjectKind, _ help: String, keys: [any ObjectKey], openKeys: OpenKeys = .none,
    rules: [KeyRule] = [], example: String
  ) {
    self.init(
      kind, help, fields: keys.map(\.field), openKeys: openKeys, rules: rules, example: example)
  }
}

/// Stops making a part that lacks a value whose diagnostic exists already.
struct InvalidValue: Error {}

extension ReadObject {
  /// The value of a key: nil when it is optional and absent, or was faulty.
  subscript<Value>(_ key: Key<Value>) -> Value? { value(of: key.name).flatMap(key.decoder.value) }

  /// The value of a key that is required or has a default; throws when it was faulty.
  func get<Value>(_ key: Key<Value>) throws -> Value {
    guard let value = self[key] else { throw InvalidValue() }
    return value
  }

  /// The value of an optional key: nil when it was not written; throws when it was faulty.
  func find<Value>(_ key: Key<Value>) throws -> Value? { isWritten(key) ? try get(key) : nil }

  /// Whether a key was written, with a faulty value too.
  func isWritten(_ key: some ObjectKey) -> Bool { keyMarks[key.name] != nil }

  /// The position of a key, with a faulty value too; nil when it was not written.
  func mark(ofKey key: some ObjectKey) -> YAMLMark? { keyMarks[key.name] }

  /// The position of the value of a key, or the object's when there is none.
  func mark(ofValue key: some ObjectKey) -> YAMLMark { values[key.name]?.mark ?? mark }
}

extension ValueDecoder {
  /// A value made from the scalar of a type.
  init(_ type: ValueType, _ value: @escaping @Sendable (Scalar) -> Value?) {
    self.init(type: type) { read in
      if case .scalar(let scalar) = read.content { value(scalar) } else { nil }
    }
  }
}

/// Decoders of one type of value.
extension ValueDecoder {
  static func whole(_ range: ClosedRange<Int64>) -> ValueDecoder where Value == Int {
    ValueDecoder(.whole(range)) { if case .whole(let number) = $0 { Int(number) } else { nil } }
  }
  static func size(_ range: ClosedRange<Double>) -> ValueDecoder where Value == ScreenSize {
    ValueDecoder(.size(range)) { if case .size(let size) = $0 { size } else { nil } }
  }
  static func position(_ range: ClosedRange<Double>) -> ValueDecoder where Value == ScreenPoint {
    ValueDecoder(.position(range)) { if case .position(let point) = $0 { point } else { nil } }
  }
  static func earthOffset(_ range: ClosedRange<Double>) -> ValueDecoder where Value == EarthOffset {
    ValueDecoder(.earthOffset(range)) {
      if case .earthOffset(let offset) = $0 { offset } else { nil }
    }
  }
  static func object(_ kind: ObjectKind) -> ValueDecoder where Value == ReadObject {
    ValueDecoder(type: .object(kind)) {
      if case .object(let object) = $0.content { object } else { nil }
    }
  }
  static func places(atLeast minimum: Int) -> ValueDecoder where Value == [Coordinate] {
    ValueDecoder(type: .list(.object(.coordinate), count: minimum...Limits.points)) {
      guard case .list(let values) = $0.content else { return nil }
      return values.compactMap(ValueDecoder<Coordinate>.corner.value)
    }
  }
}

extension ValueDecoder<Bool> {
  static var flag: ValueDecoder {
    ValueDecoder(.flag) { if case .flag(let flag) = $0 { flag } else { nil } }
  }
  /// Whether the app keeps an object that nothing else retains.
  static var kept: ValueDecoder {
    ValueDecoder(.choice(["kept", "released"])) { $0 == .text("kept") }
  }
  /// Whether a scenario claims that no assumption changes its verdicts.
  static var robust: ValueDecoder {
    let word = "all assumptions"
    return ValueDecoder(.choice([word])) { $0 == .text(word) }
  }
}

extension ValueDecoder<Int64> {
  private static func amount(_ type: ValueType) -> ValueDecoder {
    ValueDecoder(type) { if case .whole(let amount) = $0 { amount } else { nil } }
  }
  static func memory(_ range: ClosedRange<Int64>) -> ValueDecoder { amount(.memory(range)) }
  static func bandwidth(_ range: ClosedRange<Int64>) -> ValueDecoder { amount(.bandwidth(range)) }
  static func share(_ range: ClosedRange<Int64>) -> ValueDecoder { amount(.share(range)) }
}

extension ValueDecoder<UInt64> {
  static var seed: ValueDecoder {
    ValueDecoder(.whole(0...Int64.max)) {
      if case .whole(let number) = $0 { UInt64(number) } else { nil }
    }
  }
}

extension ValueDecoder<Double> {
  private static func number(_ type: ValueType) -> ValueDecoder {
    ValueDecoder(type) { if case .decimal(let number) = $0 { number } else { nil } }
  }
  static var displayPriority: ValueDecoder { number(.displayPriority) }
  static func decimal(_ range: ClosedRange<Double>) -> ValueDecoder { number(.decimal(range)) }
  static func points(_ range: ClosedRange<Double>) -> ValueDecoder { number(.points(range)) }
  static func levels(_ range: ClosedRange<Double>) -> ValueDecoder { number(.levels(range)) }
  static func degrees(_ range: ClosedRange<Double>) -> ValueDecoder { number(.angle(range)) }
  static func kilometers(_ range: ClosedRange<Double>) -> ValueDecoder { number(.distance(range)) }
  static func meters(_ range: ClosedRange<Double>) -> ValueDecoder { number(.length(range)) }
}

extension ValueDecoder<SimulatedTime> {
  static func duration(_ range: ClosedRange<SimulatedTime>) -> ValueDecoder {
    ValueDecoder(.duration(range)) { if case .duration(let time) = $0 { time } else { nil } }
  }
  static var anyTime: ValueDecoder { duration(.zero...Limits.stepTime) }
  static var someTime: ValueDecoder { duration(SimulatedTime(milliseconds: 1)...Limits.stepTime) }
}

extension ValueDecoder<ScreenOffset> {
  private static func pair(_ type: ValueType) -> ValueDecoder {
    ValueDecoder(type) { if case .offset(let offset) = $0 { offset } else { nil } }
  }
  static func offset(_ range: ClosedRange<Double>) -> ValueDecoder { pair(.offset(range)) }
  static func velocity(_ range: ClosedRange<Double>) -> ValueDecoder { pair(.velocity(range)) }
}

extension ValueDecoder<Occurrence> {
  static var occurrence: ValueDecoder {
    ValueDecoder(.condition) { if case .occurrence(let read) = $0 { read } else { nil } }
  }

  /// An occurrence in whose place the word `settled` may stand.
  static var awaited: ValueDecoder {
    ValueDecoder(.awaited) { if case .occurrence(let read) = $0 { read } else { nil } }
  }
}

extension ReadObject {
  /// Whether the word `settled` stands in place of an occurrence.
  func isSettled(_ key: Key<Occurrence>) -> Bool {
    if case .scalar(.settled)? = value(of: key.name)?.content { true } else { false }
  }
}

extension ValueDecoder<EarthSpan> {
  static var span: ValueDecoder {
    ValueDecoder(.span) { if case .span(let span) = $0 { span } else { nil } }
  }
}

extension ValueDecoder<String> {
  private static func text(of type: ValueType) -> ValueDecoder {
    ValueDecoder(type) { if case .text(let text) = $0 { text } else { nil } }
  }
  static func text(_ length: Int) -> ValueDecoder { text(of: .text(maximumLength: length)) }
  static var name: ValueDecoder { text(Limits.nameLength) }
  static var beginning: ValueDecoder { text(of: .beginning) }
  static var day: ValueDecoder { text(of: .day) }
  static func choice(_ words: [String]) -> ValueDecoder { text(of: .choice(words)) }
}

extension ValueDecoder where Value: Keyword {
  static var word: ValueDecoder {
    let (words, values) = (Value.words, Value.named)
    return ValueDecoder(.choice(words)) { scalar in
      guard case .text(let word) = scalar else { return nil }
      return words.firstIndex(of: word).map { values[$0] }
    }
  }
}

extension ValueDecoder where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static var oneOf: ValueDecoder {
    ValueDecoder(.choice(Value.allCases.map(\.rawValue))) { scalar in
      if case .text(let word) = scalar { Value(rawValue: word) } else { nil }
    }
  }
}

extension ValueDecoder<ReadValue> {
  /// A value that only the builder can resolve, such as a name.
  static func unresolved(_ type: ValueType) -> ValueDecoder { ValueDecoder(type: type) { $0 } }
  static func reference(_ space: NameSpace) -> ValueDecoder { unresolved(.reference(space)) }
}

extension ValueDecoder<[ReadValue]> {
  static func list(_ item: ValueType, count: ClosedRange<Int>) -> ValueDecoder {
    list(.list(item, count: count))
  }
  static func list(_ type: ValueType) -> ValueDecoder {
    ValueDecoder(type: type) { if case .list(let values) = $0.content { values } else { nil } }
  }
  static func objects(_ kind: ObjectKind, count: ClosedRange<Int>) -> ValueDecoder {
    list(.objects(kind, count: count))
  }
}

extension ValueDecoder<Coordinate> {
  /// A place.
  static var coordinate: ValueDecoder {
    ValueDecoder(type: .object(.coordinate)) {
      if case .object(let object) = $0.content { object.coordinate } else { nil }
    }
  }

  /// A corner of an area, or an end of a line.
  static var corner: ValueDecoder {
    ValueDecoder(type: .object(.coordinate)) {
      if case .object(let object) = $0.content { object.writtenCoordinate } else { nil }
    }
  }
}

extension ValueDecoder<[ReadEntry]> {
  private static func entries(_ type: ValueType) -> ValueDecoder {
    ValueDecoder(type: type) { if case .named(let entries) = $0.content { entries } else { nil } }
  }
  static func named(
    _ kind: ObjectKind, _ space: NameSpace, count: ClosedRange<Int> = 0...1_000
  ) -> ValueDecoder {
    entries(.named(kind, space, count: count))
  }
  static var variants: ValueDecoder { entries(.variants(count: Limits.variants)) }
}

extension ValueDecoder<Void> {
  static var nothing: ValueDecoder { ValueDecoder(.nothing) { $0 == .nothing ? () : nil } }
}
