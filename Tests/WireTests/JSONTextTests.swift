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

  private static func found(_ value: JSONValue) throws -> Found {
    switch value.kind {
    case .list: return .list(try value.elements.map(found))
    case .object:
      var members: [String: Found] = [:]
      var rest = try value.members
      while let key = rest.next(), let value = rest.next() {
        members[String(decoding: key.bytes, as: UTF8.self)] = try found(value)
      }
      return .object(members)
    case .null, .no, .yes, .number, .text:
      return .plain(String(decoding: value.bytes, as: UTF8.self))
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
        #expect(try Self.found(JSONText(Array(text.utf8)).root) == value, "\(text)")
      }
    }
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
    (#"{"list":[3],"other":2,"count":1,"count":4}"#, nil, 2),
  ])
  func `fields are found in any order, beside others, and may be missing`(
    text: String, name: String?, other: Int?
  ) throws {
    let fields = try Record.value(Fields.self, of: JSONText(Array(text.utf8)).root)
    #expect(fields == Fields(count: 1, name: name, other: other, list: [3]))
  }
}
