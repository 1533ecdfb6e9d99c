import Foundation
import Profiles
import Testing

@Suite("Output of perf")
struct PerfScriptTests {
  private func stacks(_ text: String) throws -> [[String]] {
    try PerfScript(text).samples.map { $0.stack.map { "\($0.name ?? "?") \($0.module)" } }
  }

  @Test(arguments: [
    // Programs with spaces in their names, or padded to a width.
    (
      "my prog 2  8/8 1.5: cpu-clock: \n\t  1f a (/x/y)\n\t  2f b (/x/y)\n\n", ["b /x/y", "a /x/y"]
    ),
    ("        p  8 1.5:  1000 cpu-clock:\n\t 1f a+0x12 (/x)\n\n", ["a /x"]),
    // Names with blanks, brackets and plus signs, files with brackets.
    (
      "p 8 1: c:\n\t 1 swift::Cache<A, B>::find(int (*)(int)) const+0x1f (/lib x/b (deleted))\n\n",
      ["swift::Cache<A, B>::find(int (*)(int)) const /lib x/b (deleted)"]
    ),
    ("p 8 1: c:\n\t 1 operator+0xyz (/x)\n\n", ["operator+0xyz /x"]),
    // No symbol, no file, nothing at all.
    (
      "p 8 1: c:\n\t 1 [unknown] (/x/lib.so)\n\t 0 [unknown] ([unknown])\n\n",
      ["? ", "? /x/lib.so"]
    ),
    ("p 8 1: c:\n\t 1 (/x)\n\n", ["? /x"]),
    ("# about the machine\n\np 8 1: c:\n\n", []),
  ])
  func `has the functions of a stack, the outermost first`(text: String, stack: [String]) throws {
    #expect(try stacks(text) == [stack])
  }

  @Test(arguments: [
    ("p 8 1: c:\n\t 1 a (/x)", "line 2: the text is cut off within a sample"),
    ("p 8 1: c:\n\t 1 a (/x)\n", "line 3: the text is cut off within a sample"),
    ("p 8 1: c:\n\t 1 a (/x\n\n", "line 2: '  1 a (/x' is no function of a stack"),
    ("p 8 1: c:\n\t zz a (/x)\n\n", "line 2: '  zz a (/x)' is no function of a stack"),
    ("\u{7F}ELF\n", "line 1: ' ELF' is no sample of perf's"),
  ])
  func `another text is a error with its line`(text: String, words: String) {
    let error = #expect(throws: ProfileTextError.self) { try PerfScript(text) }
    #expect(error?.description == words)
  }

  @Test
  func `no text has no samples`() throws { #expect(try PerfScript("").samples.isEmpty) }

  /// Recorded of this program, ten samples of which six are of a session.
  @Test
  func `a recorded text becomes the stacks of the session`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/session.perf-script.txt")
    let samples = try PerfScript(String(contentsOf: file, encoding: .utf8)).samples
    #expect(samples.count == 10)
    #expect(samples.allSatisfy { $0.heading.hasPrefix("mapreplay ") })
    var collapse = StackCollapse(.samples, from: "mapreplay_session") { $0 }
    for sample in samples { collapse.add(sample.stack, 1) }
    let profile = collapse.profile()
    let inSession = profile.stacks.filter { $0.frames.first?.name == "session" }
    #expect(inSession.reduce(0) { $0 + $1.count } == 6)
    #expect(profile.total + collapse.leftOut == 10)
    #expect(inSession.contains { $0.frames.contains { $0.kind == .ours } })
  }
}
