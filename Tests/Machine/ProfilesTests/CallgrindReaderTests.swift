import Foundation
import Profiles
import Testing

@Suite("Output of callgrind")
struct CallgrindReaderTests {
  /// Two dumps in one file; the second uses names of the first.
  private let sample = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    pid: 1
    cmd:  ./program
    part: 1

    desc: Timerange: Basic block 0 - 10
    desc: Trigger: Client Request: step 3

    positions: line
    events: Ir Dr
    summary: 140 7

    ob=(1) /usr/program
    fl=(1) a.swift
    fn=(1) main
    10 5 1
    +2 3
    * 2
    cob=(2) /lib/c.so
    cfi=(2) ???
    cfn=(2) malloc
    calls=2 0
    12 100 5
    fi=(3) b.swift
    -2 10
    fe=(1)
    20 1
    cfn=(3) helper
    calls=1 +5
    +1 4
    jump=3 +4
    +1
    cfn=(1)
    calls=1 0
    30 9

    fn=(3)
    5 4

    ob=(2)
    fl=(2)
    fn=(2)
    0 100

    totals: 140 7

    part: 2
    desc: Trigger: Program termination
    events: Ir
    summary: 8
    fn=(2)
    0 8
    totals: 8

    """

  private func read(_ text: String, inPiecesOf size: Int = 1_000) throws(ProfileTextError)
    -> [CallgrindDump]
  {
    var reader = CallgrindReader()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try reader.take(bytes[start..<min(start + size, bytes.count)])
    }
    return try reader.finish()
  }

  @Test(arguments: [1, 7, 10_000])
  func `reads costs, calls and lines`(piece: Int) throws {
    let dump = try #require(read(sample, inPiecesOf: piece).first)
    #expect(dump.request == "step 3")
    #expect(dump.total == 140)
    #expect(dump.functions.map(\.name) == ["main", "malloc", "helper"])
    #expect(dump.functions.map(\.object) == ["/usr/program", "/lib/c.so", "/usr/program"])
    #expect(dump.functions.map(\.file) == ["a.swift", "", "a.swift"])
    let main = try #require(dump.function(named: "main"))
    #expect(main.selfCost == 21)
    #expect(main.inclusiveCost == 125)
    #expect(main.calledCost == 104)
    #expect(
      main.lines == [
        .init(file: "a.swift", line: 10, cost: 5), .init(file: "a.swift", line: 12, cost: 5),
        .init(file: "a.swift", line: 20, cost: 1), .init(file: "b.swift", line: 10, cost: 10),
      ])
    #expect(dump.function(named: "malloc")?.lines == [])
    #expect(dump.function(named: "free") == nil)
  }

  @Test
  func `a file has many dumps, which share the numbers of names`() throws {
    let dumps = try read(sample)
    #expect(dumps.map(\.total) == [140, 8])
    #expect(dumps[1].trigger == "Program termination")
    #expect(dumps[1].request == nil)
    #expect(dumps[1].functions.map(\.name) == ["malloc"])
    #expect(dumps[1].functions.map(\.selfCost) == [8])
  }

  @Test(arguments: [
    ("sort'2", "sort"), ("sort", "sort"), ("std::{lambda}(int)'12", "std::{lambda}(int)"),
    ("std::'lambda'(int)", "std::'lambda'(int)"), ("f'", "f'"),
  ])
  func `the symbol of a function is without the level of a recursion`(
    name: String, symbol: String
  ) throws {
    let dump = try #require(
      read(CallgrindReaderTests.head + "fn=\(name)\n1 2\ntotals: 2\n").first)
    #expect(dump.functions.map(\.symbol) == [symbol])
  }

  @Test
  func `positions are addresses too`() throws {
    let text = """
      # callgrind format
      positions: instr line
      events: Ir
      fl=a.c
      fn=f
      0x10 7 1
      +0x4 +1 2
      * * 3
      totals: 6

      """
    let dump = try #require(read(text).first)
    #expect(
      dump.functions[0].lines == [
        .init(file: "a.c", line: 7, cost: 1), .init(file: "a.c", line: 8, cost: 5),
      ])
  }

  private static let head: String = "# callgrind format\nevents: Ir\n"

  private static let errors: [(text: String, sentence: String)] = [
    ("", "line 1: the file is empty"),
    ("# callgrind format\nev", "line 2: the file is cut off within a line"),
    ("hello\n", "line 1: 'hello' is no line of callgrind's"),
    ("events: Ir\n", "line 1: this is no output of callgrind"),
    ("version: 2\n", "line 1: version 2 is not known, only 1"),
    (head, "line 3: the file is cut off: it has no 'totals:'"),
    (head + "1 2\n", "line 3: a cost comes before a function"),
    (head + "fn=f\n", "line 4: the file is cut off: it has no 'totals:'"),
    (head + "fn=f\ncfn=g\ncalls=1 0\n", "line 6: the file is cut off after 'calls='"),
    (head + "fn=f\ncfn=g\ncalls=x 0\n", "line 5: 'calls=' has no number of calls"),
    (head + "cfn=g\ncalls=1 0\n", "line 4: 'calls=' comes before a function"),
    (
      head + "fn=f\n1 2\npart: 2\n",
      "line 5: the dump before this line is cut off: it has no 'totals:'"
    ),
    (head + "fn=(4)\n", "line 3: (4) stands for a name that was not given before"),
    (head + "fn=f\n1 2 3\n", "line 4: '1 2 3' has too many numbers"),
    (head + "fn=f\n1 -2\n", "line 4: '-2' is no cost"),
    (head + "fn=f\n+z 2\n", "line 4: '+z' is no position"),
    (head + "fn=f\n1 99999999999999999999\n", "line 4: '99999999999999999999' is no cost"),
    (
      head + "fn=f\n1 9223372036854775807\n1 1\n",
      "line 5: the costs are more than a number can hold"
    ),
    (head + "totals: many\n", "line 3: 'totals:' is not expected here"),
    (head + "xyz: 1\n", "line 3: 'xyz:' is no word of callgrind's"),
    (head + "xyz=1\n", "line 3: 'xyz=' is no word of callgrind's"),
    ("fn=f\n", "line 1: 'fn=' is not expected here"),
  ]

  @Test(arguments: CallgrindReaderTests.errors)
  func `says where a text ends early or is another one`(text: String, sentence: String) {
    let error = #expect(throws: ProfileTextError.self) { try read(text) }
    #expect(error?.description == sentence)
  }

  @Test
  func `what this program does between two steps adds up, as callgrind counted it`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/between-two-steps.callgrind")
    let dumps = try read(try String(contentsOf: file, encoding: .utf8))
    #expect(dumps.count == 1)
    let dump = try #require(dumps.first)
    #expect(dump.request == "session")
    #expect(dump.total == 577)
    #expect(dump.functions.reduce(0) { $0 + $1.selfCost } == 577)
    #expect(dump.function(named: "mapreplay_session")?.inclusiveCost == 577)
    let copy = try #require(dump.function(named: "__memcpy_avx_unaligned_erms"))
    #expect(copy.selfCost == 58)
    #expect(copy.lines.prefix(7).map(\.line) == [264, 270, 271, 273, 274, 275, 394])
    #expect(copy.lines.last == .init(file: copy.file, line: 421, cost: 4))
  }

  @Test
  func `a file that is cut anywhere is a sentence, never less`() throws {
    for length in 0..<sample.utf8.count {
      let cut = String(decoding: sample.utf8.prefix(length), as: UTF8.self)
      let dumps = try? read(cut)
      // Only at the end of a dump, before the next begins.
      #expect(dumps == nil || cut.trimmed.hasSuffix("totals: 140 7"), "\(length) bytes")
    }
  }
}

extension String {
  fileprivate var trimmed: Substring {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
