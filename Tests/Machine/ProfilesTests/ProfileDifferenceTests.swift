import Profiles
import Testing

@Suite("Differences of profiles")
struct ProfileDifferenceTests {
  private func difference(
    _ head: String, _ base: String, _ unit: Profile.Unit
  ) throws -> ProfileDifference {
    ProfileDifference(
      try FoldedStacks.profile(head, unit), against: try FoldedStacks.profile(base, unit))
  }

  /// Three standard errors of 5 % in 2,000 samples twice are 2.07 points.
  @Test
  func `samples of one program do not differ, and those of another do`() throws {
    let same = try difference(
      "a 1860\nb 120\nnew 7\nc 13\n", "a 1890\nb 80\ngone 8\nc 22\n", .samples)
    #expect(same.rows.isEmpty)
    #expect(
      same.text(limit: 9) == """
        no function takes another share than before
        5 functions differ by less than samples can tell

        """)
    let other = try difference(
      "a 1850\nb 125\nnew 25\n", "a 1890\nb 75\ngone 35\n", .samples)
    #expect(other.rows.map(\.name) == ["b", "gone", "new"])
    #expect(
      other.text(limit: 2) == """
              change samples before function
        ------------ ------- ------ --------
        +2.50 points     125     75 b
        -1.75 points       0     35 gone
        1 function differs by less than samples can tell

        """)
  }

  /// Shares are those of each profile's own number of samples.
  @Test
  func `few samples tell less than many`() throws {
    #expect(try difference("a 60\nb 40\n", "a 50\nb 50\n", .samples).untold == 2)
    let many = try difference("a 6000\nb 4000\n", "a 500\nb 500\n", .samples)
    #expect(many.rows.map(\.name) == ["a", "b"])
    #expect(many.untold == 0)
  }

  @Test
  func `each instruction is a difference`() throws {
    let difference = try difference(
      "a 100000001\nb 20\nc 5\n", "a 100000000\nb 30\nc 5\n", .instructions)
    #expect(
      difference.text(limit: 9) == """
         change instructions      before function
        ------- ------------ ----------- --------
        -0.01 %           20          30 b
        +0.01 %  100,000,001 100,000,000 a

        """)
    let same = try self.difference("a 5\n", "a 5\n", .instructions)
    #expect(same.text(limit: 9) == "no function takes another share than before\n")
  }
}
