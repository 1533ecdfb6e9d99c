import Testing

@Suite("The verb explain")
struct ExplainTests {
  private func explain(_ words: String...) throws -> Program.Ending {
    try Program.debug.run(["explain"] + words)
  }

  @Test(arguments: ["MR0404", "mr0404", "404"])
  func `prints the page of a code`(code: String) throws {
    let ending = try explain(code)
    #expect(ending.code == 0)
    #expect(ending.output.hasPrefix("MR0404: Quantity without its unit\n\nA bare number"))
    #expect(ending.output.contains("\n\nWrong (steps of a scenario):\n\n    - wait: 250\n\nRight:"))
  }

  @Test
  func `takes names of several words, with and without quotes`() throws {
    let ending = try explain("tap", "map")
    #expect(ending.code == 0)
    #expect(ending.output.hasPrefix("tap map: a step\n\n"))
    #expect(try explain("tap map").output == ending.output)
  }

  @Test
  func `prints everything of a name`() throws {
    let output = try explain("cluster", "--all").output
    #expect(output.contains("cluster: an object\n"), "\(output)")
    #expect(output.contains("\ncluster: a key of 'layer'\n"), "\(output)")
  }

  @Test(arguments: [
    ("zooom", "help: did you mean 'zoom'?\n"), ("sleep", "help: did you mean 'wait'?\n"),
    ("mends", "help: did you mean 'fixes'?\n"),
    ("MR9999", "help: diagnostic codes are from MR0101 to MR1107, in groups of a hundred\n"),
    ("xyzzy", "Scenarios/Reference.md has them all\n"),
  ])
  func `ends with 64 and a remedy for what nothing is called by`(
    word: String, end: String
  ) throws {
    let ending = try explain(word)
    #expect(ending.code == 64)
    #expect(ending.output == "")
    #expect(ending.complaints.hasPrefix("error: nothing is called '\(word)'\nhelp: "))
    #expect(ending.complaints.hasSuffix(end), "\(ending.complaints)")
  }

  @Test
  func `ends with 64 without a word`() throws {
    #expect(try explain().code == 64)
  }
}
