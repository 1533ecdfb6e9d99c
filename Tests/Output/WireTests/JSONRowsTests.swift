import Testing

@testable import Wire

@Suite("Rows of whole numbers")
struct JSONRowsTests {
  private static func rows(_ text: String, of width: Int) throws -> [Int64] {
    try JSONText(Array(text.utf8)).read { try $0.wholeRows(of: width) }
  }

  /// Numbers with one digit to all digits, as they are written: as large as they are read.
  private static let numbers: [Int64] =
    (0..<54).flatMap { bit -> [Int64] in
      let power = Int64(1) << Int64(bit)
      return [power, power - 1, -power]
    } + (0..<16).map { digits in (0..<digits).reduce(Int64(1)) { ten, _ in ten * 10 } }

  @Test
  func `are read as they were written`() throws {
    for width in [1, 2, 3, 7] {
      let numbers = Array(Self.numbers.prefix(Self.numbers.count / width * width))
      let record = RecordEncoder()
      record.write(rows: numbers, of: width)
      let text = String(decoding: record.bytes, as: UTF8.self)
      #expect(try Self.rows(text, of: width) == numbers)
      // The slow obvious way to write them.
      let rows = stride(from: 0, to: numbers.count, by: width).map { first in
        "[" + numbers[first..<first + width].map { "\($0)" }.joined(separator: ",") + "]"
      }
      #expect(text == "[" + rows.joined(separator: ",") + "]")
    }
    #expect(try Self.rows("[]", of: 3).isEmpty)
    #expect(try Self.rows("[ [ 1 ,\n-2 ] ]", of: 2) == [1, -2])
  }

  @Test(arguments: [
    ("[[1.5]]", 2, "a whole number"), ("[[1e3]]", 2, "a whole number"),
    ("[[\"1\"]]", 2, "a whole number"), ("[[[1]]]", 2, "a whole number"),
    ("[[9223372036854775808]]", 2, "too large"), ("[[-9223372036854775809]]", 2, "too large"),
    ("[[1,2]]", 1, "a list of 1 numbers"), ("[[]]", 1, "a list of 1 numbers"),
    ("[1]", 1, "a list has to come"), ("{}", 0, "a list has to come"),
  ])
  func `are refused where they are none`(text: String, offset: Int, words: String) {
    let error = #expect(throws: JSONText.ReadError.self) { try Self.rows(text, of: 1) }
    #expect(error?.offset == offset)
    #expect(error?.sentence.contains(words) == true, "\(error?.sentence ?? "")")
  }
}
