import Testing

@testable import Wire

/// Values of every shape come back from their bytes as they were.
@Suite("Wire")
struct WireTests {
  /// One of each thing that the form has a rule for.
  struct Everything: Codable, Hashable {
    enum Word: String, Codable { case one, two }
    enum Number: UInt8, Codable { case three = 3 }
    indirect enum Tree: Codable, Hashable {
      case leaf
      case pair(left: Tree, right: Tree)
      case number(Int32, String?)
    }

    var flag = true
    var texts = ["", "a", "ö\u{0}"]
    var wholes: [Int] = [0, -1, .max, .min]
    var small: [Int8] = [-128, 127]
    var naturals: [UInt64] = [0, 127, 128, .max]
    var doubles: [Double] = [0, -0.0, 1.5, .infinity]
    var floats: [Float] = [-2.5]
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
    var trees: [Tree?] = [nil, .leaf]
    var range = 3...9
    var map: [UInt64: String] = [1: "x", .max: "y"]
    var empty: [[Int]] = [[], [1], []]
  }

  @Test
  func `gives back what went in`() throws {
    var value = Everything()
    #expect(try Wire.value(Everything.self, from: Wire.bytes(of: value)) == value)
    value.none = 1
    value.some = nil
    value.noText = "z"
    value.someText = nil
    value.nested = nil
    #expect(try Wire.value(Everything.self, from: Wire.bytes(of: value)) == value)
    value.nested = 4
    #expect(try Wire.value(Everything.self, from: Wire.bytes(of: value)) == value)
  }

  @Test
  func `names no fields`() throws {
    struct Pair: Codable {
      var first: Int32
      var second: String
    }
    #expect(try Wire.bytes(of: Pair(first: -1, second: "a")) == [1, 1, 0x61])
  }

  @Test
  func `asks for no more than there is`() {
    // Two billion optionals, none of which is there.
    #expect(throws: DecodingError.self) {
      try Wire.value([Double?].self, from: [255, 255, 255, 127])
    }
    #expect(throws: DecodingError.self) { try Wire.value(Double?.self, from: []) }
    #expect(throws: DecodingError.self) { try Wire.value(Double?.self, from: [2]) }
  }

  @Test
  func `refuses bytes that end early, and bytes that are left over`() throws {
    let bytes = try Wire.bytes(of: Everything())
    for count in bytes.indices {
      #expect(throws: DecodingError.self, "\(count) bytes") {
        try Wire.value(Everything.self, from: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: DecodingError.self) {
      try Wire.value(Everything.self, from: bytes + [0])
    }
  }
}
