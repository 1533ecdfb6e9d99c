import Foundation
import FoundationXML
import Profiles
import Testing

@Suite("Flame graphs")
struct FlameGraphTests {
  private static let text =
    "main;draw <T> & \"x\";swift_retain 30\nmain;draw <T> & \"x\" 10\nmain;b 60\n"

  /// The elements of a drawing; parsing fails where a text is not escaped.
  private final class Elements: NSObject, XMLParserDelegate {
    var titles: [String] = []
    /// What the script is told, and the calls that are drawn.
    var calls = ""
    var drawn: [Int] = []
    var groups: [(style: String, x: Double, y: Double, width: Double)] = []
    private var style = ""
    private var isTitle = false
    private var isCalls = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      isTitle = name == "title"
      if isTitle { titles.append("") }
      isCalls = name == "metadata"
      if name == "g" {
        style = attributes["class"] ?? ""
        if let call = Int(attributes["data-call"] ?? "") { drawn.append(call) }
      }
      guard name == "rect", style.hasPrefix("f "), let x = Double(attributes["x"] ?? ""),
        let y = Double(attributes["y"] ?? ""), let width = Double(attributes["width"] ?? "")
      else { return }
      groups.append((style, x, y, width))
    }
    func parser(
      _ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?
    ) {
      (isTitle, isCalls) = (false, false)
    }
    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if isTitle { titles[titles.count - 1] += text }
      if isCalls { calls += text }
    }
  }

  private func elements(_ svg: String) throws -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = elements
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return elements
  }

  @Test
  func `each function has its title, its width and its color`() throws {
    let profile = try FoldedStacks.profile(FlameGraphTests.text, .samples)
    let found = try elements(FlameGraph(profile, title: "a <title> & more").svg)
    #expect(
      found.titles == [
        "a <title> & more", "all (100 samples, 100.0 %)", "main (100 samples, 100.0 %)",
        "b (60 samples, 60.0 %)", "draw <T> & \"x\" (40 samples, 40.0 %)",
        "swift_retain (30 samples, 30.0 %)",
      ])
    let widths = found.groups.map(\.width)
    #expect(widths[0] == widths[1])
    #expect(abs(widths[2] - 0.6 * widths[0]) < 0.02)
    #expect(abs(found.groups[3].x - found.groups[2].x - widths[2]) < 0.02)
    #expect(found.groups[4].style.hasPrefix("f counting s"))
    #expect(found.groups[3].style.hasPrefix("f ours s"))
    #expect(found.groups[4].y > found.groups[3].y)
  }

  /// A search says how much of all it finds, in places too that are too narrow to be drawn, and a
  /// click draws these as the others are.
  @Test
  func `the script knows all calls, and which of them are drawn`() throws {
    let profile = try FoldedStacks.profile(
      "main;a;tiny <T> 1\nmain;b 99997\nmain;b;a 1\nmain;b;c 1\n", .instructions)
    let found = try elements(FlameGraph(profile, title: "t").svg)
    struct Calls: Decodable, Equatable {
      var unit: String
      var names: [String]
      var styles: [String]
      var numbers: [Int]
    }
    let calls = try JSONDecoder().decode(Calls.self, from: Data(found.calls.utf8))
    #expect(calls.names == ["all", "main", "a", "tiny <T>", "b", "c"])
    #expect(calls.unit == "instructions")
    // Four numbers a call: the level, the name, the style and the count.
    let rows = stride(from: 0, to: calls.numbers.count, by: 4).map { calls.numbers[$0..<($0 + 4)] }
    #expect(rows.map { $0.first } == [0, 1, 2, 3, 2, 3, 3])
    #expect(rows.map { $0.dropFirst().first } == [0, 1, 2, 3, 4, 2, 5])
    #expect(rows.map { $0.last } == [100_000, 100_000, 1, 1, 99_999, 1, 1])
    #expect(calls.styles[0] == "f root")
    #expect(rows.allSatisfy { calls.styles.indices.contains($0[$0.startIndex + 2]) })
    #expect(found.drawn == [0, 1, 4])
    #expect(!found.titles.contains { $0.hasPrefix("a ") })
  }

  @Test
  func `it is one file, the same each time`() throws {
    let profile = try FoldedStacks.profile(FlameGraphTests.text, .samples)
    let svg = FlameGraph(profile, title: "t").svg
    #expect(svg == FlameGraph(profile, title: "t").svg)
    let links = svg.split(separator: "\"").filter { $0.hasPrefix("http") }
    #expect(links == ["http://www.w3.org/2000/svg"])
    #expect(svg.contains("prefers-color-scheme: dark"))
  }

  /// Shares of samples are compared, instructions as they are.
  @Test(arguments: [
    ("a 20\nb 20\n", "a 10\nb 10\n", Profile.Unit.samples, ["same", "same", "same"]),
    ("a 20\nb 20\n", "a 10\nb 10\n", .instructions, ["more4", "more4", "more4"]),
    ("a 100\nb 1\n", "a 100\nb 100\n", .instructions, ["less4", "same", "less4"]),
    ("a 1000\nb 1003\n", "a 1000\nb 1000\n", .instructions, ["more1", "same", "more1"]),
    // Twice 2,000 looks at one program.
    ("a 1880\nb 120\n", "a 1920\nb 80\n", .samples, ["same", "same", "same"]),
    ("a 1870\nb 130\n", "a 1920\nb 80\n", .samples, ["same", "less3", "more3"]),
  ])
  func `a difference is red where more is taken and blue where less`(
    head: String, base: String, unit: Profile.Unit, styles: [String]
  ) throws {
    let graph = FlameGraph(
      try FoldedStacks.profile(head, unit), against: try FoldedStacks.profile(base, unit),
      title: "t")
    #expect(try elements(graph.svg).groups.map { String($0.style.dropFirst(2)) } == styles)
  }

  /// The tools are at its right.
  @Test
  func `a title that is too long is cut, and whole where there is room`() throws {
    let profile = try FoldedStacks.profile(FlameGraphTests.text, .samples)
    let title = String(repeating: "long ", count: 40)
    let svg = FlameGraph(profile, title: title).svg
    #expect(svg.contains("<title>\(title)</title>"))
    #expect(svg.contains("y=\"20\">\(title.prefix(122))...</text>"))
  }

  @Test
  func `what samples cannot tell is not gone`() throws {
    let graph = FlameGraph(
      try FoldedStacks.profile("m;a 2000\n", .samples),
      against: try FoldedStacks.profile("m;a 1994\nm;gone 6\n", .samples), title: "t")
    #expect(!graph.svg.contains("gone"))
  }

  @Test
  func `a difference has both counts, and says what is gone`() throws {
    let graph = FlameGraph(
      try FoldedStacks.profile("m;a 50\n", .samples),
      against: try FoldedStacks.profile("m;a 30\nm;gone 10\n", .samples), title: "t")
    let titles = try elements(graph.svg).titles
    #expect(titles.last == "a (50 samples, 100.0 %; before 30 samples, 75.0 %)")
    #expect(!titles.contains { $0.hasPrefix("gone") })
    #expect(graph.svg.contains("not shown is what is gone, 25.0 % of before"))
  }
}
