import Testing

@testable import Wire

/// Values of every shape come back from the bytes that one process sends another, bit by bit.
@Suite("Records between processes")
struct RecordBytesTests {
  /// One of each thing that the form has a rule for.
  struct Everything: Codable, Hashable {
    enum Word: String, Codable { case one, two }
    enum Number: UInt8, Codable { case three = 3 }
    indirect enum Tree: Codable, Hashable {
      case leaf
      case pair(left: Tree, right: Tree)
      case number(Int32, String?)
      case optional(Int?)
    }

    var flag = true
    var texts = ["", "a", "ö\u{0}\"\\\u{7F}\r\n"]
    var most = Int64.max
    var least: Int? = .min
    var below: Int32 = -7
    var wholes: [Int] = [0, -1, .max, .min]
    var small: [Int8] = [-128, 127]
    var natural = UInt64.max
    var naturals: [UInt64] = [0, 127, 128, .max]
    var floats: [Float] = [-2.5, 0.1]
    var bytes: [UInt8] = [0, 255]
    var word = Word.two
    var number = Number.three
    var none: Int32?
    var some: Int32? = -7
    var noText: String?
    var someText: String? = "b"
    var optionals: [Double?] = [nil, 2, nil]
    var nested: Int?? = .some(nil)
    var tree = Tree.pair(left: .leaf, right: .pair(left: .number(-5, nil), right: .number(6, "c")))
    var trees: [Tree?] = [nil, .leaf, .optional(nil), .optional(.min)]
    var range = 3...9
    var map: [UInt64: String] = [1: "x", .max: "y"]
    var empty: [[Int]] = [[], [1], []]
  }

  private func returned<Value: Codable>(_ value: Value) throws -> Value {
    try Record.value(Value.self, from: Record.bytes(of: value))
  }

  @Test
  func `give back what went in`() throws {
    var value = Everything()
    #expect(try returned(value) == value)
    value.none = 1
    value.some = nil
    value.noText = "z"
    value.someText = nil
    value.nested = nil
    #expect(try returned(value) == value)
    value.nested = 4
    #expect(try returned(value) == value)
    #expect(try returned(Int?.none) == nil)
    #expect(try returned(Int?.some(.min)) == .min)
  }

  @Test
  func `keep each bit of a number`() throws {
    var random: UInt64 = 5
    var numbers: [Double] = [
      0, -0.0, 1.5, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude, .leastNormalMagnitude,
      .greatestFiniteMagnitude, -0x1p53, 0x1p53 + 2, 0x1p63, -0x1p63,
    ]
    for _ in 0..<20_000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Double(bitPattern: random)
      if !number.isNaN { numbers.append(number) }
    }
    #expect(try returned(numbers).map(\.bitPattern) == numbers.map(\.bitPattern))
    // It has no other digits than the text `nan`.
    #expect(try returned([Double.nan])[0].isNaN)
  }

  @Test
  func `end where the value does`() throws {
    let bytes = try Record.bytes(of: Everything())
    for count in bytes.indices {
      #expect(throws: JSONText.ReadError.self, "\(count) bytes") {
        try Record.value(Everything.self, from: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: JSONText.ReadError.self) {
      try Record.value(Everything.self, from: bytes + [UInt8(ascii: "}")])
    }
  }
}
