import Testing

@testable import Wire

@Suite("Texts of JSON")
struct JSONTextTests {
  /// A value as it is found again: what is no list and no object by its bytes.
  private indirect enum Found: Hashable {
    case plain(String)
    case list([Found])
    case object([String: Found])

    func text(_ space: String) -> String {
      switch self {
      case .plain(let written): written
      case .list(let values): "[" + Self.joined(values.map { $0.text(space) }, space) + "]"
      case .object(let members):
        "{"
          + Self.joined(
            members.sorted { $0.key < $1.key }.map { key, value in
              key + space + ":" + space + value.text(space)
            }, space) + "}"
      }
    }

    private static func joined(_ texts: [String], _ space: String) -> String {
      space + texts.joined(separator: space + "," + space) + space
    }
  }

  private static func found(in text: JSONText) throws -> Found {
    try text.read { try found($0, in: text) }
  }

  private static func found(_ value: JSONValue, in text: JSONText) throws -> Found {
    let bytes = text.bytes(of: value)
    #expect(text.isInOneLine(value) != bytes.contains(UInt8(ascii: "\n")))
    switch value.kind {
    case .list: return .list(try value.elements.map { try found($0, in: text) })
    case .object:
      var members: [String: Found] = [:]
      var rest = try value.members
      while let key = rest.next(), let value = rest.next() {
        members[String(decoding: text.bytes(of: key), as: UTF8.self)] = try found(value, in: text)
      }
      return .object(members)
    case .null, .no, .yes, .number, .text:
      return .plain(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// All lists and objects of up to two of some values.
  private static func containers(of values: [Found]) -> [Found] {
    let pairs = values.flatMap { one in values.map { [one, $0] } }
    let lists = [[]] + values.map { [$0] } + pairs
    return lists.map { .list($0) }
      + lists.map { .object(Dictionary(uniqueKeysWithValues: zip([#""{[,""#, #""\"}""#], $0))) }
  }

  @Test
  func `values are found again wherever they stand and however they are laid out`() throws {
    let plain = [
      "0", "-12.5e+3", "123456789012345678901", "true", "false", "null", #""""#, #""]},:\\""#,
    ].map { Found.plain($0) }
    let flat = Self.containers(of: plain)
    for value in plain + flat + Self.containers(of: [plain[0], plain[7], flat[0], flat[60]]) {
      for space in ["", " ", "\r\n\t "] {
        let text = space + value.text(space) + space
        #expect(try Self.found(in: JSONText(Array(text.utf8))) == value, "\(text)")
      }
    }
  }

  /// What a text holds, or why it is none.
  private static func outcome(
    of bytes: [UInt8], partSize: Int = 1, inOrder: JSONText.Order? = nil
  ) throws -> Result<Found, JSONText.ReadError> {
    let text: JSONText
    do throws(JSONText.ReadError) {
      text = try JSONText(bytes, partSize: partSize, inOrder: inOrder)
    } catch {
      return .failure(error)
    }
    return .success(try found(in: text))
  }

  /// Texts with lists in lines, and whether there are parts of a size that can all be read.
  private static let inLines: [(text: String, isInParts: Bool)] = [
    (#"{"a":1,"b":[@{"c":[1,2]},@[{}],@"],\n",@-1.5@],"d":[]}@"#, true),
    ("[@1,@2,@[3,@4],@5@]@", true), ("[@ 1 ,@@ [ ] ,@ 3@ ]", true),
    // A line in the first list can begin with a value that is not one of its own.
    ("[@[1,@2,@3],@[4,@5]@]", true), (#"{"a":[@{"b":[@1,@2@]},@{"b":3}@]}"#, true),
    // Here the last part ends another list than the first.
    (#"{"a":[@1,@2@],"b":[@3,@4@]}"#, true), ("[@1,@2]@]", true),
    ("[@1, @2@]", false), ("[@1,@2,@]", false), ("[@1,@2@3@]", false), ("[@1,@2,@3", false),
    ("[1,@2,@3]", false), ("[@]", false),
  ]

  @Test(arguments: inLines)
  func `a list in lines is the same in parts of any size`(
    written: String, isInParts: Bool
  ) throws {
    let bytes = Array(written.replacing("@", with: "\n").utf8)
    let whole = try Self.outcome(of: bytes)
    var wasInParts = false
    for size in 1...bytes.count {
      let read = try Self.outcome(of: bytes, partSize: size) { count, part in
        // In any order, since they are read side by side.
        let parts = (0..<count).reversed().map(part)
        wasInParts = wasInParts || parts.allSatisfy { $0 != nil }
        return parts.reversed()
      }
      #expect(read == whole, "\(size)")
    }
    #expect(wasInParts == isInParts)
  }

  struct Fields: Decodable, Hashable {
    var count: Int
    var name: String?
    var other: Int?
    var list: [Int]
  }

  @Test(arguments: [
    (#"{"count":1,"name":"a","other":2,"list":[3]}"#, "a", 2),
    (#"{"list":[3],"other":2,"name":"a","count":1}"#, "a", 2),
    (#"{"more":{"count":7},"count":1,"counts":9,"list":[3]}"#, nil, nil),
  ])
  func `fields are found in any order, beside others, and may be missing`(
    text: String, name: String?, other: Int?
  ) throws {
    let fields = try JSONText(Array(text.utf8)).read { try Record.value(Fields.self, of: $0) }
    #expect(fields == Fields(count: 1, name: name, other: other, list: [3]))
  }
}
