import Testing

@testable import Authoring
@testable import ScenarioFiles

/// What the formatter makes of a text, or a word for why it leaves it.
func formatted(_ text: String) -> String {
  switch FileFormatter().formatted(file: "x.yaml", .bytes(Array(text.utf8))) {
  case .success(let text): text
  case .failure(.diagnostics(let diagnostics)):
    "faults: " + diagnostics.all.map(\.message).joined(separator: "; ")
  case .failure(.contradiction): "contradiction"
  }
}

@Suite("The canonical layout")
struct FormatTests {
  /// A text, and what it becomes.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String

    init(_ name: String, _ before: String, _ after: String) {
      (testDescription, self.before, self.after) = (name, before, after)
    }
  }

  private static let cases = [
    Case(
      "keys in the order of the declaration",
      "steps:\n  - wait: settled\nseed: 3\nscenario: A\n",
      "scenario: A\nseed: 3\nsteps:\n  - wait: settled\n"),
    Case(
      "keys in braces, too",
      "map: {span: 45 km x 45 km, size: 390 x 844 pt, center: {lon: 1, lat: 2}}\n",
      "map: {size: 390 x 844 pt, center: {lat: 2, lon: 1}, span: 45 km x 45 km}\n"),
    Case(
      "names of the author, metrics and steps keep their order",
      "data:\n  b: {within: 2 km, file: x.csv}\n  a: {file: y.csv}\n"
        + "steps:\n  - zoom: {over: 300 ms, by: 1 level}\n"
        + "  - expect: {taps: never, churn: never}\n",
      "data:\n  b: {file: x.csv, within: 2 km}\n  a: {file: y.csv}\n"
        + "steps:\n  - zoom: {over: 300 ms, by: 1 level}\n  - expect: {taps: never, churn: never}\n"
    ),
    Case(
      "an unknown key stays behind the key that it follows",
      "seed: 3\nscenario: A\nshape: round\n", "scenario: A\nshape: round\nseed: 3\n"),
    Case(
      "parts", "steps: []\nparameters:\n  b: {default: 3, type: text}\npart: A\n",
      "part: A\nparameters:\n  b: {type: text, default: 3}\nsteps: []\n"),
    Case(
      "device profiles", "view reuse: 90 us\nframes per second: 60\ndevice: a\n",
      "device: a\nframes per second: 60\nview reuse: 90 us\n"),
    Case(
      "two blanks of indentation, lists too",
      "tags:\n- a\n-   b\nmap:\n      size: 1 x 1 pt\nsteps:\n- repeat:\n    times: 2\n    steps:\n"
        + "    - wait: settled\n",
      "tags:\n  - a\n  - b\nmap:\n  size: 1 x 1 pt\n"
        + "steps:\n  - repeat:\n      times: 2\n      steps:\n"
        + "        - wait: settled\n"),
    Case("lists of lists", "a:\n- - b\n  - c\n-\n  - d\n", "a:\n  - - b\n    - c\n  - - d\n"),
    Case(
      "dashes on lines of their own", "steps:\n  -\n    wait: settled\n  - \n",
      "steps:\n  - wait: settled\n  -\n"),
    Case(
      "blanks in braces", "tags: [ a,b ,c]\nmap:   { size:  1 x 1 pt }\ndata: { }\n",
      "tags: [a, b, c]\nmap: {size: 1 x 1 pt}\ndata: {}\n"),
    Case(
      "braces over several lines become a block",
      "map: {size: 1 x 1 pt,\n  center: {lat: 1, lon: 2}}\n",
      "map:\n  size: 1 x 1 pt\n  center: {lat: 1, lon: 2}\n"),
    Case(
      "braces below their key join it, if there is room", "map:\n  {size: 1 x 1 pt}\n",
      "map: {size: 1 x 1 pt}\n"),
    Case(
      "a line in braces that would become too long",
      "a: [" + String(repeating: "a,", count: 40) + "a]\n",
      "a:\n" + String(repeating: "  - a\n", count: 41)),
    Case(
      "a line that the author made longer stays",
      "a: [" + String(repeating: "a, ", count: 40) + "a]\n",
      "a: [" + String(repeating: "a, ", count: 40) + "a]\n"),
    Case("a pair in a list in braces", "a: [b: c]\n", "a: [{b: c}]\n"),
    Case("a key without a value", "a: {b: , c: }\nd:\n", "a: {b, c}\nd:\n"),
    Case(
      "quotes that nothing needs", "a: \"b c\"\n'd': '300 ms'\ne: [\"f\", 'g, h']\n",
      "a: b c\nd: 300 ms\ne: [f, \"g, h\"]\n"),
    Case(
      "quotes that some reader of YAML needs",
      "a: ['3', 'no', '1e3', '2026-01-02', '', ' b', 'c: d', '- e', '~', '*f', '#g', 'h #i']\n",
      "a: [\"3\", \"no\", \"1e3\", \"2026-01-02\", \"\", \" b\", \"c: d\", \"- e\", \"~\", \"*f\","
        + " \"#g\", \"h #i\"]\n"),
    Case(
      "quotes in quotes", "a: [\"b\\\"c, \", 'd''e, ', \"f\\ng\", 'h\\i, ']\n",
      "a: ['b\"c, ', \"d'e, \", \"f\\ng\", 'h\\i, ']\n"),
    Case(
      "placeholders", "a: \"${b}\"\nc: {d: ${e}, f: \"${g}\", h: 'i ${j}'}\n",
      "a: ${b}\nc: {d: \"${e}\", f: \"${g}\", h: \"i ${j}\"}\n"),
    Case(
      "comparisons, which YAML takes for something else", "a: >= 70 %\nb: {c: != 0, d: < 3}\n",
      "a: \">= 70 %\"\nb: {c: \"!= 0\", d: < 3}\n"),
    Case("a text over several lines", "a: b\n  c\n\n  d\ne: f\n", "a: \"b c\\nd\"\ne: f\n"),
    Case(
      "blank lines", "\n\na: b\n\n\n\nc: d\ne:\n\n  f: g\n\n\n", "a: b\n\nc: d\ne:\n  f: g\n"),
    Case("blanks at the ends of lines, and other ends", "a: b  \r\nc: d\t\r\n", "a: b\nc: d\n"),
    Case("no end of the last line", "a: b", "a: b\n"),
    Case(
      "marks of documents and of bytes", "\u{FEFF}--- # c\na: b\n...\n# d\n", "# c\na: b\n# d\n"),
    Case(
      "comments go with what follows them",
      "# all\nseed: 3\n# title\nscenario: A\n"
        + "steps:\n# one\n  - wait: settled\n # two\n  - wait: 1 s\n",
      "# all\n# title\nscenario: A\nseed: 3\nsteps:\n  # one\n  - wait: settled\n  # two\n"
        + "  - wait: 1 s\n"),
    Case(
      "comments that end a block", "a:\n    - b\n    # c\n\n    # d\ne: f\n  # g\n# h\n",
      "a:\n  - b\n  # c\n\n  # d\ne: f\n# g\n# h\n"),
    Case(
      "comments that end a step", "a:\n- b: c\n  # d\n- e\n# f\ng: h\n",
      "a:\n  - b: c\n    # d\n  - e\n# f\ng: h\n"),
    Case(
      "comments at the ends of lines",
      "a: b # c\nd:   # e\n  - f     #g\n  - {h: i}#j\nk: [l,#m\n  n] # o\n",
      "a: b  # c\nd:  # e\n  - f  #g\n  - {h: i}  #j\nk:\n  - l  #m\n  - n  # o\n"),
    Case(
      "comments of a dash", "a:\n  - # b\n    # c\n    d: e # f\n",
      "a:\n  # b\n  # c\n  - d: e  # f\n"),
    Case(
      "signs of comments in texts", "a: b#c\nd: '# e'\nf: [g#h, \"i # j\"]\n",
      "a: b#c\nd: \"# e\"\nf: [g#h, \"i # j\"]\n"),
    Case("a file of one text", "# a\nb\n", "# a\nb\n"),
  ]

  @Test(arguments: cases)
  func `is reached, and stays`(of one: Case) {
    let text = formatted(one.before)
    #expect(text == one.after)
    #expect(formatted(text) == text)
  }

  @Test(arguments: [
    ("a: *b\n", "faults: "), ("a: {b\n", "faults: "), ("a: 1\na: 2\n", "faults: "),
    ("", "faults: "), ("# only a comment\n", "faults: "), ("a: |\n  b\n", "faults: "),
  ])
  func `is not sought for what is no YAML of ours`(text: String, beginning: String) {
    #expect(formatted(text).hasPrefix(beginning))
  }
}
