import Testing

@Suite("The lexer of the rules")
struct SwiftLexerTests {
  @Test(arguments: [
    ("let a = 1", "let a = 1"),
    ("a // b \"c\"\nd", "a d"),
    ("a /* b /* c */ d */ e", "a e"),
    ("a /* b\n c */ e", "a e"),
    ("\"b\"", "\"\""),
    ("a(\"b \\\" c\") d", "a ( \"\" ) d"),
    ("\"a \\(b + \"c \\(d) e\") f\" g", "\"\" b + \"\" d g"),
    ("\"a \\(b(c)(d)) e\" f", "\"\" b ( c ) ( d ) f"),
    ("#\"a \\(b) \" c\"# d", "\"\" d"),
    ("#\"a \\#(b) c\"# d", "\"\" b d"),
    ("##\"a \"# b\"## c", "\"\" c"),
    ("\"\"\"\n a \"b\" \\(c) // d\n \"\"\" e", "\"\" c e"),
    ("\"// a\" b", "\"\" b"),
    ("// \"a\nb", "b"),
    ("func `is \"a\" // name`() b", "func `is \"a\" // name` ( ) b"),
    ("#if a\n#filePath", "# if a # filePath"),
    ("\"\" a", "\"\" a"),
    ("\"open\nb", "\"\" b"),
    ("a.0x1p-3...b", "a . 0x1p - 3 . . . b"),
    ("", ""),
  ])
  func `leaves only code`(source: String, code: String) {
    #expect(SwiftLexer(source).tokens.map(\.text).joined(separator: " ") == code)
  }

  @Test
  func `knows the line of each token`() {
    let source = "a\n/* b\n c */ d\n\"\"\"\n e\n f \\(g)\n \"\"\"\nh // i\n\nj"
    let places = SwiftLexer(source).tokens.map { "\($0.text)\($0.line)" }
    #expect(places == ["a1", "d3", "\"\"4", "g6", "h8", "j10"])
    #expect(SwiftLexer(source).codeLineCount == 6)
  }

  @Test
  func `keeps the comments of each line`() {
    let comments = SwiftLexer("a // b\n/* c\n d */ \"// e\"\n/// f").comments
    #expect(comments.map(\.text) == ["// b", "/* c", " d */", "/// f"])
    #expect(comments.map(\.line) == [1, 2, 3, 4])
  }

  @Test
  func `sees what stands close together`() {
    let tokens = SwiftLexer("a! b != c (d)! \"e\"! f/* */!").tokens
    let marks = tokens.filter { $0.text == "!" }.map(\.isGlued)
    #expect(marks == [true, false, true, true, false])
  }
}
