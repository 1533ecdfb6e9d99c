import Testing
import Wire

@Suite("JSON")
struct JSONTests {
  @Test
  func `writes what JSON cannot say as null`() {
    let text = JSON.array([.number(.infinity), .number(.nan), .number(0.1), .number(1e300)])
      .fileText
    #expect(text == "[\n  null,\n  null,\n  0.1,\n  1e+300\n]\n")
    #expect(JSON.object([:]).fileText == "{}\n")
    #expect(JSON.string("\u{1}\t\"\\\n\r/é").fileText == "\"\\u0001\\t\\\"\\\\\\n\\r/é\"\n")
  }

  @Test
  func `sorts keys unless they have an order`() {
    let value: JSON = .integer(1)
    let sorted = JSON.line(.object(["b": value, "a": value]))
    #expect(sorted.fileText == "{\"a\": 1, \"b\": 1}\n")
    let ordered = JSON.members([.init("b", value), .init("a", .line(.texts(["x"])))])
    #expect(ordered.fileText == "{\n  \"b\": 1,\n  \"a\": [\"x\"]\n}\n")
  }
}
