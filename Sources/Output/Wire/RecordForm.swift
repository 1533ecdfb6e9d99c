/// A type with a custom form in records.
package protocol RecordForm: Codable {
  /// The unit of a field with this type, which ends its name; nil for none.
  static var recordUnit: String? { get }
  /// Whether its fields are members of the record that it is a field of.
  static var isJoined: Bool { get }
  /// Writes the value, as one value of JSON.
  func write(to record: RecordEncoder) throws
  /// Reads what ``write(to:)`` writes.
  init(of value: JSONValue) throws
}

extension RecordForm {
  package static var recordUnit: String? { nil }
  package static var isJoined: Bool { false }

  private static var onlyInRecords: String { "\(Self.self) has a form in records alone" }

  /// Reads the form.
  ///
  /// - Throws: `DecodingError` for a decoder of anything but records.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? RecordDecoder else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: Self.onlyInRecords))
    }
    try self.init(of: decoder.value)
  }

  /// Writes the form.
  ///
  /// - Throws: `EncodingError` for an encoder of anything but records, as Swift Testing tries one.
  public func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? RecordEncoder else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: [], debugDescription: Self.onlyInRecords))
    }
    try write(to: encoder)
  }

  /// Reads a value of this type for a caller that knows it by another name.
  static func read<Value>(_ json: JSONValue, as _: Value.Type) throws -> Value {
    precondition(Value.self == Self.self, "a form reads another type")
    // They are one type, which a cast takes longer to find out than most values to be read.
    return unsafe unsafeBitCast(try Self(of: json), to: Value.self)
  }
}

// Of these lists have thousands.

extension Int: RecordForm {
  package func write(to record: RecordEncoder) { record.write(whole: self) }
  package init(of value: JSONValue) throws { self = try value.whole() }
}

extension Int64: RecordForm {
  package func write(to record: RecordEncoder) { record.write(whole: self) }
  package init(of value: JSONValue) throws { self = try value.whole() }
}

extension Double: RecordForm {
  package func write(to record: RecordEncoder) { record.write(number: self) }
  package init(of value: JSONValue) throws { self = try value.number }
}

extension String: RecordForm {
  package func write(to record: RecordEncoder) { record.write(text: self) }
  package init(of value: JSONValue) throws { self = try value.string }
}

/// Lists of such values, read and written without a container for each element.
extension Array: RecordForm where Element: RecordForm {
  package func write(to record: RecordEncoder) throws {
    try record.list {
      for element in self {
        record.element()
        try element.write(to: record)
      }
    }
  }

  package init(of value: JSONValue) throws {
    var elements = try value.elements
    self.init()
    if Element.self == Int64.self, let numbers = try elements.wholes() as? Self {
      self = numbers
    } else {
      while let element = elements.next() { append(try Element(of: element)) }
    }
  }
}

/// An enumeration whose cases are words in records, whatever their raw values are.
package protocol RecordWord: RecordForm, Hashable {
  /// All cases by their words.
  static var recordWords: [String: Self] { get }
  /// The words of the case.
  var recordWord: String { get }
}

extension RecordWord {
  /// The name of the case in words.
  package var recordWord: String { Record.words("\(self)", unit: nil) }
  /// The cases by their words.
  package static func words(of cases: [Self]) -> [String: Self] {
    Dictionary(uniqueKeysWithValues: cases.map { ($0.recordWord, $0) })
  }
  package func write(to record: RecordEncoder) { record.write(text: recordWord) }
  package init(of value: JSONValue) throws {
    let word = try value.string
    guard let found = Self.recordWords[word] else {
      let known = Self.recordWords.keys.sorted().joined(separator: ", ")
      throw value.error(
        "'\(word)' is not known" + (known.utf8.count > 300 ? "" : "; it is one of \(known)"))
    }
    self = found
  }
}

/// Dictionaries by numbers, as lists of pairs in the order of the numbers.
extension Dictionary: RecordForm where Key: FixedWidthInteger & Codable, Value: Codable {
  package func write(to record: RecordEncoder) throws {
    try record.list {
      for (key, value) in sorted(by: { $0.key < $1.key }) {
        record.element()
        try record.list {
          record.element()
          try record.write(key)
          record.element()
          try record.write(value)
        }
      }
    }
  }

  package init(of value: JSONValue) throws {
    self.init()
    for pair in try value.elements {
      let parts = Array(try pair.elements)
      guard parts.count == 2 else { throw pair.error("a list of two has to come here") }
      self[try Record.value(Key.self, of: parts[0])] = try Record.value(Value.self, of: parts[1])
    }
  }
}
