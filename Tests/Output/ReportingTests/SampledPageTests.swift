import Testing

@testable import ReportTexts
@testable import Reporting

/// Samples on pages are held to what files say, and renewed where they differ.
@Suite("Samples on pages")
struct SampledPageTests {
  private static func page(_ sample: String) -> String {
    "# A\n\nExcerpt from `a.txt`, printed:\n\n```xml\n\(sample)\n```\n\nMore.\n"
  }

  private static let file = "a\nb\nc\nd\none and two three"

  @Test(arguments: [
    "b", "a\nb\n...\nd", "...\nc\nd", "one ...", "d", "...\none ... t...\n...", "one ... two three",
    "...",
  ])
  func `stay where their lines are those of the file in its order`(sample: String) {
    let page = SampledPage(SampledPageTests.page(sample))
    let (text, strays, unknown) = page.renewed(with: ["a.txt": SampledPageTests.file])
    #expect(strays == [] && unknown == [])
    #expect(text == SampledPageTests.page(sample))
  }

  @Test(arguments: [
    ("a\nc", "a\nb", "c"), ("b\na", "b\nc", "a"),
    ("one ... four", "one and two three", "one ... four"),
    ("one two", "one and two three", "one two"), ("a\n\nb", "a\nb\nc", ""),
    ("a\n...\none or two", "a\n...\none and two three", "one or two"),
    ("...\n... two", "...\none and two three", "... two"), ("one ...\nmore", "one ...", "more"),
  ])
  func `get the lines of the file where they differ`(
    sample: String, renewed: String, first: String
  ) {
    let page = SampledPage(SampledPageTests.page(sample))
    let (text, strays, unknown) = page.renewed(with: ["a.txt": SampledPageTests.file])
    #expect(unknown == [])
    #expect(strays.first == SampledPage.Stray(file: "a.txt", line: first))
    #expect(text == SampledPageTests.page(renewed))
    #expect(SampledPage(text).renewed(with: ["a.txt": SampledPageTests.file]).strays == [])
  }

  @Test
  func `stand in the fences behind their names`() {
    let text =
      "# A\n\nExcerpt from `a.txt`, printed:\n\n```xml\n1\n\n2\n```\n\n"
      + "Excerpt from `b/c.txt`:\n\n```\n3\n```\n"
    let page = SampledPage(text)
    #expect(page.names == ["a.txt", "b/c.txt"])
    #expect(page.sample(of: "a.txt") == ["1", "", "2"])
    #expect(page.sample(of: "b/c.txt") == ["3"])
    #expect(page.sample(of: "d") == nil)
    #expect(page.renewed(with: [:]).text == text)
    #expect(page.renewed(with: ["a.txt": "1\n\n2"]).unknown == ["b/c.txt"])
  }
}
