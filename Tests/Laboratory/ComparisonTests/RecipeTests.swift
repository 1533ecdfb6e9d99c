import Comparison
import Foundation
import Testing

@Suite("The recipe of revisions")
struct RecipeTests {
  /// Other flags are other counts of the same code.
  @Test
  func `is that of the Makefile`() throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let makefile = try String(
      contentsOf: repository.appending(path: "Makefile"), encoding: .utf8)
    var variables: [String: String] = [:]
    for match in makefile.matches(of: /(?m)^(\w+) :?= (.*)$/) {
      variables["$(\(match.1))"] = String(match.2)
    }
    let line = try #require(makefile.firstMatch(of: /release: deps\n\t(.*)\n/)).1
    // What is printed, the allocator of the compiler and the name of the sources change no code.
    let words = line.replacing(".ci/build ", with: "swift build ").split(separator: " ").filter {
      !["--quiet", "$(SOURCED)"].contains($0)
    }
    .map { variables[String($0)] ?? String($0) }
    #expect(words.joined(separator: " ") == RevisionBuilder.Recipe().command)
  }
}
