/// The number of one thing of a session; numbers of different subjects do not mix.
///
/// Four bytes in memory, a plain number in files, also for none: flat lists need no optional.
@frozen
public struct ID<Subject>: RawRepresentable, Hashable, Comparable, Codable, Sendable {
  /// The number; negative for nothing.
  public let rawValue: Int32

  /// Makes an id of its number.
  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Makes the id of the item at an index of a list.
  @inlinable
  public init(_ index: Int) { rawValue = Int32(index) }
  /// The id of nothing.
  @inlinable public static var none: ID { ID(rawValue: -1) }
  /// Whether it is the id of nothing.
  @inlinable public var isNone: Bool { rawValue < 0 }
  /// Whether it is the id of something.
  @inlinable public var isSome: Bool { rawValue >= 0 }
  /// The id; nil if it is the id of nothing.
  @inlinable public var optional: ID? { isNone ? nil : self }
  /// The place in a list that has one for each subject.
  @inlinable public var index: Int { Int(rawValue) }

  /// Whether the left one has the smaller number.
  @inlinable
  public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
}

extension ID: ExpressibleByIntegerLiteral, CustomStringConvertible, Strideable {
  /// Makes an id of its number.
  @inlinable
  public init(integerLiteral number: Int32) { self.init(rawValue: number) }
  /// The number as text.
  public var description: String { String(rawValue) }

  /// How much larger another number is.
  @inlinable
  public func distance(to other: ID) -> Int { other.index - index }

  /// The number that is larger by an amount.
  @inlinable
  public func advanced(by amount: Int) -> ID { ID(index + amount) }
}

/// The subjects that ids number in events.
public enum Numbered {
  /// An annotation, in the order of coming.
  public enum Annotation {}
  /// An annotation view, in the order of being made.
  public enum View {}
  /// A layer, by its place in the legend.
  public enum Layer {}
  /// A point of the data, by its place among those of all data sets.
  public enum Point {}
}

/// The number of an annotation in the session.
public typealias AnnotationID = ID<Numbered.Annotation>
/// The number of an annotation view in the session.
public typealias ViewID = ID<Numbered.View>
/// The index of a layer in the legend; negative for annotations of no layer.
public typealias LayerID = ID<Numbered.Layer>
/// The number of a point in the session.
public typealias PointID = ID<Numbered.Point>

extension LayerID {
  /// The layer of the user's location, which is none.
  public static var userLocation: LayerID { .none }
  /// The layer of callout annotations, which is none either.
  public static var callouts: LayerID { LayerID(rawValue: -2) }
}
