import Testing

@testable import Wire

/// Values of every shape are JSON that people read, and come back from it as they were.
@Suite("Records")
struct RecordTests {
  struct Length: RecordForm, Hashable {
    var nanoseconds: Int64
    static var recordUnit: String? { "ns" }
    init(_ nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    func write(to record: RecordEncoder) { record.write(whole: nanoseconds) }
    init(of value: JSONValue) throws { nanoseconds = try value.whole() }
  }

  enum Side: UInt8, RecordWord {
    case farLeft, right
    static let recordWords = words(of: [.farLeft, .right])
  }
  enum Word: String, Codable {
    case one
    case two = "number two"
  }

  indirect enum Tree: Codable, Hashable {
    case leaf
    case singleLeaf(String)
    case named(count: Int, offPoints: Double)
    case pair(Tree, Tree)
    case mixed([Int], isAgain: Bool)
  }

  struct Inner: Codable, Hashable { var headingDegrees = 1.5, committedAtSeconds: Int64? = 9 }

  struct Everything: Codable, Hashable {
    var isFlag = true
    var texts = ["", "a\"\\\n\u{1}", "ö\u{1F600}"]
    var wholes: [Int] = [0, -1, 1 << 53, -(1 << 53)]
    var seed: UInt64 = .max
    var amount = 0.1
    var many: [Double] = [0, -0.0, 1e300, -2.5e-7, 123456.789, .infinity, -.infinity]
    var word = Word.two
    var side = Side.farLeft
    var mainThreadWait = Length(7)
    var later: Length?
    var lengths: [Length?] = [Length(1), nil]
    var trees: [Tree] = [
      .leaf, .singleLeaf("x"), .named(count: 1, offPoints: 2), .pair(.leaf, .pair(.leaf, .leaf)),
      .mixed([1, 2], isAgain: false), .mixed([], isAgain: true),
    ]
    var inner: Inner? = Inner()
    var absent: Inner?
    var byNumber: [Int32: String] = [7: "b", -1: "a"]
    var range = 3...5
    var nested: [[Int]?] = [[1], nil, []]
    var excessShiftPoints = 3.0
  }

  private func text(_ value: some Encodable) throws -> String {
    let record = RecordEncoder()
    try record.write(value)
    return String(decoding: record.bytes, as: UTF8.self)
  }

  private func value<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONText([UInt8](text.utf8)).read { try Record.value(type, of: $0) }
  }

  @Test
  func `everything has the form that is declared, and comes back`() throws {
    let everything = Everything()
    let text = try text(everything)
    #expect(
      text == """
        {"is flag":true,"texts":["","a\\"\\\\\\n\\u0001","ö\u{1F600}"],\
        "wholes":[0,-1,9007199254740992,-9007199254740992],\
        "seed":"18446744073709551615","amount":0.1,\
        "many":[0,-0.0,1e+300,-2.5e-07,123456.789,"inf","-inf"],"word":"number two",\
        "side":"far left","main thread wait ns":7,"lengths":[1,null],\
        "trees":["leaf",{"single leaf":"x"},{"named":{"count":1,"off pt":2}},\
        {"pair":{"0":"leaf","1":{"pair":{"0":"leaf","1":"leaf"}}}},\
        {"mixed":{"0":[1,2],"is again":false}},{"mixed":{"0":[],"is again":true}}],\
        "inner":{"heading deg":1.5,"committed at s":9},"by number":[[-1,"a"],[7,"b"]],\
        "range":[3,5],"nested":[[1],null,[]],"excess shift pt":3}
        """)
    #expect(try value(Everything.self, text) == everything)
    // NaN is not equal to itself.
    #expect(try value([Double].self, "[\"nan\"]")[0].isNaN)
  }

  @Test
  func `members come in any order, with spaces, and others are passed over`() throws {
    let text = "{ \"committed at s\" : 4 , \"new\":[{}, [1e5]],\n\t\"heading deg\": 1.25e1}"
    #expect(try value(Inner.self, text) == Inner(headingDegrees: 12.5, committedAtSeconds: 4))
  }

  @Test(arguments: [
    ("{\"committed at s\":4}", 0, "'heading deg' is missing"),
    ("{\"heading deg\":\"x\"}", 15, "a number has to come here"),
    ("{\"heading deg\":1,\"committed at s\":1.5}", 34, "a whole number has to come here"),
    ("{\"heading deg\":1,\"committed at s\":99999999999999999999}", 34, "the number is too large"),
    ("[1]", 0, "an object has to come here"),
    ("{\"heading deg\":1", 16, "the file ends where a comma or the end of an object has to come"),
    ("", 0, "the file ends where a value has to come"),
    ("{} {}", 3, "the end of the file has to come here"),
    ("{\"heading deg\":01}", 16, "a comma or the end of an object has to come here"),
    ("{\"heading deg\":1.}", 17, "a digit has to come here"),
    ("{\"a\n\":1}", 3, "a control character has to be escaped"),
    ("{\"a\\\n\":1}", 4, "a control character has to be escaped"),
    ("{\"a\":tru}", 8, "a value has to come here"),
    ("{a:1}", 1, "a name has to come here"),
    ("[1 2]", 3, "a comma or the end of a list has to come here"),
    (#"{"a":1,"\u0061":2}"#, 8, "the object has this name already"),
    ("{\"heading deg\":-1e999}", 15, "the number is too large"),
    ("[1\(String(repeating: "0", count: 400)),2]", 1, "the number is too large"),
    (#"["x\ud83d\n"]"#, 3, "the text has half a character"),
    (#"["x\ude00"]"#, 3, "the text has half a character"),
    (#"["x\x"]"#, 3, "the text has an escape that JSON does not know"),
  ])
  func `what is none of it is a error with its place`(
    text: String, offset: Int, sentence: String
  ) throws {
    let error = try #require(throws: JSONText.ReadError.self) { try value(Inner.self, text) }
    #expect(error.offset == offset)
    #expect(error.sentence == sentence)
  }

  struct Places: Codable, Hashable {
    var update: Int32 = 3, batches = 2, openedInStep: Int32? = 1
  }

  /// They are counts and indexes, with which nothing can be done below 0.
  @Test
  func `a member that counts is not negative, but for a step before the first one`() throws {
    let text = #"{"update":0,"batches":0,"opened in step":-1}"#
    #expect(try value(Places.self, text) == Places(update: 0, batches: 0, openedInStep: -1))
    for (old, new, offset) in [
      (#""update":0"#, #""update":-1"#, 10), (#""batches":0"#, #""batches":-5"#, 22),
      (":-1", ":-2", 41),
    ] {
      let error = try #require(throws: JSONText.ReadError.self) {
        try value(Places.self, text.replacing(old, with: new))
      }
      #expect(error.sentence == "the number is less than there can be", "\(new)")
      #expect(error.offset == offset, "\(new)")
    }
  }

  @Test
  func `a word that is not known is named with those that are`() throws {
    let error = try #require(throws: JSONText.ReadError.self) { try value([Side].self, "[\"up\"]") }
    #expect(error.sentence == "'up' is not known; it is one of far left, right")
    #expect(try value([Side].self, "[\"right\"]") == [.right])
  }

  @Test
  func `values nest only so deep`() throws {
    let deep = String(repeating: "[", count: 201) + String(repeating: "]", count: 201)
    let error = try #require(throws: JSONText.ReadError.self) { try JSONText([UInt8](deep.utf8)) }
    #expect(error.sentence == "values nest deeper than 200")
    _ = try JSONText([UInt8](deep.dropFirst().dropLast().utf8))
  }

  @Test(arguments: [
    ("\"a\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\\"\\\\\"", "aé\u{1F600}/\u{8}\u{C}\n\r\t\"\\"),
    ("\"\"", ""), ("\"ö\"", "ö"),
  ])
  func `escapes of texts`(json: String, text: String) throws {
    #expect(try value([String].self, "[\(json)]") == [text])
  }

  @Test(arguments: ["\"\\x\"", "\"\\u12\"", "\"\\u12G4\""])
  func `escapes that JSON does not know`(json: String) {
    #expect(throws: JSONText.ReadError.self) { try value([String].self, "[\(json)]") }
  }

  /// The quick way to read a number is the exact way.
  @Test
  func `numbers of few digits are those that the standard library reads`() throws {
    var random: UInt64 = 3
    for _ in 0..<20_000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = String(random >> 11).prefix(Int(random % 16) + 1)
      let place = digits.index(digits.startIndex, offsetBy: Int(random >> 32) % digits.count)
      let number = String(Int(digits[..<place]) ?? 0) + "." + digits[place...]
      #expect(try value([Double].self, "[\(number)]") == [try #require(Double(number))])
    }
  }

  @Test
  func `the place of a error is its line and its column`() {
    let bytes = [UInt8]("a\nbc\n".utf8)
    let places = (0...4).map { JSONText.ReadError(at: $0, "").place(in: bytes) }
    #expect(places.map { "\($0.line):\($0.column)" } == ["1:1", "1:2", "2:1", "2:2", "2:3"])
  }
}
