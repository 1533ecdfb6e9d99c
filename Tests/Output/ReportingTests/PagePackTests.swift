import Formatting
import Pages
import Testing

@testable import ReportPage
@testable import Reporting

@Suite("Parts that a page carries")
struct PagePackTests {
  private typealias Context = PageTemplates.Context

  /// Values of one name in several parts, and what stands for all of them.
  private static var table: [(values: [Any], text: String)] {
    [
      ([1, 2], "[1,2]"),
      ([["a", "b"], ["c"]], #"[["a","b"],["c"]]"#),
      ([["name": "a"], ["name": "b"]] as [Context], #"{"":["name"],"v":[["a","b"]]}"#),
      (
        [["name": "a", "text": "1"], ["name": "b", "text": "2"]] as [Context],
        #"{"":["name","text"],"v":[["a","b"],["1","2"]]}"#
      ),
      // One of another shape, and one alone.
      (
        [["name": "a", "text": "1"], ["name": "b"]] as [Context],
        #"[{"name":"a","text":"1"},{"name":"b"}]"#
      ),
      ([["name": "a"]] as [Context], #"[{"name":"a"}]"#),
      (
        [[["name": "a"]], [], [["name": "b"], ["name": "c"]]] as [[Context]],
        ##"{"#":[1,0,2],"v":{"":["name"],"v":[["a","b","c"]]}}"##
      ),
      ([[["name": "a"]], []] as [[Context]], ##"{"#":[1,0],"v":[{"name":"a"}]}"##),
      ([[], []] as [[Context]], "[[],[]]"),
      ([[:], [:]] as [Context], "[{},{}]"),
      // Cells are what contexts with the same members are.
      (
        [[PageCell(name: "a", text: "1")], [PageCell(name: "b", text: "2", attributes: " c")]],
        ##"{"#":[1,1],"v":{"":["attributes","name","text"],"v":[[""," c"],["a","b"],["1","2"]]}}"##
      ),
      (
        [["cells": [PageCell(text: "1"), PageCell(text: "2")]]] as [Context],
        #"[{"cells":{"":["attributes","text"],"v":[["",""],["1","2"]]}}]"#
      ),
      (
        [[PageCell(text: "1")], [PageCell]()],
        ##"{"#":[1,0],"v":[{"attributes":"","text":"1"}]}"##
      ),
      ([[PageCell](), [PageCell]()], "[[],[]]"),
      (
        [["rows": [["name": "a"]]], ["rows": [["name": "b"], ["name": "c"]]]] as [Context],
        ##"{"":["rows"],"v":[{"#":[1,2],"v":{"":["name"],"v":[["a","b","c"]]}}]}"##
      ),
      // The numbers at which a letter is added; the page's own test reads the same letters.
      (
        [
          PageColumns([[0, 1, -1, 29, -30, 30, -31], [959, 960, 990, 991]]),
          PageColumns([[123_456_789, -4_503_599_627_370_495]]),
        ],
        ##"{"|":[2,1],"v":[" #![]^ ^!~`zouw3aen_aen_ae>~","|[} ^^ ^^#~"]}"##
      ),
      (
        [PageColumns(), PageColumns([[], [0, 0, 5, 3]], differences: 1..<2)],
        ##"{"|":[0,2],"v":["~","  +$~"]}"##
      ),
    ]
  }

  @Test("stand by their names, and so do objects of lists in them that have the same names")
  func form() {
    for (values, text) in PagePackTests.table {
      let bytes = PagePack.bytes(of: values.map { ["part": $0] })
      #expect(String(decoding: bytes, as: UTF8.self) == #"{"part":\#(text)}"#)
    }
  }

  @Test("have nothing where one of them lacks a name")
  func missing() {
    let bytes = PagePack.bytes(of: [["a": "x"], ["b": "y"]])
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":["x",null],"b":[null,"y"]}"#)
  }
}
