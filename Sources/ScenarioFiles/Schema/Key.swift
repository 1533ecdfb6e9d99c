import MapGeometry
import Metrics
import Scenarios

/// How the value of a key is written, and how it is taken from what was read.
struct ValueType<Value>: Sendable {
  let shape: Shape
  let value: @Sendable (ReadValue) -> Value?
}

/// A key of an object with the type of its value: what documents show of it, and how it is read.
struct Key<Value>: ObjectKey {
  let field: Field
  let type: ValueType<Value>

  init(
    _ key: String, _ type: ValueType<Value>, _ need: Field.Need, _ help: String, example: String
  ) {
    field = Field(key, type.shape, need, help, example: example)
    self.type = type
  }
}

/// A key of an object, whatever the type of its value.
protocol ObjectKey: Sendable {
  /// What documents show of it.
  var field: Field { get }
}

extension ObjectSchema {
  init(
    _ kind: ObjectKind, _ help: String, keys: [any ObjectKey], openKeys: OpenKeys = .none,
    rules: [KeyRule] = [], example: String
  ) {
    self.init(
      kind, help, fields: keys.map(\.field), openKeys: openKeys, rules: rules, example: example)
  }
}

extension ReadObject {
  /// The value of a key: nil when it is optional and absent, or was faulty.
  subscript<Value>(_ key: Key<Value>) -> Value? {
    self[key.field.key].flatMap(key.type.value)
  }

  /// Whether a key was not written, or with a value that could be read.
  func isReadable(_ key: some ObjectKey) -> Bool { isReadable(key.field.key) }

  /// Where a key stands, with a faulty value too; nil when it was not written.
  func mark(ofKey key: some ObjectKey) -> YAMLMark? { keyMarks[key.field.key] }

  /// Where the value of a key stands, or the object when there is none.
  func mark(ofValue key: some ObjectKey) -> YAMLMark { self[key.field.key]?.mark ?? mark }
}

extension ValueType {
  /// A value of which the scalar of a shape is made.
  init(_ shape: Shape, _ value: @escaping @Sendable (Scalar) -> Value?) {
    self.init(shape: shape) { read in
      guard case .scalar(let scalar) = read.content else { return nil }
      return value(scalar)
    }
  }
}

extension ValueType<Bool> {
  static var flag: ValueType {
    ValueType(.flag) { if case .flag(let flag) = $0 { flag } else { nil } }
  }
  /// Whether the app keeps an object that nothing else keeps.
  static var kept: ValueType {
    ValueType(.choice(["kept", "released"])) { $0 == .text("kept") }
  }
}

extension ValueType<Int> {
  static func whole(_ range: ClosedRange<Int64>) -> ValueType {
    ValueType(.whole(range)) { if case .whole(let number) = $0 { Int(number) } else { nil } }
  }
}

extension ValueType<Double> {
  private static func number(_ shape: Shape) -> ValueType {
    ValueType(shape) { if case .decimal(let number) = $0 { number } else { nil } }
  }
  static var displayPriority: ValueType { number(.displayPriority) }
  static func decimal(_ range: ClosedRange<Double>) -> ValueType { number(.decimal(range)) }
  static func points(_ range: ClosedRange<Double>) -> ValueType { number(.points(range)) }
  static func levels(_ range: ClosedRange<Double>) -> ValueType { number(.levels(range)) }
  static func degrees(_ range: ClosedRange<Double>) -> ValueType { number(.angle(range)) }
  static func metres(_ range: ClosedRange<Double>) -> ValueType { number(.length(range)) }
}

extension ValueType<SimulatedTime> {
  static func duration(_ range: ClosedRange<SimulatedTime>) -> ValueType {
    ValueType(.duration(range)) { if case .duration(let time) = $0 { time } else { nil } }
  }
  /// A time that a step can take, or none at all.
  static var anyTime: ValueType { duration(.zero...Limits.stepTime) }
  /// A time that a step can take.
  static var someTime: ValueType { duration(SimulatedTime(milliseconds: 1)...Limits.stepTime) }
}

extension ValueType<ScreenOffset> {
  private static func pair(_ shape: Shape) -> ValueType {
    ValueType(shape) { if case .offset(let offset) = $0 { offset } else { nil } }
  }
  static func offset(_ range: ClosedRange<Double>) -> ValueType { pair(.offset(range)) }
  static func velocity(_ range: ClosedRange<Double>) -> ValueType { pair(.velocity(range)) }
}

extension ValueType<ScreenSize> {
  static func size(_ range: ClosedRange<Double>) -> ValueType {
    ValueType(.size(range)) { if case .size(let size) = $0 { size } else { nil } }
  }
}

extension ValueType<ScreenPoint> {
  static func position(_ range: ClosedRange<Double>) -> ValueType {
    ValueType(.position(range)) { if case .position(let point) = $0 { point } else { nil } }
  }
}

extension ValueType<EarthOffset> {
  static func earthOffset(_ range: ClosedRange<Double>) -> ValueType {
    ValueType(.earthOffset(range)) { if case .earthOffset(let offset) = $0 { offset } else { nil } }
  }
}

extension ValueType<EarthSpan> {
  static var span: ValueType {
    ValueType(.span) { if case .span(let span) = $0 { span } else { nil } }
  }
}

extension ValueType<String> {
  private static func text(of shape: Shape) -> ValueType {
    ValueType(shape) { if case .text(let text) = $0 { text } else { nil } }
  }
  /// The name of a mark, a picture or a point.
  static var name: ValueType { text(of: Language.name) }
  static var beginning: ValueType { text(of: .beginning) }
  static func choice(_ words: [String]) -> ValueType { text(of: .choice(words)) }
}

extension ValueType where Value: Keyword {
  /// A value that has a word.
  static var word: ValueType {
    ValueType(.choice(Value.words)) { scalar in
      if case .text(let word) = scalar { Value(word: word) } else { nil }
    }
  }
}

extension ValueType<ReadValue> {
  /// A value that only the builder can resolve, such as a name.
  static func unresolved(_ shape: Shape) -> ValueType { ValueType(shape: shape) { $0 } }
  static func reference(_ space: NameSpace) -> ValueType { unresolved(.reference(space)) }
}

extension ValueType<[ReadValue]> {
  static func list(_ shape: Shape) -> ValueType {
    ValueType(shape: shape) { if case .list(let values) = $0.content { values } else { nil } }
  }
}

extension ValueType<ReadObject> {
  static func object(_ kind: ObjectKind) -> ValueType {
    ValueType(shape: .object(kind)) {
      if case .object(let object) = $0.content { object } else { nil }
    }
  }
}

extension ValueType<Coordinate> {
  static var coordinate: ValueType {
    ValueType(shape: .object(.coordinate)) {
      if case .object(let object) = $0.content { object.coordinate } else { nil }
    }
  }
}

extension ValueType<Void> {
  static var nothing: ValueType { ValueType(.nothing) { $0 == .nothing ? () : nil } }
}
